import { expect, test } from "vitest";
import { levelOf, powerOf } from "../decibel.ts";
import { SPHERICAL } from "../spreading.ts";
import { CHORUS_BACKGROUND_DB, FishNoise, ShrimpNoise } from "./animals.ts";
import { CoatesNoise } from "./coates.ts";
import { RAIN_FITS, RainNoise, WenzRain } from "./rain.ts";
import { SiteNoise } from "./site.ts";
import { AmbientNoise, bandLevel_dB, flatBandLevel_dB, type NoiseSpectrum } from "./spectrum.ts";
import { ThrusterNoise } from "./thruster.ts";
import { VesselNoise, vesselSourceLevel_dB } from "./vessel.ts";
import { KNOT_MPS, type WenzBands, WenzNoise, type WindReading } from "./wenz.ts";

const wenz = (v_kn: number, bands: WenzBands = "banded", wind: WindReading = "standard", traffic = 4): WenzNoise =>
  new WenzNoise({ windSpeed_mps: v_kn * KNOT_MPS, traffic, wind, bands });
const at = (noise: NoiseSpectrum, f_kHz: number, digits: number): number =>
  Number(noise.levelAt(1000 * f_kHz).toFixed(digits));
const rain = (rate_mmph: number, fit: keyof typeof RAIN_FITS, peak_dB = 0, slope_dBpdecade = 0): RainNoise =>
  new RainNoise({ rate_mmph, ...RAIN_FITS[fit], slope_dBpdecade, peak_dB });

test("Wenz at 5 knots, banded: 37.25 dB at 10 kHz, 28.43 at 33 kHz, thermal 25.0 at 100 kHz over the sea's 20.25", () => {
  expect(at(wenz(5), 10, 2)).toBe(37.25);
  expect(at(wenz(5), 33, 2)).toBe(28.43);
  expect(at(wenz(5), 100, 2)).toBe(25);
  expect(Number(wenz(5, "summed").termsAt(100e3).sea.toFixed(2))).toBe(20.25);
});

test("Wenz at 5 knots, all terms summed: 28.64 dB at 33 kHz, of which 15.4 are thermal", () => {
  expect(at(wenz(5, "summed"), 33, 2)).toBe(28.64);
  expect(Number(wenz(5, "summed").termsAt(33e3).thermal.toFixed(1))).toBe(15.4);
});

test("erratum: √21 · v is 12.67 dB above √(21 v) at 5 knots, 41.10 dB at 33 kHz, and 30 dB above it at 10", () => {
  expect(at(wenz(5, "banded", "published-2009"), 33, 2)).toBe(41.1);
  const above = (v_kn: number): number =>
    wenz(v_kn, "banded", "published-2009").levelAt(33e3) - wenz(v_kn).levelAt(33e3);
  expect(above(5)).toBeCloseTo(5 * Math.sqrt(21) - Math.sqrt(105), 9);
  expect(above(10)).toBeGreaterThan(30);
});

test("the two forms of the sea's term meet at 1 kHz: 54.25 dB at 5 knots", () => {
  expect(wenz(5).levelAt(999.999999)).toBeCloseTo(54.247, 3);
  expect(wenz(5).levelAt(1000)).toBeCloseTo(44 + Math.sqrt(105), 9);
});

test("banded, each term ends where its band does; from 200 to 500 Hz two of them count", () => {
  const noise = wenz(5);
  expect(noise.levelAt(5)).toBeCloseTo(107 - 30 * Math.log10(5), 9);
  expect(noise.levelAt(100)).toBeCloseTo(76 - 20 * Math.log10(100 / 30) ** 2, 9);
  const sea = 44 + Math.sqrt(105) + 17 * (3 - Math.log10(300)) * (Math.log10(300) - 2);
  expect(noise.levelAt(300)).toBeCloseTo(levelOf(powerOf(76 - 20) + powerOf(sea)), 9);
  expect(noise.levelAt(150e3)).toBeCloseTo(-75 + 20 * Math.log10(150e3), 9);
  expect(wenz(5, "banded", "standard", 7).levelAt(100) - noise.levelAt(100)).toBeCloseTo(15, 9);
});

