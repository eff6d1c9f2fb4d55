/** The report of one or several runs as one self-contained HTML file: `reportHtml(reportInput(logs))`. */

export { declaredByName } from "./by-name.ts";
export { type ArrivalsDrawing, arrivalsSvg, type DrawnArrival } from "./drawings/arrivals.ts";
export { hertz, limitsOf } from "./drawings/axes.ts";
export { type Curve, type CurveMark, type Curves, curvesSvg } from "./drawings/curves.ts";
export { type LossFieldDrawing, lossFieldSvg } from "./drawings/loss-field.ts";
export { type ProfileColumn, type ProfileDrawing, profileSvg } from "./drawings/profile.ts";
export { type DrawnProfile, type DrawnRay, type RayFanDrawing, rayFanSvg } from "./drawings/ray-fan.ts";
export type { Edge, Water } from "./drawings/seabed.ts";
export { escapeHtml } from "./encode.ts";
export { type NamedLog, reportInput } from "./from-log.ts";
export { PAGE_ASSETS } from "./generated/page-assets.ts";
export type {
  ChannelData,
  EventData,
  ExcerptData,
  ListedChannel,
  MissionData,
  Picture,
  PlotLibrary,
  ReportAssets,
  ReportInput,
  RunData,
  Series,
  VehicleData,
} from "./input.ts";
export { REPORT_MARK, reportHtml } from "./page.ts";
export { type Study, type StudyClaim, type StudyTable, studyHtml } from "./study-page.ts";
