/**
 * What can be said of a vehicle before it moves: is it well-posed, how does it lie, swing and stop accelerating, and how
 * long may a step be. A pure function of the vehicle and its water; the text of it is in assessment-text.ts.
 *
 * Each part says in its own file how it is computed and what it leaves out: assessment-checks.ts (what is refused), statics.ts
 * (equilibrium, stability, periods), terminal-speed.ts, stable-step.ts (modes and steps, at rest and at full speed ahead, in
 * deep still water).
 */
import { describeMissing, type ThrusterGroup, ThrusterManager } from "../actuators/index.ts";
import type { Diagnostic, SourceRange } from "../core/index.ts";
import { RAD_PER_DEG } from "../core/index.ts";
import { symmetricEigen } from "../math/index.ts";
import { type BodyFigures, type PlaceOf, refusals, tell, vehicleCodes } from "./assessment-checks.ts";
import { STATE } from "./body.ts";
import { Hydrostatics, type HydrostaticsParameters } from "./hydrostatics.ts";
import { type Linearisation, linearise } from "./stable-step.ts";
import { type Statics, staticsOf } from "./statics.ts";
import { DEEP_M, type TerminalSpeed, terminalSpeeds } from "./terminal-speed.ts";
import type { VehicleSystem } from "./vehicle-system.ts";

export interface AssessmentInput extends Omit<BodyFigures, "mass6"> {
  /** Without scripts, which would take the commands. */
  readonly system: VehicleSystem;
  readonly density_kgpm3: number;
  readonly gravity_mps2: number;
  /** Where attributes of the hull stand in its file, for diagnostics. */
  readonly placeOf?: PlaceOf;
  /** Commands of a hull that brings its own actuators, for full speed ahead. */
  readonly ownCommands?: readonly number[] | undefined;
  /** Whether the step of the system is the one to be run with; by default it is. */
  readonly judgeStep?: boolean;
  /** What was found before: the assessment's own follow. */
  readonly diagnostics?: readonly Diagnostic[];
}

export interface VehicleAssessment {
  readonly path: string;
  /** False for a vehicle without a hull, which stays where it is put; the parts below are then null. */
  readonly hasDynamics: boolean;
  readonly density_kgpm3: number;
  readonly gravity_mps2: number;
  /** Errors refuse the vehicle; the parts below are then null. */
  readonly diagnostics: readonly Diagnostic[];
  /** Eigenvalues of M, ascending; kg and kg·m² mixed, as their axes are. */
  readonly massEigenvalues: Float64Array | null;
  /** null, too, for a hull that keeps weight and buoyancy to itself. */
  readonly statics: Statics | null;
  readonly speeds: readonly TerminalSpeed[] | null;
  readonly atRest: Linearisation | null;
  /** null, too, for what cannot drive itself ahead. */
  readonly ahead: Linearisation | null;
  /** What the thrusters can push together; null without thrusters. */
  readonly allocation: Allocation | null;
}

export interface Allocation {
  /** Of the 6 × n matrix of wrenches: 6 for a vehicle that can push in every direction. */
  readonly rank: number;
  /** Infinity below rank 6. */
  readonly condition: number;
  /** The directions in which no combination of thrusters pushes, in words; "" for none. */
  readonly missing: string;
}

export function assessmentOf(input: AssessmentInput): VehicleAssessment {
  const { system, density_kgpm3, gravity_mps2, placeOf = () => null } = input;
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  const mass6 = new Float64Array(36);
  system.massInto(mass6, 0, x, 0);
  const diagnostics = [...(input.diagnostics ?? []), ...refusals({ ...input, mass6 }, placeOf)];
  const refused = diagnostics.some((d) => d.severity === "error");
  const head = { path: system.path, hasDynamics: true, density_kgpm3, gravity_mps2, diagnostics };
  if (refused)
    return { ...head, massEigenvalues: null, statics: null, speeds: null, atRest: null, ahead: null, allocation: null };

  const hydrostatics =
    input.hydrostatics === null ? null : new Hydrostatics(withParts(input.hydrostatics, mass6, system));
  const statics = hydrostatics === null ? null : staticsOf(hydrostatics, mass6, density_kgpm3, gravity_mps2);
  const speeds = terminalSpeeds(system.parts, density_kgpm3, gravity_mps2, input.ownCommands);
  const atRest = linearise(system, stateOf(system, 0, null));
  const fullAhead = speeds.find((s) => s.direction === "ahead" && s.speed_mps !== null) ?? null;
  const ahead = fullAhead === null ? null : linearise(system, stateOf(system, fullAhead.speed_mps ?? 0, fullAhead));

  for (const [when, linear] of [
    ["at rest", atRest],
    ["at full speed ahead", ahead],
  ] as const) {
    if (linear !== null || (when !== "at rest" && fullAhead === null)) continue;
    tell(diagnostics, vehicleCodes.notFinite, placeOf(""), `accelerations ${when} are not finite numbers`, TOO_LARGE);
  }
  if (statics !== null) tellOfStatics(diagnostics, placeOf("cg_m"), statics);
  if (input.judgeStep !== false) tellOfStep(diagnostics, placeOf(""), system, atRest, ahead);
  const massEigenvalues = symmetricEigen(mass6, 0, 6).values;
  return { ...head, massEigenvalues, statics, speeds, atRest, ahead, allocation: allocationOf(system.parts.thrusters) };
}

