/** The sea around a vehicle, as a scenario describes it and as its log shows it. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { HIT_SIZE, WATER_COLUMN, WATER_COLUMN_SIZE, water as waterKind } from "../src/environment/index.ts";
import { createModel, loadComponent } from "../src/library/index.ts";
import { type Log, openLog, readTable } from "../src/logging/index.ts";
import type { ScenarioRun } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, loadText, runToEnd, scenarioOf } from "./support/scenarios.ts";

/** remus100.xml with its hull as Fossen's equations: neutral in 1026 kg/m³, without actuators. */
const BODY = {
  mass_kg: 31.0293849758,
  volume_m3: 0.0302430652786,
  inertiaZ_kgm2: 4.027769,
  addedX_kg: 0.838909,
  addedY_kg: 29.437637,
  addedZ_kg: 29.437637,
  addedYaw_kgm2: 3.42621,
  quadraticX: 6.10891,
} as const;
const G = 9.81;

interface Setting {
  readonly duration_s: number;
  readonly start: string;
  readonly rate_Hz?: number;
  readonly seed?: number;
  readonly step_s?: number;
  readonly set?: readonly string[];
}

/** A text with a world's element and one vehicle. */
function textOf(world: string, { duration_s, start, rate_Hz = 10, seed = 1, step_s = 0.01 }: Setting): string {
  return `<scenario id="test" duration_s="${duration_s}" step_s="${step_s}" seed="${seed}">
${world}
<vehicle id="auv" file="components/vehicles/remus100.bare.xml" ${start}/>
<log rate_Hz="${rate_Hz}" channels="state water"/></scenario>`;
}

function sail(world: string, setting: Setting): { run: ScenarioRun; log: Log; bytes: Uint8Array } {
  const scenario = scenarioOf(textOf(world, setting), ["auv/hull/model=fossen", ...(setting.set ?? [])]);
  const { run, log: bytes } = runToEnd(scenario);
  const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };
  return { run, log: openLog(source, { decompress: (b) => b }), bytes };
}

type Row = Readonly<Record<string, number>>;

/** The samples of a channel, one record each. */
function rows(log: Log, topic: string): Row[] {
  const { t_ns, names, columns } = readTable(log, topic);
  return Array.from(t_ns, (t, i) => ({
    t_s: t / 1e9,
    ...Object.fromEntries(names.map((name, k) => [name, columns[k]![i]!])),
  }));
}

const states = (world: string, setting: Setting): Row[] => rows(sail(world, setting).log, "/auv/state");

