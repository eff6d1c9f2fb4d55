/** Wind on vehicles at the surface, as a scenario describes it and as its log shows it. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { type Log, openLog, readTable } from "../src/logging/index.ts";
import { loadScenario, type Scenario } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, readerOver, runToEnd } from "./support/scenarios.ts";

/**
 * A raft of 2 m × 2 m that swims 0.2 m deep, with drag by the square of the speed alone, so that the closed form is short: 24 N s²/m²
 * ahead, 216 abeam. A box of 0.5 m × 0.8 m (ahead) and 0.5 m × 2 m (abeam) stands on it, from 0.3 to 0.8 m above the water. It is
 * wide: 50 N at 0.55 m heel it by 2 mrad.
 */
const RAFT = `<vehicle id="raft" length_m="2"><provenance of="*" status="assumed" note="a test"/>
  <hull id="hull" mass_kg="800" volume_m3="1.6" cg_m="0 0 0" inertia_kgm2="300 300 530 0 0 0" shape="box" size_m="2 2 0.4"
        addedMass="80 80 800 60 60 60" linearDamping="0 0 500 800 800 0" quadraticDamping="24 216 500 50 50 50">
    <provenance of="*" status="assumed" note="a test"/></hull>
  <windage frontalArea_m2="0.4" lateralArea_m2="1" centre_m="0 0 -0.55" height_m="0.5" surgeCoefficient="1"
           swayCoefficient="0.9"><provenance of="*" status="assumed" note="a test"/></windage>
</vehicle>`;
/** Water of 1000 kg/m³ to its middle: Bo lies in the surface, the box's centre 0.55 m above it. */
const WORLD = 'density_kgpm3="1000" gravity_mps2="9.81"';
const ABOVE_M = 0.55;

interface Setting {
  readonly duration_s: number;
  readonly start?: string;
  readonly inside?: string;
  readonly vehicle?: string;
  readonly seed?: number;
  readonly rate_Hz?: number;
  readonly refresh_Hz?: number;
}

const textOf = (world: string, setting: Setting): string => {
  const { duration_s, start = "", inside = "", vehicle = "raft.xml", seed = 1, rate_Hz = 1, refresh_Hz = 10 } = setting;
  return `<scenario id="test" duration_s="${duration_s}" step_s="0.1" seed="${seed}">
<world ${WORLD} refresh_Hz="${refresh_Hz}">
${world}
</world>
<vehicle id="v" file="${vehicle}" ${start}>${inside}</vehicle>
<log rate_Hz="${rate_Hz}" channels="state water"/></scenario>`;
};

function load(text: string) {
  return loadScenario(definitions, readerOver({ "raft.xml": RAFT, "test.xml": text }), "test.xml");
}

function sail(scenario: Scenario): Log {
  const { log: bytes } = runToEnd(scenario);
  return openLog({ size: bytes.length, read: (from, length) => bytes.subarray(from, from + length) }, null);
}

function drift(world: string, setting: Setting): Log {
  const { scenario, diagnostics } = load(textOf(world, setting));
  expect(diagnostics.filter((d) => d.severity === "error").map(formatDiagnostic)).toEqual([]);
  return sail(scenario!);
}

type Row = Readonly<Record<string, number>>;

function rows(log: Log, topic: string): Row[] {
  const { t_ns, names, columns } = readTable(log, topic);
  return Array.from(t_ns, (_, i) => Object.fromEntries(names.map((name, k) => [name, columns[k]![i]!])));
}

/** Velocity over ground in N of a level vehicle. */
function ground({ u_mps: u, v_mps: v, heading_rad: psi }: Row): [number, number] {
  return [u! * Math.cos(psi!) - v! * Math.sin(psi!), u! * Math.sin(psi!) + v! * Math.cos(psi!)];
}

const AIR = 'airDensity_kgpm3="1.2"';

