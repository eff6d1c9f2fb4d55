/** The command line's side of experiments, from dist: what ships is found from there only. */
import { join } from "node:path";
import type { ProgramContext } from "../../src/cli/verbs/reproduce/context.ts";
import { root } from "./run-thetis.ts";

const built = (file: string): Promise<unknown> => import(join(root, "dist", file));

type Modules = typeof import("../../src/cli/verbs/reproduce/context.ts") &
  typeof import("../../src/cli/verbs/reproduce/report.ts") &
  typeof import("../../src/cli/verbs/run/loop.ts") &
  typeof import("../../tools/reproduce-page.ts");

/** Of dist. */
export const {
  ProgramContext: Context,
  pageOf,
  StopRequest,
  withTables,
  REPRODUCE_PAGE,
} = {
  ...((await built("src/cli/verbs/reproduce/context.js")) as object),
  ...((await built("src/cli/verbs/reproduce/report.js")) as object),
  ...((await built("src/cli/verbs/run/loop.js")) as object),
  ...((await built("tools/reproduce-page.js")) as object),
} as Modules;

/** A context that is ended with its use. */
export async function withContext<T>(
  use: (context: ProgramContext, stop: InstanceType<typeof StopRequest>) => Promise<T>,
): Promise<T> {
  const stop = new StopRequest();
  const context = new Context(stop);
  try {
    return await use(context, stop);
  } finally {
    context.end();
    stop.release();
  }
}
