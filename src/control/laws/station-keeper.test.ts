import { expect, test } from "vitest";
import { LawBench } from "../test/law-bench.ts";

const keeper = (inside = "", attributes = ""): string =>
  `<stationKeeper horizontalLimit_N="1000" verticalLimit_N="600" torqueLimit_Nm="300" ${attributes}>
    <position kp="100" kd="10"/><depth kp="200"/><heading kp="50" kd="5"/>${inside}
  </stationKeeper>`;

test("an error to the north is a push to port for a vehicle that looks east: F_B = R_NBᵀ f_N", () => {
  const bench = new LawBench(keeper('<hold position_m="3 0 12" heading_deg="90"/>', 'approachSpeed_mps="1000"'));
  bench.tick({ t_s: 0, p_m: [0, 0, 10], rpy_rad: [0, 0, Math.PI / 2] });
  // The set-point arrives within the tick of 0.05 s, with 3 m/0.05 s = 60 m/s north: f = 100 · 3 + 10 · 60 = 900 N.
  const [X, Y, Z, K, M, N] = bench.out;
  expect(X).toBeCloseTo(0, 10);
  expect(Y).toBeCloseTo(-900, 10);
  expect(Z).toBeCloseTo(400, 10);
  expect([K, M, N].every((torque) => Math.abs(torque!) < 1e-10)).toBe(true);
  bench.tick({ t_s: 0.05, p_m: [0, 0, 10], rpy_rad: [0, 0, Math.PI / 2] });
  expect(bench.out[1]).toBeCloseTo(-300, 10);
  expect(["northError_m", "eastError_m", "depthError_m"].map((name) => bench.shown(name))).toEqual([3, 0, 2]);
  expect(bench.shown("swayForce_N")).toBe(bench.out[1]);
});

test("measured velocity is braked in N: drifting forward at 2 m/s while looking south is a push back of k_d · 2 m/s", () => {
  const bench = new LawBench(keeper());
  bench.tick({ t_s: 0, rpy_rad: [0, 0, Math.PI], v_mps: [2, 0, 0] });
  expect(bench.out[0]).toBeCloseTo(-20, 10);
  expect(bench.out[1]).toBeCloseTo(0, 10);
});

test("a tilted vehicle pushes along the vertical all the same, and yaws about it", () => {
  const bench = new LawBench(keeper('<hold heading_deg="1" duration_s="5"/>', 'turnRate_degps="1e6"'));
  const tilt = 0.3;
  bench.tick({ t_s: 0, p_m: [0, 0, 0], rpy_rad: [0, tilt, 0] });
  bench.tick({ t_s: 0.05, p_m: [0, 0, 1], rpy_rad: [0, tilt, 0] });
  // Down by 1 m: f_N = [0, 0, −200]; R_NBᵀ of a pitch: [−f_D sin θ, 0, f_D cos θ]. The torque likewise.
  expect(bench.out[0]).toBeCloseTo(200 * Math.sin(tilt), 10);
  expect(bench.out[2]).toBeCloseTo(-200 * Math.cos(tilt), 10);
  const torque = (50 * Math.PI) / 180;
  expect(bench.out[3]).toBeCloseTo(-torque * Math.sin(tilt), 10);
  expect(bench.out[5]).toBeCloseTo(torque * Math.cos(tilt), 10);
});

test("roll and pitch are levelled where <attitude> is given, and left to the vehicle where not", () => {
  const reading = { t_s: 0, rpy_rad: [0.1, -0.2, 0] };
  const bench = new LawBench(keeper('<attitude kp="40"/>'));
  bench.tick(reading);
  expect(bench.out[3]).toBeCloseTo(-4, 10);
  expect(bench.out[4]).toBeCloseTo(8, 10);
  const without = new LawBench(keeper());
  without.tick(reading);
  expect([...without.out.subarray(3)].every((torque) => Math.abs(torque) < 1e-12)).toBe(true);
});

test("forces and torques are limited in N: 1000 N north and east, 600 N down, 300 N m", () => {
  const wide = 'approachSpeed_mps="1e4" turnRate_degps="1e4"';
  const bench = new LawBench(keeper('<hold position_m="90 -90 90" heading_deg="179"/>', wide));
  bench.tick({ t_s: 0 });
  expect([...bench.out]).toEqual([1000, -1000, 600, 0, 0, 300]);
});

