import { expect, test } from "vitest";
import type { Arguments } from "../compile/checked-mission.ts";
import { compileMission } from "../compile/compile.ts";
import { MissionExecutor, type MissionHost } from "./executor.ts";

/** A mission that runs, with everything that it says: "in > out @state", calls and refusals. */
class Bench {
  readonly executor: MissionExecutor;
  readonly reals: Float64Array;
  readonly said: string[] = [];
  readonly host: MissionHost;

  constructor(text: string, skipsQuiet = false) {
    const { automaton, diagnostics } = compileMission(text, "test.mission");
    const errors = diagnostics.filter((d) => d.severity === "error");
    if (automaton === null) throw new Error(errors.map((d) => d.message).join("\n"));
    this.executor = new MissionExecutor(automaton);
    // Not at 0, so that a place that forgets its offset is found.
    this.reals = new Float64Array(3 + this.executor.size);
    this.executor.initialInto(this.reals, 3);
    const values = (given: Arguments): string => JSON.stringify(given).replaceAll('"', "");
    this.host = {
      skipsQuiet,
      reacted: (inputs, outputs) => void this.said.push(`${inputs.join(" ")} > ${outputs.join(" ")}`.trim()),
      init: (task, given) => void this.said.push(`init ${task} ${values(given)}`),
      start: (task, given) => void this.said.push(`start ${task} ${values(given)}`),
      parameters: (task, changed) => void this.said.push(`change ${task} ${values(changed)}`),
      stop: (task) => void this.said.push(`stop ${task}`),
      output: (signal) => void this.said.push(`says ${signal}`),
      forbidden: (signal, what, why) => void this.said.push(`${signal} ${what}: ${why}`),
    };
  }

  input(name: string): number {
    const input = this.executor.inputOf(name);
    if (input < 0) throw new Error(`no input ${name}`);
    return input;
  }

  hold(name: string, on: boolean): void {
    this.executor.hold(this.reals, 3, this.input(name), on);
  }

  /** One tick with events; returns what was said in it. */
  react(t_s: number, ...events: string[]): string[] {
    for (const name of events) this.executor.raise(this.reals, 3, this.input(name));
    this.said.length = 0;
    this.executor.react(this.reals, 3, t_s * 1e9, this.host);
    return [...this.said];
  }
}

const TWO_LAWS = `mission M;
  resource r;
  task A(speed_mps = 1) on r
    post Here;
    type1 Slow sets speed_mps = 0.5;
    type2 Lost, Late after 10 s;
    stop within 2 s;
  end task
  task B on r
  end task
  main
    exception Lost, Late in
      SEQ( A(3); A )
    handle Lost do B
    handle Late do B
    end exception
  end main
  on fatal nothing end fatal`;

test("stop is passed on before start, and a call's values with it (rules 40 and 42)", () => {
  const bench = new Bench(TWO_LAWS);
  expect(bench.react(0)).toEqual(["> SET_A_1 START_A StartServoing_r", "start A {speed_mps:3}"]);
  expect(bench.react(1, "Slow")).toEqual(["Slow > PARAM_A_Slow", "change A {speed_mps:0.5}"]);
  expect(bench.react(2, "Here")).toEqual(["Here > STOP_A", "stop A"]);
  expect(bench.react(2.1, "STOPPED_A")).toEqual([
    "STOPPED_A > StoppedServoing_r BF_A SET_A_2 START_A StartServoing_r",
    "start A {speed_mps:1}",
  ]);
  expect(bench.react(3, "Lost")).toEqual(["Lost > STOP_A", "stop A"]);
  expect(bench.react(3.1, "STOPPED_A")).toEqual([
    "STOPPED_A > StoppedServoing_r START_B StartServoing_r",
    "start B {}",
  ]);
});

test("a time begins with the START of its task, ends with its STOP, and is given once", () => {
  const bench = new Bench(TWO_LAWS);
  const { executor, reals } = bench;
  bench.react(5);
  expect(executor.nextTimer_ns(reals, 3)).toBe(15e9);
  expect(executor.nextTimer_ns(reals, 3)).toBe(15e9);
  bench.react(9, "Here");
  // Now the time of `stop within`, from the STOP on.
  expect(executor.nextTimer_ns(reals, 3)).toBe(11e9);
  bench.react(9.5, "STOPPED_A");
  // The second call of A: a time of its own.
  expect(executor.nextTimer_ns(reals, 3)).toBe(19.5e9);
  expect(bench.react(19.5)).toEqual(["Late > STOP_A", "stop A"]);
  // Not stopped in time: fatal.
  expect(bench.react(21.5)[0]).toMatch(/^STOPTO_A > .*FATAL/);
  expect(executor.nextTimer_ns(reals, 3)).toBe(Number.POSITIVE_INFINITY);
});

const RELATED = (body: string, relations: string): string => `mission M;
  input A, B; fatal F; output OA, OB;
  ${relations}
  main ${body} end main
  on fatal nothing end fatal`;
const ECHO = "loop PAR{ if A then emit OA end if if B then emit OB end if }; pause end loop";

