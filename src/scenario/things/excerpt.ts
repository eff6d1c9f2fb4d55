/**
 * Pictures of the sea around a vehicle: the element <excerpt> asks the environment as a sensor would, at its rate, and puts
 * the answers into the log.
 *
 *   deliver   vehicleState -> excerptRequest; excerpt -> a picture in the log
 *
 * Values that did not come are NaN.
 */
import { didYouMean, S_PER_NS } from "../../core/index.ts";
import { PHASE, type Thing, type ThingChannel, type ThingSite } from "../../engine/index.ts";
import { excerpt as answerMessage, excerptRequest } from "../../environment/index.ts";
import { type Definition, defineChildren, defineKind, defineModel } from "../../library/index.ts";
import { PICTURE_FIELDS } from "../../logging/index.ts";
import { vehicleState } from "../../vehicles/index.ts";

/** Values from the middle of a picture to its border, at most: 65 × 65 are 42 kB of log. */
const MOST_STEPS = 32;

const TOLD = vehicleState.at;
const ASKED = excerptRequest.at;
const ANSWER = answerMessage.at;

const kind = defineKind<Thing>()({
  kind: "excerpt",
  doc:
    "Pictures of the sea around a vehicle, in the log: a square of twice the range, level, with the vehicle in its middle. It asks the " +
    "environment as a sensor would.",
  id: "optional",
  provenance: false,
  simulator: "sensors",
  example: '<excerpt id="plume" quantity="turbidity" range_m="40" spacing_m="4" rate_Hz="0.1"/>',
  params: {
    quantity: {
      type: "text",
      doc:
        "temperature_degC, salinity_psu, density_kgpm3, soundSpeed_mps, currentNorth_mps, currentEast_mps, currentSpeed_mps, " +
        "surface_m, bottomDepth_m, as far as the world has them, or the name of a <scalar>",
      example: "bottomDepth_m",
    },
    range_m: { doc: "from the vehicle to the border of the picture", above: 0, max: 1e5, example: 50 },
    spacing_m: { doc: "largest distance between two values", above: 0, max: 1e5, example: 5 },
    rate_Hz: { doc: "pictures per second", above: 0, max: 100, default: 0.1 },
  },
  check(p, report) {
    if (p.range_m === undefined || p.spacing_m === undefined) return;
    if (p.range_m / p.spacing_m <= MOST_STEPS) return;
    report("spacing_m", `spacing_m = ${p.spacing_m} is too fine for a range of ${p.range_m} m`, {
      allowed: `at least range_m / ${MOST_STEPS} = ${p.range_m / MOST_STEPS}`,
    });
  },
});

interface PictureParams {
  readonly quantity: string;
  readonly range_m: number;
  readonly spacing_m: number;
}

const square = defineModel(kind, {
  model: "square",
  doc: "A level square",
  default: true,
  ports: [
    { name: "state", direction: "in", message: vehicleState, rate: "rate_Hz" },
    { name: "request", direction: "out", message: excerptRequest },
    { name: "picture", direction: "in", message: answerMessage },
  ],
  reads: ["quantity", "range_m", "spacing_m", "rate_Hz"],
  create: (p): Thing => ({
    inWorld({ quantities }, report) {
      const map = quantities.findIndex(({ name }) => name === p.quantity);
      if (map >= 0) return new Picture(p, map, quantities[map]!.unit);
      const names = quantities.map(({ name }) => name);
      const hint = didYouMean(p.quantity, names);
      const there = names.length === 0 ? "it is one of constants, without a map" : `it has: ${names.join(", ")}`;
      const message = `the world has no ${JSON.stringify(p.quantity)}; ${there}`;
      report("quantity", message, { allowed: names.join(", "), ...(hint === undefined ? {} : { hint }) });
      return null;
    },
    // What joins is the picture in its world.
    join() {},
  }),
});

class Picture implements Thing {
  readonly channels: readonly ThingChannel[];
  readonly #p: PictureParams;
  /** Number of the quantity. */
  readonly #map: number;
  readonly #cells: number;

  constructor(p: PictureParams, map: number, unit: string) {
    const side = 2 * Math.max(1, Math.ceil(p.range_m / p.spacing_m)) + 1;
    this.#p = p;
    this.#map = map;
    this.#cells = side * side;
    const values = Array.from({ length: side * side }, (_, k) => `r${Math.floor(k / side)}c${k % side}`);
    const fields = [...PICTURE_FIELDS.map((name) => ({ name })), ...values.map((name) => ({ name, unit }))];
    const about = { quantity: p.quantity, unit, range_m: String(p.range_m) };
    const schema = `thetis.Excerpt${fields.length}`;
    this.channels = [{ name: "", folder: "excerpts", schema, fields, plot: "picture", about }];
  }

  join(site: ThingSite): void {
    this.#ask(site);
    this.#record(site);
  }

  #ask(site: ThingSite): void {
    const { range_m, spacing_m } = this.#p;
    const map = this.#map;
    const told = new Float64Array(vehicleState.size);
    const request = new Float64Array(excerptRequest.size);
    const out = site.out("request", PHASE.deliver);
    site.in("state", {
      handle(moment, port) {
        while (port.receive(moment, told, 0)) {
          request[ASKED.t_ns] = told[TOLD.t_ns]!;
          request[ASKED.map] = map;
          for (let i = 0; i < 7; i++) request[ASKED.p_NS_m + i] = told[TOLD.p_NB_m + i]!;
          request[ASKED.range_m] = range_m;
          request[ASKED.spacing_m] = spacing_m;
          out.send(moment, request, 0);
        }
      },
    });
  }

  #record(site: ThingSite): void {
    const cells = this.#cells;
    const channel = site.channel("");
    const answer = new Float64Array(answerMessage.size);
    const values = new Float64Array(PICTURE_FIELDS.length + cells);
    const payload = new Uint8Array(8 * cells);
    const view = new DataView(payload.buffer);
    site.in("picture", {
      capacity: 2,
      payload: payload.length,
      handle(moment, port) {
        for (;;) {
          const bytes = port.peekPayload(moment, payload, 0);
          if (bytes < 0) return;
          port.receive(moment, answer, 0);
          values[0] = answer[ANSWER.t_ns]! * S_PER_NS;
          for (let i = 1; i < PICTURE_FIELDS.length; i++) values[i] = answer[ANSWER.rows + i - 1]!;
          for (let k = 0; k < cells; k++) {
            values[PICTURE_FIELDS.length + k] = 8 * k < bytes ? view.getFloat64(8 * k, true) : Number.NaN;
          }
          channel.write(moment.now_ns, values, 0);
        }
      },
    });
  }
}

export const excerptDefinitions: readonly Definition[] = [
  kind,
  square,
  defineChildren("vehicle", { excerpt: { doc: "pictures of the sea around it, for the log", max: 16 } }),
];
