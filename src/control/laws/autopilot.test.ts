import { expect, test } from "vitest";
import { stallsOf } from "../index.ts";
import { autopilotXml, LawBench, load, type Reading } from "../test/law-bench.ts";

const DEG = Math.PI / 180;

test("the signs: too shallow noses down, pitched up noses down, bow to port of the wanted heading turns to starboard", () => {
  const leg = '<leg depth_m="11" heading_deg="10" speed_mps="2" duration_s="9"/>';
  const bench = new LawBench(autopilotXml(leg, 'propellerPerSpeed="300"'));
  bench.tick({ t_s: 0, p_m: [0, 0, 10], rpy_rad: [0, 0.05, 0], v_mps: [1.5, 0, 0], w_radps: [0, 0, 0] });
  const [rudder, planes, propeller] = bench.out;
  // Sinking rate of a vehicle that is pitched up by 0.05 at 1.5 m/s does not enter: the loop has no k_d.
  expect(bench.shown("pitchSetpoint_rad")).toBeCloseTo(-0.2, 14); // −0.2 rad/m · 1 m
  expect(planes).toBeCloseTo(0.05 + 0.2, 14); // −1 · (−0.2 − 0.05)
  expect(rudder).toBeCloseTo(10 * DEG, 14);
  expect(propeller).toBeCloseTo(300 * 2 + 100 * 0.5, 10);
});

test("limits: a pitch set-point of at most 20°, rudder and planes of at most 15°, a propeller between its bounds", () => {
  const leg = '<leg depth_m="100" heading_deg="179" speed_mps="50" duration_s="9"/>';
  const bench = new LawBench(autopilotXml(leg, 'propellerMin="-200"'));
  bench.tick({ t_s: 0, p_m: [0, 0, 10] });
  expect(bench.shown("pitchSetpoint_rad")).toBeCloseTo(-20 * DEG, 14);
  expect([...bench.out]).toEqual([15 * DEG, 15 * DEG, 1500]);
  const slow = new LawBench(autopilotXml('<leg speed_mps="0" duration_s="9"/>', 'propellerMin="-200"'));
  slow.tick({ t_s: 0, v_mps: [9, 0, 0] });
  expect(slow.out[2]).toBe(-200);
});

test("heading errors take the shorter way: from 350° to 10° is 20° to starboard, and 180° is one way or the other, not both", () => {
  const bench = new LawBench(autopilotXml('<leg heading_deg="10" duration_s="9"/>', 'rudderLimit_deg="60"'));
  bench.tick({ t_s: 0, rpy_rad: [0, 0, -10 * DEG] });
  expect(bench.shown("headingError_rad")).toBeCloseTo(20 * DEG, 14);
  bench.tick({ t_s: 0.1, rpy_rad: [0, 0, -170 * DEG] });
  expect(Math.abs(bench.shown("headingError_rad"))).toBeCloseTo(Math.PI, 14);
});

test("rates are those of the angles, not of the body: rolled on its side, a vehicle that yaws in its own frame changes its pitch", () => {
  const xml = autopilotXml("", 'sternPlaneLimit_deg="90" rudderLimit_deg="90"')
    .replace('<pitch kp="1"/>', '<pitch kp="0" kd="1"/>')
    .replace('<heading kp="1"/>', '<heading kp="0" kd="1"/>');
  const bench = new LawBench(xml);
  bench.tick({ t_s: 0, rpy_rad: [Math.PI / 2, 0, 0], w_radps: [0, 0.3, 0.2] });
  // φ = 90°: θ̇ = −r = −0.2 and ψ̇ = q = 0.3. δ_s = k_d θ̇, δ_r = −k_d ψ̇.
  expect(bench.out[1]).toBeCloseTo(-0.2, 14);
  expect(bench.out[0]).toBeCloseTo(-0.3, 14);
});

test("an empty plan holds the heading and the depth of the first tick, without speed, and says nothing", () => {
  const bench = new LawBench(autopilotXml());
  bench.tick({ t_s: 0, p_m: [3, 4, 7], rpy_rad: [0, 0, 1], v_mps: [1, 0, 0] });
  bench.tick({ t_s: 0.1, p_m: [3, 5, 9], rpy_rad: [0, 0, 2], v_mps: [1, 0, 0] });
  expect(bench.shown("depthSetpoint_m")).toBe(7);
  expect(bench.shown("headingSetpoint_rad")).toBeCloseTo(1, 14);
  expect(bench.shown("speedSetpoint_mps")).toBe(0);
  expect(bench.shown("leg")).toBe(0);
  expect(bench.events).toEqual([]);
  // 57° to starboard of its heading: it steers back, since nothing is over.
  expect([...bench.out].some((command) => command !== 0)).toBe(true);
});

