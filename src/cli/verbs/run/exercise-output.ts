/** How a mission went that was exercised alone: the timeline for people, the document for scripts. */
import type { Automaton, AutomatonSignal } from "../../../mission/index.ts";
import type { Advance, ExerciseReaction, MissionScript, TaskCommand } from "../../../mission/run/index.ts";

/** Wall clock per call of the executor. */
export interface ReactionFigures {
  readonly count: number;
  readonly median_us: number;
  readonly p99_us: number;
  readonly worst_us: number;
}

export interface ExerciseFacts {
  readonly file: string;
  readonly scriptFile: string | null;
  readonly automaton: Automaton;
  readonly script: MissionScript;
  readonly until_s: number | null;
  readonly end: Advance | "limit";
  readonly reactions: readonly ExerciseReaction[];
  readonly state: number;
  readonly ended: boolean;
  readonly now_s: number | null;
  readonly scriptDone: number;
  readonly times: ReactionFigures;
}

/** What could have happened and did not. */
interface Never {
  /** Inputs of the author's own that were in no reaction. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Tasks that were never started. */
  readonly tasks: readonly string[];
  /** Lines of the script that the exercise did not come to. */
  readonly scriptLines: readonly number[];
}

function neverOf({ automaton, reactions, script, scriptDone }: ExerciseFacts): Never {
  const { inputs, outputs, tasks } = automaton.data;
  const given = new Set(reactions.flatMap((r) => [...r.inputs, ...r.outputs]));
  const missing = (signals: readonly AutomatonSignal[], role: "input" | "output"): string[] =>
    signals.filter((s) => s.role === role && !given.has(s.name)).map((s) => s.name);
  const isStarted = (task: string): boolean => given.has(outputs[automaton.outputFor("start", task)]?.name ?? "");
  const lines = script.kind === "clock" ? script.changes.map((c) => c.line) : script.lines;
  return {
    inputs: missing(inputs, "input"),
    outputs: missing(outputs, "output"),
    tasks: tasks.map((t) => t.name).filter((name) => !isStarted(name)),
    scriptLines: [...new Set(lines.slice(scriptDone))].sort((a, b) => a - b),
  };
}

/** What --json prints: every reaction, so that a script of `react` lines with its inputs gives the same again. */
export function exerciseDocument(facts: ExerciseFacts): unknown {
  const { automaton, reactions, state, times } = facts;
  const { active, statements } = automaton.data;
  return {
    mission: automaton.data.mission,
    file: facts.file,
    hash: automaton.hash(),
    script: facts.scriptFile,
    until_s: facts.until_s,
    end: facts.end,
    end_s: facts.now_s,
    missionOver: facts.ended,
    reactions: reactions.map(({ number, t_ns, from, commands, forbidden, ...r }) => ({
      reaction: number,
      t_s: t_ns === null ? null : t_ns / 1e9,
      inputs: r.inputs,
      outputs: r.outputs,
      from,
      state: r.state,
      active: active[r.state]!.map((s) => statements[s]!.text),
      commands,
      forbidden,
    })),
    final: { state, active: active[state]!.map((s) => statements[s]!) },
    states: { visited: visited(reactions), all: automaton.states },
    never: neverOf(facts),
    reactionTime: times,
  };
}

function visited(reactions: readonly ExerciseReaction[]): number {
  return new Set(reactions.flatMap((r) => [r.from, r.state])).size;
}

export function exerciseText(facts: ExerciseFacts): string {
  const { automaton, reactions } = facts;
  const { mission } = automaton.data;
  const script = facts.scriptFile === null ? "without a script" : `by ${facts.scriptFile}`;
  return [
    `mission ${mission} ${script}: ${reactions.length} reaction${reactions.length === 1 ? "" : "s"}`,
    "",
    ...timeline(facts),
    "",
    ...ending(facts),
    "",
  ].join("\n");
}

const TIME_WIDTH = 12;
const NO_BREAK = "\u00a0";

