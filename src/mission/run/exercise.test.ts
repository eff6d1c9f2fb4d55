import { expect, test } from "vitest";
import type { Automaton } from "../automaton/automaton.ts";
import { compiledMissions } from "../test/random-compiled.ts";
import { Draws } from "../test/random-draws.ts";
import { automatonOf, tripAutomaton } from "../test/trip.ts";
import { MissionExecutor, type MissionHost } from "./executor.ts";
import { type Advance, Exercise, type ExerciseReaction } from "./exercise.ts";
import { type MissionScript, readScript } from "./script.ts";

const trip = tripAutomaton();

function scriptOf(text: string, automaton: Automaton): MissionScript {
  const { script, diagnostics } = readScript(text, "test.events", automaton);
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return script!;
}

interface Exercised {
  readonly exercise: Exercise;
  readonly reactions: ExerciseReaction[];
  readonly end: Advance;
}

function exercised(text: string, automaton = trip, until_s = Number.POSITIVE_INFINITY, most = 1000): Exercised {
  const reactions: ExerciseReaction[] = [];
  const exercise = new Exercise(automaton, scriptOf(text, automaton), (r) => reactions.push(r));
  const end = goOn(exercise, until_s, () => reactions.length < most);
  return { exercise, reactions, end };
}

function goOn(exercise: Exercise, until_s: number, more: () => boolean): Advance {
  let end: Advance = "react";
  while (end === "react" && more()) {
    end = exercise.advance(until_s * 1e9);
    if (end === "react") exercise.react();
  }
  return end;
}

/** "2.5 INITOK_Dive > START_Dive StartServoing_vehicle", inputs by name. */
function line({ t_ns, inputs, outputs }: ExerciseReaction): string {
  return `${t_ns === null ? "" : `${t_ns / 1e9} `}${[...inputs].sort().join(" ")} > ${outputs.join(" ")}`;
}

const GOOD_DAY = `at 2 s GpsFix on
task Dive init 0.5 s stop 0.2 s DepthReached after 30 s
task Surface AtSurface after 10 s
at 100 s Ping
at 120 s Port`;

test("times add up: fix at 2, init 0.5, dive 30, stop 0.2, all again, surface 10, stop 0.1; a pause ends one tick later", () => {
  const { reactions, end, exercise } = exercised(GOOD_DAY);
  expect(reactions.map(line)).toEqual([
    "0  > SET_Dive_1 WAIT_Dive",
    "2 GpsFix > INIT_Dive",
    "2.5 GpsFix INITOK_Dive > START_Dive StartServoing_vehicle",
    "32.5 DepthReached GpsFix > STOP_Dive",
    "32.7 GpsFix STOPPED_Dive > StoppedServoing_vehicle BF_Dive SET_Dive_2 INIT_Dive",
    "33.2 GpsFix INITOK_Dive > START_Dive StartServoing_vehicle",
    "63.2 DepthReached GpsFix > STOP_Dive",
    "63.4 GpsFix STOPPED_Dive > StoppedServoing_vehicle BF_Dive START_Surface StartServoing_vehicle",
    "73.4 AtSurface GpsFix > STOP_Surface",
    "73.5 GpsFix STOPPED_Surface > StoppedServoing_vehicle BF_Surface Success",
    "100 GpsFix Ping > ",
    "120 GpsFix Port > ",
    "120.1 GpsFix > Heard",
  ]);
  expect([end, exercise.ended, exercise.now_ns]).toEqual(["quiet", true, 120.1e9]);
});

test("laws get their parameters: the second call dives to 10 m, and Sinking changes the speed alone", () => {
  const { reactions } = exercised(`${GOOD_DAY}\nat 10 s Sinking`);
  const reported = reactions.flatMap((r) => r.commands).filter((c) => c.what === "start" || c.what === "change");
  expect(reported.slice(0, 3)).toEqual([
    { what: "start", task: "Dive", parameters: { depth_m: 5, speed_mps: 1.5 } },
    { what: "change", task: "Dive", event: "Sinking", parameters: { speed_mps: 2 } },
    { what: "start", task: "Dive", parameters: { depth_m: 10, speed_mps: 1.5 } },
  ]);
});