test("Coates: what a public network simulator prints, 27.214 dB (33 kHz, 1 m/s, s 0), 31.555 (2.572 m/s, s 0.5), 25.700 at 100 kHz", () => {
  const coates = (windSpeed_mps: number, shipping: number) => new CoatesNoise({ windSpeed_mps, shipping });
  expect(at(coates(1, 0), 33, 3)).toBe(27.214);
  expect(at(coates(2.572, 0.5), 33, 3)).toBe(31.555);
  expect(at(coates(1, 0), 100, 3)).toBe(25.7);
  // And the table of the four frequencies at 2.57 m/s.
  expect([1, 10, 33, 100].map((f) => at(coates(2.57, 0.5), f, 2))).toEqual([56.27, 41.34, 31.55, 26.75]);
});

test.each([
  [2, 47.1],
  [5, 53.1],
  [10, 57.7],
  [50, 68.3],
  [100, 72.9],
])("rain of %d mm/h has %f dB at 5 kHz by the fit of 2004", (rate, level) => {
  expect(at(rain(rate, "nystuen-2004"), 5, 1)).toBe(level);
});

test("rain of 10 mm/h by the fit of 1997 has 62.5 dB; without rain there is silence; white unless a slope or a peak is given", () => {
  expect(at(rain(10, "nystuen-1997"), 5, 1)).toBe(62.5);
  expect(rain(0, "nystuen-2004").levelAt(5000)).toBe(Number.NEGATIVE_INFINITY);
  expect(rain(10, "nystuen-2004").levelAt(33e3)).toBe(rain(10, "nystuen-2004").levelAt(5e3));
  expect(at(rain(10, "nystuen-2004", 8), 14, 1)).toBe(65.7);
  expect(at(rain(10, "nystuen-2004", 0, -20), 50, 1)).toBe(37.7);
});

test("rain classes by their polynomials: 77.5, 80.8, 81.9 dB at 1 kHz; 66.9, 75.6, 80.6 at 5; 60.7, 71.1, 78.0 at 10", () => {
  const all = (f_kHz: number): number[] => ([1, 2, 3] as const).map((each) => at(new WenzRain(each), f_kHz, 1));
  expect(all(1)).toEqual([77.5, 80.8, 81.9]);
  expect(all(5)).toEqual([66.9, 75.6, 80.6]);
  expect(all(10)).toEqual([60.7, 71.1, 78.0]);
});

test("a bed of shrimps is 25 dB above sea state 2 at 20 kHz, 56 − 17 log 20 + 25 = 58.9, and falls by 20 dB per decade outside", () => {
  const day = new ShrimpNoise({ level_dB: 58.9, night_dB: 0 });
  expect(56 - 17 * Math.log10(20) + 25).toBeCloseTo(58.88, 2);
  expect([2, 10, 20, 24].map((f) => at(day, f, 1))).toEqual([58.9, 58.9, 58.9, 58.9]);
  expect(at(day, 240, 1)).toBe(38.9);
  expect(at(day, 0.2, 1)).toBe(38.9);
  expect(at(new ShrimpNoise({ level_dB: 58.9, night_dB: 5 }), 10, 1)).toBe(63.9);
});

test("a chorus stands 35 dB over its background at 550 Hz and meets it at 100 Hz and 3 kHz", () => {
  const reef = new FishNoise({ chorus: "great-barrier-reef", excess_dB: undefined, background_dB: 50 });
  expect([0.1, 0.55, 3].map((f) => at(reef, f, 9))).toEqual([50, 85, 50]);
  const jersey = new FishNoise({ chorus: "new-jersey", excess_dB: undefined, background_dB: 50 });
  expect([0.15, 1.7, 4.8].map((f) => at(jersey, f, 9))).toEqual([50, 70, 50]);
  expect(reef.levelAt(33e3)).toBeLessThan(0);
  // The background that is taken where none is given.
  expect(at(wenz(5, "summed"), 0.55, 1)).toBe(CHORUS_BACKGROUND_DB);
});

