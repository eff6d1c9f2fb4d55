/**
 * Loops that hold a station, by PID laws in N, turned into B: PID[e, ẏ; f] is the law of pid.ts with feed-forward f.
 *
 *   f_N = [PID_p[N_d − N, Ṅ; k_d Ṅ_d], PID_p[E_d − E, Ė; k_d Ė_d], PID_z[z_d − z, ż; k_d ż_d]]        (1)
 *   n   = PID_ψ[wrap(ψ_d − ψ), ψ̇; k_d ψ̇_d]                                                        (2)
 *   k, m = PID_a[−φ, φ̇], PID_a[−θ, θ̇]              where <attitude> is given, else 0               (3)
 *   F_Bo_B = [R_NBᵀ f_N;  [k, m, 0] + R_NBᵀ [0, 0, n]]                                             (4)
 *
 * North and east share their gains, since a heading turns one into the other. Set-points travel
 * (travelling-setpoint.ts); f lets the law brake its speed relative to that of the travelling set-point. Weight and buoyancy that
 * differ, and a current, are forces that stay in N: the integrals find them, whatever the heading, and nothing of the
 * vehicle needs to be known. Until they have, the vehicle gives way by up to force / k_p.
 *
 * The limits are those of f_N, n, k and m; what the thrusters cannot do beyond is cut off by the thruster manager, which the
 * integrals do not see: choose limits that the thrusters can keep.
 * Valid: every attitude but roll and pitch near 90°; (3) for small ones.
 * Left out: mass and drag of the vehicle (no model in the law), wave filtering, weighing of the axes by the heading.
 * Source: PID control in N with integral action as in [Fossen2011]; the form (4) is the rotation written out.
 */
import type { Component } from "../../library/index.ts";
import { rotateInverseInto } from "../../math/index.ts";
import { NAVIGATION_STATE } from "../modules/messages.ts";
import { wrapAngleInto } from "./angle.ts";
import { LOOK_MEMORY, Look } from "./look.ts";
import { NAVIGATION } from "./navigation.ts";
import { LOOP, PID_MEMORY, type Pid, pidOf, requiredPidOf } from "./pid.ts";
import type { StationKeeperParams } from "./station-keeper.ts";
import { TRAVEL } from "./travelling-setpoint.ts";

/** Places in the memory: six integrals, of north, east, down, roll, pitch and heading. */
const INTEGRALS_AT = LOOK_MEMORY;

export const KEEPER_MEMORY = INTEGRALS_AT + 6 * PID_MEMORY;

export const KEEPER_SHOWN = [
  "northError_m",
  "eastError_m",
  "depthError_m",
  "headingError_rad",
  "northSetpoint_m",
  "eastSetpoint_m",
  "depthSetpoint_m",
  "headingSetpoint_rad",
  "surgeForce_N",
  "swayForce_N",
  "heaveForce_N",
  "rollTorque_Nm",
  "pitchTorque_Nm",
  "yawTorque_Nm",
] as const;

export class KeeperLoops {
  /** Of north, east, down. */
  readonly #axes: readonly Pid[];
  readonly #heading: Pid;
  readonly #attitude: Pid | null;
  readonly look: Look;
  readonly #inN = new Float64Array(6);

  constructor(p: StationKeeperParams, component: Component, rate_Hz: number) {
    const within = (limit: number) => ({ min: -limit, max: limit });
    const position = requiredPidOf(component, "position", within(p.horizontalLimit_N));
    this.#axes = [position, position, requiredPidOf(component, "depth", within(p.verticalLimit_N))];
    this.#heading = requiredPidOf(component, "heading", within(p.torqueLimit_Nm));
    this.#attitude = pidOf(component, "attitude", within(p.torqueLimit_Nm));
    this.look = new Look(rate_Hz);
  }

  /** Looks at the true state at reals[state ..]. reals[at .. at + KEEPER_MEMORY) is the loops' memory. */
  begin(reals: Float64Array, at: number, state: number): void {
    this.look.take(reals, at, state);
  }

  /** F_Bo_B to reals[out ..] from the set-point at reals[travel ..], in the order of TRAVEL, and KEEPER_SHOWN to reals[shownAt ..]. */
  step(reals: Float64Array, at: number, state: number, travel: number, out: number, shownAt: number): void {
    const { loop, navigation } = this.look;
    const inN = this.#inN;
    const integrals = at + INTEGRALS_AT;
    const setpoint = travel + TRAVEL.setpoint;
    const velocity = travel + TRAVEL.velocity;

    // (1)
    for (let i = 0; i < 3; i++) {
      const axis = this.#axes[i]!;
      loop[LOOP.error] = reals[setpoint + i]! - reals[state + NAVIGATION_STATE.p + i]!;
      loop[LOOP.rate] = navigation[NAVIGATION.velocity + i]!;
      loop[LOOP.feedForward] = axis.kd * reals[velocity + i]!;
      axis.step(loop, reals, integrals + i);
      inN[i] = loop[LOOP.output]!;
      reals[shownAt + i] = loop[LOOP.error]!;
    }

    // (2)
    loop[LOOP.error] = reals[setpoint + 3]! - navigation[NAVIGATION.heading]!;
    wrapAngleInto(loop, LOOP.error);
    loop[LOOP.rate] = navigation[NAVIGATION.headingRate]!;
    loop[LOOP.feedForward] = this.#heading.kd * reals[velocity + 3]!;
    this.#heading.step(loop, reals, integrals + 5);
    inN[3] = 0;
    inN[4] = 0;
    inN[5] = loop[LOOP.output]!;
    reals[shownAt + 3] = loop[LOOP.error]!;

    // (4), then (3) on top.
    rotateInverseInto(reals, out, reals, state + NAVIGATION_STATE.q, inN, 0);
    rotateInverseInto(reals, out + 3, reals, state + NAVIGATION_STATE.q, inN, 3);
    if (this.#attitude !== null) {
      loop[LOOP.feedForward] = 0;
      for (let i = 0; i < 2; i++) {
        loop[LOOP.error] = -navigation[NAVIGATION.roll + i]!;
        loop[LOOP.rate] = navigation[NAVIGATION.rollRate + i]!;
        this.#attitude.step(loop, reals, integrals + 3 + i);
        reals[out + 3 + i] = reals[out + 3 + i]! + loop[LOOP.output]!;
      }
    }

    for (let i = 0; i < 4; i++) reals[shownAt + 4 + i] = reals[setpoint + i]!;
    for (let i = 0; i < 6; i++) reals[shownAt + 8 + i] = reals[out + i]!;
  }
}
