/** What lies beyond a boundary, from a row of an environment file and the unit of its attenuations. */
import type { BeyondBoundary } from "../rays/ray-case.ts";
import { type AttenuationUnit, dBpWavelengthOf, MOST_DB_PER_WAVELENGTH } from "./attenuation-units.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import type { FileFields, Placed } from "./file-fields.ts";
import type { MaterialRow } from "./material-rows.ts";

/** √¾: a solid that did not give way to pressure in the wrong sense has c_p² > 4/3 c_s². */
const SHEAR_PER_SPEED = Math.sqrt(0.75);

/** null where something of the row was not read, or its attenuation cannot be. */
export function halfSpaceOf(
  fields: FileFields,
  row: Omit<MaterialRow, "depth">,
  unit: AttenuationUnit | null,
  frequency_Hz: number,
): BeyondBoundary | null {
  const { speed, shearSpeed, density_kgpm3, attenuation, shearAttenuation } = row;
  const all = [speed, shearSpeed, density_kgpm3, attenuation, shearAttenuation].every((p) => !Number.isNaN(p.value));
  if (!all || unit === null || Number.isNaN(frequency_Hz)) return null;
  const own = perWavelength(fields, unit, attenuation, speed.value, frequency_Hz);
  const shear = perWavelength(fields, unit, shearAttenuation, shearSpeed.value, frequency_Hz);
  if (Number.isNaN(own) || Number.isNaN(shear)) return null;
  const fastest = speed.value * SHEAR_PER_SPEED;
  if (shearSpeed.value >= fastest) {
    const message = `a shear speed of ${shearSpeed.value} m/s is not allowed beside a sound speed of ${speed.value} m/s; it must be below ${fastest}`;
    fields.report(codes.outOfRange, shearSpeed.range, message, { allowed: `below ${fastest} m/s` });
    return null;
  }
  return Object.freeze({
    model: "halfSpace",
    soundSpeed_mps: speed.value,
    density_kgpm3: density_kgpm3.value,
    attenuation_dBpWavelength: own,
    shearSpeed_mps: shearSpeed.value,
    shearAttenuation_dBpWavelength: shear,
  });
}

function perWavelength(fields: FileFields, unit: AttenuationUnit, a: Placed, c: number, f: number): number {
  const value = dBpWavelengthOf(unit, a.value, c, f);
  if (value <= MOST_DB_PER_WAVELENGTH) return value;
  const message = `an attenuation of ${value} dB per wavelength is not allowed; it must be at most ${MOST_DB_PER_WAVELENGTH}`;
  const hint = `the unit of the file is ${unit}: N Np/m, F dB/(m kHz), M dB/m, W dB per wavelength, Q quality factor, L loss parameter`;
  fields.report(codes.outOfRange, a.range, message, {
    allowed: `at most ${MOST_DB_PER_WAVELENGTH} dB per wavelength`,
    hint,
  });
  return Number.NaN;
}
