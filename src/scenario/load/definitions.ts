/** Every kind and model that ships, in the order of the reference pages. A room's list is added here once. */
import { acousticsDefinitions } from "../../acoustics/index.ts";
import { actuatorDefinitions } from "../../actuators/index.ts";
import { controlDefinitions } from "../../control/index.ts";
import { environmentDefinitions } from "../../environment/index.ts";
import type { Definition } from "../../library/index.ts";
import { modemDefinitions } from "../../modems/index.ts";
import { radioDefinitions } from "../../radio/index.ts";
import { sensorDefinitions } from "../../sensors/index.ts";
import { vehicleDefinitions } from "../../vehicles/index.ts";
import { scenarioDefinitions } from "./kinds.ts";

export const shippedDefinitions: readonly Definition[] = [
  ...scenarioDefinitions,
  ...environmentDefinitions,
  ...acousticsDefinitions,
  ...radioDefinitions,
  ...vehicleDefinitions,
  ...actuatorDefinitions,
  ...sensorDefinitions,
  ...modemDefinitions,
  ...controlDefinitions,
];
