export * from "./constants.ts";
export * from "./diagnostics.ts";
export * from "./invariant.ts";
export * from "./near-miss.ts";
export * from "./random.ts";
