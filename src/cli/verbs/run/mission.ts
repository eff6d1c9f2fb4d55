/** What `thetis run MISSION` does: the mission alone, with mock robot-tasks and a script. */
import type { Automaton } from "../../../mission/index.ts";
import {
  type Advance,
  Exercise,
  type ExerciseReaction,
  emptyScript,
  type MissionScript,
  readScript,
} from "../../../mission/run/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { type ExecutionCall, executableMission } from "../../io/executable-mission.ts";
import { readText } from "../../io/mission-file.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import { type ExerciseFacts, exerciseDocument, exerciseText, type ReactionFigures } from "./exercise-output.ts";

export interface MissionCall extends ExecutionCall {
  readonly script: string | undefined;
  readonly until: string | undefined;
}

/** A timeline of more reactions than this is too long to read; with --until they were asked for. */
const MOST_REACTIONS = 10_000;
const MOST_REACTIONS_UNTIL = 1_000_000;

export function runMission(call: MissionCall): ExitCode {
  const until_s = untilOf(call.until);
  const automaton = executableMission(call);
  if (automaton === null) return EXIT.wrongInput;
  const script = scriptOf(call, automaton);
  if (script === null) return EXIT.wrongInput;
  if (script.kind === "reactions" && until_s !== null) {
    throw new CallError(`${call.script} lists reactions and has no clock: leave out --until`);
  }
  const facts = exercised(call, automaton, script, until_s);
  if (call.json) printJson(exerciseDocument(facts));
  else process.stdout.write(exerciseText(facts));
  if (facts.end !== "limit") return EXIT.done;
  const hint = until_s === null ? "; --until T sets an end" : "";
  process.stderr.write(`thetis: stopped after ${facts.reactions.length} reactions, at ${facts.now_s} s${hint}\n`);
  return EXIT.failed;
}

function untilOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const until_s = Number(text);
  if (text.trim() !== "" && until_s >= 0 && until_s <= 2400 * 3600) return until_s;
  throw new CallError(`--until ${text}: allowed are seconds, from 0 to 8640000`);
}

/** The script, or null with everything that is wrong with it printed. */
function scriptOf({ script: file, json }: MissionCall, automaton: Automaton): MissionScript | null {
  if (file === undefined) return emptyScript(automaton);
  const text = readText(file);
  const { script, diagnostics } = readScript(text, file, automaton);
  if (json && script === null) printJson({ diagnostics });
  printDiagnostics(diagnostics, new Map([[file, text]]));
  return script;
}

function exercised(
  { file, script: scriptFile }: MissionCall,
  automaton: Automaton,
  script: MissionScript,
  until_s: number | null,
): ExerciseFacts {
  const reactions: ExerciseReaction[] = [];
  const exercise = new Exercise(automaton, script, (reaction) => reactions.push(reaction));
  const times_us: number[] = [];
  const most = until_s === null ? MOST_REACTIONS : MOST_REACTIONS_UNTIL;
  const until_ns = until_s === null ? Number.POSITIVE_INFINITY : Math.round(until_s * 1e9);
  let end: Advance | "limit" = "react";
  while (end === "react") {
    end = exercise.advance(until_ns);
    if (end !== "react") break;
    if (reactions.length >= most && script.kind === "clock") end = "limit";
    else {
      const began_ms = performance.now();
      exercise.react();
      times_us.push((performance.now() - began_ms) * 1000);
    }
  }
  return {
    file,
    scriptFile: scriptFile ?? null,
    automaton,
    script,
    until_s,
    end,
    reactions,
    state: exercise.state,
    ended: exercise.ended,
    now_s: script.kind === "clock" ? exercise.now_ns / 1e9 : null,
    scriptDone: exercise.scriptDone,
    times: statistics(times_us),
  };
}

function statistics(times_us: number[]): ReactionFigures {
  const sorted = times_us.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, median_us: at(0.5), p99_us: at(0.99), worst_us: sorted.at(-1) ?? 0 };
}
