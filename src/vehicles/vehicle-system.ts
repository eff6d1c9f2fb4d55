/**
 * A vehicle (or a fleet of equal ones) as a continuous system of the engine.
 *
 *   ṗ_NB = R_NB v                                            (1)
 *   q̇_NB = ½ q_NB ⊗ [0; ω]                                   (2)
 *   ν̇ = M⁻¹ (F_hull + F_thrusters + F_fins + F_wind + F_others)   (3)
 *   ȧ = rates of the parts' own states                       (4)
 *
 * While a latch holds it (docking/latch.ts), (1) to (3) are 0; (4) goes on.
 *
 * x[at ..] = [ p_NB 3 | q_NB 4 | ν 6 | states of hull, thrusters, fins, others, battery
 *              || water and air (WATER) | commands | held inputs of hull and others | values that are held (hold.ts) ]
 *
 * Behind the bars are held inputs. A command is held, or, where a script drives it, the slot holds the index of the
 * script's piece and the value follows the time of every stage. What every body has in common is in body.ts.
 *
 * M is the hull's, or, where parts bring a mass that varies, that of their states (body-mass.ts).
 *
 * One code path serves one vehicle and a thousand: `copies` are integrated one after the other with the same code.
 */
import {
  type CommandSignal,
  type FinGroup,
  MOTION,
  MOTION_SIZE,
  type Script,
  type ThrusterGroup,
} from "../actuators/index.ts";
import { invariant } from "../core/index.ts";
import type { ContinuousSystem } from "../engine/index.ts";
import { type Integrator, rotationFromQuaternionInto } from "../math/index.ts";
import { BATTERY_HELD, type Battery, CONSUMERS, POWER } from "./battery.ts";
import { type BodyPart, type Signal, STATE } from "./body.ts";
import { BodyMass } from "./body-mass.ts";
import { ContactForce } from "./contact-force.ts";
import { Coupling } from "./docking/coupling.ts";
import { Latched } from "./docking/latched.ts";
import { DropWeight, RELEASING } from "./drop-weight.ts";
import { Flooding } from "./flooding.ts";
import { type HeldName, Hold } from "./hold.ts";
import type { HullModel } from "./hull-model.ts";
import type { HullLimits } from "./limits.ts";
import { Pushes } from "./push.ts";
import { stillWaterInto, WATER, WATER_SIZE } from "./water.ts";
import { AIR, type WindageModel } from "./windage.ts";

// Copied, since the compiler folds a constant of this file into the code, but not one of another.
const { waterAcceleration: WATER_ACCELERATION, depth: DEPTH, density: DENSITY, gravity: GRAVITY, time: TIME } = MOTION;
const { varies: VARIES, gradient: GRADIENT, around: AROUND, since: SINCE, rate: RATE } = WATER;
const { density: WATER_DENSITY, surface: SURFACE, air: AIR_AT } = WATER;
const AIR_DENSITY = AIR_AT + AIR.density;
const ACTUATORS = STATE.actuators;

// Scratch of one evaluation, which holds nothing between calls. Of the module, since the compiler then knows place and length of the
// array and checks no bounds; 16 numbers for 6, since an array of up to 64 bytes lies on the heap and moves.
const RECORD = new Float64Array(MOTION_SIZE);
const FORCE = new Float64Array(16);
/** What consumers draw, by POWER. */
const POWERS = new Float64Array(Math.max(16, CONSUMERS.length));

export interface VehicleParts {
  readonly hull: HullModel;
  readonly thrusters: ThrusterGroup;
  readonly fins: FinGroup;
  /** What stands in the wind; nothing where it is not given. */
  readonly windage?: WindageModel | null;
  /** Ballast tanks, flooding and whatever else pushes: behind the fins in states and commands. */
  readonly others?: readonly BodyPart[];
  /** What all of them draw from; nothing is counted, and nothing ends, where it is not given. */
  readonly battery?: Battery | null;
  /** Degrees of freedom that are held. */
  readonly hold?: readonly HeldName[];
  /** What the hull bears, and what happens beyond it. */
  readonly limits?: HullLimits;
}

