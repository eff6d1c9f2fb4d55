/**
 * The latches of a world (vehicles/docking/latch.ts): each watches the vehicles that it may take by guards of theirs, which land nothing
 * until something happens.
 *
 *   correct   a coupling has come into the window: the vehicle is stopped and held; or what held it lets go; or it has left
 *
 * Three guards for each latch and vehicle. `window`, by what the latch does about this vehicle, which is its data:
 *
 *   WATCH    (6) of latch.ts, or −1 while the vehicle's coupling is open        crossed upwards: caught
 *   HOLD     1 while the vehicle's coupling is open, or else −1                  upwards: let go
 *   LET_GO   1                                                                 upwards: let go, by command of the dock
 *   LEAVE    the least of s, S − s, O − o, and S/10                              downwards: it has left, and the latch watches again
 *   REST     −1                                                                the latch is open, or busy with another vehicle
 *
 * `plane`: min(s, sight − o), upwards where s is the lesser: the coupling passes the plane of the latch. If it is not caught there,
 * an event says why: what would have to be less. It may still be caught behind the plane, when it has become slow or straight enough.
 * `gate` is the same for the plane through the gate, before it: an approach is noted there, in the log alone.
 *
 * All rest for as long as the coupling surely stays on its side at FASTEST_MPS. What a latch holds lies in the engine's state.
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type Guard, instant_ns, type Moment, PHASE } from "../../../engine/index.ts";
import { APPROACH, APPROACH_SIZE, Approach, RELEASING, STATE } from "../../../vehicles/index.ts";
import type { LatchCandidate, ScenarioLatch } from "../../load/latches.ts";
import { placeWords } from "../../load/touch-words.ts";
import { type ChannelWriter, namedFields } from "../log-board.ts";
import type { Site } from "../site.ts";
import { type Body, MovingBody } from "./body.ts";

/** What a latch does about a vehicle: data of the guard `window`. */
const TASK = { rest: 0, watch: 1, hold: 2, letGo: 3, leave: 4 } as const;
/** Numbers of a latch in the engine's state: the index of the candidate that it has to do with, from 1, 0 for none; whether that is held; whether it is open. */
const LATCH = { who: 0, holds: 1, open: 2 } as const;
const LATCH_SIZE = 3;

/** Why something is not caught: bits of `refusal` in the log. */
export const REFUSAL = { offset: 1, angle: 2, speed: 4, closed: 8 } as const;

/** What is written when something comes to the gate, is caught, or passes the plane and is not. */
export const APPROACH_FIELDS = [
  "vehicle",
  "outcome",
  "refusal",
  "depth_m",
  "offset_m",
  "angle_rad",
  "outward_rad",
  "speed_mps",
  "impulse_Ns",
] as const;
/** What a line of the log is about. */
const OUTCOME = { atGate: 0, caught: 1, refused: 2 } as const;
const LOAD_FIELDS = ["held", "loadForward_N", "loadStarboard_N", "loadDown_N"] as const;

/** No coupling is faster. */
const FASTEST_MPS = 50;
/** Share of the depth of the window by which a vehicle has to be outside to have left. */
const SLACK = 0.1;
const FOR_EVER_S = 1e9;

// Scratch of one event.
const approach = new Float64Array(APPROACH_SIZE);
const mass = new Float64Array(36);
const task = new Float64Array(1);
const row = new Float64Array(APPROACH_FIELDS.length);

/** A latch, with what takes its commands. */
export interface InstalledLatch {
  /** A command of the dock takes effect: above ½ the latch is open. */
  command(moment: Moment, value: number): void;
  /** The command in force. */
  open(reals: Float64Array): number;
}

/** By index of vehicle, in the order of their latches. */
export function installLatches(site: Site, bodies: readonly Body[]): ReadonlyMap<number, readonly InstalledLatch[]> {
  const installed = new Map<number, InstalledLatch[]>();
  for (const latch of site.scenario.latches) {
    const list = installed.get(latch.dock) ?? [];
    list.push(new Latch(site, latch, bodies));
    installed.set(latch.dock, list);
  }
  for (const [dock, latches] of installed) playDockScripts(site, dock, latches);
  for (const body of bodies) if (body instanceof MovingBody && body.system.latchedAt >= 0) declareLoad(site, body);
  return installed;
}

class Latch implements InstalledLatch {
  readonly #site: Site;
  readonly #latch: ScenarioLatch;
  readonly #at: number;
  readonly #guards: Guard[] = [];
  readonly #channel: ChannelWriter;
  readonly #names: readonly string[];

