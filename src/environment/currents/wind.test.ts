import { expect, test } from "vitest";
import { ModelBuilder, Simulation, thingSite } from "../../engine/index.ts";
import { componentMaker, flowAt, slopeMiss } from "../test/flow-probe.ts";
import { constantWind, gustyWind, wind } from "./wind.ts";

const { make, said, faults } = componentMaker([wind, constantWind, gustyWind], wind);

const meanWind = (attributes: string) => make(attributes).join(thingSite(new ModelBuilder(), "wind"));
const at = (attributes: string, height_m: number): readonly number[] =>
  flowAt(meanWind(attributes), [0, 0, -height_m]).velocity;

test("the definitions are in order", () => {
  expect(faults).toEqual([]);
});

test("a west wind of 8 m/s at 10 m blows to the east, and none under water", () => {
  const [n, e, d] = at('speed_mps="8" from_deg="270"', 10);
  expect(n).toBeCloseTo(0, 14);
  expect(e).toBeCloseTo(8, 14);
  expect(d).toBe(0);
  expect(at('speed_mps="8" from_deg="270"', -1).map(Math.abs)).toEqual([0, 0, 0]);
});

test("at 40 m the power law has 8 · 4^0.11 = 9.318 m/s, the logarithm 8 ln(40/z₀)/ln(10/z₀) = 9.025", () => {
  expect(at('speed_mps="8" from_deg="180"', 40)[0]).toBeCloseTo(8 * 4 ** 0.11, 12);
  const log = at('speed_mps="8" from_deg="180" profile="log"', 40)[0]!;
  // 1 + h/z₀ in place of h/z₀: 2e-5 in the argument.
  expect(log).toBeCloseTo((8 * Math.log(40 / 2e-4)) / Math.log(10 / 2e-4), 4);
  expect(at('speed_mps="8" from_deg="180" profile="uniform"', 40)[0]).toBeCloseTo(8, 14);
});

test("the slope by height equals the central difference", () => {
  for (const profile of ["power", "log", "uniform"]) {
    const flow = meanWind(`speed_mps="12" from_deg="33" profile="${profile}"`);
    // h² f‴/6 at 2 m: 1e-6 · 12 · 0.11 · 2 / 8 / 6 = 6e-8.
    for (const height of [2, 10, 50]) expect(slopeMiss(flow, [0, 0, -height], 0, 1e-3)).toBeLessThan(1e-7);
  }
});

function gusty(attributes: string) {
  const builder = new ModelBuilder({ campaign: 3, run: 0 });
  const flow = make(`model="gusty" ${attributes}`).join(thingSite(builder, "wind"));
  const sim = new Simulation(builder.build());
  return (t_s: number, height_m = 10) => {
    sim.runUntil(Math.round(t_s * 1e9));
    flow.lookAt?.(sim.reals);
    return flowAt(flow, [0, 0, -height_m], t_s);
  };
}

test("gusts of intensity 0.2 in a north wind of 10 m/s deviate 2 m/s along and across and 1 m/s up, about the mean", () => {
  const wind = gusty('speed_mps="10" gustIntensity="0.2" gustTime_s="2" updateRate_Hz="5"');
  const count = 4000;
  const sums = new Float64Array(6);
  for (let k = 0; k < count; k++) {
    const { velocity } = wind(k);
    [velocity[0]! + 10, velocity[1]!, velocity[2]!].forEach((g, c) => {
      sums[c]! += g / count;
      sums[3 + c]! += (g * g) / count;
    });
  }
  const phi = Math.exp(-1 / 2);
  [2, 2, 1].forEach((sigma, c) => {
    // Four standard errors of the mean and of the variance of a first-order process.
    expect(Math.abs(sums[c]!)).toBeLessThan(4 * sigma * Math.sqrt((1 + phi) / (1 - phi) / count));
    const error = sigma ** 2 * Math.sqrt((2 * (1 + phi ** 2)) / (1 - phi ** 2) / count);
    expect(Math.abs(sums[3 + c]! - sigma ** 2)).toBeLessThan(4 * error);
  });
});

test("a gusty wind from any side is the north wind of the same seed, turned: gusts along, across and up stay what they are", () => {
  const attributes = 'speed_mps="10" gustIntensity="0.3" gustTime_s="3"';
  const north = gusty(attributes)(12.34);
  for (const from_deg of [30, 90, 135, 180, 200, 270, 301]) {
    const turned = gusty(`${attributes} from_deg="${from_deg}"`)(12.34);
    const [c, s] = [Math.cos((from_deg * Math.PI) / 180), Math.sin((from_deg * Math.PI) / 180)];
    for (const what of ["velocity", "rate"] as const) {
      const [n, e, d] = north[what] as [number, number, number];
      // Two products of at most 20 m/s: rounding.
      expect(turned[what][0], `${what} north from ${from_deg}°`).toBeCloseTo(c * n - s * e, 13);
      expect(turned[what][1], `${what} east from ${from_deg}°`).toBeCloseTo(s * n + c * e, 13);
      expect(turned[what][2]).toBe(d);
    }
  }
});

test("gusts grow with height as the wind does, and the rate is their slope in time", () => {
  const wind = gusty('speed_mps="10" from_deg="200" gustTime_s="5"');
  const low = wind(31.02, 10);
  const high = wind(31.02, 40);
  for (let c = 0; c < 3; c++) {
    expect(high.velocity[c]).toBeCloseTo(low.velocity[c]! * 4 ** 0.11, 12);
    expect(high.rate[c]).toBeCloseTo(low.rate[c]! * 4 ** 0.11, 12);
  }
  // 10 updates per second: 31.02 and 31.07 s lie between the same two.
  const later = wind(31.07, 10);
  for (let c = 0; c < 3; c++) expect(low.velocity[c]! + 0.05 * low.rate[c]!).toBeCloseTo(later.velocity[c]!, 10);
});

test("gusts of no intensity leave the mean wind", () => {
  const calm = gusty('speed_mps="10" from_deg="200" gustIntensity="0"')(3).velocity;
  at('speed_mps="10" from_deg="200"', 10).forEach((v, c) => {
    expect(calm[c]).toBeCloseTo(v, 15);
  });
});

test("the air has 1.225 kg/m³ where nothing is said, and what is said else, with gusts or without", () => {
  for (const model of ["constant", "gusty"]) {
    expect(make(`model="${model}" speed_mps="8"`).airDensity_kgpm3).toBe(1.225);
    expect(make(`model="${model}" speed_mps="8" airDensity_kgpm3="1.1"`).airDensity_kgpm3).toBe(1.1);
  }
});

test("a negative speed and a reference height of zero are reported", () => {
  expect(said('speed_mps="-3"').join()).toContain("speed_mps = -3");
  expect(said('speed_mps="3" referenceHeight_m="0"').join()).toContain("referenceHeight_m = 0");
});

test("gusts that are asked before they know whose state to look at say so", () => {
  const flow = make('model="gusty" speed_mps="8"').join(thingSite(new ModelBuilder(), "wind"));
  expect(() => flowAt(flow, [0, 0, -10])).toThrow("wind was asked before lookAt");
});
