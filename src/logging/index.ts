export {
  CHANNELS_METADATA,
  type ChannelDeclaration,
  type ChannelField,
  declarationText,
  type FieldRole,
  PICTURE_FIELDS,
  type PlotKind,
  QUANTITY,
  type ReadDeclaration,
  readDeclarations,
} from "./channel-declaration.ts";
export type { LogDecompression } from "./chunk-reader.ts";
export { exportCsv } from "./export-csv.ts";
export { exportJson } from "./export-json.ts";
export { exportXml } from "./export-xml.ts";
export { inWords, meaningByName } from "./field-names.ts";
export {
  asyncSource,
  type IndexedLog,
  openIndexedLog,
  type TimeWindow,
  type WindowOptions,
} from "./indexed-log.ts";
export type { LogChannel } from "./log-channels.ts";
export {
  type LogChecksum,
  type LogCompression,
  type LogSink,
  type LogWriterOptions,
  ZSTD_LEVEL,
} from "./log-container.ts";
export { LAST_SECOND_S } from "./log-epoch.ts";
export { LogError } from "./log-error.ts";
export { type LogLoss, lossWords } from "./log-losses.ts";
export { MessageReader, readTopics, SpanReader, type TopicReader } from "./log-pass.ts";
export { type BlobPart, blobSource, type FetchRange, httpSource } from "./log-ranges.ts";
export { type Log, type LogAttachment, type LogMessage, openLog } from "./log-reader.ts";
export type { MessageOptions } from "./log-segments.ts";
export type { AsyncLogSource, LogSource } from "./log-source.ts";
export * from "./log-table.ts";
export * from "./log-writer.ts";
export type { MessageSchema, ProtoMessage } from "./protobuf.ts";
export { RUN_METADATA, type RunRecord, readRunRecord, SEA_METADATA, START_DATE } from "./run-record.ts";
export {
  type DeclaredScenery,
  type ReadScenery,
  readScenery,
  SCENERY_METADATA,
  sceneryKey,
  sceneryText,
} from "./scenery.ts";
export {
  FRAME_TRANSFORM,
  identifier,
  identifiers,
  LOG,
  messageSchema,
  POSE_IN_FRAME,
  recordSchema,
} from "./schemas.ts";
export { FLOAT32, GRID, SCENE_UPDATE } from "./viewer-schemas.ts";
export { readWindow, type WindowTableOptions } from "./window-table.ts";
