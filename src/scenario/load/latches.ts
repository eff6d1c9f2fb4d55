/**
 * The latches of a scenario: where they stand, which vehicles each may take and by what, and whether that can happen at all.
 *
 * A vehicle fits a latch if it can be there: with its coupling in the middle of the latch's plane and the axes together, turned about them as
 * the frames are, none of its solids is inside one of the dock's. What does not fit and is named is an error; where the latch takes all, those
 * that do not fit are left out, and it is an error if none is left.
 */
import { codedDiagnostic, type Diagnostic, didYouMean, S_PER_NS } from "../../core/index.ts";
import { GAP, GAP_SIZE, Gaps } from "../../environment/index.ts";
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
type Reporter = (d: Diagnostic) => void;

export function latchesOf(
  vehicles: readonly ScenarioVehicle[],
  shapes: readonly VehicleShape[],
  touches: boolean,
  step_ns: number,
  report: Reporter,
): ScenarioLatch[] {
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
      const fits = touches ? new Fit(shapes[index]!, dock, pose) : null;
      const candidates = candidatesOf(path, component, vehicles, shapes, fits, report);
      const made = { path, dock: index, actuator, component, pose: [...pose], window, gate_m };
      return candidates === null ? [] : [Object.freeze({ ...made, sight_m: sight_m ?? SIGHT * offset_m, candidates })];
    });
  });
}

/** p_NL, q_NL. */
function poseOf(dock: Component, { mount }: Latch): Float64Array {
  const start = new Float64Array(STATE.actuators);
  startInto(start, 0, dock);
  const { position_m, attitude_rad } = mount as ParamsOf<NonNullable<typeof latchKind.mount>>;
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

/** null where it is refused. */
function candidatesOf(
  path: string,
  latch: Latch,
  vehicles: readonly ScenarioVehicle[],
  shapes: readonly VehicleShape[],
  fits: Fit | null,
  report: Reporter,
): LatchCandidate[] | null {
  const { takes } = latch.mount as ParamsOf<NonNullable<typeof latchKind.mount>>;
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
    const depth_m = fits?.overlap_m(shapes[vehicle]!, coupling) ?? 0;
    if (depth_m <= ROOM_M) candidates.push(Object.freeze({ vehicle, coupling }));
    else tooLarge.push({ name, depth_m });
  });
  if (tooLarge.length > 0 && (takes !== undefined || candidates.length === 0)) {
    refused = true;
    for (const { name, depth_m } of tooLarge) {
      const message = `${path} cannot take ${name}: with its coupling at the latch, it would be ${Number(depth_m.toPrecision(3))} m inside the dock`;
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

/** How far a vehicle would be inside a dock while a latch of it holds the vehicle. */
class Fit {
  readonly #dock: VehicleShape;
  readonly #start = new Float64Array(STATE.actuators);
  readonly #latch: Float64Array;
  readonly #gaps = new Gaps();

  constructor(dock: VehicleShape, component: Component, latch: Float64Array) {
    this.#dock = dock;
    this.#latch = latch;
    startInto(this.#start, 0, component);
  }

  overlap_m({ body }: VehicleShape, { point_m, q_BC }: CouplingPlace): number {
    const dock = this.#dock.body;
    if (body === null || dock === null) return 0;
    const pose = new Float64Array(7);
    const q = Float64Array.from(q_BC);
    conjugateQuaternionInto(q, 0, q, 0);
    multiplyQuaternionsInto(pose, 3, this.#latch, 3, q, 0);
    rotateInto(pose, 0, pose, 3, Float64Array.from(point_m), 0);
    for (let k = 0; k < 3; k++) pose[k] = this.#latch[k]! - pose[k]!;
    const gap = new Float64Array(GAP_SIZE);
    let deepest_m = 0;
    for (let a = 0; a < body.count; a++) {
      for (let b = 0; b < dock.count; b++) {
        this.#gaps.gapInto(gap, 0, body, a, pose, 0, dock, b, this.#start, 0);
        deepest_m = Math.max(deepest_m, -gap[GAP.distance]!);
      }
    }
    return deepest_m;
  }
}
