/**
 * Four loops for a vehicle with rudder, stern planes and a propeller. PID[e, ẏ] is the law of pid.ts.
 *
 *   θ_d = −PID_z[z_d − z, ż]             within ±pitchLimit                           (1)  depth to pitch, bow up
 *   δ_s = −PID_θ[θ_d − θ, θ̇]             within ±sternPlaneLimit; positive noses down  (2)
 *   δ_r =  PID_ψ[wrap(ψ_d − ψ), ψ̇]       within ±rudderLimit; positive to starboard    (3)
 *   n   =  PID_u[U_d − u_r, 0] + c U_d    within propellerMin … propellerMax            (4)
 *
 * z: depth of Bo; u_r: speed through the water along the hull; c: propellerPerSpeed. z_d, ψ_d and U_d are set-points
 * (setpoints.ts) that a plan or a mission gives. While a pitch is held, θ_d is that pitch, and the integral of (1) follows,
 * so that the next depth begins where the pitch was.
 *
 * What a vehicle needs to fly level (a light one a bow a little down, a bent fin a little rudder) is found by the integrals.
 * They are the memory of the loops, and outlast whoever gives the set-points: the next one takes over without a bump.
 *
 * Valid: near the speed that the gains are for, since fins push with the square of the speed; small roll; pitch below some 60°.
 * Left out: gains that follow the speed, coupling of the planes by roll, curved depth along a route (it steps at each point),
 * altitude over the bottom, anything that estimates: the reading is the true state.
 * Source: successive loops as in [Fossen2011]; signs of fins as those of [FossenPVS].
 */
import type { Component } from "../../library/index.ts";
import { outputsOf } from "./actuator-words.ts";
import { wrapAngleInto } from "./angle.ts";
import type { AutopilotParams } from "./autopilot.ts";
import { ELAPSED_MEMORY, Elapsed } from "./elapsed.ts";
import { type ActuatorOutput, type ControlTick, TRUE_STATE } from "./law.ts";
import { NAVIGATION, NAVIGATION_SIZE, navigationInto } from "./navigation.ts";
import { LOOP, LOOP_SIZE, PID_MEMORY, type Pid, requiredPidOf } from "./pid.ts";
import { SETPOINT } from "./setpoints.ts";

/** Places of the values in `out`. */
const RUDDER = 0;
const STERN_PLANE = 1;
const PROPELLER = 2;

/** Places in the memory. */
const DEPTH_AT = ELAPSED_MEMORY;
const PITCH_AT = DEPTH_AT + PID_MEMORY;
const HEADING_AT = PITCH_AT + PID_MEMORY;
const SPEED_AT = HEADING_AT + PID_MEMORY;

export const CASCADE_MEMORY = SPEED_AT + PID_MEMORY;

/** What the loops show. Depth is NaN while a pitch is held. */
export const CASCADE_REPORT = [
  "depthSetpoint_m",
  "depthError_m",
  "pitchSetpoint_rad",
  "headingSetpoint_rad",
  "headingError_rad",
  "speedSetpoint_mps",
  "speedError_mps",
] as const;

export class CascadeLoops {
  readonly outputs: readonly ActuatorOutput[];
  readonly #depth: Pid;
  readonly #pitch: Pid;
  readonly #heading: Pid;
  readonly #speed: Pid;
  readonly #perSpeed: number;
  readonly #elapsed: Elapsed;
  /** Nothing in these lasts longer than a tick: LOOP, whose dt `begin` sets, and NAVIGATION of the reading. */
  readonly loop = new Float64Array(LOOP_SIZE);
  readonly navigation = new Float64Array(NAVIGATION_SIZE);