const THREE_LEGS = `<leg id="out" heading_deg="90" speed_mps="2" duration_s="1"/>
  <leg depth_m="5" duration_s="0.5"/><leg id="home" heading_deg="-90" duration_s="0.3"/>`;

test("legs run in the order of the file; what a leg does not give stays; after the last one all stays, where that is asked for", () => {
  const bench = new LawBench(autopilotXml(THREE_LEGS, 'keepAtEnd="true"'));
  const rows: string[] = [];
  for (let k = 0; k <= 25; k++) {
    bench.tick({ t_s: k / 10, p_m: [0, 0, 1] });
    const [leg, depth, heading, speed] = ["leg", "depthSetpoint_m", "headingSetpoint_rad", "speedSetpoint_mps"].map(
      (name) => bench.shown(name),
    );
    rows.push(`${leg} ${depth} ${Math.round(heading! / DEG)} ${speed}`);
  }
  // Ten ticks, five, three, and then the end; ticks of 0.1 s, the leg's time counted from the tick that begins it.
  expect(rows).toEqual([
    ...Array<string>(10).fill("1 1 90 2"),
    ...Array<string>(5).fill("2 5 90 2"),
    ...Array<string>(3).fill("3 5 -90 2"),
    ...Array<string>(8).fill("0 5 -90 2"),
  ]);
  expect(bench.events).toEqual(['leg "out" begins', 'leg "leg2" begins', 'leg "home" begins', "plan finished"]);
});

test("when the plan is over the vehicle stops: propeller off, fins neutral, until something else steers", () => {
  const outputs = (attributes: string): number[][] => {
    const bench = new LawBench(autopilotXml(THREE_LEGS, attributes));
    const rows: number[][] = [];
    for (let k = 0; k <= 20; k++) {
      bench.tick({ t_s: k / 10, p_m: [0, 0, 1] });
      rows.push([...bench.out]);
    }
    return rows;
  };
  const stops = outputs("");
  const keeps = outputs('keepAtEnd="true"');
  // The last leg ends after 1 + 0.5 + 0.3 s.
  expect(stops.slice(0, 18)).toEqual(keeps.slice(0, 18));
  expect(stops.slice(18)).toEqual([0, 1, 2].map(() => [0, 0, 0]));
  for (const row of keeps.slice(18)) for (const value of row) expect(Math.abs(value)).toBeGreaterThan(0.1);
});

test("where a plan stands is reported: the leg, the point that is headed for, the end", () => {
  const bench = new LawBench(
    autopilotXml(`<leg id="out" duration_s="0.1"/>
      <route id="r" acceptance_m="1"><point position_m="1 0 0"/><point position_m="2 0 0"/></route>`),
  );
  for (let k = 0; k < 60; k++) bench.tick({ t_s: k / 10, p_m: [k / 20, 0, 0] });
  expect(bench.lines.map(({ detail }) => detail.plan)).toEqual([
    { state: "runs", at: 'leg "out"' },
    { state: "runs", at: 'route "r", on the way to waypoint 1 of 2' },
    { state: "runs", at: 'route "r", on the way to waypoint 2 of 2' },
    undefined,
    { state: "over", at: "" },
  ]);
});

test("a leg that waits for its depth ends when it has stayed within the tolerance for long enough, not when it passes by", () => {
  const bench = new LawBench(autopilotXml('<leg depth_m="10" depthTolerance_m="0.2" settle_s="1"/>'));
  const depths = [0, 9.9, 10.1, 10.5, ...Array<number>(20).fill(9.9)];
  let ended = -1;
  depths.forEach((depth_m, k) => {
    bench.tick({ t_s: k / 10, p_m: [0, 0, depth_m] });
    if (ended < 0 && bench.shown("leg") === 0) ended = k;
  });
  // Tick 3 is outside; from tick 4 on, ten ticks of 0.1 s are 1 s.
  expect(ended).toBe(13);
});

test("a time-out ends a leg that never reaches its depth", () => {
  const bench = new LawBench(autopilotXml('<leg depth_m="10" depthTolerance_m="0.2" duration_s="2"/>'));
  for (let k = 0; k <= 20; k++) bench.tick({ t_s: k / 10 });
  expect(bench.events.at(-1)).toBe("plan finished");
});

test("a leg that holds a pitch shows no depth; the next depth begins without a jump of the pitch set-point", () => {
  const gains = autopilotXml('<leg pitch_deg="-12" duration_s="1"/><leg depth_m="10" duration_s="60"/>').replace(
    '<depth kp="0.2"/>',
    '<depth kp="0" ki="0.05" kd="0"/>',
  );
  const bench = new LawBench(gains);
  for (let k = 0; k < 10; k++) {
    bench.tick({ t_s: k / 10, p_m: [0, 0, 9.9] });
    expect(bench.shown("pitchSetpoint_rad")).toBeCloseTo(-12 * DEG, 14);
    expect(bench.shown("depthSetpoint_m")).toBeNaN();
  }
  bench.tick({ t_s: 1, p_m: [0, 0, 9.9] });
  // One tick of the integral: 0.05 · 0.1 m · 0.1 s.
  expect(bench.shown("pitchSetpoint_rad")).toBeCloseTo(-12 * DEG - 0.0005, 12);
});

