import { expect, test } from "vitest";
import { PLOT_LIBRARY } from "../../test/support/plot-library.ts";
import { divingVehicle, instants_s, sampleRun, series, withChannel } from "../../test/support/report-sample.ts";
import { runToEnd, scenarioOf } from "../../test/support/scenarios.ts";
import { RandomStream, STREAM_WORDS } from "../core/index.ts";
import { asyncSource, type ChannelField, openIndexedLog } from "../logging/index.ts";
import { normalsInto } from "../math/index.ts";
import { chiSquareBounds } from "../sensors/test/statistics.ts";
import { displayOf } from "./display.ts";
import { reportInput } from "./from-log.ts";
import type { ChannelData, EventData, RunData } from "./input.ts";
import { reportHtml } from "./page.ts";
import { panelsOf } from "./panels.ts";
import { type SensorTrack, sensorTracks } from "./sensor-panels.ts";
import { measure } from "./sensor-section.ts";
import { tracksOf } from "./tracks.ts";

type Columns = Readonly<Record<string, readonly number[] | Float64Array>>;

const HEADING: readonly ChannelField[] = [
  { name: "taken_s", unit: "s", role: "taken" },
  { name: "valid", unit: "", role: "count" },
  { name: "heading_rad", unit: "rad", label: "heading", quantity: "heading_rad", validBy: "valid" },
  { name: "headingTrue_rad", unit: "rad", role: "truth", quantity: "heading_rad" },
];

function sensor(
  name: string,
  fields: readonly ChannelField[],
  columns: Columns,
  t_s: readonly number[] | Float64Array,
  about: Readonly<Record<string, string>> = {},
): ChannelData {
  const declared = {
    topic: `/auv/${name}`,
    group: "sensors",
    plot: "lines",
    vehicle: "auv",
    of: `auv/${name}`,
  } as const;
  const numbers = Object.entries(columns).map(([key, values]) => [key, Float64Array.from(values)] as const);
  return {
    declared: { ...declared, fields },
    series: { t_s: Float64Array.from(t_s), columns: new Map(numbers) },
    about,
  };
}

const runWith = (channels: readonly ChannelData[], events: readonly EventData[] = []): RunData =>
  sampleRun("a.mcap", [{ name: "auv", channels }], { events });

function measured(channels: readonly ChannelData[], events: readonly EventData[] = []): SensorTrack[] {
  const input = { title: "t", runs: [runWith(channels, events)] };
  return sensorTracks(input, tracksOf(input));
}

/** Six samples: two across the jump at ±π, an invalid one that is far off, one without a value, and two plain ones. */
const SIX = {
  taken_s: [0, 1, 2, 3, 4, 5],
  valid: [1, 1, 0, 1, 1, 1],
  heading_rad: [3.1, -3.1, 1.5, Number.NaN, 0.2, 0.3],
  headingTrue_rad: [-3.1, 3.1, 0, 0, 0.1, 0.3],
};

test("errors by hand: 6.2 − 2π, 2π − 6.2, 0.1 and 0; the invalid sample and the one without a value do not count", () => {
  const [group] = measured([sensor("compass", HEADING, SIX, [0.1, 1.1, 2.1, 3.1, 4.1, 5.1], { rate_Hz: "1" })]);
  const [{ figures, data }] = group!.sensors as [SensorTrack["sensors"][number]];
  const across = 2 * Math.PI - 6.2; // 0.0832
  const rms = Math.sqrt((2 * across ** 2 + 0.01) / 4);
  const [f] = figures;
  expect([f!.samples, f!.valid, f!.counted]).toEqual([6, 5, 4]);
  // A dozen roundings of numbers below 2π.
  expect(f!.mean).toBeCloseTo(0.1 / 4, 14);
  expect(f!.rms).toBeCloseTo(rms, 14);
  expect(f!.deviation).toBeCloseTo(Math.sqrt(rms ** 2 - (0.1 / 4) ** 2), 14);
  expect(f!.largest).toBeCloseTo(0.1, 14);
  expect(data.name).toBe("compass");
});

