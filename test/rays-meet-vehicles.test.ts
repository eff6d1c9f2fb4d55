/**
 * Vehicles as things that rays meet, in whole runs: a Doppler log over another vehicle reads its range and the velocity relative to it,
 * sees nothing of its own, and moves no bit of any trajectory; who is near comes by message, and costs what its receivers cost.
 */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { PHASE, RegularTimes, type Thing, type ThingPort } from "../src/engine/index.ts";
import { NEIGHBOUR, NEIGHBOUR_SIZE, neighbours } from "../src/environment/index.ts";
import { Definitions, defineChildren, defineKind, defineModel } from "../src/library/index.ts";
import { type LogTable, readTable } from "../src/logging/index.ts";
import { APART, loadScenario, type Scenario, SplitWorld, shippedDefinitions } from "../src/scenario/index.ts";
import { opened } from "./support/outside.ts";
import { logApart, readerOver, runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";

const column = ({ names, columns }: LogTable, name: string): number[] => [...columns[names.indexOf(name)]!];

/** A raft of 40 m by 40 m by 2 m that nothing slows down: 20 kg in water that bears 20 kg, without added mass or drag. */
const raft = (more: string, inside = ""): string => `<vehicle id="raft" length_m="40" ${more}>
  <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="100 100 100 0 0 0" shape="box" size_m="40 40 2"
    addedMass="0 0 0 0 0 0" linearDamping="0 0 0 0 0 0" quadraticDamping="0 0 0 0 0 0"/>${inside}</vehicle>`;
const DVL = '<sensor id="dvl" model="dvl" rate_Hz="7" maxAltitude_m="90"/>';
/** A body that stays where it is put, 10 m deep. */
const node = (sensors: string, more = ""): string =>
  `<vehicle id="node" file="components/vehicles/moored-node.xml" position_m="0 0 10" ${more}>${sensors}</vehicle>`;
const world = (vehicles: string, inside = "", more = ""): string =>
  `<scenario id="s" duration_s="6"><world density_kgpm3="1000" ${more}>${inside}</world>${vehicles}</scenario>`;
const GROUND = '<bottom id="ground" model="flat" depth_m="60"/>';

function samples(text: string, of = "/node/dvl"): { t_s: number[]; read: (name: string) => number[] } {
  const table = readTable(opened(runToEnd(scenarioOf(text)).log), of);
  return { t_s: column(table, "taken_s"), read: (name) => column(table, name) };
}

const near = (found: readonly number[], expected: readonly number[], most: number): void => {
  expect(found.length).toBe(expected.length);
  found.forEach((x, k) => {
    expect(Math.abs(x - expected[k]!)).toBeLessThanOrEqual(most);
  });
};

describe("over a raft whose top is 20 m below", () => {
  const drifting = raft('position_m="-3 1 31" velocity_mps="0.8 -0.3 0"');

  test.each([
    ["with a bottom", GROUND],
    ["in a world without any sea", ""],
  ])("%s: 20 m of altitude, and the velocity relative to it, (−0.8, 0.3, 0) m/s", (_, inside) => {
    const { t_s, read } = samples(world(node(DVL) + drifting, inside));
    expect(t_s.length).toBeGreaterThan(35);
    const all = (x: number): number[] => t_s.map(() => x);
    // A body under no force keeps its velocity but for rounding of buoyancy against weight, 1e-13 N on 20 kg in 6 s.
    near(read("altitude_m"), all(20), 1e-9);
    near(read("velocityX_mps"), all(-0.8), 1e-9);
    near(read("velocityY_mps"), all(0.3), 1e-9);
    near(read("velocityZ_mps"), all(0), 1e-9);
    for (let k = 1; k <= 4; k++) near(read(`ranges${k}_m`), all(20 / Math.cos(Math.PI / 6)), 1e-9);
    // The truth beside it is that over the bottom.
    near(read("velocityXTrue_mps"), all(0), 0);
  });

  test("one that a force lifts by 0.2 m/s²: it is off by at most ½ a / refresh² and a / refresh, and not at all at its instants", () => {
    const a_mps2 = 0.2;
    const lifted = raft('position_m="0 0 41"', `<push start_s="0" duration_s="100" force_N="0 0 ${-20 * a_mps2}"/>`);
    const refresh_Hz = 10;
    const { t_s, read } = samples(world(node(DVL) + lifted, GROUND, `refresh_Hz="${refresh_Hz}"`));
    const altitude = t_s.map((t) => 30 - 0.5 * a_mps2 * t * t);
    const towards = t_s.map((t) => a_mps2 * t);
    // 1 mm and 0.02 m/s; rounding is far below 1e-9.
    near(read("altitude_m"), altitude, (0.5 * a_mps2) / refresh_Hz ** 2 + 1e-9);
    near(read("velocityZ_mps"), towards, a_mps2 / refresh_Hz + 1e-9);
    const error = read("velocityZ_mps").map((v, k) => Math.abs(v - towards[k]!));
    expect(Math.max(...error)).toBeGreaterThan((0.5 * a_mps2) / refresh_Hz);
    // Whole seconds are instants of both; the state is known before it is asked for.
    const exact = error.filter((_, k) => Number.isInteger(t_s[k]));
    expect(exact.length).toBe(6);
    near(
      exact,
      exact.map(() => 0),
      1e-9,
    );
  });

  test("one that turns under it by 5° per second carries the points of all beams around, which add up to no velocity", () => {
    const turning = raft('position_m="0 0 31" rate_degps="0 0 5"');
    const { t_s, read } = samples(world(node(DVL) + turning, GROUND));
    // Beams at equal angles about the axis of the turn: what goes across them is seen by none.
    near(
      read("velocityX_mps"),
      t_s.map(() => 0),
      1e-9,
    );
    near(
      read("velocityY_mps"),
      t_s.map(() => 0),
      1e-9,
    );
    near(
      read("altitude_m"),
      t_s.map(() => 20),
      1e-9,
    );
  });

  test("beyond its range it is not there: the bottom is", () => {
    const far = raft('position_m="500 0 31"');
    near(
      samples(world(node(DVL) + far, GROUND))
        .read("altitude_m")
        .slice(0, 5),
      [50, 50, 50, 50, 50],
      1e-9,
    );
  });
});

test("its own hull is not in its way, wherever the log is mounted, while another sees it", () => {
  const own = raft('position_m="0 0 31"', DVL);
  const { read } = samples(world(node(DVL) + own, GROUND), "/raft/dvl");
  near(read("altitude_m").slice(0, 20), Array(20).fill(29), 1e-9);
});

const AUV = (id: string, east_m: number, sensors: string): string =>
  `<vehicle id="${id}" file="components/vehicles/remus100.bare.xml" position_m="0 ${east_m} ${5 + east_m}" velocity_mps="1.5 0 0">
  ${sensors}<controller id="helm" model="hold" rate_Hz="10" actuators="propeller rudder" values="1200 0.05"/></vehicle>`;

test("logs that look at each other move no bit of either vehicle, and draw no other number of their noise", () => {
  const noisy = '<sensor id="dvl" model="dvl" rate_Hz="7" maxAltitude_m="90" beamNoise_mps="0.01"/>';
  const both = (sensors: string): string => world(AUV("a", 0, sensors) + AUV("b", 3, sensors), GROUND);
  const seeing = runToEnd(scenarioOf(both(noisy)));
  const blind = runToEnd(scenarioOf(both("")));
  for (const vehicle of [0, 1]) expect(stateOf(seeing.run, vehicle)).toEqual(stateOf(blind.run, vehicle));
  // One of them alone: its log reads the same, since the other is not in its beams.
  const alone = runToEnd(scenarioOf(world(AUV("a", 0, noisy), GROUND)));
  const of = (log: Uint8Array) => readTable(opened(log), "/a/dvl").columns;
  expect(of(seeing.log)).toEqual(of(alone.log));
});

describe("cost and order", () => {
  /** Side by side, all within the range of all. */
  const fleet = (count: number): Scenario =>
    // Contacts send messages of their own.
    scenarioOf(
      world(Array.from({ length: count }, (_, k) => AUV(`v${k}`, 3 * k, DVL)).join(""), GROUND, 'contacts="off"'),
    );
  const messages = (count: number): number => runToEnd(fleet(count)).run.sim.counts.messages;

  test("ten vehicles with logs, each near all others, send twice the messages of five", () => {
    const five = messages(5);
    expect(messages(10)).toBe(2 * five);
    // Of one alone nobody needs to know where the others are: no tap and no answer for each of its 42 or 43 pings.
    const alone = messages(1);
    expect(five / 5 - alone).toBeGreaterThanOrEqual(2 * 42);
    expect(five / 5 - alone).toBeLessThanOrEqual(2 * 43);
  });

  test("rule 18: each simulator apart, and all apart, write the same bytes, with a jitter and without a sea too", () => {
    const jittered = DVL.replace("rate_Hz", 'jitter_s="0.1" latency_s="0.3" rate_Hz');
    const drifting = raft('position_m="-3 1 31" velocity_mps="0.8 -0.3 0"');
    const texts = [GROUND, ""].map((inside) => world(node(jittered) + drifting + AUV("z", 2, jittered), inside));
    for (const scenario of texts.map((text) => scenarioOf(text))) {
      const together = runToEnd(scenario).log;
      const roles = APART.flat();
      for (const places of [...roles.map((role) => [[role], roles.filter((other) => other !== role)]), APART]) {
        expect([places, Buffer.from(logApart(scenario, places)).equals(together)]).toEqual([places, true]);
      }
    }
  });

  test("rules 10 and 18: taken back to a snapshot, several models end as if nothing had been: who is where is state", () => {
    const drifting = raft('position_m="-3 1 31" velocity_mps="0.8 -0.3 0"');
    const scenario = scenarioOf(world(node(DVL) + drifting + AUV("z", 2, DVL), ""));
    const [whole, stopped] = [0, 1].map(() => new SplitWorld(scenario, APART, { recorder: null, tell() {} }));
    whole!.lockStep.runUntil(scenario.duration_ns);
    for (const t_ns of [0, 2_123_456_789]) {
      stopped!.lockStep.runUntil(t_ns);
      const snapshot = stopped!.lockStep.snapshot();
      stopped!.lockStep.runUntil(t_ns + 1_234_567_890);
      stopped!.lockStep.restore(snapshot);
    }
    stopped!.lockStep.runUntil(scenario.duration_ns);
    expect(stopped!.lockStep.snapshot()).toEqual(whole!.lockStep.snapshot());
  });
});

/** A thing of a user's that writes down who is near. */
const watcher = defineKind<Thing>()({ kind: "watcher", doc: "a watcher", simulator: "sensors", params: {} });
const slot = defineChildren("vehicle", { watcher: { doc: "a watcher" } });

function watching(port: Partial<ThingPort>, told: number[][]) {
  const message = new Float64Array(neighbours.size);
  const declared = { name: "near", direction: "in", message: neighbours, ...port } as unknown as ThingPort;
  const model = defineModel(watcher, {
    model: "watcher",
    doc: "a watcher",
    default: true,
    params: {},
    create: (): Thing => ({
      ports: [declared],
      join(site) {
        site.in("near", {
          phase: PHASE.deliver,
          handle(moment, from) {
            while (from.receive(moment, message, 0)) told.push([...message]);
          },
        });
      },
    }),
  });
  const { definitions, diagnostics } = Definitions.create([...shippedDefinitions, watcher, model, slot]);
  expect(diagnostics).toEqual([]);
  return (text: string) => loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml");
}

describe("a thing of a user's own", () => {
  const TIMES = { times: new RegularTimes(2), range_m: 30 };
  /** Ball of a remus100: half of √(1.6² + 2 · 0.19²). */
  const RADIUS = Math.sqrt(1.6 ** 2 + 2 * 0.19 ** 2) / 2 + 1e-6;
  const at = (id: string, north_m: number): string =>
    `<vehicle id="${id}" file="components/vehicles/remus100.bare.xml" position_m="${north_m} 0 20" hold="north east depth roll pitch heading"/>`;

  test("gets the nearest eight of those whose balls reach into its range, nearest first, without its own vehicle", () => {
    const told: number[][] = [];
    const load = watching(TIMES, told);
    const places = [20, -5, 12, 31, 7, -3, 16, 25, -9, 40, 30 + 0.9 * RADIUS, -28];
    const others = places.map((north, k) => at(`v${k}`, north)).join("");
    const carrier = at("carrier", 0).replace("/>", '><watcher id="watch"/></vehicle>');
    // Some of them are within one another.
    const { scenario, diagnostics } = load(world(`${others}${carrier}`, "", 'contacts="off"'));
    if (scenario === null) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    runToEnd(scenario);
    expect(told.length).toBe(13);
    const order = places.map((_, k) => k).sort((a, b) => Math.abs(places[a]!) - Math.abs(places[b]!));
    for (const message of told) {
      expect(message[neighbours.at.count]).toBe(8);
      const records = order.slice(0, 8).map((vehicle, k) => {
        const from = neighbours.at.records + NEIGHBOUR_SIZE * k;
        return [vehicle, message[from + NEIGHBOUR.vehicle], message[from + NEIGHBOUR.p_NB_m]];
      });
      for (const [vehicle, found, north] of records) expect([found, north]).toEqual([vehicle, places[vehicle!]]);
    }
  });

  test("gets those at the edge of its range: a ball that reaches in by a tenth of its radius, and not one that misses it by that", () => {
    const told: number[][] = [];
    const load = watching(TIMES, told);
    const carrier = at("carrier", 0).replace("/>", '><watcher id="watch"/></vehicle>');
    const { scenario } = load(world(`${carrier}${at("in", 30 + 0.9 * RADIUS)}${at("out", -30 - 1.1 * RADIUS)}`));
    runToEnd(scenario!);
    expect(told.map((message) => message.slice(neighbours.at.count, neighbours.at.count + 2))).toEqual(
      told.map(() => [1, 1]),
    );
    // Behind the last record are zeros.
    const first = neighbours.at.records + NEIGHBOUR_SIZE;
    expect(told.every((message) => message.slice(first).every((x) => x === 0))).toBe(true);
  });

  test.each<[string, Partial<ThingPort>, string]>([
    ["times", { range_m: 30 }, "takes neighbours, but does not say at which times"],
    ["a range", { times: TIMES.times }, "takes neighbours, but does not say within which range_m"],
  ])("is refused without %s", (_, port, words) => {
    const { scenario, diagnostics } = watching(
      port,
      [],
    )(world(at("a", 0).replace("/>", '><watcher id="watch"/></vehicle>')));
    expect(scenario).toBeNull();
    expect(
      diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code} ${message}`),
    ).toEqual([`SCN016 a/watch: the port "near" ${words}`]);
  });
});
