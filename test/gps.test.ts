/** A satellite receiver: places on the earth by formulas of the test's own, fixes on the calendar, errors by their statistics. */
import { describe, expect, test } from "vitest";
import { FLOAT, mean, meanSquare, runSensors, type SensorRun, Z } from "./support/sensor-runs.ts";

const EXACT = 'rate_Hz="1" start="hot" hotStart_s="0" reacquisitionTime_s="0"';

/** WGS-84, by its two defining numbers. */
const A_M = 6_378_137;
const F = 1 / 298.257223563;

/** Earth-centred coordinates of (φ, λ, h): x = (N + h) cos φ cos λ, …, z = (N (1 − e²) + h) sin φ. */
function ecef(latitude: number, longitude: number, height_m: number): number[] {
  const e2 = F * (2 - F);
  const N = A_M / Math.sqrt(1 - e2 * Math.sin(latitude) ** 2);
  const across = (N + height_m) * Math.cos(latitude);
  return [across * Math.cos(longitude), across * Math.sin(longitude), (N * (1 - e2) + height_m) * Math.sin(latitude)];
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
const up = (latitude: number, longitude: number): number[] => [
  Math.cos(latitude) * Math.cos(longitude),
  Math.cos(latitude) * Math.sin(longitude),
  Math.sin(latitude),
];

/** North and east of where the normal through (φ, λ) meets the plane that touches the level at the origin. */
function placeOf(latitude: number, longitude: number, latitude0: number, longitude0: number): number[] {
  const origin = ecef(latitude0, longitude0, 0);
  const foot = ecef(latitude, longitude, 0).map((x, i) => x - origin[i]!);
  const u0 = up(latitude0, longitude0);
  const u = up(latitude, longitude);
  const s = -dot(foot, u0) / dot(u, u0);
  const p = foot.map((x, i) => x + s * u[i]!);
  const north = [
    -Math.sin(latitude0) * Math.cos(longitude0),
    -Math.sin(latitude0) * Math.sin(longitude0),
    Math.cos(latitude0),
  ];
  const east = [-Math.sin(longitude0), Math.cos(longitude0), 0];
  return [dot(p, north), dot(p, east)];
}

const DEG = Math.PI / 180;
const ORIGIN = [43.6, 3.9] as const;

function node(id: string, place: string, gps: string, attitude = "0 0 0"): string {
  return `<vehicle id="${id}" length_m="2" position_m="${place}" attitude_deg="${attitude}"><sensor id="gps" model="gps" ${gps}/></vehicle>`;
}

describe("geodetic output", () => {
  const world = `<world latitude_deg="${ORIGIN[0]}" longitude_deg="${ORIGIN[1]}"/>`;
  // The mast of the last one is 1 m along y and heels by 90° to port, so that it points up.
  const run = runSensors(`<scenario id="s" duration_s="1">${world}
    ${node("a", "0 0 -1", EXACT)}${node("b", "4000 -7000 -2.5", EXACT)}${node("c", "-9000 3000 -1", EXACT)}
    ${node("d", "100 200 0.5", `${EXACT} position_m="0 1 0"`, "-90 0 30")}
    ${node("rounded", "4000 -7000 -2.5", `${EXACT} geodeticResolution_deg="0.00001"`)}</scenario>`);
  const at = (id: string): Record<string, number> => {
    const { names, columns } = run.table(`/${id}/gps`);
    return Object.fromEntries(names.map((name, i) => [name, columns[i]![0]!]));
  };

  test.each([
    ["a", 0, 0, 1],
    ["b", 4000, -7000, 2.5],
    ["c", -9000, 3000, 1],
    ["d", 100, 200, 0.5],
  ])("%s: latitude and longitude lead back to %s, %s by WGS-84, and the height is %s", (id, north, east, height) => {
    const fix = at(id);
    const [n, e] = placeOf(fix.latitude_rad!, fix.longitude_rad!, ORIGIN[0] * DEG, ORIGIN[1] * DEG);
    // Some roundings of the earth's radius, 9e-10 m each, on either side; 1e-15 rad of latitude is 6e-9 m.
    expect(Math.abs(n! - north)).toBeLessThan(3e-8);
    expect(Math.abs(e! - east)).toBeLessThan(3e-8);
    expect(Math.abs(fix.height_m! - height)).toBeLessThan(1e-9);
    expect(Math.abs(fix.north_m! - north)).toBeLessThan(1e-9);
    expect(Math.abs(fix.east_m! - east)).toBeLessThan(1e-9);
    expect([fix.latitudeTrue_rad, fix.longitudeTrue_rad]).toEqual([fix.latitude_rad, fix.longitude_rad]);
    expect(fix.valid).toBe(1);
  });

  test("rounded to 1e-5°: whole steps, at most half of one off, and north and east are those of the rounded place", () => {
    const fix = at("rounded");
    for (const name of ["latitude", "longitude"]) {
      const steps = fix[`${name}_rad`]! / (1e-5 * DEG);
      // 4e6 steps: a rounding of a double is 1e-9 of one.
      expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-8);
      expect(Math.abs(fix[`${name}_rad`]! - fix[`${name}True_rad`]!)).toBeLessThanOrEqual(0.5000001e-5 * DEG);
    }
    const [n, e] = placeOf(fix.latitude_rad!, fix.longitude_rad!, ORIGIN[0] * DEG, ORIGIN[1] * DEG);
    expect(Math.abs(n! - fix.north_m!)).toBeLessThan(3e-8);
    expect(Math.abs(e! - fix.east_m!)).toBeLessThan(3e-8);
    // Half a step of latitude is 0.56 m.
    expect(Math.abs(fix.north_m! - 4000)).toBeGreaterThan(1e-4);
    expect(Math.abs(fix.north_m! - 4000)).toBeLessThan(0.56);
  });

  test("in a world without an origin there is north and east, and no place on the earth", () => {
    const { table } = runSensors(`<scenario id="s" duration_s="1">${node("a", "3 4 -1", EXACT)}</scenario>`);
    const { names, columns } = table("/a/gps");
    const value = (name: string): number => columns[names.indexOf(name)]![0]!;
    expect([value("latitude_rad"), value("longitude_rad"), value("height_m")]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ]);
    expect([value("north_m"), value("east_m"), value("valid")]).toEqual([3, 4, 1]);
  });
});

