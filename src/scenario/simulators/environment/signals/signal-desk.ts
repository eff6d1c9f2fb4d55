/**
 * The environment's desk of signals: emissions come in, arrivals go out ahead of their instants, all of it in react.
 *
 *   an emission at t      the sender's pose at t: of one that moves by a question, answered within the instant; of one that stays from the description.
 *                         Ears that stay: steady-neighbours.ts. Vehicles with ears that move are asked with the sender.
 *   its answers, at t     of each moving ear that may hear it, the arrival is predicted from its motion at t. Within SHORT_NS it goes out at once. Else
 *   at t + 0.98 τ₁        the vehicle is asked again, τ₁ the delay predicted so; the rest of the way is predicted from its motion then, and the arrival goes out.
 *
 * The arrival is where path and motion agree:
 *
 *   τ = delay(p_s(t), p_r(t + τ)),   p_r(t + τ) = p_r(t_a) + v_r (t + τ − t_a),   t_a when it was asked last       (1)
 *
 * by iteration, each step of which brings the error down by v/c. What is left is the motion that (1) does not have, over the rest ρ = t + τ − t_a:
 *
 *   |error of p_r| ≤ ½ a ρ²,   |error of τ| ≤ ½ a ρ²/c,   ρ ≤ 0.02 τ (1 + v/c) + ½ a τ²/c                        (2)
 *
 * a the greatest acceleration of the transducer on the way, its turning with the vehicle counted: at 1 m/s² and 1 km of water, 0.1 mm. Within SHORT_NS,
 * ρ = τ: 0.5 µm at 1 m/s². A vehicle that moves steadily is met exactly. Attitudes are taken ahead with their turning rate, velocities through
 * the water are those of t_a.
 *
 * An ear is left out where 0.95 times its distance at t exceeds the reach of the sender's greatest level: one that is faster than a twentieth of the
 * signal may be missed. The level of an emission counts up to the greatest that its transducer states. A transducer never hears itself; another one on
 * the same vehicle does.
 *
 * State: emissions that wait for answers, signals on their way (approaches.ts), the last states of vehicles. What does not fit into them is counted,
 * and told when the count reaches 1, 10, 100 …
 */
import { type ModelBuilder, type Moment, PHASE, type PortContext } from "../../../../engine/index.ts";
import { type Carrier, emission, type MediumName, PATH, PATH_SIZE, POSED_SIZE } from "../../../../environment/index.ts";
import type { Media } from "../../../load/media.ts";
import type { EventListener } from "../../../run/events.ts";
import { APPROACH, Approaches } from "./approaches.ts";
import type { PairFading } from "./pair-fading.ts";
import { NS_PER_S, type Post } from "./post.ts";
import { SteadyNeighbours } from "./steady-neighbours.ts";
import { aheadInto, MOVING_SIZE, meets, type Transducers } from "./transducers.ts";
import type { VehicleStates } from "./vehicle-states.ts";
import { isApart, nothingInto, USUAL_MPS } from "./wrong-side.ts";

const SENT = emission.at;

/** Arrivals within this are predicted from the first answer alone. */
const SHORT_NS = 1_000_000;
/** Where, on its way, its receiver is asked again. */
const ASKED_AGAIN = 0.98;
/** How near a receiver may come on the way: one that is slower than a twentieth of the signal. */
const NEARER = 0.95;
const MOST_STEPS = 12;
const AGREES_S = 2e-10;
/** Signals on their way to one moving ear, for which there is room. */
const APPROACHES_PER_EAR = 64;
const LEAST_APPROACHES = 256;
const MOST_APPROACHES = 65_536;

/** integers: emissions that wait, those that did not fit, those that are not of a transducer that sends. */
const WAITING = 0;
const LOST = 1;
const UNKNOWN = 2;

interface Medium {
  readonly carrier: Carrier;
  readonly steady: SteadyNeighbours;
}

