/**
 * The values of a NetCDF-3 file, whole or in part.
 *
 * A variable lies in one piece, the last dimension fastest; over the record dimension it lies in one piece per record, `recordStride`
 * bytes apart. So a value stands at
 *
 *   offset + Σ index[k] stride[k],   stride[last] = size,   stride[k] = stride[k + 1] length[k + 1],   stride[0] = recordStride     (1)
 *
 * Source: [NetCDF3]. Tests: netcdf.test.ts, netcdf-file.test.ts.
 */
import { invariant } from "../../core/index.ts";
import { readRun } from "./byte-reader.ts";
import { shown } from "./map-error.ts";
import { checkedSlab, type NetcdfFile, type NetcdfSlab, type NetcdfVariable } from "./netcdf-file.ts";
import { type Netcdf3Header, readNetcdf3Header, sizeOf } from "./netcdf-header.ts";

export function openNetcdf3(file: string, bytes: Uint8Array): NetcdfFile {
  const header = readNetcdf3Header(file, bytes);
  const { dimensions, attributes, variables } = header;
  return {
    file,
    format: "NetCDF-3",
    dimensions,
    attributes,
    variables,
    groups: [],
    readStored: (variable, slab) => readValues(header, variable, slab),
  };
}

function readValues(header: Netcdf3Header, wanted: NetcdfVariable, slab: NetcdfSlab | undefined): Float64Array {
  const { reader, variables } = header;
  const variable = variables.find((candidate) => candidate === wanted);
  const { start, count } = checkedSlab(reader.file, wanted, slab);
  invariant(variable !== undefined && variable.type !== "text", "a variable is read from its own file");
  const { name, type, dimensions, offset, recordStride } = variable;

  // (1)
  const rank = dimensions.length;
  const strides = new Array<number>(rank).fill(sizeOf(type));
  for (let k = rank - 2; k >= 0; k--) strides[k] = strides[k + 1] * dimensions[k + 1].length;
  if (recordStride > 0) strides[0] = recordStride;
  let first = offset;
  let last = offset;
  for (let k = 0; k < rank; k++) {
    first += start[k] * strides[k];
    last += (start[k] + count[k] - 1) * strides[k];
  }
  reader.need(first, last + sizeOf(type) - first, `variable ${shown(name)}`);

  const cells = count.reduce((product, n) => product * n, 1);
  const values = new Float64Array(cells);
  const index = new Array<number>(rank).fill(0);
  // Numbers side by side are read in one go; single numbers of records are not side by side.
  const outer = rank > 0 && strides[rank - 1] === sizeOf(type) ? rank - 1 : rank;
  const run = outer < rank ? count[outer] : 1;
  const { bytes } = reader;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = first;
  for (let k = 0; k < cells; ) {
    readRun(values, k, view, type, at, run, false);
    k += run;
    // The next row of the slab, as an odometer turns.
    for (let d = outer - 1; d >= 0; d--) {
      at += strides[d];
      if (++index[d] < count[d]) break;
      at -= count[d] * strides[d];
      index[d] = 0;
    }
  }
  return values;
}