test("a site's levels are linear in log f between its frequencies and held beyond; one level holds everywhere", () => {
  const site = new SiteNoise([1000, 10e3, 100e3], [60, 45, 30]);
  expect(site.levelAt(100)).toBe(60);
  expect(site.levelAt(1e6)).toBe(30);
  expect(site.levelAt(10e3)).toBe(45);
  expect(site.levelAt(Math.sqrt(1000 * 10e3))).toBeCloseTo(52.5, 12);
  expect(new SiteNoise([], [41]).levelAt(33e3)).toBe(41);
});

test("a vessel at the speed and length of reference: 191 − 20 log(480/7.4) − 10 log((1 − f/f₁)² + 9) at f₁ = 64.86 Hz", () => {
  const f1 = 480 / 7.4;
  const level = vesselSourceLevel_dB("other", 7.4 * KNOT_MPS, 91.44, f1);
  expect(level).toBeCloseTo(191 - 20 * Math.log10(f1) - 10 * Math.log10(9), 9);
  // Twice as fast 18.06 dB, half as long −6.02 dB.
  expect(vesselSourceLevel_dB("other", 14.8 * KNOT_MPS, 45.72, f1) - level).toBeCloseTo(
    80 * Math.log10(2) - 40 * Math.log10(2),
    9,
  );
});

test("a tanker below 100 Hz has the hump of cargo ships: 208 − 40 log f₁ + 10 log f − 10 log((1 − (f/f₁)²)² + 1)", () => {
  const f1 = 600 / 12.4;
  const expected = 208 - 40 * Math.log10(f1) + 10 * Math.log10(50) - 10 * Math.log10((1 - (50 / f1) ** 2) ** 2 + 1);
  expect(vesselSourceLevel_dB("tanker", 12.4 * KNOT_MPS, 91.44, 50)).toBeCloseTo(expected, 9);
});

test("a vessel's noise comes here less 20 log r and its absorption, and one at rest is silent", () => {
  const options = { vessel: "fishing", length_m: 20, spreading: SPHERICAL, distance_m: 1000 } as const;
  const source = vesselSourceLevel_dB("fishing", 4, 20, 33e3);
  const heard = new VesselNoise({ ...options, speed_mps: 4, absorption: "thorp-stojanovic" }).levelAt(33e3);
  expect(heard).toBeCloseTo(source - 60 - 9.6464, 3);
  expect(new VesselNoise({ ...options, speed_mps: 4, absorption: "none" }).levelAt(33e3)).toBeCloseTo(source - 60, 9);
  expect(new VesselNoise({ ...options, speed_mps: 0, absorption: "none" }).levelAt(33e3)).toBe(
    Number.NEGATIVE_INFINITY,
  );
});

test("a thruster is 18.06 dB louder at twice the speed, either way round, 6.02 dB softer an octave up, silent at rest", () => {
  const thruster = (shaftSpeed_rps: number, f_Hz: number): number =>
    new ThrusterNoise({
      ...{ level_dB: 100, measuredAt_rps: 20, shaftSpeed_rps },
      ...{ distance_m: 2, spreading: SPHERICAL, absorption: "none" },
    }).levelAt(f_Hz);
  expect(thruster(20, 1000)).toBeCloseTo(100 - 20 * Math.log10(2), 9);
  expect(thruster(-40, 1000) - thruster(20, 1000)).toBeCloseTo(60 * Math.log10(2), 9);
  expect(thruster(20, 2000) - thruster(20, 1000)).toBeCloseTo(-20 * Math.log10(2), 9);
  expect(thruster(20, 10)).toBe(thruster(20, 100));
  expect(thruster(0, 1000)).toBe(Number.NEGATIVE_INFINITY);
});

