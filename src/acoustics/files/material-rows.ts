/**
 * Rows of materials as environment files have them, z cp cs ρ αp αs: of the profile, of half-spaces, and without z of the points of a long
 * bathymetry file. A / keeps what the row before had, of the profile and of the half-space above it too; before the first row it is
 * 1500 m/s, no shear, 1 g/cm³ and no attenuation.
 */
import { acousticFileCodes as codes } from "./file-codes.ts";
import type { FileFields, NumberField, Placed } from "./file-fields.ts";

export interface MaterialRow {
  readonly depth: Placed;
  readonly speed: Placed;
  readonly shearSpeed: Placed;
  readonly density_kgpm3: Placed;
  /** In the unit of the file. */
  readonly attenuation: Placed;
  readonly shearAttenuation: Placed;
}

/** What a / keeps. */
export interface KeptRow {
  speed: number;
  shearSpeed: number;
  density_kgpm3: number;
  attenuation: number;
  shearAttenuation: number;
}

export const firstKeptRow = (): KeptRow => ({
  speed: 1500,
  shearSpeed: 0,
  density_kgpm3: 1000,
  attenuation: 0,
  shearAttenuation: 0,
});

export const DEPTH: NumberField = { name: "the depth", unit: "m", least: -1e5, greatest: 1e5 };
const SPEED: NumberField = { name: "the sound speed", unit: "m/s", least: 100, greatest: 20_000 };
const SHEAR: NumberField = { name: "the shear speed", unit: "m/s", least: 0, greatest: 20_000 };
const DENSITY: NumberField = { name: "the density", unit: "kg/m³", shift: 3, least: 1, greatest: 30_000 };
const ATTENUATION: NumberField = { name: "the attenuation", least: 0, greatest: 1e9 };
const SHEAR_ATTENUATION: NumberField = { name: "the attenuation of shear waves", least: 0, greatest: 1e9 };

/** Values of a row without its depth. */
const VALUES = 5;

/** A row of the profile or of a half-space; the READ has not begun. null at the end of the file, which is then reported. */
export function readMaterialRow(fields: FileFields, kept: KeptRow, what: string): MaterialRow | null {
  fields.list.begin();
  if (fields.list.isAtEnd) {
    fields.ended(fields.list.next(), what);
    return null;
  }
  const depth = fields.number({ ...DEPTH, name: `the depth of ${what}` });
  return { depth, ...readMaterial(fields, kept, 1) };
}

/** The values behind the depth; `before` of the row have been read. What is left out is kept from the row before, and kept for the next. */
export function readMaterial(fields: FileFields, kept: KeptRow, before: number): Omit<MaterialRow, "depth"> {
  let read = 0;
  let endsEarly = false;
  const next = (field: NumberField, key: keyof KeptRow): Placed => {
    const { list } = fields;
    if (endsEarly) return { value: Number.NaN, range: list.range({ start: 0, end: 0 }) };
    const item = list.next(true);
    const range = list.range(item);
    if (item.kind === "lineEnd" || item.kind === "endOfFile") {
      endsEarly = true;
      const total = VALUES + before;
      const message = `the row ends after ${read + before} of ${total} values without a /; a Fortran program would take the rest from the next line`;
      fields.report(codes.lineEnds, range, message, { hint: "end the row with a /" });
      return { value: Number.NaN, range };
    }
    read++;
    const value =
      item.kind === "value"
        ? fields.check(item, field)
        : item.kind === "notClosed"
          ? reportOpen(fields, range)
          : kept[key];
    if (!Number.isNaN(value)) kept[key] = value;
    return { value, range };
  };
  return {
    speed: next(SPEED, "speed"),
    shearSpeed: next(SHEAR, "shearSpeed"),
    density_kgpm3: next(DENSITY, "density_kgpm3"),
    attenuation: next(ATTENUATION, "attenuation"),
    shearAttenuation: next(SHEAR_ATTENUATION, "shearAttenuation"),
  };
}

function reportOpen(fields: FileFields, range: Placed["range"]): number {
  fields.report(codes.notClosed, range, "the quote is not closed");
  return Number.NaN;
}
