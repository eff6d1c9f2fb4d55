/** What is made of the compiled automaton: the formats of other tools, the smallest equal automaton, and one for each computer. */
export * from "../automaton/distribute.ts";
export * from "../automaton/distributed-mission.ts";
export { brokenRelation, relationText } from "../automaton/input-relations.ts";
export { minimise } from "../automaton/minimise.ts";
export * from "./aut.ts";
export * from "./c.ts";
export * from "./codes.ts";
export * from "./dot.ts";
export * from "./json.ts";
export * from "./observed-steps.ts";
export * from "./promela.ts";
