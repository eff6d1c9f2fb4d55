/** Coordinate systems of maps in a page, by proj4: fetched when a map is met that needs it. */
import { type Proj4, projectionsBy } from "thetis/environment";
import type { Projections } from "thetis/library";

export async function loadProjections(): Promise<Projections> {
  const { default: proj4 } = await import("proj4");
  return projectionsBy(proj4 as Proj4);
}
