import { expect, test } from "vitest";
import { dipoleField, magneticFieldInto } from "./magnetic-field.ts";

const DEG = Math.PI / 180;
const EPS = 2 ** -52;

test("the field by its elements: 60° down and 10° east of north, 5e-5 T, written out", () => {
  const m = new Float64Array(4);
  const constants = {
    magneticDeclination_rad: 10 * DEG,
    magneticInclination_rad: 60 * DEG,
    magneticField_T: 5e-5,
  };
  magneticFieldInto(m, 1, constants);
  // cos 60° = 0.5; cos 10° = 0.984807753012208, sin 10° = 0.17364817766693033, sin 60° = 0.8660254037844386.
  const expected = [2.5e-5 * 0.984807753012208, 2.5e-5 * 0.17364817766693033, 5e-5 * 0.8660254037844386];
  // Three roundings and the functions' own, of numbers up to 5e-5.
  for (let i = 0; i < 3; i++) expect(Math.abs(m[1 + i]! - expected[i]!)).toBeLessThan(8 * EPS * 5e-5);
  expect(m[0]).toBe(0);
});

test("the dipole: flat at the equator, straight down with twice the strength at the pole, up in the south", () => {
  expect(dipoleField(0)).toEqual({
    magneticDeclination_rad: 0,
    magneticInclination_rad: 0,
    magneticField_T: 29_404.8e-9,
  });
  const pole = dipoleField(Math.PI / 2);
  expect(pole.magneticInclination_rad).toBeCloseTo(Math.PI / 2, 15);
  expect(pole.magneticField_T).toBeCloseTo(2 * 29_404.8e-9, 18);
  expect(dipoleField(-0.4).magneticInclination_rad).toBe(-dipoleField(0.4).magneticInclination_rad);
});

test.each([-70, -33, 12, 43.66, 68])(
  "at %s° it is minus the gradient of the dipole's potential, by finite differences",
  (lat) => {
    // V(r, φ) = g (a³/r²) sin φ on a sphere of radius a = 1; north is along φ, down against r.
    const g = -29_404.8e-9;
    const V = (r: number, phi: number): number => (g * Math.sin(phi)) / (r * r);
    const phi = lat * DEG;
    const h = 1e-5;
    const north = -(V(1, phi + h) - V(1, phi - h)) / (2 * h);
    const down = (V(1 + h, phi) - V(1 - h, phi)) / (2 * h);
    const m = new Float64Array(3);
    magneticFieldInto(m, 0, dipoleField(phi) as unknown as Record<string, number>);
    // Truncation h² V'''/6 with V''' up to 24 g, and rounding ε g / h: 4e-10 g and 2e-11 g.
    const tolerance = 1e-9 * 29_404.8e-9;
    expect(Math.abs(m[0]! - north)).toBeLessThan(tolerance);
    expect(m[1]).toBe(0);
    expect(Math.abs(m[2]! - down)).toBeLessThan(tolerance);
  },
);
