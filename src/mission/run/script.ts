/**
 * Scripts (.events): what the world and the robot-tasks do while a mission is exercised alone. One thing per line, in any order
 * of lines; names may be separated by commas; `//` begins a comment.
 *
 *   at 12.5 s  DepthReached, Drift          events, given to one reaction
 *   at 3 s     GpsFix on                    a level, given to every reaction until it is `off`
 *   task Dive  init 0.5 s  stop never  DepthReached after 30 s
 *                                           how the mock of a task answers: INITOK and STOPPED so long after they are asked for
 *                                           (0.1 s where nothing is said), and events so long after each of its starts
 *   tick 1 s                                how often there is a reaction at least (0.1 s where nothing is said)
 *
 * Or, with no clock at all, reaction by reaction:
 *
 *   react                                   a reaction without inputs
 *   react GpsFix STOPPED_Dive               exactly these
 *
 * The reader never throws and reports all mistakes at once. Names are looked up in the automaton.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  DiagnosticList,
  didYouMean,
  type SourceRange,
} from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { brokenRelation, relationText } from "../automaton/input-relations.ts";
import { scriptCodes as codes } from "./script-codes.ts";
import { ScriptLine, type ScriptWord } from "./script-line.ts";

export const DEFAULT_ANSWER_NS = 100_000_000;
export const DEFAULT_TICK_NS = 100_000_000;

/** What an `at` line does to one input. */
export interface ScriptedChange {
  readonly t_ns: number;
  readonly input: number;
  readonly kind: "event" | "on" | "off";
  readonly line: number;
}

/** How the mock of a task answers; ∞: never. */
export interface MockAnswers {
  readonly init_ns: number;
  readonly stop_ns: number;
  readonly events: readonly { readonly input: number; readonly after_ns: number }[];
}

export type MissionScript =
  | {
      readonly kind: "clock";
      /** By time, those of one time in the order of the lines. */
      readonly changes: readonly ScriptedChange[];
      /** In the order of the automaton's tasks. */
      readonly answers: readonly MockAnswers[];
      readonly tick_ns: number;
    }
  /** Places of inputs, reaction by reaction, with the line of each. */
  | {
      readonly kind: "reactions";
      readonly reactions: readonly (readonly number[])[];
      readonly lines: readonly number[];
    };

export interface ReadScript {
  /** null where there are errors. */
  readonly script: MissionScript | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Nothing happens but that the mocks answer. */
export function emptyScript({ data }: Automaton): MissionScript {
  return { kind: "clock", changes: [], answers: data.tasks.map(() => DEFAULT_ANSWERS), tick_ns: DEFAULT_TICK_NS };
}

export function readScript(text: string, file: string, automaton: Automaton): ReadScript {
  return new ScriptReader(file, automaton).read(text);
}

const DEFAULT_ANSWERS: MockAnswers = { init_ns: DEFAULT_ANSWER_NS, stop_ns: DEFAULT_ANSWER_NS, events: [] };
const OPENINGS = ["at", "task", "tick", "react"];
const MOST_MISTAKES = 1000;

class ScriptReader {
  readonly #file: string;
  readonly #automaton: Automaton;
  readonly #inputs: ReadonlyMap<string, number>;
  readonly #list = new DiagnosticList();
  #mistakes = 0;
  readonly #changes: (ScriptedChange & { readonly at: SourceRange })[] = [];
  readonly #answers = new Map<string, MockAnswers>();
  readonly #reactions: (readonly number[])[] = [];
  readonly #reactionLines: number[] = [];
  #tick_ns: number | null = null;
  /** The first lines of their kinds, and of what may be said once. */
  readonly #first = new Map<string, SourceRange>();

  constructor(file: string, automaton: Automaton) {
    this.#file = file;
    this.#automaton = automaton;
    this.#inputs = new Map(automaton.data.inputs.map((s, i) => [s.name, i]));
  }

