/** A mission as a module, tick by tick. */
import { expect, test } from "vitest";
import { probeOf } from "../../../test/support/allocation.ts";
import { defineModel } from "../../library/index.ts";
import { type RobotTask, robotTask, SETPOINT } from "../index.ts";
import { AUTOPILOT, definitionsWith, KEEPER, MissionBench } from "../test/mission-bench.ts";

const DEG = Math.PI / 180;

const FLY = `mission M;
  resource r;
  task Fly(depth_m, heading_deg = 90) on r post Next; type1 Slow sets heading_deg = 10; end task
  task Climb(pitch_deg = 5) on r post Next; end task
  task Rest on r post Next; end task
  main Fly(5); Fly(7, 170); Climb; Rest; Fly(2) end main`;
const FLY_XML = `${AUTOPILOT}
  <robotTask id="Fly" model="fly" depth_m="99" speed_mps="1.2"/>
  <robotTask id="Climb" model="fly"/>
  <robotTask id="Rest" model="stop" stop_s="0.35"/>
  <event id="Next" at_s="1"/><event id="next2" signal="Next" at_s="2"/><event id="next3" signal="Next" at_s="3"/>
  <event id="next4" signal="Next" at_s="4"/><event id="Slow" at_s="1.5"/>`;

test("set-points: the mission's before the file's, what neither gives stays; type 1 changes what it names", () => {
  const bench = new MissionBench(FLY_XML, FLY);
  const setpoints = (): number[] =>
    ["depthSetpoint_m", "headingSetpoint_rad", "speedSetpoint_mps"].map((name) => bench.shown(name));
  expect(bench.step({ p_m: [0, 0, 3], rpy_rad: [0, 0, 0.5] })).toContain("START_Fly");
  expect(setpoints()).toEqual([5, 90 * DEG, 1.2]);
  // Next at 1 s; the law has stopped, and the next starts, at 1.1 s: until then the set-points stay.
  expect(bench.steps(9)).toEqual([]);
  expect(bench.step()).toEqual(["STOP_Fly"]);
  expect(setpoints()).toEqual([5, 90 * DEG, 1.2]);
  expect(bench.step()).toEqual(["StoppedServoing_r", "BF_Fly", "SET_Fly_2", "START_Fly", "StartServoing_r"]);
  expect(setpoints()).toEqual([7, 170 * DEG, 1.2]);
  expect(bench.steps(4)).toEqual(["PARAM_Fly_Slow"]);
  expect(setpoints()).toEqual([7, expect.closeTo(10 * DEG, 15), 1.2]);
  // A pitch instead of a depth; heading and speed stay.
  expect(bench.steps(6)).toContain("START_Climb");
  expect(setpoints()).toEqual([Number.NaN, expect.closeTo(10 * DEG, 15), 1.2]);
  expect(bench.shown("pitchSetpoint_rad")).toBe(5 * DEG);
});

test("stop: outputs at rest while the loops wait; 0.35 s after its STOP, at the next tick, it has stopped", () => {
  const bench = new MissionBench(FLY_XML, FLY);
  bench.steps(31, { u_mps: 1 });
  const before = [...bench.out];
  expect(before.some((value) => Math.abs(value) > 0.01)).toBe(true);
  expect(bench.step({ u_mps: 1 })).toContain("START_Rest");
  expect([...bench.out]).toEqual([0, 0, 0]);
  expect(bench.shown("speedError_mps")).toBe(Number.NaN);
  // Outputs stay at rest between the STOP at 4 s and the START at 4.4 s.
  expect(bench.steps(9, { u_mps: 1 })).toEqual(["STOP_Rest"]);
  expect(bench.steps(3, { u_mps: 1 })).toEqual([]);
  expect([...bench.out]).toEqual([0, 0, 0]);
  expect(bench.step({ u_mps: 1 })).toContain("START_Fly");
  // The integral of the speed loop is the one that the tasks before had found: no new start from 0.
  // 100 · 0.2 + 10 · 0.2 · 0.1 s · n with the 31 + 1 ticks in which the loop ran.
  expect(bench.out[2]).toBeCloseTo(100 * 0.2 + 10 * 0.2 * 0.1 * 32, 9);
});

