/**
 * Arrivals as BELLHOP writes them in text (.arr of a run of type A), and back.
 *
 *   '2D'
 *   f
 *   n  source depths, m
 *   n  receiver depths, m
 *   n  receiver ranges, m
 *   for each source: the largest number of arrivals, then for each depth, for each range: their number, then a line for each
 *   a  φ  t  t_i  θ_s  θ_r  n_s  n_b
 *
 * a amplitude relative to that at 1 m without the absorption of the water, φ its phase in degrees, t the delay in s, θ_s and θ_r angles in degrees,
 * positive down, where it leaves and arrives, n_s and n_b bounces. t_i carries the absorption of the water:
 *
 *   A = −(20/ln 10) 2π f t_i                                                          (1)  dB; t_i is not above 0
 *
 * Files of a run in three dimensions ('3D'), binary ones (type a) and those of before 2018, which begin with a number, are refused.
 * Source: the layout as BELLHOP writes it; (1) is the e^(iωt) of a complex delay. Test: arrivals-file.test.ts.
 */
import { type Diagnostic, DiagnosticList, RAD_PER_DEG } from "../../core/index.ts";
import { ARRIVAL, ARRIVAL_SIZE } from "../rays/ray-case.ts";
import { acousticFileCodes as codes } from "./file-codes.ts";
import { FileFields, MOST_VALUES, type NumberField } from "./file-fields.ts";
import { inverse } from "./inverse.ts";
import { fortranText } from "./list-directed.ts";

export interface ArrivalsFile {
  readonly frequency_Hz: number;
  readonly sourceDepths_m: Float64Array;
  readonly receiverDepths_m: Float64Array;
  readonly receiverRanges_m: Float64Array;
  /** Of each source, for each depth, for each range. */
  readonly counts: Int32Array;
  /** Records of ARRIVAL, in the order of the counts. */
  readonly arrivals: Float64Array;
}

const DB_PER_NP = 20 / Math.LN10;
const FREQUENCY: NumberField = { name: "the frequency", unit: "Hz", least: 1e-3, greatest: 1e9 };
const PLACE: NumberField = { name: "the depths", unit: "m", least: -1e9, greatest: 1e9 };
const AMPLITUDE: NumberField = { name: "the amplitude", least: 0, greatest: 1e12 };
const ANGLE: NumberField = { name: "the angle", unit: "deg", least: -1e9, greatest: 1e9 };
const DELAY: NumberField = { name: "the delay", unit: "s", least: 0, greatest: 1e9 };
const IMAGINARY: NumberField = { name: "the imaginary delay", unit: "s", least: -1e9, greatest: 1e9 };

/** (1); from 0, so that none is not −0. */
const absorptionOf = (f: number, imaginary_s: number): number => 0 - DB_PER_NP * 2 * Math.PI * f * imaginary_s;

export function writeArrivals(file: ArrivalsFile): string {
  const { frequency_Hz: f, sourceDepths_m, receiverDepths_m, receiverRanges_m, counts, arrivals } = file;
  const lines = ["'2D'", fortranText(f)];
  for (const axis of [sourceDepths_m, receiverDepths_m, receiverRanges_m]) {
    lines.push([axis.length, ...Array.from(axis, (value) => fortranText(value))].join(" "));
  }
  const receivers = receiverDepths_m.length * receiverRanges_m.length;
  let at = 0;
  for (let s = 0; s < sourceDepths_m.length; s++) {
    const own = counts.subarray(s * receivers, (s + 1) * receivers);
    lines.push(String(own.reduce((a, b) => Math.max(a, b), 0)));
    for (const count of own) {
      lines.push(String(count));
      for (let k = 0; k < count; k++, at += ARRIVAL_SIZE) lines.push(arrivalLine(arrivals, at, f));
    }
  }
  return `${lines.map((line) => ` ${line}`).join("\n")}\n`;
}

