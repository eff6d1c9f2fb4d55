/** Automata, and what is made of them without looking at the mission's text. */
export * from "./automaton.ts";
export * from "./composition.ts";
export * from "./distribute.ts";
export * from "./distributed-mission.ts";
export * from "./minimise.ts";
export * from "./signal-roles.ts";