describe("a current that changes from place to place", () => {
  test("carries a neutral vehicle along: down a linear shear, north = (a + s z₀) t + s w t²/2", () => {
    // v_north = 0.5 − 0.02 z, v_down = 0.05: what sinks with the water is slowed down with it.
    const world = `<world><current model="profile" depths_m="0 20" norths_mps="0.5 0.1" easts_mps="0.1 0.1"
      downs_mps="0.05 0.05"/></world>`;
    const path = states(world, { duration_s: 40, start: 'position_m="0 0 8" velocity_mps="0.34 0.1 0.05"' });
    for (const { t_s: t, north_m, east_m, depth_m } of path as (Row & { t_s: number })[]) {
      // The centre of mass hangs 0.02 m below Bo and lags: the hull leans by v̇/g = 1e-4 rad and slips by less than 1 mm.
      expect(Math.abs(north_m! - (0.34 * t - 0.0005 * t * t))).toBeLessThan(1e-3);
      expect(Math.abs(east_m! - 0.1 * t)).toBeLessThan(1e-3);
      expect(Math.abs(depth_m! - (8 + 0.05 * t))).toBeLessThan(1e-3);
    }
    expect(path.at(-1)!.north_m).toBeCloseTo(12.8, 2);
  });

  /** Stiffer in yaw than the bare hull, which runs away from any course; no strips, no lift; centre of mass in Bo: a plane motion. */
  const PLANE = [
    "auv/hull/cg_m=0 0 0",
    "auv/hull/crossFlowDrag=0",
    "auv/hull/liftSlope=0",
    "auv/hull/linearDamping=1.593415 30 3 0.6 10 200",
  ];
  const [D11, D22, D66] = [1.593415, 30, 200];

  /**
   * The same motion by another way: the state is the momentum Q of body and entrained water together, in N,
   *   Q = m v + R A Rᵀ (v − v_c),   Q̇ = ρ V a_w − drag,   (I + A₆₆) ṙ = −(A₂₂ − A₁₁) u_r v_r − D₆₆ r,
   * which asks for no rate of the current along the path. x = [north, east, heading, Q_N, Q_E, r].
   */
  function momentumRates(
    x: readonly number[],
    north: (east_m: number) => number,
    slope: (east_m: number) => number,
    vE: number,
  ) {
    const { mass_kg: m, addedX_kg: A11, addedY_kg: A22 } = BODY;
    const [, east, psi, QN, QE, r] = x as [number, number, number, number, number, number];
    const [c, s] = [Math.cos(psi), Math.sin(psi)];
    const vN = north(east);
    // In B, where A is diagonal.
    const [cu, cv] = [c * vN + s * vE, c * vE - s * vN];
    const u = (c * QN + s * QE + A11 * cu) / (m + A11);
    const v = (c * QE - s * QN + A22 * cv) / (m + A22);
    const [ur, vr] = [u - cu, v - cv];
    const X = -D11 * ur - BODY.quadraticX * Math.abs(ur) * ur;
    const Y = -D22 * vr;
    const push = 1026 * BODY.volume_m3 * slope(east) * vE;
    return [
      c * u - s * v,
      s * u + c * v,
      r,
      push + c * X - s * Y,
      s * X + c * Y,
      (-(A22 - A11) * ur * vr - D66 * r) / (BODY.inertiaZ_kgm2 + BODY.addedYaw_kgm2),
    ];
  }

  function rungeKutta(x: readonly number[], h: number, rate: (x: readonly number[]) => number[]): number[] {
    const plus = (k: readonly number[], a: number): number[] => x.map((value, i) => value + a * k[i]!);
    const k1 = rate(x);
    const k2 = rate(plus(k1, h / 2));
    const k3 = rate(plus(k2, h / 2));
    const k4 = rate(plus(k3, h));
    return x.map((value, i) => value + (h / 6) * (k1[i]! + 2 * k2[i]! + 2 * k3[i]! + k4[i]!));
  }

  test("turns a vehicle that crosses a shear as the balance of momentum says", () => {
    // 0 north up to 2 m east, 0.5 m/s from 4 m on, a line between; and 0.2 m/s to the east everywhere.
    const world = `<world current_mps="0 0.2 0" refresh_Hz="100"><current model="grid" gridNorths_m="-50 50"
      gridEasts_m="-10 2 3 4 40" depths_m="10" norths_mps="0 0 0.25 0.5 0.5 0 0 0.25 0.5 0.5"
      easts_mps="0 0 0 0 0 0 0 0 0 0"/></world>`;
    const setting = {
      duration_s: 8,
      start: 'position_m="0 0 10" attitude_deg="0 0 90" velocity_mps="2 0 0"',
      set: PLANE,
    };
    const north = (e: number): number => Math.min(Math.max(0.25 * (e - 2), 0), 0.5);
    const slope = (e: number): number => (e >= 2 && e < 4 ? 0.25 : 0);
    const { mass_kg: m, addedX_kg: A11 } = BODY;
    let x = [0, 0, Math.PI / 2, 0, m * 2 + A11 * 1.8, 0];
    let turned = 0;
    const misses = { place_m: 0, heading_rad: 0 };
    for (const row of states(world, setting)) {
      if (row.t_s! > 0) {
        for (let i = 0; i < 50; i++) x = rungeKutta(x, 0.002, (at) => momentumRates(at, north, slope, 0.2));
      }
      misses.place_m = Math.max(misses.place_m, Math.hypot(row.north_m! - x[0]!, row.east_m! - x[1]!));
      misses.heading_rad = Math.max(misses.heading_rad, Math.abs(row.heading_rad! - x[2]!));
      turned = Math.max(turned, Math.abs(row.heading_rad! - Math.PI / 2));
      expect(row.depth_m).toBeCloseTo(10, 6);
    }
    // Told at 100 Hz, the vehicle takes a bend of the field for a line over up to 1 cm of its path: 0.25/s · 1 cm / 2 = 1.3 mm/s
    // of current for 10 ms at each of two bends, of which the entrained water keeps half; over 7 s, at most 2 mm a bend
    // once drag is counted. Without the push or the entrained water's share, centimetres.
    expect(misses.place_m).toBeLessThan(2e-3);
    expect(misses.heading_rad).toBeLessThan(2e-4);
    expect(turned).toBeGreaterThan(0.04);
    expect(x[0]).toBeGreaterThan(2.5);
  });

  /** Largest change, from one 20 ms to the next, of the acceleration to the north; and the last row. */
  function crossing(easts_m: readonly number[], north: (e: number) => number) {
    const list = easts_m.map(north).join(" ");
    const world = `<world refresh_Hz="100"><current model="grid" gridNorths_m="-50 50" gridEasts_m="${easts_m.join(" ")}"
      depths_m="10" norths_mps="${list} ${list}" easts_mps="${[...easts_m, ...easts_m].map(() => 0).join(" ")}"/></world>`;
    const start = 'position_m="0 0 10" attitude_deg="0 0 90" velocity_mps="2 0 0"';
    const path = states(world, { duration_s: 4, start, set: PLANE, rate_Hz: 50 });
    const v = path.map((r) => Math.cos(r.heading_rad!) * r.u_mps! - Math.sin(r.heading_rad!) * r.v_mps!);
    const changes = v.slice(2).map((value, i) => Math.abs(value - 2 * v[i + 1]! + v[i]!) / 0.02);
    return { last: path.at(-1)!, change_mps2: Math.max(...changes) };
  }
  const cells = (width: number): number[] => Array.from({ length: 30 / width + 1 }, (_, i) => -10 + i * width);

  test("shows nothing of its cells where it is linear: 2 or 60 of them, the same motion", () => {
    const wide = crossing([-10, 5, 20], (e) => 0.1 * e);
    const narrow = crossing(cells(0.5), (e) => 0.1 * e);
    // Sums in another order: some 1e-15 per step, 400 steps.
    for (const name of Object.keys(wide.last))
      expect(Math.abs(wide.last[name]! - narrow.last[name]!)).toBeLessThan(1e-10);
  });

  test("kicks nobody at the border of a cell, and bends less there the finer the cells", () => {
    // v = 0.02 e²: from cell to cell of width d the slope changes by 0.04 d, and what the entrained water passes on of
    // it, A₂₂/(m + A₂₂) times slope times speed, changes at once. The smooth part changes by less than 0.002 m/s² in 20 ms.
    const share = BODY.addedY_kg / (BODY.mass_kg + BODY.addedY_kg);
    const bends = [2, 1, 0.5].map((width) => {
      const { change_mps2 } = crossing(cells(width), (e) => 0.02 * e * e);
      expect(change_mps2).toBeLessThan(share * 0.04 * width * 2 + 0.002);
      return change_mps2;
    });
    expect(bends[2]!).toBeLessThan(bends[1]!);
    expect(bends[1]!).toBeLessThan(bends[0]!);
    // A current that jumped from one cell's value to the next, 0.04 m/s at the least, would show as a whole metre per s².
    expect((share * 0.04) / 0.02).toBeGreaterThan(10 * bends[0]!);
  });
});