describe("a raft adrift goes where wind and water balance: V = k U / (1 + k), k² = ½ ρ_a c A / D", () => {
  // Heel and trim of 2e-3 rad turn the forces by their square, 4e-6; what is left of the start after 15 time constants is 1e-6.
  const CLOSE = 2e-5;

  test("before a wind of 10 m/s, k² = ½ · 1.2 · 0.4 / 24 = 0.01: 1/1.1 m/s", () => {
    const log = drift(`<wind speed_mps="10" from_deg="180" profile="uniform" ${AIR}/>`, { duration_s: 600 });
    const [north, east] = ground(rows(log, "/v/state").at(-1)!);
    expect(Math.abs(north / (1 / 1.1) - 1)).toBeLessThan(CLOSE);
    expect(Math.abs(east)).toBeLessThan(1e-9);
  });

  test("abeam, k² = ½ · 1.2 · 0.9 · 1 / 216 = 0.0025: 0.5/1.05 m/s to the east of a wind from the west", () => {
    const log = drift(`<wind speed_mps="10" from_deg="270" profile="uniform" ${AIR}/>`, { duration_s: 600 });
    const [, east] = ground(rows(log, "/v/state").at(-1)!);
    expect(Math.abs(east / (0.5 / 1.05) - 1)).toBeLessThan(CLOSE);
  });

  test("in a current of 0.5 m/s against the wind, leeway follows the wind over the water, 10.5 m/s: −0.5 + 0.1 · 10.5/1.1 m/s", () => {
    const world = `<current velocity_mps="-0.5 0 0"/><wind speed_mps="10" from_deg="180" profile="uniform" ${AIR}/>`;
    const log = drift(world, { duration_s: 600, start: 'velocity_mps="-0.5 0 0"' });
    const last = rows(log, "/v/state").at(-1)!;
    const [north] = ground(last);
    expect(Math.abs(north + 0.5 - (0.1 * 10.5) / 1.1)).toBeLessThan(CLOSE);
    expect(Math.abs(last.uWater_mps! - (0.1 * 10.5) / 1.1)).toBeLessThan(CLOSE);
  });

  test("by the power law its box, 0.55 m up, has 10 · 0.055^0.11 m/s of a wind of 10 m/s at 10 m, and drifts so much less", () => {
    const log = drift(`<wind speed_mps="10" from_deg="180" ${AIR}/>`, { duration_s: 600 });
    const wind = rows(log, "/v/water").at(-1)!;
    const U = 10 * (ABOVE_M / 10) ** 0.11;
    // 10 N at 0.55 m trim it by 4e-4 rad, so that 3e-4 m/s of its way go across its bottom, which it feels as 0.13 N of 39 kN/m:
    // it lies 3e-6 m deeper. The wind changes by 1.5 m/s per metre there.
    expect(Math.abs(wind.windHeight_m! - ABOVE_M)).toBeLessThan(1e-5);
    expect(Math.abs(wind.windNorth_mps! - U)).toBeLessThan(1.5e-5);
    const [north] = ground(rows(log, "/v/state").at(-1)!);
    expect(Math.abs(north / (U / 11) - 1)).toBeLessThan(CLOSE);
  });
});

test("thin air pushes less: half the density, √½ of k", () => {
  const last = (density: string): number =>
    rows(
      drift(`<wind speed_mps="10" from_deg="180" profile="uniform" airDensity_kgpm3="${density}"/>`, {
        duration_s: 800,
      }),
      "/v/state",
    ).at(-1)!.u_mps!;
  const k = 0.1 * Math.SQRT1_2;
  // As above; it comes up to speed more slowly, over 20 time constants at 800 s.
  expect(Math.abs(last("0.6") / ((10 * k) / (1 + k)) - 1)).toBeLessThan(2e-5);
});

test("on long waves it keeps its height over the surface where it is, while it rises and falls by half a metre", () => {
  const world = `<waves model="regular" amplitude_m="0.5" period_s="20"/><wind speed_mps="8" from_deg="0" ${AIR}/>`;
  const log = drift(world, { duration_s: 100, start: 'position_m="0 0 -0.5"', rate_Hz: 5, refresh_Hz: 20 });
  // What is left of the start, 20 s on, is nothing.
  const states = rows(log, "/v/state").slice(100);
  const depths = states.map(({ depth_m }) => depth_m!);
  expect(Math.max(...depths) - Math.min(...depths)).toBeGreaterThan(0.9);
  rows(log, "/v/water")
    .slice(100)
    .forEach(({ windHeight_m, windNorth_mps, surface_m }, i) => {
      // It heaves at 39 kN/m with 1.6 t, a period of 1.3 s: on waves of 20 s it lags by (1.3/20)² of 0.5 m, 2 mm. The surface it was
      // told of is that of 25 ms before or after, and moves at 0.16 m/s: 4 mm.
      expect(Math.abs(windHeight_m! - ABOVE_M)).toBeLessThan(6e-3);
      expect(Math.abs(windHeight_m! - (ABOVE_M - depths[i]! - surface_m!))).toBeLessThan(5e-3);
      expect(windNorth_mps).toBeCloseTo(-8 * (windHeight_m! / 10) ** 0.11, 9);
    });
});

