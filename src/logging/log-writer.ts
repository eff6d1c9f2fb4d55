/**
 * Writes a log: channels of flat records, poses, transforms and texts, metadata and attachments, in one MCAP file.
 *
 * Everything is synchronous, since observers of a simulation are. `t_ns` is simulated time; it is log time, publish time
 * and the timestamp inside the message at once. Nothing else gets into the bytes: no wall clock, no machine.
 *
 * When the sink throws (disk full), the log is over: the error is thrown on, and every later call throws it again at once.
 * What was written before stays readable.
 */
import { InvariantError, invariant, NS_PER_S, utf8 } from "../core/index.ts";
import { isInstant } from "../engine/index.ts";
import { descriptorSet } from "./descriptor.ts";
import {
  LogContainer,
  type LogSink,
  type LogWriterOptions,
  type OpenChannel,
  type OpenSchema,
} from "./log-container.ts";
import { DATED_FORMAT, isEpoch_s, LOG_EPOCH, LOG_METADATA } from "./log-epoch.ts";
import { MessageTemplate } from "./message-template.ts";
import { encodeMessage, type MessageSchema, type ProtoMessage } from "./protobuf.ts";
import { FRAME_TRANSFORM, LOG, LOG_LEVEL, POSE_IN_FRAME, recordSchema } from "./schemas.ts";
import { LOCATION_FIX } from "./viewer-schemas.ts";

/** Raised when a reader of before could misunderstand a log. In every log as `format` of the metadata record "thetis". */
export const LOG_FORMAT = DATED_FORMAT;
const PLAIN_FORMAT = 1;

export type LogLevel = "debug" | "info" | "warning" | "error" | "fatal";

/** Where the three kinds of frequent message are written: the values are x[at], x[at + 1] … */
class DoublesChannel {
  readonly #container: LogContainer;
  readonly #channel: OpenChannel;
  readonly #template: MessageTemplate;

  constructor(container: LogContainer, channel: OpenChannel, template: MessageTemplate) {
    this.#container = container;
    this.#channel = channel;
    this.#template = template;
  }

  write(t_ns: number, x: Float64Array, at: number): void {
    this.#container.message(this.#channel, t_ns, this.#template.encode(t_ns, x, at));
  }
}

/** One double per field, from values[at] on. */
export interface RecordChannel {
  /** The fields as the log names them. */
  readonly names: readonly string[];
  write(t_ns: number, values: Float64Array, at: number): void;
}

/** x[at ..]: p_NB 3, q_NB 4 as [w x y z]. */
export interface PoseChannel {
  write(t_ns: number, x: Float64Array, at: number): void;
}
export interface TransformChannel {
  write(t_ns: number, x: Float64Array, at: number): void;
}

/** x[at ..]: latitude and longitude in degrees, height over the ellipsoid in m. */
export interface LocationChannel {
  write(t_ns: number, x: Float64Array, at: number): void;
}

export interface TextChannel {
  write(t_ns: number, level: LogLevel, name: string, message: string): void;
}

/** Messages with a schema of the caller's; for rare ones, since each is made from an object. */
export interface MessageChannel {
  write(t_ns: number, values: ProtoMessage): void;
}

/** Places of x y z, and of our w x y z in the order x y z w that Foxglove stores. */
const POSE_PLACES = [0, 1, 2, 4, 5, 6, 3];
const NO_VECTOR = { x: 0, y: 0, z: 0 };
const NO_ROTATION = { x: 0, y: 0, z: 0, w: 0 };