test("events: once for each time they begin, after for_s, from the START of their task on; errors without sign", () => {
  const bench = new MissionBench(
    `${AUTOPILOT}<robotTask id="A"><event id="Near" of="depthError_m" below="0.5" for_s="0.3"/></robotTask>
     <event id="Deep" of="depth_m" above="8"/>`,
    `mission M; input Deep; output D; resource r;
     task A(depth_m) on r post Near; end task
     main PAR{ SEQ( A(5); A(5) ) every Deep do emit D end every } end main`,
  );
  bench.step({ p_m: [0, 0, 5.4] });
  // 0.1 s sees the error of 0.0 s; held since then, it is there at 0.4 s.
  expect(bench.steps(3, { p_m: [0, 0, 5.4] })).toEqual([]);
  expect(bench.step({ p_m: [0, 0, 5.4] })).toEqual(["STOP_A"]);
  expect(bench.step({ p_m: [0, 0, 5.4] })).toContain("START_A");
  expect(bench.steps(2, { p_m: [0, 0, 5.4] })).toEqual([]);
  // An interruption: 0.3 s more, from the first tick that sees it gone.
  expect(bench.step({ p_m: [0, 0, 9] })).toEqual(["D"]);
  expect(bench.steps(2, { p_m: [0, 0, 9] })).toEqual([]);
  expect(bench.steps(4, { p_m: [0, 0, 4.6] })).toEqual([]);
  expect(bench.step({ p_m: [0, 0, 4.6] })).toEqual(["STOP_A"]);
  expect(bench.step({ p_m: [0, 0, 9] })).toContain("D");
});

test("levels meet a pre-condition, those of a task go with it; INIT is answered after init_s", () => {
  const bench = new MissionBench(
    `${AUTOPILOT}<robotTask id="A" init_s="0.25"><event id="Own" of="time_s" above="0.15" level="true"/></robotTask>
     <robotTask id="B" model="stop"/>
     <event id="Fix" from_s="0.3" to_s="0.5"/><event id="Go" at_s="1.2"/>`,
    `mission M; input Own, Go; output O; resource r;
     task A on r pre Fix; init; end task
     task B on r end task
     main PAR{ SEQ( do A watching Go; B ) loop if Own then emit O end if; pause end loop } end main`,
  );
  expect(bench.steps(3)).toEqual(["WAIT_A"]);
  expect(bench.step()).toEqual(["INIT_A"]);
  expect(bench.steps(2)).toEqual([]);
  // 0.55 s is over at the tick of 0.6 s.
  expect(bench.step()).toEqual(["START_A", "StartServoing_r"]);
  expect(bench.step()).toEqual([]);
  expect(bench.step()).toEqual(["O"]);
  // Told when it begins, though given to every reaction.
  expect(bench.steps(3)).toEqual([]);
  expect(bench.step()).toEqual(["STOP_A", "ABORTED_A", "O"]);
  expect(bench.step()).toEqual(["StoppedServoing_r", "START_B", "StartServoing_r"]);
});

test("a route is followed at the mission's depth and speed, and ends", () => {
  const bench = new MissionBench(
    `${AUTOPILOT}<route id="way" acceptance_m="1"><point position_m="10 0 3" speed_mps="0.7"/><point position_m="20 0 4"/></route>
     <robotTask id="Follow" model="follow"><event id="Ended" of="routeEnded"/></robotTask>`,
    `mission M; resource r;
     task Follow(route, depth_m = 6) on r post Ended; end task
     main Follow("way") end main`,
  );
  bench.step({ p_m: [0, 2, 1] });
  expect([bench.shown("depthSetpoint_m"), bench.shown("speedSetpoint_mps")]).toEqual([6, 0.7]);
  // The line leads from where the vehicle is to the first point; there it is on it.
  expect(bench.shown("crossTrack_m")).toBeCloseTo(0, 12);
  bench.step({ p_m: [9.5, 0, 6] });
  expect([bench.shown("routePoint"), bench.shown("routeEnded")]).toEqual([2, 0]);
  bench.step({ p_m: [15, -1, 6] });
  expect([bench.shown("crossTrack_m"), bench.shown("routeDistance_m")]).toEqual([-1, 1]);
  bench.step({ p_m: [19.5, 0, 6] });
  expect(bench.shown("routeEnded")).toBe(1);
  expect(bench.step({ p_m: [19.6, 0, 6] })).toEqual(["STOP_Follow"]);
  expect(bench.events.filter((line) => line.includes("waypoint"))).toEqual([
    "0.1: waypoint 1 of 2 reached",
    "0.3: waypoint 2 of 2 reached",
  ]);
});

