/**
 * Messages that a modem sends by itself: for moored nodes without software, for beacons, and for the load of experiments.
 *
 *   schedule   at stated times
 *   periodic   t_k = offset + k T                                                                     (1)
 *   poisson    t_{k+1} = t_k − T log(1 − u),  u even in [0, 1)                                        (2)  mean interval T
 *
 * To a random receiver: each of the other members of its band is as likely.
 */
import { NS_PER_S, type RandomStream, utf8 } from "../core/index.ts";
import type { Moment } from "../engine/index.ts";
import { type Definition, defineKind, defineModel } from "../library/index.ts";
import { log } from "../math/index.ts";
import { BROADCAST } from "./messages.ts";
import { GREATEST_ADDRESS } from "./modem.ts";
import type { StatePlaces } from "./state-places.ts";

/** The destination of a message for one of the others, drawn anew for each. */
export const ANY = -2;

/** What the kind `traffic` makes: description. */
export interface Traffic {
  /** An address, BROADCAST or ANY. */
  readonly destination: number;
  readonly isReliable: boolean;
  readonly bytes: Uint8Array;
  join(site: TrafficSite): TrafficSource;
}

export interface TrafficSite extends Pick<StatePlaces, "integers"> {
  random(name: string): RandomStream;
}

export interface TrafficSource {
  /** out[0] = time of the first message, ns; Infinity for none. Called at the start of the run. */
  firstInto(out: Float64Array, moment: Moment): void;
  /** out[0] = time of the one after the message that is due now. */
  nextInto(out: Float64Array, moment: Moment): void;
}

export const traffic = defineKind<Traffic>()({
  kind: "traffic",
  doc: "Messages that the modem sends by itself.",
  id: "optional",
  provenance: false,
  example: '<traffic model="schedule" times_s="60 1500 2300" text="HELLO"/>',
  params: {
    to: {
      type: "text",
      doc: "address of the receiver; “all”; or “any”: one of the others, drawn anew for each message",
      default: "all",
    },
    text: { type: "text", doc: "what is sent", optional: true },
    messageBytes: {
      type: "integer",
      doc: "instead of a text: so many bytes of 0",
      unit: "byte",
      min: 0,
      max: 4096,
      optional: true,
      example: 16,
    },
    reliable: { type: "boolean", doc: "whether it is to be acknowledged", default: false },
  },
  check(p, report) {
    if (p.to !== undefined && destinationOf(p.to) === null) {
      const allowed = `0 to ${GREATEST_ADDRESS}, all, any`;
      report("to", `to="${p.to}" is not a receiver: ${allowed}`, { allowed });
    }
    if (p.to === "all" && p.reliable === true) {
      report("reliable", "what is for all is not acknowledged", { hint: "give one receiver, or leave reliable out" });
    }
    if ((p.text === undefined) === (p.messageBytes === undefined)) {
      report("text", "a message has either a text or a number of bytes", {
        hint: 'give text="…" or messageBytes="16"',
      });
    }
  },
});

/** null for what is not a receiver. */
function destinationOf(to: string): number | null {
  if (to === "all") return BROADCAST;
  if (to === "any") return ANY;
  const address = /^\d{1,5}$/.test(to) ? Number(to) : Number.NaN;
  return address <= GREATEST_ADDRESS ? address : null;
}

const READS = ["to", "text", "messageBytes", "reliable"] as const;

interface Common {
  readonly to: string;
  readonly text?: string | undefined;
  readonly messageBytes?: number | undefined;
  readonly reliable: boolean;
}

function trafficOf(p: Common, join: Traffic["join"]): Traffic {
  return Object.freeze({
    destination: destinationOf(p.to) ?? BROADCAST,
    isReliable: p.reliable,
    bytes: p.text === undefined ? new Uint8Array(p.messageBytes ?? 0) : utf8(p.text),
    join,
  });
}

const schedule = defineModel(traffic, {
  model: "schedule",
  doc: "At stated times",
  reads: READS,
  params: {
    times_s: {
      type: "reals",
      doc: "since the start of the run",
      min: 0,
      max: 9e6,
      increasing: true,
      example: [60, 1500],
    },
  },
  create: (p) =>
    trafficOf(p, (site) => {
      const at = site.integers("next", 1);
      const times_ns = Float64Array.from(p.times_s, (t_s) => Math.round(t_s * NS_PER_S));
      return {
        firstInto(out) {
          out[0] = times_ns[0];
        },
        nextInto(out, { integers }) {
          const k = ++integers[at];
          out[0] = k < times_ns.length ? times_ns[k] : Number.POSITIVE_INFINITY;
        },
      };
    }),
});

const periodic = defineModel(traffic, {
  model: "periodic",
  doc: "Regularly",
  default: true,
  reads: READS,
  params: {
    period_s: { doc: "T, from one message to the next", min: 1e-6, max: 9e6, example: 10 },
    offset_s: { doc: "when the first is sent", min: 0, max: 9e6, default: 0 },
  },
  create: (p) =>
    trafficOf(p, (site) => {
      const at = site.integers("next", 1);
      const period_ns = p.period_s * NS_PER_S;
      const offset_ns = p.offset_s * NS_PER_S;
      return {
        firstInto(out) {
          out[0] = Math.round(offset_ns);
        },
        nextInto(out, { integers }) {
          out[0] = Math.round(offset_ns + ++integers[at] * period_ns); // (1)
        },
      };
    }),
});

const poisson = defineModel(traffic, {
  model: "poisson",
  doc: "At random: intervals of an exponential law",
  reads: READS,
  params: { interval_s: { doc: "T, mean interval", min: 1e-6, max: 9e6, example: 10 } },
  create: (p) =>
    trafficOf(p, (site) => {
      const stream = site.random("intervals");
      const mean_ns = p.interval_s * NS_PER_S;
      const u = new Float64Array(1);
      return {
        firstInto: nextInto,
        nextInto,
      };
      function nextInto(out: Float64Array, moment: Moment): void {
        stream.uniformInto(u, 0, moment.integers);
        out[0] = moment.instant_ns[0] + Math.max(1, Math.round(-mean_ns * log(1 - u[0]))); // (2)
      }
    }),
});

export const trafficDefinitions: readonly Definition[] = [traffic, schedule, periodic, poisson];
