/** A Doppler velocity log without noise: closed forms over planes, lock and its loss, speed of sound, obstacles. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PlaneBottom } from "../environment/geometry/formula-bottoms.ts";
import { ObstaclePath } from "../environment/geometry/obstacle-path.ts";
import { Box, Sphere } from "../environment/geometry/primitives.ts";
import { Scene } from "../environment/index.ts";
import { SAMPLE } from "./sensor-thing.ts";
import { PingRig, type Pose } from "./test/ping-rig.ts";

type Vector = readonly number[];
type Matrix = readonly Vector[];

// The oracle works with matrices and angles, in plain arrays; the code with quaternions.
const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
const times = (M: Matrix, v: Vector): number[] => M.map((row) => dot(row, v));
const transposed = (M: Matrix): number[][] => M[0].map((_, j) => M.map((row) => row[j]));
const product = (A: Matrix, B: Matrix): number[][] => A.map((row) => transposed(B).map((column) => dot(row, column)));
const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const plus = (a: Vector, b: Vector): number[] => a.map((x, i) => x + b[i]);

/** R = Rz(yaw) Ry(pitch) Rx(roll). */
function rotation(roll: number, pitch: number, yaw: number): number[][] {
  const [cr, sr, cp, sp] = [Math.cos(roll), Math.sin(roll), Math.cos(pitch), Math.sin(pitch)];
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const Rz = [
    [cy, -sy, 0],
    [sy, cy, 0],
    [0, 0, 1],
  ];
  const Ry = [
    [cp, 0, sp],
    [0, 1, 0],
    [-sp, 0, cp],
  ];
  const Rx = [
    [1, 0, 0],
    [0, cr, -sr],
    [0, sr, cr],
  ];
  return product(Rz, product(Ry, Rx));
}

/** The same as a quaternion, by half angles about one axis after the other. */
function quaternion(roll: number, pitch: number, yaw: number): number[] {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}

const DEG = Math.PI / 180;
const AZIMUTHS = [45, 135, 225, 315];
/** In S. */
const beams = (angle_deg = 30, azimuths: Vector = AZIMUTHS): number[][] =>
  azimuths.map((azimuth) => [
    Math.sin(angle_deg * DEG) * Math.cos(azimuth * DEG),
    Math.sin(angle_deg * DEG) * Math.sin(azimuth * DEG),
    Math.cos(angle_deg * DEG),
  ]);

/** A level bottom at a depth, and a place above it. */
const level = (depth_m: number): Scene => new Scene(new PlaneBottom(depth_m), []);
const at = (depth_m: number, more: Partial<Pose> = {}): Pose => ({ p_NB: [0, 0, depth_m], ...more });
const tilted = (depth_m: number, roll_deg: number, pitch_deg: number): Pose =>
  at(depth_m, { q_NB: quaternion(roll_deg * DEG, pitch_deg * DEG, 0) });

