/**
 * Messages between moored nodes: a day of ALOHA among 50 of them, and how the cost of a broadcast grows with the neighbours of a node and
 * not with all nodes. CPU time, without a log: counts alone.
 */

import { RandomStream, STREAM_WORDS } from "../src/core/index.ts";
import { Definitions, memoryReader } from "../src/library/index.ts";
import { loadScenario, shippedDefinitions, World } from "../src/scenario/index.ts";
import { type Benchmark, cpuNsPerItem, figure, median } from "./harness.ts";

const { definitions } = Definitions.create(shippedDefinitions);
const DAY_S = 86_400;
const RUNS = 3;

interface Network {
  readonly nodes: number;
  /** Side of the square, m. */
  readonly side_m: number;
  readonly range_m: number;
  readonly interval_s: number;
}

/** Nodes at random places, each with one message for all per interval in the mean. */
function scenarioText({ nodes, side_m, range_m, interval_s }: Network, duration_s: number): string {
  const stream = new RandomStream({ campaign: 1, run: 0 }, "places");
  const words = new Int32Array(STREAM_WORDS);
  const place = (): string => (side_m * stream.uniform(words)).toFixed(1);
  // Level over noise is 0 dB at the range: 20 lg r of spreading, nothing absorbed.
  const level_dB = (60 + 20 * Math.log10(range_m)).toFixed(6);
  const vehicles = Array.from(
    { length: nodes },
    (_, k) => `
  <vehicle id="n${k}" length_m="1" position_m="${place()} ${place()} 20"><provenance of="*" status="assumed"/>
    <modem id="m" address="${k + 1}" frequency_Hz="25e3" bandwidth_Hz="5e3" bitRate_bps="10e3" sourceLevel_dBre1uPam="${level_dB}"
           threshold_dB="0" notice_dB="0" longestMessageBytes="64" logged="none">
      <provenance of="*" status="assumed"/>
      <mac model="aloha"/>
      <traffic model="poisson" interval_s="${interval_s}" messageBytes="64"/>
    </modem>
  </vehicle>`,
  );
  return `<scenario id="network" duration_s="${duration_s}">
  <world><sound absorption_dBpm="0" noise_dBre1uPa2pHz="${(60 - 10 * Math.log10(5e3)).toFixed(6)}"><provenance of="*" status="assumed"/></sound></world>
${vehicles.join("")}
  <log rate_Hz="0.001" channels="state"/>
</scenario>`;
}

interface Measured {
  readonly cpu_s: number;
  readonly frames: number;
  readonly receptions: number;
}

function measure(network: Network, duration_s: number): Measured {
  const reader = memoryReader({ "network.xml": scenarioText(network, duration_s) });
  const { scenario, diagnostics } = loadScenario(definitions, reader, "network.xml");
  if (scenario === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));
  const world = new World(scenario, { tell: () => {}, recorder: null, control: { from: "inside" } });
  // The first messages fill the lists of neighbours and warm the code up.
  const warm_s = Math.min(0.1 * duration_s, 3 * network.interval_s);
  world.sim.runUntil(warm_s * 1e9);
  const total = (name: string): number =>
    [...world.figures().values()].reduce((sum, figures) => sum + (figures[name] ?? 0), 0);
  const heard = (): number =>
    ["delivered", "collisions", "halfDuplex", "outOfRange", "noise", "fading"].reduce(
      (sum, name) => sum + total(name),
      0,
    );
  const [sentBefore, heardBefore] = [total("sent"), heard()];
  const cpu_s = 1e-9 * cpuNsPerItem(() => void world.sim.runUntil(duration_s * 1e9), 1);
  return { cpu_s, frames: total("sent") - sentBefore, receptions: heard() - heardBefore };
}

export const benchmark: Benchmark = {
  name: "communications",
  doc: "messages between moored nodes: ALOHA for a day, and cost by number of neighbours",
  run() {
    const times = <T>(what: () => T): T[] => Array.from({ length: RUNS }, what);
    const day = times(() => measure({ nodes: 50, side_m: 1000, range_m: 3000, interval_s: 10 }, DAY_S));
    const sizes = [100, 300, 1000];
    // As many neighbours, whatever the number of nodes: the square grows with it.
    const sparse = sizes.map((nodes) => {
      const side_m = 20_000 * Math.sqrt(nodes / 1000);
      return times(() => measure({ nodes, side_m, range_m: 2000, interval_s: 10 }, (3.6e6 / nodes) * 0.2));
    });
    const perBroadcast_us = sparse.map((runs) => median(runs.map(({ cpu_s, frames }) => (1e6 * cpu_s) / frames)));
    const growth = (costs: readonly number[]): number =>
      Math.log(costs[2]! / costs[0]!) / Math.log(sizes[2]! / sizes[0]!);
    // In a smaller square more nodes are at the edge, and have fewer neighbours.
    const perNeighbour_us = sparse.map((runs) =>
      median(runs.map(({ cpu_s, receptions }) => (1e6 * cpu_s) / receptions)),
    );
    const of = (runs: readonly Measured[], what: (m: Measured) => number): number[] => runs.map(what);
    return [
      figure(
        "communications: 50 moored nodes, ALOHA, one message in 10 s each, 24 h",
        "s of CPU",
        of(day, (m) => m.cpu_s),
        {
          of: "value",
          atMost: 10,
        },
      ),
      figure(
        "communications: its frames",
        "1/s",
        of(day, (m) => m.frames / m.cpu_s),
      ),
      figure(
        "communications: its receptions",
        "1/s",
        of(day, (m) => m.receptions / m.cpu_s),
      ),
      ...sizes.map((nodes, k) =>
        figure(
          `communications: a broadcast among ${nodes} nodes, 2 km of range, as dense`,
          "µs",
          of(sparse[k]!, (m) => (1e6 * m.cpu_s) / m.frames),
        ),
      ),
      figure("communications: exponent of a broadcast's cost over the number of nodes", "", [growth(perBroadcast_us)]),
      figure("communications: the same of the cost for each neighbour", "", [growth(perNeighbour_us)], {
        of: "value",
        atMost: 0.2,
      }),
      figure(
        "communications: receptions of 1,000 moored nodes in 20 km × 20 km",
        "1/s",
        of(sparse[2]!, (m) => m.receptions / m.cpu_s),
        { of: "value", atLeast: 1_500_000 },
      ),
    ];
  },
};
