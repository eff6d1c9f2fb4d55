/**
 * What the .prj file beside an ESRI ASCII grid or an XYZ text says: WKT, a proj string or an EPSG number, or the words of older programs.
 *
 *   Projection    UTM            GEOGRAPHIC and UTM become systems; of another projection only the units are taken
 *   Zone          31             negative in the south
 *   Datum         WGS84          WGS84, ETRS89 or NAD83, which are taken for one; another is refused
 *   Units         METERS         DD of degrees
 *   Zunits        FEET           of the values; NO says nothing
 *   Parameters
 *
 * WKT of a vertical system, in COMPD_CS or behind the horizontal one, gives the unit of the values and whether they count down.
 * A file that is none of these, or that contradicts the scenario, is refused: to pass over it would shift the map.
 * Tests: prj-file.test.ts.
 */
import { startOfFile } from "../../core/index.ts";
import { SourceText } from "../../library/index.ts";
import {
  coordinatesOfDefinition,
  coordinatesOfEpsg,
  type MapSystem,
  systemOfText,
  unitOfDefinition_m,
} from "./coordinate-system.ts";
import { KNOWN_LENGTHS, metresIn } from "./length-units.ts";
import { type MapError, mapCodes, mapError, shown } from "./map-error.ts";
import type { MapCoordinates, MapOptions, MapQuantity } from "./map-grid.ts";
import { checkStated } from "./stated-system.ts";

// Browsers, workers and Node all have it; the rooms that run anywhere know no platform's types.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

const LONGEST = 65_536;

export interface PrjStatement {
  readonly system?: MapSystem;
  readonly coordinates?: MapCoordinates;
  /** Metres in one unit of the coordinates, and of the values. */
  readonly unit_m?: number;
  readonly valueUnit_m?: number;
  readonly quantity?: MapQuantity;
}

/** Empty where there is no such file. mapFile: the name of the map, for messages. */
export function readPrj(mapFile: string, options: MapOptions): PrjStatement {
  const bytes = options.beside?.("prj") ?? null;
  if (bytes === null) return {};
  const file = `${mapFile.replace(/\.[^./\\]*$/, "")}.prj`;
  const text = bytes.length > LONGEST ? "" : new TextDecoder().decode(bytes);
  const system = systemOfText(text);
  const said = system !== undefined ? ofSystem(system, text, file) : ofWords(text, file);
  if (said === null) {
    const found = bytes.length > LONGEST ? `${bytes.length} bytes` : shown(text.trim());
    throw mapError(mapCodes.badPrj, file, `the file beside the map does not state a coordinate system: ${found}`, {
      hint: "put WKT into it (gdalsrsinfo -o wkt_esri EPSG:32631), or remove it and give the attribute epsg",
    });
  }
  checkStated(
    said,
    options,
    file,
    "the file beside the map",
    "leave the attribute out, or mend or remove the .prj file",
  );
  return said;
}

function ofSystem(system: MapSystem, text: string, file: string): PrjStatement {
  const coordinates =
    coordinatesOfDefinition(system) ?? (system.epsg === null ? undefined : coordinatesOfEpsg(system.epsg));
  return {
    system,
    ...(coordinates === undefined ? {} : { coordinates }),
    ...(coordinates === "projected" ? { unit_m: unitOfDefinition_m(system) } : {}),
    ...verticalOf(text, file),
  };
}

