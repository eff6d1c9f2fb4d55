export * from "./automaton/automaton.ts";
export * from "./compile.ts";
export * from "./compiler-codes.ts";
export type * from "./model.ts";
export * from "./syntax/index.ts";