  constructor(site: Site, latch: ScenarioLatch, bodies: readonly Body[]) {
    this.#site = site;
    this.#latch = latch;
    this.#names = latch.candidates.map(({ vehicle }) => site.scenario.vehicles[vehicle]!.name);
    const { scripts } = site.scenario.vehicles[latch.dock]!;
    const first = new Float64Array(1);
    scripts[latch.actuator]?.valueInto(first, 0, 0, new Float64Array(1));
    this.#at = site.builder.layout.reals(latch.path, LATCH_SIZE, [0, 0, first[0]!]);
    this.#channel = this.#declare();
    latch.candidates.forEach((candidate, k) => {
      this.#watch(candidate, k, bodies[candidate.vehicle] as MovingBody, first[0]! > RELEASING);
    });
  }

  open(reals: Float64Array): number {
    return reals[this.#at + LATCH.open]!;
  }

  command(moment: Moment, value: number): void {
    if (Number.isNaN(value)) return;
    moment.reals[this.#at + LATCH.open] = value;
    this.#arrange(moment);
  }

  /** Gives every guard its task. */
  #arrange(moment: Moment): void {
    const { reals } = moment;
    const isOpen = reals[this.#at + LATCH.open]! > RELEASING;
    const who = reals[this.#at + LATCH.who]!;
    const holds = reals[this.#at + LATCH.holds] !== 0;
    for (let k = 0; k < this.#guards.length; k++) {
      const guard = this.#guards[k]!;
      if (who === 0) task[0] = isOpen ? TASK.rest : TASK.watch;
      else if (who !== k + 1) task[0] = TASK.rest;
      else if (holds) task[0] = isOpen ? TASK.letGo : TASK.hold;
      else task[0] = TASK.leave;
      if (reals[guard.dataAt] !== task[0]) moment.setGuardData(guard, task, 0);
    }
  }

  #watch({ coupling }: LatchCandidate, k: number, body: MovingBody, isOpen: boolean): void {
    const { builder } = this.#site;
    const { path, pose, window, gate_m } = this.#latch;
    const { place, system } = body;
    const found = new Approach(pose, window, coupling);
    const name = `${path}/${this.#names[k]!}`;
    const slack_m = SLACK * window.depth_m;
    const own = new Float64Array(APPROACH_SIZE);
    const margin = new Float64Array(1);
    const time = new Float64Array(1);

    const guard: Guard = builder.addGuard({
      path: `${name}/window`,
      of: place,
      actor: builder.addActor({
        path: name,
        writes: [place],
        handle: (moment, side) => {
          const now = moment.reals[guard.dataAt]!;
          if (now === TASK.watch && side > 0) this.#take(moment, k, body, found);
          else if ((now === TASK.hold || now === TASK.letGo) && side > 0) this.#letGo(moment, k, body);
          else if (now === TASK.leave && side < 0) this.#hasLeft(moment, k);
        },
      }),
      data: [isOpen ? TASK.rest : TASK.watch],
      // One that starts in the window is caught at the start.
      armed: -1,
      valueInto: (out, x, at, reals, dataAt, now) => {
        time[0] = now[0]!;
        switch (reals[dataAt]!) {
          case TASK.watch:
            if (system.opensCoupling(x, at, time) || system.isLatched(x, at)) out[0] = -1;
            else {
              found.into(own, 0, x, at);
              found.marginInto(out, 0, own, 0);
            }
            return;
          case TASK.hold:
            out[0] = system.opensCoupling(x, at, time) ? 1 : -1;
            return;
          case TASK.letGo:
            out[0] = 1;
            return;
          case TASK.leave:
            found.into(own, 0, x, at);
            found.nearInto(out, 0, own, 0);
            out[0] = out[0]! + slack_m;
            return;
          default:
            out[0] = -1;
        }
      },
      horizonInto: (out, x, at, reals, dataAt) => {
        const now = reals[dataAt]!;
        if ((now !== TASK.watch && now !== TASK.leave) || system.isLatched(x, at)) {
          // What changes its value then, lands the vehicle or changes the data.
          out[0] = FOR_EVER_S;
          return;
        }
        found.into(own, 0, x, at);
        found.nearInto(margin, 0, own, 0);
        if (now === TASK.leave) out[0] = Math.max(0, margin[0]! + slack_m) / FASTEST_MPS;
        else out[0] = Math.max(0, -margin[0]!) / FASTEST_MPS;
      },
    });
    this.#guards.push(guard);

    this.#watchPlane(name, "plane", 0, body, found, (moment) => this.#pass(moment, k, body));
    if (gate_m === 0) return;
    this.#watchPlane(name, "gate", gate_m, body, found, (moment) => {
      if (!system.isLatched(moment.x, place.at)) this.#write(moment, k, OUTCOME.atGate, 0, 0);
    });
  }

  /** Calls what is to be done when a coupling passes a plane before the latch inwards, near its axis; `approach` says how. */
  #watchPlane(
    name: string,
    what: string,
    before_m: number,
    body: MovingBody,
    found: Approach,
    passes: (moment: Moment) => void,
  ): void {
    const { builder } = this.#site;
    const { sight_m } = this.#latch;
    const { place, system } = body;
    const own = new Float64Array(APPROACH_SIZE);
    const valueInto = (out: Float64Array, x: Float64Array, at: number): void => {
      found.into(own, 0, x, at);
      out[0] = Math.min(before_m + own[APPROACH.depth_m]!, sight_m - own[APPROACH.offset_m]!);
    };
    const actor = builder.addActor({
      path: `${name}/${what}`,
      reads: body.reads,
      handle(moment, side) {
        if (side < 0) return;
        found.into(approach, 0, moment.x, place.at);
        // Not where it comes in from the side.
        if (before_m + approach[APPROACH.depth_m]! > sight_m - approach[APPROACH.offset_m]!) return;
        passes(moment);
      },
    });
    builder.addGuard({
      path: `${name}/${what}Side`,
      of: place,
      actor,
      valueInto: (out, x, at) => valueInto(out, x, at),
      horizonInto: (out, x, at) => {
        valueInto(out, x, at);
        out[0] = system.isLatched(x, at) ? FOR_EVER_S : Math.abs(out[0]!) / FASTEST_MPS;
      },
    });
  }

