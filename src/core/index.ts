export { base64 } from "./base64.ts";
export * from "./constants.ts";
export * from "./diagnostics.ts";
export * from "./invariant.ts";
export * from "./near-miss.ts";
export * from "./random.ts";
export { sha256, sha256Bytes } from "./sha256.ts";
export { TupleTable } from "./tuple-table.ts";
export { fromUtf8, utf8 } from "./utf8.ts";
