/**
 * A density of the world beside a <water>. Vehicles feel that of the water; the world's is what converts thrusts into commands and what
 * speeds within reach are estimated with, so that a file states the density of the surface. One given from outside asks for another run, and would get the same.
 */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import { POINT_SIZE } from "../../environment/index.ts";
import { type Component, OVERRIDES_FILE, placeOfValue } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { Sea } from "./sea.ts";

/** Sea water differs by 3 % from fresh water, and by less than 1 % from the surface to the bottom of a shelf. */
const APART = 0.01;

export function checkDensity(world: Component, sea: Sea | null, report: (d: Diagnostic) => void): void {
  const water = world.children.find(({ kind }) => kind === "water");
  if (water === undefined || sea === null || sea.water === null || !world.given.includes("density_kgpm3")) return;
  const range = placeOfValue(world, "density_kgpm3");
  const isSet = range.file === OVERRIDES_FILE;
  const own_kgpm3 = world.params.density_kgpm3 as number;
  const surface_kgpm3 = new Float64Array(1);
  sea.water.densityInto(surface_kgpm3, 0, new Float64Array(POINT_SIZE), 0);
  const apart = Math.abs(own_kgpm3 - surface_kgpm3[0]!) / surface_kgpm3[0]!;
  if (!isSet && !(apart > APART)) return;
  const gives = `world/${water.id} gives the density, ${surface_kgpm3[0]!.toFixed(1)} kg/m³ at the surface`;
  const message = `density_kgpm3 = ${own_kgpm3} does not act on vehicles: ${gives}`;
  const code = isSet ? scenarioCodes.densitySet : scenarioCodes.densityOfWater;
  report(codedDiagnostic(code, range, message, { hint: `leave it out, or change world/${water.id}` }));
}
