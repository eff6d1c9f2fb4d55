import type { Call, Result } from "./call.ts";
export async function loss(_: Call): Promise<Result | null> {
  return null;
}
