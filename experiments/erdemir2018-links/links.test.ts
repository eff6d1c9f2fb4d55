import { expect, test } from "vitest";
import { sourceLevel_dB } from "../../src/acoustics/index.ts";
import { planeWave } from "../../src/radio/index.ts";
import { printedAbsorption_dBpkm, printedAttenuation_dBpm, printedReceived_dBm, printedSuccess } from "./as-printed.ts";
import {
  absorptionOf,
  acousticLoss_dB,
  acousticPower_W,
  acousticReach_m,
  radioLoss_dB,
  radioPower_W,
  radioReach_m,
  radioReceived_dBm,
  radioSuccess,
} from "./links.ts";
import { THESIS } from "./parameters.ts";
import { startDistance_m } from "./tables.ts";

/** Whether a value is that of a hand calculation with so many digits: within one unit of the last, since some were cut and not rounded. */
function isAsWritten(value: number, written: string): boolean {
  const decimals = written.split(".")[1]?.length ?? 0;
  return Math.abs(value - Number(written)) <= 10 ** -decimals;
}

/** Distance, loss, power in W for 2 mW, loss with 20 log d. */
test.each([
  [1, "1.82", "0.0030", "1.82"],
  [5, "9.09", "0.0162", "23.07"],
  [10, "18.18", "0.1315", "38.18"],
  [15, "27.27", "1.067", "50.8"],
  [20, "36.36", "8.65", "62.4"],
])("radio over %d m: %s dB, %s W, %s dB", (d, loss, power, spread) => {
  expect(isAsWritten(radioLoss_dB(d), loss)).toBe(true);
  expect(isAsWritten(radioPower_W(d), power)).toBe(true);
  expect(isAsWritten(radioLoss_dB(d, "spherical"), spread)).toBe(true);
});

/** Distance, loss and power in W for 1.9 mW: in fresh water, with Thorp. */
test.each([
  [1, "0.003", "0.00190", "0.034", "0.00192"],
  [5, "10.50", "0.0213", "10.66", "0.0221"],
  [10, "15.03", "0.0605", "15.34", "0.0650"],
  [20, "19.58", "0.172", "20.20", "0.199"],
  [37.6, "23.75", "0.450", "24.91", "0.588"],
  [50, "25.64", "0.696", "27.19", "0.994"],
  [100, "30.31", "2.04", "33.41", "4.16"],
])("sound over %d m: %s dB and %s W in fresh water, %s dB and %s W with Thorp", (d, fresh, freshW, thorp, thorpW) => {
  expect(isAsWritten(acousticLoss_dB("fresh", d), fresh)).toBe(true);
  expect(isAsWritten(acousticPower_W("fresh", d), freshW)).toBe(true);
  expect(isAsWritten(acousticLoss_dB("thorp", d), thorp)).toBe(true);
  expect(isAsWritten(acousticPower_W("thorp", d), thorpW)).toBe(true);
});

test("reach: radio 17.47, 7.71 and 4.23 m by its spreading; sound 164 and 103 m, with 20 log r 48 and 41 m", () => {
  expect(isAsWritten(radioReach_m(), "17.47")).toBe(true);
  expect(isAsWritten(radioReach_m("spherical"), "7.71")).toBe(true);
  expect(isAsWritten(radioReach_m("friis"), "4.23")).toBe(true);
  expect(isAsWritten(acousticReach_m("fresh"), "164")).toBe(true);
  expect(isAsWritten(acousticReach_m("thorp"), "103")).toBe(true);
  expect(isAsWritten(acousticReach_m("fresh", 2), "48")).toBe(true);
  expect(isAsWritten(acousticReach_m("thorp", 2), "41")).toBe(true);
});

test("at 10 m 3 W leave 13.6 dB above 2 mW, of which e^(−1/22.8) = 0.957 of the packets arrive", () => {
  // 34.771 − 18.18 − 3.010 = 13.58 dB.
  expect(radioReceived_dBm(3, 10) - 3.0103).toBeCloseTo(13.58, 2);
  expect(isAsWritten(radioSuccess(10), "0.957")).toBe(true);
});

test("the two absorptions at 100 kHz: 34.07 dB/km by Thorp (0.11 + 44e4/14100 + 2.75 + 0.003), 3.11 in fresh water of 10 °C", () => {
  expect(absorptionOf("thorp")).toBeCloseTo((0.11 * 1e4) / 10001 + 44e4 / 14100 + 2.75 + 0.003, 9);
  expect(isAsWritten(absorptionOf("fresh"), "3.11")).toBe(true);
});

test("the crossing of the two: at 7 m the radio loses less than sound, at 7.5 m more", () => {
  expect(radioLoss_dB(7)).toBeLessThan(acousticLoss_dB("thorp", 7));
  expect(radioLoss_dB(7.5)).toBeGreaterThan(acousticLoss_dB("thorp", 7.5));
});

test("4.5 W from a point are 177.3 dB re 1 µPa at 1 m, and the start lies √(800 + 24.825²) = 37.63 m off", () => {
  expect(isAsWritten(sourceLevel_dB(THESIS.acoustic.powerLimit_W, 1, 0), "177.3")).toBe(true);
  expect(startDistance_m()).toBeCloseTo(Math.sqrt(800 + 24.825 ** 2), 9);
});

test("erratum (2.2): 10 log 34.07 = 15.32 in place of 34.07 dB/km", () => {
  expect(isAsWritten(printedAbsorption_dBpkm(), "15.32")).toBe(true);
});

test("erratum (2.7): 20/ln α makes −2.68 dB/m of 0.2093 Np/m", () => {
  expect(isAsWritten(printedAttenuation_dBpm(), "-2.68")).toBe(true);
  expect(isAsWritten(planeWave(10e6, THESIS.radio).attenuation_dBpm, "1.818")).toBe(true);
});

test("erratum (2.6): with the printed sign more arrives over 10 m than over 1 m", () => {
  expect(printedReceived_dBm(3, 10)).toBeGreaterThan(printedReceived_dBm(3, 1));
  expect(radioReceived_dBm(3, 10)).toBeLessThan(radioReceived_dBm(3, 1));
});

test("erratum (2.4): an amplitude in place of a power: e^(−(π/4) 10^(−0.6)) = 0.821 at 3 dB, drawn 200,000 times in even steps", () => {
  // A Rayleigh variable of mean 1: r = √(−(4/π) ln u); shares of a step of 1/200,000.
  const threshold = 10 ** -0.3;
  let above = 0;
  for (let k = 0; k < 200_000; k++) if (Math.sqrt((-4 / Math.PI) * Math.log((k + 0.5) / 200_000)) > threshold) above++;
  expect(Math.abs(printedSuccess(3) - above / 200_000)).toBeLessThan(1e-5);
  expect(isAsWritten(printedSuccess(3), "0.821")).toBe(true);
});