test("sources add as powers: two equal ones are 3.01 dB louder than one, and the softer of 20 dB apart adds 0.04 dB", () => {
  const of = (...levels: readonly number[]): AmbientNoise =>
    new AmbientNoise(levels.map((level) => ({ name: String(level), spectrum: new SiteNoise([], [level]) })));
  expect(of(50, 50).levelAt(1e4)).toBeCloseTo(53.0103, 4);
  expect(of(50, 30).levelAt(1e4)).toBeCloseTo(10 * Math.log10(1e5 + 1e3), 9);
  expect(of().levelAt(1e4)).toBe(Number.NEGATIVE_INFINITY);
});

test("in 6 kHz around 33 kHz at 5 knots: 66.21 dB with 10 log W, and the integral of f^−1.7 in closed form", () => {
  const band = { centre_Hz: 33e3, width_Hz: 6e3 };
  expect(Number(flatBandLevel_dB(wenz(5), band).toFixed(2))).toBe(66.21);
  const A = 10 ** ((95 + Math.sqrt(105)) / 10);
  const exact = 10 * Math.log10((A / 0.7) * (30e3 ** -0.7 - 36e3 ** -0.7));
  expect(bandLevel_dB(wenz(5), band)).toBeCloseTo(exact, 11);
  expect(exact - flatBandLevel_dB(wenz(5), band)).toBeGreaterThan(0.01);
});

test("a band across breaks is the sum of its parts: 10 Hz to 100 kHz, cut at the band edges of the spectrum and anywhere else", () => {
  const noise = new AmbientNoise([{ name: "wenz", spectrum: wenz(8) }]);
  const level = (low: number, high: number): number =>
    bandLevel_dB(noise, { centre_Hz: 0.5 * (low + high), width_Hz: high - low });
  const parts = (cuts: readonly number[]): number =>
    levelOf(cuts.slice(1).reduce((sum, high, k) => sum + powerOf(level(cuts[k]!, high)), 0));
  const whole = level(20, 120e3);
  expect(parts([20, 200, 500, 1000, 100e3, 120e3])).toBeCloseTo(whole, 9);
  expect(parts([20, 37, 333, 4321, 120e3])).toBeCloseTo(whole, 9);
});

test("a table that is not flat is integrated exactly: levels that fall by 30 dB per decade are A f^−3, from 1 to 10 kHz −19.99 dB of A/2 · 1e−6", () => {
  const site = new SiteNoise([1000, 10e3], [60, 30]);
  const exact = 10 * Math.log10((1e6 * 1e9 * (1e-6 - 1e-8)) / 2);
  expect(bandLevel_dB(site, { centre_Hz: 5500, width_Hz: 9000 })).toBeCloseTo(exact, 10);
});

test("a band that reaches to 0 Hz or has no width is refused", () => {
  expect(() => bandLevel_dB(wenz(5), { centre_Hz: 1000, width_Hz: 2000 })).toThrow("a band of 2000 Hz around 1000 Hz");
  expect(() => bandLevel_dB(wenz(5), { centre_Hz: 1000, width_Hz: 0 })).toThrow("a band of 0 Hz");
});

test("each source says what it was not made for: rain at 100 kHz, but not the wind's noise", () => {
  const noise = new AmbientNoise([
    { name: "sea", spectrum: wenz(5) },
    { name: "shower", spectrum: rain(5, "nystuen-2004") },
    { name: "pier", spectrum: new SiteNoise([], [40]) },
  ]);
  expect(noise.outsideAt(100e3)).toEqual(["shower: frequency_Hz = 100000 is above 50000"]);
  expect(noise.outsideAt(0.5)).toEqual([
    "sea: frequency_Hz = 0.5 is below 1",
    "shower: frequency_Hz = 0.5 is below 500",
  ]);
});