test("keep: the station keeper holds what the mission names, and what it does not name stays", () => {
  const bench = new MissionBench(
    `${KEEPER}<robotTask id="Keep" model="keep" depth_m="4"><event id="There" of="targetDistance_m" below="0.1"/></robotTask>
     <robotTask id="Off" model="stop"/>`,
    `mission M; resource r;
     task Keep(north_m, heading_deg = 0) on r post There; end task
     task Off on r end task
     main Keep(2); Off end main`,
  );
  bench.step({ p_m: [0, 7, 4] });
  // 0.5 m/s · 0.1 s on the way north; east is where it was.
  expect(bench.shown("northSetpoint_m")).toBeCloseTo(0.05, 12);
  expect([bench.shown("eastSetpoint_m"), bench.shown("depthSetpoint_m")]).toEqual([7, 4]);
  // 10 N/m · 0.05 m; the loop has no damping here.
  expect(bench.out[0]).toBeCloseTo(0.5, 12);
  expect(bench.steps(2, { p_m: [2, 7, 4] })).toEqual(["STOP_Keep"]);
  expect(bench.step()).toContain("START_Off");
  expect([...bench.out]).toEqual([0, 0, 0, 0, 0, 0]);
});

test("a robot-task of one's own is a model of the kind robotTask: here one that swims in a weaving line", () => {
  const weave = defineModel(robotTask, {
    model: "weave",
    doc: "Turns to port and to starboard, every second tick",
    params: { turn_deg: { doc: "by how much", above: 0 } },
    reads: ["init_s", "stop_s"],
    create: (p): RobotTask => ({
      steers: "autopilot",
      parameters: [{ name: "depth_m", type: "number" }],
      quantities: ["turns"],
      memory: 1,
      start({ tick: { reals }, at, setpoints }, values) {
        reals[at] = 0;
        reals[setpoints + SETPOINT.depth] = Number(values.depth_m);
      },
      change() {},
      step({ tick: { reals }, at, setpoints, quantities }) {
        reals[at]!++;
        reals[setpoints + SETPOINT.heading] = p.turn_rad * (reals[at]! % 2 === 0 ? 1 : -1);
        reals[quantities] = reals[at]!;
      },
    }),
  });
  const bench = new MissionBench(
    `${AUTOPILOT}<robotTask id="W" model="weave" turn_deg="20"><event id="Tired" of="turns" above="2.5"/></robotTask>`,
    "mission M; resource r; task W(depth_m) on r post Tired; end task main W(6) end main",
    definitionsWith([weave]),
  );
  bench.step();
  expect([bench.shown("headingSetpoint_rad"), bench.shown("depthSetpoint_m")]).toEqual([-20 * DEG, 6]);
  bench.step();
  expect([bench.shown("headingSetpoint_rad"), bench.shown("turns")]).toEqual([20 * DEG, 2]);
  expect([bench.step(), bench.step()]).toEqual([[], ["STOP_W"]]);
});

