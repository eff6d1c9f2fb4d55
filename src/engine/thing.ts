/**
 * Things: what is mounted on a vehicle or placed in a world, such as a sensor, a modem, a current, a push. A thing is frozen
 * description. It says beforehand which ports, log channels and events it has, and is put into a run by one call:
 *
 *   thing.join(site)
 *
 * The site is all that it may know. It gives places in the engine's state, random streams of this run, the declared ports and
 * channels, the pose of its frame and the frozen description of the world. Joining reads no file and keeps nothing in the
 * thing, so one loaded description joins any number of runs.
 */
import { invariant, RandomStream, type SourceRange, STREAM_WORDS } from "../core/index.ts";
import type { Fields, MessageType } from "./message.ts";
import type { ModelBuilder } from "./model.ts";
import type { Moment } from "./moment.ts";
import { PHASE, type Phase } from "./phase.ts";
import type { InPort, InPortOptions, OutPort } from "./ports.ts";
import type { SampleTimes } from "./sample-times.ts";
import type { SceneryItem } from "./scenery.ts";

/** Instants, or how to make them from the run's own stream of this port: for jitter. */
export type ThingTimes = SampleTimes | ((jitter: RandomStream) => SampleTimes);

/** A port that a thing declares before anything is built. */
export interface ThingPort {
  readonly name: string;
  readonly direction: "in" | "out";
  readonly message: MessageType<Fields>;
  /** Of an in-port: the owner of such a message sends it at these times; ports of one function have the same ones. */
  readonly times?: ThingTimes;
  /** Of an in-port whose message is of one part of the vehicle: the part, and what of it is wanted. */
  readonly of?: ThingPart;
  /** Of an in-port of what is near the thing, m: how far from it that matters. */
  readonly range_m?: number;
  /** Of an in-port of what not every vehicle has, such as a battery: whether the thing can do without. */
  readonly optional?: boolean;
  /** What the other end has to know of the thing before the run, such as the band of a transducer. Frozen. */
  readonly with?: unknown;
}

export interface ThingPart {
  /** "propeller" */
  readonly part: string;
  /** "speed", "angle" */
  readonly quantity: string;
  /** The parameter that names the part: the place of a diagnostic. */
  readonly parameter: string;
}

export interface ThingField {
  /** With its unit as suffix: "temperature_degC". */
  readonly name: string;
  /** As written beside a number, where the name does not say it. */
  readonly unit?: string;
  readonly doc?: string;
  /** The field of the same channel whose true value it is, where a channel shows both. */
  readonly truthOf?: string;
  /** The field of the same channel that says, by 0, that this one is not to be trusted. */
  readonly validBy?: string;
  /** Whether it is the time, in s, at which the sample was taken, where that is not when it is written. */
  readonly isTaken?: boolean;
  /** Of a field that is a number for one of several sorts: what 0, 1, 2 … mean. */
  readonly words?: readonly string[];
}

/**
 * timeline: each row is a span of time, from the field begin_s to the field end_s, of the sort that the first field with words says.
 */
export type ThingPlot = "lines" | "steps" | "picture" | "motion" | "timeline";
export const THING_PLOTS: readonly ThingPlot[] = ["lines", "steps", "picture", "motion", "timeline"];

/** A channel of the log that a thing writes. */
export interface ThingChannel {
  /** "" or the thing's own name for the one that is called like the thing. */
  readonly name: string;
  readonly fields: readonly ThingField[];
  readonly plot: ThingPlot;
  readonly title?: string;
  /** More that readers may want to know: it goes into the channel's metadata. */
  readonly about?: Readonly<Record<string, string>>;
  /** Puts the channels of several things side by side: /vehicle/folder/thing. */
  readonly folder?: string;
  /** Name of the schema, where several things write the same one; made from the path where not given. */
  readonly schema?: string;
}

export type ThingLevel = "info" | "warning" | "error";
export const THING_LEVELS: readonly ThingLevel[] = ["info", "warning", "error"];

/** An event that a thing may report. */
export interface ThingEvent {
  readonly name: string;
  readonly level: ThingLevel;
  /** What it means; it is the text of the event where the thing gives no other. */
  readonly doc: string;
}

/** A number that a thing keeps during a run, for the summary at its end: a count, a total. */
export interface ThingFigure {
  /** With its unit as suffix, or without for a count: "delivered". */
  readonly name: string;
  readonly doc: string;
}

