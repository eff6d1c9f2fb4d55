/**
 * The environment's side of map excerpts: what the sea looks like around a point, as far as a sensor sees. Each sensor that may
 * ask has a desk of its own; it is answered at once, for the place and the time that the request names.
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, type Moment, PHASE, type PortContext } from "../../../engine/index.ts";
import {
  EXCERPT_SIZE,
  Excerpt,
  excerpt,
  excerptRequest,
  MOST_EXCERPT_VALUES,
  POINT,
  payloadInto,
} from "../../../environment/index.ts";
import type { SeaQuantity } from "../../load/sea-quantities.ts";
import type { Site } from "../site.ts";
import { QuantitySource } from "./quantity-source.ts";
import { type SeaQuery, seaPoint } from "./sea-query.ts";

const ASKED = excerptRequest.at;
const ANSWER = excerpt.at;

export class ExcerptDesk {
  readonly #names: readonly string[];
  readonly #sources: readonly QuantitySource[];
  readonly #excerpts: readonly Excerpt[];
  readonly #tell: Site["tell"];
  /** integers: requests that were answered with a picture, and those that were not. */
  readonly #countsAt: number;
  readonly #asked = new Float64Array(excerptRequest.size);
  readonly #answer = new Float64Array(excerpt.size);
  readonly #values = new Float64Array(MOST_EXCERPT_VALUES);
  readonly #payload = new Uint8Array(8 * MOST_EXCERPT_VALUES);
  readonly #view = new DataView(this.#payload.buffer);
  readonly #point = seaPoint();

  constructor(site: Site, sea: SeaQuery, quantities: readonly SeaQuantity[]) {
    this.#names = quantities.map(({ name }) => name);
    this.#sources = this.#names.map((name) => new QuantitySource(sea, name));
    this.#excerpts = this.#sources.map((source) => new Excerpt([source]));
    this.#tell = site.tell;
    this.#countsAt = site.builder.layout.integers("environment/excerpts", 2);
  }

  answered({ integers }: PortContext): number {
    return integers[this.#countsAt]!;
  }

  refused({ integers }: PortContext): number {
    return integers[this.#countsAt + 1]!;
  }

  /** Opens a desk under a path, for one that asks. */
  open(site: Site, path: string): void {
    const out = site.out(path, excerpt, PHASE.deliver);
    let port: InPort<typeof excerptRequest.fields>;
    const actor = site.builder.addActor({
      path,
      handle: (moment) => {
        while (port.receive(moment, this.#asked, 0)) {
          const count = this.#answerInto(moment, path);
          out.send(moment, this.#answer, 0, this.#payload, 0, 8 * count);
        }
      },
    });
    port = site.in(path, excerptRequest, { wake: { actor, phase: PHASE.deliver } });
  }

  /** The answer to what was asked; returns the number of its values. */
  #answerInto(moment: Moment, path: string): number {
    const asked = this.#asked;
    const answer = this.#answer;
    const map = asked[ASKED.map]!;
    const known = map >= 0 && map < this.#excerpts.length && Number.isInteger(map);
    answer[ANSWER.t_ns] = asked[ASKED.t_ns]!;
    answer[ANSWER.map] = map;
    if (!(known && asked[ASKED.range_m]! > 0 && asked[ASKED.spacing_m]! > 0)) {
      for (let i = 0; i < EXCERPT_SIZE; i++) answer[ANSWER.rows + i] = 0;
      if (moment.integers[this.#countsAt + 1]!++ === 0) this.#refuse(moment.now_ns, path);
      return 0;
    }
    const point = this.#point;
    for (let i = 0; i < 3; i++) point[POINT.p + i] = asked[ASKED.p_NS_m + i]!;
    point[POINT.t_s] = asked[ASKED.t_ns]! * S_PER_NS;
    this.#sources[map]!.reals = moment.reals;
    const excerptOf = this.#excerpts[map]!;
    const count = excerptOf.excerptInto(answer, ANSWER.rows, this.#values, 0, asked, ASKED.range_m, point, 0);
    payloadInto(this.#view, 0, this.#values, 0, count);
    moment.integers[this.#countsAt]!++;
    return count;
  }

  /** Once a run: what comes after is counted. */
  #refuse(t_ns: number, path: string): void {
    const asked = this.#asked;
    const maps = this.#names.map((name, k) => `${k} ${name}`).join(", ");
    const message =
      `asked for ${asked[ASKED.range_m]} m of map ${asked[ASKED.map]} every ${asked[ASKED.spacing_m]} m, ` +
      `which cannot be answered; there are: ${maps}`;
    this.#tell({ t_ns, level: "warning", name: path, message });
  }
}
