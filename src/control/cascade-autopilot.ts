/**
 * Autopilot of four loops for a vehicle with rudder, stern planes and a propeller. PID[e, ẏ] is the law of pid.ts.
 *
 *   θ_d = −PID_z[z_d − z, ż]             within ±pitchLimit                           (1)  depth to pitch, bow up
 *   δ_s = −PID_θ[θ_d − θ, θ̇]             within ±sternPlaneLimit; positive noses down  (2)
 *   δ_r =  PID_ψ[wrap(ψ_d − ψ), ψ̇]       within ±rudderLimit; positive to starboard    (3)
 *   n   =  PID_u[U_d − u_r, 0] + c U_d    within propellerMin … propellerMax            (4)
 *
 * z: depth of Bo; u_r: speed through the water along the hull; c: propellerPerSpeed. z_d, ψ_d and U_d come from the plan
 * (plan.ts). While a leg holds a pitch, θ_d is that pitch, and the integral of (1) follows, so that the next depth begins
 * where the pitch was.
 *
 * What a vehicle needs to fly level (a light one a bow a little down, a bent fin a little rudder) is found by the integrals.
 *
 * Valid: near the speed that the gains are for, since fins push with the square of the speed; small roll; pitch below some 60°.
 * Left out: gains that follow the speed, coupling of the planes by roll, curved depth along a route (it steps at each point),
 * altitude over the bottom, anything that estimates: the reading is the true state.
 * Source: successive loops as in [Fossen2011]; signs of fins as those of [FossenPVS].
 */
import { type Component, defineModel } from "../library/index.ts";
import { outputsOf } from "./actuator-words.ts";
import { wrapAngleInto } from "./angle.ts";
import { AUTOPILOT_READS, type AutopilotParams, autopilot } from "./autopilot.ts";
import { ELAPSED_MEMORY, Elapsed } from "./elapsed.ts";
import { type ActuatorOutput, type ControlLaw, type ControlTick, TRUE_STATE } from "./law.ts";
import { TRACK } from "./line-of-sight.ts";
import { NAVIGATION, NAVIGATION_SIZE, navigationInto } from "./navigation.ts";
import { LOOP, LOOP_SIZE, PID_MEMORY, type Pid, requiredPidOf } from "./pid.ts";
import { PLAN, PLAN_MEMORY, Plan } from "./plan.ts";
import { refuseBadPlan } from "./plan-check.ts";

/** Places of the values in `out`. */
const RUDDER = 0;
const STERN_PLANE = 1;
const PROPELLER = 2;

/** Places in the memory. */
const PLAN_AT = ELAPSED_MEMORY;
const DEPTH_AT = PLAN_AT + PLAN_MEMORY;
const PITCH_AT = DEPTH_AT + PID_MEMORY;
const HEADING_AT = PITCH_AT + PID_MEMORY;
const SPEED_AT = HEADING_AT + PID_MEMORY;

/** What the log shows. Depth is NaN while a pitch is held, cross-track error and distance from the route off one; leg is 0 after the plan. */
const REPORT = [
  "depthSetpoint_m",
  "depthError_m",
  "pitchSetpoint_rad",
  "headingSetpoint_rad",
  "headingError_rad",
  "speedSetpoint_mps",
  "speedError_mps",
  "crossTrack_m",
  "routeDistance_m",
  "leg",
] as const;

export class CascadeAutopilot implements ControlLaw {
  readonly rate_Hz: number;
  readonly drives = "actuators";
  readonly outputs: readonly ActuatorOutput[];
  readonly memory = SPEED_AT + PID_MEMORY;
  readonly report = REPORT;
  readonly #plan: Plan;
  readonly #depth: Pid;
  readonly #pitch: Pid;
  readonly #heading: Pid;
  readonly #speed: Pid;
  readonly #perSpeed: number;
  readonly #elapsed: Elapsed;
  /** Nothing in these lasts longer than a tick. */
  readonly #loop = new Float64Array(LOOP_SIZE);
  readonly #navigation = new Float64Array(NAVIGATION_SIZE);

