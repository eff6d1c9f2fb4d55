/** A named scalar from a map file: two axes of an ESRI ASCII grid or a GeoTIFF, two to four of a NetCDF file. */
import { defineModel, type ParamsOf } from "../../library/index.ts";
import { FieldScalar } from "./fields/field-scalar.ts";
import { LocalPiece } from "./fields/local-piece.ts";
import { checkMapParams, mapLatitude, mapParams, pieceRequest, reportMapErrors } from "./fields/map-params.ts";
import { openScalarMap, seaMapOptions } from "./fields/open-sea-map.ts";
import { NamedSource, scalar, scalarEdge } from "./scalar.ts";

const params = {
  map: { type: "file", doc: "ESRI ASCII grid, GeoTIFF or NetCDF", example: "map.nc" },
  variable: { type: "text", doc: "name of the variable in a NetCDF file that has several", optional: true },
  gaps: {
    type: "choice",
    choices: ["nearest", "zero", "refuse"],
    doc: "where the map has no value: the nearest one at the same depth, or else the one above; 0; or an error",
    default: "nearest",
  },
  ...mapLatitude,
  ...mapParams,
  edge: scalarEdge,
} as const;

type MapScalarParams = ParamsOf<typeof params>;

export const mapScalar = defineModel(scalar, {
  model: "map",
  doc: "On the grid of a map file: linear in space and time",
  reads: ["name", "unit"],
  params,
  check(p, report) {
    if (checkMapParams(p, report)) reportMapErrors("map", report, () => sourceOf(p));
  },
  create(p, component) {
    const { source, unit } = sourceOf(p);
    return new NamedSource(source, p.name ?? component.id, p.unit ?? unit);
  },
});

/** Read twice, when it is checked and when it is made: nothing is kept between the two. */
function sourceOf(p: MapScalarParams): { readonly source: FieldScalar; readonly unit: string } {
  const map = openScalarMap(p.map, p.variable, seaMapOptions(p));
  const piece = new LocalPiece(map, pieceRequest(p));
  const source = new FieldScalar(piece, piece.valuesOf(map, p.gaps), p.edge);
  return { source, unit: map.units === "" ? "1" : map.units };
}
