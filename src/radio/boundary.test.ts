import fc from "fast-check";
import { expect, test } from "vitest";
import { BOUNDARY, BOUNDARY_SIZE, boundaryInto, type Polarisation } from "./boundary.ts";
import { EPSILON_0_FPM, MU_0_HPM } from "./medium.ts";

type Stuff = readonly [conductivity_Spm: number, relativePermittivity: number];
const AIR: Stuff = [0, 1];
const LAKE: Stuff = [0.01, 80];
const SEA: Stuff = [4, 80];

function passed(f: number, from: Stuff, to: Stuff, angle_rad = 0, polarisation: Polarisation = "across") {
  const out = new Float64Array(BOUNDARY_SIZE);
  const inPlane = polarisation === "in-plane";
  boundaryInto(
    out,
    0,
    Float64Array.of(f, ...from),
    0,
    Float64Array.of(f, ...to),
    0,
    Float64Array.of(angle_rad),
    0,
    inPlane,
  );
  const re = out[BOUNDARY.reflectionRe]!;
  const im = out[BOUNDARY.reflectionIm]!;
  return {
    re,
    im,
    reflected: re * re + im * im,
    through: out[BOUNDARY.transmittance]!,
    loss_dB: out[BOUNDARY.loss_dB]!,
    refraction_rad: out[BOUNDARY.refraction_rad]!,
  };
}

test("straight through an index of 9, without conduction: 4·9/10² = 0.36 of the power, 4.437 dB, either way", () => {
  for (const polarisation of ["across", "in-plane"] as const) {
    for (const [from, to] of [
      [AIR, [0, 81] as const],
      [[0, 81] as const, AIR],
    ] as const) {
      const { through, loss_dB } = passed(1e6, from, to, 0, polarisation);
      // A few roundings.
      expect(Math.abs(through - 0.36)).toBeLessThan(1e-15);
      expect(Math.abs(loss_dB - 4.437)).toBeLessThan(5e-4);
    }
  }
});

test("straight on, the reflection is that of the wave impedances √(jωμ/(σ + jωε)), in water that conducts too", () => {
  for (const f of [1e3, 1e6, 1e8]) {
    for (const [conductivity, permittivity] of [LAKE, SEA]) {
      // Complex arithmetic written out by magnitude and angle.
      const omega = 2 * Math.PI * f;
      const epsilon = EPSILON_0_FPM * permittivity;
      const size = Math.sqrt((omega * MU_0_HPM) / Math.hypot(conductivity, omega * epsilon));
      const angle = (Math.PI / 2 - Math.atan2(omega * epsilon, conductivity)) / 2;
      const [re2, im2] = [size * Math.cos(angle), size * Math.sin(angle)];
      const air = Math.sqrt(MU_0_HPM / EPSILON_0_FPM);
      const square = (air + re2) ** 2 + im2 ** 2;
      const expectedRe = ((re2 - air) * (re2 + air) + im2 * im2) / square;
      const expectedIm = (im2 * (re2 + air) - (re2 - air) * im2) / square;
      const found = passed(f, AIR, [conductivity, permittivity]);
      // Rounding of some ten operations on numbers near 1.
      expect(Math.abs(found.re - expectedRe)).toBeLessThan(1e-14);
      expect(Math.abs(found.im - expectedIm)).toBeLessThan(1e-14);
    }
  }
});

test("10 MHz into sea water loses 14.8 dB: 4 Re η/η₀ of a good conductor", () => {
  // η = √(ωμ/σ) = √(2π·1e7·4πe-7/4) = 4.443 Ω; 4·(4.443 cos 45°)/376.73 = 0.03336, less 2·0.00834: 0.0328 = 14.8 dB.
  const { through, loss_dB } = passed(10e6, AIR, SEA);
  // Two digits of the first terms of the series.
  expect(Math.abs(through - 0.0328)).toBeLessThan(6e-4);
  expect(Math.abs(loss_dB - 14.84)).toBeLessThan(0.1);
});

test("from air, what passes and what is thrown back are all that comes, at every angle, in both polarisations", () => {
  const any = fc.record({
    lgf: fc.double({ min: 2, max: 9, noNaN: true }),
    lgSigma: fc.double({ min: -6, max: 1, noNaN: true }),
    permittivity: fc.double({ min: 1.1, max: 90, noNaN: true }),
    angle: fc.double({ min: 0, max: 1.57, noNaN: true }),
    polarisation: fc.constantFrom<Polarisation>("across", "in-plane"),
  });
  fc.assert(
    fc.property(any, ({ lgf, lgSigma, permittivity, angle, polarisation }) => {
      const { reflected, through } = passed(10 ** lgf, AIR, [10 ** lgSigma, permittivity], angle, polarisation);
      // Some thirty roundings; the roots cancel by up to a factor of 1e3 at the smallest angles to the surface.
      expect(Math.abs(reflected + through - 1)).toBeLessThan(1e-12);
    }),
    { seed: 17, numRuns: 2000 },
  );
});