/** Swims where the law points, at 1 m/s, at the depth that it wants, or towards it at a given rate. */
function follow(
  bench: LawBench,
  seconds: number,
  start: number[],
  each?: (p_m: number[]) => void,
  climb_mps?: number,
): number[] {
  const p_m = [...start];
  for (let k = 0; k < seconds * 10; k++) {
    const reading: Reading = { t_s: k / 10, p_m, v_mps: [1, 0, 0] };
    bench.tick(reading);
    const heading = bench.shown("headingSetpoint_rad");
    // Behind the end of the plan the loops rest, and so does the swimmer.
    if (Number.isNaN(heading)) continue;
    p_m[0]! += 0.1 * Math.cos(heading);
    p_m[1]! += 0.1 * Math.sin(heading);
    const depth_m = bench.shown("depthSetpoint_m");
    p_m[2] = climb_mps === undefined ? depth_m : p_m[2]! + Math.sign(depth_m - p_m[2]!) * 0.1 * climb_mps;
    each?.(p_m);
  }
  return p_m;
}

test("a route goes to its first point and on from point to point, at the depth and speed of each, and reports each", () => {
  const bench = new LawBench(
    autopilotXml(
      `<route id="box" acceptance_m="0.5" lookahead_m="2">
      <point position_m="0 5 4" speed_mps="1.2"/><point position_m="20 5 6"/><point position_m="20 25 8" speed_mps="0.9"/>
    </route><leg depth_m="0" duration_s="5"/>`,
      'keepAtEnd="true"',
    ),
  );
  const seen: string[] = [];
  let cross = 0;
  follow(bench, 60, [0, -5, 0], () => {
    const row = `${bench.shown("leg")} ${bench.shown("depthSetpoint_m")} ${bench.shown("speedSetpoint_mps")}`;
    if (seen.at(-1) !== row) seen.push(row);
    if (bench.shown("leg") === 1) cross = Math.max(cross, Math.abs(bench.shown("crossTrack_m")));
    else expect(bench.shown("crossTrack_m")).toBeNaN();
  });
  expect(seen).toEqual(["1 4 1.2", "1 6 1.2", "1 8 0.9", "2 0 0.9", "0 0 0.9"]);
  expect(bench.events).toEqual([
    'route "box" begins',
    ...["waypoint 1 of 3 reached", "waypoint 2 of 3 reached", "waypoint 3 of 3 reached"],
    'leg "leg1" begins',
    "plan finished",
  ]);
  // It starts on the line, and a corner of 90° begins with the radius of the circle at most; 1e-9 is rounding.
  expect(cross).toBeLessThanOrEqual(0.5 + 1e-9);
});

test("the distance from the route is that from the lines as drawn, and does not jump where a corner is cut", () => {
  const bench = new LawBench(
    autopilotXml(`<route acceptance_m="3" lookahead_m="2">
      <point position_m="20 0 1"/><point position_m="20 20 1"/><point position_m="0 20 1"/></route>`),
  );
  // |north| on the first line, |north − 20| on the second: by hand, from the corners of the box.
  const onLine = (n: number, n1: number, n2: number): number => Math.max(n1 - n, n - n2, 0);
  let largestJump = 0;
  let before = 0;
  let largest = 0;
  follow(bench, 55, [0, 0, 1], ([north = 0, east = 0]) => {
    const shown = bench.shown("routeDistance_m");
    if (bench.shown("leg") !== 1) return;
    largestJump = Math.max(largestJump, Math.abs(shown - before));
    before = shown;
    largest = Math.max(largest, shown);
    const lines = [
      Math.hypot(onLine(north, 0, 20), east),
      Math.hypot(north - 20, onLine(east, 0, 20)),
      Math.hypot(onLine(north, 0, 20), east - 20),
    ];
    // The position is that after the tick, a step of 0.1 m further.
    expect(Math.abs(shown - Math.min(...lines))).toBeLessThanOrEqual(0.1 + 1e-9);
  });
  // It moves 0.1 m a tick; the cross-track error jumps by 3 m at each corner.
  expect(largestJump).toBeLessThanOrEqual(0.1 + 1e-9);
  expect(largest).toBeGreaterThan(0.3);
});