test("the table has these figures in degrees, the share that is valid and the rate that was reached of the declared one", () => {
  // 6 samples in 5 s after a rate of 2 Hz was promised.
  const compass = sensor("compass", HEADING, SIX, [0, 1, 2, 3, 4, 5], { rate_Hz: "2" });
  const html = reportHtml({ title: "t", runs: [runWith([compass])] }, PLOT_LIBRARY);
  const row = html.split("<tr>").find((tr) => tr.startsWith('<th scope="row">compass</th>')) ?? "";
  // 0.025 rad; √((0.01 + 2 · 0.083185²) / 4) = 0.077200 rad; √(0.0772² − 0.025²) = 0.073040 rad; 0.1 rad.
  expect([...row.matchAll(/<td>(.*?)<\/td>/g)].map((m) => m[1])).toEqual([
    ...["heading", "°", "6", "83.3 %", "1 of 2"],
    ...["+1.43", "4.18", "4.42", "5.73"],
  ]);
});

test.each([
  [0, "0"],
  [-0.5, "−0.5"],
  [1234.56, "1230"],
  [0.000_034_56, "3.46·10⁻⁵"],
  [-1.5e12, "−1.50·10¹²"],
  [Number.NaN, "–"],
])("%d is shown as %s", (value, text) => {
  expect(measure(value)).toBe(text);
});

test("a value with another word of validity of its own counts by that, and one without any counts always", () => {
  const fields: readonly ChannelField[] = [
    { name: "valid", unit: "" },
    { name: "waterValid", unit: "" },
    ...["bottom", "water", "free"].flatMap((name): ChannelField[] => [
      {
        name,
        unit: "m/s",
        quantity: name,
        ...(name !== "free" && { validBy: name === "water" ? "waterValid" : "valid" }),
      },
      { name: `${name}True`, unit: "m/s", role: "truth", quantity: name },
    ]),
  ];
  const columns = {
    valid: [1, 0, 0],
    waterValid: [0, 1, 1],
    ...{ bottom: [1, 9, 9], water: [9, 2, 2], free: [3, 3, 4] },
  };
  const truth = { bottomTrue: [0, 0, 0], waterTrue: [0, 0, 0], freeTrue: [0, 0, 0] };
  const [group] = measured([sensor("log", fields, { ...columns, ...truth }, [0, 1, 2])]);
  const [{ figures, panels }] = group!.sensors as [SensorTrack["sensors"][number]];
  expect(figures.map(({ valid, largest }) => [valid, largest])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
  ]);
  // What says validity has no plot.
  expect(panels.map(({ title }) => title)).toEqual(["Log: bottom", "Log: water", "Log: free"]);
});

test("measured and true share a plot: angles without jumps and beside each other, invalid samples as points of their own", () => {
  const turning = {
    taken_s: [0, 1, 2, 3],
    valid: [1, 1, 0, 1],
    heading_rad: [3.0, -3.1, -2.9, 2.9 - 2 * Math.PI],
    headingTrue_rad: [3.1, 3.1, -3.0, -2.9 + 6 * Math.PI],
  };
  const [group] = measured([sensor("compass", HEADING, turning, [0, 1, 2, 3])]);
  const [panel] = group!.sensors[0]!.panels;
  const degrees = (...values: readonly number[]) => values.map((v) => (v * 180) / Math.PI);
  const lines = Object.fromEntries(panel!.lines.map(({ label, signal }) => [label, [...signal.y]]));
  expect(panel!.lines.map(({ label, look }) => [label, look])).toEqual([
    ["measured", "samples"],
    ["true", undefined],
    ["invalid", "points"],
  ]);
  // Degrees below 400, a few roundings: 1e-12 leaves room and finds a turn, and a degree.
  const near = (found: readonly number[], wanted: readonly number[]) =>
    expect(found.every((v, i) => Object.is(v, wanted[i]) || Math.abs(v - wanted[i]!) < 1e-12)).toBe(true);
  near(lines.true!, degrees(3.1, 3.1, 2 * Math.PI - 3.0, 2 * Math.PI - 2.9));
  near(lines.invalid!, [Number.NaN, Number.NaN, ...degrees(2 * Math.PI - 2.9), Number.NaN]);
  near(lines.measured!, [...degrees(3.0, 2 * Math.PI - 3.1), Number.NaN, ...degrees(2.9)]);
  expect(panel!.aside!.invalid).toEqual([[2, 2]]);
});

