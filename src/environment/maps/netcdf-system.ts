/**
 * The coordinate system of a projected NetCDF variable: a text of the variable itself, of its grid mapping, or of the file.
 *
 *   float elevation(y, x)   grid_mapping = "crs"
 *   int crs                 crs_wkt, spatial_ref or esri_pe_string: WKT;   proj4, proj4_params, proj4text or proj4_string: a proj string;
 *                           epsg_code: "EPSG:2154" or 2154
 *
 * Left out: grid mappings that have only parameters (grid_mapping_name, standard_parallel, …).
 * Source: [CF, 5.6], and what GDAL and rioxarray write. Tests: file-systems.test.ts.
 */
import { type MapSystem, systemOfText } from "./coordinate-system.ts";
import {
  findVariable,
  type NetcdfAttributes,
  type NetcdfFile,
  type NetcdfVariable,
  textAttribute,
} from "./netcdf-file.ts";

const TEXTS = [
  "crs_wkt",
  "spatial_ref",
  "esri_pe_string",
  "proj4",
  "proj4_params",
  "proj4text",
  "proj4_string",
  "epsg_code",
  "EPSG_code",
  "epsg",
];

export function systemOfVariable(netcdf: NetcdfFile, variable: NetcdfVariable): MapSystem | undefined {
  // CF also allows "crs: x y", with the coordinates that a mapping is for.
  const [mapping = ""] = textAttribute(variable.attributes, "grid_mapping").split(/[:\s]/);
  const places = [variable.attributes, findVariable(netcdf, mapping)?.attributes, netcdf.attributes];
  for (const attributes of places) {
    const system = attributes === undefined ? undefined : systemOfAttributes(attributes);
    if (system !== undefined) return system;
  }
  return undefined;
}

function systemOfAttributes(attributes: NetcdfAttributes): MapSystem | undefined {
  for (const name of TEXTS) {
    const value = attributes.get(name);
    if (value === undefined) continue;
    const isCode = /epsg/i.test(name) && /^\d+$/.test(String(value));
    const system = systemOfText(isCode ? `EPSG:${value}` : String(value));
    if (system !== undefined) return system;
  }
  return undefined;
}
