/**
 * A closed convex mesh: rays meet its triangles, and it touches as one solid, with its flat faces (convex-faces.ts) and an inside.
 *
 * As a solid it is a core grown by a radius (solid.ts): the mesh as it is, and SHEET_ROUNDING_M around it. So faces stand 0.5 mm out, and
 * edges and corners are rounded by that. To move faces inwards instead, as of a box, would tear corners in which more than three meet.
 */
import { invariant } from "../../core/index.ts";
import { convexFacesOf } from "./convex-faces.ts";
import { TriangleMesh } from "./mesh.ts";
import { type MeshData, placedMesh } from "./mesh-data.ts";
import { Pose } from "./pose.ts";
import type { Surface } from "./ray.ts";
import { SHEET_ROUNDING_M, Solid, topologyOf } from "./solid.ts";

export class ConvexMesh implements Surface {
  readonly bounds_m: Float64Array;
  readonly #triangles: TriangleMesh;
  readonly #solid: Solid;
  readonly #pose: Pose;
  readonly #own_m: Float64Array;

  /** data: in the mesh's own frame and units; one that convexFacesOf takes. */
  constructor(position_m: readonly number[], attitude_rad: readonly number[], data: MeshData, scale: number) {
    this.#pose = new Pose(position_m, attitude_rad);
    this.#triangles = new TriangleMesh(placedMesh(data, this.#pose, scale));
    this.bounds_m = this.#triangles.bounds_m;
    const answer = convexFacesOf(data);
    invariant(!("fault" in answer), "a convex mesh");
    this.#own_m = answer.vertices_m.map((x) => x * scale);
    const vertices_m = new Float64Array(this.#own_m.length);
    for (let k = 0; k < vertices_m.length; k += 3) this.#pose.pointOutInto(vertices_m, k, this.#own_m, k);
    this.#solid = new Solid({ vertices_m, topology: topologyOf(answer.faces), radius_m: SHEET_ROUNDING_M });
  }

  castInto(hit: Float64Array, o: number, ray: Float64Array, i: number): boolean {
    return this.#triangles.castInto(hit, o, ray, i);
  }

  solids(): readonly Solid[] {
    return [this.#solid];
  }

  outline(): (readonly [number, number])[] {
    return this.#pose.outlineOf(this.#own_m);
  }
}