test("a silence of three intervals interrupts the lines of a sensor", () => {
  const t_s = [...instants_s(20, 1), ...instants_s(20, 1).map((t) => 23 + t)];
  const zero = t_s.map(() => 0);
  const compass = sensor(
    "compass",
    HEADING,
    { taken_s: t_s, valid: t_s.map(() => 1), heading_rad: zero, headingTrue_rad: zero },
    t_s,
  );
  const input = { title: "t", runs: [runWith([compass])] };
  const tracks = tracksOf(input);
  const panels = sensorTracks(input, tracks).flatMap(({ sensors }) => sensors.flatMap((each) => each.panels));
  const { columns } = displayOf(input, tracks, panels);
  // 42 samples and the gap between them.
  expect(columns.map(({ length }) => length)).toEqual([43]);
});

const SPANS = JSON.stringify({ dead: ["it is dead", "it lives"], stuck: ["it sticks", "it moves"] });
const event = (t_s: number, message: string, name = "auv/compass"): EventData => ({
  t_s,
  level: "info",
  name,
  message,
});

test("failures are listed from the events that begin and end them, those of other sensors left out; what never ends is open", () => {
  const events = [
    event(1, "it is dead", "auv/other"),
    event(1, "it is dead"),
    event(1.5, "it has seen a fish"),
    event(2, "it sticks"),
    event(3, "it lives"),
    event(3, "it is dead"),
  ];
  const [group] = measured([sensor("compass", HEADING, SIX, [0, 1, 2, 3, 4, 5], { spans: SPANS })], events);
  const [{ spans, panels }] = group!.sensors as [SensorTrack["sensors"][number]];
  expect(spans).toEqual([
    { what: "dead", from_s: 1, to_s: 3 },
    { what: "stuck", from_s: 2, to_s: null },
    { what: "dead", from_s: 3, to_s: null },
  ]);
  expect(panels[0]!.aside!.marks.map(({ t_s, text }) => [t_s, text])).toEqual([[1.5, "it has seen a fish"]]);
  const html = reportHtml(
    { title: "t", runs: [runWith([sensor("compass", HEADING, SIX, [0, 1, 2, 3, 4, 5], { spans: SPANS })], events)] },
    PLOT_LIBRARY,
  );
  expect(html).toContain('<th scope="row">compass</th><td>dead</td><td>1 s</td><td>3 s</td>');
  expect(html).toContain('<th scope="row">compass</th><td>stuck</td><td>2 s</td><td>end of the log</td>');
});

test.each(["", "no JSON", "null", "7", '["a"]', '{"dead":7}', '{"dead":["a"]}'])(
  "metadata of another meaning, %j, gives neither a failure nor a fault",
  (spans) => {
    const about = { spans, rate_Hz: "often", inertial: "nothing of the kind" };
    const [group] = measured([sensor("compass", HEADING, SIX, [0, 1, 2, 3, 4, 5], about)], [event(1, "a")]);
    expect(group!.sensors[0]!.spans).toEqual([]);
    expect(group!.sensors[0]!.allan).toEqual({ figures: [], refused: "" });
  },
);

const GYRO: readonly ChannelField[] = [
  { name: "taken_s", unit: "s", role: "taken" },
  { name: "valid", unit: "" },
  { name: "rate_radps", unit: "rad/s", label: "rate", quantity: "rate_radps", validBy: "valid" },
  { name: "rateTrue_radps", unit: "rad/s", role: "truth", quantity: "rate_radps" },
];
const N_radprts = 2e-3;