  /** (7) */
  #take(moment: Moment, k: number, { place, system }: MovingBody, found: Approach): void {
    const { x, reals } = moment;
    const v = place.at + STATE.V;
    found.into(approach, 0, x, place.at);
    system.massInto(mass, 0, x, place.at);
    let square = 0;
    for (let i = 0; i < 3; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += mass[6 * i + j]! * x[v + j]!;
      square += sum * sum;
    }
    const impulse_Ns = Math.sqrt(square);
    for (let i = 0; i < 6; i++) x[v + i] = 0;
    x[place.at + system.latchedAt] = 1;
    reals[this.#at + LATCH.who] = k + 1;
    reals[this.#at + LATCH.holds] = 1;
    this.#arrange(moment);
    this.#write(moment, k, OUTCOME.caught, 0, impulse_Ns);
    const how = `at ${shown(approach[APPROACH.speed_mps]!)} m/s, ${shown(approach[APPROACH.offset_m]!)} m off its axis, at ${degrees(approach[APPROACH.angle_rad]!)}`;
    this.#tell(
      moment,
      "info",
      `catches ${this.#names[k]!} ${how}, with ${shown(impulse_Ns)} N s: ${placeWords(approach, APPROACH.point_m)}`,
    );
  }

  #letGo(moment: Moment, k: number, { place, system }: MovingBody): void {
    moment.x[place.at + system.latchedAt] = 0;
    moment.reals[this.#at + LATCH.holds] = 0;
    this.#arrange(moment);
    this.#tell(moment, "info", `lets ${this.#names[k]!} go`);
  }

  #hasLeft(moment: Moment, k: number): void {
    moment.reals[this.#at + LATCH.who] = 0;
    this.#arrange(moment);
    this.#tell(moment, "info", `${this.#names[k]!} has left its window`);
  }

  /** A coupling passes the plane. */
  #pass(moment: Moment, k: number, { place, system }: MovingBody): void {
    const { x, reals } = moment;
    const { window } = this.#latch;
    // Held here or elsewhere.
    if (system.isLatched(x, place.at)) return;
    const offset_m = approach[APPROACH.offset_m]!;
    const who = reals[this.#at + LATCH.who]!;
    const reasons: string[] = [];
    let refusal = 0;
    const refuse = (bit: number, reason: string): void => {
      refusal |= bit;
      reasons.push(reason);
    };
    if (who !== 0) {
      const does = reals[this.#at + LATCH.holds] === 0 ? "has let it go, and it has not left" : "holds it";
      refuse(REFUSAL.closed, who === k + 1 ? does : `it is busy with ${this.#names[who - 1]!}`);
    } else if (this.open(reals) > RELEASING) refuse(REFUSAL.closed, "it is open");
    else if (opens(system, x, place.at, moment)) refuse(REFUSAL.closed, "the coupling is open");
    if (offset_m > window.offset_m)
      refuse(REFUSAL.offset, `${shown(offset_m)} m off its axis, at most ${shown(window.offset_m)} m`);
    if (approach[APPROACH.angle_rad]! > window.angle_rad)
      refuse(REFUSAL.angle, `at ${degrees(approach[APPROACH.angle_rad]!)}, at most ${degrees(window.angle_rad)}`);
    if (approach[APPROACH.speed_mps]! > window.speed_mps)
      refuse(REFUSAL.speed, `${shown(approach[APPROACH.speed_mps]!)} m/s, at most ${shown(window.speed_mps)} m/s`);
    if (refusal === 0) return;
    this.#write(moment, k, OUTCOME.refused, refusal, 0);
    this.#tell(moment, "warning", `does not catch ${this.#names[k]!}: ${reasons.join("; ")}`);
  }

  #write({ now_ns }: Moment, k: number, outcome: number, refusal: number, impulse_Ns: number): void {
    row[0] = k;
    row[1] = outcome;
    row[2] = refusal;
    row[3] = approach[APPROACH.depth_m]!;
    row[4] = approach[APPROACH.offset_m]!;
    row[5] = approach[APPROACH.angle_rad]!;
    row[6] = approach[APPROACH.outward_rad]!;
    row[7] = approach[APPROACH.speed_mps]!;
    row[8] = impulse_Ns;
    this.#channel.write(now_ns, row, 0);
  }

