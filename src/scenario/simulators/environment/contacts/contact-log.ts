/**
 * What the log shows of contacts: an event when a body begins to touch something and when it is clear again, one line per impact and
 * contact point on /VEHICLE/impact, and the forces of lasting contacts on /VEHICLE/contact at every look.
 *
 * A body that bounces touches once: it is clear when it has not touched for CLEAR_NS.
 */
import type { Moment } from "../../../../engine/index.ts";
import { CONTACT, CONTACT_SIZE, type ContactProblem } from "../../../../environment/index.ts";
import type { Contacts } from "../../../load/contacts.ts";
import { placeWords } from "../../../load/touch-words.ts";
import { type ChannelWriter, namedFields } from "../../log-board.ts";
import type { Site } from "../../site.ts";
import { MEMORY, MEMORY_SIZE, MOST_TOUCHED, STATUS } from "./body-memory.ts";
import { ENTRY, ENTRY_SIZE, GROUND, type Nearby, pieceOf } from "./nearby.ts";
import type { Touching } from "./touching.ts";

const CLEAR_NS = 500_000_000;

const PLACE_FIELDS = ["pointNorth_m", "pointEast_m", "pointDown_m", "normalNorth", "normalEast", "normalDown"] as const;
const IMPACT_FIELDS = [
  ...PLACE_FIELDS,
  "gap_m",
  "approach_mps",
  "normalImpulse_Ns",
  "slipImpulse_Ns",
  "other",
] as const;
const CONTACT_FIELDS = ["points", "forceNorth_N", "forceEast_N", "forceDown_N", "resting"] as const;

const row = new Float64Array(Math.max(IMPACT_FIELDS.length, CONTACT_FIELDS.length));
const impulse = new Float64Array(3);

export class ContactLog {
  readonly #site: Site;
  readonly #contacts: Contacts;
  readonly #at: number;
  readonly #names: readonly string[];
  readonly #impacts: readonly (ChannelWriter | null)[];
  readonly #forces: readonly (ChannelWriter | null)[];
  /** Approach speed at each contact of the problem before its impact. */
  #approach = new Float64Array(64);

  constructor(site: Site, contacts: Contacts, at: number) {
    this.#site = site;
    this.#contacts = contacts;
    this.#at = at;
    this.#names = [...site.scenario.vehicles.map(({ name }) => name), ...contacts.movers.map(({ name }) => name)];
    const moves = contacts.bodies.slice(0, contacts.vehicles);
    this.#impacts = moves.map((body, i) => (body === null ? null : this.#declareImpacts(i)));
    this.#forces = moves.map((body, i) => (body === null ? null : this.#declareForces(i)));
  }

