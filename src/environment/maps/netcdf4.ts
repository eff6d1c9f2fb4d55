/**
 * A NetCDF-4 file, which is an HDF5 file with conventions: its root group's datasets are the variables, and some of them the dimensions.
 *
 * A dataset with the attribute CLASS = DIMENSION_SCALE is a dimension; it is a variable as well unless its NAME says that it is not one, and
 * a variable whose name is taken by a dimension that it does not run along has "_nc4_non_coord_" before its name. The dimensions of a
 * variable are, by the first of these that says it:
 *
 *   1. itself, for a dimension of one dimension
 *   2. DIMENSION_LIST: references to the datasets of its dimensions
 *   3. _Netcdf4Coordinates: numbers of dimensions, which these carry as _Netcdf4Dimid
 *   4. per dimension, the only dimension of that length in the file; where a file has no dimensions, all its one-dimensional datasets
 *      are taken for them
 *   5. phony_dim_ and the length, a name that no axis has: the variable can be read, but not be placed
 *
 * 4 and 5 are for HDF5 files that no NetCDF library wrote. A dataset that can grow is as long as the longest along the same dimension; where
 * it was not written it has its fill value.
 * Left out: groups below the root (their names are kept for messages), types of the user's, and whatever the files of hdf5/ leave out.
 * Source: [NetCDF4]. Tests: netcdf4.test.ts.
 */
import { invariant } from "../../core/index.ts";
import { attributeReferences, attributeValue, type Hdf5Attribute, readAttributes } from "./hdf5/attributes.ts";
import { Hdf5Dataset } from "./hdf5/dataset.ts";
import { GlobalHeap } from "./hdf5/global-heap.ts";
import { readLinks } from "./hdf5/groups.ts";
import { Hdf5Source } from "./hdf5/hdf5-source.ts";
import { MESSAGE, readMessages } from "./hdf5/object-header.ts";
import {
  checkedSlab,
  type NetcdfAttributes,
  type NetcdfDimension,
  type NetcdfFile,
  type NetcdfSlab,
  type NetcdfVariable,
} from "./netcdf-file.ts";

const NOT_A_VARIABLE = "This is a netCDF dimension but not a netCDF variable";
const NON_COORDINATE = "_nc4_non_coord_";

/** Attributes that hold the conventions and were not written by the file's author. */
const HIDDEN: ReadonlySet<string> = new Set([
  "CLASS",
  "NAME",
  "DIMENSION_LIST",
  "REFERENCE_LIST",
  "DIMENSION_LABELS",
  "_Netcdf4Dimid",
  "_Netcdf4Coordinates",
  "_nc3_strict",
  "_NCProperties",
]);

/** Only groups have them. */
const GROUP_MESSAGES: readonly number[] = [MESSAGE.symbolTable, MESSAGE.linkInfo, MESSAGE.link];

interface Dataset {
  readonly name: string;
  readonly address: number;
  readonly data: Hdf5Dataset;
  readonly raw: ReadonlyMap<string, Hdf5Attribute>;
  readonly attributes: NetcdfAttributes;
  readonly isScale: boolean;
  readonly isVariable: boolean;
  /** _Netcdf4Dimid */
  readonly id: number | undefined;
}

export function openNetcdf4(file: string, bytes: Uint8Array): NetcdfFile {
  const source = new Hdf5Source(file, bytes);
  const heap = new GlobalHeap(source);
  const rootMessages = readMessages(source, source.root);
  const links = readLinks(source, rootMessages);
  if (links === null) throw source.malformed("the root of the file is not a group");

  const datasets: Dataset[] = [];
  const groups: string[] = [];
  for (const { name, address } of links) {
    const messages = readMessages(source, address);
    const data = Hdf5Dataset.open(source, name, messages);
    if (data === null) {
      if (messages.some(({ type }) => GROUP_MESSAGES.includes(type))) groups.push(name);
      continue;
    }
    datasets.push(describe(source, heap, name, address, data, readAttributes(source, messages)));
  }

  const scales = scalesOf(datasets);
  const own = new Map(datasets.map((dataset) => [dataset, nameDimensions(source, heap, scales, dataset)]));
  const lengths = new Map<string, number>();
  for (const { name, length } of Array.from(own.values()).flat()) {
    lengths.set(name, Math.max(lengths.get(name) ?? 0, length));
  }
  const stored = new Map<NetcdfVariable, Hdf5Dataset>();
  for (const dataset of datasets) {
    if (!dataset.isVariable) continue;
    const { type, space } = dataset.data;
    // What can grow is as long as the longest along that dimension.
    const dimensions = (own.get(dataset) ?? []).map(({ name, length }, d) => ({
      name,
      length: space.limits[d] === null ? (lengths.get(name) ?? length) : length,
    }));
    const kind = type.kind === "number" ? type.type : isText(type) ? "text" : "other";
    stored.set({ name: dataset.name, type: kind, dimensions, attributes: dataset.attributes }, dataset.data);
  }
  return {
    file,
    format: "NetCDF-4",
    dimensions: Array.from(lengths, ([name, length]) => ({ name, length })),
    attributes: visible(source, heap, readAttributes(source, rootMessages)),
    variables: Array.from(stored.keys()),
    groups,
    readStored: (variable, slab) => {
      const data = stored.get(variable);
      invariant(data !== undefined, "a variable is read from its own file");
      return readFilled(data, checkedSlab(file, variable, slab));
    },
  };
}

