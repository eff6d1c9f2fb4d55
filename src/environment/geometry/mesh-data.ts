/**
 * Triangles as readers deliver them and as rays use them, and the builder that readers fill: corners at one place become
 * one vertex, triangles without area are counted and left out, and the size has an end.
 */
import type { Pose } from "./pose.ts";

export interface MeshData {
  /** x, y, z of each vertex. */
  readonly vertices_m: Float64Array;
  /** Three vertices of each triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** What is read at most. So many, as a binary file, took 1.2 GB at the peak, file and tree included. */
export const MOST_TRIANGLES = 5_000_000;

/** The mesh in N: every vertex times scale (0.001 for a file in millimetres), then placed. */
export function placedMesh(data: MeshData, pose: Pose, scale = 1): MeshData {
  const vertices_m = new Float64Array(data.vertices_m.length);
  for (let k = 0; k < vertices_m.length; k++) vertices_m[k] = data.vertices_m[k] * scale;
  for (let k = 0; k < vertices_m.length; k += 3) pose.pointOutInto(vertices_m, k, vertices_m, k);
  return { vertices_m, triangles: data.triangles };
}

export class MeshBuilder {
  readonly #vertices = new GrowingReals();
  readonly #corners: GrowingReals = new GrowingReals();
  /** Open addressing: index + 1 of a vertex, or 0. Always less than half full. */
  #table = new Int32Array(1 << 12);
  /** The bits of a coordinate, for its hash. */
  readonly #bits = new Int32Array(2);
  readonly #value = new Float64Array(this.#bits.buffer);
  degenerate = 0;

  get vertexCount(): number {
    return this.#vertices.length / 3;
  }

  get triangleCount(): number {
    return this.#corners.length / 3;
  }

  /** A vertex of its own, as files with numbered vertices have them. */
  addVertex(x: number, y: number, z: number): number {
    const v = this.#vertices;
    v.push(x);
    v.push(y);
    v.push(z);
    return v.length / 3 - 1;
  }

  /** The vertex at this very place, made if there is none. −0 and 0 are one place. */
  vertexAt(x: number, y: number, z: number): number {
    if (2 * (this.vertexCount + 1) > this.#table.length) this.#growTable();
    const v = this.#vertices.values;
    const mask = this.#table.length - 1;
    for (let slot = this.#hash(x, y, z) & mask; ; slot = (slot + 1) & mask) {
      const index = this.#table[slot] - 1;
      if (index < 0) {
        this.#table[slot] = this.addVertex(x + 0, y + 0, z + 0) + 1;
        return this.#table[slot] - 1;
      }
      if (v[3 * index] === x && v[3 * index + 1] === y && v[3 * index + 2] === z) return index;
    }
  }

  /** False where the triangle has no area, and so no normal: it is counted and left out. */
  addTriangle(a: number, b: number, c: number): boolean {
    if (!this.#hasArea(3 * a, 3 * b, 3 * c)) {
      this.degenerate++;
      return false;
    }
    this.#corners.push(a);
    this.#corners.push(b);
    this.#corners.push(c);
    return true;
  }

  build(): MeshData {
    return { vertices_m: this.#vertices.slice(), triangles: Uint32Array.from(this.#corners.slice()) };
  }

  #hasArea(a: number, b: number, c: number): boolean {
    const v = this.#vertices.values;
    const ux = v[b] - v[a];
    const uy = v[b + 1] - v[a + 1];
    const uz = v[b + 2] - v[a + 2];
    const wx = v[c] - v[a];
    const wy = v[c + 1] - v[a + 1];
    const wz = v[c + 2] - v[a + 2];
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const square = nx * nx + ny * ny + nz * nz;
    return square > 0 && square < Number.POSITIVE_INFINITY;
  }

  #hash(x: number, y: number, z: number): number {
    const bits = this.#bits;
    let h = 0;
    for (let k = 0; k < 3; k++) {
      this.#value[0] = (k === 0 ? x : k === 1 ? y : z) + 0; // −0 becomes 0
      h = Math.imul(h ^ bits[0], 0x9e3779b1);
      h = Math.imul((h >>> 15) ^ h ^ bits[1], 0x85ebca6b);
    }
    return (h >>> 13) ^ h;
  }

  #growTable(): void {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    const v = this.#vertices.values;
    for (let index = 0; index < this.vertexCount; index++) {
      let slot = this.#hash(v[3 * index], v[3 * index + 1], v[3 * index + 2]) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = index + 1;
    }
    this.#table = table;
  }
}

/** A list of numbers that doubles its room when it is full. */
class GrowingReals {
  values = new Float64Array(1 << 12);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const values = new Float64Array(2 * this.length);
      values.set(this.values);
      this.values = values;
    }
    this.values[this.length++] = value;
  }

  slice(): Float64Array {
    return this.values.slice(0, this.length);
  }
}
