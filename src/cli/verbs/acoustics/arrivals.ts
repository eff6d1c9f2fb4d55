import type { Call, Result } from "./call.ts";
export async function arrivals(_: Call): Promise<Result | null> {
  return null;
}
