/** Every kind and model that ships, in the order of the reference pages. A room's list is added here once. */
import { actuatorDefinitions } from "../actuators/index.ts";
import type { Definition } from "../library/index.ts";
import { vehicleDefinitions } from "../vehicles/index.ts";

export const shippedDefinitions: readonly Definition[] = [...vehicleDefinitions, ...actuatorDefinitions];
