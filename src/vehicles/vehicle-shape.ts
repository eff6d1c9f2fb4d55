import { type Solid, SolidBody, type Surface, segmentSolid } from "../environment/index.ts";
import type { Component, Definitions } from "../library/index.ts";
import { outlineOf } from "./outline.ts";
export function vehicleShape(_d: Definitions, vehicle: Component) {
  const o = outlineOf(vehicle);
  const r = Math.max(o.half_m[1], o.half_m[2]);
  const h = Math.max(0, o.half_m[0] - r);
  const [x, y, z] = o.centre_m;
  const solids: Solid[] = r > 0 ? [segmentSolid([x - h - 1e-9, y, z, x + h + 1e-9, y, z], r)] : [];
  return {
    surfaces: [] as Surface[],
    body: solids.length ? new SolidBody(solids) : null,
    friction: [0.3],
    restitution: [0.5],
    names: ["hull"],
  };
}