/** A gyro of white noise of density N on a vehicle that turns a thousand times faster; every sample 0.3 s late. */
function gyro(options: {
  readonly taken?: (t: number, k: number) => number;
  readonly every?: number;
  readonly change?: (columns: Record<string, Float64Array>) => void;
}): ChannelData {
  const { taken = (t) => t, every = 1, change } = options;
  const rate_Hz = 50;
  const words = new Int32Array(STREAM_WORDS);
  const stream = new RandomStream({ campaign: 1, run: 0 }, "gyro");
  const all = instants_s(400, rate_Hz).map((t, k) => taken(t, k));
  const truth = all.map((t) => 2 * Math.sin(t / 7));
  const sigma = N_radprts * Math.sqrt(rate_Hz);
  const noise = new Float64Array(all.length);
  normalsInto(noise, 0, noise.length, stream, words);
  const rate = truth.map((w, k) => w + sigma * noise[k]!);
  const columns: Record<string, Float64Array> = {
    ...{ taken_s: all, valid: all.map(() => 1), rate_radps: rate, rateTrue_radps: truth },
  };
  change?.(columns);
  const kept = Object.entries(columns).map(([name, y]) => [name, y.filter((_, k) => k % every === 0)] as const);
  const t_s = instants_s(400, rate_Hz).filter((_, k) => k % every === 0);
  return sensor(
    "gyro",
    GYRO,
    Object.fromEntries(kept),
    t_s.map((t) => t + 0.3),
    {
      ...{ inertial: "rate", rate_Hz: "50", spans: SPANS },
    },
  );
}

const allanOf = (channel: ChannelData, events: readonly EventData[] = []) =>
  measured([channel], events)[0]!.sensors[0]!.allan;

test("Allan deviation of the error of a gyro with white noise: N / √T at 99.99 %, whatever the vehicle does", () => {
  const { figures, refused } = allanOf(gyro({}));
  expect([figures.length, refused]).toEqual([1, ""]);
  const [{ lines, samples, period_s, word }] = figures as [(typeof figures)[number]];
  expect([samples, word]).toEqual([20_001, "rate"]);
  expect(period_s).toBeCloseTo(0.02, 12);
  const [line] = lines;
  expect(line!.points.length).toBeGreaterThan(25);
  for (const { time_s, deviation, pairs } of line!.points) {
    // Overlapping pairs are worth at least the independent ones.
    const [low, high] = chiSquareBounds(pairs);
    const ratio = (deviation / (N_radprts / Math.sqrt(time_s))) ** 2;
    expect([time_s, ratio > low && ratio < high]).toEqual([time_s, true]);
  }
  expect(line!.atSecond!.time_s).toBeCloseTo(1, 12);
  // 399 pairs: 3.89 · √(3/4/399) is 17 % at 99.99 %; a motion of 2 rad/s or a wrong period would be far out.
  expect(Math.abs(line!.atSecond!.deviation / N_radprts - 1)).toBeLessThan(0.17);
  expect(line!.least.time_s).toBeGreaterThan(5);
});

test("samples that the log does not hold, or that come at uneven times, give a sentence instead of a curve", () => {
  const thinned = allanOf(gyro({ every: 5 }));
  expect(thinned.figures).toEqual([]);
  expect(thinned.refused).toBe(
    "one sample in 5 is in the log or in the report, and thinned noise has another deviation",
  );
  const uneven = allanOf(gyro({ taken: (t, k) => t + (k % 2) * 0.004 }));
  expect(uneven.figures).toEqual([]);
  expect(uneven.refused).toMatch(
    /^it needs 200 valid samples in a row at even times.*; the longest such stretch has \d$/,
  );
  const frozen = allanOf(gyro({ taken: (t) => Math.min(t, 10) }));
  expect([frozen.figures, frozen.refused]).toEqual([[], "most samples have the time of the one before"]);
  const html = reportHtml({ title: "t", runs: [runWith([gyro({ every: 5 })])] }, PLOT_LIBRARY);
  expect(html).toContain("No Allan deviation of gyro: one sample in 5 is in the log");
});

test("the stretch is the longest without a failure, an invalid sample or a missing one", () => {
  const broken = gyro({
    change: ({ rate_radps: rate, valid }) => {
      for (let k = 0; k < 5000; k++) rate![k]! += 50; // dead from 0 s to 100 s, as the events say
      rate![10_000] = Number.NaN;
      valid![10_100] = 0;
      rate![10_100]! += 1e3;
    },
  });
  const [figure] = allanOf(broken, [event(0, "it is dead", "auv/gyro"), event(100, "it lives", "auv/gyro")]).figures;
  expect([figure!.from_s, figure!.to_s, figure!.samples]).toEqual([202.02, 400, 9_900]);
  expect(Math.abs(figure!.lines[0]!.atSecond!.deviation / N_radprts - 1)).toBeLessThan(0.25); // 197 pairs
});