test("another instance that is given a copy of the memory goes on with the same bits, from any tick", () => {
  const make = (): MissionBench => new MissionBench(FLY_XML, FLY);
  const reading = (k: number) => ({
    p_m: [k / 10, Math.sin(k / 7), 4 + Math.cos(k / 9)],
    rpy_rad: [0.1, 0.1, k / 20],
    u_mps: 1,
  });
  const whole = make();
  const memory: Float64Array[] = [];
  const outs: Float64Array[] = [];
  for (let k = 0; k < 60; k++) {
    memory.push(whole.reals.slice());
    whole.step(reading(k));
    outs.push(whole.out.slice());
  }
  for (const from of [1, 10, 11, 21, 31, 40, 43]) {
    const copy = make();
    for (let k = 0; k < from; k++) copy.step();
    copy.reals.set(memory[from]!);
    for (let k = from; k < 60; k++) {
      copy.step(reading(k));
      expect(copy.out).toEqual(outs[k]);
      expect(copy.reals).toEqual(k + 1 < 60 ? memory[k + 1] : whole.reals);
    }
  }
});

const quietTicks = `
import { AUTOPILOT, MissionBench } from "../test/mission-bench.ts";
import { NAVIGATION_STATE } from "../index.ts";
const bench = new MissionBench(AUTOPILOT
  + '<route id="way"><point position_m="9e7 0 5"/><point position_m="9e7 9e7 5"/></route>'
  + '<robotTask id="A" model="follow" route="way"><event id="E" of="depthError_m" above="1e9" for_s="3"/><event id="F" of="time_s" above="1e9"/></robotTask>'
  + '<event id="L" of="depth_m" above="-1" level="true"/><event id="X" at_s="1e9"/>',
  \`mission M; input L, X; output S; resource r; relation L # X;
    task A on r post any E, F; type2 Late after 20 h; end task
    main exception Late in PAR{ A sustain S every X do nothing end every await 30 h } handle Late do nothing end exception end main\`);
const { reading } = bench;
const moment = { now_ns: 0, reals: bench.reals };
const count = new Float64Array(1);
reading[NAVIGATION_STATE.q] = 1;
function run(ticks) {
  for (let i = 0; i < ticks; i++) {
    reading[NAVIGATION_STATE.taken] = 1_005_000_000 + 10_000_000 * count[0]++;
    reading[NAVIGATION_STATE.p] += 0.1;
    reading[NAVIGATION_STATE.p + 1] = Math.sin(0.01 * count[0]);
    bench.executor.take(moment);
    bench.executor.run(moment);
  }
}
process.stdout.write(String(leastBytes(run, 300_000)));
`;

test("a warm tick in which nothing happens allocates less than a byte, reaction included", () => {
  expect(probeOf(import.meta.url, quietTicks)()).toBeLessThan(1);
});

test("an input with several levels as sources is there while one of them is", () => {
  const bench = new MissionBench(
    `${AUTOPILOT}<robotTask id="A"/><event id="Fix" from_s="0.3" to_s="2"/><event id="fix2" signal="Fix" from_s="5" to_s="6"/>`,
    "mission M; resource r; task A(depth_m = 1) on r pre Fix; end task main A end main",
  );
  expect(bench.steps(3)).toEqual(["WAIT_A"]);
  expect(bench.step()).toContain("START_A");
});

test("an instant of the run comes once to a task, however often the task starts", () => {
  const bench = new MissionBench(
    `${AUTOPILOT}<robotTask id="A"><event id="Bad" at_s="0.4"/></robotTask>`,
    `mission M; output O; resource r; task A(depth_m = 1) on r type2 Bad; end task
     main loop exception Bad in A handle Bad do emit O end exception end loop end main`,
  );
  expect(bench.steps(30).filter((name) => name === "O")).toHaveLength(1);
});

test("when the mission is over the vehicle stops, unless it is to keep its set-points", () => {
  const text = `mission M; resource r;
    task Fly(depth_m) on r post Next; end task
    main Fly(5) end main`;
  const xml = `${AUTOPILOT}<robotTask id="Fly" model="fly" speed_mps="1"/><event id="Next" at_s="1"/>`;
  const stops = new MissionBench(xml, text);
  stops.steps(11);
  expect(stops.out[2]).toBeGreaterThan(100);
  // STOP at 1 s, STOPPED and the end of the mission at 1.1 s.
  expect(stops.step()).toContain("BF_Fly");
  expect(stops.events.at(-1)).toMatch(/the mission is over$/);
  expect([...stops.out]).toEqual([0, 0, 0]);
  stops.steps(5);
  expect([...stops.out]).toEqual([0, 0, 0]);
  const keeps = new MissionBench(xml, text, undefined, 'keepAtEnd="true"');
  keeps.steps(17);
  expect(keeps.out[2]).toBeGreaterThan(100);
});