export class SignalDesk {
  readonly #path: string;
  readonly #transducers: Transducers;
  readonly #states: VehicleStates;
  readonly #post: Post;
  readonly #tell: EventListener;
  readonly #media: Readonly<Partial<Record<MediumName, Medium>>>;
  readonly #approaches: Approaches;
  /** Emissions that wait for answers. */
  readonly #waitingAt: number;
  readonly #countsAt: number;
  readonly #waitingCapacity: number;
  /** Of each class of senders: moving ears whose bands meet theirs, and the numbers of their vehicles. */
  readonly #movingEars: Int32Array[] = [];
  readonly #movingVehicles: Int32Array[] = [];
  /** By class of senders: 0 where no ear of another transducer has a band that meets theirs. */
  readonly #isHeard: Uint8Array;
  // Of one event.
  readonly #source = new Float64Array(MOVING_SIZE);
  readonly #moving = new Float64Array(MOVING_SIZE);
  readonly #pose = new Float64Array(POSED_SIZE);
  readonly #reached = new Float64Array(PATH_SIZE);
  readonly #time = new Float64Array(1);

  constructor(
    builder: ModelBuilder,
    path: string,
    transducers: Transducers,
    media: Media,
    states: VehicleStates,
    post: Post,
    fading: PairFading,
    tell: EventListener,
  ) {
    this.#path = path;
    this.#transducers = transducers;
    this.#states = states;
    this.#post = post;
    this.#tell = tell;
    this.#media = Object.fromEntries(
      Object.entries(media).map(([name, carrier]) => {
        return [name, { carrier, steady: new SteadyNeighbours(transducers, carrier, post, fading) }];
      }),
    );
    const { all, moves, classes, list, vehicles } = transducers;
    const ears = all.flatMap(({ index, hears }) => (hears !== null && moves[index] === 1 ? [index] : []));
    for (const { index } of all) {
      const number = classes[index]!;
      if (this.#movingEars[number] !== undefined) continue;
      const own = ears.filter((ear) => meets(list[index]!, list[ear]!));
      this.#movingEars[number] = Int32Array.from(own);
      this.#movingVehicles[number] = Int32Array.from(new Set(own.map((ear) => states.numbers[vehicles[ear]!]!)));
    }
    const senders = all.filter(({ sends }) => sends !== null);
    const hearers = all.filter(({ hears }) => hears !== null);
    this.#isHeard = new Uint8Array(all.length);
    for (const { index } of senders) {
      const number = classes[index]!;
      if (this.#isHeard[number] === 1) continue;
      if (hearers.some((ear) => ear.index !== index && meets(list[index]!, list[ear.index]!)))
        this.#isHeard[number] = 1;
    }
    const wanted = Math.max(LEAST_APPROACHES, APPROACHES_PER_EAR * ears.length);
    this.#approaches = new Approaches(builder, path, ears.length === 0 ? 0 : Math.min(MOST_APPROACHES, wanted));
    this.#waitingCapacity = 2 * all.length + 16;
    this.#waitingAt = builder.layout.reals(`${path}/waiting`, emission.size * this.#waitingCapacity);
    this.#countsAt = builder.layout.integers(`${path}/counts`, 3);
  }

  /** Signals that have been sent and not yet reported to all who may hear them: for tests. */
  pending(context: PortContext): number {
    return this.#approaches.pending(context);
  }

  /** Paths that are kept between transducers that stay: for benchmarks and tests. */
  get kept(): number {
    return Object.values(this.#media).reduce((sum, { steady }) => sum + steady.kept, 0);
  }

  /** The emission sent[0 ..], now. */
  take(moment: Moment, sent: Float64Array): void {
    const emitter = sent[SENT.emitter]!;
    const from = this.#transducers.list[emitter];
    const medium = from === undefined ? undefined : this.#media[from.medium];
    if (from === undefined || medium === undefined || this.#transducers.all[emitter]!.sends === null) {
      const count = ++moment.integers[this.#countsAt + UNKNOWN]!;
      this.#report(moment, count, `${count} emissions of what is not a transducer that sends`);
      return;
    }
    if (this.#isHeard[this.#transducers.classes[emitter]!] === 0) return;
    sent[SENT.t_ns] = moment.instant_ns[0]!;
    if (sent[SENT.level_dB]! > from.greatestLevel_dB) sent[SENT.level_dB] = from.greatestLevel_dB;
    if (this.#ask(moment, emitter)) {
      this.#spread(moment, sent, 0);
      return;
    }
    const { reals, integers } = moment;
    if (integers[this.#countsAt + WAITING] === this.#waitingCapacity) {
      const count = ++integers[this.#countsAt + LOST]!;
      this.#report(
        moment,
        count,
        `${count} emissions had no room to wait for where their vehicles are: they are not heard`,
      );
      return;
    }
    const at = this.#waitingAt + emission.size * integers[this.#countsAt + WAITING]!++;
    for (let k = 0; k < emission.size; k++) reals[at + k] = sent[k]!;
  }

  /** The receiver of a signal on its way is asked again. */
  askAgain(moment: Moment, slot: number): void {
    const ear = moment.reals[this.#approaches.at(slot) + APPROACH.ear]!;
    this.#states.ask(moment, this.#numberOf(ear));
    this.#approaches.ask(moment, slot);
  }

  /** Goes on with everything whose answers have come. */
  settle(moment: Moment): void {
    const { reals, integers } = moment;
    // 1. Emissions
    const waiting = integers[this.#countsAt + WAITING]!;
    let left = 0;
    for (let n = 0; n < waiting; n++) {
      const at = this.#waitingAt + emission.size * n;
      if (this.#isAnswered(moment, reals[at + SENT.emitter]!)) {
        this.#spread(moment, reals, at);
        continue;
      }
      const to = this.#waitingAt + emission.size * left++;
      for (let k = 0; k < emission.size; k++) reals[to + k] = reals[at + k]!;
    }
    integers[this.#countsAt + WAITING] = left;

    // 2. Signals on their way
    const approaches = this.#approaches;
    const asked = approaches.asked(moment);
    left = 0;
    for (let n = 0; n < asked; n++) {
      const slot = approaches.askedSlot(moment, n);
      const number = this.#numberOf(reals[approaches.at(slot) + APPROACH.ear]!);
      if (this.#states.isKnown(moment, number)) this.#arrive(moment, slot);
      else approaches.keepAsked(moment, left++, slot);
    }
    approaches.setAsked(moment, left);
  }

  /** Number of the vehicle of a transducer among those that are asked. */
  #numberOf(transducer: number): number {
    return this.#states.numbers[this.#transducers.vehicles[transducer]!]!;
  }

  /** Asks whom an emission needs; true where all of it is known. */
  #ask(moment: Moment, emitter: number): boolean {
    if (this.#isAnswered(moment, emitter)) return true;
    if (this.#transducers.moves[emitter] === 1) this.#states.ask(moment, this.#numberOf(emitter));
    const vehicles = this.#movingVehicles[this.#transducers.classes[emitter]!]!;
    for (let k = 0; k < vehicles.length; k++) this.#states.ask(moment, vehicles[k]!);
    return false;
  }

  #isAnswered(moment: Moment, emitter: number): boolean {
    if (this.#transducers.moves[emitter] === 1 && !this.#states.isKnown(moment, this.#numberOf(emitter))) return false;
    const vehicles = this.#movingVehicles[this.#transducers.classes[emitter]!]!;
    for (let k = 0; k < vehicles.length; k++) if (!this.#states.isKnown(moment, vehicles[k]!)) return false;
    return true;
  }

  /** The emission sent[i ..], all that it needs being known. */
  #spread(moment: Moment, sent: Float64Array, i: number): void {
    const emitter = sent[i + SENT.emitter]! | 0;
    const { list, moves, poses, classes } = this.#transducers;
    const { carrier, steady } = this.#media[list[emitter]!.medium]!;
    this.#post.open(sent, i);
    let source = poses;
    let s = POSED_SIZE * emitter;
    if (moves[emitter] === 1) {
      this.#transducers.movingInto(this.#source, 0, emitter, moment.reals, this.#states.at(this.#numberOf(emitter)));
      source = this.#source;
      s = 0;
    }
    if (moves[emitter] === 0 && carrier.isSteady) steady.sendKept(moment, sent, i);
    else steady.sendAnew(moment, sent, i, source, s);
    const ears = this.#movingEars[classes[emitter]!]!;
    for (let k = 0; k < ears.length; k++) {
      if (ears[k] !== emitter) this.#approach(moment, sent, i, source, s, carrier, steady, ears[k]!);
    }
    this.#post.close(moment);
  }

  /** The signal sets out to an ear that moves. */
  #approach(
    moment: Moment,
    sent: Float64Array,
    i: number,
    source: Float64Array,
    s: number,
    carrier: Carrier,
    steady: SteadyNeighbours,
    ear: number,
  ): void {
    const emitter = sent[i + SENT.emitter]! | 0;
    const moving = this.#moving;
    this.#transducers.movingInto(moving, 0, ear, moment.reals, this.#states.at(this.#numberOf(ear)));
    const x = moving[0]! - source[s]!;
    const y = moving[1]! - source[s + 1]!;
    const z = moving[2]! - source[s + 2]!;
    const distance_m = Math.sqrt(x * x + y * y + z * z);
    if (NEARER * distance_m > steady.reach_m(emitter, ear)) return;
    const t_ns = sent[i + SENT.t_ns]!;
    const usual_s = distance_m / USUAL_MPS[carrier.medium];
    const exists = this.#reach(carrier, emitter, source, s, ear, t_ns, t_ns, usual_s);
    const delay_ns = (exists ? this.#reached[PATH.delay_s]! : usual_s) * NS_PER_S;
    if (delay_ns < SHORT_NS) {
      this.#add(moment, sent, i, carrier, source, s, ear, exists);
      return;
    }
    const slot = this.#approaches.take(moment);
    if (slot < 0) {
      const count = this.#approaches.lost(moment);
      const message = `${count} signals had no room among the ${this.#approaches.capacity} on their way to vehicles: they do not arrive`;
      this.#report(moment, count, message);
      return;
    }
    const at = this.#approaches.at(slot);
    const { reals } = moment;
    for (let k = 0; k < emission.size; k++) reals[at + APPROACH.emission + k] = sent[i + k]!;
    reals[at + APPROACH.ear] = ear;
    for (let k = 0; k < POSED_SIZE; k++) reals[at + APPROACH.source + k] = source[s + k]!;
    moment.schedule(t_ns + Math.floor(ASKED_AGAIN * delay_ns), PHASE.react, slot);
  }

  /** The receiver of a signal on its way has answered. */
  #arrive(moment: Moment, slot: number): void {
    const { reals } = moment;
    const at = this.#approaches.at(slot);
    const ear = reals[at + APPROACH.ear]!;
    const emitter = reals[at + SENT.emitter]!;
    const t_ns = reals[at + SENT.t_ns]!;
    const now_ns = moment.instant_ns[0]!;
    const { carrier } = this.#media[this.#transducers.list[emitter]!.medium]!;
    this.#transducers.movingInto(this.#moving, 0, ear, reals, this.#states.at(this.#numberOf(ear)));
    const usual_s = (now_ns - t_ns) / NS_PER_S / ASKED_AGAIN;
    const source = at + APPROACH.source;
    const exists = this.#reach(carrier, emitter, reals, source, ear, t_ns, now_ns, usual_s);
    this.#post.open(reals, at);
    this.#add(moment, reals, at, carrier, reals, source, ear, exists);
    this.#post.close(moment);
    this.#approaches.free(moment, slot);
  }

  /** An ear that moves gets the emission by the path that was reached last, if it exists, or a report that the surface is in the way. */
  #add(
    moment: Moment,
    sent: Float64Array,
    i: number,
    carrier: Carrier,
    source: Float64Array,
    s: number,
    ear: number,
    exists: boolean,
  ): void {
    const path = this.#reached;
    if (exists && this.#post.add(moment, sent, i, carrier, ear, path)) return;
    if (!isApart(carrier.medium, source, s, this.#pose, 0)) return;
    nothingInto(path, carrier.medium, source, s, this.#pose, 0);
    this.#post.add(moment, sent, i, carrier, ear, path);
  }

  /** (1): the PATH from source[s ..] at t_ns to an ear that was #moving at asked_ns, to #reached. false where nothing arrives. */
  #reach(
    carrier: Carrier,
    emitter: number,
    source: Float64Array,
    s: number,
    ear: number,
    t_ns: number,
    asked_ns: number,
    guess_s: number,
  ): boolean {
    const { list } = this.#transducers;
    const since_s = (t_ns - asked_ns) / NS_PER_S;
    this.#time[0] = t_ns / NS_PER_S;
    let delay_s = guess_s;
    for (let step = 0; step < MOST_STEPS; step++) {
      aheadInto(this.#pose, 0, this.#moving, 0, since_s + delay_s);
      const from = list[emitter]!;
      if (!carrier.pathInto(this.#reached, 0, from, source, s, list[ear]!, this.#pose, 0, this.#time)) return false;
      const found_s = this.#reached[PATH.delay_s]!;
      if (Math.abs(found_s - delay_s) < AGREES_S) return true;
      delay_s = found_s;
    }
    return true;
  }

  /** At the counts 1, 10, 100 … */
  #report({ now_ns }: Moment, count: number, message: string): void {
    let power = 1;
    while (power < count) power *= 10;
    if (power === count) this.#tell({ t_ns: now_ns, level: "warning", name: this.#path, message });
  }
}