/** The frozen description that every simulator has. */
export interface ThingWorld {
  /** By name with unit: gravity_mps2, density_kgpm3 … */
  readonly constants: Readonly<Record<string, number>>;
  /** What varies from place to place, numbered. */
  readonly quantities: readonly { readonly name: string; readonly unit: string }[];
  /** What lies in the sea and where on the earth it is, frozen; `describedSea` of the room environment reads it. */
  readonly sea?: unknown;
}

/** Of a thing's frame S in the frame B of what carries it. */
export interface ThingMount {
  readonly p_BS_m: readonly number[];
  /** [w x y z] */
  readonly q_BS: readonly number[];
}

/** Where something that is part of a thing stands in a file, such as a child of its element. */
export interface ThingOrigin {
  readonly origin: Readonly<Record<string, SourceRange>>;
  readonly range: SourceRange;
}

/** Reports what is wrong with a parameter, by its name in the file; of the thing itself where nothing else is named. */
export type ThingReport = (
  parameter: string,
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string },
  of?: ThingOrigin,
) => void;

/** A link of the software of the vehicle that carries a thing, to a port of a device there. */
export interface ThingLink {
  /** "device.port" */
  readonly to: string;
  readonly range: SourceRange;
}

/** T: what the simulator that it joins wants of it; void for most. */
export interface Thing<T = unknown> {
  readonly ports?: readonly ThingPort[];
  readonly channels?: readonly ThingChannel[];
  readonly events?: readonly ThingEvent[];
  readonly figures?: readonly ThingFigure[];
  /** What is drawn of it on a map of the run. */
  readonly scenery?: readonly SceneryItem[];
  /** For one whose declarations depend on the world: called once, when it is loaded. null where something is reported. */
  inWorld?(world: ThingWorld, report: ThingReport): Thing<T> | null;
  /**
   * For one that has to agree with others: called when all things of a scenario are known, with all of them, and with the links of its
   * vehicle's software to devices.
   */
  checkAmong?(all: readonly Thing[], report: ThingReport, links: readonly ThingLink[]): void;
  join(site: ThingSite): T;
}

export interface ThingInOptions<F extends Fields> extends Pick<InPortOptions, "capacity" | "payload"> {
  /** In which the handler is woken; deliver where not given. */
  readonly phase?: Phase;
  /** Called when a message has come, as an event of the thing. Without it messages wait until the thing looks. */
  handle?(moment: Moment, port: InPort<F>): void;
}

/** A stream that is drawn from while the run is built, with its words. */
export interface ThingDraws {
  readonly stream: RandomStream;
  readonly words: Int32Array;
}

export interface ThingWriter {
  /** One number per field, values[at ..]. */
  write(t_ns: number, values: Float64Array, at: number): void;
}

/** All that a thing may know and touch. Names given here are below its path; "" is the path itself. */
export interface ThingSite {
  readonly path: string;
  readonly mount: ThingMount;
  readonly world: ThingWorld;
  /** Places in the engine's state. */
  reals(name: string, size: number, initial?: readonly number[]): number;
  integers(name: string, size: number): number;
  bytes(name: string, size: number): number;
  /** A stream of (campaign, run, path/name), its words in the state's integers. */
  random(name: string): RandomStream;
  /** Likewise for what a run draws once, while it is built, and then keeps as description. */
  draws(name: string): ThingDraws;
  /** The declared ports. */
  in<F extends Fields>(name: string, options?: ThingInOptions<F>): InPort<F>;
  /** Whether something is sent to a declared in-port in this run. */
  isLinked(name: string): boolean;
  /** phase: the one in which the thing sends. */
  out<F extends Fields>(name: string, phase: Phase): OutPort<F>;
  /** An actor for events of its own; it touches no continuous system. Returns the index by which events name it. */
  actor(name: string, handle: (moment: Moment, data: number) => void): number;
  every(actor: number, times: number | SampleTimes, phase: Phase): number;
  at(t_ns: number, phase: Phase, actor: number, data?: number): void;
  /** A declared figure: its place in the state's reals. It is 0 at the start. */
  figure(name: string): number;
  /** A declared channel. */
  channel(name: string): ThingWriter;
  /** A declared event; its doc where no text is given. */
  tell(moment: { readonly now_ns: number }, event: string, text?: string): void;
}

