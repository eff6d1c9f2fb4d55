/** Rules 10 and 11 through ScenarioRun: a run that is stopped, copied, restored or forked at any instant goes on as if nothing had been. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Log, LogWriter } from "../src/logging/index.ts";
import { ScenarioRun } from "../src/scenario/index.ts";
import { opened } from "./support/outside.ts";
import { MemorySink, scenarioOf } from "./support/scenarios.ts";

/** Waves, gusts, a mission, excerpts, a limit of each kind that goes on, pushes that overlap, a tank that fills and empties. */
const scenario = scenarioOf(
  `<scenario id="s" duration_s="24" seed="5">
  <world density_kgpm3="1000">
    <current id="wander" model="gauss-markov" velocity_mps="0.2 0.1 0" deviations_mps="0.05 0.05 0" correlationTime_s="5" updateRate_Hz="3"/>
    <wind id="breeze" model="gusty" speed_mps="8" from_deg="315" gustIntensity="0.15" gustTime_s="8"/>
    <waves id="chop" model="jonswap" significantHeight_m="0.3" peakPeriod_s="3" heading_deg="200" components="8"/>
    <bottom id="ground" model="slope" depth_m="30" slope_deg="2"/>
  </world>
  <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="-100 0 0.084" velocity_mps="1.2 0 0">
    <mission id="captain" source="missions/survey.mission">
      <autopilot file="components/controllers/remus100-autopilot.xml"/>
      <route id="square"><point position_m="0 0 5"/><point position_m="60 0 5"/></route>
      <route id="side"><point position_m="0 -20 8"/><point position_m="60 -20 8"/></route>
      <robotTask id="RunUp" model="fly" depth_m="0.1"><event id="Running" of="speed_mps" above="1.1" for_s="2"/></robotTask>
      <robotTask id="Dive" model="fly"><event id="DepthReached" of="depthError_m" below="0.2" for_s="5"/></robotTask>
      <robotTask id="Follow" model="follow"><event id="RouteEnded" of="routeEnded"/>
        <event id="Drifting" of="routeDistance_m" above="5" for_s="2"/><event id="OffTrack" of="routeDistance_m" above="20"/></robotTask>
      <robotTask id="Surface" model="fly" depth_m="0.1"><event id="AtSurface" of="depth_m" below="0.3" for_s="3"/></robotTask>
      <robotTask id="Drift" model="stop"><event id="Drifted" of="time_s" above="20"/></robotTask>
      <event id="TooDeep" of="depth_m" above="20"/><event id="WaterLeak" at_s="100000"/><event id="BatteryLow" at_s="100000"/>
    </mission>
    <push start_s="3" duration_s="4" force_N="0 5 0" point_m="0.3 0 0"/>
    <push start_s="6.1234" duration_s="9" frame="B" torque_Nm="0 0.2 0"/>
    <excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="3"/>
  </vehicle>
  <vehicle id="float" length_m="0.3" position_m="20 0 4" maxDepth_m="5" beyondLimits="flood" floodRate_m3ps="0.0001" floodVolume_m3="0.001">
    <hull id="hull" mass_kg="19.8" volume_m3="0.02" cg_m="0 0 0.02" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="5 5 5 1 1 1"/>
    <ballast id="tank" capacity_kg="2" filling_kg="0.1" maxFlow_kgps="0.2"/>
    <script actuator="tank" times_s="0 8" values="0.2 -0.2"/>
  </vehicle>
  <log rate_Hz="7" channels="state actuators control water"/></scenario>`,
  ["auv/maxDepth_m=1.5"],
);

interface Logged {
  readonly run: ScenarioRun;
  readonly sink: MemorySink;
  readonly writer: LogWriter;
}

function started(): Logged {
  const sink = new MemorySink();
  const writer = new LogWriter(sink, { compression: null, library: "test" });
  return { run: new ScenarioRun(scenario, { writer, version: "test" }), sink, writer };
}

