/**
 * Rule 6 for whole worlds: a second vehicle that neither touches nor talks to the first, whatever its controller, and whoever else
 * looks, change no bit of the first one's motion, nor of what the log says of it.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RandomStream } from "../src/core/index.ts";
import { type InPort, JitteredTimes, PHASE } from "../src/engine/index.ts";
import { readTable } from "../src/logging/index.ts";
import type { Extension } from "../src/scenario/index.ts";
import { vehicleState } from "../src/vehicles/index.ts";
import { opened } from "./support/outside.ts";
import { runToEnd, scenarioOf, stateOf } from "./support/scenarios.ts";
import { uniform } from "./support/uniform.ts";

/** At the surface, in waves and gusts: there everything acts on a vehicle that can. */
function text(others: { before?: string; inside?: string; after?: string } = {}): string {
  return `<scenario id="s" duration_s="6" seed="3">
  <world>
    <wind id="breeze" model="gusty" speed_mps="8" from_deg="315" gustIntensity="0.15" gustTime_s="3"/>
    <current id="wander" model="gauss-markov" velocity_mps="0.2 0.1 0" deviations_mps="0.05 0.05 0" correlationTime_s="5" updateRate_Hz="3"/>
    <waves id="chop" model="jonswap" significantHeight_m="0.3" peakPeriod_s="3" heading_deg="200" components="6"/>
    <bottom id="ground" model="slope" depth_m="30" slope_deg="2"/>
  </world>${others.before ?? ""}
  <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 0.3" velocity_mps="1 0 0">
    <autopilot id="pilot" file="components/controllers/remus100-autopilot.xml">
      <leg heading_deg="20" depth_m="2" speed_mps="1.5" duration_s="100"/></autopilot>
    <push start_s="1" duration_s="1.5" force_N="0 3 0"/>${others.inside ?? ""}
  </vehicle>
  <log rate_Hz="10" channels="state control" vehicles="auv"/>${others.after ?? ""}</scenario>`;
}

const CHANNELS = ["/auv/state", "/auv/pilot", "/auv/commands"];

function seen(scenario: string, vehicle: number, extensions: readonly Extension[] = []): unknown {
  const { run, log } = runToEnd(scenarioOf(scenario), { from: "inside" }, "offline", extensions);
  const opens = opened(log);
  const events = run.events.filter(({ name }) => name === "auv" || name.startsWith("auv/"));
  return { state: stateOf(run, vehicle), tables: CHANNELS.map((topic) => readTable(opens, topic)), events };
}

const alone = seen(text(), 0);

const rate_Hz = uniform(0.3, 90);
const place_m = fc.tuple(
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -300, max: 300 }),
  fc.constantFrom(0.1, 3, 12),
);

/** A vehicle that swims by itself, under a name that sorts before or behind the other's. */
const neighbour = fc
  .record({
    id: fc.constantFrom("aa", "zz"),
    kind: fc.constantFrom({ file: "remus100-finned", fin: "rudderTop" }, { file: "remus100", fin: "rudder" }),
    place_m,
    rate_Hz,
    rudder_rad: uniform(-0.2, 0.2),
    pushed_s: uniform(0, 5),
    log_Hz: rate_Hz,
  })
  .map(({ id, kind: { file, fin }, place_m: [north, east, depth], ...v }) => ({
    element: `<vehicle id="${id}" file="components/vehicles/${file}.xml" position_m="${north} ${east} ${depth}">
      <controller id="helm" model="hold" rate_Hz="${v.rate_Hz}" actuators="${fin}" values="${v.rudder_rad}"/>
      <push start_s="${v.pushed_s}" force_N="1 2 3"/>
      <excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="${v.rate_Hz}"/></vehicle>`,
    log: `<log rate_Hz="${v.log_Hz}" vehicles="${id}"/>`,
  }));

test("a second vehicle with any controller, place and log, in front of the first or behind it, changes no bit", () => {
  fc.assert(
    fc.property(neighbour, fc.boolean(), ({ element, log }, first) => {
      const scenario = text(first ? { before: element, after: log } : { after: element + log });
      expect(seen(scenario, first ? 1 : 0)).toEqual(alone);
    }),
    { seed: 21, numRuns: 15 },
  );
});

/** Taps on the state of vehicle 0 at jittered instants; whoever is told does nothing with it. */
function taps(rates_Hz: readonly number[], seed: number): Extension {
  const path = (k: number): string => `probe${k}`;
  const jittered = (hz: number, k: number): JitteredTimes =>
    new JitteredTimes(hz, Math.floor(0.9e9 / hz), new RandomStream({ campaign: seed, run: 0 }, path(k)), k);
  return {
    taps: () =>
      rates_Hz.map((hz, k) => ({
        vehicle: 0,
        name: path(k),
        times: jittered(hz, k),
        to: { role: "sensors", path: path(k), vehicle: 0 },
      })),
    install: {
      sensors: (site) => {
        rates_Hz.forEach((_, k) => {
          const told = new Float64Array(vehicleState.size);
          let port: InPort<typeof vehicleState.fields>;
          const actor = site.builder.addActor({
            path: path(k),
            handle(moment) {
              while (port.receive(moment, told, 0));
            },
          });
          port = site.in(path(k), vehicleState, { wake: { actor, phase: PHASE.deliver } });
        });
      },
    },
  };
}

test("a hundred taps with random jitter, excerpts and more channels of the log change no bit", () => {
  const looks = fc.record({
    rates_Hz: fc.array(rate_Hz, { minLength: 100, maxLength: 100 }),
    seed: fc.integer({ min: 0, max: 1000 }),
    excerpt_Hz: rate_Hz,
    log_Hz: rate_Hz,
  });
  fc.assert(
    fc.property(looks, ({ rates_Hz, seed, excerpt_Hz, log_Hz }) => {
      const scenario = text({
        inside: `<excerpt id="floor" quantity="bottomDepth_m" range_m="4" spacing_m="4" rate_Hz="${excerpt_Hz}"/>
          <excerpt id="flow" quantity="currentSpeed_mps" range_m="4" spacing_m="4" rate_Hz="${excerpt_Hz / 3}"/>`,
        after: `<log rate_Hz="${log_Hz}" channels="pose transforms actuators water" vehicles="auv"/>`,
      });
      expect(seen(scenario, 0, [taps(rates_Hz, seed)])).toEqual(alone);
    }),
    { seed: 22, numRuns: 6 },
  );
});