test("the velocity is that of the antenna: R (v + ω × p) from the logged state", () => {
  const p = [0.5, 0.3, -1.2] as const;
  const run = runSensors(`<scenario id="s" duration_s="6"><world/>
    <vehicle id="auv" file="components/vehicles/remus100.bare.xml" position_m="0 0 0.1" attitude_deg="0 0 40" velocity_mps="1.5 0.2 0" rate_degps="5 3 20">
      <sensor id="gps" model="gps" rate_Hz="5" ${EXACT.replace('rate_Hz="1" ', "")} position_m="${p.join(" ")}"/></vehicle>
    <log rate_Hz="5"/></scenario>`);
  const of = (name: string): number[] => run.column("/auv/state", name);
  const [u, v, w, pp, q, r] = ["u_mps", "v_mps", "w_mps", "p_radps", "q_radps", "r_radps"].map(of);
  const [roll, pitch, heading] = ["roll_rad", "pitch_rad", "heading_rad"].map(of);
  const valid = run.column("/auv/gps", "valid");
  const north = run.column("/auv/gps", "velocityNorth_mps");
  const east = run.column("/auv/gps", "velocityEast_mps");
  expect(valid.filter((x) => x === 1).length).toBeGreaterThan(20);
  for (const [k, isValid] of valid.entries()) {
    if (isValid !== 1) continue;
    const b = [
      u![k]! + q![k]! * p[2] - r![k]! * p[1],
      v![k]! + r![k]! * p[0] - pp![k]! * p[2],
      w![k]! + pp![k]! * p[1] - q![k]! * p[0],
    ];
    const [cr, sr] = [Math.cos(roll![k]!), Math.sin(roll![k]!)];
    const [cp, sp] = [Math.cos(pitch![k]!), Math.sin(pitch![k]!)];
    const [ch, sh] = [Math.cos(heading![k]!), Math.sin(heading![k]!)];
    const n = ch * cp * b[0]! + (ch * sp * sr - sh * cr) * b[1]! + (ch * sp * cr + sh * sr) * b[2]!;
    const e = sh * cp * b[0]! + (sh * sp * sr + ch * cr) * b[1]! + (sh * sp * cr - ch * sr) * b[2]!;
    // Angles of a unit quaternion and back, some ulp of 2 m/s.
    expect(Math.abs(north[k]! - n)).toBeLessThan(1e-12);
    expect(Math.abs(east[k]! - e)).toBeLessThan(1e-12);
  }
});

