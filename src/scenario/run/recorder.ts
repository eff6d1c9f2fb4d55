/**
 * Writes a run to a log. What stands in front makes the log run again: every file of the scenario, the seed, the values from
 * outside, the mode. Then what the simulators have declared: samples at the rates of the <log> elements, by observers that
 * change nothing; and what is written when it happens. Channels of its own are
 *
 * | topic        | schema        | what                                                                              |
 * |--------------|---------------|-----------------------------------------------------------------------------------|
 * | /events      | foxglove.Log  | what happened                                                                     |
 * | /diagnostics | foxglove.Log  | what the loader had to say, and how the run kept its pace                           |
 * | /scene       | foxglove.SceneUpdate | shapes of the vehicles and the bottom, for viewers (viewer-scene.ts)           |
 * | /outside     | thetis.Outside | messages that came from outside the world, so that a run with outside parts can be repeated |
 */
import { dateOfSeconds, formatDiagnostic, NS_PER_S, RAD_PER_DEG } from "../../core/index.ts";
import { type ModelBuilder, PHASE } from "../../engine/index.ts";
import { attenuation_dBpWavelength, BOTTOM_OBJECT, type GeographicOrigin } from "../../environment/index.ts";
import {
  declarationText,
  GRID,
  type LogLevel,
  type LogWriter,
  messageSchema,
  type ProtoMessage,
  RUN_METADATA,
  SCENE_UPDATE,
  SEA_METADATA,
  START_DATE,
  sceneryKey,
  sceneryText,
} from "../../logging/index.ts";
import type { LogPlan } from "../load/log-plan.ts";
import type { Scenario } from "../load/scenario.ts";
import type { Sea } from "../load/sea.ts";
import type { Channel, LocationChannel, LogBoard, PoseChannel, SampledChannel } from "../simulators/log-board.ts";
import type { RunEvent } from "./events.ts";
import { type EntryWriter, LogBook } from "./log-book.ts";
import { pictureGrid } from "./picture-grid.ts";
import { BASE_LINK, rep103Channel } from "./rep103.ts";
import { sceneOf } from "./viewer-scene.ts";

export type RunMode = "offline" | "online";

export interface RecorderOptions {
  readonly writer: LogWriter;
  readonly scenario: Scenario;
  /** Of the program; part of the bytes. */
  readonly version: string;
  readonly mode: RunMode;
  /** Number of the run in its campaign; 0 where not given. */
  readonly run?: number;
  readonly branch?: LogBranch;
}

/** Where a log begins that is not of a whole run. */
export interface LogBranch {
  readonly from_ns: number;
  /** The run that it branches from, in words: the name of its log. */
  readonly of: string;
}

/** Topic of what came from outside the world. */
export const OUTSIDE_TOPIC = "/outside";
const MEDIA_TYPE = "application/xml";
/** Of attachments that are maps and meshes. */
export const BINARY_MEDIA_TYPE = "application/octet-stream";

/** x, y, z of "map" are y, x, −z of "ned": half a turn about the axis between north and east. */
const MAP_TO_NED = Float64Array.of(0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0);

/** y and z of a body against those of base_link: half a turn about x. */
const LINK_TO_BODY = Float64Array.of(0, 0, 0, 0, 1, 0, 0);

const OUTSIDE = messageSchema("thetis.Outside", { bytes: "bytes" });
const NO_VALUES = new Float64Array(0);
/** p_NB, q_NB */
const POSE_SIZE = 7;
/** Latitude, longitude, height. */
const LOCATION_SIZE = 3;
const SCENE_TOPIC = "/scene";

/** A declared channel with the rate at which it is wanted, and its index in the book. */
type Sampler = Pick<SampledChannel, "vehicle" | "topic" | "reads" | "sampleInto"> & {
  readonly rate_Hz: number;
  readonly index: number;
  readonly size: number;
};

export class Recorder {
  readonly #book: LogBook;
  readonly #scenario: Scenario;
  readonly #events: number;
  readonly #diagnostics: number;
  readonly #outside: number;
  /** Channels of the details that events carry, by component. */
  readonly #details = new Map<string, number>();