test("gusts of 0.2 of 10 m/s are in the log with 2 m/s along and across, and make the raft's way uneven", () => {
  const wind = (model: string): string =>
    `<wind model="${model}" speed_mps="10" from_deg="0" profile="uniform" gustIntensity="0.2" gustTime_s="2" updateRate_Hz="5" ${AIR}/>`;
  const duration_s = 1000;
  const log = drift(wind("gusty"), { duration_s });
  const told = rows(log, "/v/water");
  const n = told.length;
  const phi = Math.exp(-1 / 2);
  for (const [mean, values] of [
    [-10, told.map(({ windNorth_mps }) => windNorth_mps!)],
    [0, told.map(({ windEast_mps }) => windEast_mps!)],
  ] as const) {
    const off = values.map((value) => value - mean);
    // Four standard errors of mean and variance of a first-order process, sampled once a second; between two draws of 5 Hz the
    // variance would be lower, but the samples lie on the draws.
    const meanError = 2 * Math.sqrt((1 + phi) / (1 - phi) / n);
    expect(Math.abs(off.reduce((sum, x) => sum + x, 0) / n)).toBeLessThan(4 * meanError);
    const varianceError = 4 * Math.sqrt((2 * (1 + phi ** 2)) / (1 - phi ** 2) / n);
    expect(Math.abs(off.reduce((sum, x) => sum + x * x, 0) / n - 4)).toBeLessThan(4 * varianceError);
  }
  const spread = (log: Log): number => {
    const speeds = rows(log, "/v/state")
      .slice(600)
      .map(({ u_mps }) => u_mps!);
    return Math.max(...speeds) - Math.min(...speeds);
  };
  expect(spread(log)).toBeGreaterThan(0.02);
  expect(spread(drift(wind("constant"), { duration_s }))).toBeLessThan(1e-5);
});

describe("under water", () => {
  const inside = `<windage frontalArea_m2="0.4" lateralArea_m2="1" centre_m="0 0 -0.3" height_m="0.4">
    <provenance of="*" status="assumed" note="a test"/></windage>`;
  const setting = {
    ...{ duration_s: 30, inside, vehicle: "components/vehicles/remus100.xml" },
    start: 'position_m="0 0 5" velocity_mps="1 0.2 0" rate_degps="1 2 3"',
  };

  test("a gale of 40 m/s changes no bit of the way, and the log shows none", () => {
    const states = (wind: string): Row[] =>
      rows(drift(`<current velocity_mps="0.1 0 0"/>${wind}`, { ...setting }), "/v/state");
    const gale = drift('<current velocity_mps="0.1 0 0"/><wind speed_mps="40"/>', { ...setting });
    expect(rows(gale, "/v/state")).toEqual(states(""));
    for (const row of rows(gale, "/v/water")) {
      expect(row).toMatchObject({ windHeight_m: 0 });
      expect([row.windNorth_mps, row.windEast_mps, row.windDown_mps].map((w) => Math.abs(w!))).toEqual([0, 0, 0]);
    }
  });

  test("without wind in the world the log has no wind, and windage does nothing even at the surface", () => {
    const calm = drift('<current velocity_mps="0.1 0 0"/>', { duration_s: 20, start: 'velocity_mps="2 0 0"' });
    expect(readTable(calm, "/v/water").names.filter((name) => name.startsWith("wind"))).toEqual([]);
    // M u̇ = −24 (u − 0.1)|u − 0.1|: 1/(u − 0.1) = 1/1.9 + 24 t / 880.
    const { u_mps } = rows(calm, "/v/state").at(-1)!;
    expect(u_mps! - 0.1).toBeCloseTo(1 / (1 / 1.9 + (24 * 20) / 880), 6);
  });
});

test("the same seed gives the same gusts, another seed others", () => {
  const wind = `<wind model="gusty" speed_mps="10" ${AIR}/>`;
  const path = (seed: number): Row[] => rows(drift(wind, { duration_s: 30, seed }), "/v/state");
  expect(path(4)).toEqual(path(4));
  expect(path(5).at(-1)).not.toEqual(path(4).at(-1));
});

describe("what is wrong with a wind is told with its place", () => {
  const errorsOf = (world: string, vehicle = "raft.xml"): string[] =>
    load(textOf(world, { duration_s: 1, vehicle }))
      .diagnostics.filter(({ code }) => code !== "LIB033")
      .map(formatDiagnostic);

  test("that it has no effect", () => {
    expect(errorsOf('<wind speed_mps="5"/>', "components/vehicles/rexrov.xml")).toContain(
      "test.xml:3:2: warning SCN012: the wind has no effect: no vehicle has a <windage> (add a <windage>, the area above the water, to a vehicle)",
    );
    expect(errorsOf('<wind speed_mps="5"/>').join()).not.toContain("SCN012");
  });

  test("two of them, and a speed below zero", () => {
    expect(errorsOf('<wind id="a" speed_mps="5"/>\n<wind id="b" speed_mps="5"/>')).toContain(
      "test.xml:4:2: error LIB010: <world> has more than 1 <wind>",
    );
    expect(errorsOf('<wind speed_mps="-5"/>').join()).toContain("test.xml:3:18: error LIB012: speed_mps = -5");
  });
});

