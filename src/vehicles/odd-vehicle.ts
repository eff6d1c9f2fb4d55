/**
 * What is allowed number by number, and still makes an engineer raise an eyebrow: weight and buoyancy that have nothing to do with each
 * other, sizes that contradict each other, something mounted far from the hull, damping that drives. Warnings at the
 * attribute concerned; nothing is refused, since a rig, an anchor or a towed body may well be meant so.
 *
 * The limits are wide, so that what is reported is a slip of the decimal point, a sign or a unit, and not a matter of taste.
 */
import type { Diagnostic, SourceRange } from "../core/index.ts";
import type { Component } from "../library/index.ts";
import { SPATIAL_AXES } from "../math/index.ts";
import { tell, vehicleCodes } from "./assessment-checks.ts";

/** Weight over buoyancy, and buoyancy over weight. A crawler is heavy by a few tenths; a boat's hull holds some times its weight. */
const HEAVIEST = 1.5;
const LIGHTEST = 20;
/** How often one size may go into another that should be about the same. */
const DISAGREE = 2;
/** How far, in lengths of the hull, something may stand off it: a boom does not reach further. */
const FARTHEST = 0.5;

/** What a file gives of the numbers that are looked at here; a model that does not read one has it not. */
type Given = Readonly<Record<string, number | readonly number[] | undefined>>;

/** Of a vehicle with a hull, and of what is mounted on it. */
export function vehicleOddities(vehicle: Component, density_kgpm3: number): Diagnostic[] {
  const body = vehicle.children.find((child) => child.kind === "hull");
  if (body === undefined) return [];
  const list = hullOddities(body);
  tellOfWeight(list, body, density_kgpm3);
  const outline = outlineOf(body);
  const { length_m } = vehicle.params as { readonly length_m?: number };
  if (outline !== null && length_m !== undefined) {
    tellOfSize(
      list,
      vehicle,
      "length_m",
      length_m,
      `its hull is ${short(outline.size_m[0])} m long`,
      outline.size_m[0],
    );
  }
  const around = outline ?? (length_m === undefined ? null : aroundOrigin(length_m));
  // Of a hull that lies far from Bo, everything else lies far as well.
  if (around === null || distanceOff(around, [0, 0, 0]) > around.largest_m) return list;
  for (const child of vehicle.children) {
    if (child.kind === "hull") continue;
    tellOfMount(list, child, around);
    tellOfDevice(list, child, around);
  }
  return list;
}

/** Of a hull by itself. */
export function hullOddities(body: Component): Diagnostic[] {
  const list: Diagnostic[] = [];
  tellOfDamping(list, body);
  const outline = outlineOf(body);
  if (outline === null) return list;
  const { cg_m, crossFlowDiameter_m } = readOf(body) as { cg_m?: readonly number[]; crossFlowDiameter_m?: number };
  const { centre_m, size_m, largest_m } = outline;
  const shape = `${size_m.map(short).join(" × ")} m`;
  const off_m = distanceOff(outline, [0, 0, 0]);
  if (off_m > largest_m) {
    const message = `cb_m = ${centre_m.join(" ")}: the hull, ${shape}, lies ${short(off_m)} m from Bo, from which everything is measured`;
    tell(list, vehicleCodes.farOff, placeOf(body, "cb_m"), message, "the decimal point, or the unit?");
  }
  if (cg_m?.some((x, i) => Math.abs(x - centre_m[i]) > 0.6 * size_m[i])) {
    const message = `cg_m = ${cg_m.join(" ")}: the centre of mass lies outside the hull, ${shape} about the centre of buoyancy`;
    tell(list, vehicleCodes.farOff, placeOf(body, "cg_m"), message, "the decimal point, or the unit?");
  }
  tellOfInertia(list, body, outline);
  if (crossFlowDiameter_m !== undefined) {
    const width_m = Math.max(size_m[1], size_m[2]);
    tellOfSize(list, body, "crossFlowDiameter_m", crossFlowDiameter_m, `its hull is ${short(width_m)} m wide`, width_m);
  }
  return list;
}

/** The box around a hull: centre, sizes, and the largest of them. */
interface Outline {
  readonly centre_m: readonly number[];
  readonly size_m: readonly number[];
  readonly largest_m: number;
}

function outlineOf(body: Component): Outline | null {
  const { size_m, cb_m } = readOf(body) as { size_m?: readonly number[]; cb_m?: readonly number[] };
  if (size_m === undefined) return null;
  return { centre_m: cb_m ?? [0, 0, 0], size_m, largest_m: Math.max(...size_m) };
}

/** For a hull that keeps its outline to itself. */
function aroundOrigin(length_m: number): Outline {
  return { centre_m: [0, 0, 0], size_m: [length_m, length_m, length_m], largest_m: length_m };
}

function readOf({ params, unread }: Component): Given {
  return Object.fromEntries(Object.entries(params as Given).filter(([name]) => !unread.includes(name)));
}

function placeOf({ origin, range }: Component, name: string): SourceRange {
  return origin[name] ?? range;
}

/** From a point to the box, 0 inside. */
function distanceOff({ centre_m, size_m }: Outline, point_m: readonly number[]): number {
  const off = point_m.map((x, i) => Math.max(0, Math.abs(x - centre_m[i]) - 0.5 * size_m[i]));
  return Math.sqrt(off.reduce((sum, x) => sum + x * x, 0));
}

