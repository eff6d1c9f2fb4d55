/**
 * Whether a vehicle starts inside another one, an obstacle or the bottom: how deep, and the nearest free place.
 *
 * The free place is found by pushing the vehicle out along the normal of its deepest overlap, again and again, its attitude kept: the nearest
 * one where one thing is overlapped, and a near one where several are. Bodies on a path count as they are at the start.
 */
import { GAP, GAP_SIZE, Gaps, type SolidBody } from "../../environment/index.ts";
import { rotateInto } from "../../math/index.ts";
import { STATE, startInto } from "../../vehicles/index.ts";
import type { Contacts } from "./contacts.ts";
import type { ScenarioVehicle } from "./vehicle.ts";

/** Beyond what is left of an overlap. */
const CLEAR_M = 1e-3;
const MOST_PUSHES = 200;
/** What lies on something to rounding is not inside it; the run leaves as much. */
const ROUNDING_M = 1e-5;
const AT_ORIGIN = Float64Array.of(0, 0, 0, 1, 0, 0, 0);

export interface Overlap {
  readonly depth_m: number;
  /** "world/quay", "the bottom", the name of a vehicle. */
  readonly what: string;
  /** p_NB of a free place, null where none was found. */
  readonly free_m: readonly number[] | null;
}

/** The deepest overlap at a pose: how deep, with what, and the way out. */
interface Deepest {
  depth_m: number;
  what: string;
  readonly normal: Float64Array;
}

export class StartOverlaps {
  readonly #contacts: Contacts;
  readonly #names: readonly string[];
  /** By body: pose at the start; null for none. */
  readonly #poses: readonly (Float64Array | null)[];
  readonly #gaps = new Gaps();
  readonly #gap = new Float64Array(GAP_SIZE);
  readonly #place = new Float64Array(3);
  readonly #reach = new Float64Array(1);
  readonly #found: Int32Array;

  constructor(contacts: Contacts, vehicles: readonly ScenarioVehicle[]) {
    this.#contacts = contacts;
    this.#names = [...vehicles.map(({ name }) => name), ...contacts.movers.map(({ name }) => name)];
    this.#found = new Int32Array(Math.max(1, contacts.pieces.solids.count));
    this.#poses = contacts.bodies.map((body, i) => {
      if (body === null) return null;
      const pose = new Float64Array(STATE.actuators);
      const mover = contacts.movers[i - contacts.vehicles];
      if (mover === undefined) startInto(pose, 0, vehicles[i]!.component);
      else mover.path.motionInto(pose, 0, new Float64Array(1), 0);
      return pose;
    });
  }

  /** What vehicle i overlaps at its start, of other vehicles only those before it; null for nothing. */
  of(i: number): Overlap | null {
    const start = this.#poses[i];
    if (start === undefined || start === null) return null;
    const at = this.#deepest(i, start, i);
    if (at.depth_m <= ROUNDING_M) return null;
    const pose = start.slice();
    for (let n = 0; n < MOST_PUSHES; n++) {
      const next = this.#deepest(i, pose, this.#contacts.bodies.length);
      if (next.depth_m <= 0) return { depth_m: at.depth_m, what: at.what, free_m: [...pose.subarray(0, 3)] };
      for (let k = 0; k < 3; k++) pose[k]! += (next.depth_m + CLEAR_M) * next.normal[k]!;
    }
    return { depth_m: at.depth_m, what: at.what, free_m: null };
  }

  /** Of body i at a pose, against what stands, the bottom, and bodies below `bodies` and all on paths. */
  #deepest(i: number, pose: Float64Array, bodies: number): Deepest {
    const { contacts, own } = { contacts: this.#contacts, own: this.#contacts.bodies[i]!.body };
    const deepest: Deepest = { depth_m: 0, what: "", normal: new Float64Array(3) };
    rotateInto(this.#place, 0, pose, STATE.q, own.centre_m, 0);
    for (let k = 0; k < 3; k++) this.#place[k]! += pose[k]!;
    this.#reach[0] = own.radius_m[0]!;
    const found = contacts.pieces.solids.near(this.#place, 0, this.#reach, this.#found);
    for (let f = 0; f < found; f++) {
      const piece = this.#found[f]!;
      const name = contacts.pieces.names[contacts.pieces.solids.owner(piece)]!;
      this.#against(deepest, own, pose, contacts.pieces.solids.body(piece), AT_ORIGIN, name);
    }
    contacts.bodies.forEach((other, j) => {
      const there = this.#poses[j];
      if (other === null || there == null || j === i || (j >= bodies && j < contacts.vehicles)) return;
      this.#against(deepest, own, pose, other.body, there, this.#names[j]!);
    });
    if (contacts.bottom !== null) this.#againstBottom(deepest, own, pose);
    return deepest;
  }

  #against(
    deepest: Deepest,
    own: SolidBody,
    pose: Float64Array,
    other: SolidBody,
    there: Float64Array,
    what: string,
  ): void {
    const gap = this.#gap;
    for (let a = 0; a < own.count; a++) {
      for (let b = 0; b < other.count; b++) {
        this.#gaps.gapInto(gap, 0, own, a, pose, 0, other, b, there, 0);
        const depth_m = -gap[GAP.distance]!;
        if (!(depth_m > deepest.depth_m)) continue;
        deepest.depth_m = depth_m;
        deepest.what = what;
        for (let k = 0; k < 3; k++) deepest.normal[k] = gap[GAP.normal + k]!;
      }
    }
  }

  #againstBottom(deepest: Deepest, own: SolidBody, pose: Float64Array): void {
    const bottom = this.#contacts.bottom!;
    this.#gaps.clearanceInto(this.#gap, 0, bottom, own, pose, 0);
    const depth_m = -this.#gap[0]!;
    if (!(depth_m > deepest.depth_m)) return;
    deepest.depth_m = depth_m;
    deepest.what = "the bottom";
    bottom.normalInto(deepest.normal, 0, pose, 0);
    if (!Number.isFinite(deepest.normal[2]!)) deepest.normal.set([0, 0, -1]);
  }
}
