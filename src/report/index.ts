/** The report of one or several runs as one self-contained HTML file: `reportHtml(input, assets)`. */

export { escapeHtml } from "./encode.ts";
export type {
  EventData,
  ExcerptData,
  MissionData,
  Picture,
  ReportAssets,
  ReportInput,
  RunData,
  Series,
  VehicleData,
} from "./input.ts";
export { reportHtml } from "./page.ts";

/** Files of assets/report that make up ReportAssets.pageScript, joined by line breaks in this order. */
export const PAGE_SCRIPTS: readonly string[] = [
  "numbers.js",
  "sea.js",
  "time-plot.js",
  "path-plot.js",
  "timeline.js",
  "page.js",
];
/** Files of assets/report that make up ReportAssets.pageStyle, likewise. */
export const PAGE_STYLES: readonly string[] = ["theme.css", "page.css", "plots.css"];