  #declareImpacts(vehicle: number): ChannelWriter {
    const name = this.#names[vehicle]!;
    return this.#site.log.told({
      topic: `/${name}/impact`,
      schema: "thetis.Impact",
      fields: namedFields(IMPACT_FIELDS),
      plot: "lines",
      group: "contact",
      title: "Impacts",
      vehicle,
      of: `${name}/contact`,
      about: { other: "0 the bottom, 1 and more: what stands in the water, −1 and less: vehicles, in their order" },
    });
  }

  #declareForces(vehicle: number): ChannelWriter {
    const name = this.#names[vehicle]!;
    return this.#site.log.told({
      topic: `/${name}/contact`,
      schema: "thetis.Contact",
      fields: namedFields(CONTACT_FIELDS),
      plot: "steps",
      group: "contact",
      title: "Contact forces on the vehicle",
      vehicle,
      of: `${name}/contact`,
    });
  }

  /** To be called before problem.impact(). */
  beforeImpact(problem: ContactProblem): void {
    if (problem.contacts > this.#approach.length) this.#approach = new Float64Array(2 * problem.contacts);
    for (let c = 0; c < problem.contacts; c++) this.#approach[c] = this.#approachOf(problem, c);
  }

  #approachOf(problem: ContactProblem, c: number): number {
    problem.relativeVelocityInto(impulse, 0, c);
    return Math.max(0, -impulse[2]!);
  }

  impact(moment: Moment, touching: Touching, nearby: Nearby): void {
    const { problem } = touching;
    const { points, pointEntries } = nearby;
    for (let c = 0; c < problem.contacts; c++) {
      problem.impulseInto(impulse, 0, c);
      const at = touching.pointOf(c) * CONTACT_SIZE;
      const e = touching.pointOf(c) * ENTRY_SIZE;
      const n = at + CONTACT.normal;
      const normal = impulse[0]! * points[n]! + impulse[1]! * points[n + 1]! + impulse[2]! * points[n + 2]!;
      const i = pointEntries[e + ENTRY.body]!;
      const j = pointEntries[e + ENTRY.other]!;
      if (normal === 0) continue;
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const along = impulse[k]! - normal * points[n + k]!;
        square += along * along;
        row[k] = points[at + CONTACT.point + k]!;
        row[3 + k] = points[n + k]!;
      }
      row[6] = points[at + CONTACT.gap]!;
      row[7] = this.#approach[c]!;
      row[8] = normal;
      row[9] = Math.sqrt(square);
      row[10] = this.#numberOf(j);
      this.#impacts[i]!.write(moment.now_ns, row, 0);
      this.touch(moment, i, j, points, at, this.#approach[c]!);
      if (j < 0 || j >= this.#contacts.vehicles) continue;
      for (let k = 0; k < 3; k++) row[3 + k] = -row[3 + k]!;
      row[10] = -1 - i;
      this.#impacts[j]!.write(moment.now_ns, row, 0);
    }
  }

  #numberOf(other: number): number {
    if (other === GROUND) return 0;
    return other >= 0 ? -1 - other : 1 + this.#contacts.pieces.solids.owner(pieceOf(other));
  }

  /** wrench: the contact forces on a body from now on. */
  force(moment: Moment, i: number, points: number, wrench: Float64Array, resting: boolean): void {
    row[0] = points;
    for (let k = 0; k < 3; k++) row[1 + k] = wrench[k]!;
    row[4] = resting ? 1 : 0;
    this.#forces[i]!.write(moment.now_ns, row, 0);
  }

  /** A body touches another thing now, at a point; of two bodies that move the first is said to. */
  touch(moment: Moment, i: number, other: number, points: Float64Array, at: number, approach_mps: number): void {
    const { reals } = moment;
    const code = 1 + this.#codeOf(other);
    const list = this.#at + i * MEMORY_SIZE + MEMORY.touched;
    let free = -1;
    for (let k = 0; k < MOST_TOUCHED; k++) {
      const entry = list + 2 * k;
      if (reals[entry] === code) {
        reals[entry + 1] = moment.now_ns;
        return;
      }
      if (free < 0 && reals[entry] === 0) free = entry;
    }
    if (free < 0) return;
    reals[free] = code;
    reals[free + 1] = moment.now_ns;
    const speed = approach_mps > 0 ? `, at ${Number(approach_mps.toPrecision(3))} m/s` : "";
    this.#tell(
      moment,
      i,
      "warning",
      `touches ${this.#nameOf(other)}${speed}: ${placeWords(points, at + CONTACT.point)}`,
    );
  }

  /** A body that has no place between what touches it, or has one again. */
  squeeze(moment: Moment, i: number, now: boolean): void {
    const { reals } = moment;
    const m = this.#at + i * MEMORY_SIZE + MEMORY.squeezed;
    if (!now || reals[m] === 1) {
      if (!now) reals[m] = 0;
      return;
    }
    reals[m] = 1;
    this.#tell(moment, i, "warning", "is squeezed: what moves on a path leaves it no place, and goes on through it");
  }

  /** Things that a body has not touched for a while; returns when the next of them may be clear, Infinity for none. */
  clear(moment: Moment, i: number): number {
    const { reals } = moment;
    const m = this.#at + i * MEMORY_SIZE;
    const list = m + MEMORY.touched;
    let next_ns = Number.POSITIVE_INFINITY;
    for (let k = 0; k < MOST_TOUCHED; k++) {
      const entry = list + 2 * k;
      if (reals[entry] === 0) continue;
      // At rest it goes on touching what it touches now.
      if (reals[entry + 1] === moment.now_ns && reals[m + MEMORY.status] === STATUS.resting) continue;
      const clear_ns = reals[entry + 1]! + CLEAR_NS;
      if (moment.now_ns < clear_ns) next_ns = Math.min(next_ns, clear_ns);
      else {
        this.#tell(moment, i, "info", `is clear of ${this.#nameOfCode(reals[entry]! - 1)} again`);
        reals[entry] = 0;
      }
    }
    return next_ns;
  }

  /** 0: the bottom; 1 … bodies; behind them owners of pieces. */
  #codeOf(other: number): number {
    if (other === GROUND) return 0;
    return other >= 0 ? 1 + other : 1 + this.#names.length + this.#contacts.pieces.solids.owner(pieceOf(other));
  }

  #nameOfCode(code: number): string {
    if (code === 0) return "the bottom";
    if (code <= this.#names.length) return this.#names[code - 1]!;
    return this.#contacts.pieces.names[code - 1 - this.#names.length]!;
  }

  #nameOf(other: number): string {
    return this.#nameOfCode(this.#codeOf(other));
  }

  #tell({ now_ns }: Moment, i: number, level: "info" | "warning", message: string): void {
    this.#site.tell({ t_ns: now_ns, level, name: this.#names[i]!, message });
  }
}
