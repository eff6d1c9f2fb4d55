/**
 * What viewers of logs draw: the shapes of the vehicles, made from their components, and the bottom. Both are written once, when the
 * log begins; vehicles move with their frames.
 *
 * | entity  | frame           | shapes                                                                                            |
 * |---------|-----------------|---------------------------------------------------------------------------------------------------|
 * | NAME    | of the vehicle  | its hull's outline, a disc per thruster, a plate per fin; a small box where there is no hull        |
 * | bottom  | ned             | 33 × 33 points as triangles, around where the vehicles start                                       |
 *
 * Foxglove's cylinders stand on z; those of a hull and of a thruster lie along x.
 */
import type { Bottom } from "../../environment/index.ts";
import type { Component } from "../../library/index.ts";
import type { ProtoMessage } from "../../logging/index.ts";
import { multiplyQuaternionsInto, quaternionFromRpyInto } from "../../math/index.ts";
import type { Scenario } from "../load/scenario.ts";

const HULL_COLOR = { r: 0.95, g: 0.75, b: 0.1, a: 1 };
const DEVICE_COLOR = { r: 0.2, g: 0.2, b: 0.25, a: 1 };
const GROUND_COLOR = { r: 0.6, g: 0.5, b: 0.35, a: 0.8 };

/** From z to x: a quarter turn about y. */
const Z_TO_X = Float64Array.of(Math.SQRT1_2, 0, Math.SQRT1_2, 0);
const LEVEL = Float64Array.of(1, 0, 0, 0);

/** Points along a side of the picture of the bottom, and how far it reaches beyond the vehicles' starts. */
const POINTS = 33;
const MARGIN_M = 200;

function pose(position: readonly number[], q: Float64Array): ProtoMessage {
  const [x = 0, y = 0, z = 0] = position;
  return { position: { x, y, z }, orientation: { x: q[1]!, y: q[2]!, z: q[3]!, w: q[0]! } };
}

function size(x: number, y: number, z: number): ProtoMessage {
  return { x, y, z };
}

/** A round thing along x of the frame with the attitude q. */
function lyingCylinder(
  position: readonly number[],
  q: Float64Array,
  [length, width, height]: readonly number[],
  color: ProtoMessage,
): ProtoMessage {
  const turned = new Float64Array(4);
  multiplyQuaternionsInto(turned, 0, q, 0, Z_TO_X, 0);
  return { pose: pose(position, turned), size: size(height!, width!, length!), bottom_scale: 1, top_scale: 1, color };
}

interface Mounted {
  readonly position_m?: readonly number[];
  readonly attitude_rad?: readonly number[];
}

function attitudeOf({ attitude_rad = [0, 0, 0] }: Mounted): Float64Array {
  const q = new Float64Array(4);
  quaternionFromRpyInto(q, 0, attitude_rad[0]!, attitude_rad[1]!, attitude_rad[2]!);
  return q;
}

interface Shapes {
  readonly cubes: ProtoMessage[];
  readonly cylinders: ProtoMessage[];
  readonly spheres: ProtoMessage[];
}

function addHull({ cubes, cylinders, spheres }: Shapes, hull: Component | undefined, length_m: number): void {
  const color = HULL_COLOR;
  if (hull === undefined) {
    // A dock, a moored node: what is known of it is its length.
    cubes.push({ pose: pose([0, 0, 0], LEVEL), size: size(length_m, 0.5 * length_m, 0.5 * length_m), color });
    return;
  }
  const {
    shape,
    size_m,
    cb_m = [0, 0, 0],
  } = hull.params as {
    readonly shape: string;
    readonly size_m: readonly [number, number, number];
    readonly cb_m?: readonly number[];
  };
  if (shape === "cylinder") cylinders.push(lyingCylinder(cb_m, LEVEL, size_m, color));
  else (shape === "box" ? cubes : spheres).push({ pose: pose(cb_m, LEVEL), size: size(...size_m), color });
}