  constructor({ writer, scenario, version, mode, run = 0, branch }: RecorderOptions) {
    writer.countFrom(scenario.epoch_s);
    this.#book = new LogBook(writer);
    this.#scenario = scenario;
    const begin_ns = branch?.from_ns ?? 0;
    const [root] = [...scenario.files.keys()];
    writer.metadata(RUN_METADATA, {
      scenario: scenario.id,
      doc: scenario.doc,
      file: root ?? "",
      seed: String(scenario.seed),
      duration_s: String(scenario.duration_ns / NS_PER_S),
      overrides: JSON.stringify(scenario.overrides),
      vehicles: JSON.stringify(scenario.vehicles.map((v) => v.name)),
      controllers: JSON.stringify(scenario.vehicles.map((v) => v.controllers.map(({ component }) => component.id))),
      mode,
      version,
      ...(scenario.epoch_s === null ? {} : { [START_DATE]: dateOfSeconds(scenario.epoch_s) }),
      ...(run === 0 ? {} : { run: String(run) }),
      ...(branch === undefined ? {} : { from_ns: String(branch.from_ns), branchOf: branch.of }),
    });
    if (scenario.sea !== null) writer.metadata(SEA_METADATA, seaMetadata(scenario.sea, scenario.world.gravity_mps2));
    if (scenario.origin !== undefined) writer.metadata(ORIGIN_METADATA, originMetadata(scenario.origin));
    for (const [file, text] of scenario.files) writer.attach(file, MEDIA_TYPE, text);
    for (const [file, bytes] of scenario.binaries) writer.attach(file, BINARY_MEDIA_TYPE, bytes);
    this.#events = this.#texts("/events");
    this.#diagnostics = this.#texts("/diagnostics");
    this.#outside = mode === "online" ? this.#outsideChannel() : -1;
    if (scenario.logs.some((plan) => plan.channels.includes("transforms"))) {
      writer.transform("/tf", "map", "ned").write(begin_ns, MAP_TO_NED, 0);
    }
    for (const { vehicle, channels, axes } of scenario.logs) {
      // The frame of the body hangs on that of ROS, so that all that is given in it finds its place.
      const name = scenario.vehicles[vehicle]!.name;
      if (axes === "rep103" && channels.includes("transforms"))
        writer.transform("/tf", `${name}/${BASE_LINK}`, name).write(begin_ns, LINK_TO_BODY, 0);
    }
    this.#scene(begin_ns);
    for (const d of scenario.warnings)
      this.diagnostic(begin_ns, d.severity === "note" ? "info" : d.severity, "load", formatDiagnostic(d));
  }

  event(event: RunEvent): void {
    const { t_ns, name, reaction } = event;
    this.#book.add(this.#events, t_ns, NO_VALUES, 0, name, event);
    const details = this.#details.get(name);
    if (reaction !== undefined && details !== undefined)
      this.#book.add(details, t_ns, NO_VALUES, 0, name, { ...reaction });
  }

  diagnostic(t_ns: number, level: LogLevel, name: string, message: string): void {
    this.#book.add(this.#diagnostics, t_ns, NO_VALUES, 0, name, { level, name, message });
  }

