import type { SolidBody } from "../../environment/index.ts";
import type { TouchingSurface } from "./contacts.ts";
export class StandingPieces {
  readonly count: number = 0;
  readonly names: readonly string[] = [];
  body(_k: number): SolidBody {
    throw new Error("none");
  }
  surface(_k: number): TouchingSurface {
    throw new Error("none");
  }
  owner(_k: number): number {
    return 0;
  }
  near(_c: Float64Array, _i: number, _r: Float64Array, _found: Int32Array): number {
    return 0;
  }
}