  read(text: string): ReadScript {
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
    const report = this.#report.bind(this);
    for (let k = 0; k < lines.length && this.#mistakes <= MOST_MISTAKES; k++) {
      const line = new ScriptLine(lines[k]!, k + 1, this.#file, report);
      const { word } = line;
      if (word !== undefined) this.#line(line, word);
    }
    this.#changes.sort((a, b) => a.t_ns - b.t_ns);
    this.#checkLevels();
    const diagnostics = this.#list.sorted();
    return { script: this.#list.hasErrors ? null : this.#script(), diagnostics };
  }

  #script(): MissionScript {
    if (this.#reactions.length > 0) {
      return { kind: "reactions", reactions: this.#reactions, lines: this.#reactionLines };
    }
    return {
      kind: "clock",
      changes: this.#changes.map(({ at, ...change }) => change),
      answers: this.#automaton.data.tasks.map(({ name }) => this.#answers.get(name) ?? DEFAULT_ANSWERS),
      tick_ns: this.#tick_ns ?? DEFAULT_TICK_NS,
    };
  }

  #report(code: CodeEntry, at: SourceRange, message: string, detail: DiagnosticDetail = {}): void {
    this.#mistakes++;
    if (this.#mistakes <= MOST_MISTAKES) this.#list.add(codedDiagnostic(code, at, message, detail));
    else if (this.#mistakes === MOST_MISTAKES + 1) {
      this.#list.add(codedDiagnostic(codes.more, at, `there are more than ${MOST_MISTAKES} mistakes in this script`));
    }
  }

  #line(line: ScriptLine, opening: ScriptWord): void {
    if (!OPENINGS.includes(opening.text)) {
      const hint = didYouMean(opening.text, OPENINGS);
      line.fail(codes.line, `a line begins with ${OPENINGS.slice(0, -1).join(", ")} or ${OPENINGS.at(-1)}`, { hint });
      return;
    }
    line.skip();
    this.#checkKind(opening);
    if (opening.text === "at") this.#at(line);
    else if (opening.text === "task") this.#task(line);
    else if (opening.text === "tick") this.#tick(line, opening);
    else this.#react(line);
  }

  /** Lists of reactions and clocks do not go together; said once, at the first line of the other kind. */
  #checkKind(opening: ScriptWord): void {
    const kind = opening.text === "react" ? "react" : "clock";
    const other = this.#first.get(kind === "react" ? "clock" : "react");
    if (!this.#first.has(kind) && other !== undefined) {
      this.#report(codes.mixed, opening.at, "`react` cannot stand beside `at`, `task` and `tick`", {
        related: [{ message: "the first line of the other kind", range: other }],
      });
    }
    if (!this.#first.has(kind)) this.#first.set(kind, opening.at);
  }

