/**
 * Scenery (engine/scenery.ts) in a log: a metadata record, by the path of what declares it, as JSON. A log may come from any program:
 * what is read is checked, and what does not fit is left out.
 *
 *   "auv/pilot/survey": {"role":"route","label":"route survey","vehicle":"auv","drawn":{"shape":"line","points":[[0,0],[100,60]]}}
 */
import { invariant } from "../core/index.ts";
import { SCENERY_LIMITS, type SceneryItem, type SceneryRole, type SceneryShape } from "../engine/index.ts";

/** Metadata record of the scenery. */
export const SCENERY_METADATA = "scenery";

/** An item with whose it is. */
export interface DeclaredScenery extends SceneryItem {
  /** Path of what declares it. */
  readonly of: string;
  /** Name of the vehicle that it belongs to. */
  readonly vehicle?: string;
}

/** A role that this program does not know stays as it is: it is drawn as a thin line. */
export interface ReadScenery extends Omit<DeclaredScenery, "role" | "name"> {
  readonly role: SceneryRole | string;
}

/** Where it stands in the record. */
export function sceneryKey({ of, name }: Pick<DeclaredScenery, "of" | "name">): string {
  return name === "" ? of : `${of}/${name}`;
}

/** The text of an item. Metres are rounded to millimetres, other numbers to six digits: it is there to be looked at. */
export function sceneryText({ role, label, unit, vehicle, drawn }: DeclaredScenery): string {
  return JSON.stringify({ role, label, unit, vehicle, drawn: rounded(bounded(drawn)) });
}

function bounded(drawn: SceneryShape): SceneryShape {
  const { points: most, gridNodes } = SCENERY_LIMITS;
  if (drawn.shape === "line") return { ...drawn, points: spread(drawn.points, most) };
  if (drawn.shape === "circles") return { ...drawn, circles: spread(drawn.circles, most) };
  if (drawn.shape === "arrows") return { ...drawn, arrows: spread(drawn.arrows, most) };
  if (drawn.shape === "circle") return drawn;
  const { rows, columns, values } = drawn;
  invariant(rows * columns === values.length, `a grid of ${rows} x ${columns} nodes has ${values.length} values`);
  invariant(
    values.length <= gridNodes,
    `scenery is a grid of ${values.length} nodes, at most ${gridNodes} are allowed`,
  );
  return drawn;
}

/** At most so many, evenly spread, the first and the last among them. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, k) => list[Math.round((k * (list.length - 1)) / (most - 1))]);
}

function rounded(drawn: SceneryShape): SceneryShape {
  const mm = (value: number): number => Math.round(1000 * value) / 1000;
  const digits = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(6)));
  switch (drawn.shape) {
    case "line":
      return { ...drawn, points: drawn.points.map(([n, e]) => [mm(n), mm(e)]) };
    case "circles":
      return { ...drawn, circles: drawn.circles.map(([n, e, r]) => [mm(n), mm(e), mm(r)]) };
    case "arrows":
      return { ...drawn, arrows: drawn.arrows.map(([n, e, u, v]) => [mm(n), mm(e), digits(u)!, digits(v)!]) };
    case "circle": {
      const { shape, radius, centre } = drawn;
      return { shape, radius: mm(radius), ...(centre && { centre: [mm(centre[0]), mm(centre[1])] as const }) };
    }
    default:
      return { ...drawn, values: drawn.values.map(digits) };
  }
}

/** Sound items, in the order of the record; none where the log has no such record. */
export function readScenery(metadata: ReadonlyMap<string, Readonly<Record<string, string>>>): ReadScenery[] {
  return Object.entries(metadata.get(SCENERY_METADATA) ?? {}).flatMap(([of, text]) => itemOf(of, parsed(text)) ?? []);
}

function itemOf(of: string, from: unknown): ReadScenery | null {
  if (!isRecord(from) || typeof from.role !== "string" || typeof from.label !== "string") return null;
  const drawn = shapeOf(from.drawn);
  if (drawn === null) return null;
  const { role, label, unit, vehicle } = from;
  return {
    of,
    role,
    label,
    drawn,
    ...(typeof unit === "string" && { unit }),
    ...(typeof vehicle === "string" && { vehicle }),
  };
}

function shapeOf(from: unknown): SceneryShape | null {
  if (!isRecord(from)) return null;
  if (from.shape === "line" && isTuples(from.points, 2))
    return { shape: "line", points: from.points as never, ...(from.closed === true && { closed: true }) };
  if (from.shape === "circles" && isTuples(from.circles, 3))
    return { shape: "circles", circles: from.circles as never };
  if (from.shape === "circle") return circleOf(from);
  if (from.shape === "arrows" && isTuples(from.arrows, 4)) return { shape: "arrows", arrows: from.arrows as never };
  if (from.shape !== "grid" || !isTuples([from.origin, from.spacing], 2) || !Array.isArray(from.values)) return null;
  const { rows, columns, values, origin, spacing } = from;
  const counts = [rows, columns].every((count) => Number.isInteger(count) && (count as number) >= 2);
  if (!counts || values.length !== (rows as number) * (columns as number)) return null;
  if (values.length > SCENERY_LIMITS.gridNodes || !values.every((value) => value === null || isNumber(value)))
    return null;
  if (!(spacing as number[]).every((step) => step > 0)) return null;
  return { shape: "grid", origin, spacing, rows, columns, values } as SceneryShape;
}

function circleOf({ radius, centre }: Record<string, unknown>): SceneryShape | null {
  if (!isNumber(radius) || (radius as number) <= 0) return null;
  if (centre === undefined) return { shape: "circle", radius: radius as number };
  return isTuples([centre], 2) ? ({ shape: "circle", radius, centre } as SceneryShape) : null;
}

function isTuples(list: unknown, size: number): boolean {
  if (!Array.isArray(list) || list.length > SCENERY_LIMITS.points) return false;
  return list.every((each) => Array.isArray(each) && each.length === size && each.every(isNumber));
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // another program's record of the same name
  }
}