export interface VehicleSystemOptions {
  readonly path: string;
  readonly step_ns: number;
  readonly integrator: Integrator;
  readonly copies?: number;
  readonly gravity_mps2: number;
  readonly density_kgpm3: number;
  /** By index of command: what drives it, if it is not set by events. The same for every copy. */
  readonly scripts?: readonly (Script | null)[];
  /** Whether forces from outside may act on it (push.ts). */
  readonly pushes?: boolean;
  /** Whether it may touch other things (contact-force.ts). */
  readonly touches?: boolean;
  /** Whether a latch may take hold of it (docking/latch.ts). */
  readonly docks?: boolean;
  /** Degrees of freedom that are held, besides those of its parts. */
  readonly hold?: readonly HeldName[];
  /** Sets the initial pose, velocity or anything else of a copy; it comes at rest at the origin, level, in still water, its thrusters idle. */
  initialInto?(x: Float64Array, at: number, copy: number): void;
}

/** A part with its places: of its states and held inputs behind the beginning of a copy, of its commands and outputs among all. */
interface PlacedPart {
  readonly part: BodyPart;
  readonly stateAt: number;
  readonly commandAt: number;
  readonly heldAt: number;
  readonly outputAt: number;
}

function placed(parts: readonly BodyPart[], firstHeld: number): PlacedPart[] {
  let [stateAt, commandAt, heldAt, outputAt] = [ACTUATORS as number, 0, firstHeld, 0];
  return parts.map((part) => {
    const place = { part, stateAt, commandAt, heldAt, outputAt };
    stateAt += part.states;
    commandAt += part.commands;
    heldAt += part.held ?? 0;
    outputAt += part.outputs.length;
    return place;
  });
}

export class VehicleSystem implements ContinuousSystem {
  readonly path: string;
  readonly step_ns: number;
  readonly integrator: Integrator;
  readonly copies: number;
  readonly size: number;
  readonly held: number;
  readonly positions = 7;
  /** Number of commands: the hull's own, then one per thruster, one per fin, then those of other parts. */
  readonly commands: number;
  readonly parts: VehicleParts;
  readonly #options: VehicleSystemOptions;
  /** By index of command; see script-player.ts. */
  readonly scripts: readonly (Script | null)[];
  readonly #scripted: boolean;
  readonly #windage: WindageModel | null;
  /** Hull, thrusters, fins and others, in the order of states, commands and outputs, with the places of each. */
  readonly #layout: readonly PlacedPart[];
  /** What of it stands behind the fins. */
  readonly #others: readonly PlacedPart[];
  /** null where it has none. It stands behind all others. */
  readonly #battery: PlacedPart | null;
  /** What is done without a battery that gives anything. */
  readonly #restCommands: Float64Array;
  readonly #hullHeldAt: number;
  /** Of its coupling's command among all; −1 without one. */
  readonly #couplingAt: number;
  readonly #hold: Hold | null;
  /** Names and units of the commands, by index. */
  readonly commandSignals: readonly CommandSignal[];
  /** What a log shows of its parts; see partOutputsInto. */
  readonly outputs: readonly Signal[];
  /** Offsets in a copy of the pushes (a block of PUSH), of the flag of the breach, of contacts, and of the held values; −1 where there is none. */
  readonly pushAt: number;
  readonly floodingAt: number;
  /** Of the forces of contacts (CONTACT_FORCE). */
  readonly contactAt: number;
  /** Of the flag that a latch holds it. */
  readonly latchedAt: number;
  /** The same for the held inputs of the battery (BATTERY_HELD). */
  readonly batteryAt: number;
  readonly holdAt: number;
  readonly #mass: BodyMass;
  readonly #commandValues: Float64Array;
  readonly #gravity: Float64Array;
  readonly #scratchRates = new Float64Array(ACTUATORS);
  readonly #scratchAll: Float64Array;
  readonly #rotation = new Float64Array(9);
  /** What sampledRates was asked last: block of a copy, time, and the answer. */
  readonly #sampled: Float64Array;
  readonly #sampled_s = Float64Array.of(Number.NaN);
  readonly #sampledRates: Float64Array;