  /** Messages from outside, as they were taken. */
  outside(t_ns: number, bytes: Uint8Array): void {
    if (this.#outside >= 0) this.#book.add(this.#outside, t_ns, NO_VALUES, 0, "", bytes.slice());
  }

  /** Everything that is known goes to the writer: at the end of a slice, before an end. */
  flush(): void {
    this.#book.flush();
  }

  /** Where the simulators of one model declare their channels. */
  board(builder: ModelBuilder): LogBoard {
    const samplers: Sampler[] = [];
    return {
      sampled: (channel) => {
        for (const { rate_Hz } of plansOf(this.#scenario, channel)) {
          samplers.push({ ...channel, rate_Hz, index: this.#record(channel), size: channel.fields.length });
        }
      },
      pose: (channel) => {
        for (const { rate_Hz, axes } of plansOf(this.#scenario, channel)) {
          const turned = axes === "rep103" ? rep103Channel(channel) : channel;
          samplers.push({ ...turned, rate_Hz, index: this.#pose(turned), size: POSE_SIZE });
        }
      },
      location: (channel) => {
        for (const { rate_Hz } of plansOf(this.#scenario, channel)) {
          samplers.push({ ...channel, rate_Hz, index: this.#location(channel), size: LOCATION_SIZE });
        }
      },
      scenery: (item) => this.#book.scenery(sceneryKey(item), sceneryText(item)),
      told: (channel) => {
        const index = this.#record(channel);
        const grid = channel.plot === "picture" ? this.#grid(channel) : null;
        return {
          write: (t_ns, values, at) => {
            this.#book.add(index, t_ns, values, at);
            grid?.(t_ns, values, at);
          },
        };
      },
      details: (component, topic, schema, about) => {
        const open = (): EntryWriter => {
          const channel = this.#book.writer.messages(topic, schema, about);
          return (t_ns, _values, _at, detail) => channel.write(t_ns, detail as ProtoMessage);
        };
        this.#details.set(component, this.#book.channel(topic, 0, open));
      },
      close: () => this.#addSamplers(builder, samplers),
    };
  }

  #addSamplers(builder: ModelBuilder, samplers: readonly Sampler[]): void {
    for (const [path, list] of sampledTogether(this.#scenario, samplers)) {
      // In the order in which they are written.
      const group = list.sort((a, b) => (a.topic < b.topic ? -1 : 1));
      const values = new Float64Array(Math.max(...group.map(({ size }) => size)));
      const actor = builder.addActor({
        path,
        reads: [...new Set(group.flatMap(({ reads }) => reads))],
        handle: (moment) => {
          for (let k = 0; k < group.length; k++) {
            const { sampleInto, index } = group[k]!;
            sampleInto(values, moment);
            this.#book.add(index, moment.now_ns, values, 0);
          }
        },
      });
      builder.every(actor, group[0]!.rate_Hz, PHASE.record);
    }
  }

  #pose({ topic, frame, child }: PoseChannel): number {
    const { writer } = this.#book;
    return this.#book.channel(child === undefined ? topic : `${topic}/${child}`, POSE_SIZE, () => {
      const open = child === undefined ? writer.pose(topic, frame) : writer.transform(topic, frame, child);
      return (t_ns, values, at) => open.write(t_ns, values, at);
    });
  }

  #location({ topic, frame }: LocationChannel): number {
    return this.#book.channel(topic, LOCATION_SIZE, () => {
      const open = this.#book.writer.location(topic, frame);
      return (t_ns, values, at) => open.write(t_ns, values, at);
    });
  }

  /** Pictures a second time, as viewers know them; null where no vehicle's scene is wanted. */
  #grid({ topic, fields, about }: Channel): ((t_ns: number, values: Float64Array, at: number) => void) | null {
    if (!this.#scenario.logs.some(({ channels }) => channels.includes("scene"))) return null;
    const path = `${topic}/grid`;
    const index = this.#book.channel(path, 0, () => {
      const channel = this.#book.writer.messages(path, GRID);
      return (t_ns, _values, _at, detail) => channel.write(t_ns, detail as ProtoMessage);
    });
    return (t_ns, values, at) => {
      const grid = pictureGrid(values.subarray(at, at + fields.length), about?.quantity ?? "value");
      if (grid !== null) this.#book.add(index, t_ns, NO_VALUES, 0, "", grid);
    };
  }

  /** What viewers draw, once. */
  #scene(t_ns: number): void {
    const entities = sceneOf(this.#scenario);
    if (entities.length === 0) return;
    const index = this.#book.channel(SCENE_TOPIC, 0, () => {
      const channel = this.#book.writer.messages(SCENE_TOPIC, SCENE_UPDATE);
      return (at_ns, _values, _at, detail) => channel.write(at_ns, detail as ProtoMessage);
    });
    const timestamp = this.#book.writer.timestampOf(t_ns);
    this.#book.add(index, t_ns, NO_VALUES, 0, "", { entities: entities.map((entity) => ({ timestamp, ...entity })) });
  }

