/** Fins: the kind, its models and the group, for the room's index. */
import type { Definition } from "../library/index.ts";
import { fin } from "./fin.ts";
import { finiteWingFin } from "./finite-wing-fin.ts";
import { papersFin } from "./papers-fin.ts";

export { aspectRatio, type FinParams, fin, liftSlope } from "./fin.ts";
export { FIN_DRIVE, FIN_DRIVE_SIZE, type FinModel } from "./fin-drive.ts";
export { FinGroup, type MountedFin, mountedFin } from "./fin-group.ts";

/** What fins add to the library: one line per kind and per model. */
export const finDefinitions: readonly Definition[] = [fin, finiteWingFin, papersFin];