  constructor(parts: VehicleParts, options: VehicleSystemOptions) {
    const { hull, thrusters, fins } = parts;
    this.parts = parts;
    this.#options = options;
    this.#gravity = Float64Array.of(options.gravity_mps2);
    this.path = options.path;
    this.step_ns = options.step_ns;
    this.integrator = options.integrator;
    this.copies = options.copies ?? 1;
    const own = [hull, thrusters, fins];
    const list: readonly BodyPart[] = [
      ...own,
      ...(parts.others ?? []),
      ...(options.pushes === true ? [new Pushes()] : []),
      ...(options.touches === true ? [new ContactForce()] : []),
      ...(options.docks === true ? [new Latched()] : []),
      ...(parts.battery == null ? [] : [parts.battery]),
    ];
    const sum = (of: (part: BodyPart) => number): number => list.reduce((total, part) => total + of(part), 0);
    this.size = ACTUATORS + sum((part) => part.states);
    this.commands = sum((part) => part.commands);
    this.#layout = placed(list, this.size + WATER_SIZE + this.commands);
    const last = this.#layout[this.#layout.length - 1];
    this.#battery = last.part === parts.battery ? last : null;
    this.#others = this.#layout.slice(own.length).filter((each) => each !== this.#battery);
    this.#hullHeldAt = this.#layout[0].heldAt;
    this.#couplingAt = this.#layout.find(({ part }) => part instanceof Coupling)?.commandAt ?? -1;
    this.commandSignals = list.flatMap((part) => part.commandSignals);
    this.outputs = list.flatMap((part) => part.outputs);
    const heldNames = [...(parts.hold ?? []), ...(options.hold ?? [])];
    this.#hold = heldNames.length === 0 ? null : new Hold(heldNames);
    const heldOfParts = sum((part) => part.held ?? 0);
    const heldOf = (found: PlacedPart | undefined): number => (found === undefined ? -1 : found.heldAt);
    this.pushAt = heldOf(this.#layout.find(({ part }) => part instanceof Pushes));
    this.floodingAt = heldOf(this.#layout.find(({ part }) => part instanceof Flooding));
    this.contactAt = heldOf(this.#layout.find(({ part }) => part instanceof ContactForce));
    this.latchedAt = heldOf(this.#layout.find(({ part }) => part instanceof Latched));
    this.batteryAt = this.#battery?.heldAt ?? -1;
    this.holdAt = this.#hold === null ? -1 : this.size + WATER_SIZE + this.commands + heldOfParts;
    this.held = WATER_SIZE + this.commands + heldOfParts + (this.#hold === null ? 0 : Hold.SIZE);
    this.#scratchAll = new Float64Array(options.docks === true ? this.size : 0);
    this.#sampled = new Float64Array(this.size + this.held);
    this.#sampledRates = new Float64Array(this.size);
    this.#mass = new BodyMass(hull, this.#others);
    this.scripts = options.scripts ?? [];
    this.#scripted = this.scripts.some((script) => script !== null);
    this.#windage = parts.windage ?? null;
    this.#commandValues = new Float64Array(this.commands);
    this.#restCommands = new Float64Array(this.commands);
    for (const { part, commandAt } of this.#layout) part.restCommandsInto?.(this.#restCommands, commandAt);
    invariant(
      this.scripts.length <= this.commands,
      `${this.path}: ${this.scripts.length} scripts for ${this.commands} commands`,
    );
  }

  /** Place of the water and of the commands behind the beginning of a copy. */
  get waterAt(): number {
    return this.size;
  }

  get commandsAt(): number {
    return this.size + WATER_SIZE;
  }

  initialInto(x: Float64Array, at: number, copy: number): void {
    x[at + STATE.q] = 1;
    stillWaterInto(x, at + this.waterAt, this.#options.density_kgpm3);
    // Nothing pushes at the start; a scripted command holds the index of its first piece, 0.
    for (const { part, stateAt, commandAt } of this.#layout) {
      part.restCommandsInto?.(x, at + this.commandsAt + commandAt);
      part.initialInto?.(x, at + stateAt);
    }
    this.scripts.forEach((script, i) => {
      if (script !== null) x[at + this.commandsAt + i] = 0;
    });
    this.#options.initialInto?.(x, at, copy);
    if (this.#hold !== null) {
      this.#hold.setInto(x, at, at + this.holdAt);
      this.projectInto(x, at);
    }
  }

  derivativesInto(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    if (time[0] !== this.#sampled_s[0] || !this.#recallInto(dx, x, at)) this.#evaluateInto(dx, x, at, time);
  }

  #evaluateInto(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    const motion = RECORD;
    const F = FORCE;
    this.#describeMotion(dx, x, at, time);

    // (3), (4): forces of all parts, each writing the rates of its own states.
    F[0] = 0;
    F[1] = 0;
    F[2] = 0;
    F[3] = 0;
    F[4] = 0;
    F[5] = 0;
    const { hull, thrusters, fins } = this.parts;
    const commands = this.#commandValues;
    if (this.commands > 0) this.#readCommands(x, at, time);
    let state = ACTUATORS;
    let command = 0;
    hull.addForce(F, dx, state, motion, x, at + state, commands, command, at + this.#hullHeldAt);
    if (thrusters.commands > 0) {
      state += hull.states;
      command += hull.commands;
      thrusters.addForce(F, dx, state, motion, x, at + state, commands, command);
    }
    if (fins.commands > 0) {
      state = ACTUATORS + hull.states + thrusters.states;
      command = hull.commands + thrusters.commands;
      fins.addForce(F, dx, state, motion, x, at + state, commands, command);
    }
    const water = at + this.size;
    if (this.#windage !== null && x[water + AIR_DENSITY] > 0) this.#windage.addForce(F, motion, x, water + AIR_AT);

    const others = this.#others;
    for (let k = 0; k < others.length; k++) {
      const { part, stateAt, commandAt, heldAt } = others[k];
      part.addForce(F, dx, stateAt, motion, x, at + stateAt, commands, commandAt, at + heldAt);
    }
    if (this.#battery !== null) {
      this.#describePowers(x, at);
      const { stateAt, heldAt } = this.#battery;
      this.parts.battery!.drainInto(dx, stateAt, x, at + stateAt, at + heldAt, POWERS);
    }
    if (this.#mass.varies) this.#mass.find(x, at);

    // (3): ν̇ = M⁻¹ F; M⁻¹ is symmetric.
    const I = this.#mass.inverse6;
    const f0 = F[0];
    const f1 = F[1];
    const f2 = F[2];
    const f3 = F[3];
    const f4 = F[4];
    const f5 = F[5];
    dx[7] = I[0] * f0 + I[1] * f1 + I[2] * f2 + I[3] * f3 + I[4] * f4 + I[5] * f5;
    dx[8] = I[1] * f0 + I[7] * f1 + I[8] * f2 + I[9] * f3 + I[10] * f4 + I[11] * f5;
    dx[9] = I[2] * f0 + I[8] * f1 + I[14] * f2 + I[15] * f3 + I[16] * f4 + I[17] * f5;
    dx[10] = I[3] * f0 + I[9] * f1 + I[15] * f2 + I[21] * f3 + I[22] * f4 + I[23] * f5;
    dx[11] = I[4] * f0 + I[10] * f1 + I[16] * f2 + I[22] * f3 + I[28] * f4 + I[29] * f5;
    dx[12] = I[5] * f0 + I[11] * f1 + I[17] * f2 + I[23] * f3 + I[29] * f4 + I[35] * f5;
    if (this.#hold !== null) this.#hold.constrain(dx, I, RECORD, 0, RECORD, 18);
    if (this.latchedAt >= 0 && x[at + this.latchedAt] !== 0) for (let k = 0; k < ACTUATORS; k++) dx[k] = 0;
  }

  /** Whether a latch holds it. */
  isLatched(x: Float64Array, at: number): boolean {
    return this.latchedAt >= 0 && x[at + this.latchedAt] !== 0;
  }

  /** out[o .. o + 5]: the sum of the forces on it at time[0] but those of tethers and latches, about Bo in B. */
  forceInto(out: Float64Array, o: number, x: Float64Array, at: number, time: Float64Array): void {
    this.#evaluateInto(this.#scratchAll, x, at, time);
    for (let k = 0; k < 6; k++) out[o + k] = FORCE[k];
  }

  /**
   * The same for a sensor, in an array that is good until the next call. It is kept: the sensors of one instant ask for the same
   * derivatives, and the first stage of the step that begins there asks once more. Derivatives are a function of block and time alone, so
   * that this memory changes no result.
   */
  sampledRates(x: Float64Array, at: number, time: Float64Array): Float64Array {
    const rates = this.#sampledRates;
    const block = this.#sampled;
    if (time[0] === this.#sampled_s[0] && isSame(block, x, at)) return rates;
    this.#sampled_s[0] = Number.NaN;
    this.#evaluateInto(rates, x, at, time);
    for (let k = 0; k < block.length; k++) block[k] = x[at + k];
    this.#sampled_s[0] = time[0];
    return rates;
  }

  /**
   * Adds to dx[0 ..], the rates of the state x[at ..], what a force from outside does that is not a part of this body: ν̇ += M⁻¹ F. What is
   * held stays held. wrench[w .. w + 5]: force and moment about Bo, in B.
   */
  addWrench(dx: Float64Array, x: Float64Array, at: number, wrench: Float64Array, w: number): void {
    if (this.isLatched(x, at)) return;
    if (this.#mass.varies) this.#mass.find(x, at);
    const I = this.#mass.inverse6;
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += I[6 * i + j] * wrench[w + j];
      dx[STATE.V + i] += sum;
    }
    if (this.#hold === null) return;
    // Rates that keep to the constraints plus a push: the same projection takes off what the push adds.
    rotationFromQuaternionInto(this.#rotation, 0, x, at + STATE.q);
    this.#hold.constrain(dx, I, x, at + STATE.V, this.#rotation, 0);
  }

  /** The last answer of sampledRates to dx, if the block of a copy is that of then; false otherwise. */
  #recallInto(dx: Float64Array, x: Float64Array, at: number): boolean {
    if (!isSame(this.#sampled, x, at)) return false;
    const rates = this.#sampledRates;
    for (let k = 0; k < rates.length; k++) dx[k] = rates[k];
    return true;
  }

  /** The values of `outputs`, in their order, to out[o ..] at time[0]. */
  partOutputsInto(out: Float64Array, o: number, x: Float64Array, at: number, time: Float64Array): void {
    this.#describeMotion(this.#scratchRates, x, at, time);
    this.#readCommands(x, at, time);
    for (const { part, stateAt, commandAt, heldAt, outputAt } of this.#layout) {
      const commands = this.#commandValues;
      part.outputValuesInto(out, o + outputAt, RECORD, x, at + stateAt, commands, commandAt, at + heldAt);
    }
    if (!this.#isCutOff(x, at)) return;
    const { outputs } = this;
    for (let i = 0; i < outputs.length; i++) if (outputs[i].unit === "W") out[o + i] = 0;
  }

  /** out[o]: electrical power that all parts draw at time[0], W. */
  powerInto(out: Float64Array, o: number, x: Float64Array, at: number, time: Float64Array): void {
    this.#describeMotion(this.#scratchRates, x, at, time);
    this.#readCommands(x, at, time);
    out[o] = 0;
    if (this.#isCutOff(x, at)) return;
    for (const { part, stateAt, commandAt, heldAt } of this.#layout) {
      part.addPower?.(out, o, RECORD, x, at + stateAt, this.#commandValues, commandAt, at + heldAt);
    }
  }

  /** What its battery does at time[0], as BATTERY_STATUS says, to out[o ..]. */
  batteryInto(out: Float64Array, o: number, x: Float64Array, at: number, time: Float64Array): void {
    const { stateAt, heldAt } = this.#lookAtBattery(x, at, time);
    this.parts.battery!.statusInto(out, o, x, at + stateAt, at + heldAt, POWERS);
  }

  /** out[0]: how far its battery is from cutting off at time[0]; negative where it has to. */
  batteryMarginInto(out: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    const { stateAt, heldAt } = this.#lookAtBattery(x, at, time);
    this.parts.battery!.marginInto(out, x, at + stateAt, at + heldAt, POWERS);
  }

  #lookAtBattery(x: Float64Array, at: number, time: Float64Array): PlacedPart {
    invariant(this.#battery !== null, `${this.path} has no battery`);
    this.#describeMotion(this.#scratchRates, x, at, time);
    this.#readCommands(x, at, time);
    this.#describePowers(x, at);
    return this.#battery;
  }

  /** Its drop weights, in their order. */
  get dropWeights(): readonly DropWeight[] {
    return this.#others.flatMap(({ part }) => (part instanceof DropWeight ? [part] : []));
  }

  /** Lets a drop weight go; false where it is gone already. */
  release(weight: DropWeight, x: Float64Array, at: number): boolean {
    const place = this.#others.find(({ part }) => part === weight);
    invariant(place !== undefined, `${this.path} does not carry ${weight.name}`);
    return weight.release(x, at + place.stateAt);
  }

  /** Whether the command in force lets a drop weight go; without power none does. */
  asksToRelease(weight: DropWeight, x: Float64Array, at: number): boolean {
    const place = this.#others.find(({ part }) => part === weight);
    invariant(place !== undefined, `${this.path} does not carry ${weight.name}`);
    return !this.#isCutOff(x, at) && x[at + this.commandsAt + place.commandAt] > RELEASING;
  }

  /** Whether the command in force at time[0] opens its coupling; without power, or without a coupling, none does. */
  opensCoupling(x: Float64Array, at: number, time: Float64Array): boolean {
    if (this.#couplingAt < 0 || this.#isCutOff(x, at)) return false;
    const values = this.#commandValues;
    const k = this.#couplingAt;
    values[k] = x[at + this.commandsAt + k];
    this.scripts[k]?.valueInto(values, k, values[k], time);
    return values[k] > RELEASING;
  }

  #isCutOff(x: Float64Array, at: number): boolean {
    return this.batteryAt >= 0 && x[at + this.batteryAt + BATTERY_HELD.off] !== 0;
  }

  /** What the parts draw, to POWERS, from the record of the motion and the values of the commands. */
  #describePowers(x: Float64Array, at: number): void {
    const powers = POWERS;
    const commands = this.#commandValues;
    powers[POWER.thrusters] = 0;
    powers[POWER.fins] = 0;
    powers[POWER.parts] = 0;
    const { hull, thrusters, fins } = this.parts;
    const t = ACTUATORS + hull.states;
    thrusters.addPower(powers, POWER.thrusters, RECORD, x, at + t, commands, hull.commands);
    const f = t + thrusters.states;
    fins.addPower(powers, POWER.fins, RECORD, x, at + f, commands, hull.commands + thrusters.commands);
    hull.addPower?.(powers, POWER.parts, RECORD, x, at + ACTUATORS, commands, 0, at + this.#hullHeldAt);
    const others = this.#others;
    for (let k = 0; k < others.length; k++) {
      const { part, stateAt, commandAt, heldAt } = others[k];
      part.addPower?.(powers, POWER.parts, RECORD, x, at + stateAt, commands, commandAt, at + heldAt);
    }
  }

  /** M of the state x[at ..] about Bo, the parts' masses included: 6×6 row-major, to out[o ..]. */
  massInto(out: Float64Array, o: number, x: Float64Array, at: number): void {
    this.#mass.massInto(out, o, x, at);
  }

  /** M⁻¹ of the state x[at ..]: 6×6 row-major, to out[o ..]. 0 while a latch holds it: nothing moves it. */
  massInverseInto(out: Float64Array, o: number, x: Float64Array, at: number): void {
    this.#mass.find(x, at);
    const I = this.#mass.inverse6;
    const moves = !this.isLatched(x, at);
    for (let k = 0; k < 36; k++) out[o + k] = moves ? I[k] : 0;
  }

  /** out[o]: height above the surface at which it stands in the wind at time[0]; 0 under water, or where it has no windage. */
  windHeightInto(out: Float64Array, o: number, x: Float64Array, at: number, time: Float64Array): void {
    out[o] = 0;
    if (this.#windage === null) return;
    this.#describeMotion(this.#scratchRates, x, at, time);
    this.#windage.heightInto(out, o, RECORD);
  }

  /** (1), (2) alone, for semi-implicit Euler. */
  positionRatesInto(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    this.#describeMotion(dx, x, at, time);
  }

  /** Keeps the quaternion of unit length: the methods let it drift by a rounding or an error of their order per step. */
  projectInto(x: Float64Array, at: number): void {
    if (this.isLatched(x, at)) return;
    const w = x[at + 3];
    const a = x[at + 4];
    const b = x[at + 5];
    const c = x[at + 6];
    const scale = 1 / Math.sqrt(w * w + a * a + b * b + c * c);
    x[at + 3] = w * scale;
    x[at + 4] = a * scale;
    x[at + 5] = b * scale;
    x[at + 6] = c * scale;
    if (this.#hold === null) return;
    if (this.#mass.varies) this.#mass.find(x, at);
    this.#hold.projectInto(x, at, at + this.holdAt, this.#mass.inverse6);
  }

  /** (1), (2) to dx, and the record of the motion for hull and actuators. */
  #describeMotion(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    const motion = RECORD;
    const water = at + this.size;
    const qw = x[at + 3];
    const qx = x[at + 4];
    const qy = x[at + 5];
    const qz = x[at + 6];

    // R_NB, stored at once: see fossen-hull.ts on sums that wait in locals.
    motion[18] = 1 - 2 * (qy * qy + qz * qz);
    motion[19] = 2 * (qx * qy - qz * qw);
    motion[20] = 2 * (qx * qz + qy * qw);
    motion[21] = 2 * (qx * qy + qz * qw);
    motion[22] = 1 - 2 * (qx * qx + qz * qz);
    motion[23] = 2 * (qy * qz - qx * qw);
    motion[24] = 2 * (qx * qz - qy * qw);
    motion[25] = 2 * (qy * qz + qx * qw);
    motion[26] = 1 - 2 * (qx * qx + qy * qy);

    // (1), (2).
    const u = x[at + 7];
    const v = x[at + 8];
    const w = x[at + 9];
    const p = x[at + 10];
    const q = x[at + 11];
    const r = x[at + 12];
    dx[3] = -0.5 * (qx * p + qy * q + qz * r);
    dx[4] = 0.5 * (qw * p + qy * r - qz * q);
    dx[5] = 0.5 * (qw * q + qz * p - qx * r);
    dx[6] = 0.5 * (qw * r + qx * q - qy * p);
    dx[0] = motion[18] * u + motion[19] * v + motion[20] * w;
    dx[1] = motion[21] * u + motion[22] * v + motion[23] * w;
    dx[2] = motion[24] * u + motion[25] * v + motion[26] * w;
    motion[0] = u;
    motion[1] = v;
    motion[2] = w;
    motion[3] = p;
    motion[4] = q;
    motion[5] = r;
    motion[9] = p;
    motion[10] = q;
    motion[11] = r;

    motion[DEPTH] = x[at + 2] + x[water + SURFACE];
    motion[DENSITY] = x[water + WATER_DENSITY];
    motion[GRAVITY] = this.#gravity[0];
    motion[TIME] = time[0];
    if (x[water + VARIES] !== 0) {
      this.#describeVaryingWater(dx, x, at, time);
      return;
    }

    // The water's velocity in B, and its rate as the turning frame sees it: −ω × v_c.
    const cN = x[water];
    const cE = x[water + 1];
    const cD = x[water + 2];
    const cx = motion[18] * cN + motion[21] * cE + motion[24] * cD;
    const cy = motion[19] * cN + motion[22] * cE + motion[25] * cD;
    const cz = motion[20] * cN + motion[23] * cE + motion[26] * cD;
    motion[6] = u - cx;
    motion[7] = v - cy;
    motion[8] = w - cz;
    motion[12] = 0 - (q * cz - r * cy);
    motion[13] = 0 - (r * cx - p * cz);
    motion[14] = 0 - (p * cy - q * cx);
    motion[WATER_ACCELERATION] = 0;
    motion[WATER_ACCELERATION + 1] = 0;
    motion[WATER_ACCELERATION + 2] = 0;
  }

  /** What is different where the current varies: its velocity here and now, its rate along the path, and its own acceleration. */
  #describeVaryingWater(dx: Float64Array, x: Float64Array, at: number, time: Float64Array): void {
    const motion = RECORD;
    const water = at + this.size;
    const R11 = motion[18];
    const R12 = motion[19];
    const R13 = motion[20];
    const R21 = motion[21];
    const R22 = motion[22];
    const R23 = motion[23];
    const R31 = motion[24];
    const R32 = motion[25];
    const R33 = motion[26];
    const vN = dx[0];
    const vE = dx[1];
    const vD = dx[2];
    const g = water + GRADIENT;
    const dN = x[at] - x[water + AROUND];
    const dE = x[at + 1] - x[water + AROUND + 1];
    const dD = x[at + 2] - x[water + AROUND + 2];
    const dt = time[0] - x[water + SINCE];
    const rate1 = x[water + RATE];
    const rate2 = x[water + RATE + 1];
    const rate3 = x[water + RATE + 2];
    const cN = x[water] + (x[g] * dN + x[g + 1] * dE + x[g + 2] * dD + rate1 * dt);
    const cE = x[water + 1] + (x[g + 3] * dN + x[g + 4] * dE + x[g + 5] * dD + rate2 * dt);
    const cD = x[water + 2] + (x[g + 6] * dN + x[g + 7] * dE + x[g + 8] * dD + rate3 * dt);
    const along1 = rate1 + x[g] * vN + x[g + 1] * vE + x[g + 2] * vD;
    const along2 = rate2 + x[g + 3] * vN + x[g + 4] * vE + x[g + 5] * vD;
    const along3 = rate3 + x[g + 6] * vN + x[g + 7] * vE + x[g + 8] * vD;
    const own1 = rate1 + x[g] * cN + x[g + 1] * cE + x[g + 2] * cD;
    const own2 = rate2 + x[g + 3] * cN + x[g + 4] * cE + x[g + 5] * cD;
    const own3 = rate3 + x[g + 6] * cN + x[g + 7] * cE + x[g + 8] * cD;
    motion[WATER_ACCELERATION] = R11 * own1 + R21 * own2 + R31 * own3;
    motion[WATER_ACCELERATION + 1] = R12 * own1 + R22 * own2 + R32 * own3;
    motion[WATER_ACCELERATION + 2] = R13 * own1 + R23 * own2 + R33 * own3;

    // The same in B, with the turning of the frame: −ω × v_c.
    const cx = R11 * cN + R21 * cE + R31 * cD;
    const cy = R12 * cN + R22 * cE + R32 * cD;
    const cz = R13 * cN + R23 * cE + R33 * cD;
    const p = motion[3];
    const q = motion[4];
    const r = motion[5];
    motion[6] = motion[0] - cx;
    motion[7] = motion[1] - cy;
    motion[8] = motion[2] - cz;
    motion[12] = R11 * along1 + R21 * along2 + R31 * along3 - (q * cz - r * cy);
    motion[13] = R12 * along1 + R22 * along2 + R32 * along3 - (r * cx - p * cz);
    motion[14] = R13 * along1 + R23 * along2 + R33 * along3 - (p * cy - q * cx);
  }

  #readCommands(x: Float64Array, at: number, time: Float64Array): void {
    const values = this.#commandValues;
    const from = at + this.commandsAt;
    if (this.#isCutOff(x, at)) {
      for (let i = 0; i < this.commands; i++) values[i] = this.#restCommands[i];
      return;
    }
    for (let i = 0; i < this.commands; i++) values[i] = x[from + i];
    if (!this.#scripted) return;
    for (let i = 0; i < this.scripts.length; i++) this.scripts[i]?.valueInto(values, i, values[i], time);
  }
}

/** Whether x[at ..] is a block, bit for bit. */
function isSame(block: Float64Array, x: Float64Array, at: number): boolean {
  for (let k = 0; k < block.length; k++) {
    const value = x[at + k];
    // The zeros of the two signs are equal, but not the same. (Object.is of two unknown numbers would box them.)
    if (value !== block[k] || (value === 0 && Object.is(value, -0) !== Object.is(block[k], -0))) return false;
  }
  return true;
}