/** Unit and direction of the last vertical system of a WKT text. */
function verticalOf(text: string, file: string): Pick<PrjStatement, "valueUnit_m" | "quantity"> {
  const at = text.search(/\b(VERT_CS|VERTCS|VERTCRS|VERTICALCRS)\s*[[(]/i);
  if (at < 0) return {};
  const part = text.slice(at);
  const [, name = "", factor = ""] = /\b(?:LENGTH)?UNIT\s*[[(]\s*"([^"]*)"\s*,\s*([^,\])]+)/i.exec(part) ?? [];
  const valueUnit_m = factor === "" ? undefined : Number(factor);
  if (valueUnit_m !== undefined && !(valueUnit_m > 0 && Number.isFinite(valueUnit_m))) {
    throw badUnit(file, text, at, `the unit ${shown(name)} of heights has ${shown(factor)} metres`);
  }
  const isDown = /\bAXIS\s*[[(][^\])]*,\s*DOWN\b/i.test(part) || /"Direction"\s*,\s*-1/i.test(part);
  return {
    ...(valueUnit_m === undefined ? {} : { valueUnit_m }),
    ...(isDown ? { quantity: "depth" as const } : {}),
  };
}

/** Null for what does not begin with a projection. */
function ofWords(text: string, file: string): PrjStatement | null {
  const words = new Map<string, { readonly value: string; readonly at: number }>();
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const [, key = "", value = ""] = /^\s*([a-z]+)\s*(.*?)\s*$/i.exec(line) ?? [];
    if (/^parameters$/i.test(key)) break;
    if (key !== "") words.set(key.toLowerCase(), { value, at: index });
  }
  const of = (key: string): string => words.get(key)?.value ?? "";
  const projection = of("projection").toUpperCase();
  if (projection === "") return null;
  const refuse = (key: string, message: string): MapError => badUnit(file, text, words.get(key)?.at ?? 0, message);

  for (const key of ["xshift", "yshift"]) {
    if (of(key) !== "" && Number(of(key)) !== 0) throw refuse(key, `a shift, ${key} ${shown(of(key))}, is not read`);
  }
  const zunits = of("zunits");
  const isSilent = /^(|no|none)$/i.test(zunits);
  const valueUnit_m = isSilent ? undefined : metresIn(zunits);
  if (!isSilent && valueUnit_m === undefined) {
    throw refuse("zunits", `Zunits ${shown(zunits)} are not read; ${KNOWN_LENGTHS} are`);
  }
  const values = valueUnit_m === undefined ? {} : { valueUnit_m };
  const units = of("units");
  if (/^GEOGRAPHIC$/.test(projection)) {
    if (!/^(|dd|deg(ree)?s?|decimal_?degrees?)$/i.test(units)) {
      throw refuse("units", `Units ${shown(units)} of degrees are not read; DD are`);
    }
    return { coordinates: "geographic", ...values };
  }
  const unit_m = units === "" ? 1 : metresIn(units);
  if (unit_m === undefined) throw refuse("units", `Units ${shown(units)} are not read; ${KNOWN_LENGTHS} are`);
  const lengths = { coordinates: "projected" as const, unit_m, ...values };
  if (projection !== "UTM") return lengths;
  const zone = Number(of("zone"));
  if (of("zone") === "" || !Number.isInteger(zone) || zone === 0 || Math.abs(zone) > 60) {
    throw refuse("zone", `Zone ${shown(of("zone"))} of UTM is not read; 1 to 60, negative in the south, are`);
  }
  const datum = of("datum") === "" || /^none$/i.test(of("datum")) ? of("spheroid") : of("datum");
  if (!/^(wgs_?(19)?84|etrs_?(19)?89|nad_?(19)?83|grs_?(19)?80)$/i.test(datum)) {
    throw refuse("datum", `UTM on the datum ${shown(datum)} is not read; on WGS84, ETRS89 and NAD83 it is`);
  }
  return { system: { epsg: (zone > 0 ? 32600 : 32700) + Math.abs(zone) }, ...lengths };
}

function badUnit(file: string, text: string, at: number, message: string): MapError {
  const source = new SourceText(file, text);
  const range = text === "" ? startOfFile(file) : source.range(at, at);
  return mapError(mapCodes.badPrj, file, message, {
    range,
    hint: "put WKT into the .prj file (gdalsrsinfo -o wkt_esri EPSG:32631), or remove it and state the system in the scenario",
  });
}