test("without conduction a path passes as much one way as the other, with Snell's angles", () => {
  const index = Math.sqrt(80);
  for (const polarisation of ["across", "in-plane"] as const) {
    for (const angle of [0.05, 0.4, 0.9, 1.4]) {
      const down = passed(1e6, AIR, [0, 80], angle, polarisation);
      const below = Math.asin(Math.sin(angle) / index);
      expect(Math.abs(down.refraction_rad - below)).toBeLessThan(1e-15);
      const up = passed(1e6, [0, 80], AIR, below, polarisation);
      // The angle's rounding grows by the refraction: tan 1.4 is 6, times a few roundings.
      expect(Math.abs(up.through - down.through)).toBeLessThan(1e-13);
    }
  }
});

test("Brewster: at tan θ = √80 all of the in-plane wave passes, and none is thrown back", () => {
  const { reflected, through } = passed(1e6, AIR, [0, 80], Math.atan(Math.sqrt(80)), "in-plane");
  // Γ is a rounding, its square nothing.
  expect(reflected).toBeLessThan(1e-28);
  expect(Math.abs(through - 1)).toBeLessThan(1e-13);
});

test("from water that does not conduct, nothing passes beyond the critical angle of 6.42°", () => {
  const critical = Math.asin(1 / Math.sqrt(80));
  expect(Math.abs((critical * 180) / Math.PI - 6.42)).toBeLessThan(5e-3);
  for (const polarisation of ["across", "in-plane"] as const) {
    // Just inside, cos ψ is 0.14: across, 4·8.89·0.14/(8.89 + 0.14)² = 0.061; in-plane more.
    expect(passed(1e6, [0, 80], AIR, 0.99 * critical, polarisation).through).toBeGreaterThan(0.06);
    const beyond = passed(1e6, [0, 80], AIR, 1.01 * critical, polarisation);
    expect(beyond.through).toBe(0);
    expect(beyond.loss_dB).toBe(Number.POSITIVE_INFINITY);
    // All of it comes back: rounding.
    expect(Math.abs(beyond.reflected - 1)).toBeLessThan(1e-14);
  }
});

test("from water that conducts, straight up: |2η₀/(η₀ + η)|² Re(1/η₀)/Re(1/η)", () => {
  for (const [f, [conductivity, permittivity]] of [
    [10e6, LAKE],
    [10e6, SEA],
    [1e3, SEA],
  ] as const) {
    const omega = 2 * Math.PI * f;
    const epsilon = EPSILON_0_FPM * permittivity;
    const size = Math.sqrt((omega * MU_0_HPM) / Math.hypot(conductivity, omega * epsilon));
    const angle = (Math.PI / 2 - Math.atan2(omega * epsilon, conductivity)) / 2;
    const air = Math.sqrt(MU_0_HPM / EPSILON_0_FPM);
    const sum2 = (air + size * Math.cos(angle)) ** 2 + (size * Math.sin(angle)) ** 2;
    const expected = ((4 * air * air) / sum2) * (1 / air / (Math.cos(angle) / size));
    // Some twenty roundings.
    expect(Math.abs(passed(f, [conductivity, permittivity], AIR).through / expected - 1)).toBeLessThan(1e-13);
  }
});

test("from water that conducts, slanted waves pass as from water that hardly does, and none beyond the critical angle of β", () => {
  const hardly = passed(1e8, [1e-6, 80], AIR, 0.1);
  const none = passed(1e8, [0, 80], AIR, 0.1);
  // The loss tangent is 2e-6.
  expect(Math.abs(hardly.through / none.through - 1)).toBeLessThan(1e-5);
  for (const polarisation of ["across", "in-plane"] as const) {
    let before = Number.POSITIVE_INFINITY;
    for (let angle = 0; angle < 0.12; angle += 0.002) {
      const { through } = passed(10e6, SEA, AIR, angle, polarisation);
      expect(through).toBeGreaterThanOrEqual(0);
      // Across, ever less passes towards the critical angle; sin θ = k₀/β, 1.0 degrees at 10 MHz.
      if (polarisation === "across") expect(through).toBeLessThanOrEqual(before);
      before = through;
    }
    expect(before).toBe(0);
  }
});

test("two equal media are not a boundary", () => {
  for (const stuff of [AIR, LAKE, SEA]) {
    const { reflected, loss_dB } = passed(1e6, stuff, stuff, 0.3, "in-plane");
    // Roundings of a difference of equal numbers, squared.
    expect(reflected).toBeLessThan(1e-28);
    expect(Math.abs(loss_dB)).toBeLessThan(1e-13);
  }
});