describe("fixes on the calendar", () => {
  test.each([
    ["cold", 130],
    ["warm", 45],
    ["hot", 20],
  ])("a %s start takes %s s: the first valid sample is of that second, as the event", (start, first_s) => {
    const gps = `rate_Hz="2" start="${start}" offset_s="0.25"`;
    const { column, events } = runSensors(`<scenario id="s" duration_s="140">${node("a", "0 0 -1", gps)}</scenario>`);
    const taken = column("/a/gps", "taken_s");
    const valid = column("/a/gps", "valid");
    expect(valid.indexOf(1)).toBe(2 * first_s);
    expect(taken[valid.indexOf(1)]).toBe(first_s + 0.25);
    expect(valid.slice(2 * first_s)).not.toContain(0);
    expect(column("/a/gps", "north_m").slice(0, 2 * first_s)).toEqual(new Array(2 * first_s).fill(Number.NaN));
    expect(events).toEqual([
      {
        t_ns: (first_s + 0.25) * 1e9,
        level: "info",
        name: "a/gps",
        message: `it has a fix, ${first_s} s after the signal`,
      },
    ]);
  });

  test("dives: none under water; 2 s, 20 s or 45 s after the antenna is out again, by how long it was without a fix", () => {
    const run = runSensors(`<scenario id="s" duration_s="1000" step_s="0.05"><world/>
      <vehicle id="buoy" length_m="0.4" position_m="0 0 0">${FLOAT}
        <push start_s="150" duration_s="2" force_N="0 0 30"/>
        <push start_s="250" duration_s="15" force_N="0 0 20"/>
        <push start_s="520" duration_s="60" force_N="0 0 20"/>
        <sensor id="gps" model="gps" rate_Hz="1" reacquisitionWithin_s="30" hotWithin_s="100" position_m="0 0 -0.5"/></vehicle>
      <log rate_Hz="1"/></scenario>`);
    const heights = run.column("/buoy/state", "depth_m").map((depth) => 0.5 - depth);
    const rolls = run.column("/buoy/state", "roll_rad");
    expect(Math.max(...rolls.map(Math.abs))).toBeLessThan(1e-6); // so the mast is upright
    // The same rules, written as a walk over the seconds of the log's own depth.
    const waits: number[] = [];
    let [signal, fix, hasFix] = [Number.NaN, Number.NaN, false];
    const expected = heights.map((height, t) => {
      if (height < 0.05) {
        [signal, hasFix] = [Number.NaN, false];
        return 0;
      }
      if (Number.isNaN(signal)) signal = t;
      if (!hasFix) {
        const without = signal - fix;
        const wait = Number.isNaN(without) ? 130 : without <= 30 ? 2 : without <= 100 ? 20 : 45;
        if (t - signal < wait) return 0;
        waits.push(wait);
        hasFix = true;
      }
      fix = t;
      return 1;
    });
    expect(run.column("/buoy/gps", "valid")).toEqual(expected);
    expect(waits).toEqual([130, 2, 20, 45]);
    const told = run.events.filter(({ name }) => name === "buoy/gps").map(({ message }) => message);
    expect(told.filter((message) => message.includes("antenna is under water"))).toHaveLength(3);
    expect(told.filter((message) => message.startsWith("it has a fix"))).toEqual(
      waits.map((wait) => `it has a fix, ${wait} s after the signal`),
    );
  });

  test("beyond its limit of height there is no fix", () => {
    const high = `${EXACT} maxHeight_m="18000"`;
    const { column } = runSensors(
      `<scenario id="s" duration_s="2">${node("low", "0 0 -17999", high)}${node("high", "0 0 -18001", high)}</scenario>`,
    );
    expect([column("/low/gps", "valid"), column("/high/gps", "valid")]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
  });
});

describe("errors", () => {
  const errorsOf = (gps: string, duration_s = 4000): { run: SensorRun; north: number[]; east: number[] } => {
    const run =
      runSensors(`<scenario id="s" duration_s="${duration_s}" seed="3"><world latitude_deg="43" longitude_deg="4"/>${node("a", "0 0 -1", `${EXACT} ${gps}`)}
      <log rate_Hz="0.001"/></scenario>`);
    return { run, north: run.column("/a/gps", "north_m"), east: run.column("/a/gps", "east_m") };
  };
  /** Whether Σx²/σ² of n values is that of a χ² of n degrees; for large n that is normal with variance 2n. */
  const fits = (values: readonly number[], sigma: number, degrees = values.length): boolean =>
    Math.abs(meanSquare(values) / sigma ** 2 - 1) < Z * Math.sqrt(2 / degrees);

  test("white noise has the stated deviation, and half of the fixes lie within CEP = 1.1774 σ; twice or half of it does not pass", () => {
    const SIGMA = 2;
    const radius = SIGMA * Math.sqrt(2 * Math.log(2));
    const look = (sigma: number) => {
      const { north, east } = errorsOf(`positionNoise_m="${sigma}"`);
      const inside = north.filter((n, k) => Math.hypot(n, east[k]!) < radius).length / north.length;
      return {
        deviation: fits([...north, ...east], SIGMA),
        mean: Math.abs(mean(north)) < (Z * SIGMA) / Math.sqrt(north.length),
        // Binomial, p = 1/2.
        cep: Math.abs(inside - 0.5) < Z * Math.sqrt(0.25 / north.length),
      };
    };
    expect(look(2)).toEqual({ deviation: true, mean: true, cep: true });
    for (const wrong of [1, 4]) expect(look(wrong)).toMatchObject({ deviation: false, cep: false });
  });

  test("height and velocity have theirs", () => {
    const world = `<world latitude_deg="43" longitude_deg="4"/>`;
    const gps = `${EXACT} positionNoise_m="2" heightRatio="1.5" fixVelocityNoise_mps="0.1"`;
    const { column } = runSensors(
      `<scenario id="s" duration_s="3000">${world}${node("a", "0 0 -1", gps)}<log rate_Hz="0.001"/></scenario>`,
    );
    const heights = column("/a/gps", "height_m").map((h) => h - 1);
    expect([fits(heights, 3), fits(heights, 1.5), fits(heights, 6)]).toEqual([true, false, false]);
    const speeds = [...column("/a/gps", "velocityNorth_mps"), ...column("/a/gps", "velocityEast_mps")];
    expect([fits(speeds, 0.1), fits(speeds, 0.05), fits(speeds, 0.2)]).toEqual([true, false, false]);
  });

  test("the correlated error has its deviation, and the autocorrelation e^(−t/τ) at t = τ; other times and deviations do not pass", () => {
    const [SIGMA, TAU] = [3, 5];
    const phi = Math.exp(-1 / TAU);
    const look = (sigma: number, tau: number) => {
      const { run, north, east } = errorsOf(`positionWander_m="${sigma}" positionWanderTime_s="${tau}"`, 6000);
      const heights = run.column("/a/gps", "height_m").map((h) => h - 1);
      const n = north.length;
      // Neighbours are alike: n values are worth n (1 − φ²)/(1 + φ²) for a mean square.
      const degrees = (2 * n * (1 - phi ** 2)) / (1 + phi ** 2);
      const correlation = (x: readonly number[]): number =>
        x.slice(TAU).reduce((sum, y, k) => sum + y * x[k]!, 0) / (n - TAU) / meanSquare(x);
      // Bartlett's formula for the estimate at lag k of a first-order process; two axes.
      const k = TAU;
      const variance = ((1 + phi ** 2) * (1 - phi ** (2 * k))) / (1 - phi ** 2) / n - (2 * k * phi ** (2 * k)) / n;
      const found = 0.5 * (correlation(north) + correlation(east));
      return {
        deviation: fits([...north, ...east], SIGMA, degrees),
        height: fits(heights, 1.5 * SIGMA, degrees / 2),
        time: Math.abs(found - Math.exp(-1)) < Z * Math.sqrt(variance / 2),
      };
    };
    expect(look(SIGMA, TAU)).toEqual({ deviation: true, height: true, time: true });
    for (const wrong of [2 * SIGMA, SIGMA / 2]) {
      expect(look(wrong, TAU)).toMatchObject({ deviation: false, height: false });
    }
    expect(look(SIGMA, 2 * TAU).time).toBe(false);
    expect(look(SIGMA, TAU / 2).time).toBe(false);
  });

  test("the dilution wanders about its usual value with its own deviation, and the error goes with it", () => {
    const { run, north } = errorsOf('positionNoise_m="2" dilution="1.5" dilutionSpread="0.3" dilutionTime_s="5"', 8000);
    const dilution = run.column("/a/gps", "dilution");
    const phi = Math.exp(-1 / 5);
    const g = dilution.map((D) => Math.log(D / 1.5));
    const degrees = (g.length * (1 - phi ** 2)) / (1 + phi ** 2);
    expect([fits(g, 0.3, degrees), fits(g, 0.15, degrees), fits(g, 0.6, degrees)]).toEqual([true, false, false]);
    expect(
      fits(
        north.map((n, k) => (n * 1.5) / dilution[k]!),
        2,
      ),
    ).toBe(true);
    // Without the division the mean square is e^(2 · 0.3²) = 1.197 times as large: found.
    expect(fits(north, 2)).toBe(false);
    // The height likewise, κ = 1.5 times.
    const heights = run.column("/a/gps", "height_m").map((h) => h - 1);
    expect(
      fits(
        heights.map((h, k) => (h * 1.5) / dilution[k]!),
        3,
      ),
    ).toBe(true);
    expect(fits(heights, 3)).toBe(false);
  });
});
