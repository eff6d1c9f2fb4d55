/** An obstacle from a file of triangles: OBJ, or STL in either form; metres times `scale`, in the obstacle's own frame. */
import { formatDiagnostic } from "../../core/index.ts";
import { defineModel, type FileValue } from "../../library/index.ts";
import { TriangleMesh } from "./mesh.ts";
import { placedMesh } from "./mesh-data.ts";
import type { MeshResult } from "./mesh-problems.ts";
import { readObj } from "./obj.ts";
import { OBSTACLE_READS, obstacle, placed } from "./obstacle.ts";
import { Pose } from "./pose.ts";
import { readStl } from "./stl.ts";

// Browsers, workers and Node all have it; the rooms that run anywhere know no platform's types.
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export const meshObstacle = defineModel(obstacle, {
  model: "mesh",
  doc: "triangles from an OBJ or STL file",
  reads: OBSTACLE_READS,
  params: {
    mesh: { type: "file", doc: "triangles, OBJ or STL", optional: true },
    scale: {
      doc: "metres in one unit of the mesh: 0.001 for one in millimetres",
      unit: "m/unit",
      above: 0,
      default: 1,
    },
  },
  check(p, report) {
    if (p.mesh === undefined) {
      report("mesh", "an obstacle of this model needs a file of triangles", { hint: 'add mesh="FILE"' });
      return;
    }
    const { mesh, diagnostics } = read(p.mesh);
    const first = diagnostics.find((d) => d.severity === "error");
    if (mesh === null) report("mesh", first === undefined ? "it holds no mesh" : formatDiagnostic(first));
  },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    const { mesh } = p.mesh === undefined ? { mesh: null } : read(p.mesh);
    if (mesh === null) throw new Error(`${component.path} has no mesh`);
    return new TriangleMesh(placedMesh(mesh, new Pose(position_m, attitude_rad), p.scale));
  },
});

function read({ name, bytes }: FileValue): MeshResult {
  return name.toLowerCase().endsWith(".obj") ? readObj(new TextDecoder().decode(bytes), name) : readStl(bytes, name);
}
