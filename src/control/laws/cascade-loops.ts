/**
 * Four loops for a vehicle with rudder, stern planes and a propeller. PID[e, ẏ] is the law of pid.ts.
 *
 *   θ_d = −PID_z[z_d − z, ż]             within ±pitchLimit                           (1)  depth to pitch, bow up
 *   δ_s = −PID_θ[θ_d − θ, θ̇]             within ±sternPlaneLimit; positive noses down  (2)
 *   δ_r =  PID_ψ[wrap(ψ_d − ψ), ψ̇]       within ±rudderLimit; positive to starboard    (3)
 *   n   =  PID_u[U_d − u_r, 0] + c U_d    within propellerMin … propellerMax            (4)
 *
 * n is in propellerUnit, a shaft speed, a thrust or a share; z: depth of Bo; u_r: speed through the water along the hull; c: propellerPerSpeed. z_d, ψ_d and U_d are set-points
 * (setpoints.ts) that a plan or a mission gives. While a pitch is held, θ_d is that pitch, and the integral of (1) follows,
 * so that the next depth begins where the pitch was.
 *
 * What a vehicle needs to fly level (a light one a bow a little down, a bent fin a little rudder) is found by the integrals.
 * They are the memory of the loops, and outlast what gives the set-points: the next module takes over without a bump.
 *
 * Valid: near the speed that the gains are for, since fins push with the square of the speed; small roll; pitch below some 60°.
 * Left out: gains that follow the speed, coupling of the planes by roll, curved depth along a route (it steps at each point),
 * altitude over the bottom, anything that estimates: the loops read the true state.
 * Source: successive loops as in [Fossen2011]; signs of fins as those of [FossenPVS].
 */
import type { Component } from "../../library/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";
import { wrapAngleInto } from "./angle.ts";
import type { AutopilotParams } from "./autopilot.ts";
import { LOOK_MEMORY, Look } from "./look.ts";
import { NAVIGATION } from "./navigation.ts";
import { LOOP, PID_MEMORY, type Pid, requiredPidOf } from "./pid.ts";
import { SETPOINT } from "./setpoints.ts";

/** Where the loops write: places in reals of rudder, stern plane and propeller. */
export const CASCADE_OUT = { rudder: 0, sternPlane: 1, propeller: 2 } as const;

/** Places in the memory. */
const DEPTH_AT = LOOK_MEMORY;
const PITCH_AT = DEPTH_AT + PID_MEMORY;
const HEADING_AT = PITCH_AT + PID_MEMORY;
const SPEED_AT = HEADING_AT + PID_MEMORY;

export const CASCADE_MEMORY = SPEED_AT + PID_MEMORY;

/** What the loops show. Depth is NaN while a pitch is held. */
export const CASCADE_SHOWN = [
  "depthSetpoint_m",
  "depthError_m",
  "pitchSetpoint_rad",
  "headingSetpoint_rad",
  "headingError_rad",
  "speedSetpoint_mps",
  "speedError_mps",
] as const;

export class CascadeLoops {
  readonly #depth: Pid;
  readonly #pitch: Pid;
  readonly #heading: Pid;
  readonly #speed: Pid;
  readonly #perSpeed: number;
  readonly look: Look;

  constructor(p: AutopilotParams, component: Component, rate_Hz: number) {
    this.#depth = requiredPidOf(component, "depth", { min: -p.pitchLimit_rad, max: p.pitchLimit_rad });
    this.#pitch = requiredPidOf(component, "pitch", { min: -p.sternPlaneLimit_rad, max: p.sternPlaneLimit_rad });
    this.#heading = requiredPidOf(component, "heading", { min: -p.rudderLimit_rad, max: p.rudderLimit_rad });
    this.#speed = requiredPidOf(component, "speed", { min: p.propellerMin, max: p.propellerMax });
    this.#perSpeed = p.propellerPerSpeed;
    this.look = new Look(rate_Hz);
  }

  /** Looks at the true state at reals[state ..]. reals[at .. at + CASCADE_MEMORY) is the loops' memory. */
  begin(reals: Float64Array, at: number, state: number): void {
    this.look.take(reals, at, state);
  }

  /**
   * Writes to the places outAt, in the order of CASCADE_OUT, what the set-points at reals[setpoints ..] need, and CASCADE_SHOWN
   * to reals[shownAt ..].
   */
  step(
    reals: Float64Array,
    at: number,
    state: number,
    setpoints: number,
    outAt: readonly number[],
    shownAt: number,
  ): void {
    const { loop, navigation } = this.look;

    // (1), or the pitch that is held with the integral of (1) in tow.
    const depth_m = reals[setpoints + SETPOINT.depth]!;
    const depthError_m = depth_m - reals[state + NAVIGATION_STATE.p + 2]!;
    loop[LOOP.feedForward] = 0;
    loop[LOOP.rate] = navigation[NAVIGATION.velocity + 2]!;
    let pitch_rad = reals[setpoints + SETPOINT.pitch]!;
    if (Number.isNaN(depth_m)) {
      loop[LOOP.error] = 0;
      loop[LOOP.output] = -pitch_rad;
      this.#depth.reset(loop, reals, at + DEPTH_AT);
    } else {
      loop[LOOP.error] = depthError_m;
      this.#depth.step(loop, reals, at + DEPTH_AT);
      pitch_rad = -loop[LOOP.output]!;
    }

    // (2)
    loop[LOOP.error] = pitch_rad - navigation[NAVIGATION.pitch]!;
    loop[LOOP.rate] = navigation[NAVIGATION.pitchRate]!;
    this.#pitch.step(loop, reals, at + PITCH_AT);
    reals[outAt[CASCADE_OUT.sternPlane]!] = -loop[LOOP.output]!;

    // (3)
    loop[LOOP.error] = reals[setpoints + SETPOINT.heading]! - navigation[NAVIGATION.heading]!;
    wrapAngleInto(loop, LOOP.error);
    const headingError_rad = loop[LOOP.error]!;
    loop[LOOP.rate] = navigation[NAVIGATION.headingRate]!;
    this.#heading.step(loop, reals, at + HEADING_AT);
    reals[outAt[CASCADE_OUT.rudder]!] = loop[LOOP.output]!;

    // (4)
    const speed_mps = reals[setpoints + SETPOINT.speed]!;
    const speedError_mps = speed_mps - reals[state + NAVIGATION_STATE.vWater]!;
    loop[LOOP.error] = speedError_mps;
    loop[LOOP.rate] = 0;
    loop[LOOP.feedForward] = this.#perSpeed * speed_mps;
    this.#speed.step(loop, reals, at + SPEED_AT);
    reals[outAt[CASCADE_OUT.propeller]!] = loop[LOOP.output]!;

    reals[shownAt] = depth_m;
    reals[shownAt + 1] = depthError_m;
    reals[shownAt + 2] = pitch_rad;
    reals[shownAt + 3] = reals[setpoints + SETPOINT.heading]!;
    wrapAngleInto(reals, shownAt + 3);
    reals[shownAt + 4] = headingError_rad;
    reals[shownAt + 5] = speed_mps;
    reals[shownAt + 6] = speedError_mps;
  }
}