  /** True the first time; the second is reported. */
  #isFirst(key: string, what: string, at: SourceRange): boolean {
    const before = this.#first.get(key);
    if (before === undefined) {
      this.#first.set(key, at);
      return true;
    }
    this.#report(codes.twice, at, `${what} already`, { related: [{ message: "here", range: before }] });
    return false;
  }

  #at(line: ScriptLine): void {
    const t_ns = line.time();
    if (t_ns === null) return;
    do {
      const word = line.name("an input of the mission");
      if (word === null) return;
      const input = this.#input(word);
      const kind = line.take("on") ? "on" : line.take("off") ? "off" : "event";
      if (input !== null) this.#changes.push({ t_ns, input, kind, line: line.number, at: word.at });
    } while (goesOn(line));
  }

  #task(line: ScriptLine): void {
    const word = line.name("a task of the mission");
    if (word === null) return;
    const task = this.#automaton.data.tasks.find((t) => t.name === word.text);
    if (task === undefined) this.#unknown(word, "the mission calls no task", this.#automaton.data.tasks);
    else this.#isFirst(`task ${word.text}`, `the task ${word.text} is described`, word.at);
    const answers = { ...DEFAULT_ANSWERS, events: [] as { input: number; after_ns: number }[] };
    const said = new Set<string>();
    while (line.word !== undefined && !line.failed) {
      if (line.take(",")) continue;
      const { word: first } = line;
      if (first.text !== "init" && first.text !== "stop") {
        this.#eventAfterStart(line, answers.events);
        continue;
      }
      line.skip();
      const answer_ns = line.take("never") ? Number.POSITIVE_INFINITY : line.time();
      if (answer_ns === null) return;
      if (said.has(first.text)) this.#report(codes.twice, first.at, `\`${first.text}\` stands here twice`);
      said.add(first.text);
      answers[`${first.text}_ns`] = answer_ns;
      if (first.text === "init" && task?.hasInit === false) {
        const message = `${word.text} has no phase of initialisation, so \`init\` has no effect`;
        this.#report(codes.noEffect, first.at, message);
      }
    }
    this.#answers.set(word.text, answers);
  }

  #eventAfterStart(line: ScriptLine, events: { input: number; after_ns: number }[]): void {
    const name = line.name("`init`, `stop` or an input of the mission");
    if (name === null) return;
    const input = this.#input(name);
    if (!line.take("after")) {
      line.fail(codes.expected, `\`after\` and a time are expected behind ${name.text}`);
      return;
    }
    const after_ns = line.time();
    if (after_ns !== null && input !== null) events.push({ input, after_ns });
  }

  #tick(line: ScriptLine, opening: ScriptWord): void {
    const tick_ns = line.time();
    if (tick_ns === null) return;
    if (line.word !== undefined) line.fail(codes.expected, "the line should end here");
    if (tick_ns < 1000)
      this.#report(codes.time, line.rest, "a tick has at least 0.001 ms", { allowed: "0.001 ms to 2400 h" });
    if (this.#isFirst("tick", "the tick is set", opening.at)) this.#tick_ns = tick_ns;
  }

  #react(line: ScriptLine): void {
    const inputs: number[] = [];
    while (line.word !== undefined) {
      const word = line.name("an input of the mission");
      if (word === null) return;
      const input = this.#input(word);
      if (input !== null) inputs.push(input);
      if (!goesOn(line)) break;
    }
    this.#reactions.push([...new Set(inputs)].sort((a, b) => a - b));
    this.#reactionLines.push(line.number);
    const { relations, inputs: signals } = this.#automaton.data;
    const present = new Uint8Array(signals.length);
    for (const i of inputs) present[i] = 1;
    const broken = brokenRelation(relations, present);
    if (broken < 0) return;
    const relation = relationText(relations[broken]!, signals);
    this.#report(codes.relation, line.rest, `the inputs break the relation ${relation}`, { allowed: relation });
  }

  /** Levels stay on from reaction to reaction: what a relation forbids would be refused over and over. */
  #checkLevels(): void {
    const { relations, inputs } = this.#automaton.data;
    const on = new Uint8Array(inputs.length);
    const changes = this.#changes.filter(({ kind }) => kind !== "event");
    changes.forEach(({ t_ns, input, kind, at }, k) => {
      on[input] = kind === "on" ? 1 : 0;
      // Those of one instant change together.
      if (changes[k + 1]?.t_ns === t_ns) return;
      const broken = brokenRelation(relations, on);
      if (broken < 0) return;
      const relation = relationText(relations[broken]!, inputs);
      const message = `from ${t_ns / 1e9} s on the levels break the relation ${relation}`;
      this.#report(codes.relation, at, message, { allowed: relation });
    });
  }

  #input(word: ScriptWord): number | null {
    const input = this.#inputs.get(word.text);
    if (input !== undefined) return input;
    const { inputs, outputs } = this.#automaton.data;
    if (outputs.some((s) => s.name === word.text)) {
      const message = `${word.text} is an output of the mission; a script gives inputs`;
      this.#report(codes.unknownName, word.at, message, { seen: word.text });
    } else this.#unknown(word, "the mission has no input", inputs);
    return null;
  }

  #unknown(word: ScriptWord, message: string, known: readonly { readonly name: string }[]): void {
    const hint = didYouMean(
      word.text,
      known.map((k) => k.name),
    );
    this.#report(codes.unknownName, word.at, `${message} ${word.text}`, { seen: word.text, hint });
  }
}

/** Whether another name follows; a comma before it may be left out, a comma behind the last may stand. */
function goesOn(line: ScriptLine): boolean {
  line.take(",");
  return line.word !== undefined;
}
