
export { missionRoomCodes } from "./all-codes.ts";
export * from "./automaton/automaton.ts";
export * from "./automaton/distribute.ts";
export * from "./automaton/distributed-mission.ts";
export { minimise } from "./automaton/minimise.ts";
export * from "./compile.ts";
export * from "./compiler-codes.ts";
export type * from "./model.ts";
export * from "./proof/carrying.ts";
export * from "./proof/carrying-codes.ts";
export * from "./run/executor.ts";
export * from "./syntax/index.ts";
