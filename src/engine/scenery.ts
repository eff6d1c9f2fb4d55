/**
 * Scenery: what stands around a run and can be drawn on a map of it, such as routes, obstacles, the depth of the bottom, a current, and the
 * circle within which a device works, which goes along with its vehicle.
 * Whoever has something to show declares it as plain data, before the run begins: a shape with a role, which says how it looks, and a
 * label. The log carries it, and readers draw shapes; they know neither routes nor bottoms.
 *
 * Places are metres north and east of the world's origin. Declarations are small: LIMITS bounds what one item may hold.
 */

/** How it looks. A role that a reader does not know is drawn as a thin line. */
export type SceneryRole = "route" | "waypoint" | "obstacle" | "bottom" | "current" | "range" | "area";

/** [north, east] */
export type SceneryPoint = readonly [north_m: number, east_m: number];

export type SceneryShape =
  | { readonly shape: "line"; readonly points: readonly SceneryPoint[]; readonly closed?: boolean }
  /** Places with a radius around them, 0 for none: [north, east, radius]. */
  | { readonly shape: "circles"; readonly circles: readonly (readonly [number, number, number])[] }
  /** A circle around the vehicle of what declares it, wherever that is; around a place that stands where one is given. radius above 0, in metres. */
  | { readonly shape: "circle"; readonly radius: number; readonly centre?: SceneryPoint }
  /** A quantity on the nodes of a grid, row by row from south to north, each from west to east; null where it is not known. */
  | {
      readonly shape: "grid";
      readonly origin: SceneryPoint;
      /** Between rows and between columns. */
      readonly spacing: SceneryPoint;
      readonly rows: number;
      readonly columns: number;
      readonly values: readonly (number | null)[];
    }
  /** A vector at places: [north, east, its north part, its east part]. */
  | { readonly shape: "arrows"; readonly arrows: readonly (readonly [number, number, number, number])[] };

export interface SceneryItem {
  /** Below what declares it; "" for its only one. */
  readonly name: string;
  readonly role: SceneryRole;
  /** In words, for legends: "route survey", "current at 5 m, 0 s". */
  readonly label: string;
  /** Of a grid's values and of arrows. */
  readonly unit?: string;
  readonly drawn: SceneryShape;
}

/** What one item holds at most; more points of a line, circles and arrows are left out, evenly. */
export const SCENERY_LIMITS = { points: 500, gridNodes: 64 * 64 } as const;