  #tell({ now_ns }: Moment, level: "info" | "warning", message: string): void {
    this.#site.tell({ t_ns: now_ns, level, name: this.#latch.path, message });
  }

  #declare(): ChannelWriter {
    const { path, component, dock, window, gate_m, sight_m } = this.#latch;
    const { offset_m, angle_rad, speed_mps } = window;
    return this.#site.log.told({
      topic: `/${path}`,
      schema: "thetis.Latch",
      fields: namedFields(APPROACH_FIELDS),
      plot: "approaches",
      group: "latch",
      title: `Latch ${component.id}`,
      vehicle: dock,
      of: path,
      about: {
        vehicles: this.#names.join(" "),
        offset_m: String(offset_m),
        angle_rad: String(angle_rad),
        speed_mps: String(speed_mps),
        gate_m: String(gate_m),
        sight_m: String(sight_m),
        outcome: "0: at the gate, 1: caught, 2: passes the plane and is not caught",
        refusal: "sum of 1: too far off the axis, 2: too oblique, 4: too fast, 8: open or busy",
      },
    });
  }
}

/** A script of a dock opens and closes its latches. */
function playDockScripts(site: Site, dock: number, latches: readonly InstalledLatch[]): void {
  const { name, scripts } = site.scenario.vehicles[dock]!;
  if (scripts.every((script) => script === null)) return;
  const value = new Float64Array(1);
  const start = new Float64Array(1);
  const steps = scripts.flatMap((script, latch) =>
    (script?.starts_s ?? []).flatMap((start_s, piece) => (piece === 0 ? [] : [{ latch, piece, start_s }])),
  );
  const player = site.builder.addActor({
    path: `${name}/scripts`,
    handle(moment, data) {
      const { latch, piece, start_s } = steps[data]!;
      start[0] = start_s;
      scripts[latch]!.valueInto(value, 0, piece, start);
      latches[latch]!.command(moment, value[0]!);
    },
  });
  steps.forEach(({ start_s }, k) => {
    site.builder.at(instant_ns(start_s), PHASE.actuate, player, k);
  });
}

/** Whether a vehicle is held, and what the latch bears then: (8). */
function declareLoad(site: Site, { index, vehicle, reads, place, system }: MovingBody): void {
  const time = new Float64Array(1);
  const force = new Float64Array(6);
  site.log.sampled({
    topic: `/${vehicle.name}/latch`,
    schema: "thetis.LatchLoad",
    fields: namedFields(LOAD_FIELDS).map((field) =>
      field.name === "held" ? { name: "held", unit: "", label: "held", role: "state" } : field,
    ),
    plot: "lines",
    group: "latch",
    title: "Held by a latch",
    vehicle: index,
    reads,
    of: vehicle.name,
    sampleInto(out, { x, instant_ns }) {
      out.fill(0, 0, LOAD_FIELDS.length);
      if (!system.isLatched(x, place.at)) return;
      out[0] = 1;
      time[0] = instant_ns[0]! * S_PER_NS;
      system.forceInto(force, 0, x, place.at, time);
      for (let k = 0; k < 3; k++) out[1 + k] = force[k]!;
    },
  });
}

const seconds = new Float64Array(1);

function opens(system: MovingBody["system"], x: Float64Array, at: number, { instant_ns }: Moment): boolean {
  seconds[0] = instant_ns[0]! * S_PER_NS;
  return system.opensCoupling(x, at, seconds);
}

function shown(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function degrees(angle_rad: number): string {
  return `${shown((angle_rad * 180) / Math.PI)}°`;
}
