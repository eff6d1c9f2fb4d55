/** A vehicle's assessment in words and numbers with their units, one line each, for `thetis components show`. */
import { formatDiagnostic, RAD_PER_DEG } from "../core/index.ts";
import type { VehicleAssessment } from "./assessment.ts";
import type { Linearisation, StableSteps } from "./stable-step.ts";
import type { Statics } from "./statics.ts";

type Line = readonly [label: string, text: string];

export function assessmentText(assessment: VehicleAssessment): string {
  const lines: Line[] = [
    ["water", `${digits(assessment.density_kgpm3)} kg/m³, g = ${digits(assessment.gravity_mps2)} m/s²`],
  ];
  if (!assessment.hasDynamics) lines.push(["dynamics", "none: it has no hull and stays where it is put"]);
  const { massEigenvalues: values, statics, speeds, atRest, ahead, allocation } = assessment;
  if (values !== null) {
    const [least, most] = [values[0], values[values.length - 1]].map(digits);
    lines.push(["mass matrix", `positive definite, eigenvalues ${least} … ${most} (kg, kg·m²)`]);
  }
  if (statics !== null) addStatics(lines, statics);
  for (const { direction, thrust_N, speed_mps } of speeds ?? []) {
    const speed = speed_mps === null ? "no terminal speed: nothing brakes it" : `${digits(speed_mps)} m/s`;
    lines.push([`full speed ${direction}`, `${speed} (${digits(thrust_N)} N at rest)`]);
  }
  if (allocation !== null) {
    const { rank, condition, missing } = allocation;
    const words = rank === 6 ? `rank 6, condition number ${digits(condition)}` : `rank ${rank}; ${missing}`;
    lines.push(["thrusters together", words]);
  }
  if (atRest !== null) addModes(lines, "at rest", atRest);
  if (ahead !== null) addModes(lines, "at full speed", ahead);

  const width = Math.max(...lines.map(([label]) => label.length));
  const text = lines.map(([label, words]) => `${label.padEnd(width)}  ${words}`);
  return [assessment.path, ...text, ...assessment.diagnostics.map(formatDiagnostic)].join("\n");
}

function addStatics(lines: Line[], s: Statics): void {
  const net = `${s.netBuoyancy_N < 0 ? "−" : "+"}${digits(Math.abs(s.netBuoyancy_N))} N`;
  lines.push(["weight", `${digits(s.weight_N)} N`]);
  lines.push(["buoyancy", `${digits(s.buoyancy_N)} N, net ${net}: it ${s.behaviour}`]);
  const { rest, bg_m, stiffness_Nmprad, rollPeriod_s, pitchPeriod_s } = s.submerged;
  const stiffness = bg_m > 0 ? `, ${digits(stiffness_Nmprad)} N·m/rad` : "";
  lines.push(["BG under water", `${digits(bg_m)} m${stiffness}`]);
  lines.push(["rest under water", rest === null ? "any attitude" : angles(rest.roll_rad, rest.pitch_rad)]);
  lines.push(["periods under water", periods(["roll", rollPeriod_s], ["pitch", pitchPeriod_s])]);
  if (s.floating === null) return;
  const { waterplane, rest: afloat } = s.floating;
  const { rollMetacentricHeight_m: roll_m, pitchMetacentricHeight_m: pitch_m } = waterplane;
  lines.push(["GM afloat", `roll ${digits(roll_m)} m, pitch ${digits(pitch_m)} m`]);
  lines.push(["heave stiffness", `${digits(waterplane.heaveStiffness_Npm)} N/m`]);
  lines.push([
    "rest afloat",
    afloat === null
      ? "not found near level"
      : `Bo at a depth of ${digits(afloat.depth_m)} m, ${angles(afloat.roll_rad, afloat.pitch_rad)}`,
  ]);
  lines.push([
    "periods afloat",
    periods(
      ["heave", s.floating.heavePeriod_s],
      ["roll", s.floating.rollPeriod_s],
      ["pitch", s.floating.pitchPeriod_s],
    ),
  ]);
}

function addModes(lines: Line[], when: string, { re, im, steps_s }: Linearisation): void {
  let fastest = 0;
  let growth = 0;
  re.forEach((x, k) => {
    fastest = Math.max(fastest, Math.sqrt(x * x + im[k] * im[k]));
    growth = Math.max(growth, x);
  });
  const names = Object.keys(steps_s) as (keyof StableSteps)[];
  const steps = names.map((name) => {
    const step_s = steps_s[name];
    return Number.isFinite(step_s) ? `${name} ${digits(step_s)} s` : `${name} any`;
  });
  lines.push([`largest steps ${when}`, steps.join(", ")]);
  // Differences and repeated zeros blur what is slower than this.
  if (growth > 1e-3) lines.push([`unstable ${when}`, `a motion grows by e in ${digits(1 / growth)} s`]);
  if (fastest > 0) lines.push([`fastest mode ${when}`, `${digits(fastest)} 1/s`]);
}

function periods(...list: readonly (readonly [string, number | null])[]): string {
  return list.map(([name, value]) => (value === null ? `${name} none` : `${name} ${digits(value)} s`)).join(", ");
}

function angles(roll_rad: number, pitch_rad: number): string {
  // + 0 makes 0 of −0.
  const degrees = (angle: number): string => `${Number((angle / RAD_PER_DEG).toFixed(2)) + 0}°`;
  return `heel ${degrees(roll_rad)}, trim ${degrees(pitch_rad)}`;
}

/** Four significant digits, and no more noughts than needed. */
function digits(value: number): string {
  return String(Number(value.toPrecision(4)));
}