  constructor(p: AutopilotParams, component: Component) {
    this.rate_Hz = p.rate_Hz;
    this.outputs = Object.freeze([
      ...outputsOf(p.rudder, RUDDER),
      ...outputsOf(p.sternPlane, STERN_PLANE),
      ...outputsOf(p.propeller, PROPELLER),
    ]);
    refuseBadPlan(component);
    this.#plan = new Plan(component);
    this.#depth = requiredPidOf(component, "depth", { min: -p.pitchLimit_rad, max: p.pitchLimit_rad });
    this.#pitch = requiredPidOf(component, "pitch", { min: -p.sternPlaneLimit_rad, max: p.sternPlaneLimit_rad });
    this.#heading = requiredPidOf(component, "heading", { min: -p.rudderLimit_rad, max: p.rudderLimit_rad });
    this.#speed = requiredPidOf(component, "speed", { min: p.propellerMin, max: p.propellerMax });
    this.#perSpeed = p.propellerPerSpeed;
    this.#elapsed = new Elapsed(p.rate_Hz);
  }

  step(tick: ControlTick): void {
    const { reading, reals, memoryAt, reportAt, out } = tick;
    const loop = this.#loop;
    const navigation = this.#navigation;
    const plan = memoryAt + PLAN_AT;
    navigationInto(navigation, 0, reading, 0);
    this.#elapsed.into(loop, LOOP.dt, reals, memoryAt, reading);
    this.#plan.step(tick, plan, navigation, loop);

    // (1), or the pitch of the leg with the integral of (1) in tow.
    const depth_m = reals[plan + PLAN.depth]!;
    const depthError_m = depth_m - reading[TRUE_STATE.p + 2]!;
    loop[LOOP.feedForward] = 0;
    loop[LOOP.rate] = navigation[NAVIGATION.velocity + 2]!;
    if (Number.isNaN(depth_m)) {
      loop[LOOP.error] = 0;
      loop[LOOP.output] = -reals[plan + PLAN.pitch]!;
      this.#depth.reset(loop, reals, memoryAt + DEPTH_AT);
    } else {
      loop[LOOP.error] = depthError_m;
      this.#depth.step(loop, reals, memoryAt + DEPTH_AT);
      reals[plan + PLAN.pitch] = -loop[LOOP.output]!;
    }

    // (2)
    const pitch_rad = reals[plan + PLAN.pitch]!;
    loop[LOOP.error] = pitch_rad - navigation[NAVIGATION.pitch]!;
    loop[LOOP.rate] = navigation[NAVIGATION.pitchRate]!;
    this.#pitch.step(loop, reals, memoryAt + PITCH_AT);
    out[STERN_PLANE] = -loop[LOOP.output]!;

    // (3)
    loop[LOOP.error] = reals[plan + PLAN.heading]! - navigation[NAVIGATION.heading]!;
    wrapAngleInto(loop, LOOP.error);
    const headingError_rad = loop[LOOP.error]!;
    loop[LOOP.rate] = navigation[NAVIGATION.headingRate]!;
    this.#heading.step(loop, reals, memoryAt + HEADING_AT);
    out[RUDDER] = loop[LOOP.output]!;

    // (4)
    const speed_mps = reals[plan + PLAN.speed]!;
    const speedError_mps = speed_mps - reading[TRUE_STATE.vWater]!;
    loop[LOOP.error] = speedError_mps;
    loop[LOOP.rate] = 0;
    loop[LOOP.feedForward] = this.#perSpeed * speed_mps;
    this.#speed.step(loop, reals, memoryAt + SPEED_AT);
    out[PROPELLER] = loop[LOOP.output]!;

    reals[reportAt] = depth_m;
    reals[reportAt + 1] = depthError_m;
    reals[reportAt + 2] = pitch_rad;
    reals[reportAt + 3] = reals[plan + PLAN.heading]!;
    wrapAngleInto(reals, reportAt + 3);
    reals[reportAt + 4] = headingError_rad;
    reals[reportAt + 5] = speed_mps;
    reals[reportAt + 6] = speedError_mps;
    reals[reportAt + 7] = this.#plan.track[TRACK.cross]!;
    reals[reportAt + 8] = this.#plan.outline[0]!;
    this.#plan.entryInto(reals, reportAt + 9, plan);
  }
}

export const cascadeAutopilot = defineModel(autopilot, {
  model: "cascade",
  doc: "Depth to pitch to stern planes, heading to rudder, speed to propeller: a PID law in each loop.",
  default: true,
  reads: AUTOPILOT_READS,
  create: (p, component) => new CascadeAutopilot(p, component),
});
