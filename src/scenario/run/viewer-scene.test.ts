/** Shapes for viewers, against the vehicle that they are of and the bottom that they show. */
import { expect, test } from "vitest";
import type { Bottom } from "../../environment/index.ts";
import type { Component } from "../../library/index.ts";
import { pictureGrid } from "./picture-grid.ts";
import { bottomEntity, vehicleEntity } from "./viewer-scene.ts";

type Vector = Readonly<Record<"x" | "y" | "z", number>>;
interface Shape {
  readonly pose: { readonly position: Vector; readonly orientation: Vector & { readonly w: number } };
  readonly size: Vector;
}
interface Entity {
  readonly frame_id: string;
  readonly cubes: readonly Shape[];
  readonly cylinders: readonly Shape[];
  readonly spheres: readonly Shape[];
}

/** v turned by a shape's attitude: v + 2 w (u × v) + 2 u × (u × v). */
function turned({ pose }: Shape, [x, y, z]: readonly [number, number, number]): number[] {
  const { x: a, y: b, z: c, w } = pose.orientation;
  const cross = (p: readonly number[]): number[] => [
    b * p[2]! - c * p[1]!,
    c * p[0]! - a * p[2]!,
    a * p[1]! - b * p[0]!,
  ];
  const first = cross([x, y, z]);
  const second = cross(first);
  return [x, y, z].map((v, i) => v + 2 * w * first[i]! + 2 * second[i]!);
}

function part(kind: string, params: object, mount: object | null = null): Component {
  return { kind, params, mount, children: [] } as unknown as Component;
}

test("a hull is its outline about the centre of buoyancy, thrusters are discs across their shafts, fins plates along their spans", () => {
  const vehicle = {
    params: { length_m: 1.6 },
    children: [
      part("hull", { shape: "cylinder", size_m: [1.6, 0.19, 0.2], cb_m: [-0.01, 0, 0.02] }),
      part("thruster", { diameter_m: 0.14 }, { position_m: [-0.8, 0, 0], attitude_rad: [0, 0, Math.PI / 2] }),
      part("fin", { span_m: 0.1, chord_m: 0.08 }, { position_m: [-0.7, 0, -0.1], attitude_rad: [Math.PI / 2, 0, 0] }),
    ],
  } as unknown as Component;
  const entity = vehicleEntity("auv", vehicle) as unknown as Entity;
  expect(entity).toMatchObject({ frame_id: "auv", id: "auv", frame_locked: true });

  // Foxglove's cylinder stands on z: its z must lie along x of the body, its x along z and its y along y.
  const [hull, disc] = entity.cylinders;
  expect(hull!.size).toEqual({ x: 0.2, y: 0.19, z: 1.6 });
  expect(hull!.pose.position).toEqual({ x: -0.01, y: 0, z: 0.02 });
  for (const [i, value] of turned(hull!, [0, 0, 1]).entries()) expect(value).toBeCloseTo([1, 0, 0][i]!, 15);
  // Yawed by 90°, the shaft points to starboard.
  expect(disc!.size).toMatchObject({ x: 0.14, y: 0.14 });
  for (const [i, value] of turned(disc!, [0, 0, 1]).entries()) expect(value).toBeCloseTo([0, 1, 0][i]!, 15);
  // Rolled by 90°, the span of a rudder points down.
  const [plate] = entity.cubes;
  expect(plate!.size).toMatchObject({ x: 0.08, y: 0.1 });
  for (const [i, value] of turned(plate!, [0, 1, 0]).entries()) expect(value).toBeCloseTo([0, 0, 1][i]!, 15);
});

test("an ellipsoid is a sphere with three sizes, a box a cube, and what has no hull a box of its length", () => {
  const with_ = (...children: readonly Component[]): Entity =>
    vehicleEntity("a", { params: { length_m: 2 }, children } as unknown as Component) as unknown as Entity;
  const size_m = [2, 1, 0.5];
  expect(with_(part("hull", { shape: "ellipsoid", size_m })).spheres[0]!.size).toEqual({ x: 2, y: 1, z: 0.5 });
  expect(with_(part("hull", { shape: "box", size_m })).cubes[0]!.size).toEqual({ x: 2, y: 1, z: 0.5 });
  expect(with_().cubes[0]!.size.x).toBe(2);
});

/** Depth 20 m + north / 10, and none west of −100 m. */
const slope: Bottom = {
  depthInto(out: Float64Array, o: number, p: Float64Array, i: number) {
    out[o] = p[i + 1]! < -100 ? Number.NaN : 20 + p[i]! / 10;
  },
} as unknown as Bottom;

test("the bottom is a net of triangles around the starts, at its depths, facing up, with holes where there is none", () => {
  const entity = bottomEntity(slope, [
    [0, 0, 5],
    [100, 0, 5],
  ]) as unknown as { triangles: { points: Vector[]; indices: number[] }[] };
  const [{ points, indices }] = entity.triangles as [{ points: Vector[]; indices: number[] }];
  // 100 m between the starts and 200 m beyond: from −200 to 300 m north, from −250 to 250 m east, of which −100 m and more is there.
  expect(Math.min(...points.map(({ x }) => x))).toBe(-200);
  expect(Math.max(...points.map(({ x }) => x))).toBe(300);
  expect(Math.max(...points.map(({ y }) => y))).toBe(250);
  expect(Math.min(...points.map(({ y }) => y))).toBeGreaterThanOrEqual(-100);
  for (const { x, z } of points) expect(z).toBe(20 + x / 10);
  expect(indices.length % 3).toBe(0);
  let area = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = indices.slice(k, k + 3).map((i) => points[i]!) as [Vector, Vector, Vector];
    const down = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    expect(down).toBeLessThan(0); // the normal has no part downwards
    area -= down / 2;
  }
  // Each square once: 500 m of 500 m by the whole columns of 15.625 m east of −100 m: from −93.75 to 250 m.
  expect(area).toBeCloseTo(500 * 343.75, 6);
});

test("without a bottom anywhere there is nothing to draw", () => {
  const none = { depthInto: (out: Float64Array) => void out.fill(Number.NaN) } as unknown as Bottom;
  expect(bottomEntity(none, [[0, 0, 0]])).toBeNull();
});

test("a picture of 2 × 3 values every 5 m becomes a grid whose cells are around them, east along rows, rows to the north", () => {
  const values = Float64Array.of(10, 2, 3, 40, 60, 7, 5, 1, 2, 3, 4, 5, Number.NaN);
  const grid = pictureGrid(values, "turbidity")!;
  expect(grid).toMatchObject({
    frame_id: "map",
    // East 60 m and north 40 m are the first value; its cell begins 2.5 m before it. Depth 7 m is 7 m below the sea.
    pose: { position: { x: 57.5, y: 37.5, z: -7 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
    column_count: 3,
    cell_size: { x: 5, y: 5 },
    row_stride: 12,
    cell_stride: 4,
    fields: [{ name: "turbidity", offset: 0, type: 7 }],
  });
  expect([...new Float32Array((grid.data as Uint8Array).slice().buffer)]).toEqual([1, 2, 3, 4, 5, Number.NaN]);
  expect(pictureGrid(values.subarray(0, 12), "turbidity")).toBeNull();
});
