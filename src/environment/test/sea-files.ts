/** NetCDF files of the sea for the tests, from functions of time, depth, north and east; and components that read them. */
import { formatDiagnostic, invariant } from "../../core/index.ts";
import {
  createModel,
  type Definition,
  Definitions,
  type KindDefinition,
  loadComponent,
  memoryReader,
} from "../../library/index.ts";
import { type NetcdfAttributes, type NetcdfVariableLayout, netcdf } from "./map-writers.ts";

export type SeaFunction = (t: number, depth: number, north: number, east: number) => number;
export type SeaAxis = "time" | "depth" | "lat" | "lon";

export interface SeaAxisLayout {
  readonly name?: string;
  readonly points: readonly number[];
  readonly attributes?: NetcdfAttributes;
}

export interface SeaVariableLayout {
  readonly name: string;
  readonly attributes?: NetcdfAttributes;
  readonly type?: NetcdfVariableLayout["type"];
  readonly f: SeaFunction;
}

export interface SeaFileLayout {
  readonly axes: Partial<Readonly<Record<SeaAxis, SeaAxisLayout>>>;
  /** Of the dimensions; the slowest first. */
  readonly order?: readonly SeaAxis[];
  readonly variables: readonly SeaVariableLayout[];
  /** Further variables as they are. */
  readonly more?: readonly NetcdfVariableLayout[];
  readonly moreDimensions?: Readonly<Record<string, number>>;
}

const UNITS: Readonly<Record<SeaAxis, NetcdfAttributes>> = {
  time: { units: "hours since 2024-06-01 00:00:00" },
  depth: { units: "m", positive: "down" },
  lat: { units: "degrees_north" },
  lon: { units: "degrees_east" },
};

/** The function gets the points of the axes as they are written. */
export function seaFile(layout: SeaFileLayout): Uint8Array {
  const { axes, order = (["time", "depth", "lat", "lon"] as const).filter((axis) => axes[axis] !== undefined) } =
    layout;
  const nameOf = (axis: SeaAxis): string => axes[axis]?.name ?? axis;
  const pointsOf = (axis: SeaAxis): readonly number[] => axes[axis]?.points ?? [0];
  const coordinates = order.map(
    (axis): NetcdfVariableLayout => ({
      name: nameOf(axis),
      dimensions: [nameOf(axis)],
      type: "float64",
      attributes: axes[axis]?.attributes ?? UNITS[axis],
      values: pointsOf(axis),
    }),
  );
  const variables = layout.variables.map(({ name, attributes = {}, type = "float64", f }): NetcdfVariableLayout => {
    let rows: Readonly<Partial<Record<SeaAxis, number>>>[] = [{}];
    for (const axis of order) rows = rows.flatMap((row) => pointsOf(axis).map((point) => ({ ...row, [axis]: point })));
    const values = rows.map((at) => f(at.time ?? 0, at.depth ?? 0, at.lat ?? 0, at.lon ?? 0));
    return { name, dimensions: order.map(nameOf), type, attributes, values };
  });
  const dimensions = Object.fromEntries(order.map((axis) => [nameOf(axis), pointsOf(axis).length]));
  return netcdf(2, { ...dimensions, ...layout.moreDimensions }, {}, [
    ...coordinates,
    ...variables,
    ...(layout.more ?? []),
  ]);
}

/** Points first, first + step … */
export function steps(first: number, step: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => first + k * step);
}

/** A component of a kind whose element names files, and what is said about it, with file, line and column. */
export function mapComponentMaker<T>(definitions: readonly Definition[], kind: KindDefinition<T>) {
  const { definitions: all, diagnostics } = Definitions.create(definitions);
  invariant(diagnostics.length === 0, diagnostics.map(formatDiagnostic).join("; "));
  const load = (attributes: string, files: Readonly<Record<string, Uint8Array>>) => {
    const text = `<${kind.kind} id="c" ${attributes}><provenance of="*" status="assumed"/></${kind.kind}>`;
    return loadComponent(all, memoryReader({ "c.xml": text }, new Map(Object.entries(files))), "c.xml");
  };
  return {
    said: (attributes: string, files: Readonly<Record<string, Uint8Array>>): string[] =>
      load(attributes, files).diagnostics.map(formatDiagnostic),
    make(attributes: string, files: Readonly<Record<string, Uint8Array>>): T {
      const { component, diagnostics: found } = load(attributes, files);
      invariant(component !== null && found.length === 0, found.map(formatDiagnostic).join("; "));
      return createModel(all, component, kind);
    },
  };
}
