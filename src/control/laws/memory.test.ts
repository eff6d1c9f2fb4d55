/** Programs keep nothing in themselves, and ticks allocate nothing. */
import { expect, test } from "vitest";
import { probeOf } from "../../../test/support/allocation.ts";
import { autopilotXml, LawBench, type Reading } from "../test/law-bench.ts";

const laws = {
  autopilot: autopilotXml(
    `<leg depth_m="5" speed_mps="1" duration_s="3"/><leg pitch_deg="-3" duration_s="3"/>
     <route integralGain_mps="0.3"><point position_m="5 0 5"/><point position_m="9 9 6"/></route>
     <leg depth_m="2" depthTolerance_m="0.5" settle_s="1"/>`,
  )
    .replace('<depth kp="0.2"/>', '<depth kp="0.2" ki="0.02" kd="0.1"/>')
    .replace('<heading kp="1"/>', '<heading kp="1" ki="0.1" kd="0.3" integralLimit="0.2"/>'),
  stationKeeper: `<stationKeeper horizontalLimit_N="100" verticalLimit_N="100" torqueLimit_Nm="100">
    <position kp="10" ki="1" kd="3"/><depth kp="10" ki="1"/><heading kp="3" ki="1"/><attitude kp="2" ki="1"/>
    <hold position_m="3 4 5" heading_deg="100" duration_s="5"/><hold position_m="0 0 5" tolerance_m="1"/>
  </stationKeeper>`,
};

/** A vehicle on a wild but fixed way. */
function reading(k: number): Reading {
  const t_s = k / 10;
  const p_m = [0.6 * t_s, 3 * Math.sin(0.2 * t_s), 4 + Math.cos(0.3 * t_s)];
  const rpy_rad = [0.1 * Math.sin(t_s), 0.2 * Math.cos(0.7 * t_s), 0.3 * t_s];
  return { t_s, p_m, rpy_rad, v_mps: [1, 0.1 * Math.sin(t_s), 0], w_radps: [0, 0.1 * Math.sin(t_s), 0.3] };
}

test.each(Object.entries(laws))(
  "%s: another instance that is given a copy of the memory goes on with the same bits, from any tick",
  (_, xml) => {
    const whole = new LawBench(xml);
    const history: Float64Array[] = [];
    const memory: Float64Array[] = [];
    for (let k = 0; k < 200; k++) {
      memory.push(whole.reals.slice());
      whole.tick(reading(k));
      history.push(Float64Array.of(...whole.out, ...whole.reals));
    }
    for (const from of [1, 29, 30, 31, 65, 120]) {
      const copy = new LawBench(xml);
      copy.reals.set(memory[from]!);
      for (let k = from; k < 200; k++) {
        copy.tick(reading(k));
        expect(Float64Array.of(...copy.out, ...copy.reals)).toEqual(history[k]);
      }
    }
    // The memory matters: a new one in the middle does something else.
    const fresh = new LawBench(xml);
    fresh.tick(reading(65));
    expect(Float64Array.of(...fresh.out, ...fresh.reals)).not.toEqual(history[65]);
  },
);

const ticks = `
import { LawBench } from "../test/law-bench.ts";
import { NAVIGATION_STATE } from "../index.ts";
const bench = new LawBench(process.env.LAW);
const { reading } = bench;
const moment = { now_ns: 0, reals: bench.reals };
const count = new Float64Array(1);
reading[NAVIGATION_STATE.q] = 0.9;
reading[NAVIGATION_STATE.q + 3] = Math.sqrt(0.19);
function run(ticks) {
  for (let i = 0; i < ticks; i++) {
    reading[NAVIGATION_STATE.taken] = 100_000_000 * count[0]++;
    reading[NAVIGATION_STATE.p] += 0.1;
    reading[NAVIGATION_STATE.p + 1] = Math.sin(0.01 * count[0]);
    reading[NAVIGATION_STATE.w + 2] = 0.1 * Math.sin(0.1 * count[0]);
    bench.executor.take(moment);
    bench.executor.run(moment);
  }
}
process.stdout.write(String(leastBytes(run, 300_000)));
`;

test.each([
  ["an autopilot on a leg", autopilotXml('<leg depth_m="5" depthTolerance_m="0.1" duration_s="1e9"/>')],
  [
    "an autopilot on a route",
    autopilotXml(`<route>${'<point position_m="9e7 0 5"/><point position_m="9e7 9e7 5"/>'}</route>`),
  ],
  ["a station keeper", laws.stationKeeper.replace(/<hold.*/, '<hold position_m="9e7 0 0" tolerance_m="1"/>')],
])("a warm tick of %s allocates less than a byte", (_, xml) => {
  expect(probeOf(import.meta.url, ticks)({ LAW: xml })).toBeLessThan(1);
});