test("without a script the mocks answer and nothing else happens: the fix is missed after 60 s, then it surfaces for ever", () => {
  const { reactions, end, exercise } = exercised("");
  expect(reactions.map(line)).toEqual([
    "0  > SET_Dive_1 WAIT_Dive",
    "60 NoFix > STOP_Dive",
    "60.1 STOPPED_Dive > START_Surface StartServoing_vehicle",
  ]);
  expect([end, exercise.ended]).toEqual(["quiet", false]);
});

test("a task that never stops is a fatal exception after its 10 s, and what it would have given is forgotten", () => {
  const { reactions } = exercised("at 0 s GpsFix on\nat 5 s BatteryLow\ntask Dive stop never DepthReached after 6 s");
  const names = reactions.map(({ t_ns, inputs }) => [t_ns! / 1e9, inputs.filter((name) => name !== "GpsFix")]);
  expect(names).toEqual([
    [0, []],
    [0.1, ["INITOK_Dive"]],
    [5, ["BatteryLow"]],
    [15, ["STOPTO_Dive"]],
    // The call of Surface that was waiting for the vehicle is dropped; that of `on fatal` waits in its place.
    [15.1, ["STOPPED_Surface"]],
  ]);
  expect(reactions[3]!.outputs).toContain("FATAL");
});

test("a task that is stopped while it initialises says no more that it is ready", () => {
  const { reactions } = exercised("at 0 s GpsFix on\nat 5 s BatteryLow\ntask Dive init 8 s");
  expect(reactions.map(line)).toEqual([
    "0 GpsFix > SET_Dive_1 INIT_Dive",
    // It does not own the vehicle yet (rule 32), so that nothing has to wait for it.
    "5 BatteryLow GpsFix > STOP_Dive ABORTED_Dive START_Surface StartServoing_vehicle",
    "5.1 GpsFix STOPPED_Dive > ",
  ]);
});

test("until ends a run at its time, and it can go on from there", () => {
  const { exercise, reactions, end } = exercised(GOOD_DAY, trip, 33);
  expect([end, exercise.now_ns, reactions.length]).toEqual(["until", 33e9, 5]);
  goOn(exercise, Number.POSITIVE_INFINITY, () => true);
  expect(reactions.map(line)).toEqual(exercised(GOOD_DAY).reactions.map(line));
});

test("events that exclude each other come one after the other, and one without what it needs is refused; both are reported", () => {
  const waiting = automatonOf(`mission W; input A, B, C, D; relation A # B; relation C => D; output O;
    main every A or B or C do emit O end every end main`);
  const { reactions } = exercised("at 1 s B, A\nat 2 s C\nat 3 s C D", waiting);
  expect(reactions.map(line)).toEqual(["0  > ", "1 A > O", "1 B > O", "2  > ", "3 C D > O"]);
  expect(reactions.flatMap((r) => r.forbidden.map((f) => [r.number, f.signal, f.what]))).toEqual([
    [2, "B", "postponed"],
    [4, "C", "refused"],
  ]);
});

test("a list of reactions is taken as it is: no time passes, no task answers", () => {
  const { reactions, end } = exercised(
    "react\nreact GpsFix\nreact\nreact INITOK_Dive\nreact DepthReached\nreact NoFix",
  );
  expect(reactions.map(line)).toEqual([
    " > SET_Dive_1 WAIT_Dive",
    "GpsFix > INIT_Dive",
    " > ",
    "INITOK_Dive > START_Dive StartServoing_vehicle",
    "DepthReached > STOP_Dive",
    "NoFix > ",
  ]);
  expect(end).toBe("done");
});

test("times that are armed are never over in a list of reactions, not even the shortest", () => {
  const timed = automatonOf("mission T; output O; main await 0.001 ms; emit O end main");
  const { reactions } = exercised("react\nreact\nreact\nreact TIMER_1", timed);
  expect(reactions.map(line)).toEqual([" > ARM_1", " > ", " > ", "TIMER_1 > O"]);
});