test("the current in the log is that of its sources at the logged place and time, to second order of half a refresh", () => {
  // A tide of 60 s, a shear, and a wave of 5 s in deep water: ω = 1.257 rad/s, k = ω²/g.
  const world = `<world refresh_Hz="20"><current id="tide" model="tidal" periods_s="60" majors_mps="0.3" minors_mps="0.1" directions_deg="30"/>
    <current id="shear" model="profile" depths_m="0 50" norths_mps="0.2 -0.3" easts_mps="0 0.1"/>
    <waves id="swell" model="regular" amplitude_m="0.3" period_s="5" heading_deg="60" phase_deg="20"/></world>`;
  const path = states(world, { duration_s: 30, start: 'position_m="3 -4 4" velocity_mps="0.5 0 0"', rate_Hz: 47 });
  const [omega, tide, psi, axis, epsilon] = [
    (2 * Math.PI) / 5,
    (2 * Math.PI) / 60,
    Math.PI / 3,
    Math.PI / 6,
    Math.PI / 9,
  ];
  const k = (omega * omega) / G;
  let swing = 0;
  for (const { t_s, north_m, east_m, depth_m, ...row } of path) {
    const z = depth_m!;
    const phi = k * (north_m! * Math.cos(psi) + east_m! * Math.sin(psi)) - omega * t_s! + epsilon;
    const orbit = 0.3 * omega * Math.exp(-k * z);
    const [flood, across] = [0.3 * Math.cos(tide * t_s!), 0.1 * Math.sin(tide * t_s!)];
    const vN =
      flood * Math.cos(axis) - across * Math.sin(axis) + 0.2 - 0.01 * z + orbit * Math.cos(phi) * Math.cos(psi);
    const vE = flood * Math.sin(axis) + across * Math.cos(axis) + 0.002 * z + orbit * Math.cos(phi) * Math.sin(psi);
    const vD = -orbit * Math.sin(phi);
    const off = Math.hypot(row.currentNorth_mps! - vN, row.currentEast_mps! - vE, row.currentDown_mps! - vD);
    // What an expansion to first order leaves out: half the square of the change of phase within half an interval of 25 ms,
    // in which the vehicle goes 25 ms times its speed; 2 % for depth, which changes meanwhile.
    const speed = Math.hypot(row.u_mps!, row.v_mps!, row.w_mps!);
    const left = 0.5 * orbit * ((omega + k * speed) * 0.025) ** 2 + 0.5 * 0.3 * (tide * 0.025) ** 2;
    expect(off).toBeLessThan(1.02 * left);
    swing = Math.max(swing, Math.abs(vN - 0.2));
  }
  // Held instead of expanded, it would be off by ω times 25 ms times the orbit's speed, some 6 mm/s; left is 0.1 mm/s.
  expect(swing).toBeGreaterThan(0.3);
});