describe("over a plane, at any attitude and mounting", () => {
  const angle = (most_deg: number) => fc.double({ min: -most_deg * DEG, max: most_deg * DEG, noNaN: true });
  const length = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  const vector = (most: number) => fc.tuple(length(most), length(most), length(most));

  test("ranges, both velocities and the altitude along its axis equal the closed forms to 1e-9", () => {
    fc.assert(
      fc.property(
        fc.tuple(angle(15), angle(15), angle(180)),
        fc.tuple(angle(10), angle(10), angle(180)),
        fc.tuple(angle(20), angle(180)),
        vector(2),
        vector(3),
        vector(0.5),
        vector(3),
        (rpy, mounted, [slope, towards], p_BS, v, w, u) => {
          const gradient = [Math.tan(slope) * Math.cos(towards), Math.tan(slope) * Math.sin(towards)];
          const depth = (north: number, east: number): number => 60 + gradient[0] * north + gradient[1] * east;
          const scene = new Scene(new PlaneBottom(60, [0, 0], gradient), []);
          const mount = { p_BS_m: p_BS, q_BS: quaternion(...mounted) };
          const rig = new PingRig('waterRange_m="5"', { scene, mount });
          const pose = { p_NB: [3, -4, 20], q_NB: quaternion(...rpy), v_NB_B: v, w_NB_B: w, v_FB_B: u };
          const seen = rig.ping(pose);

          const R_NB = rotation(...rpy);
          const R_BS = rotation(...mounted);
          const R_NS = product(R_NB, R_BS);
          const p_NS = plus([3, -4, 20], times(R_NB, p_BS));
          // Along d from p the plane is met where the height over it, f(p), is used up at the rate of f(d): f is linear but for its 60.
          const height_m = depth(p_NS[0], p_NS[1]) - p_NS[2];
          const along = (d_S: Vector): number => {
            const d = times(R_NS, d_S);
            return height_m / (d[2] - gradient[0] * d[0] - gradient[1] * d[1]);
          };
          const v_S = times(transposed(R_BS), plus(v, cross(w, p_BS)));
          const u_S = times(transposed(R_BS), plus(u, cross(w, p_BS)));
          const near = (a: number, b: number): void => expect(Math.abs(a - b)).toBeLessThan(1e-9);
          expect(seen.quality).toBe(SAMPLE.valid);
          expect(seen.waterValid).toBe(1);
          beams().forEach((b, k) => {
            near(seen.ranges[k], along(b));
          });
          near(seen.altitude, along([0, 0, 1]));
          for (let i = 0; i < 3; i++) {
            near(seen.velocity[i], v_S[i]);
            near(seen.waterVelocity[i], u_S[i]);
          }
          near(seen.delay_s, Math.round(((2 * Math.max(...beams().map(along))) / 1500) * 1e9) / 1e9);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });

  test("with any beam angle and azimuths, in their order", () => {
    const azimuths = [270, 90, 0, 180];
    const rig = new PingRig('beamAngle_deg="20" beamAzimuths_deg="270 90 0 180"', { scene: level(50) });
    const seen = rig.ping({ ...tilted(10, 0, 8), v_NB_B: [1.5, -0.2, 0.1] });
    // Bow up by 8°: the beam ahead (the third) is longest, the one astern shortest.
    seen.ranges.forEach((r, k) => {
      const d = times(rotation(0, 8 * DEG, 0), beams(20, azimuths)[k]);
      expect(r).toBeCloseTo(40 / d[2], 9);
    });
    expect(seen.ranges.indexOf(Math.max(...seen.ranges))).toBe(2);
    [1.5, -0.2, 0.1].forEach((x, i) => {
      expect(seen.velocity[i]).toBeCloseTo(x, 12);
    });
  });
});

describe("beams that have no echo", () => {
  /** A level bottom at 50 m, and a box of 2 m by 2 m whose top is at 14.5 m. */
  const shelf = (north: number, east: number): Scene =>
    new Scene(new PlaneBottom(50), [new Box([north, east, 15], [0, 0, 0], [2, 2, 1])]);

  test("three are enough: the velocity is right, the fourth range is missing", () => {
    // The first beam points 0.5 (0.7071, 0.7071) per metre of range: a box under it, 5 m below the instrument.
    const side = 5 * Math.tan(30 * DEG) * Math.SQRT1_2;
    const seen = new PingRig('minAltitude_m="8"', { scene: shelf(side, side) }).ping(
      at(10, { v_NB_B: [1.2, 0.4, -0.3] }),
    );
    expect(seen.quality).toBe(SAMPLE.valid);
    expect(seen.ranges[0]).toBeNaN();
    seen.ranges.slice(1).forEach((r) => {
      expect(r).toBeCloseTo(40 / Math.cos(30 * DEG), 9);
    });
    [1.2, 0.4, -0.3].forEach((x, i) => {
      expect(seen.velocity[i]).toBeCloseTo(x, 12);
    });
    expect(seen.altitude).toBeCloseTo(40, 9);
  });

  test("an obstacle within the limits shortens the beam that meets it: its top at 14.5 m is 4.5 m below", () => {
    const side = 5 * Math.tan(30 * DEG) * Math.SQRT1_2;
    const seen = new PingRig("", { scene: shelf(side, side) }).ping(at(10));
    expect(seen.ranges[0]).toBeCloseTo(4.5 / Math.cos(30 * DEG), 9);
    expect(seen.ranges[1]).toBeCloseTo(40 / Math.cos(30 * DEG), 9);
    // The harmonic mean of three vertical ranges of 40 m and one of 4.5 m.
    expect(seen.altitude).toBeCloseTo(4 / (3 / 40 + 1 / 4.5), 9);
  });

  test("a level instrument locks from the least to the largest altitude of its sheet, 0.7 to 90 m", () => {
    const limits = 'minAltitude_m="0.7" maxAltitude_m="90"';
    const quality = (altitude_m: number): number =>
      new PingRig(limits, { scene: level(100) }).ping(at(100 - altitude_m)).quality;
    expect([0.6999, 0.7001, 89.999, 90.001].map(quality)).toEqual([
      SAMPLE.invalid,
      SAMPLE.valid,
      SAMPLE.valid,
      SAMPLE.invalid,
    ]);
  });

  test("limits along the beam are altitudes of cos 30° = 0.8660 of them", () => {
    const quality = (altitude_m: number): number =>
      new PingRig('maxAltitude_m="50" limits="beam"', { scene: level(100) }).ping(at(100 - altitude_m)).quality;
    expect([43.3, 43.302].map(quality)).toEqual([SAMPLE.valid, SAMPLE.invalid]);
  });

  test("a tilt loses beams one by one: 90 m up of 100 m, beams ahead, astern and to the sides, the first at 8.79° of pitch", () => {
    // The longest beam has 100 m / cos 30°; a beam in the plane of the pitch reaches so far at acos(0.9 cos 30°) = 38.79°, 8.79° more.
    const most_deg = Math.acos(0.9 * Math.cos(30 * DEG)) / DEG - 30;
    const attributes = 'maxAltitude_m="100" beamAzimuths_deg="0 90 180 270"';
    const echoes = (roll_deg: number, pitch_deg: number) => {
      const seen = new PingRig(attributes, { scene: level(100) }).ping(tilted(10, roll_deg, pitch_deg));
      return { count: seen.ranges.filter((r) => !Number.isNaN(r)).length, quality: seen.quality };
    };
    expect(echoes(0, most_deg - 0.001)).toEqual({ count: 4, quality: SAMPLE.valid });
    expect(echoes(0, most_deg + 0.001)).toEqual({ count: 3, quality: SAMPLE.valid });
    // Rolled besides, another is lost: no lock.
    expect(echoes(12, 12)).toEqual({ count: 2, quality: SAMPLE.invalid });
  });

  test("a bottom that is met too obliquely sends nothing back: 45° of incidence, 14.999° and 15.001° of pitch", () => {
    const attributes = 'maxIncidence_deg="45" maxAltitude_m="1000" beamAzimuths_deg="0 90 180 270"';
    const heard = (pitch_deg: number): boolean =>
      !Number.isNaN(new PingRig(attributes, { scene: level(30) }).ping(tilted(10, 0, pitch_deg)).ranges[0]);
    expect([14.999, 15.001].map(heard)).toEqual([true, false]);
  });

  test("without a lock the velocity is missing, and the altitude is that of the beams that are left", () => {
    const attributes = 'maxAltitude_m="100" beamAzimuths_deg="0 90 180 270"';
    const seen = new PingRig(attributes, { scene: level(100) }).ping(tilted(10, 12, 12));
    seen.velocity.forEach((v) => {
      expect(v).toBeNaN();
    });
    const left = seen.ranges.filter((r) => !Number.isNaN(r));
    expect(seen.altitude).toBeCloseTo((Math.cos(30 * DEG) * 2) / (1 / left[0] + 1 / left[1]), 9);
  });

  test("nor is there a lock in a world without a bottom, or above the water; the water track needs water alone", () => {
    const nothing = new PingRig('waterRange_m="5"').ping(at(10, { v_FB_B: [1, 2, 3] }));
    expect(nothing.quality).toBe(SAMPLE.invalid);
    expect([nothing.altitude, ...nothing.ranges, ...nothing.velocity].every(Number.isNaN)).toBe(true);
    expect(nothing.waterValid).toBe(1);
    [1, 2, 3].forEach((x, i) => {
      expect(nothing.waterVelocity[i]).toBeCloseTo(x, 12);
    });
    const dry = new PingRig('waterRange_m="5"', { scene: level(20) }).ping(at(-0.1));
    expect([dry.quality, dry.waterValid]).toEqual([SAMPLE.invalid, 0]);
    // On a crest it is under water.
    const wave = new PingRig('waterRange_m="5"', { scene: level(20), surface_m: 0.5 }).ping(at(-0.1));
    expect([wave.quality, wave.waterValid]).toEqual([SAMPLE.valid, 1]);
  });

  test("the water track needs its range of water: 5 m along the beam are 4.3301 m of altitude", () => {
    const valid = (altitude_m: number): number =>
      new PingRig('waterRange_m="5"', { scene: level(50) }).ping(at(50 - altitude_m)).waterValid;
    expect([4.33, 4.331].map(valid)).toEqual([0, 1]);
    // One that looks up has the surface in its way.
    const mount = { p_BS_m: [0, 0, 0], q_BS: quaternion(Math.PI, 0, 0) };
    const below = (depth_m: number): number => new PingRig('waterRange_m="5"', { mount }).ping(at(depth_m)).waterValid;
    expect([4.33, 4.331].map(below)).toEqual([0, 1]);
    expect(new PingRig("", { scene: level(50) }).ping(at(10)).waterValid).toBe(0);
  });
});

describe("speed of sound", () => {
  const pose = at(10, { v_NB_B: [1.5, -0.5, 0.2], v_FB_B: [1, 0.5, -0.1] });
  const seenAt = (attributes: string, soundSpeed_mps: number) =>
    new PingRig(`waterRange_m="5" ${attributes}`, { scene: level(50), soundSpeed_mps }).ping(pose);

  test("set to 1500 m/s in water of 1450 m/s, pistons read velocities and ranges 1500 / 1450 too large", () => {
    const seen = seenAt('soundSpeed_mps="1500"', 1450);
    const scale = 1500 / 1450;
    [1.5, -0.5, 0.2].forEach((x, i) => {
      expect(seen.velocity[i]).toBeCloseTo(scale * x, 12);
    });
    [1, 0.5, -0.1].forEach((x, i) => {
      expect(seen.waterVelocity[i]).toBeCloseTo(scale * x, 12);
    });
    seen.ranges.forEach((r) => {
      expect(r).toBeCloseTo((scale * 40) / Math.cos(30 * DEG), 9);
    });
    expect(seen.altitude).toBeCloseTo(scale * 40, 9);
    // The echo is in when it is in.
    expect(seen.delay_s).toBeCloseTo(80 / Math.cos(30 * DEG) / 1450, 9);
  });

  test("limits are those of ranges as it reads them: 90 m of altitude are 93.1 m, set to 1450 m/s in water of 1500 m/s, and 87 m the other way round", () => {
    const lock = (set_mps: number, true_mps: number, altitude_m: number): boolean =>
      new PingRig(`maxAltitude_m="90" soundSpeed_mps="${set_mps}"`, {
        scene: level(200),
        soundSpeed_mps: true_mps,
      }).ping(at(200 - altitude_m)).quality === SAMPLE.valid;
    const most = [(90 * 1500) / 1450, (90 * 1450) / 1500] as const;
    expect([lock(1450, 1500, most[0] - 0.001), lock(1450, 1500, most[0] + 0.001)]).toEqual([true, false]);
    expect([lock(1500, 1450, most[1] - 0.001), lock(1500, 1450, most[1] + 0.001)]).toEqual([true, false]);
  });

  test("a phased array reads horizontal velocities right, and vertical ones by the maker's rule: 0.9569 of them are true", () => {
    // Pathfinder: sin θ = c / (2 · 1536 m/s). Its guide: "for C_user = 1500 and C_actual = 1450 the correction factor is 0.9569".
    const seen = seenAt('transducers="phasedArray" designSoundSpeed_mps="1536" soundSpeed_mps="1500"', 1450);
    expect(seen.velocity[0]).toBeCloseTo(1.5, 12);
    expect(seen.velocity[1]).toBeCloseTo(-0.5, 12);
    expect(0.2 / seen.velocity[2]).toBeCloseTo(0.9569, 4);
    const slowness = (c: number): number => Math.sqrt(1 / c ** 2 - 1 / (4 * 1536 ** 2));
    expect(seen.velocity[2]).toBeCloseTo((0.2 * slowness(1450)) / slowness(1500), 12);
    expect(seen.ranges[0]).toBeCloseTo(((1500 / 1450) * 40) / Math.sqrt(1 - (1450 / 3072) ** 2), 9);
  });

  test("one that measures it is right in any water, with either array; where the world does not say, it is 1500 m/s", () => {
    for (const array of ["pistons", "phasedArray"]) {
      const seen = seenAt(`transducers="${array}"`, 1450);
      [1.5, -0.5, 0.2].forEach((x, i) => {
        expect(seen.velocity[i]).toBeCloseTo(x, 12);
      });
      expect(seen.altitude).toBeCloseTo(40, 9);
    }
    expect(seenAt("", Number.NaN).delay_s).toBeCloseTo(80 / Math.cos(30 * DEG) / 1500, 9);
  });
});

describe("pings", () => {
  test("one waits for the echoes of the one before: 100 m away along a beam, two within 0.1334 s are one", () => {
    const rig = new PingRig('limits="beam" maxAltitude_m="100"', { scene: level(1000) });
    // No echo at all: it listens for 2 · 100 / 1500 s.
    expect(rig.ping(at(10)).delay_s).toBeCloseTo(200 / 1500, 9);
    expect(rig.ping(at(10), 0.1333).quality).toBe(SAMPLE.silent);
    expect(rig.ping(at(10), 0.0001).quality).toBe(SAMPLE.invalid);
  });

  test("a lock is reported when it is found, and as lost after three pings without one", () => {
    const rig = new PingRig('maxAltitude_m="30"', { scene: level(50) });
    const [near, far] = [at(30), at(10)];
    for (const pose of [near, near, far, far, near, far, far, far, far, near]) rig.ping(pose);
    expect(rig.events).toEqual([
      "lock: lock",
      "noLock: it has lost its bottom lock: 0 beams have an echo, of 4",
      "lock: lock",
    ]);
    const never = new PingRig("");
    for (let k = 0; k < 5; k++) never.ping(at(10));
    expect(never.events).toEqual(["noLock: it has no bottom lock: 0 beams have an echo, of 4"]);
  });

  test("velocities outside its range are at the limit, in steps of its resolution: ranges too", () => {
    const attributes =
      'velocityMin_mps="-2" velocityMax_mps="2" velocityResolution_mps="0.01" beamRangeResolution_m="0.1" waterRange_m="5"';
    const seen = new PingRig(attributes, { scene: level(50) }).ping(
      at(10, { v_NB_B: [3, 0.1234, 0], v_FB_B: [0.1, -2.5, 0] }),
    );
    expect(seen.quality).toBe(SAMPLE.outOfRange);
    expect(seen.velocity[0]).toBeCloseTo(2, 12);
    expect(seen.velocity[1]).toBeCloseTo(0.12, 12);
    expect(seen.waterValid).toBe(0);
    seen.ranges.forEach((r) => {
      expect(r).toBeCloseTo(46.2, 9);
    }); // 46.188
  });
});

describe("over what moves", () => {
  /** A plate of 60 m by 60 m and 2 m of height, in the frame of a body at its middle. */
  const plate = new Box([0, 0, 0], [0, 0, 0], [60, 60, 2]);
  const own = [1.5, -0.3, 0.1];

  test("another vehicle 19 m below, with its top at 18 m: ranges of 18 m / cos 30°, and the velocity relative to it", () => {
    const v_NB_N = [0.7, 0.2, -0.4];
    const others = [{ surfaces: [plate], p_NB: [0, 0, 29], v_NB_N }];
    const seen = new PingRig("", { scene: level(50), others }).ping(at(10, { v_NB_B: own }));
    expect(seen.quality).toBe(SAMPLE.valid);
    seen.ranges.forEach((r) => {
      expect(r).toBeCloseTo(18 / Math.cos(30 * DEG), 9);
    });
    expect(seen.altitude).toBeCloseTo(18, 9);
    seen.velocity.forEach((v, i) => {
      expect(v).toBeCloseTo(own[i] - v_NB_N[i], 12);
    });
  });

  test("one that also turns, at any attitude of both: each beam by the velocity of the point that it meets, in the least squares of all", () => {
    const angle = (most_deg: number) => fc.double({ min: -most_deg * DEG, max: most_deg * DEG, noNaN: true });
    const length = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    const vector = (most: number) => fc.tuple(length(most), length(most), length(most));
    fc.assert(
      fc.property(
        fc.tuple(angle(10), angle(10), angle(180)),
        fc.tuple(angle(10), angle(10), angle(180)),
        vector(2),
        vector(2),
        vector(0.2),
        (rpy, turned, v, v_NB_N, w_NB_N) => {
          const R_NO = rotation(...turned);
          const p_NO = [2, -1, 25];
          const others = [{ surfaces: [plate], p_NB: p_NO, q_NB: quaternion(...turned), v_NB_N, w_NB_N }];
          const seen = new PingRig("", { others }).ping(at(5, { q_NB: quaternion(...rpy), v_NB_B: v }));
          const R_NB = rotation(...rpy);
          // The top of the plate: the plane through p − R z with the normal R z.
          const normal = times(R_NO, [0, 0, 1]);
          const top = plus(p_NO, times(R_NO, [0, 0, -1]));
          const height = dot(normal, plus(top, [0, 0, -5]));
          const along = beams().map((b) => height / dot(normal, times(R_NB, b)));
          const read = beams().map((b, k) => {
            const d = times(R_NB, b);
            const point = plus(
              [0, 0, 5],
              d.map((x) => along[k] * x),
            );
            const v_NQ = plus(
              v_NB_N,
              cross(
                w_NB_N,
                plus(
                  point,
                  p_NO.map((x) => -x),
                ),
              ),
            );
            return dot(b, v) - dot(d, v_NQ);
          });
          // Of four beams at 45°, 135° … by 30°: sums of their readings with their components, over the sums of the squares of these.
          const solved = [0, 1, 2].map((i) => {
            const components = beams().map((b) => b[i]);
            return dot(components, read) / dot(components, components);
          });
          seen.ranges.forEach((r, k) => {
            expect(Math.abs(r - along[k])).toBeLessThan(1e-9);
          });
          // Rounding of distances of 50 m times rates of 0.3 rad/s: below 1e-12; 1e-9 as for the bottom.
          solved.forEach((x, i) => {
            expect(Math.abs(seen.velocity[i] - x)).toBeLessThan(1e-9);
          });
        },
      ),
      { seed: 11, numRuns: 200 },
    );
  });

  test("an obstacle on a path: the range is that of the time of the ping, the velocity relative to it", () => {
    // It rises by 0.2 m/s and goes north by 1 m/s from 100 s on: at t its top is at 40 − 0.2 (t − 100) − 1 m.
    const path = new ObstaclePath({
      times_s: [100, 150],
      positions_m: [-10, 0, 40, 40, 0, 30],
      attitude_rad: [0, 0, 0.5],
    });
    const scene = new Scene(new PlaneBottom(60), [plate], null, [{ path, material: null }]);
    const rig = new PingRig("", { scene });
    for (const [t_s, after_s] of [
      [90, 90],
      [105, 15],
      [112.5, 7.5],
    ] as const) {
      const seen = rig.ping(at(10, { v_NB_B: own }), after_s);
      const top_m = 39 - 0.2 * Math.max(0, t_s - 100);
      const moving = t_s < 100 ? [0, 0, 0] : [1, 0, -0.2];
      expect(seen.altitude).toBeCloseTo(top_m - 10, 9);
      seen.velocity.forEach((v, i) => {
        expect(v).toBeCloseTo(own[i] - moving[i], 12);
      });
    }
  });

  test("of two vehicles and the bottom the nearest counts, beam by beam; the water track ends at a vehicle, too", () => {
    // A ball of 2 m on the first beam, 10 m along it; another behind it.
    const along = (r: number): number[] => beams()[0].map((x) => r * x);
    const ball = new Sphere([0, 0, 0], 2);
    const others = [along(20), along(10)].map((p) => ({
      surfaces: [ball],
      p_NB: plus(p, [0, 0, 10]),
      v_NB_N: [0, 0, 1],
    }));
    const rig = new PingRig('waterRange_m="9.5" beamAzimuths_deg="45 135 225 315"', { scene: level(50), others });
    const seen = rig.ping(at(10, { v_NB_B: own }));
    expect(seen.ranges[0]).toBeCloseTo(9, 9);
    seen.ranges.slice(1).forEach((r) => {
      expect(r).toBeCloseTo(40 / Math.cos(30 * DEG), 9);
    });
    expect(seen.waterValid).toBe(1); // by the other three
    // The first beam reads cos 30° · 1 m/s less: of the least squares of four beams each has a quarter, over its component.
    const lost = Math.cos(30 * DEG);
    const shares = beams()[0].map((component, i) => {
      const components = beams().map((beam) => beam[i]);
      return (component * lost) / dot(components, components);
    });
    seen.velocity.forEach((v, i) => {
      expect(v).toBeCloseTo(own[i] - shares[i], 9);
    });
  });
});