  #record({ schema, about, vehicle, ...declared }: Channel): number {
    const { topic, fields } = declared;
    const owner = vehicle === undefined ? undefined : this.#scenario.vehicles[vehicle]?.name;
    const names = fields.map(({ name }) => name);
    return this.#book.channel(
      topic,
      fields.length,
      () => {
        const channel = this.#book.writer.record(topic, schema, names, about);
        return (t_ns, values, at) => channel.write(t_ns, values, at);
      },
      declarationText(owner === undefined ? declared : { ...declared, vehicle: owner }),
    );
  }

  #texts(topic: string): number {
    return this.#book.channel(topic, 0, () => {
      const channel = this.#book.writer.text(topic);
      return (t_ns, _values, _at, detail) => {
        const { level, name, message } = detail as RunEvent;
        channel.write(t_ns, level, name, message);
      };
    });
  }

  #outsideChannel(): number {
    return this.#book.channel(OUTSIDE_TOPIC, 0, () => {
      const channel = this.#book.writer.messages(OUTSIDE_TOPIC, OUTSIDE);
      return (t_ns, _values, _at, detail) => channel.write(t_ns, { bytes: detail as Uint8Array });
    });
  }
}

function plansOf({ logs }: Scenario, { vehicle, group }: Pick<SampledChannel, "vehicle" | "group">): LogPlan[] {
  return logs.filter((plan) => plan.vehicle === vehicle && (plan.channels as readonly string[]).includes(group));
}

/** What is sampled of one vehicle at one rate is sampled in one event: by the path of its actor. */
function sampledTogether<S extends Pick<Sampler, "vehicle" | "rate_Hz">>(
  { vehicles }: Scenario,
  samplers: readonly S[],
): Map<string, S[]> {
  const groups = new Map<string, S[]>();
  for (const sampler of samplers) {
    const path = `log/${vehicles[sampler.vehicle]?.name} ${sampler.rate_Hz} Hz`;
    groups.set(path, [...(groups.get(path) ?? []), sampler]);
  }
  return groups;
}

/** A board on which nothing is written. */
export const NO_LOG: LogBoard = Object.freeze({
  sampled() {},
  pose() {},
  location() {},
  told: () => ({ write() {} }),
  scenery() {},
  details() {},
  close() {},
});

/**
 * The board of a run without a log. Its samplers do nothing, but they are there: the model is that of a run with a log, so that
 * either can go on from a snapshot of the other.
 */
export function silentBoard(scenario: Scenario, builder: ModelBuilder): LogBoard {
  const samplers: Pick<Sampler, "vehicle" | "rate_Hz">[] = [];
  const rest = (channel: Pick<SampledChannel, "vehicle" | "group">): void => {
    for (const { rate_Hz } of plansOf(scenario, channel)) samplers.push({ vehicle: channel.vehicle, rate_Hz });
  };
  return {
    ...NO_LOG,
    sampled: rest,
    pose: rest,
    location: rest,
    close() {
      for (const [path, group] of sampledTogether(scenario, samplers)) {
        builder.every(builder.addActor({ path, handle() {} }), group[0]!.rate_Hz, PHASE.record);
      }
    },
  };
}

/** Where on the earth north 0, east 0 is. */
const ORIGIN_METADATA = "origin";

function originMetadata({ latitude_rad, longitude_rad, height_m }: GeographicOrigin): Record<string, string> {
  const degrees = (angle_rad: number): string => String(angle_rad / RAD_PER_DEG);
  return { latitude_deg: degrees(latitude_rad), longitude_deg: degrees(longitude_rad), height_m: String(height_m) };
}

function seaMetadata({ scene, scalars }: Sea, gravity_mps2: number): Record<string, string> {
  const ground = scene?.materialOf(BOTTOM_OBJECT) ?? null;
  return {
    gravity_mps2: String(gravity_mps2),
    units: JSON.stringify(Object.fromEntries(scalars.map(({ name, unit }) => [name, unit]))),
    ...(ground?.type != null && {
      bottomType: ground.type,
      bottomDensityRatio: String(ground.densityRatio),
      bottomSoundSpeedRatio: String(ground.soundSpeedRatio),
      bottomAttenuation_dBpWavelength: String(attenuation_dBpWavelength(ground)),
    }),
    ...(ground !== null && { bottomRoughness_m: String(ground.roughness_m) }),
  };
}
