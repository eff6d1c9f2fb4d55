/**
 * Rays against the bottom and against a mesh, as sonars send them: from 5 to 40 m above the ground, in any direction of the
 * lower half, up to 100 m. References: a march in steps of half a cell with bisection, which is what one writes first and
 * which passes over what is thinner than its step; and every triangle in turn.
 */
import { RandomStream, STREAM_WORDS } from "../src/core/index.ts";
import { generatedGrid } from "../src/environment/geometry/bottom.ts";
import { HeightGrid } from "../src/environment/geometry/height-grid.ts";
import { TriangleMesh } from "../src/environment/geometry/mesh.ts";
import type { MeshData } from "../src/environment/geometry/mesh-data.ts";
import { HIT_SIZE, noHitInto, RAY_SIZE, type Surface } from "../src/environment/geometry/ray.ts";
import { type Benchmark, comparison, figure, nsPerItemInTurns } from "./harness.ts";

const RAYS = 100_000;
const MARCHED = 5_000;
const SEARCHED = 20;
const RANGE_M = 100;

function ground(cells: number): HeightGrid {
  return new HeightGrid(gridOf(cells), "extend");
}

function gridOf(cells: number) {
  return generatedGrid({
    depth_m: 60,
    centre_m: [0, 0],
    slope_rad: 0,
    slopeDirection_rad: 0,
    seed: 1,
    relief_m: 4,
    longestScale_m: 200,
    octaves: 6,
    hurst: 0.8,
    extent_m: [cells, cells],
    spacing_m: 1,
  });
}

/** Two triangles for each cell of the same ground. */
function meshOf(cells: number): MeshData {
  const { rows, columns, origin_m, depths_m } = gridOf(cells);
  const vertices_m = new Float64Array(3 * rows * columns);
  const triangles = new Uint32Array(6 * cells * cells);
  let at = 0;
  for (let r = 0, k = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++, k++) {
      vertices_m.set([origin_m[0] + r, origin_m[1] + c, depths_m[k]], 3 * k);
      if (r === cells || c === cells) continue;
      triangles.set([k, k + 1, k + columns, k + 1, k + columns + 1, k + columns], at);
      at += 6;
    }
  }
  return { vertices_m, triangles };
}

/** Over the middle of the ground, so that most meet it. */
function raysOver(bottom: HeightGrid, cells: number): Float64Array {
  const stream = new RandomStream({ campaign: 7, run: 0 }, "rays");
  const words = new Int32Array(STREAM_WORDS);
  const out = new Float64Array(RAY_SIZE * RAYS);
  for (let k = 0; k < RAYS; k++) {
    const at = RAY_SIZE * k;
    out[at] = 0.8 * cells * (stream.uniform(words) - 0.5);
    out[at + 1] = 0.8 * cells * (stream.uniform(words) - 0.5);
    bottom.depthInto(out, at + 2, out, at);
    out[at + 2] -= 5 + 35 * stream.uniform(words);
    // Alike in all directions of the lower half: the down component is uniform.
    const down = stream.uniform(words);
    const around = 2 * Math.PI * stream.uniform(words);
    out[at + 3] = Math.sqrt(1 - down * down) * Math.cos(around);
    out[at + 4] = Math.sqrt(1 - down * down) * Math.sin(around);
    out[at + 5] = down;
    out[at + 6] = RANGE_M;
  }
  return out;
}

function castAll(surface: Surface, rays: Float64Array, hit: Float64Array): number {
  let met = 0;
  for (let at = 0; at < rays.length; at += RAY_SIZE) {
    noHitInto(hit, 0);
    if (surface.castInto(hit, 0, rays, at)) met++;
  }
  return met;
}

/** Steps of half a cell, then twenty halvings. */
function marchAll(bottom: HeightGrid, rays: Float64Array): number {
  const p = new Float64Array(3);
  const depth = new Float64Array(1);
  const isBelow = (at: number, t: number): boolean => {
    for (let axis = 0; axis < 3; axis++) p[axis] = rays[at + axis] + t * rays[at + 3 + axis];
    bottom.depthInto(depth, 0, p, 0);
    return p[2] >= depth[0];
  };
  let met = 0;
  for (let at = 0; at < MARCHED * RAY_SIZE; at += RAY_SIZE) {
    for (let t = 0.5; t <= RANGE_M; t += 0.5) {
      if (!isBelow(at, t)) continue;
      let [low, high] = [t - 0.5, t];
      for (let k = 0; k < 20; k++) {
        const middle = 0.5 * (low + high);
        if (isBelow(at, middle)) high = middle;
        else low = middle;
      }
      met++;
      break;
    }
  }
  return met;
}

function searchAll(mesh: TriangleMesh, rays: Float64Array, hit: Float64Array): number {
  let met = 0;
  for (let k = 0; k < SEARCHED; k++) {
    noHitInto(hit, 0);
    if (mesh.castByEachInto(hit, 0, rays, RAY_SIZE * k)) met++;
  }
  return met;
}

const perSecond = (runs_ns: readonly number[]): number[] => runs_ns.map((ns) => 1e9 / ns);

export const benchmark: Benchmark = {
  name: "rays",
  doc: "rays against a bottom of 1,000 × 1,000 cells and a mesh of 131,072 triangles",
  run() {
    const hit = new Float64Array(HIT_SIZE);
    const bottom = ground(1000);
    const rays = raysOver(bottom, 1000);
    const [grid_ns, march_ns] = nsPerItemInTurns(
      [() => castAll(bottom, rays, hit), () => marchAll(bottom, rays)],
      [RAYS, MARCHED],
    );
    const mesh = new TriangleMesh(meshOf(256));
    const overMesh = raysOver(ground(256), 256);
    const [mesh_ns, each_ns] = nsPerItemInTurns(
      [() => castAll(mesh, overMesh, hit), () => searchAll(mesh, overMesh, hit)],
      [RAYS, SEARCHED],
    );
    const [build_ns] = nsPerItemInTurns([() => new TriangleMesh(meshOf(256)).triangleCount], 1, 5);
    return [
      figure("rays: bottom of 1,000 × 1,000 cells, up to 100 m", "1/s", perSecond(grid_ns), {
        of: "value",
        atLeast: 500_000,
      }),
      comparison("rays: one ray against the bottom", "ns", grid_ns, "march in steps of 0.5 m", march_ns),
      figure("rays: mesh of 131,072 triangles", "1/s", perSecond(mesh_ns), { of: "value", atLeast: 150_000 }),
      comparison("rays: one ray against the mesh", "ns", mesh_ns, "every triangle in turn", each_ns),
      figure(
        "rays: mesh of 131,072 triangles made ready",
        "ms",
        build_ns.map((ns) => ns / 1e6),
      ),
    ];
  },
};
