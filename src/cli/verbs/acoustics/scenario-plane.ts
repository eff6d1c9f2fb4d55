import type { Call } from "./call.ts";
import type { Question, SeaPlane } from "./sea-case.ts";
export function planeOf(_: Call, __: Question): Promise<SeaPlane | null> {
  return Promise.resolve(null);
}
