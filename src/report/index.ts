/** The report of one or several runs as one self-contained HTML file: `reportHtml(reportInput(logs))`. */

export { declaredByName } from "./by-name.ts";
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
