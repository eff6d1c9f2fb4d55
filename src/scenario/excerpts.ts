/**
 * Map excerpts: what the sea looks like around a point, as far as a sensor sees. Whoever wants one sends an excerptRequest; the
 * environment answers when it next answers the vehicles (refresh_Hz), for the place and the time that the request names.
 *
 *   sense     request -> environment       a looking observer asks, so that asking moves no step of the integration
 *   deliver   excerpt -> whoever asked     with the surroundings of the vehicles; rows = columns = 0 for a map that there is not
 *   record    the log takes the picture
 *
 * Until there are sensors, the vehicle's element <excerpt> asks as one would, and its pictures go into the log.
 */
import { S_PER_NS } from "../core/index.ts";
import {
  type Dialogue,
  type InPort,
  type ModelBuilder,
  messages,
  type OutPort,
  PHASE,
  type PortContext,
  type Simulation,
} from "../engine/index.ts";
import { EXCERPT_SIZE, Excerpt, MOST_EXCERPT_VALUES, POINT, payloadInto } from "../environment/index.ts";
import { STATE } from "../vehicles/index.ts";
import type { EventListener } from "./events.ts";
import { type SeaQuery, seaPoint } from "./sea.ts";
import { QuantitySource, type SeaQuantity } from "./sea-quantities.ts";
import type { VehicleNode } from "./vehicle-node.ts";

const ASKED = messages.excerptRequest.at;
const ANSWER = messages.excerpt.at;

/** What a vehicle's <excerpt> asks for. */
export interface ExcerptPlan {
  /** Index of the vehicle. */
  readonly vehicle: number;
  readonly id: string;
  /** Index of the quantity: the number of the map. */
  readonly map: number;
  readonly quantity: SeaQuantity;
  readonly range_m: number;
  readonly spacing_m: number;
  readonly rate_Hz: number;
}

/** The environment's side. */
export class ExcerptDesk {
  readonly #names: readonly string[];
  readonly #sources: readonly QuantitySource[];
  readonly #excerpts: readonly Excerpt[];
  readonly #listener: EventListener;
  readonly #in: InPort<typeof messages.excerptRequest.fields>;
  readonly #out: OutPort<typeof messages.excerpt.fields>;
  /** integers: requests that were answered with a picture, and those that were not. */
  readonly #countsAt: number;
  readonly #asked = new Float64Array(messages.excerptRequest.size);
  readonly #answer = new Float64Array(messages.excerpt.size);
  readonly #values = new Float64Array(MOST_EXCERPT_VALUES);
  readonly #payload = new Uint8Array(8 * MOST_EXCERPT_VALUES);
  readonly #view = new DataView(this.#payload.buffer);
  readonly #point = seaPoint();

  constructor(
    builder: ModelBuilder,
    dialogue: Dialogue,
    sea: SeaQuery,
    quantities: readonly SeaQuantity[],
    capacity: number,
    listener: EventListener,
  ) {
    this.#names = quantities.map(({ name }) => name);
    this.#sources = this.#names.map((name) => new QuantitySource(sea, name));
    this.#excerpts = this.#sources.map((source) => new Excerpt([source]));
    this.#listener = listener;
    this.#countsAt = builder.layout.integers("environment/excerpts", 2);
    this.#in = dialogue.in("environment", "environment", "excerptRequest", { capacity });
    this.#out = dialogue.out("environment", "environment", "excerpt");
  }

