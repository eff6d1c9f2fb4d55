export type { LogDecompression } from "./chunk-reader.ts";
export { exportCsv } from "./export-csv.ts";
export { exportJson } from "./export-json.ts";
export { exportXml } from "./export-xml.ts";
export type { LogChannel } from "./log-channels.ts";
export type { LogCompression, LogSink, LogWriterOptions } from "./log-container.ts";
export type { LogAttachment } from "./log-contents.ts";
export type { LogLoss } from "./log-losses.ts";
export { type Log, LogError, type LogMessage, type MessageOptions, openLog } from "./log-reader.ts";
export type { LogSource } from "./log-source.ts";
export * from "./log-table.ts";
export * from "./log-writer.ts";
export type { MessageSchema, ProtoMessage } from "./protobuf.ts";
export {
  FRAME_TRANSFORM,
  identifier,
  identifiers,
  LOG,
  messageSchema,
  POSE_IN_FRAME,
  recordSchema,
} from "./schemas.ts";