test("a log without a truth of anything has no section of sensors, and its channels are drawn as before", () => {
  const t_s = instants_s(10, 10);
  const vehicle = withChannel(
    divingVehicle("auv", 10, 10),
    "probe",
    series(t_s, { depth_m: () => 1, depthTrue_m: () => 2 }),
  );
  const input = { title: "t", runs: [sampleRun("a.mcap", [vehicle])] };
  expect(sensorTracks(input, tracksOf(input))).toEqual([]);
  expect(panelsOf(tracksOf(input)).map(({ title }) => title)).toContain("Probe: depth, depth true");
  expect(reportHtml(input, PLOT_LIBRARY)).not.toContain('id="sensors"');
});

test("a truth whose value is missing, or a second one of the same value, is drawn as any field", () => {
  const fields: readonly ChannelField[] = [
    { name: "a", unit: "m", quantity: "a" },
    { name: "aTrue", unit: "m", role: "truth", quantity: "a" },
    { name: "aAgain", unit: "m", label: "again", role: "truth", quantity: "a" },
    { name: "bTrue", unit: "V", label: "b true", role: "truth", quantity: "b" },
  ];
  const [group] = measured([sensor("x", fields, { a: [1, 2], aTrue: [1, 1], aAgain: [0, 0], bTrue: [5, 5] }, [0, 1])]);
  expect(group!.sensors[0]!.panels.map(({ title, lines }) => [title, lines.length])).toEqual([
    ["X: a", 2],
    ["X: again", 1],
    ["X: b true", 1],
  ]);
});

test("what is never known has no plot, and its row says so", () => {
  const unknown = SIX.valid.map(() => Number.NaN);
  const compass = sensor("compass", HEADING, { ...SIX, heading_rad: unknown, headingTrue_rad: unknown }, SIX.taken_s);
  expect(measured([compass])[0]!.sensors[0]!.panels).toEqual([]);
  const html = reportHtml({ title: "t", runs: [runWith([compass])] }, PLOT_LIBRARY);
  expect(html).toContain("<td>–</td><td>–</td><td>–</td><td>–</td>");
});

test("of a fleet the page draws some 240 values, says how many it does not, and has all in its table", () => {
  const vehicles = Array.from({ length: 250 }, (_, k) => {
    const { declared, series: samples } = sensor("compass", HEADING, SIX, SIX.taken_s);
    const own = { ...declared, topic: `/v${k}/compass`, vehicle: `v${k}`, of: `v${k}/compass` };
    return { name: `v${k}`, channels: [{ declared: own, series: samples }] };
  });
  const html = reportHtml({ title: "t", runs: [sampleRun("a.mcap", vehicles)] }, PLOT_LIBRARY);
  expect(html.split("<figcaption>Compass: heading").length - 1).toBe(240);
  expect(html).toContain("10 further values are in the table only");
  expect(html).toContain('<th scope="row">v249: compass</th>');
});

test("with two runs each track has a heading and plots of its own", () => {
  const runs = ["a", "b"].map((name) =>
    sampleRun(name, [{ name: "auv", channels: [sensor("compass", HEADING, SIX, [0, 1, 2, 3, 4, 5])] }]),
  );
  const input = { title: "t", runs };
  const html = reportHtml(input, PLOT_LIBRARY);
  expect([...html.matchAll(/<figcaption>Compass: heading/g)]).toHaveLength(2);
  expect(html).toContain('<th scope="row">b: compass</th>');
});