test("a mission that has nothing to do is over with its first reaction", () => {
  const bench = new MissionBench(
    `${AUTOPILOT}<robotTask id="Fly" model="fly"/>`,
    "mission M; output A; resource r; task Fly on r end task main emit A end main",
  );
  bench.step({ u_mps: -1 });
  expect([...bench.out]).toEqual([0, 0, 0]);
});

const SCRIPTED = `mission M; resource r; input Leak; output Alarm;
  task Dive(depth_m) on r post There; end task
  task Rise on r post Up; end task
  main do Dive(5) watching Leak; emit Alarm; Rise end main`;
const SCRIPTED_XML = `${AUTOPILOT}<robotTask id="Dive" model="fly" speed_mps="1"><event id="There" at_s="0.1"/></robotTask>
  <robotTask id="Rise" model="fly" depth_m="0"/><event id="Leak" at_s="1.5"/><event id="Up" at_s="2"/>`;

/** The bench with a script in m.events, and how its reactions went: time, inputs, outputs. */
function scripted(script: string, attributes = ""): { bench: MissionBench; reactions: () => string[] } {
  const bench = new MissionBench(SCRIPTED_XML, SCRIPTED, undefined, `script="m.events" ${attributes}`, script);
  const reactions = (): string[] =>
    bench.lines.flatMap(({ t_ns, detail: { reaction } }) =>
      reaction === undefined ? [] : [`${t_ns / 1e9}: ${reaction.inputs} / ${reaction.outputs}`],
    );
  return { bench, reactions };
}

test("a script is played reaction by reaction, with its inputs and no others; then the vehicle's events count", () => {
  const { bench, reactions } = scripted("react\nreact\nreact Leak\nreact STOPPED_Dive\n", 'scriptPeriod_s="0.4"');
  bench.steps(22);
  expect(reactions()).toEqual([
    "0:  / START_Dive StartServoing_r",
    // Nothing in the second reaction, at 0.4 s, though There came at 0.1 s and ends the task.
    "0.8: Leak / STOP_Dive ABORTED_Dive Alarm",
    // At 0.9 s the robot-task would have answered by itself.
    "1.2: STOPPED_Dive / StoppedServoing_r START_Rise StartServoing_r",
    // From here on the vehicle's own events come, this leak among them.
    "1.5: Leak / ",
    "2: Up / STOP_Rise",
    "2.1: STOPPED_Rise / StoppedServoing_r BF_Rise",
  ]);
  expect(bench.events[0]).toMatch(/^0: plays 4 reactions of a script: .* not given to the mission$/);
  expect(bench.events).toContain("1.2: the script is over: events of the vehicle count from here on");
  expect(bench.lines[0]!.detail.level).toBe("warning");
});

test("what a task has to answer when the script is over is answered then", () => {
  const { bench, reactions } = scripted("react\nreact Leak\n");
  bench.steps(4);
  expect(reactions()).toEqual([
    "0:  / START_Dive StartServoing_r",
    "0.1: Leak / STOP_Dive ABORTED_Dive Alarm",
    "0.2: STOPPED_Dive / StoppedServoing_r START_Rise StartServoing_r",
  ]);
});

test("a flight with a script goes on with the same bits from a copy of its memory, in the middle of the script as well", () => {
  const script = "react\nreact\nreact Leak\nreact STOPPED_Dive\n";
  const whole = scripted(script, 'scriptPeriod_s="0.4"');
  const copied = scripted(script, 'scriptPeriod_s="0.4"');
  whole.bench.steps(6);
  copied.bench.steps(6);
  copied.bench.reals.set(whole.bench.reals);
  whole.bench.steps(20);
  copied.bench.steps(20);
  expect(copied.reactions()).toEqual(whole.reactions());
});
