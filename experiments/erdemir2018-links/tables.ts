/** The tables and the picture of the report: what the thesis's formulas, set right, come to over distance. */
import { rayleighSuccess } from "../../src/acoustics/index.ts";
import type { ResultPicture, ResultTable } from "../../src/cli/verbs/reproduce/experiment.ts";
import { pow } from "../../src/math/index.ts";
import { curvesSvg } from "../../src/report/index.ts";
import type { Frame } from "./frames.ts";
import {
  acousticLoss_dB,
  acousticPower_W,
  acousticReach_m,
  radioLoss_dB,
  radioPower_W,
  radioReach_m,
  radioSuccess,
} from "./links.ts";
import { THESIS } from "./parameters.ts";

const fixed = (value: number, decimals: number): string => value.toFixed(decimals).replace("-", "−");
/** Milliwatts, so that no power is lost among zeros. */
const mW = (power_W: number): string => String(Number((1000 * power_W).toPrecision(3)));

export function radioTable(): ResultTable {
  const rows = [1, 5, 10, 15, 20, 50, 100].map((d) => [
    String(d),
    fixed(radioLoss_dB(d), 2),
    d > 20 ? "–" : mW(radioPower_W(d)),
    fixed(radioLoss_dB(d, "spherical"), 2),
    d > 20 ? "–" : fixed(radioSuccess(d), 3),
  ]);
  return {
    title: "Radio, 10 MHz in water of 0.01 S/m",
    heads: ["distance (m)", "loss (dB)", "power for 2 mW (mW)", "loss with 20 log d (dB)", "arriving of 3 W"],
    rows,
    note: `Eq. (2.7) set right, without spreading as in the thesis, and with it. At most 3000 mW may be sent: they reach ${fixed(radioReach_m(), 2)} m, with 20 log d ${fixed(radioReach_m("spherical"), 2)} m, between antennas in the water ${fixed(radioReach_m("friis"), 2)} m. The last column is the share of packets that Rayleigh fading lets through.`,
  };
}

export function acousticTable(): ResultTable {
  const rows = [1, 5, 10, 20, 37.6, 50, 100].map((d) => [
    String(d),
    fixed(acousticLoss_dB("fresh", d), 2),
    mW(acousticPower_W("fresh", d)),
    fixed(acousticLoss_dB("thorp", d), 2),
    mW(acousticPower_W("thorp", d)),
  ]);
  return {
    title: "Sound, 100 kHz, 15 log r",
    heads: ["distance (m)", "loss, fresh (dB)", "power for 1.9 mW (mW)", "loss, Thorp (dB)", "power for 1.9 mW (mW)"],
    rows,
    note: `Eq. (2.1) to (2.3) set right. The thesis says fresh water and gives no coefficient: both that of fresh water at 10 °C and Thorp's. At most 4500 mW may be sent: they reach ${fixed(acousticReach_m("fresh"), 0)} m and ${fixed(acousticReach_m("thorp"), 0)} m, with 20 log r ${fixed(acousticReach_m("fresh", 2), 0)} m and ${fixed(acousticReach_m("thorp", 2), 0)} m. A power received in watts is the thesis's way of counting; physically 4.5 W are a source level of 177.3 dB re 1 µPa at 1 m.`,
  };
}

export function frameTable(frame: Frame): ResultTable {
  const rows: [string, string, string][] = [
    ["station's part", "0.4096", fixed(frame.stationPart_s, 4)],
    ["a vehicle's slot", "0.0394", fixed(frame.vehicleSlot_s, 4)],
    ["vehicles' part", "0.3152", fixed(frame.vehiclePart_s, 4)],
    ["together", "0.7248", fixed(frame.least_s, 4)],
    ["frame", "0.74", fixed(frame.frame_s, 4)],
    ["guard of a slot", "0.0019", fixed(frame.guard_s, 4)],
    ["slot with guard", "0.0413", fixed(frame.guardedSlot_s, 4)],
    ["vehicles' part with guards", "0.3304", fixed(frame.guardedPart_s, 4)],
  ];
  return {
    title: "The frame of medium access",
    heads: ["part", "printed (s)", "ours (s)"],
    rows,
    note: `Packets from within ${fixed(frame.collisionFree_m, 2)} m never reach into the next slot. The slot of 0.0394 s and the guard follow from what is printed.`,
  };
}

export function fadingTable(): ResultTable {
  return {
    title: "Rayleigh fading",
    heads: ["margin (dB)", "share that arrives"],
    rows: [0, 3, 6, 10, 13, 20].map((margin) => [String(margin), fixed(rayleighSuccess(margin), 3)]),
    note: "exp(−P_th/P̄), eq. (2.4) and (2.5) set right.",
  };
}

export function powerPicture(): ResultPicture {
  const xs = Float64Array.from({ length: 119 }, (_, k) => 1 + k / 2);
  const over = (power: (d: number) => number): Float64Array => xs.map((d) => power(d));
  const title = "Power that is needed over distance";
  const { radio, acoustic } = THESIS;
  const line = (power_W: number): Float64Array => xs.map(() => power_W);
  return {
    title,
    svg: curvesSvg({
      title,
      note: "For the thresholds of Table 5.3, without fading. By these formulas the radio is the cheaper one up to 7 m; the thesis switches at 10 m.",
      x: { label: "distance (m)", from: 0, to: 60 },
      y: { label: "transmitted power (W)", from: 1e-3, to: 100, isLog: true },
      curves: [
        { words: "radio", xs, ys: over((d) => radioPower_W(d)) },
        { words: "radio, with 20 log d", xs, ys: over((d) => radioPower_W(d, "spherical")) },
        { words: "sound, fresh water", xs, ys: over((d) => acousticPower_W("fresh", d)) },
        { words: "sound, Thorp", xs, ys: over((d) => acousticPower_W("thorp", d)) },
        { words: `radio may send ${radio.powerLimit_W} W`, xs, ys: line(radio.powerLimit_W) },
        { words: `sound may send ${acoustic.powerLimit_W} W`, xs, ys: line(acoustic.powerLimit_W) },
      ],
      marks: [{ x: 10, y: radioPower_W(10), words: "10 m" }],
    }),
  };
}

/** Distance of the start of the thesis's vehicle from its station. */
export function startDistance_m(): number {
  const sum = THESIS.start_m.reduce((total, x, k) => total + pow(x - THESIS.station_m[k]!, 2), 0);
  return Math.sqrt(sum);
}
