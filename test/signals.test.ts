/** Signals in whole runs: sensors that send and hear, simulators apart, vehicles that answer and do not move for it, devices that are refused. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { arrivals, emission } from "../src/environment/index.ts";
import { Definitions, defineModel } from "../src/library/index.ts";
import { loadScenario, ScenarioRun, shippedDefinitions } from "../src/scenario/index.ts";
import { logApart, readerOver, runToEnd, stateOf, stoppedAt } from "./support/scenarios.ts";
import { ball, node, SOUND, scenarioText, signalScenario } from "./support/signal-world.ts";

const pinger = (times: string, more = ""): string => `<pinger id="sonar" times_s="${times}" ${more}/>`;
const text = (sea = SOUND): string =>
  scenarioText(
    node("a", "0 0 20", pinger("1 2.5")) +
      ball("b", "1200 100 20", "1 2 0", pinger("1 3")) +
      ball("c", "-500 100 25", "-2 0.5 0", `${pinger("2")}<push start_s="0.5" duration_s="3" force_N="30 10 0"/>`),
    { sea, duration_s: 6 },
  );

const heardBy = (run: ScenarioRun): string[] => run.events.map(({ name, message }) => `${name}: ${message}`);

describe("sensors that ping", () => {
  const scenario = signalScenario(text());
  const { run, log } = runToEnd(scenario);

  test("are heard by the others, each ping once", () => {
    expect(run.events).toHaveLength(5 * 2);
    const first = run.events
      .find(({ name }) => name === "b/sonar")!
      .message.split(" ")
      .map(Number);
    // t, emitter, number, band, count; ear, start …
    expect(first.slice(0, 7)).toEqual([1e9, 0, 0, 25_000, 4000, 1, 1]);
  });

  test("give the same bytes with each simulator apart, and from snapshots while signals are on their way", () => {
    expect(Buffer.from(logApart(scenario)).equals(Buffer.from(log))).toBe(true);
    const cut = stoppedAt(scenario, [1.2e9, 1.4e9, 1.9e9, 2.7e9, 3.3e9]);
    expect(Buffer.from(cut.log).equals(Buffer.from(log))).toBe(true);
    expect(cut.run.sim.snapshot()).toEqual(run.sim.snapshot());
  });

  test("move no bit of any vehicle: without them it ends in the same state", () => {
    const silent = runToEnd(signalScenario(text().replaceAll(/<pinger[^>]*\/>/g, ""))).run;
    for (const vehicle of [1, 2]) expect(stateOf(silent, vehicle)).toEqual(stateOf(run, vehicle));
    expect(run.sim.counts.steps).toBe(silent.sim.counts.steps);
  });

  test("in a world that says nothing of sound it is the default one's: 1500 m/s, spherical, Wenz' noise", () => {
    const usual = runToEnd(signalScenario(text(""))).run;
    expect(heardBy(usual)).toHaveLength(10);
    const start = (of: ScenarioRun): string[] => heardBy(of).map((line) => line.split(" ").slice(0, 9).join(" "));
    expect(start(usual)).toEqual(start(run));
  });
});

test("antennas of sensors: one that is under water does not hear the one above, and the run has no sound", () => {
  const radio = 'medium="radio" frequency_Hz="2.4e9" bandwidth_Hz="1e6" level_dB="20"';
  const scenario = signalScenario(
    scenarioText(
      node("mast", "0 0 -3", pinger("1", radio)) +
        node("buoy", "300 0 -1", pinger("2", radio)) +
        node("auv", "0 50 1", pinger("3", radio)),
      { sea: "", duration_s: 4 },
    ),
  );
  expect(Object.keys(scenario.media)).toEqual(["radio"]);
  const heard = runToEnd(scenario).run.events.map(({ t_ns, name }) => `${name} ${t_ns / 1e9}`);
  expect(heard).toEqual(["buoy/sonar 1", "mast/sonar 2"]);
});

test("without transducers there are no media, no routes of signals and no desk", () => {
  const scenario = signalScenario(scenarioText(ball("b", "0 0 20", "1 0 0", ""), { duration_s: 1 }));
  expect(scenario.media).toEqual({});
  const run = new ScenarioRun(scenario, { writer: null, version: "test" });
  expect(run.world.routes.filter(({ message }) => /emission|arrivals|stateQuestion/.test(message.name))).toEqual([]);
  expect(run.sim.model.actors.filter(({ path }) => /^environment.*signals|^b\/signals/.test(path))).toEqual([]);
});

test("rays without water are refused where they stand", () => {
  const sea = '<sound model="rays"/>';
  expect(() => signalScenario(text(sea))).toThrow(
    'world/sound: model "rays" of sound cannot be made: rays need the water of the world: add a <water>',
  );
});

test("a Doppler log with a frequency pings at its samples, and one without is silent", () => {
  const ears = node(
    "ear",
    "0 200 20",
    '<pinger id="sonar" frequency_Hz="600000" bandwidth_Hz="150000" leastSnr_dB="-100"/>',
  );
  const dvl = (more: string): string =>
    ball("auv", "0 0 20", "1 0 0", `<sensor id="dvl" model="dvl" rate_Hz="2" maxAltitude_m="90" ${more}/>`);
  const ran = (more: string) => runToEnd(signalScenario(scenarioText(dvl(more) + ears, { duration_s: 2.2 }))).run;
  const heard = ran('pingFrequency_Hz="600000" pingLevel_dBre1uPam="185" pingBandwidth_Hz="1000"').events.filter(
    ({ name }) => name === "ear/sonar",
  );
  expect(heard.map(({ message }) => Number(message.split(" ")[0]))).toEqual([0, 5e8, 1e9, 1.5e9, 2e9]);
  expect(ran("").events.filter(({ name }) => name === "ear/sonar")).toEqual([]);
});

describe("ports of a user's own that are refused", () => {
  const transducer = {
    medium: "sound",
    frequency_Hz: 1e4,
    bandwidth_Hz: 1e3,
    pattern: null,
    greatestLevel_dB: 1,
    leastSnr_dB: 0,
  };
  test.each([
    [{ with: undefined }, "does not say with which transducer"],
    [{ direction: "in" }, "is an in-port of emission, which is for out-ports"],
    [{ with: { ...transducer, medium: "light" } }, 'its transducer has the medium "light"; there are: sound, radio'],
    [{ with: { ...transducer, bandwidth_Hz: 2e4 } }, "its transducer has the bandwidth_Hz 20000 around 10000 Hz"],
    [{ message: arrivals, direction: "in", times: { timeInto() {} } }, "at stated times"],
  ])("%j", (port, message) => {
    const own = { name: "sound", direction: "out", message: emission, with: transducer, ...port };
    const sensor = shippedDefinitions.find((each) => each.definition === "kind" && each.kind === "sensor");
    const { definitions } = Definitions.create([
      ...shippedDefinitions,
      defineModel(
        sensor as never,
        { model: "own", doc: "of a test", create: () => ({ ports: [own], join() {} }) } as never,
      ),
    ]);
    const scenario = scenarioText(node("a", "0 0 20", '<sensor id="s" model="own"/>'));
    const { diagnostics } = loadScenario(definitions, readerOver({ "test.xml": scenario }), "test.xml");
    expect(diagnostics.map(formatDiagnostic).join("\n")).toContain(message);
  });
});
