/** Medium access: the contract of a scheme, and the schemes that ship. */
import type { Definition } from "../../library/index.ts";
import { alohaDefinitions } from "./aloha.ts";
import { csmaCa } from "./csma-ca.ts";
import { csmaCd } from "./csma-cd.ts";
import { fdma } from "./fdma.ts";
import { mac } from "./mac.ts";
import { polling } from "./polling.ts";
import { tdma } from "./tdma.ts";
import { waitingRoom } from "./waiting-room.ts";

export * from "./mac.ts";

/** The kind, and one line for each scheme. */
export const macDefinitions: readonly Definition[] = [
  mac,
  ...alohaDefinitions,
  tdma,
  fdma,
  csmaCa,
  csmaCd,
  polling,
  waitingRoom,
];
