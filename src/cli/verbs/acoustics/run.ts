/** What `thetis acoustics VERB` does: the verb's own file makes a result, of the flags or of nothing. */
import type { ExitCode } from "../../io/outcome.ts";
import type { AcousticsOptions } from "../acoustics.ts";
import { Call, type Result } from "./call.ts";

/** null where something is wrong, which the call then knows. */
type Make = (call: Call) => Promise<Result | null>;

const VERBS: Readonly<Record<string, () => Promise<Make>>> = {
  tl: async () => (await import("./loss.ts")).loss,
  arrivals: async () => (await import("./arrivals.ts")).arrivals,
  rays: async () => (await import("./rays.ts")).rays,
  range: async () => (await import("./range.ts")).range,
  noise: async () => (await import("./noise.ts")).noise,
  profile: async () => (await import("./profile.ts")).profile,
};

export async function run(verb: string, sea: string | undefined, options: AcousticsOptions): Promise<ExitCode> {
  const call = new Call(sea, options);
  const make = await VERBS[verb]!();
  return call.finish(await make(call));
}