test("a copy of the numbers is a snapshot: the rest of a run from it is the rest of the run, also in another exercise", () => {
  const { reactions } = exercised(GOOD_DAY);
  for (let k = 1; k < reactions.length; k++) {
    const first = exercised(GOOD_DAY, trip, Number.POSITIVE_INFINITY, k);
    const copy = first.exercise.reals.slice();
    goOn(first.exercise, Number.POSITIVE_INFINITY, () => true);
    expect(first.reactions).toEqual(reactions);
    // Back in the same one, and over to a fresh one.
    first.exercise.reals.set(copy);
    goOn(first.exercise, Number.POSITIVE_INFINITY, () => true);
    expect(first.reactions.slice(reactions.length)).toEqual(reactions.slice(k));
    const fresh = exercised(GOOD_DAY, trip, Number.POSITIVE_INFINITY, 0);
    fresh.exercise.reals.set(copy);
    goOn(fresh.exercise, Number.POSITIVE_INFINITY, () => true);
    expect(fresh.reactions).toEqual(reactions.slice(k));
  }
});

test("a copy of the executor's numbers is a snapshot of the executor alone, too", () => {
  const automaton = trip;
  const inputs = automaton.data.inputs.map((_, i) => i);
  const d = new Draws(3, "snapshot");
  const drawn = Array.from({ length: 400 }, () => (d.chance(0.6) ? [d.one(inputs)] : []));
  const run = (executor: MissionExecutor, reals: Float64Array, from: number): string[] => {
    const reported: string[] = [];
    const host: MissionHost = {
      init: (task, parameters) => reported.push(`init ${task} ${JSON.stringify(parameters)}`),
      start: (task, parameters) => reported.push(`start ${task} ${JSON.stringify(parameters)}`),
      stop: (task) => reported.push(`stop ${task}`),
      parameters: (task, changed) => reported.push(`change ${task} ${JSON.stringify(changed)}`),
      reacted: (present, outputs, state) => reported.push(`${present.join()} > ${outputs.join()} ${state}`),
    };
    for (let k = from; k < drawn.length; k++) {
      for (const input of drawn[k]!) executor.raise(reals, 0, input);
      // Seconds, so that the times of the mission take part.
      executor.react(reals, 0, k * 1e9, host);
    }
    return reported;
  };
  const executor = new MissionExecutor(automaton);
  const reals = new Float64Array(executor.size);
  executor.initialInto(reals, 0);
  for (let k = 0; k < 40; k++) {
    for (const input of drawn[k]!) executor.raise(reals, 0, input);
    executor.react(reals, 0, k * 1e9, { init() {}, start() {}, stop() {}, parameters() {} });
  }
  const copy = reals.slice();
  const rest = run(executor, reals, 40);
  expect(run(executor, copy.slice(), 40)).toEqual(rest);
  expect(run(new MissionExecutor(automaton), copy.slice(), 40)).toEqual(rest);
});

/** Any events and levels, and mocks of any haste. */
function randomScript({ data }: Automaton, seed: number): string {
  const d = new Draws(seed, "script");
  const asked = data.relations.flatMap((r) => r.inputs);
  const usual = data.inputs.filter((s) => s.owner === null);
  const time = (): string => `${d.between(0, 40) / 4} s`;
  const lines = [`tick ${d.one(["100 ms", "250 ms", "1 s"])}`];
  for (const { name } of data.tasks) {
    const events = d.chance(0.7) ? [`${d.one(data.inputs).name} after ${time()}`] : [];
    lines.push(`task ${name} init ${time()} stop ${d.one(["0 s", "0.3 s", "never"])} ${events.join(" ")}`);
  }
  for (let k = d.between(0, 20); k > 0 && usual.length > 0; k--) {
    const signal = d.one(usual);
    const isFree = !asked.includes(data.inputs.indexOf(signal));
    lines.push(`at ${time()} ${signal.name}${isFree && d.chance(0.3) ? d.one([" on", " off"]) : ""}`);
  }
  return lines.join("\n");
}

const MISSIONS = 60;
const automata = compiledMissions(MISSIONS, 700);

