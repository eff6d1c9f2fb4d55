/** Properties of missions: written beside them, checked on the automaton, kept as proofs. */
export * from "./check.ts";
export * from "./codes.ts";
export { type CheckOptions, MOST_CONFIGURATIONS } from "./context.ts";
export * from "./counterexample.ts";
export { counterexampleSvg } from "./counterexample-svg.ts";
export * from "./proof-file.ts";
export * from "./property-parser.ts";
export { formText, propertyText } from "./property-text.ts";
export type * from "./property-tree.ts";
export { type Property, type ResolvedProperties, resolveProperties } from "./resolve.ts";
export type * from "./verdict.ts";