function timeline({ automaton, reactions }: ExerciseFacts): string[] {
  const lines: string[] = [];
  const signals = new Map(automaton.data.outputs.map((s) => [s.name, s]));
  let shown = "";
  for (let k = 0; k < reactions.length; k++) {
    const reaction = reactions[k]!;
    lines.push(...wrapped(`${timeText(reaction)}  `, reactionText(reaction, signals), TIME_WIDTH + 4));
    for (const { signal, what, why } of reaction.forbidden) {
      lines.push(`${" ".repeat(TIME_WIDTH + 2)}! ${signal} is ${what}: ${why}`);
    }
    let more = 0;
    while (reactions[k + 1] !== undefined && sameAgain(reaction, reactions[k + 1]!)) {
      more++;
      k++;
    }
    if (more > 0) {
      lines.push(
        `${" ".repeat(TIME_WIDTH + 2)}… and ${more} more like this, the last ${timeText(reactions[k]!).trim()}`,
      );
    }
    const active = activeText(automaton, reaction.state);
    if (active !== shown) lines.push(...wrapped(" ".repeat(TIME_WIDTH + 2), active, TIME_WIDTH + 4));
    shown = active;
  }
  return lines;
}

function sameAgain(a: ExerciseReaction, b: ExerciseReaction): boolean {
  const same = (p: readonly string[], q: readonly string[]): boolean => p.join() === q.join();
  return (
    a.from === a.state &&
    b.state === a.state &&
    a.forbidden.length + b.forbidden.length === 0 &&
    same(a.inputs, b.inputs) &&
    same(a.outputs, b.outputs)
  );
}

function timeText({ number, t_ns }: ExerciseReaction): string {
  return (t_ns === null ? `reaction ${number}` : `${(t_ns / 1e9).toFixed(3)} s`).padStart(TIME_WIDTH);
}

function reactionText(
  { inputs, outputs, commands }: ExerciseReaction,
  signals: ReadonlyMap<string, AutomatonSignal>,
): string {
  const given = inputs.length === 0 ? "-" : inputs.join(", ");
  if (outputs.length === 0) return given;
  return `${given}  →  ${outputs.map((name) => name + argumentsText(signals.get(name)!, commands)).join(", ")}`;
}

/** What a law is given with a command: "(depth_m = 5)". */
function argumentsText({ role, owner, event }: AutomatonSignal, commands: readonly TaskCommand[]): string {
  const command = commands.find(
    (c) =>
      c.task === owner &&
      (c.what === "change" ? role === "parameters" && c.event === event : c.what !== "stop" && c.what === role),
  );
  const values = Object.entries(command?.parameters ?? {}).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  // A line is not broken in the middle of them.
  return values.length === 0 ? "" : `(${values.join(", ")})`.replaceAll(" ", NO_BREAK);
}

function activeText({ data }: Automaton, state: number): string {
  const places = data.active[state]!.map((s) => data.statements[s]!);
  if (places.length === 0) return "nothing is active";
  return places.map(({ text, line }) => (line === 0 ? text : `${text} [line ${line}]`)).join("; ");
}

function ending(facts: ExerciseFacts): string[] {
  const { automaton, reactions, end, now_s, ended, times, state } = facts;
  const waits = automaton.data.active[state]!.map((s) => automaton.data.statements[s]!).filter((s) => s.line > 0);
  const why: Readonly<Record<ExerciseFacts["end"], string>> = {
    react: "",
    quiet: "nothing more happens",
    until: "the time is over",
    done: "the list is through",
    limit: "stopped: too many reactions",
  };
  const over = ended
    ? "the mission is over"
    : `the mission waits: ${waits.map((s) => `${s.text} [line ${s.line}]`).join("; ")}`;
  const never = neverOf(facts);
  const missed = [
    ["given", never.inputs],
    ["emitted", never.outputs],
    ["started", never.tasks],
    ["reached", never.scriptLines.map((line) => `line ${line} of the script`)],
  ] as const;
  const us = (t: number): string => `${t < 10 ? t.toFixed(1) : Math.round(t)} µs`;
  return [
    ...wrapped("end      ", `${now_s === null ? "" : `at ${now_s} s, `}${why[end]}; ${over}`, 9),
    `states   ${visited(reactions)} of ${automaton.states} were visited, the last is ${state}`,
    ...missed.flatMap(([what, names]) =>
      names.length === 0 ? [] : wrapped("never    ", `${what}: ${names.join(", ")}`, 9),
    ),
    `took     ${us(times.median_us)} a reaction in the median, 99 % within ${us(times.p99_us)}, ${us(times.worst_us)} at worst`,
  ];
}

/** A text behind its head, broken at spaces to the width of the terminal. */
function wrapped(head: string, text: string, indent: number): string[] {
  const width = Math.max(60, process.stdout.columns ?? 120);
  const lines: string[] = [];
  let line = head;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line.trimEnd());
      line = " ".repeat(indent);
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line.trimEnd()].map((l) => l.replaceAll(NO_BREAK, " "));
}