test("density by depth is felt as buoyancy: in Salagou 997.2 kg/m³ at 4 m and 1000.26 kg/m³ at 40 m, m g − ρ V g", () => {
  const g = 9.80498;
  const net = (depth_m: number): { force_N: number; density: number } => {
    const setting = { duration_s: 0.1, start: `position_m="0 0 ${depth_m}"`, rate_Hz: 100 };
    const { log } = sail('<world file="components/places/salagou.xml"/>', setting);
    const state = rows(log, "/auv/state");
    // From rest: the velocity after 10 ms, over M₃₃; drag has taken 5e-4 of it by then.
    const force_N = ((BODY.mass_kg + BODY.addedZ_kg) * state[1]!.w_mps!) / 0.01;
    return { force_N, density: rows(log, "/auv/water")[0]!.density_kgpm3! };
  };
  for (const [depth_m, density] of [
    [4, 997.2],
    [40, 1000.26],
  ] as const) {
    const expected_N = (BODY.mass_kg - density * BODY.volume_m3) * g;
    const { force_N, density: logged } = net(depth_m);
    // The outside figures have one and two digits behind the point: 0.05 kg/m³ are 0.015 N; drag takes 0.002 N.
    expect(Math.abs(logged - density)).toBeLessThan(0.05);
    expect(Math.abs(force_N - expected_N)).toBeLessThan(0.02);
  }
});

test("a neutral hull 5 m under a swell of 8 s follows the orbit of the water for a period, within a twentieth", () => {
  const [a, omega] = [0.1, (2 * Math.PI) / 8];
  const k = (omega * omega) / G;
  const radius = a * Math.exp(-k * 5);
  const world = `<world><waves model="regular" amplitude_m="${a}" period_s="8"/></world>`;
  // At the crest, at the top of its orbit, 5 m − radius down, with the water's velocity there.
  const top_m = 5 - radius;
  const start = `position_m="0 0 ${top_m}" velocity_mps="${a * omega * Math.exp(-k * top_m)} 0 0"`;
  const misses = states(world, { duration_s: 8, start }).map(({ t_s, north_m, depth_m }) =>
    Math.hypot(north_m! - radius * Math.sin(omega * t_s!), depth_m! - (5 - radius * Math.cos(omega * t_s!))),
  );
  // Drift alone is 2π k radius = 2.9 % of the radius in a period.
  expect(Math.max(...misses)).toBeLessThan(0.05 * radius);
});

