/** An obstacle from a file of triangles, in its own frame. */
import { defineModel } from "../../library/index.ts";
import { TriangleMesh } from "./mesh.ts";
import { placedMesh } from "./mesh-data.ts";
import { meshFileParams, meshOfFile } from "./mesh-file.ts";
import { OBSTACLE_READS, obstacle, placed } from "./obstacle.ts";
import { Pose } from "./pose.ts";

export const meshObstacle = defineModel(obstacle, {
  model: "mesh",
  doc: "triangles from an OBJ or STL file",
  reads: OBSTACLE_READS,
  params: meshFileParams,
  check(p, report) {
    if (p.mesh === undefined) {
      report("mesh", "an obstacle of this model needs a file of triangles", { hint: 'add mesh="FILE"' });
      return;
    }
    const answer = meshOfFile(p.mesh);
    if ("fault" in answer) report("mesh", answer.fault);
  },
  create(p, component) {
    const { position_m, attitude_rad } = placed(component);
    const answer = p.mesh === undefined ? { fault: "none" } : meshOfFile(p.mesh);
    if ("fault" in answer) throw new Error(`${component.path} has no mesh`);
    return new TriangleMesh(placedMesh(answer.mesh, new Pose(position_m, attitude_rad), p.scale));
  },
});
