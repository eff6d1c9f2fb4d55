/** What a log says of the mission that flew a vehicle. */
import type { IndexedLog } from "../logging/index.ts";
import type { MissionData, ReactionData } from "./input.ts";

function isIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names);
  return (name) => known.has(name);
}

/** null for a vehicle without mission. */
export async function missionOf(log: IndexedLog, vehicle: string): Promise<MissionData | null> {
  const topic = `/${vehicle}/mission`;
  const channel = log.channels.find((each) => each.topic === topic && each.schemaName === "thetis.MissionReaction");
  if (channel === undefined) return null;
  const list = (text: unknown, separator: string): string[] =>
    String(text ?? "")
      .split(separator)
      .filter((part) => part !== "");
  const reactions: ReactionData[] = [];
  for await (const { t_ns, values } of log.messages({ topics: [topic] })) {
    reactions.push({
      t_s: t_ns / 1e9,
      inputs: list(values.inputs, " "),
      outputs: list(values.outputs, " "),
      tasks: list(values.tasks, "; "),
      statements: list(values.statements, "; "),
    });
  }
  const { mission = "", answers } = channel.metadata;
  // Older logs do not say which inputs are answers of robot-tasks: there their names do.
  const isAnswer = answers === undefined ? (name: string) => /^(STOPPED|INITOK)_/.test(name) : isIn(list(answers, " "));
  return { name: mission, reactions, isAnswer };
}
