/**
 * The course of an impact by small steps, for comparison with impact.ts: Cartesian slip velocity, normal impulse as the independent
 * variable, classical Runge-Kutta with steps that change the slip by at most 1 %, events by halving a step.
 */
import { atan2, cos, hypot, sin } from "../../math/index.ts";

export interface Course {
  readonly p: readonly [number, number, number];
  readonly v: readonly [number, number, number];
  readonly compression: number;
  readonly restitution: number;
  readonly friction: number;
  readonly turned_rad: number;
  readonly halted: boolean;
  readonly sticks: boolean;
  /** Was the normal approach made faster by friction at some time? */
  readonly jammed: boolean;
}

// State: u1, u2, v_n, p1, p2, normal work, friction work.
type State = number[];
type Slip = (state: State) => readonly [number, number];

/** Slip of this size, against an approach of order one, counts as none. */
const STOPPED = 1e-9;

export function bySmallSteps(W: Float64Array, v: readonly number[], mu: number, e: number): Course {
  const [w11 = 0, w12 = 0, w1n = 0, , w22 = 0, w2n = 0, , , wnn = 0] = W;
  let state: State = [v[0]!, v[1]!, v[2]!, 0, 0, 0, 0];
  let pn = 0;
  let negative = 0;
  let positive = 0;
  let halted = false;
  let held: readonly [number, number] = [0, 0];
  let sticks = false;
  let jammed = false;
  let turned = 0;

  const slip: Slip = ([x = 0, y = 0]) => {
    if (halted) return held;
    const r = hypot(x, y);
    return [(-mu * x) / r, (-mu * y) / r];
  };
  const rates = (s: State): State => {
    const [f1, f2] = slip(s);
    return [
      w11 * f1 + w12 * f2 + w1n,
      w12 * f1 + w22 * f2 + w2n,
      w1n * f1 + w2n * f2 + wnn,
      f1,
      f2,
      s[2]!,
      f1 * s[0]! + f2 * s[1]!,
    ];
  };
  const along = (s: State, k: State, h: number): State => s.map((x, n) => x + h * k[n]!);
  const step = (s: State, h: number): State => {
    const k1 = rates(s);
    const k2 = rates(along(s, k1, h / 2));
    const k3 = rates(along(s, k2, h / 2));
    const k4 = rates(along(s, k3, h));
    return s.map((x, n) => x + (h / 6) * (k1[n]! + 2 * k2[n]! + 2 * k3[n]! + k4[n]!));
  };
  /** The direction in which a contact that has halted goes on, or rest: by a search over directions. */
  const halt = (): void => {
    halted = true;
    state[0] = 0;
    state[1] = 0;
    const det = w11 * w22 - w12 * w12;
    const h1 = (w22 * w1n - w12 * w2n) / det;
    const h2 = (w11 * w2n - w12 * w1n) / det;
    sticks = hypot(h1, h2) <= mu;
    held = [-h1, -h2];
    if (sticks) return;
    const sideways = (a: number): readonly [number, number] => {
      const c = cos(a);
      const s = sin(a);
      const x = w1n - mu * (w11 * c + w12 * s);
      const y = w2n - mu * (w12 * c + w22 * s);
      return [c * y - s * x, c * x + s * y];
    };
    for (let n = 0; n < 3600; n++) {
      let low = (n * Math.PI) / 1800;
      let high = ((n + 1) * Math.PI) / 1800;
      const below = sideways(low)[0] > 0;
      if (sideways(high)[0] > 0 === below) continue;
      for (let k = 0; k < 60; k++) {
        const middle = 0.5 * (low + high);
        if (sideways(middle)[0] > 0 === below) low = middle;
        else high = middle;
      }
      if (sideways(low)[1] > 0) held = [-mu * cos(low), -mu * sin(low)];
    }
  };

  if (hypot(state[0]!, state[1]!) < STOPPED) halt();
  for (let n = 0; n < 1_000_000; n++) {
    const now = rates(state);
    if (!halted && now[2]! < 0) jammed = true;
    const r = hypot(state[0]!, state[1]!);
    const fast = hypot(now[0]!, now[1]!);
    // 1 % of the slip, and 1/200 of what would stop the approach.
    let h = Math.min(halted ? Number.POSITIVE_INFINITY : (0.01 * r) / fast, 0.005 / wnn);
    const compresses = state[2]! < 0;
    let next = step(state, h);

    // Events: v_n changes sign, or all is given back; the step is halved to their first.
    const over = (s: State): boolean =>
      compresses ? s[2]! >= 0 : s[2]! < 0 || positive + s[5]! - state[5]! >= e * e * negative;
    let event = over(next);
    if (event) {
      let low = 0;
      let high = h;
      for (let k = 0; k < 60; k++) {
        const middle = 0.5 * (low + high);
        if (over(step(state, middle))) high = middle;
        else low = middle;
      }
      h = high;
      next = step(state, h);
    }
    const work = next[5]! - state[5]!;
    if (compresses) negative -= work;
    else positive += work;
    if (!halted) {
      const cross = state[0]! * next[1]! - state[1]! * next[0]!;
      turned += Math.abs(atan2(cross, state[0]! * next[0]! + state[1]! * next[1]!));
    }
    state = next;
    pn += h;
    if (!halted && hypot(state[0]!, state[1]!) < STOPPED) halt();
    if (event && compresses) {
      state[2] = 0;
      event = e === 0;
    } else if (event) event = positive >= e * e * negative * (1 - 1e-12);
    if (event) break;
  }
  return {
    p: [state[3]!, state[4]!, pn],
    v: [state[0]!, state[1]!, state[2]!],
    compression: -negative,
    restitution: positive,
    friction: state[6]!,
    turned_rad: turned,
    halted,
    sticks,
    jammed,
  };
}
