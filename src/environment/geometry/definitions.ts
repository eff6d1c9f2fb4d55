import type { Definition } from "../../library/index.ts";
import { bottom, flatBottom, generatedBottom, seamountBottom, slopeBottom } from "./bottom.ts";
import { mapBottom } from "./map-bottom.ts";
import { meshObstacle } from "./mesh-obstacle.ts";
import { boxObstacle, cylinderObstacle, obstacle, sphereObstacle, wallObstacle } from "./obstacle.ts";

/** What this folder adds to the library: one line per kind and per model. */
export const geometryDefinitions: readonly Definition[] = [
  bottom,
  flatBottom,
  slopeBottom,
  seamountBottom,
  generatedBottom,
  mapBottom,
  obstacle,
  boxObstacle,
  cylinderObstacle,
  sphereObstacle,
  wallObstacle,
  meshObstacle,
];