/** Weight and buoyancy with the water on board at the start: what the parts add to M is a mass at its centre. */
function withParts(p: HydrostaticsParameters, mass6: Float64Array, system: VehicleSystem): HydrostaticsParameters {
  const hull6 = system.parts.hull.mass6;
  const added = (k: number): number => mass6[k] - hull6[k];
  const mass_kg = p.mass_kg + added(0);
  if (mass_kg === p.mass_kg) return p;
  const moments = [added(11), added(15), added(4)];
  return { ...p, mass_kg, cg_B_m: p.cg_B_m.map((value, i) => (p.mass_kg * value + moments[i]) / mass_kg) };
}

/** Level and deep, in still water, its thrusters idle or as the run has them, at this speed ahead. */
function stateOf(system: VehicleSystem, speed_mps: number, run: TerminalSpeed | null): Float64Array {
  const x = new Float64Array(system.size + system.held);
  system.initialInto(x, 0, 0);
  x[STATE.p + 2] = DEEP_M;
  x[STATE.V] = speed_mps;
  if (run !== null) {
    x.set(run.states, STATE.actuators);
    x.set(run.commands, system.commandsAt);
  }
  return x;
}

const TOO_LARGE = "a coefficient of the vehicle is too large, or a mass or an inertia too small, to compute with";

/** Net buoyancy over weight beyond which it is not meant to dive. */
const BOAT = 0.2;
/** More than this at rest is hardly meant. */
const MOST_TILT_RAD = 5 * RAD_PER_DEG;

function tellOfStatics(list: Diagnostic[], range: SourceRange | null, statics: Statics): void {
  const { submerged, floating } = statics;
  const digits = (value: number): number => Number(value.toPrecision(3));
  // What cannot dive, and lies well afloat, is a boat: how it would lie under water is of no interest.
  const plane = floating?.waterplane;
  const upright = plane !== undefined && Math.min(plane.rollMetacentricHeight_m, plane.pitchMetacentricHeight_m) >= 0;
  if (upright && statics.netBuoyancy_N > BOAT * statics.weight_N) return;
  // One message for one place: what is wrong under water and afloat has the same remedy.
  const turnsOver: string[] = [];
  if (submerged.bg_m < 0) {
    const above = `the centre of mass lies ${digits(-submerged.bg_m)} m above the centre of buoyancy`;
    turnsOver.push(`${above}: under water it turns over`);
  } else if (submerged.rest !== null) {
    const { roll_rad, pitch_rad } = submerged.rest;
    if (Math.max(Math.abs(roll_rad), Math.abs(pitch_rad)) > MOST_TILT_RAD) {
      const [heel, trim] = [roll_rad, pitch_rad].map((angle) => `${digits(angle / RAD_PER_DEG)}°`);
      tell(list, vehicleCodes.tilted, range, `at rest under water it lies with ${heel} of heel and ${trim} of trim`);
    }
  }
  const afloat = (
    [
      ["roll", plane?.rollMetacentricHeight_m],
      ["pitch", plane?.pitchMetacentricHeight_m],
    ] as const
  ).flatMap(([axis, gm_m]) => (gm_m === undefined || gm_m >= 0 ? [] : [`in ${axis}, where GM is ${digits(gm_m)} m`]));
  if (afloat.length > 0) turnsOver.push(`afloat it turns over ${afloat.join(", and ")}`);
  if (turnsOver.length > 0) tell(list, vehicleCodes.turnsOver, range, turnsOver.join("; "));
}

function tellOfStep(
  list: Diagnostic[],
  range: SourceRange | null,
  system: VehicleSystem,
  atRest: Linearisation | null,
  ahead: Linearisation | null,
): void {
  const { name } = system.integrator;
  // An adaptive method finds its own steps.
  if (name === "dormand-prince") return;
  const step_s = system.step_ns * 1e-9;
  const most_s = Math.min(
    atRest?.steps_s[name] ?? Number.POSITIVE_INFINITY,
    ahead?.steps_s[name] ?? Number.POSITIVE_INFINITY,
  );
  if (step_s <= most_s) return;
  const allowed = `${Number(most_s.toPrecision(3))} s`;
  tell(list, vehicleCodes.stepTooLong, range, `a step of ${step_s} s is not stable: ${name} takes at most ${allowed}`);
}

function allocationOf(thrusters: ThrusterGroup): Allocation | null {
  if (thrusters.commands === 0) return null;
  const manager = new ThrusterManager(thrusters);
  const { rank, condition } = manager;
  return { rank, condition, missing: rank === 6 ? "" : describeMissing(manager.missingDirections()) };
}