  constructor(p: AutopilotParams, component: Component, rate_Hz: number) {
    this.outputs = Object.freeze([
      ...outputsOf(p.rudder, RUDDER),
      ...outputsOf(p.sternPlane, STERN_PLANE),
      ...outputsOf(p.propeller, PROPELLER),
    ]);
    this.#depth = requiredPidOf(component, "depth", { min: -p.pitchLimit_rad, max: p.pitchLimit_rad });
    this.#pitch = requiredPidOf(component, "pitch", { min: -p.sternPlaneLimit_rad, max: p.sternPlaneLimit_rad });
    this.#heading = requiredPidOf(component, "heading", { min: -p.rudderLimit_rad, max: p.rudderLimit_rad });
    this.#speed = requiredPidOf(component, "speed", { min: p.propellerMin, max: p.propellerMax });
    this.#perSpeed = p.propellerPerSpeed;
    this.#elapsed = new Elapsed(rate_Hz);
  }

  /** Looks at the reading, before anybody gives set-points. reals[at .. at + CASCADE_MEMORY) is the loops' memory. */
  begin({ reading, reals }: ControlTick, at: number): void {
    navigationInto(this.navigation, 0, reading, 0);
    this.#elapsed.into(this.loop, LOOP.dt, reals, at, reading);
  }

  /** `out` from the set-points at reals[setpoints ..], and CASCADE_REPORT to reals[reportAt ..]. */
  step({ reading, reals, out }: ControlTick, at: number, setpoints: number, reportAt: number): void {
    const { loop, navigation } = this;

    // (1), or the pitch that is held with the integral of (1) in tow.
    const depth_m = reals[setpoints + SETPOINT.depth]!;
    const depthError_m = depth_m - reading[TRUE_STATE.p + 2]!;
    loop[LOOP.feedForward] = 0;
    loop[LOOP.rate] = navigation[NAVIGATION.velocity + 2]!;
    if (Number.isNaN(depth_m)) {
      loop[LOOP.error] = 0;
      loop[LOOP.output] = -reals[setpoints + SETPOINT.pitch]!;
      this.#depth.reset(loop, reals, at + DEPTH_AT);
    } else {
      loop[LOOP.error] = depthError_m;
      this.#depth.step(loop, reals, at + DEPTH_AT);
      reals[setpoints + SETPOINT.pitch] = -loop[LOOP.output]!;
    }

    // (2)
    const pitch_rad = reals[setpoints + SETPOINT.pitch]!;
    loop[LOOP.error] = pitch_rad - navigation[NAVIGATION.pitch]!;
    loop[LOOP.rate] = navigation[NAVIGATION.pitchRate]!;
    this.#pitch.step(loop, reals, at + PITCH_AT);
    out[STERN_PLANE] = -loop[LOOP.output]!;

    // (3)
    loop[LOOP.error] = reals[setpoints + SETPOINT.heading]! - navigation[NAVIGATION.heading]!;
    wrapAngleInto(loop, LOOP.error);
    const headingError_rad = loop[LOOP.error]!;
    loop[LOOP.rate] = navigation[NAVIGATION.headingRate]!;
    this.#heading.step(loop, reals, at + HEADING_AT);
    out[RUDDER] = loop[LOOP.output]!;

    // (4)
    const speed_mps = reals[setpoints + SETPOINT.speed]!;
    const speedError_mps = speed_mps - reading[TRUE_STATE.vWater]!;
    loop[LOOP.error] = speedError_mps;
    loop[LOOP.rate] = 0;
    loop[LOOP.feedForward] = this.#perSpeed * speed_mps;
    this.#speed.step(loop, reals, at + SPEED_AT);
    out[PROPELLER] = loop[LOOP.output]!;

    reals[reportAt] = depth_m;
    reals[reportAt + 1] = depthError_m;
    reals[reportAt + 2] = pitch_rad;
    reals[reportAt + 3] = reals[setpoints + SETPOINT.heading]!;
    wrapAngleInto(reals, reportAt + 3);
    reals[reportAt + 4] = headingError_rad;
    reals[reportAt + 5] = speed_mps;
    reals[reportAt + 6] = speedError_mps;
  }
}