function sorted(entries: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function keyOf({ name, fields }: MessageSchema): string {
  return [name, ...fields.map((field) => field.name)].join(" ");
}

export class LogWriter {
  readonly #container: LogContainer;
  readonly #schemas = new Map<string, OpenSchema>();
  readonly #channels = new Map<string, OpenChannel>();
  /** Name and fields of every record, by its name. */
  readonly #fieldsOf = new Map<string, string>();

  /** What every time in the file counts from, in seconds since 1970; null for simulated time as it is, from 0. */
  #epoch_s: number | null = null;
  #hasBegun = false;

  constructor(sink: LogSink, options: LogWriterOptions) {
    this.#container = new LogContainer(sink, options);
  }

  /**
   * Lets every time in the file count from a date, in whole seconds since 1970, as viewers take it; null: from 0. Before anything else,
   * since nothing that is written changes any more. A run does it with the start date of its scenario.
   */
  countFrom(epoch_s: number | null): void {
    if (epoch_s === this.#epoch_s) return;
    invariant(!this.#hasBegun, "a log that has begun cannot count from another date");
    invariant(
      epoch_s === null || isEpoch_s(epoch_s),
      `${epoch_s} s since 1970 is not a date that a log can count from`,
    );
    this.#epoch_s = epoch_s;
    this.#container.countFrom(epoch_s ?? 0);
  }

  /** The first record behind the header: a reader needs it before any time. */
  #begin(): LogContainer {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      const dated = this.#epoch_s === null ? {} : { [LOG_EPOCH]: String(this.#epoch_s) };
      this.metadata(LOG_METADATA, { format: String(this.#epoch_s === null ? PLAIN_FORMAT : DATED_FORMAT), ...dated });
    }
    return this.#container;
  }

  get #since1970_s(): number {
    return this.#epoch_s ?? 0;
  }

  /** The time of a message, as its schema has it. */
  timestampOf(t_ns: number): ProtoMessage {
    invariant(isInstant(t_ns), `${t_ns} is not an instant`);
    return { seconds: this.#since1970_s + Math.floor(t_ns / NS_PER_S), nanos: t_ns % NS_PER_S };
  }

  /** Named strings about the run. Records of one name add up. */
  metadata(name: string, entries: Readonly<Record<string, string>>): void {
    this.#begin().metadata(name, sorted(entries));
  }

  /** A file inside the log. */
  attach(name: string, mediaType: string, bytes: Uint8Array | string, t_ns = 0): void {
    this.#begin().attachment(name, mediaType, typeof bytes === "string" ? utf8(bytes) : bytes, t_ns);
  }

  /**
   * Flat doubles. Field names become identifiers: see `names` of the channel. Channels of one schema name share the schema where
   * they have the same fields.
   */
  record(
    topic: string,
    schemaName: string,
    fields: readonly string[],
    metadata: Readonly<Record<string, string>> = {},
  ): RecordChannel {
    const schema = this.#named(recordSchema(schemaName, fields));
    invariant(!this.#channels.has(topic), `there is a channel ${topic} already`);
    const channel = this.#channel(topic, schema, metadata);
    const names = schema.fields.slice(1).map(({ name }) => name);
    const zeros = Object.fromEntries(names.map((name) => [name, 0]));
    const template = new MessageTemplate(schema, zeros, Array.from(names.keys()), this.#since1970_s);
    return Object.assign(new DoublesChannel(this.#container, channel, template), { names });
  }

  pose(topic: string, frameId: string): PoseChannel {
    const constants = { frame_id: frameId, pose: { position: NO_VECTOR, orientation: NO_ROTATION } };
    const template = new MessageTemplate(POSE_IN_FRAME, constants, POSE_PLACES, this.#since1970_s);
    return new DoublesChannel(this.#container, this.#channel(topic, POSE_IN_FRAME), template);
  }

  /** Several transforms may share a topic. */
  transform(topic: string, parentFrameId: string, childFrameId: string): TransformChannel {
    const frames = { parent_frame_id: parentFrameId, child_frame_id: childFrameId };
    const constants = { ...frames, translation: NO_VECTOR, rotation: NO_ROTATION };
    const template = new MessageTemplate(FRAME_TRANSFORM, constants, POSE_PLACES, this.#since1970_s);
    return new DoublesChannel(this.#container, this.#channel(topic, FRAME_TRANSFORM), template);
  }

  /** The true place on the earth, as a fix without error. */
  location(topic: string, frameId: string): LocationChannel {
    const constants = { frame_id: frameId, latitude: 0, longitude: 0, altitude: 0, position_covariance_type: 0 };
    const template = new MessageTemplate(LOCATION_FIX, constants, [0, 1, 2], this.#since1970_s);
    return new DoublesChannel(this.#container, this.#channel(topic, LOCATION_FIX), template);
  }

  /** Any schema; where it has a timestamp, that is the time of writing. */
  messages(topic: string, schema: MessageSchema, metadata: Readonly<Record<string, string>> = {}): MessageChannel {
    const channel = this.#channel(topic, schema, metadata);
    const container = this.#container;
    const isTimed = schema.fields.some(({ name }) => name === "timestamp");
    return {
      write: (t_ns, values) => {
        const timed = isTimed ? { timestamp: this.timestampOf(t_ns), ...values } : values;
        container.message(channel, t_ns, encodeMessage(schema, timed));
      },
    };
  }

  text(topic: string): TextChannel {
    const channel = this.#channel(topic, LOG);
    const container = this.#container;
    return {
      write: (t_ns, level, name, message) => {
        const timestamp = this.timestampOf(t_ns);
        const number = LOG_LEVEL.values[level.toUpperCase()];
        invariant(number !== undefined, `${level} is not a level`);
        const value = { timestamp, level: number, message, name, file: "", line: 0 };
        container.message(channel, t_ns, encodeMessage(LOG, value));
      },
    };
  }

  /** Ends the chunk and passes everything to the sink. */
  flush(): void {
    this.#begin().flush();
  }

  /** Flushes and completes the file. Closing twice does nothing. */
  close(): void {
    this.#begin().close();
  }

  #channel(topic: string, schema: MessageSchema, metadata: Readonly<Record<string, string>> = {}): OpenChannel {
    const open = this.#channels.get(topic);
    if (open !== undefined) {
      if (open.schema.record.name === schema.name) return open;
      throw new InvariantError(`channel ${topic} holds ${open.schema.record.name}, not ${schema.name}`);
    }
    const channel = this.#begin().channel(this.#schema(schema), topic, "protobuf", sorted(metadata));
    this.#channels.set(topic, channel);
    return channel;
  }

  /** A name belongs to one set of fields; another set gets a number behind it: thetis.Actuators, thetis.Actuators_2. */
  #named(schema: MessageSchema): MessageSchema {
    for (let n = 1; ; n++) {
      const named = n === 1 ? schema : { ...schema, name: `${schema.name}_${n}` };
      const fields = keyOf(named);
      const taken = this.#fieldsOf.get(named.name) ?? fields;
      this.#fieldsOf.set(named.name, taken);
      if (taken === fields) return named;
    }
  }

  /** One schema for all channels that have the same name and fields. */
  #schema(schema: MessageSchema): OpenSchema {
    const key = keyOf(schema);
    let open = this.#schemas.get(key);
    if (open === undefined) {
      open = this.#container.schema(schema.name, "protobuf", descriptorSet(schema));
      this.#schemas.set(key, open);
    }
    return open;
  }
}
