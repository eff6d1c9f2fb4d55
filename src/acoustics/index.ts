export { depthAt_m } from "./rays/boundary-curve.ts";
export { type Arrivals, arrivals, Eigenrays } from "./rays/eigenrays.ts";
export { problemsOf, RAY_PROBLEM_CODES, type RayProblem, type RayProblemCode } from "./rays/problems.ts";
export { extended } from "./rays/profile.ts";
export * from "./rays/ray-case.ts";
export { MARK, MARK_SIZE, RayPath, VERTEX, VERTEX_SIZE } from "./rays/ray-path.ts";
export { RaySea } from "./rays/ray-sea.ts";
export { RayTracer } from "./rays/ray-tracer.ts";
export { type LossField, launchAngle_rad, SILENT_DB, transmissionLoss } from "./rays/transmission-loss.ts";
