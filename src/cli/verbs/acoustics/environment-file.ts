import type { Call } from "./call.ts";
import type { SeaCase, SeaPlane } from "./sea-case.ts";
export function environmentOf(_: Call): Promise<SeaPlane | null> {
  return Promise.resolve(null);
}
export function environmentText(_: SeaCase): string {
  return "";
}
export function lossBytes(..._: unknown[]): Uint8Array {
  return new Uint8Array(0);
}
export function arrivalsText(..._: unknown[]): string {
  return "";
}