test("the set-point travels straight at the approach speed and the shorter way round at the turn rate", () => {
  const bench = new LawBench(
    keeper('<hold position_m="3 4 0" heading_deg="-170"/>', 'approachSpeed_mps="0.5" turnRate_degps="10" rate_Hz="10"'),
  );
  const setpoint = (): number[] =>
    ["northSetpoint_m", "eastSetpoint_m", "headingSetpoint_rad"].map((name) => bench.shown(name));
  for (let k = 0; k < 40; k++) {
    bench.tick({ t_s: k / 10, rpy_rad: [0, 0, (170 * Math.PI) / 180] });
    // The tick at 0 s is a step of 0.1 s: 0.5 s at 10°/s by the fifth.
    if (k === 4) expect(setpoint()[2]).toBeCloseTo((175 * Math.PI) / 180, 12);
  }
  // 4 s at 0.5 m/s: 2 m of the 5 m. 20° of heading, through south, have taken 2 s.
  expect(setpoint()[0]).toBeCloseTo(1.2, 12);
  expect(setpoint()[1]).toBeCloseTo(1.6, 12);
  expect(setpoint()[2]).toBeCloseTo((-170 * Math.PI) / 180, 12);
  for (let k = 40; k < 110; k++) bench.tick({ t_s: k / 10 });
  expect(setpoint().slice(0, 2)).toEqual([3, 4]);
});

test("holds follow one another by time or by arrival; without any, the place of the first tick is held", () => {
  const bench = new LawBench(
    keeper(
      `<hold id="here" duration_s="1"/><hold id="there" position_m="1 0 0" tolerance_m="0.1" settle_s="0.5"/>
       <hold id="there-too" heading_deg="20" duration_s="1"/>`,
      'rate_Hz="10" approachSpeed_mps="10"',
    ),
  );
  for (let k = 0; k <= 45; k++) {
    bench.tick({ t_s: k / 10, p_m: [k < 20 ? 0 : 1, 0, 0] });
    if (k === 5) expect(bench.shown("hold")).toBe(1);
    if (k === 24) expect(bench.shown("hold")).toBe(3); // within reach from tick 20 on, five ticks of 0.1 s
    if (k === 24) expect(bench.shown("northSetpoint_m")).toBe(1);
  }
  expect(bench.events).toEqual([...["here", "there", "there-too"].map((id) => `hold "${id}" begins`), "plan finished"]);
  expect(bench.lines.map(({ detail }) => detail.plan?.state)).toEqual(["runs", "runs", "runs", "over"]);
  const still = new LawBench(keeper());
  still.tick({ t_s: 0, p_m: [5, 6, 7], rpy_rad: [0, 0, 0.4] });
  still.tick({ t_s: 0.1, p_m: [5, 6, 8], rpy_rad: [0, 0, 0.4] });
  expect(still.shown("depthError_m")).toBe(-1);
  expect(still.shown("headingError_rad")).toBeCloseTo(0, 14);
  for (let k = 2; k < 600; k++) still.tick({ t_s: k / 10, p_m: [5, 6, 8], rpy_rad: [0, 0, 0.4] });
  expect(["northSetpoint_m", "eastSetpoint_m", "depthSetpoint_m"].map((name) => still.shown(name))).toEqual([5, 6, 7]);
});

test("a hold without a place is arrived at where the vehicle was when it began", () => {
  const bench = new LawBench(
    keeper('<hold id="turn" heading_deg="20" tolerance_m="0.5" settle_s="0.3"/>', 'rate_Hz="10" turnRate_degps="1e4"'),
  );
  const away = (k: number): number => (k < 5 ? 1 : 0.4);
  bench.tick({ t_s: 0, p_m: [5, 6, 7] });
  for (let k = 1; k <= 6; k++) bench.tick({ t_s: k / 10, p_m: [5, 6, 7 + away(k)] });
  expect(bench.events).toEqual(['hold "turn" begins']);
  // Within 0.5 m at 0.5, 0.6 and 0.7 s: three ticks of 0.1 s.
  bench.tick({ t_s: 0.7, p_m: [5, 6, 7.4] });
  expect(bench.events).toEqual(['hold "turn" begins', "plan finished"]);
});

test("a set-point that has arrived is its target to the last place, and stands", () => {
  // 0.2 + (0.9 − 0.2) is not 0.9 in binary.
  expect(0.2 + (0.9 - 0.2)).not.toBe(0.9);
  const bench = new LawBench(keeper('<hold position_m="0.9 0 0"/>', 'approachSpeed_mps="1000"'));
  bench.tick({ t_s: 0, p_m: [0.2, 0, 0] });
  expect(bench.shown("northSetpoint_m")).toBe(0.9);
  bench.tick({ t_s: 0.05, p_m: [0.9, 0, 0] });
  // No error and no rate are left: no force.
  expect([...bench.out].every((force) => force === 0)).toBe(true);
});

test("after its last hold the keeper asks for no force, unless it is to keep its place; a hold without an end goes on", () => {
  const force = (attributes: string, hold: string): number => {
    const bench = new LawBench(keeper(`<hold position_m="9 0 0" ${hold}/>`, `rate_Hz="10" ${attributes}`));
    for (let k = 0; k <= 20; k++) bench.tick({ t_s: k / 10 });
    return Math.hypot(...bench.force);
  };
  expect(force("", 'duration_s="1"')).toBe(0);
  expect(force('keepAtEnd="true"', 'duration_s="1"')).toBeGreaterThan(1);
  expect(force("", "")).toBeGreaterThan(1);
});
