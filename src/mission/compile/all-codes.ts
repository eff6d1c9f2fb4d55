/** Every diagnostic that this room can give, for the manual. */
import type { CodeEntry } from "../../core/index.ts";
import { exportCodeTable } from "../export/codes.ts";
import { carryingCodeTable } from "../proof/carrying-codes.ts";
import { proofCodeTable } from "../proof/codes.ts";
import { scriptCodeTable } from "../run/script-codes.ts";
import { readingCodeTable } from "./codes.ts";
import { compilerCodeTable } from "./compiler-codes.ts";

export const missionRoomCodes: readonly CodeEntry[] = [
  ...readingCodeTable,
  ...compilerCodeTable,
  ...scriptCodeTable,
  ...exportCodeTable,
  ...proofCodeTable,
  ...carryingCodeTable,
];