test(`the inputs of a run with a clock, listed as reactions, give its outputs and states again (${MISSIONS} random missions)`, () => {
  let inputs = 0;
  automata.forEach((automaton, k) => {
    const { reactions } = exercised(randomScript(automaton, k), automaton, 15, 200);
    const list = reactions.map((r) => `react ${r.inputs.join(" ")}`).join("\n");
    const again = exercised(list, automaton).reactions;
    const reported = (r: ExerciseReaction): unknown => [r.number, r.inputs, r.outputs, r.from, r.state, r.commands];
    expect(again.map(reported)).toEqual(reactions.map(reported));
    inputs += reactions.reduce((sum, r) => sum + r.inputs.length, 0);
  });
  expect(inputs).toBeGreaterThan(10 * MISSIONS);
});

/** The same by the plainest means: a reaction at every tick, answers in a list, no memory shared with the exercise. */
function everyTick(automaton: Automaton, script: MissionScript, until_s: number): string[] {
  if (script.kind !== "clock") throw new Error("no clock");
  const executor = new MissionExecutor(automaton);
  const reals = new Float64Array(executor.size);
  executor.initialInto(reals, 0);
  const { tasks, inputs } = automaton.data;
  const input = (name: string): number => inputs.findIndex((s) => s.name === name);
  let answers: { t: number; input: number; task: string; kind: string }[] = [];
  const reported: string[] = [];
  let now = 0;
  let state = 0;
  const of = (task: string) => script.answers[tasks.findIndex((t) => t.name === task)]!;
  const later = (task: string, kind: string, after_ns: number, place: number): void => {
    if (place < 0) return;
    answers = answers.filter((a) => !(kind !== "event" && a.task === task && a.kind === kind));
    answers.push({ t: now + after_ns, input: place, task, kind });
  };
  const host: MissionHost = {
    init: (task) => later(task, "init", of(task).init_ns, input(`INITOK_${task}`)),
    start(task) {
      answers = answers.filter((a) => !(a.task === task && a.kind === "event"));
      for (const e of of(task).events) later(task, "event", e.after_ns, e.input);
    },
    stop(task) {
      answers = answers.filter((a) => a.task !== task || a.kind === "stop");
      later(task, "stop", of(task).stop_ns, input(`STOPPED_${task}`));
    },
    parameters() {},
    reacted(present, outputs, next) {
      if (outputs.length > 0 || next !== state)
        reported.push(`${now / 1e9} ${present.join(" ")} > ${outputs.join(" ")} ${next}`);
      state = next;
    },
  };
  const left = [...script.changes];
  while (now <= until_s * 1e9 && reported.length < 400) {
    while (left[0] !== undefined && left[0].t_ns <= now) {
      const change = left.shift()!;
      if (change.kind === "event") executor.raise(reals, 0, change.input);
      else executor.hold(reals, 0, change.input, change.kind === "on");
    }
    for (const a of answers.filter((x) => x.t <= now)) executor.raise(reals, 0, a.input);
    answers = answers.filter((a) => a.t > now);
    executor.react(reals, 0, now, host);
    const next = Math.min(
      ...answers.map((a) => a.t),
      left[0]?.t_ns ?? Number.POSITIVE_INFINITY,
      executor.nextTimer_ns(reals, 0),
      (Math.floor(now / script.tick_ns) + 1) * script.tick_ns,
    );
    now = Math.max(now, next);
  }
  return reported;
}

test(`leaving out reactions in which nothing happens changes nothing (${MISSIONS} random missions, against one at every tick)`, () => {
  let happened = 0;
  automata.forEach((automaton, k) => {
    const text = randomScript(automaton, k);
    const { reactions } = exercised(text, automaton, 15, 4000);
    const busy = reactions.filter((r) => r.outputs.length > 0 || r.state !== r.from);
    const reported = busy.map((r) => `${r.t_ns! / 1e9} ${r.inputs.join(" ")} > ${r.outputs.join(" ")} ${r.state}`);
    const plain = everyTick(automaton, scriptOf(text, automaton), 15);
    const most = Math.min(reported.length, plain.length);
    // One that goes round at one instant for ever is cut off by both, at different places.
    if (reported.length < 400 && plain.length < 400) expect(reported).toEqual(plain);
    else expect(reported.slice(0, most)).toEqual(plain.slice(0, most));
    happened += reported.length;
  });
  expect(happened).toBeGreaterThan(5 * MISSIONS);
});
