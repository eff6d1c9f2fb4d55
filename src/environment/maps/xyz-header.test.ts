/** Columns of XYZ texts by the names in their first line. */
import { expect, test } from "vitest";
import type { MapOptions } from "./map-grid.ts";
import { readMap } from "./read-map.ts";

/** Two rows of two points at east 100 and 110, north 200 and 205; the order of the columns is that of `line`. */
function text(
  head: string,
  line: (east: number, north: number, z: number) => readonly (number | string)[],
): Uint8Array {
  const points: [number, number, number][] = [
    [100, 200, 11],
    [110, 200, 12],
    [100, 205, 21],
    [110, 205, 22],
  ];
  return new TextEncoder().encode(`${[head, ...points.map((point) => line(...point).join(","))].join("\n")}\n`);
}
const read = (bytes: Uint8Array, options: MapOptions = { coordinates: "projected" }) =>
  readMap("a.xyz", bytes, options);
const plain = (e: number, n: number, z: number) => [e, n, z];

test.each([
  ["x,y,uncertainty,depth", (e: number, n: number, z: number) => [e, n, 0.3, z]],
  ["northing,easting,depth", (e: number, n: number, z: number) => [n, e, z]],
  ["id;Y;X;Depth_m", (e: number, n: number, z: number) => ["A1", n, e, z]],
  ["depth_uncertainty depth (m) utm_northing utm_easting", (e: number, n: number, z: number) => [0.1, z, n, e]],
  ["# E;N;Depth;U", (e: number, n: number, z: number) => [e, n, z, 0.1]],
  ["X Y Elevation", (e: number, n: number, z: number) => [e, n, -z]],
])("%s", (head, line) => {
  const map = read(text(head, line));
  expect([map.firstEast, map.firstNorth, map.stepEast, map.stepNorth]).toEqual([100, 200, 10, 5]);
  expect([...map.depths_m]).toEqual([11, 12, 21, 22]);
});

test("units of the names are honoured, and refused where they are not known", () => {
  // 0.3048 m and 1.8288 m by definition; products are right to the last bit or two.
  expect(read(text("Easting Northing Depth_ft", plain)).depths_m[0]).toBeCloseTo(11 * 0.3048, 12);
  expect(read(text("x y fathoms", plain), { coordinates: "projected", quantity: "depth" }).depths_m[0]).toBeCloseTo(
    11 * 1.8288,
    12,
  );
  const feet = read(text("x (ft),y (ft),depth [cm]", plain));
  expect([feet.firstEast, feet.depths_m[0]]).toEqual([100 * 0.3048, 11 * 0.01]);
  expect(() => read(text("x,y,depth (dbar)", plain))).toThrow(
    'a.xyz:1:1: error MAP016: unit "dbar" of the column "depth (dbar)"',
  );
  expect(() => read(text("x,y,depth_yd", plain))).toThrow('MAP016: unit "yd"');
  expect(() => read(text("x (m),y (ft),depth", plain))).toThrow("MAP051");
});

test("names say whether the coordinates are degrees, and must agree with what is stated", () => {
  const degrees = (e: number, n: number, z: number) => [n / 10, e / 10, z];
  const map = read(text("lat,lon,depth", degrees), {});
  expect([map.coordinates, map.firstNorth, map.firstEast, map.depths_m[0]]).toEqual(["geographic", 20, 10, 11]);
  expect(read(text("latitude (deg),longitude (deg),depth", degrees), {}).coordinates).toBe("geographic");
  expect(read(text("easting,northing,depth", plain), {}).coordinates).toBe("projected");
  expect(() => read(text("lat,lon,depth", degrees))).toThrow(
    "a.xyz:1:1: error MAP051: the names of the columns say that the coordinates are degrees, but the map is stated to be projected",
  );
  expect(() => read(text("x,y,z", plain), {})).toThrow("MAP012");
  // Both kinds of a place: the stated one.
  const both = (e: number, n: number, z: number) => [n / 10, e / 10, e, n, z];
  expect(read(text("lat,lon,easting,northing,depth", both)).firstEast).toBe(100);
  expect(read(text("lat,lon,easting,northing,depth", both), { coordinates: "geographic" }).firstEast).toBe(10);
});

test("names that are not clear are refused at their line; names that are not known are passed over", () => {
  expect(() => read(text("x,y,z,depth", (e, n, z) => [e, n, z, z]))).toThrow(
    'a.xyz:1:1: error MAP051: "z" and "depth" are both names of the values',
  );
  expect(() => read(text("a,b,c,depth", (e, n, z) => [e, n, 0, z]))).toThrow(
    'the first line names column 4, "depth", as the values, but not which columns are east and north',
  );
  expect(() => read(text("x,y,beam,depth", plain))).toThrow(
    "a.xyz:2:1: error MAP011: a line of 3 columns; the first line names 4",
  );
  expect(read(text("rechts hoch wert", plain), { coordinates: "projected", quantity: "depth" }).depths_m[0]).toBe(11);
  expect(
    read(text("# made of x y and soundings", plain), { coordinates: "projected", quantity: "depth" }).depths_m[0],
  ).toBe(11);
});
