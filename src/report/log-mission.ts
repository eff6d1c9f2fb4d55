/** What a log says of the mission that flew a vehicle. */
import { type IndexedLog, type LogChannel, type LogMessage, MessageReader } from "../logging/index.ts";
import type { MissionData, ReactionData } from "./input.ts";

function isIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names);
  return (name) => known.has(name);
}

const list = (text: unknown, separator: string): string[] =>
  String(text ?? "")
    .split(separator)
    .filter((part) => part !== "");

/** The channel of a vehicle's mission; undefined for a vehicle without one. */
export function missionChannelOf({ channels }: Pick<IndexedLog, "channels">, vehicle: string): LogChannel | undefined {
  const topic = `/${vehicle}/mission`;
  return channels.find((each) => each.topic === topic && each.schemaName === "thetis.MissionReaction");
}

export class MissionReader extends MessageReader {
  readonly #reactions: ReactionData[] = [];
  readonly #channel: LogChannel;

  constructor(channel: LogChannel) {
    super((message) => this.#reactions.push(reactionOf(message)));
    this.#channel = channel;
  }

  get mission(): MissionData {
    const { mission = "", answers } = this.#channel.metadata;
    // Older logs do not say which inputs are answers of robot-tasks: there their names do.
    const isAnswer =
      answers === undefined ? (name: string) => /^(STOPPED|INITOK)_/.test(name) : isIn(list(answers, " "));
    return { name: mission, reactions: this.#reactions, isAnswer };
  }
}

function reactionOf({ t_ns, values }: LogMessage): ReactionData {
  return {
    t_s: t_ns / 1e9,
    inputs: list(values.inputs, " "),
    outputs: list(values.outputs, " "),
    tasks: list(values.tasks, "; "),
    statements: list(values.statements, "; "),
  };
}
