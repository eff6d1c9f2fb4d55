export * from "./format.ts";
export * from "./parser.ts";
export { MAX_CONDITION } from "./parser-conditions.ts";
export { MAX_NESTING } from "./parser-statements.ts";
export * from "./same-meaning.ts";
export * from "./tree.ts";
export * from "./tree-errors.ts";