function tellOfWeight(list: Diagnostic[], body: Component, density_kgpm3: number): void {
  const { mass_kg, volume_m3 } = readOf(body) as { mass_kg?: number; volume_m3?: number };
  if (mass_kg === undefined || volume_m3 === undefined) return;
  const displaced_kg = density_kgpm3 * volume_m3;
  const times = mass_kg / displaced_kg;
  if (times <= HEAVIEST && times * LIGHTEST >= 1) return;
  const way = times > 1 ? "it sinks like a stone" : "it floats like a cork";
  const message = `mass_kg = ${mass_kg} is ${short(times)} times what it displaces, ${short(displaced_kg)} kg: ${way}`;
  tell(
    list,
    vehicleCodes.weightOff,
    placeOf(body, "mass_kg"),
    message,
    `do mass_kg and volume_m3 = ${volume_m3} belong together?`,
  );
}

function tellOfSize(
  list: Diagnostic[],
  component: Component,
  name: string,
  value_m: number,
  other: string,
  other_m: number,
): void {
  if (value_m <= DISAGREE * other_m && value_m * DISAGREE >= other_m) return;
  tell(
    list,
    vehicleCodes.sizesDisagree,
    placeOf(component, name),
    `${name} = ${value_m}, but ${other}`,
    "which of them is meant?",
  );
}

/** No mass inside the outline has a radius of gyration beyond half of its diagonal. */
function tellOfInertia(list: Diagnostic[], body: Component, { size_m }: Outline): void {
  const { mass_kg, inertia_kgm2 } = readOf(body) as { mass_kg?: number; inertia_kgm2?: readonly number[] };
  if (mass_kg === undefined || inertia_kgm2 === undefined) return;
  const [x, y, z] = size_m;
  const across = [y * y + z * z, x * x + z * z, x * x + y * y];
  const axis = across.findIndex((square_m2, k) => inertia_kgm2[k] > DISAGREE * mass_kg * 0.25 * square_m2);
  if (axis < 0) return;
  const radius_m = Math.sqrt(inertia_kgm2[axis] / mass_kg);
  const message = `inertia_kgm2 value ${axis + 1} = ${inertia_kgm2[axis]} would have ${mass_kg} kg lie ${short(radius_m)} m from the centre of mass, outside the hull`;
  const hint = `at most ${short(0.25 * across[axis] * mass_kg)} kg·m² fit into ${size_m.join(" × ")} m`;
  tell(list, vehicleCodes.sizesDisagree, placeOf(body, "inertia_kgm2"), message, hint);
}

/** Where the diagonal of a damping matrix is negative, or a derivative that brakes is positive. */
function tellOfDamping(list: Diagnostic[], body: Component): void {
  const given = readOf(body);
  for (const name of ["linearDamping", "quadraticDamping"]) {
    const values = given[name];
    if (!Array.isArray(values)) continue;
    const stride = values.length === 36 ? 7 : 1;
    SPATIAL_AXES.forEach((axis, k) => {
      const value = values[k * stride] as number;
      if (!(value < 0)) return;
      const message = `${name} is ${value} in ${axis}: it drives instead of braking`;
      tell(
        list,
        vehicleCodes.drivingDamping,
        placeOf(body, name),
        message,
        "damping matrices are positive when they brake",
      );
    });
  }
  for (const [name, axis] of [
    ["Xuu", "surge"],
    ["Yvv", "sway"],
    ["Zww", "heave"],
    ["Kpp", "roll"],
    ["Mqq", "pitch"],
    ["Nrr", "yaw"],
  ] as const) {
    const value = given[name];
    if (typeof value !== "number" || !(value > 0)) continue;
    const message = `${name} = ${value}: the damping in ${axis} drives instead of braking`;
    tell(list, vehicleCodes.drivingDamping, placeOf(body, name), message, "derivatives are negative when they brake");
  }
}

/** Places that devices give from Bo: where they are mounted, and the centre of what the wind meets. */
function tellOfMount(list: Diagnostic[], child: Component, outline: Outline): void {
  const mount = (child.mount ?? {}) as Given;
  const own = child.params as Given;
  for (const [name, point_m] of [
    ["position_m", mount.position_m],
    ["centre_m", own.centre_m],
  ] as const) {
    if (!Array.isArray(point_m) || point_m.length !== 3) continue;
    const off_m = distanceOff(outline, point_m as readonly number[]);
    if (off_m <= FARTHEST * outline.largest_m) continue;
    const hull = `the hull, whose largest size is ${short(outline.largest_m)} m`;
    const message = `${child.kind} "${child.id}" stands ${short(off_m)} m off ${hull}: ${name} = ${point_m.join(" ")}`;
    tell(list, vehicleCodes.farOff, placeOf(child, name), message, "the decimal point, or the unit?");
  }
}

/** Devices that are larger than the hull that carries them. */
function tellOfDevice(list: Diagnostic[], child: Component, { largest_m }: Outline): void {
  const given = readOf(child);
  const names = { thruster: ["diameter_m"], fin: ["span_m", "chord_m"], windage: ["length_m"] }[child.kind] ?? [];
  for (const name of names) {
    const value = given[name];
    const most_m = (child.kind === "windage" ? DISAGREE : 1) * largest_m;
    if (typeof value !== "number" || value <= most_m) continue;
    const message = `${name} = ${value} of ${child.kind} "${child.id}" is more than the hull's largest size, ${short(largest_m)} m`;
    tell(list, vehicleCodes.sizesDisagree, placeOf(child, name), message, "the decimal point, or the unit?");
  }
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