/** A slab that may reach over the end of what was written: there is the fill value. */
function readFilled(data: Hdf5Dataset, slab: NetcdfSlab): Float64Array {
  const { start, count } = slab;
  const { lengths } = data.space;
  const inside = count.map((n, d) => Math.max(0, Math.min(n, lengths[d] - start[d])));
  if (inside.every((n, d) => n === count[d])) return data.read(slab);
  const cells = count.reduce((product, n) => product * n, 1);
  const out = new Float64Array(cells).fill(data.fillValue());
  if (inside.some((n) => n === 0)) return out;
  const part = data.read({ start, count: inside });
  const run = inside[inside.length - 1];
  for (let from = 0; from < part.length; from += run) {
    let to = 0;
    let stride = 1;
    let rest = from;
    for (let d = inside.length - 1; d >= 0; d--) {
      to += (rest % inside[d]) * stride;
      rest = Math.floor(rest / inside[d]);
      stride *= count[d];
    }
    out.set(part.subarray(from, from + run), to);
  }
  return out;
}

function isText(type: Hdf5Dataset["type"]): boolean {
  return type.kind === "text" || (type.kind === "sequence" && type.of.kind === "text");
}

function describe(
  source: Hdf5Source,
  heap: GlobalHeap,
  linkName: string,
  address: number,
  data: Hdf5Dataset,
  raw: ReadonlyMap<string, Hdf5Attribute>,
): Dataset {
  const valueNamed = (name: string): string | readonly number[] | undefined => {
    const attribute = raw.get(name);
    return attribute === undefined ? undefined : attributeValue(source, heap, attribute);
  };
  const isScale = valueNamed("CLASS") === "DIMENSION_SCALE" && data.space.lengths.length > 0;
  const title = valueNamed("NAME");
  const id = valueNamed("_Netcdf4Dimid");
  return {
    name: linkName.startsWith(NON_COORDINATE) ? linkName.slice(NON_COORDINATE.length) : linkName,
    address,
    data,
    raw,
    attributes: visible(source, heap, raw),
    isScale,
    isVariable: !(isScale && typeof title === "string" && title.startsWith(NOT_A_VARIABLE)),
    id: typeof id === "object" ? id[0] : undefined,
  };
}

function visible(source: Hdf5Source, heap: GlobalHeap, raw: ReadonlyMap<string, Hdf5Attribute>): NetcdfAttributes {
  const attributes = new Map<string, string | readonly number[]>();
  for (const [name, attribute] of raw) {
    if (HIDDEN.has(name)) continue;
    const value = attributeValue(source, heap, attribute);
    if (value !== undefined) attributes.set(name, value);
  }
  return attributes;
}

/** The dimensions of the file, by what names them. */
interface Scales {
  readonly byAddress: ReadonlyMap<number, Dataset>;
  readonly byId: ReadonlyMap<number, Dataset>;
  readonly byLength: ReadonlyMap<number, readonly Dataset[]>;
}

function scalesOf(datasets: readonly Dataset[]): Scales {
  const declared = datasets.filter(({ isScale }) => isScale);
  const lines = datasets.filter(({ data }) => data.space.lengths.length === 1);
  const byLength = new Map<number, Dataset[]>();
  for (const scale of declared.length > 0 ? declared : lines) {
    const [length] = scale.data.space.lengths;
    const same = byLength.get(length);
    if (same === undefined) byLength.set(length, [scale]);
    else same.push(scale);
  }
  return {
    byAddress: new Map(declared.map((scale) => [scale.address, scale])),
    byId: new Map(declared.flatMap((scale) => (scale.id === undefined ? [] : [[scale.id, scale] as const]))),
    byLength,
  };
}

/** The rules 1 to 5. */
function nameDimensions(
  source: Hdf5Source,
  heap: GlobalHeap,
  scales: Scales,
  dataset: Dataset,
): readonly NetcdfDimension[] {
  const { raw, data } = dataset;
  const { lengths } = data.space;
  const rank = lengths.length;
  if (dataset.isScale && rank === 1) return [{ name: dataset.name, length: lengths[0] }];

  const list = raw.get("DIMENSION_LIST");
  const references = list === undefined ? undefined : attributeReferences(source, heap, list);
  const listed = references?.map((reference) => (reference === null ? undefined : scales.byAddress.get(reference)));
  const numbers = raw.get("_Netcdf4Coordinates");
  const ids = numbers === undefined ? undefined : attributeValue(source, heap, numbers);
  const numbered = typeof ids === "object" ? ids.map((id) => scales.byId.get(id)) : undefined;
  for (const found of [listed, numbered]) {
    const complete = found?.filter((scale) => scale !== undefined);
    if (found?.length === rank && complete?.length === rank) {
      return lengths.map((length, d) => ({ name: complete[d].name, length }));
    }
  }
  const isAlone = scales.byAddress.size === 0 && rank === 1;
  return lengths.map((length) => {
    const ofLength = scales.byLength.get(length) ?? [];
    const name = isAlone ? dataset.name : ofLength.length === 1 ? ofLength[0].name : `phony_dim_${length}`;
    return { name, length };
  });
}
