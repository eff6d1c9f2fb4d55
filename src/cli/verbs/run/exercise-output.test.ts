import { expect, test } from "vitest";
import { compileMission } from "../../../mission/index.ts";
import { Exercise, type ExerciseReaction, readScript } from "../../../mission/run/index.ts";
import { type ExerciseFacts, exerciseText } from "./exercise-output.ts";

function timelineOf(text: string, events: string): string {
  const { automaton, diagnostics } = compileMission(text, "m.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const { script } = readScript(events, "m.events", automaton!);
  const reactions: ExerciseReaction[] = [];
  const exercise = new Exercise(automaton!, script!, (reaction) => reactions.push(reaction));
  let end: ExerciseFacts["end"] = exercise.advance();
  for (; end === "react"; end = exercise.advance()) exercise.react();
  return exerciseText({
    file: "m.mission",
    scriptFile: "m.events",
    automaton: automaton!,
    script: script!,
    until_s: null,
    end,
    reactions,
    state: exercise.state,
    ended: exercise.ended,
    now_s: null,
    scriptDone: exercise.scriptDone,
    times: { count: 1, median_us: 1, p99_us: 1, worst_us: 1 },
  });
}

test("each change of values stands behind its own signal: two events at once, and tasks whose names begin alike", () => {
  const shown = timelineOf(
    `mission M; resource r, s;
     task Dive(depth_m, speed_mps = 1) on r
       type1 Deeper sets depth_m = 10; type1 Faster sets speed_mps = 2;
     end task
     task Dive_in(depth_m) on s
       type1 Deeper sets depth_m = 7;
     end task
     main PAR{ Dive(5) Dive_in(3) } end main`,
    "react\nreact Deeper Faster",
  );
  expect(shown).toContain("START_Dive(depth_m = 5, speed_mps = 1)");
  expect(shown).toContain("START_Dive_in(depth_m = 3)");
  expect(shown).toContain("PARAM_Dive_Deeper(depth_m = 10)");
  expect(shown).toContain("PARAM_Dive_Faster(speed_mps = 2)");
  expect(shown).toContain("PARAM_Dive_in_Deeper(depth_m = 7)");
});

test("what never came: the author's inputs and outputs, whatever they are called, and neither timers nor answers", () => {
  const shown = timelineOf(
    `mission M; input START_HERE, TIMER_RESET; output STOP_SIGN; resource r;
     task Dive on r post Deep; end task
     main do await START_HERE; emit STOP_SIGN; Dive; await TIMER_RESET watching 5 s end main`,
    "react",
  );
  expect(shown).toContain("given: START_HERE, TIMER_RESET, Deep");
  expect(shown).toContain("emitted: STOP_SIGN");
  expect(shown).toContain("started: Dive");
});