describe("surface-drift", () => {
  const run = (overrides: readonly string[]): Log => {
    const file = "scenarios/surface-drift.xml";
    const { scenario, diagnostics } = loadScenario(definitions, nodeReader(), file, overrides);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    return sail(scenario!);
  };

  test("ends near 40 m north and 85 m east, its mast in the wind throughout, its side coming round to the wind", () => {
    const log = run([]);
    const states = rows(log, "/auv/state");
    const [first, last] = [states[0]!, states.at(-1)!];
    // A golden figure of the shipped seed; a metre in 94 is less than any change of wind or drag worth the name would make.
    expect(Math.hypot(last.north_m! - 40.5, last.east_m! - 84.6)).toBeLessThan(1);
    const side = (heading_rad: number): number => Math.abs(Math.cos(heading_rad - (315 * Math.PI) / 180));
    expect(side(last.heading_rad!)).toBeLessThan(side(first.heading_rad!));
    // From the waterline to 0.211 m: the wind is taken at half of that.
    for (const { windHeight_m } of rows(log, "/auv/water")) expect(Math.abs(windHeight_m! - 0.1056)).toBeLessThan(2e-3);
  });

  /** Its side to the mean wind, carried by the current from the start. */
  const ABEAM = ["world/breeze/model=constant", "auv/attitude_deg=0 0 45", "auv/velocity_mps=0.141 0.028 0"];
  const [CURRENT_NORTH, CURRENT_EAST] = [0.08, 0.12];
  /** The wind over the water, from a wind towards 135°. */
  const overWater = (U: number): [number, number] => [
    -U * Math.SQRT1_2 - CURRENT_NORTH,
    U * Math.SQRT1_2 - CURRENT_EAST,
  ];

  /** Speed through the water along the wind over it, and what the balance of drag says: hull across the flow, mast and deck in the wind. */
  function leeway(log: Log): { leeway_mps: number; balance_mps: number; heading_rad: number; side_rad: number } {
    const last = rows(log, "/auv/state").at(-1)!;
    const [north, east] = ground(last);
    const [windNorth, windEast] = overWater(8 * (rows(log, "/auv/water").at(-1)!.windHeight_m! / 10) ** 0.11);
    const W = Math.hypot(windNorth, windEast);
    // ½ · 1.225 · 0.87 · 0.0137 (W − v)² = 3.023351 v + ½ · 1026 · 1.1977288 · 0.19 · 1.6 v², by bisection.
    const surplus = (v: number): number =>
      0.5 * 1.225 * 0.87 * 0.0137 * (W - v) ** 2 - (3.023351 * v + 0.5 * 1026 * 1.1977288 * 0.19 * 1.6 * v * v);
    let [low, high] = [0, 1];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (surplus(middle) > 0) low = middle;
      else high = middle;
    }
    return {
      leeway_mps: ((north - CURRENT_NORTH) * windNorth + (east - CURRENT_EAST) * windEast) / W,
      balance_mps: low,
      heading_rad: last.heading_rad!,
      side_rad: Math.atan2(windEast, windNorth) - Math.PI / 2,
    };
  }

  test("a bare hull lies with its side to the wind over the water and makes the leeway at which drag balances: 0.023 m/s, 0.3 % of the wind", () => {
    const fins = ["rudderTop", "rudderBottom", "planePort", "planeStarboard"];
    const none = fins.flatMap((fin) => [`auv/${fin}/span_m=0.0001`, `auv/${fin}/chord_m=0.0001`]);
    const { leeway_mps, balance_mps, heading_rad, side_rad } = leeway(run([...ABEAM, ...none, "duration_s=600"]));
    // The heading still swings in by some 1e-4 rad; heel, 5 mrad, turns the forces by its square.
    expect(Math.abs(leeway_mps / balance_mps - 1)).toBeLessThan(5e-4);
    expect(Math.abs(heading_rad - side_rad)).toBeLessThan(1e-3);
    expect(balance_mps).toBeCloseTo(0.023, 3);
  });

  test("with its fins it goes 1 % slower, and hangs some degrees off", () => {
    const { leeway_mps, balance_mps, heading_rad, side_rad } = leeway(run([...ABEAM, "duration_s=300"]));
    // Two rudders of 0.00665 m² with C_90 = 1.15 add 4 % to the strips' C_d D L = 0.364 m², which are six tenths of the drag: at most
    // 2 % of the speed. They stand astern, so the bow goes off before the wind.
    expect(leeway_mps / balance_mps).toBeGreaterThan(0.98);
    expect(leeway_mps / balance_mps).toBeLessThan(1);
    expect(heading_rad).toBeGreaterThan(side_rad + 0.01);
    expect(heading_rad).toBeLessThan(side_rad + 0.1);
  });
});
