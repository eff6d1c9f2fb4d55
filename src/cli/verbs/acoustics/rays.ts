import type { Call, Result } from "./call.ts";
export async function rays(_: Call): Promise<Result | null> {
  return null;
}
