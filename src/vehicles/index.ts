import type { Definition } from "../library/index.ts";
import { vehicle } from "./vehicle.ts";

export { vehicle } from "./vehicle.ts";

/** What this room adds to the library: one line per kind and per model. */
export const vehicleDefinitions: readonly Definition[] = [vehicle];
