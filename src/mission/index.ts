import type { CodeEntry } from "../core/index.ts";
import { compilerCodeTable } from "./compile/compiler-codes.ts";
import { exportCodeTable } from "./export/codes.ts";
import { carryingCodeTable } from "./proof/carrying-codes.ts";
import { proofCodeTable } from "./proof/codes.ts";
import { scriptCodeTable } from "./run/script-codes.ts";
import { readingCodeTable } from "./syntax/codes.ts";

export * from "./automaton/automaton.ts";
export * from "./automaton/distribute.ts";
export * from "./automaton/distributed-mission.ts";
export { minimise } from "./automaton/minimise.ts";
export * from "./automaton/signal-roles.ts";
export type * from "./compile/checked-mission.ts";
export * from "./compile/compile.ts";
export * from "./compile/compiler-codes.ts";
export * from "./proof/carrying.ts";
export * from "./proof/carrying-codes.ts";
export * from "./run/executor.ts";
export * from "./syntax/index.ts";

/** Every diagnostic of this room, for the manual. */
export const missionRoomCodes: readonly CodeEntry[] = Object.freeze([
  ...readingCodeTable,
  ...compilerCodeTable,
  ...scriptCodeTable,
  ...exportCodeTable,
  ...proofCodeTable,
  ...carryingCodeTable,
]);
