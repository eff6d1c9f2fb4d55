/**
 * What GDAL keeps of the one layer of a TIFF file in its tag GDAL_METADATA, a text of XML.
 *
 *   <GDALMetadata>
 *     <Item name="SCALE" sample="0" role="scale">0.1</Item>
 *     <Item name="OFFSET" sample="0" role="offset">0</Item>         value = scale · stored + offset               (1)
 *     <Item name="UNITTYPE" sample="0" role="unittype">ft</Item>
 *   </GDALMetadata>
 *
 * Marks of "no data" are stored values, before (1). Items without a role are remarks and are not read.
 * Source: GDAL's driver GTiff, as its documentation describes it. Tests: gdal-metadata.test.ts.
 */
import { mapCodes, mapError, shown } from "./map-error.ts";
import type { TiffDirectory } from "./tiff-directory.ts";

export interface GdalMetadata {
  readonly scale: number;
  readonly offset: number;
  /** Of the values, as the file words it; undefined where it does not say. */
  readonly unit: string | undefined;
}

export function gdalMetadata(directory: TiffDirectory): GdalMetadata {
  const roles = new Map<string, string>();
  const text = directory.text("GdalMetadata") ?? "";
  for (const [, attributes, content] of text.matchAll(/<Item\b([^>]*)>([^<]*)<\/Item>/g)) {
    const role = attributeOf(attributes, "role")?.toLowerCase();
    const sample = attributeOf(attributes, "sample") ?? "0";
    // The map has one layer, 0.
    if (role !== undefined && sample.trim() === "0") roles.set(role, content.trim());
  }
  const number = (role: "scale" | "offset", absent: number): number => {
    const word = roles.get(role);
    if (word === undefined) return absent;
    const value = Number(word);
    if (word !== "" && Number.isFinite(value) && (role === "offset" || value !== 0)) return value;
    const allowed = role === "scale" ? "a number other than 0" : "a number";
    const message = `the ${role} of the values in GDAL_METADATA is ${shown(word)}, not ${allowed}`;
    throw mapError(mapCodes.malformed, directory.file, message);
  };
  const unit = roles.get("unittype");
  return { scale: number("scale", 1), offset: number("offset", 0), unit: unit === "" ? undefined : unit };
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}\\s*=\\s*("([^"]*)"|'([^']*)')`).exec(attributes);
  return found?.[2] ?? found?.[3];
}