/** The part of a site that a builder cannot give. */
export interface ThingOutside {
  readonly mount?: ThingMount;
  readonly world?: ThingWorld;
  in?<F extends Fields>(port: ThingPort, options: InPortOptions): InPort<F>;
  out?<F extends Fields>(port: ThingPort, phase: Phase): OutPort<F>;
  isLinked?(port: ThingPort): boolean;
  channel?(channel: ThingChannel): ThingWriter;
  /** at: place of the figure in the state's reals. */
  figure?(figure: ThingFigure, at: number): void;
  tell?(t_ns: number, event: ThingEvent, text: string): void;
}

export const UNMOUNTED: ThingMount = Object.freeze({
  p_BS_m: Object.freeze([0, 0, 0]),
  q_BS: Object.freeze([1, 0, 0, 0]),
});
const NO_WORLD: ThingWorld = Object.freeze({ constants: Object.freeze({}), quantities: Object.freeze([]) });

/** The site of a thing in a model that is being built, under a path. */
export function thingSite(
  builder: ModelBuilder,
  path: string,
  thing: Pick<Thing, "ports" | "channels" | "events" | "figures"> = {},
  outside: ThingOutside = {},
): ThingSite {
  const { layout } = builder;
  const below = (name: string): string => (name === "" ? path : `${path}/${name}`);
  const { ports = [], channels = [], events = [], figures = [] } = thing;
  const declared = <D extends { readonly name: string }>(list: readonly D[], what: string, name: string): D => {
    const found = list.find((each) => each.name === name);
    const there = list.map((each) => JSON.stringify(each.name)).join(", ") || "none";
    invariant(
      found !== undefined,
      `${path} does not declare the ${what} ${JSON.stringify(name)}; it declares: ${there}`,
    );
    return found;
  };
  const portOf = (name: string, direction: ThingPort["direction"]): ThingPort =>
    declared(
      ports.filter((port) => port.direction === direction),
      `${direction}-port`,
      name,
    );
  return Object.freeze({
    path,
    mount: outside.mount ?? UNMOUNTED,
    world: outside.world ?? NO_WORLD,
    reals: (name: string, size: number, initial?: readonly number[]) => layout.reals(below(name), size, initial),
    integers: (name: string, size: number) => layout.integers(below(name), size),
    bytes: (name: string, size: number) => layout.bytes(below(name), size),
    random: (name: string) => layout.stream(below(name)),
    draws: (name: string) => ({
      stream: new RandomStream(layout.seed, below(name)),
      words: new Int32Array(STREAM_WORDS),
    }),
    in<F extends Fields>(
      name: string,
      { phase = PHASE.deliver, handle, ...options }: ThingInOptions<F> = {},
    ): InPort<F> {
      const declaration = portOf(name, "in");
      invariant(outside.in !== undefined, `${path} has joined a site without ports: there is no port ${name}`);
      if (handle === undefined) return outside.in(declaration, options);
      let port: InPort<F>;
      const actor = builder.addActor({ path: `${path}.${name}`, handle: (moment) => handle(moment, port) });
      port = outside.in(declaration, { ...options, wake: { actor, phase } });
      return port;
    },
    isLinked: (name: string) => outside.isLinked?.(portOf(name, "in")) ?? false,
    out<F extends Fields>(name: string, phase: Phase): OutPort<F> {
      const declaration = portOf(name, "out");
      invariant(outside.out !== undefined, `${path} has joined a site without ports: there is no port ${name}`);
      return outside.out(declaration, phase);
    },
    actor: (name: string, handle: (moment: Moment, data: number) => void) =>
      builder.addActor({ path: below(name), handle }),
    every: (actor: number, times: number | SampleTimes, phase: Phase) => builder.every(actor, times, phase),
    at: (t_ns: number, phase: Phase, actor: number, data?: number) => builder.at(t_ns, phase, actor, data),
    figure(name: string): number {
      const figure = declared(figures, "figure", name);
      const at = layout.reals(below(`figures/${name}`), 1);
      outside.figure?.(figure, at);
      return at;
    },
    channel(name: string): ThingWriter {
      const channel = declared(channels, "channel", name);
      return outside.channel?.(channel) ?? { write() {} };
    },
    tell(moment: { readonly now_ns: number }, name: string, text?: string): void {
      const event = declared(events, "event", name);
      outside.tell?.(moment.now_ns, event, text ?? event.doc);
    },
  });
}
