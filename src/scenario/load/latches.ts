/**
 * The latches of a scenario: where they stand, which vehicles each may take and by what, and whether that can happen at all.
 *
 * A vehicle fits a latch if it can come there: with its coupling on the axis of the latch and the axes together, turned about them as the
 * frames are, none of its solids is inside one of the dock's, from far away up to where the coupling is in the latch's plane. What does not fit and is named is an error; where the latch takes all, those
 * that do not fit are left out, and it is an error if none is left.
 */
import { codedDiagnostic, type Diagnostic, didYouMean, S_PER_NS } from "../../core/index.ts";
import { GAP, GAP_SIZE, Gaps, type SolidBody } from "../../environment/index.ts";
import { type Component, type ParamsOf, placeOfValue } from "../../library/index.ts";
import {
  conjugateQuaternionInto,
  multiplyQuaternionsInto,
  quaternionFromRpyInto,
  rotateInto,
} from "../../math/index.ts";
import {
  type CouplingPlace,
  couplingOf,
  type LatchWindow,
  type latch as latchKind,
  STATE,
  startInto,
  type VehicleShape,
} from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { ScenarioVehicle } from "./vehicle.ts";

/** What of a vehicle may be inside of a dock that it fits: rounding of the dock's edges and of written numbers. */
const ROOM_M = 1e-4;
/** Where a vehicle is tried on its way in. */
const PLACES = 200;
const AT_ORIGIN = Float64Array.of(0, 0, 0, 1, 0, 0, 0);
const SIGHT = 4;

export interface LatchCandidate {
  /** Index of the vehicle. */
  readonly vehicle: number;
  readonly coupling: CouplingPlace;
}

export interface ScenarioLatch {
  /** "dock/clasp" */
  readonly path: string;
  /** Index of the vehicle on which it stands. */
  readonly dock: number;
  /** Its index among the actuators of the dock. */
  readonly actuator: number;
  readonly component: Component;
  /** p_NL, q_NL. */
  readonly pose: readonly number[];
  readonly window: LatchWindow;
  readonly gate_m: number;
  readonly sight_m: number;
  readonly candidates: readonly LatchCandidate[];
}

type Latch = Component<typeof latchKind.params>;
type LatchMount = ParamsOf<NonNullable<typeof latchKind.mount>>;
type Reporter = (d: Diagnostic) => void;

export function latchesOf(
  vehicles: readonly ScenarioVehicle[],
  shapes: readonly VehicleShape[],
  touches: boolean,
  step_ns: number,
  report: Reporter,
): ScenarioLatch[] {
  const fits = new Fits();
  return vehicles.flatMap(({ name, component: dock, parts }, index) => {
    const latches = dock.children.filter(({ kind }) => kind === "latch") as Latch[];
    return latches.flatMap((component, actuator): ScenarioLatch[] => {
      const path = `${name}/${component.id}`;
      if (parts !== null) {
        const message = `${path} is on a vehicle that moves: ${name} has a hull`;
        const hint = "put the latch on a vehicle without hull, which stays where it is put";
        report(codedDiagnostic(scenarioCodes.latchOnMover, component.range, message, { hint }));
        return [];
      }
      const { offset_m, depth_m, angle_rad, speed_mps, gate_m, sight_m } = component.params as ParamsOf<
        typeof latchKind.params
      >;
      const window = { offset_m, depth_m, angle_rad, speed_mps };
      tellOfSteps(path, component, window, step_ns, report);
      const pose = poseOf(dock, component);
      const overlap_m: Overlap = (vehicle, coupling) =>
        touches ? fits.overlap_m(shapes[index]!, component, shapes[vehicle]!, coupling) : 0;
      const candidates = candidatesOf(path, component, vehicles, shapes, overlap_m, report);
      const made = { path, dock: index, actuator, component, pose: [...pose], window, gate_m };
      return candidates === null ? [] : [Object.freeze({ ...made, sight_m: sight_m ?? SIGHT * offset_m, candidates })];
    });
  });
}

/** p_NL, q_NL. */
function poseOf(dock: Component, { mount }: Latch): Float64Array {
  const start = new Float64Array(STATE.actuators);
  startInto(start, 0, dock);
  const { position_m, attitude_rad } = mount as LatchMount;
  const pose = new Float64Array(7);
  rotateInto(pose, 0, start, STATE.q, Float64Array.from(position_m), 0);
  for (let k = 0; k < 3; k++) pose[k]! += start[STATE.p + k]!;
  const q_BL = new Float64Array(4);
  quaternionFromRpyInto(q_BL, 0, attitude_rad[0]!, attitude_rad[1]!, attitude_rad[2]!);
  multiplyQuaternionsInto(pose, 3, start, STATE.q, q_BL, 0);
  return pose;
}

/** What enters as fast as it may is not seen if it leaves within a step. */
function tellOfSteps(path: string, latch: Latch, window: LatchWindow, step_ns: number, report: Reporter): void {
  const step_m = window.speed_mps * step_ns * S_PER_NS;
  if (window.depth_m >= step_m) return;
  const message = `the window of ${path} is ${window.depth_m} m deep, but a vehicle at ${window.speed_mps} m/s moves ${Number(step_m.toPrecision(3))} m in a step: some pass unseen`;
  const hint = "a deeper window, a lower speed_mps, or a shorter step_s";
  report(codedDiagnostic(scenarioCodes.latchMissed, placeOfValue(latch, "depth_m"), message, { hint }));
}

/** How far a vehicle, by index, would be inside the dock. */
type Overlap = (vehicle: number, coupling: CouplingPlace) => number;

