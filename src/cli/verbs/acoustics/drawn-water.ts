/** The water of a case as drawings want it. */
import type { Water } from "../../../report/index.ts";
import type { SeaCase } from "./sea-case.ts";

export function drawnWater({ ray, end_m }: SeaCase): Omit<Water, "receivers"> {
  const { surface, bottom } = ray;
  const isLevel = surface.depths_m.every((depth_m) => depth_m === 0);
  return { bottom, ...(!isLevel && { surface }), maxRange_m: end_m, sources_m: ray.sourceDepths_m.subarray(0, 1) };
}
