/** Writers of map files for the tests, straight from the specifications; they share no code with the readers. */

export interface SampledMap {
  readonly rows: number;
  readonly columns: number;
  /** North row first, west to east; NaN in gaps. */
  readonly elevations: Float64Array;
}

/** Elevations of a function of north and east at the places first + k · step (north steps are negative). */
export function sampled(
  f: (north: number, east: number) => number,
  rows: number,
  columns: number,
  north: readonly [first: number, step: number],
  east: readonly [first: number, step: number],
): SampledMap {
  const elevations = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) elevations[i * columns + j] = f(north[0] + i * north[1], east[0] + j * east[1]);
  }
  return { rows, columns, elevations };
}

/** Numbers into bytes, with either byte order. */
class ByteWriter {
  readonly littleEndian: boolean;
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  constructor(littleEndian: boolean) {
    this.littleEndian = littleEndian;
  }

  #room(size: number): number {
    const at = this.length;
    this.length += size;
    while (this.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }

  u8(value: number): void {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
  }

  u16(value: number): void {
    const at = this.#room(2);
    this.#view.setUint16(at, value, this.littleEndian);
  }

  u32(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, this.littleEndian);
  }

  number(type: SampleType, value: number): void {
    const at = this.#room(BYTES[type]);
    if (type === "int8") this.#view.setInt8(at, value);
    else if (type === "uint8") this.#view.setUint8(at, value);
    else if (type === "int16") this.#view.setInt16(at, value, this.littleEndian);
    else if (type === "uint16") this.#view.setUint16(at, value, this.littleEndian);
    else if (type === "int32") this.#view.setInt32(at, value, this.littleEndian);
    else if (type === "float32") this.#view.setFloat32(at, value, this.littleEndian);
    else this.#view.setFloat64(at, value, this.littleEndian);
  }

  text(text: string): void {
    for (const letter of text) this.u8(letter.charCodeAt(0));
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  patchU32(at: number, value: number): void {
    this.#view.setUint32(at, value, this.littleEndian);
  }

  result(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

export type SampleType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "float32" | "float64";
const BYTES = { int8: 1, uint8: 1, int16: 2, uint16: 2, int32: 4, float32: 4, float64: 8 } as const;

// ESRI ASCII -------------------------------------------------------------------------------------------------------

export interface EsriLayout {
  /** "corner" or "center", and its place. */
  readonly registration: "corner" | "center";
  readonly west: number;
  readonly south: number;
  readonly cell: number;
  readonly nodata?: number;
}

export function esriAscii(map: SampledMap, layout: EsriLayout): string {
  const { registration, west, south, cell, nodata = -9999 } = layout;
  const lines = [
    `ncols ${map.columns}`,
    `nrows ${map.rows}`,
    `xll${registration} ${west}`,
    `yll${registration} ${south}`,
    `cellsize ${cell}`,
    `NODATA_value ${nodata}`,
  ];
  for (let i = 0; i < map.rows; i++) {
    const row = map.elevations.subarray(i * map.columns, (i + 1) * map.columns);
    lines.push(Array.from(row, (value) => (Number.isNaN(value) ? nodata : value)).join(" "));
  }
  return `${lines.join("\n")}\n`;
}

// GeoTIFF ----------------------------------------------------------------------------------------------------------

export interface TiffLayout {
  readonly littleEndian?: boolean;
  readonly type?: SampleType;
  /** Rows of a strip, or width and height of a tile. */
  readonly strip?: number;
  readonly tile?: readonly [number, number];
  readonly scale?: readonly number[];
  readonly tie?: readonly number[];
  readonly matrix?: readonly number[];
  /** GeoKeys: shorts, texts, and doubles in lists of one. */
  readonly keys?: Readonly<Record<number, number | string | readonly [number]>>;
  readonly nodata?: string;
  /** Text of GDAL_METADATA. */
  readonly metadata?: string;
  readonly compression?: readonly [number, (bytes: Uint8Array) => Uint8Array];
  /** Further tags, each a short; they replace what the writer would write. */
  readonly tags?: Readonly<Record<number, number>>;
}

type TiffField = readonly [type: 2 | 3 | 4 | 12, values: readonly number[]];

export function geoTiff(map: SampledMap, layout: TiffLayout): Uint8Array {
  const { littleEndian = true, type = "float64", nodata, tile } = layout;
  const [blockColumns, blockRows] = tile ?? [map.columns, layout.strip ?? map.rows];
  const blocks: Uint8Array[] = [];
  for (let row = 0; row < map.rows; row += blockRows) {
    for (let column = 0; column < map.columns; column += blockColumns) {
      const block = new ByteWriter(littleEndian);
      const lastRow = tile === undefined ? Math.min(row + blockRows, map.rows) : row + blockRows;
      for (let i = row; i < lastRow; i++) {
        for (let j = column; j < column + blockColumns; j++) {
          // Padding of tiles has a value that would show.
          const value = i < map.rows && j < map.columns ? map.elevations[i * map.columns + j] : 77;
          block.number(type, Number.isNaN(value) && nodata !== undefined ? Number(nodata) : value);
        }
      }
      blocks.push((layout.compression?.[1] ?? ((bytes) => bytes))(block.result()));
    }
  }

  const format = type.startsWith("float") ? 3 : type.startsWith("int") ? 2 : 1;
  const counts = blocks.map(({ length }) => length);
  let texts = "";
  const doubles: number[] = [];
  const keys = Object.entries(layout.keys ?? {}).map(([key, value]) => {
    if (typeof value === "number") return [Number(key), 0, 1, value];
    if (typeof value !== "string") return [Number(key), 34736, 1, doubles.push(value[0]) - 1];
    texts += `${value}|`;
    return [Number(key), 34737, value.length + 1, texts.length - value.length - 1];
  });
  const fields = new Map<number, TiffField>([
    [256, [3, [map.columns]]],
    [257, [3, [map.rows]]],
    [258, [3, [8 * BYTES[type]]]],
    [259, [3, [layout.compression?.[0] ?? 1]]],
    [277, [3, [1]]],
    [339, [3, [format]]],
  ]);
  // Offsets are filled in below, when the place of the blocks is known.
  if (tile === undefined)
    fields
      .set(278, [3, [blockRows]])
      .set(273, [4, counts])
      .set(279, [4, counts]);
  else
    fields
      .set(322, [3, [blockColumns]])
      .set(323, [3, [blockRows]])
      .set(324, [4, counts])
      .set(325, [4, counts]);
  if (layout.scale !== undefined) fields.set(33550, [12, layout.scale]);
  if (layout.tie !== undefined) fields.set(33922, [12, layout.tie]);
  if (layout.matrix !== undefined) fields.set(34264, [12, layout.matrix]);
  if (keys.length > 0) fields.set(34735, [3, [1, 1, 0, keys.length, ...keys.flat()]]);
  if (doubles.length > 0) fields.set(34736, [12, doubles]);
  if (texts !== "") fields.set(34737, [2, [...texts, "\0"].map((letter) => letter.charCodeAt(0))]);
  if (layout.metadata !== undefined) {
    fields.set(42112, [2, [...layout.metadata, "\0"].map((letter) => letter.charCodeAt(0))]);
  }
  if (nodata !== undefined) fields.set(42113, [2, [...nodata, "\0"].map((letter) => letter.charCodeAt(0))]);
  for (const [tag, value] of Object.entries(layout.tags ?? {})) fields.set(Number(tag), [3, [value]]);
  return tiffFile(littleEndian, fields, blocks, tile === undefined ? 273 : 324);
}

function tiffFile(
  littleEndian: boolean,
  fields: Map<number, TiffField>,
  blocks: readonly Uint8Array[],
  offsetsTag: number,
): Uint8Array {
  const out = new ByteWriter(littleEndian);
  const sizeOf = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;
  const write = (type: keyof typeof sizeOf, value: number): void => {
    if (type === 2) out.u8(value);
    else if (type === 3) out.u16(value);
    else if (type === 4) out.u32(value);
    else out.number("float64", value);
  };
  out.text(littleEndian ? "II" : "MM");
  out.u16(42);
  out.u32(0);
  const offsets = blocks.map((block) => {
    const at = out.length;
    out.bytes(block);
    return at;
  });
  const sorted = [...fields].sort(([a], [b]) => a - b);
  const places = sorted.map(([tag, [type, values]]) => {
    const stored = tag === offsetsTag ? offsets : values;
    const at = out.length;
    if (sizeOf[type] * stored.length > 4) for (const value of stored) write(type, value);
    return { tag, type, stored, at };
  });
  out.patchU32(4, out.length);
  out.u16(sorted.length);
  for (const { tag, type, stored, at } of places) {
    out.u16(tag);
    out.u16(type);
    out.u32(stored.length);
    if (sizeOf[type] * stored.length > 4) out.u32(at);
    else {
      const end = out.length + 4;
      for (const value of stored) write(type, value);
      while (out.length < end) out.u8(0);
    }
  }
  out.u32(0);
  return out.result();
}

// NetCDF-3 ---------------------------------------------------------------------------------------------------------

export type NetcdfAttributes = Readonly<Record<string, string | readonly [SampleType, ...number[]]>>;

export interface NetcdfVariableLayout {
  readonly name: string;
  readonly dimensions: readonly string[];
  readonly type: "int8" | "int16" | "int32" | "float32" | "float64";
  readonly attributes?: NetcdfAttributes;
  readonly values: ArrayLike<number>;
}

const NETCDF_TYPE = { int8: 1, int16: 3, int32: 4, float32: 5, float64: 6, uint8: 2, uint16: 3 } as const;

/** Fixed dimensions only; files with records come from the format's own library (outside-maps.ts). */
export function netcdf(
  version: 1 | 2,
  dimensions: Readonly<Record<string, number>>,
  attributes: NetcdfAttributes,
  variables: readonly NetcdfVariableLayout[],
): Uint8Array {
  const out = new ByteWriter(false);
  const names = Object.keys(dimensions);
  const pad = (): void => {
    while (out.length % 4 !== 0) out.u8(0);
  };
  const name = (text: string): void => {
    out.u32(text.length);
    out.text(text);
    pad();
  };
  const writeAttributes = (list: NetcdfAttributes): void => {
    const entries = Object.entries(list);
    out.u32(entries.length > 0 ? 12 : 0);
    out.u32(entries.length);
    for (const [key, value] of entries) {
      name(key);
      if (typeof value === "string") {
        out.u32(2);
        name(value);
        continue;
      }
      const [type, ...numbers] = value;
      out.u32(NETCDF_TYPE[type]);
      out.u32(numbers.length);
      for (const number of numbers) out.number(type, number);
      pad();
    }
  };
  out.text("CDF");
  out.u8(version);
  out.u32(0);
  out.u32(names.length > 0 ? 10 : 0);
  out.u32(names.length);
  for (const dimension of names) {
    name(dimension);
    out.u32(dimensions[dimension]!);
  }
  writeAttributes(attributes);
  out.u32(variables.length > 0 ? 11 : 0);
  out.u32(variables.length);
  const begins = variables.map((variable) => {
    name(variable.name);
    out.u32(variable.dimensions.length);
    for (const dimension of variable.dimensions) out.u32(names.indexOf(dimension));
    writeAttributes(variable.attributes ?? {});
    out.u32(NETCDF_TYPE[variable.type]);
    out.u32(4 * Math.ceil((BYTES[variable.type] * variable.values.length) / 4));
    if (version === 2) out.u32(0);
    out.u32(0);
    return out.length - 4;
  });
  variables.forEach((variable, k) => {
    out.patchU32(begins[k]!, out.length);
    for (let i = 0; i < variable.values.length; i++) out.number(variable.type, variable.values[i]!);
    pad();
  });
  return out.result();
}