function finished({ run, sink }: Logged): Uint8Array {
  run.advance(run.end_ns);
  run.close();
  return sink.bytes();
}

const whole = started();
const wholeBytes = finished(whole);
const wholeLog = opened(wholeBytes);

const entriesAfter = (log: Log, t_ns: number): unknown[] => [...log.messages()].filter((each) => each.t_ns > t_ns);

/** Any instant, and with them those at which something happens: ticks, samples, steps, pushes. */
const instant_ns = fc.oneof(
  fc.integer({ min: 0, max: scenario.duration_ns }),
  fc.integer({ min: 0, max: 480 }).map((k) => k * 50_000_000),
  fc.constantFrom(0, 3e9, 6_123_400_000, 7e9, 15_123_400_000, scenario.duration_ns),
);

test("the run has what it is to be tried with: a mission that goes on, both limits crossed, water in tank and breach", () => {
  const told = whole.run.events.map(({ name, message }) => `${name} ${message}`).join("\n");
  expect(told).toMatch(/auv is below its maximum depth of 1.5 m/);
  expect(told).toMatch(/float is below its maximum depth of 5 m: water comes in/);
  expect(told).toMatch(/captain .*Dive/);
  expect(wholeLog.channels.map(({ topic }) => topic)).toContain("/auv/excerpts/floor");
});

test("rule 10: restored in place, once or several times, it gives the same log to the byte", () => {
  fc.assert(
    fc.property(fc.array(instant_ns, { minLength: 1, maxLength: 4 }), (instants) => {
      const again = started();
      for (const t_ns of [...instants].sort((a, b) => a - b)) {
        again.run.advance(t_ns);
        again.run.restore(again.run.snapshot());
      }
      expect(Buffer.from(finished(again)).equals(wholeBytes)).toBe(true);
      expect(again.run.sim.snapshot()).toEqual(whole.run.sim.snapshot());
    }),
    { seed: 11, numRuns: 12 },
  );
});

test("rule 10: a fork, and a fork of the fork, end in the same state with the same later entries of the log", () => {
  fc.assert(
    fc.property(instant_ns, instant_ns, (a_ns, b_ns) => {
      const [first_ns, second_ns] = [Math.min(a_ns, b_ns), Math.max(a_ns, b_ns)];
      const { run } = started();
      run.advance(first_ns);
      const silent = run.fork();
      silent.advance(second_ns);
      const sink = new MemorySink();
      const writer = new LogWriter(sink, { compression: null, library: "test" });
      const fork = silent.fork({ writer });
      const log = opened(finished({ run: fork, sink, writer }));
      expect(fork.sim.snapshot()).toEqual(whole.run.sim.snapshot());
      expect(fork.events).toEqual(whole.run.events);
      expect(fork.summary()).toEqual(whole.run.summary());
      expect(entriesAfter(log, second_ns)).toEqual(entriesAfter(wholeLog, second_ns));
      // The one that was forked is where it was.
      expect(run.sim.now_ns).toBe(first_ns);
    }),
    { seed: 12, numRuns: 10 },
  );
});

test("rule 10: a run that went on, and another run of the scenario, can be taken back to a snapshot", () => {
  fc.assert(
    fc.property(instant_ns, fc.integer({ min: 1, max: 4e9 }), (t_ns, further_ns) => {
      const run = new ScenarioRun(scenario, { writer: null, version: "test" });
      run.advance(t_ns);
      const snapshot = run.snapshot();
      run.advance(t_ns + further_ns);
      const other = new ScenarioRun(scenario, { writer: null, version: "test" });
      other.restore(snapshot);
      run.restore(snapshot);
      for (const each of [run, other]) {
        each.advance(each.end_ns);
        expect(each.sim.snapshot()).toEqual(whole.run.sim.snapshot());
        expect(each.events).toEqual(whole.run.events);
      }
    }),
    { seed: 13, numRuns: 10 },
  );
});