test("of exclusive events both come, one after the other and at once; a fatal one first (rule 4)", () => {
  const bench = new Bench(RELATED(ECHO, "relation A # B # F;"));
  bench.react(0);
  expect(bench.react(1, "A", "B")).toEqual(["B postponed: it excludes A", "A > OA", "says OA", "B > OB", "says OB"]);
  expect(bench.react(2, "B", "F")[0]).toBe("B postponed: it excludes F");
  expect(bench.said[1]).toMatch(/^F > .*FATAL/);
});

test("an event goes before a level that excludes it, and waits for a fatal level to go", () => {
  const bench = new Bench(RELATED(ECHO, "relation A # B; relation B # F;"));
  bench.hold("A", true);
  bench.react(0);
  expect(bench.react(1, "B")).toEqual(["A postponed: it excludes B", "B > OB", "says OB"]);
  bench.hold("A", false);
  bench.hold("F", true);
  expect(bench.react(2, "B").filter((line) => line.includes(">"))).toEqual([expect.stringMatching(/^F > .*FATAL/)]);
  expect(bench.react(3).filter((line) => line.includes(">"))).toEqual(["F >"]);
  bench.hold("F", false);
  expect(bench.react(4)[0]).toBe("B >");
});

test("an input that needs another is refused without it, and what leans on it, too", () => {
  const bench = new Bench(RELATED(ECHO, "relation A => B; relation B => F;"));
  bench.react(0);
  expect(bench.react(1, "A", "B")).toEqual(["B refused: it comes only with F", "A refused: it comes only with B", ">"]);
});

test("quiet reactions are left out for a host that wants so: a level and a sustained output are reported when they begin", () => {
  const text = `mission M; input L, E; output S, T;
    main PAR{ sustain S; every L do emit T end every; every E do nothing end every } end main`;
  const bench = new Bench(text, true);
  expect(bench.react(0)).toEqual(["> S", "says S"]);
  expect(bench.react(1)).toEqual(["says S"]);
  bench.hold("L", true);
  const reported = (t_s: number, ...events: string[]): string[] =>
    bench.react(t_s, ...events).filter((line) => line.includes(">"));
  expect(reported(2)).toEqual(["L > S T"]);
  expect(reported(3)).toEqual([]);
  // An event is always reported, also one that changes nothing.
  expect(reported(4, "E")).toEqual(["L E > S T"]);
  expect(reported(4.1, "E")).toEqual(["L E > S T"]);
  expect(reported(5)).toEqual(["L > S T"]);
  bench.hold("L", false);
  expect(reported(6)).toEqual(["> S"]);
  expect(reported(7)).toEqual([]);
});

test("a copy of the reals is a snapshot: another executor goes on from it alike", () => {
  const bench = new Bench(TWO_LAWS);
  bench.react(0);
  bench.react(1, "Slow");
  const other = new Bench(TWO_LAWS);
  other.reals.set(bench.reals);
  for (const [t_s, ...events] of [[2], [3, "Here"], [3.1, "STOPPED_A"], [13.1], [15.2]] as [number, ...string[]][]) {
    expect(other.react(t_s, ...events)).toEqual(bench.react(t_s, ...events));
    expect(other.reals).toEqual(bench.reals);
  }
});

test("what is active has its text, and a mission that has ended says so", () => {
  const bench = new Bench("mission M; input A; main await A end main");
  expect(bench.executor.ended(bench.reals, 3)).toBe(false);
  bench.react(0);
  expect(bench.executor.active(bench.reals, 3)).toEqual(["await A"]);
  bench.react(1, "A");
  expect([bench.executor.active(bench.reals, 3), bench.executor.ended(bench.reals, 3)]).toEqual([[], true]);
  expect(bench.executor.reactions(bench.reals, 3)).toBe(2);
});

test("the time for pre-conditions is over once they were met, even where the task still waits for its resource", () => {
  const bench = new Bench(`mission M;
    resource r;
    input Go;
    output Bad;
    task A on r end task
    task D on r pre Fix within 60 s else NoFix; end task
    main
      exception NoFix in
        PAR{
          SEQ( do A until Go; D )
          every NoFix do emit Bad end every
        }
      handle NoFix do emit Bad
      end exception
    end main`);
  bench.react(0);
  expect(bench.react(1, "Go")).toContain("stop A");
  expect(bench.executor.nextTimer_ns(bench.reals, 3)).toBe(61e9);
  // The pre-condition holds at 2 s; A stops only at 70 s.
  bench.react(2, "Fix");
  expect(bench.executor.nextTimer_ns(bench.reals, 3)).toBe(Number.POSITIVE_INFINITY);
  expect(bench.react(62)).toEqual([">"]);
  expect(bench.react(70, "STOPPED_A")).toContain("start D {}");
});

test("a level that a relation forbids is reported once, and again after it was gone", () => {
  const bench = new Bench(
    "mission M; input X, Y; output O; relation X => Y; main every X do emit O end every end main",
  );
  bench.react(0);
  bench.hold("X", true);
  const reported = "X refused: it comes only with Y";
  expect([bench.react(1), bench.react(2), bench.react(3)].flat().filter((line) => line === reported)).toHaveLength(1);
  bench.hold("X", false);
  bench.react(4);
  bench.hold("X", true);
  expect(bench.react(5)).toContain(reported);
});