describe("a world of constants", () => {
  const setting = { duration_s: 20, start: 'position_m="0 0 10" velocity_mps="1 0 0" rate_degps="1 2 3"' };

  test("has no actor for the water, and logs none of it: <world/> or nothing, the same messages", () => {
    const [without, empty] = ["", "<world/>"].map((world) => sail(world, setting)) as [
      ReturnType<typeof sail>,
      ReturnType<typeof sail>,
    ];
    const { model } = empty.run.sim;
    // The log and the summary look, and so does the watch of its attitude; of the vehicle, only its guard would act.
    const others = model.actors.map(({ path }) => path).filter((path) => !/^(log|summary)\//.test(path));
    expect(others).toEqual(["auv/limits", "auv/attitude"]);
    expect(model.initialEvents).toEqual(without.run.sim.model.initialEvents);
    expect([...empty.log.messages()]).toEqual([...without.log.messages()]);
    expect(rows(empty.log, "/auv/state")).toHaveLength(201);
    expect([...empty.log.messages()].map(({ topic }) => topic)).not.toContain("/auv/water");
  });

  test("moves a vehicle as a uniform current of the same velocity does", () => {
    const last = (world: string): Row => states(world, setting).at(-1)!;
    const constants = last('<world current_mps="0.2 -0.1 0"/>');
    const source = last('<world><current velocity_mps="0.2 -0.1 0"/></world>');
    // The same equations and the same instants of steps: what is told adds zeros.
    for (const name of Object.keys(constants)) expect(Math.abs(source[name]! - constants[name]!)).toBeLessThan(1e-12);
  });
});

test("the same seed gives the same bytes of a wandering current and a sea of JONSWAP, another seed another run", () => {
  const world = `<world><current model="gauss-markov" velocity_mps="0.1 0 0" deviations_mps="0.1 0.1 0" correlationTime_s="20"/>
    <waves model="jonswap" significantHeight_m="0.5" peakPeriod_s="4" components="30" spreading="5"/></world>`;
  const bytes = (seed: number): Uint8Array => sail(world, { duration_s: 10, start: 'position_m="0 0 3"', seed }).bytes;
  const first = bytes(5);
  expect(bytes(5)).toEqual(first);
  const path = (seed: number): Row => states(world, { duration_s: 10, start: 'position_m="0 0 3"', seed }).at(-1)!;
  const [a, b] = [path(5), path(6)];
  // Both the current and the sea differ; together they carry the vehicle to another place.
  expect(Math.hypot(a.north_m! - b.north_m!, a.east_m! - b.east_m!, a.depth_m! - b.depth_m!)).toBeGreaterThan(0.01);
});

describe("places that ship", () => {
  const use = (name: string): string => `<world file="components/places/${name}.xml"/>`;

  test.each(["salagou", "western-mediterranean-shelf", "test-pool", "munk-ocean"])(
    "%s is a world for a scenario",
    (name) => {
      const { log } = sail(use(name), { duration_s: 1, start: 'position_m="0 0 2"' });
      const [first] = rows(log, "/auv/water");
      for (const value of Object.values(first!)) expect(Number.isFinite(value)).toBe(true);
    },
  );

  test.each([
    ["western-mediterranean-shelf", 0.001, 1025.61, 1537.6],
    // By other transcriptions of EOS-80 and of the UNESCO formula, for 38.1, 13.5 °C and 100.8 dbar.
    ["western-mediterranean-shelf", 100, 1029.14, 1507.18, 'contacts="off"'],
    ["salagou", 0.001, 997.2, 1496.9],
    ["salagou", 40, 1000.26, 1435.8],
    // Density of fresh water at 20 °C, and the speed of sound in it.
    ["test-pool", 0.001, 998.2, 1482.3],
  ])("in %s, at %d m, water has %d kg/m³ and sound goes at %d m/s", (name, depth_m, density, soundSpeed, more = "") => {
    // Deeper than the bottom there.
    const { log } = sail(use(name).replace("/>", ` ${more}/>`), { duration_s: 0.1, start: `position_m="0 0 ${depth_m}"` });
    const [water] = rows(log, "/auv/water");
    // The figures' last digits.
    expect(Math.abs(water!.density_kgpm3! - density)).toBeLessThan(0.03);
    expect(Math.abs(water!.soundSpeed_mps! - soundSpeed)).toBeLessThan(0.1);
  });

  test("munk-ocean has the canonical profile within 0.2 m/s, from the surface to 5000 m", () => {
    const { component } = loadComponent(definitions, nodeReader(), "components/places/munk-ocean.xml");
    const column = createModel(definitions, component!.children.find(({ kind }) => kind === "water")!, waterKind);
    const record = new Float64Array(WATER_COLUMN_SIZE);
    for (let z = 0; z <= 5000; z += 10) {
      column.waterInto(record, 0, Float64Array.of(0, 0, z, 0), 0);
      const eta = (2 * (z - 1300)) / 1300;
      const c = 1500 * (1 + 0.00737 * (eta + Math.exp(-eta) - 1));
      expect(Math.abs(record[WATER_COLUMN.soundSpeed_mps]! - c)).toBeLessThan(0.2);
    }
  });

  test("test-pool has its floor 3 m below, and its walls 11.5, 13.5, 3 and 7 m away, at 1 m north, 2 m east, 2 m down", () => {
    const setting = { duration_s: 0.1, start: 'position_m="1 2 2"' };
    const { run, log } = sail(use("test-pool"), setting);
    expect(rows(log, "/auv/water")[0]).toMatchObject({ bottomDepth_m: 5, altitude_m: 3, surface_m: 0 });
    const hit = new Float64Array(HIT_SIZE);
    const away = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].map(([n, e]) => {
      run.scenario.sea!.scene!.castInto(hit, 0, Float64Array.of(1, 2, 2, n!, e!, 0, 100), 0);
      return hit[0]!;
    });
    // Closed forms on float64: rounding of the walls' attitudes.
    for (const [i, distance_m] of [11.5, 13.5, 3, 7].entries()) expect(away[i]).toBeCloseTo(distance_m, 9);
  });
});