/** The entity of one vehicle, in its own frame. */
export function vehicleEntity(name: string, component: Component): ProtoMessage {
  const shapes: Shapes = { cubes: [], cylinders: [], spheres: [] };
  const { length_m } = component.params as { readonly length_m: number };
  addHull(
    shapes,
    component.children.find(({ kind }) => kind === "hull"),
    length_m,
  );
  for (const { kind, mount, params } of component.children) {
    const at = (mount ?? {}) as Mounted;
    const position = at.position_m ?? [0, 0, 0];
    if (kind === "thruster") {
      // A model by a table has no propeller; then a disc that fits the vehicle.
      const { diameter_m = 0.05 * length_m } = params as { readonly diameter_m?: number };
      const disc = [0.4 * diameter_m, diameter_m, diameter_m];
      shapes.cylinders.push(lyingCylinder(position, attitudeOf(at), disc, DEVICE_COLOR));
    } else if (kind === "fin") {
      const { span_m, chord_m } = params as { readonly span_m: number; readonly chord_m: number };
      const plate = size(chord_m, span_m, 0.1 * chord_m);
      shapes.cubes.push({ pose: pose(position, attitudeOf(at)), size: plate, color: DEVICE_COLOR });
    }
  }
  return { frame_id: name, id: name, frame_locked: true, ...shapes };
}

/** The bottom around where the vehicles start, in frame N; null where there is none. */
export function bottomEntity(bottom: Bottom, starts: readonly (readonly number[])[]): ProtoMessage | null {
  const of = (axis: number): number[] => starts.map((p) => p[axis]!);
  const middle = [0, 1].map((axis) => (Math.min(...of(axis)) + Math.max(...of(axis))) / 2);
  const half_m = MARGIN_M + Math.max(...[0, 1].map((axis) => (Math.max(...of(axis)) - Math.min(...of(axis))) / 2));
  const step_m = (2 * half_m) / (POINTS - 1);
  const place = new Float64Array(3);
  const depth = new Float64Array(1);
  const points: ProtoMessage[] = [];
  /** Number of the point, −1 where there is no bottom. */
  const numbers = new Int32Array(POINTS * POINTS).fill(-1);
  for (let k = 0; k < numbers.length; k++) {
    place[0] = middle[0]! - half_m + step_m * Math.floor(k / POINTS);
    place[1] = middle[1]! - half_m + step_m * (k % POINTS);
    bottom.depthInto(depth, 0, place, 0);
    if (!Number.isFinite(depth[0])) continue;
    numbers[k] = points.length;
    points.push({ x: place[0], y: place[1], z: depth[0]! });
  }
  const indices: number[] = [];
  const triangle = (...corners: readonly number[]): void => {
    const found = corners.map((k) => numbers[k]!);
    if (found.every((number) => number >= 0)) indices.push(...found);
  };
  for (let row = 0; row + 1 < POINTS; row++) {
    for (let column = 0; column + 1 < POINTS; column++) {
      const k = row * POINTS + column;
      // South-west, south-east, north-east: against the clock seen from above, so that normals point up.
      triangle(k, k + 1, k + 1 + POINTS);
      triangle(k, k + 1 + POINTS, k + POINTS);
    }
  }
  if (indices.length === 0) return null;
  const surface = { pose: pose([0, 0, 0], LEVEL), points, color: GROUND_COLOR, indices };
  return { frame_id: "ned", id: "bottom", frame_locked: true, triangles: [surface] };
}

/** Entities of all that is asked for by the <log> elements, without their time. */
export function sceneOf({ logs, vehicles, sea }: Scenario): ProtoMessage[] {
  const drawn = vehicles.filter((_, i) => logs.some((plan) => plan.vehicle === i && plan.channels.includes("scene")));
  if (drawn.length === 0) return [];
  const entities = drawn.map(({ name, component }) => vehicleEntity(name, component));
  const bottom = sea?.scene?.bottom ?? null;
  const starts = drawn.map(({ component }) => ((component.mount ?? {}) as Mounted).position_m ?? [0, 0, 0]);
  const ground = bottom === null ? null : bottomEntity(bottom, starts);
  return ground === null ? entities : [...entities, ground];
}