  answered({ integers }: PortContext): number {
    return integers[this.#countsAt]!;
  }

  refused({ integers }: PortContext): number {
    return integers[this.#countsAt + 1]!;
  }

  /** Answers what has been asked up to now. */
  answer(sim: Simulation): void {
    const asked = this.#asked;
    const answer = this.#answer;
    while (this.#in.receive(sim, asked, 0)) {
      const map = asked[ASKED.map]!;
      const known = map >= 0 && map < this.#excerpts.length && Number.isInteger(map);
      answer[ANSWER.sensor] = asked[ASKED.sensor]!;
      answer[ANSWER.t_ns] = asked[ASKED.t_ns]!;
      answer[ANSWER.map] = map;
      let count = 0;
      if (known && asked[ASKED.range_m]! > 0 && asked[ASKED.spacing_m]! > 0) {
        const point = this.#point;
        for (let i = 0; i < 3; i++) point[POINT.p + i] = asked[ASKED.p_NS_m + i]!;
        point[POINT.t_s] = asked[ASKED.t_ns]! * S_PER_NS;
        this.#sources[map]!.reals = sim.reals;
        count = this.#excerpts[map]!.excerptInto(answer, ANSWER.rows, this.#values, 0, asked, ASKED.range_m, point, 0);
        payloadInto(this.#view, 0, this.#values, 0, count);
        sim.integers[this.#countsAt]!++;
      } else {
        for (let i = 0; i < EXCERPT_SIZE; i++) answer[ANSWER.rows + i] = 0;
        if (sim.integers[this.#countsAt + 1]!++ === 0) this.#tell(sim.now_ns);
      }
      this.#out.send(sim, answer, 0, this.#payload, 0, 8 * count);
    }
  }

  /** Once a run: what comes after is counted. */
  #tell(t_ns: number): void {
    const asked = this.#asked;
    const maps = this.#names.map((name, k) => `${k} ${name}`).join(", ");
    const message =
      `sensor ${asked[ASKED.sensor]} asks for ${asked[ASKED.range_m]} m of map ${asked[ASKED.map]} ` +
      `every ${asked[ASKED.spacing_m]} m, which cannot be answered; there are: ${maps}`;
    this.#listener({ t_ns, level: "warning", name: "environment", message });
  }
}

/** A picture as the log wants it: fields of EXCERPT_FIELDS, then the values row by row, those of the south first. */
export const EXCERPT_FIELDS = [
  "taken_s",
  "rows",
  "columns",
  "originNorth_m",
  "originEast_m",
  "depth_m",
  "spacing_m",
] as const;

/** The asking side: an observer that asks at a rate, and a port on which the pictures come. */
export class ExcerptAsker {
  readonly plan: ExcerptPlan;
  /** Names of all fields of a picture. */
  readonly fields: readonly string[];
  readonly #in: InPort<typeof messages.excerpt.fields>;
  readonly #answer = new Float64Array(messages.excerpt.size);
  readonly #payload: Uint8Array;
  readonly #view: DataView;

  /** sensor: the number by which the answers are told apart. */
  constructor(builder: ModelBuilder, dialogue: Dialogue, node: VehicleNode, plan: ExcerptPlan, sensor: number) {
    this.plan = plan;
    const side = 2 * Math.max(1, Math.ceil(plan.range_m / plan.spacing_m)) + 1;
    const cells = Array.from({ length: side * side }, (_, k) => `r${Math.floor(k / side)}c${k % side}`);
    this.fields = Object.freeze([...EXCERPT_FIELDS, ...cells]);
    this.#payload = new Uint8Array(8 * side * side);
    this.#view = new DataView(this.#payload.buffer);
    const path = `${node.vehicle.name}/excerpts/${plan.id}`;
    const out = dialogue.out("sensors", path, "excerptRequest", "observer");
    this.#in = dialogue.in("sensors", path, "excerpt", {
      capacity: 2,
      payload: this.#payload.length,
      only: { field: "sensor", value: sensor },
    });
    const request = new Float64Array(messages.excerptRequest.size);
    const { at } = node.place;
    builder.addObserver({
      path,
      rate_Hz: plan.rate_Hz,
      phase: PHASE.sense,
      reads: [node.place],
      observe(view) {
        const { x } = view;
        request[ASKED.sensor] = sensor;
        request[ASKED.vehicle] = node.index;
        request[ASKED.t_ns] = view.now_ns;
        request[ASKED.map] = plan.map;
        for (let i = 0; i < 7; i++) request[ASKED.p_NS_m + i] = x[at + STATE.p + i]!;
        request[ASKED.range_m] = plan.range_m;
        request[ASKED.spacing_m] = plan.spacing_m;
        out.send(view, request, 0);
      },
    });
  }

  /** The oldest picture that has come, to out[0 ..] as `fields` say; false for none. */
  take(state: PortContext, out: Float64Array): boolean {
    const bytes = this.#in.peekPayload(state, this.#payload, 0);
    if (bytes < 0) return false;
    const answer = this.#answer;
    this.#in.receive(state, answer, 0);
    out[0] = answer[ANSWER.t_ns]! * S_PER_NS;
    for (let i = 0; i < EXCERPT_FIELDS.length - 1; i++) out[1 + i] = answer[ANSWER.rows + i]!;
    for (let k = EXCERPT_FIELDS.length; k < this.fields.length; k++) {
      const b = 8 * (k - EXCERPT_FIELDS.length);
      out[k] = b < bytes ? this.#view.getFloat64(b, true) : Number.NaN;
    }
    return true;
  }
}
