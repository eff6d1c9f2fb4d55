/**
 * Projections by the package proj4, which the program loads and passes in: 130 kB that a page without such a map does not need.
 *
 *   const projections = projectionsBy(proj4);
 *   const project = projections("+proj=lcc +lat_0=46.5 … ");           or WKT
 *   const [east_m, north_m] = project(3.38, 43.65);
 *
 * Refused, with the reason: what proj4 does not understand; systems of degrees; grid shifts, whose files are not here; an ellipsoid other than those
 * of WGS-84 and GRS-80 whose place to them is not given (that would be off by up to a kilometre, without a word). A sphere is taken as
 * ocean models mean it: its latitudes are those of the ellipsoid.
 * Lengths are turned into metres, whatever the unit of the system.
 * Tests: proj4-projections.test.ts, against PROJ and published values.
 */
import type { Projections } from "../../library/index.ts";

/** What is used of proj4. */
export type Proj4 = (definition: string) => {
  forward(place: [longitude_deg: number, latitude_deg: number]): number[];
  readonly oProj?: unknown;
};

/** What is looked at of its systems. */
interface System {
  readonly projName?: string;
  readonly nadgrids?: string;
  readonly to_meter?: number;
  readonly a?: number;
  readonly es?: number;
  readonly datum?: { readonly datum_type?: number };
}

/** Of proj4: no relation to WGS-84 is given. */
const NO_DATUM = 5;
const GRS80 = { a: 6378137, es: 0.0066943800229 };

export function projectionsBy(proj4: Proj4): Projections {
  return (definition) => {
    let converter: ReturnType<Proj4>;
    try {
      converter = proj4(definition);
    } catch (cause) {
      // proj4 throws texts that repeat the whole definition, and errors of its own making.
      throw new Error("it is not a proj string or WKT of a known projection", { cause });
    }
    const system = (converter.oProj ?? {}) as System;
    const { projName, nadgrids, to_meter = 1, a = Number.NaN, es = Number.NaN } = system;
    if (projName === "longlat" || projName === "identity" || projName === "geocent") {
      throw new Error("it is not a system of metres on a map");
    }
    if (nadgrids !== undefined && nadgrids !== "@null") throw new Error(`it needs the grid shifts ${nadgrids}`);
    const isKnown = es === 0 || (Math.abs(a - GRS80.a) < 0.01 && Math.abs(es - GRS80.es) < 1e-9);
    if (system.datum?.datum_type === NO_DATUM && !isKnown) {
      throw new Error("it does not say where its ellipsoid lies to that of WGS-84 (TOWGS84)");
    }
    return (longitude_deg, latitude_deg) => {
      try {
        const [east, north] = converter.forward([longitude_deg, latitude_deg]);
        return [to_meter * east, to_meter * north];
      } catch {
        // Where a projection has no value, some of proj4 throw and some give NaN.
        return [Number.NaN, Number.NaN];
      }
    };
  };
}