test("a point is reached at its depth: one that is passed too shallow is flown at again, until the vehicle is down there", () => {
  const route = (attributes: string): LawBench =>
    new LawBench(
      autopilotXml(
        `<route ${attributes} acceptance_m="2" lookahead_m="2"><point position_m="20 0 9"/><point position_m="20 50 9"/></route>`,
      ),
    );
  // From the surface at 0.1 m down for each metre on: 2 m down above the first point, 9 m only after 90 m.
  const bench = route("");
  const reached: number[][] = [];
  let furthest = 0;
  let behind = 0;
  follow(
    bench,
    200,
    [0, 0, 0],
    (p_m) => {
      const count = bench.events.filter((e) => e.endsWith("reached")).length;
      while (reached.length < count) reached.push([...p_m]);
      if (count > 0) return;
      furthest = Math.max(furthest, Math.hypot(p_m[0]! - 20, p_m[1]!));
      behind = Math.max(behind, p_m[0]! - 20);
    },
    0.1,
  );
  expect(bench.events.slice(0, 3)).toEqual([
    'route "route1" begins',
    "waypoint 1 of 2 passed at a depth of 2.0 m: it is at 9 m, and is flown at again",
    "waypoint 1 of 2 reached",
  ]);
  expect(bench.events.at(-1)).toBe("plan finished");
  for (const [k, [north = 0, east = 0, depth = 0]] of reached.entries()) {
    // One tick of 0.1 m behind the one that has seen it.
    expect(Math.hypot(north - 20, east - 50 * k)).toBeLessThanOrEqual(2 + 0.1);
    expect(Math.abs(depth - 9)).toBeLessThanOrEqual(1 + 0.01);
  }
  // It turns back at R + 3 Δ = 8 m behind the point, and no further: it turns on the spot, as this swimmer does. It came from 20 m.
  expect(furthest).toBeLessThanOrEqual(20 + 1e-9);
  // The tick that sees more than 8 m is up to one step of 0.1 m late, and the position is that after its own step.
  expect(behind).toBeGreaterThan(8);
  expect(behind).toBeLessThanOrEqual(8 + 0.2 + 1e-9);

  // The narrower the tolerance, the later; and declared to be flat, the route is left 2 m below the surface.
  const flat = route('anyDepth="true"');
  const at = follow(flat, 22, [0, 0, 0], undefined, 0.1);
  expect(flat.events).toEqual(['route "route1" begins', "waypoint 1 of 2 reached"]);
  expect(at[2]).toBeCloseTo(2.2, 10);
  const narrow = route('depthAcceptance_m="0.1"');
  follow(narrow, 88, [0, 0, 0], undefined, 0.1);
  expect(narrow.events).toHaveLength(2);
});

test("a vehicle above the first point, too shallow, goes on as it heads and comes back to it", () => {
  const bench = new LawBench(
    autopilotXml(
      '<route acceptance_m="1" lookahead_m="2"><point position_m="0 0 3"/><point position_m="90 0 3"/></route>',
    ),
  );
  bench.tick({ t_s: 0, p_m: [0, 0, 0], rpy_rad: [0, 0, 1] });
  expect(bench.shown("headingSetpoint_rad")).toBeCloseTo(1, 12);
  expect(bench.events).toHaveLength(2);
  expect(bench.events[1]).toMatch(/^waypoint 1 of 2 passed at a depth of 0\.0 m/);
});

test("a vehicle that stands on the first point heads for the second at once", () => {
  const bench = new LawBench(
    autopilotXml('<route><point position_m="7 7 1"/><point position_m="7 90 1"/></route>', 'rate_Hz="1"'),
  );
  bench.tick({ t_s: 0, p_m: [7, 7, 1] });
  expect(bench.events).toEqual(['route "route1" begins', "waypoint 1 of 2 reached"]);
  expect(bench.shown("headingSetpoint_rad")).toBeCloseTo(Math.PI / 2, 14);
});

test("actuators are spread by their words: two rudders the other way round, one value each for planes and propeller", () => {
  const xml = autopilotXml().replace('rudder="rudder"', 'rudder="-top -bottom"');
  const { program, actuators } = new LawBench(xml);
  const driven = program.commands.map(({ slot, actuator, factor }) => {
    return `${factor} ${program.slots[slot]!.name} ${actuators[actuator]!.name}`;
  });
  expect(driven).toEqual([
    "-1 autopilot.rudder top",
    "-1 autopilot.rudder bottom",
    "1 autopilot.sternPlane planes",
    "1 autopilot.propeller propeller",
  ]);
});

test("the stalls of a law are listed the earliest first", () => {
  const { component } = load(autopilotXml('<stall start_s="50" duration_s="5"/><stall start_s="9" duration_s="1"/>'));
  expect(stallsOf(component!)).toEqual([
    { start_s: 9, duration_s: 1 },
    { start_s: 50, duration_s: 5 },
  ]);
});
