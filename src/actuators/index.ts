import type { Definition } from "../library/index.ts";
import { propellerThruster } from "./propeller-thruster.ts";
import { staticThruster } from "./static-thruster.ts";
import { thruster } from "./thruster.ts";

export { type ThrusterModel, thruster } from "./thruster.ts";

/** What this room adds to the library: one line per kind and per model. */
export const actuatorDefinitions: readonly Definition[] = [thruster, propellerThruster, staticThruster];