const SCENARIO = `<scenario id="t" duration_s="12">
  <vehicle id="auv" file="components/vehicles/remus100-finned.bare.xml" position_m="0 0 5" velocity_mps="1 0 0">
    <sensor id="depth" file="components/sensors/keller-33x.xml" rate_Hz="20"><provenance of="rate_Hz" status="assumed" note="a test"/>
      <failure mode="stuck" from_s="2" to_s="4"/><failure mode="dead" from_s="6" to_s="8"/><failure mode="spikes" spike="10" from_s="11"/></sensor>
    <sensor id="ahrs" file="components/sensors/xsens-mti.xml" rate_Hz="50"><provenance of="rate_Hz" status="assumed" note="a test"/>
      <failure mode="frozenTime" from_s="6" to_s="7"/><failure mode="drift" values="heading" drift="0.1" from_s="8" to_s="9"/></sensor>
    <sensor id="dvl" file="components/sensors/rdi-workhorse-navigator-1200.xml"><failure mode="dropouts" probability="0.5" from_s="2"/></sensor>
    <navigation/>
    <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
      <leg id="on" heading_deg="0" depth_m="5" speed_mps="1.2" duration_s="12"/>
    </autopilot>
  </vehicle><log rate_Hz="10"/></scenario>`;

test("what a run logs of its sensors and its navigation is found by what it declares: pairs, failures, rates, errors, the estimated track", async () => {
  const { log } = runToEnd(scenarioOf(SCENARIO));
  const source = { size: log.length, read: (from: number, length: number) => log.subarray(from, from + length) };
  const opened = await openIndexedLog(asyncSource(source), null);
  const input = await reportInput([{ file: "a.mcap", name: "a.mcap", log: opened }]);
  const tracks = tracksOf(input);
  const [group] = sensorTracks(input, tracks);
  const found = (name: string) => group!.sensors.find(({ data }) => data.name === name)!;
  expect(group!.sensors.map(({ data, allan }) => [data.name, data.pairs.length, allan.figures.length])).toEqual([
    ["ahrs", 12, 2],
    ["depth", 2, 0],
    ["dvl", 11, 0],
  ]);
  expect(found("depth").spans).toEqual([
    { what: "stuck", from_s: 2, to_s: 4 },
    { what: "dead", from_s: 6, to_s: 8 },
    { what: "spikes", from_s: 11, to_s: null },
  ]);
  expect(found("ahrs").spans.map(({ what, from_s, to_s }) => [what, from_s, to_s])).toEqual([
    ["frozenTime", 6, 7],
    ["drift", 8, 9],
  ]);
  expect(found("dvl").spans).toEqual([{ what: "dropouts", from_s: 2, to_s: null }]);
  // The samples show each of them, too: ages up to the second in which the clock stood, 0.1 rad more at its end, about half of 70 pings lost.
  const age = found("ahrs").panels.find(({ title }) => title === "Ahrs: age of samples when they arrive")!;
  expect(Math.max(...age.lines[0]!.signal.y)).toBeGreaterThan(0.9);
  expect(found("depth").panels.some(({ title }) => title.includes("age"))).toBe(false);
  expect(found("ahrs").figures[2]!.largest).toBeGreaterThan(0.07);
  expect(found("dvl").figures[0]!.samples).toBeLessThan(70);
  // Of a spike of 10 m a spike is left, whatever the noise.
  expect(found("depth").figures[0]!.largest).toBeGreaterThan(9);
  expect(found("depth").data.channel.about!.rate_Hz).toBe("20");
  const water = found("dvl").data.pairs.find(({ label }) => label === "water velocity x");
  expect(water!.field.validBy).toBe("waterValid");
  // Sections of the errors of the estimate: quantity by quantity, each against what is comparable with it.
  const errors = panelsOf(tracks).filter(({ section }) => section === "navigation");
  expect(errors.map(({ title, unit, lines }) => [title, unit.label, lines.length])).toEqual([
    ["North error, east error", "m", 2],
    ["Horizontal error, deviation that navigation states", "m", 2],
    ["Depth error", "m", 1],
    ["Roll error, pitch error, heading error", "°", 3],
    ["Surge velocity error, sway velocity error, heave velocity error", "m/s", 3],
  ]);
  const [path] = displayOf(input, tracks, []).paths;
  expect(path!.estimatedEast_m!.length).toBe(path!.t_s.length);
  expect(path!.estimatedNorth_m!.length).toBe(path!.north_m.length);
});
