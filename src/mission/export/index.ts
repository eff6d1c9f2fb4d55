/** The compiled automaton in the formats of other tools. */
export * from "./aut.ts";
export * from "./c.ts";
export * from "./codes.ts";
export * from "./dot.ts";
export * from "./json.ts";
export * from "./observed-steps.ts";
export * from "./promela.ts";