describe("what is wrong with a sea is told with its place", () => {
  test.each<[string, string, string]>([
    [
      "depths out of order",
      '<water model="profile" depths_m="0 20 10" temperatures_degC="20 15 12" salinities_psu="38 38 38"/>',
      "test.xml:3:39: error LIB026: depths_m must increase, but value 3, 10, follows 20",
    ],
    [
      "rows that are missing",
      '<water model="profile" depths_m="0 20 50" temperatures_degC="20 15" salinities_psu="38 38 38"/>',
      "test.xml:3:62: error LIB029: temperatures_degC has 2 numbers for 3 depths",
    ],
    [
      "depths of a current out of order",
      '<current model="profile" depths_m="10 0" norths_mps="0 1" easts_mps="0 0"/>',
      "test.xml:3:39: error LIB026: depths_m must increase, but value 2, 0, follows 10",
    ],
    [
      "too few points of a grid",
      '<current model="grid" gridNorths_m="0 1" gridEasts_m="0 1" depths_m="0 9" norths_mps="1 2 3" easts_mps="0 0 0 0 0 0 0 0"/>',
      "test.xml:3:87: error LIB029: norths_mps has 3 numbers for 8 points of the grid",
    ],
    [
      "an obstacle that stands nowhere",
      '<obstacle id="rock" model="sphere" diameter_m="2"/>',
      "test.xml:3:2: error LIB029: position_m is not given (give position_m, or latitude_deg, longitude_deg and depth_m)",
    ],
    [
      "two bottoms",
      '<bottom id="a" depth_m="30"/>\n<bottom id="b" depth_m="40"/>',
      "test.xml:4:2: error LIB010: <world> has more than 1 <bottom>",
    ],
    [
      "two waters",
      '<water id="a" temperature_degC="10" salinity_psu="35"/>\n<water id="b" temperature_degC="10" salinity_psu="35"/>',
      "test.xml:4:2: error LIB010: <world> has more than 1 <water>",
    ],
    [
      "waves that break",
      '<waves model="regular" amplitude_m="5" period_s="3"/>',
      "test.xml:3:37: error LIB029: amplitude_m = 5: waves of 3 s break before they are so high (linear waves are good to a tenth of that)",
    ],
    [
      "a bottom that is too fine",
      '<bottom id="a" model="generated" depth_m="30" seed="1" relief_m="1" longestScale_m="100" extent_m="100000 100000" spacing_m="1"/>',
      "test.xml:3:126: error LIB029: 100001 × 100001 nodes are too many",
    ],
  ])("%s", (_name, inside, expected) => {
    const { scenario, diagnostics } = loadText(textOf(`<world>\n${inside}\n</world>`, { duration_s: 1, start: "" }));
    expect(scenario).toBeNull();
    expect(diagnostics.filter((d) => d.severity === "error").map(formatDiagnostic)).toEqual([expected]);
  });
});