/** null where it is refused. */
function candidatesOf(
  path: string,
  latch: Latch,
  vehicles: readonly ScenarioVehicle[],
  shapes: readonly VehicleShape[],
  overlap_m: Overlap,
  report: Reporter,
): LatchCandidate[] | null {
  const { takes } = latch.mount as LatchMount;
  const movers = vehicles.filter(({ parts }) => parts !== null).map(({ name }) => name);
  const allowed = movers.join(", ") || "none";
  const range = placeOfValue(latch, "takes");
  let refused = false;
  for (const name of takes ?? []) {
    if (movers.includes(name)) continue;
    refused = true;
    const there = vehicles.some((vehicle) => vehicle.name === name);
    const what = there ? `${name} has no hull, and goes nowhere` : `there is no vehicle ${JSON.stringify(name)}`;
    const message = `${path}: ${what}; vehicles that move: ${allowed}`;
    const hint = there ? undefined : didYouMean(name, movers);
    report(codedDiagnostic(scenarioCodes.latchTakesUnknown, range, message, { allowed, ...(hint && { hint }) }));
  }
  const candidates: LatchCandidate[] = [];
  const tooLarge: { readonly name: string; readonly depth_m: number }[] = [];
  vehicles.forEach(({ name, component, parts }, vehicle) => {
    if (parts === null || !(takes ?? movers).includes(name)) return;
    const coupling = couplingOf(component, shapes[vehicle]!);
    const depth_m = overlap_m(vehicle, coupling);
    if (depth_m <= ROOM_M) candidates.push(Object.freeze({ vehicle, coupling }));
    else tooLarge.push({ name, depth_m });
  });
  if (tooLarge.length > 0 && (takes !== undefined || candidates.length === 0)) {
    refused = true;
    for (const { name, depth_m } of tooLarge) {
      const message = `${path} cannot take ${name}: on its way in along the axis it would be ${Number(depth_m.toPrecision(3))} m inside the dock`;
      const hint = "a wider throat, a coupling farther ahead on the vehicle, or a latch farther out?";
      report(
        codedDiagnostic(scenarioCodes.latchOutOfReach, takes === undefined ? latch.range : range, message, { hint }),
      );
    }
  } else if (candidates.length === 0 && !refused) {
    const message = `nothing can come to ${path}: the scenario has no vehicle with a hull`;
    report(codedDiagnostic(scenarioCodes.latchTakesNothing, latch.range, message));
  }
  return refused ? null : candidates;
}

/**
 * How far a vehicle would be inside a dock on its way in, straight along the axis of a latch, and held by it. In the frame of the dock, and
 * kept for equal docks and vehicles, of which there may be many.
 */
class Fits {
  readonly #gaps = new Gaps();
  readonly #known = new Map<string, number>();

  overlap_m(dock: VehicleShape, { mount }: Latch, vehicle: VehicleShape, { point_m, q_BC }: CouplingPlace): number {
    if (vehicle.body === null || dock.body === null) return 0;
    const { position_m, attitude_rad } = mount as LatchMount;
    const key = [dock, vehicle]
      .map(({ body }) => wordsOf(body!))
      .concat(JSON.stringify([position_m, attitude_rad, point_m, q_BC]));
    const found = this.#known.get(key.join(";"));
    if (found !== undefined) return found;
    const latch = Float64Array.of(...position_m, 1, 0, 0, 0);
    quaternionFromRpyInto(latch, 3, attitude_rad[0]!, attitude_rad[1]!, attitude_rad[2]!);
    const depth_m = this.#deepest(dock.body, vehicle.body, latch, point_m, q_BC);
    this.#known.set(key.join(";"), depth_m);
    return depth_m;
  }

  #deepest(
    dock: SolidBody,
    body: SolidBody,
    latch: Float64Array,
    point_m: readonly number[],
    q_BC: readonly number[],
  ): number {
    const pose = new Float64Array(7);
    const q = Float64Array.from(q_BC);
    conjugateQuaternionInto(q, 0, q, 0);
    multiplyQuaternionsInto(pose, 3, latch, 3, q, 0);
    const held = Float64Array.from(point_m);
    rotateInto(held, 0, pose, 3, held, 0);
    const way = Float64Array.of(1, 0, 0);
    rotateInto(way, 0, latch, 3, way, 0);
    // Farther out nothing of the one reaches the other.
    const reach_m =
      dock.radius_m[0]! + apart_m(dock.centre_m, latch) + body.radius_m[0]! + apart_m(body.centre_m, point_m);
    const gap = new Float64Array(GAP_SIZE);
    let deepest_m = 0;
    for (let n = 0; n <= PLACES; n++) {
      for (let k = 0; k < 3; k++) pose[k] = latch[k]! - held[k]! - (way[k]! * reach_m * n) / PLACES;
      for (let a = 0; a < body.count; a++) {
        for (let b = 0; b < dock.count; b++) {
          this.#gaps.gapInto(gap, 0, body, a, pose, 0, dock, b, AT_ORIGIN, 0);
          deepest_m = Math.max(deepest_m, -gap[GAP.distance]!);
        }
      }
    }
    return deepest_m;
  }
}

function apart_m(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let square = 0;
  for (let k = 0; k < 3; k++) square += (a[k]! - b[k]!) * (a[k]! - b[k]!);
  return Math.sqrt(square);
}

/** The same for equal bodies. */
function wordsOf({ solids }: SolidBody): string {
  return solids.map(({ centre_m, vertices_m, round }) => [...centre_m, ...vertices_m, ...round].join(" ")).join(",");
}