function arrivalLine(a: Float64Array, at: number, f: number): string {
  const absorption = a[at + ARRIVAL.absorption_dB];
  const imaginary = inverse(absorption, -absorption / (DB_PER_NP * 2 * Math.PI * f), (t) => absorptionOf(f, t));
  return [
    fortranText(a[at + ARRIVAL.amplitude]),
    degrees(a[at + ARRIVAL.phase_rad]),
    fortranText(a[at + ARRIVAL.delay_s]),
    fortranText(imaginary),
    degrees(a[at + ARRIVAL.launch_rad]),
    degrees(a[at + ARRIVAL.arrival_rad]),
    fortranText(a[at + ARRIVAL.surfaceBounces]),
    fortranText(a[at + ARRIVAL.bottomBounces]),
  ].join(" ");
}

function degrees(angle_rad: number): string {
  return fortranText(inverse(angle_rad, angle_rad / RAD_PER_DEG, (deg) => deg * RAD_PER_DEG));
}

export interface ArrivalsResult {
  readonly file: ArrivalsFile | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Nothing is thrown; memory follows the length of the text. */
export function readArrivals(name: string, text: string): ArrivalsResult {
  const list = new DiagnosticList();
  const fields = new FileFields(name, text, (d) => list.add(d));
  const file = readInto(fields);
  const diagnostics = list.sorted();
  return { file: list.hasErrors ? null : file, diagnostics };
}

function readInto(fields: FileFields): ArrivalsFile | null {
  const { list } = fields;
  list.begin();
  const kind = fields.letters("the kind of file", "a file of arrivals in text begins with '2D'");
  if (kind === null) return null;
  if (kind.text !== "2D") {
    fields.report(
      codes.unsupported,
      list.range(kind.item),
      `arrivals of the kind ${kind.text.slice(0, 8)} are not read; only 2D is`,
    );
    return null;
  }
  list.begin();
  const f = fields.number(FREQUENCY).value;
  const sources = axisOf(fields, "source depths");
  const depths = sources === null ? null : axisOf(fields, "receiver depths");
  const ranges = depths === null ? null : axisOf(fields, "receiver ranges");
  if (sources === null || depths === null || ranges === null || Number.isNaN(f)) return null;
  const receivers = depths.length * ranges.length;
  const counts: number[] = [];
  const values: number[] = [];
  for (let s = 0; s < sources.length; s++) {
    list.begin();
    if (Number.isNaN(fields.count("the largest number of arrivals", 0, MOST_VALUES).value)) return null;
    for (let r = 0; r < receivers; r++) {
      list.begin();
      const count = fields.count("the number of arrivals", 0, MOST_VALUES).value;
      if (Number.isNaN(count)) return null;
      counts.push(count);
      for (let k = 0; k < count; k++) {
        if (!readArrival(fields, values, f)) return null;
      }
    }
  }
  return {
    frequency_Hz: f,
    sourceDepths_m: sources,
    receiverDepths_m: depths,
    receiverRanges_m: ranges,
    counts: Int32Array.from(counts),
    arrivals: Float64Array.from(values),
  };
}

/** A count and its values in one READ. */
function axisOf(fields: FileFields, what: string): Float64Array | null {
  fields.list.begin();
  const count = fields.count(`the number of ${what}`, 1, MOST_VALUES).value;
  if (Number.isNaN(count)) return null;
  const values: number[] = [];
  for (let k = 0; k < count; k++) {
    const { value } = fields.number({ ...PLACE, name: `the ${what}` });
    if (Number.isNaN(value)) return null;
    values.push(value);
  }
  return Float64Array.from(values);
}

function readArrival(fields: FileFields, values: number[], f: number): boolean {
  fields.list.begin();
  const amplitude = fields.number(AMPLITUDE).value;
  const phase = fields.number({ ...ANGLE, name: "the phase" }).value;
  const delay = fields.number(DELAY).value;
  const imaginary = fields.number(IMAGINARY).value;
  const launch = fields.number(ANGLE).value;
  const arrival = fields.number(ANGLE).value;
  const surface = fields.count("the bounces at the surface", 0, MOST_VALUES).value;
  const bottom = fields.count("the bounces at the bottom", 0, MOST_VALUES).value;
  const row = [
    amplitude,
    phase * RAD_PER_DEG,
    delay,
    absorptionOf(f, imaginary),
    launch * RAD_PER_DEG,
    arrival * RAD_PER_DEG,
    surface,
    bottom,
  ];
  values.push(...row);
  return !row.some(Number.isNaN);
}
