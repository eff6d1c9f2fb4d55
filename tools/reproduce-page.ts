/** The tables of docs/reproduce.md: one for each experiment, between marks, of what `thetis reproduce` comes to. */
import { experiments } from "../experiments/index.ts";
import { ProgramContext } from "../src/cli/verbs/reproduce/context.ts";
import { judged, markdownTable } from "../src/cli/verbs/reproduce/judge.ts";
import { StopRequest } from "../src/cli/verbs/run/loop.ts";

export const REPRODUCE_PAGE = "docs/reproduce.md";

/** The page with its tables made anew; those of long experiments only where that is asked for. */
export async function withTables(page: string, isLong: boolean): Promise<string> {
  let made = page;
  for (const { name, load } of experiments) {
    const experiment = await load();
    if (experiment.isLong === true && !isLong && page.includes(`<!-- claims of ${name} -->`)) continue;
    const stop = new StopRequest();
    const outcome = await experiment.run(new ProgramContext(stop)).finally(() => stop.release());
    const [begin, end] = [`<!-- claims of ${name} -->\n`, "<!-- end -->"];
    const from = made.indexOf(begin);
    if (from < 0) throw new Error(`${REPRODUCE_PAGE} has no place for the table of ${name}: ${begin}${end}`);
    const table = `\n${markdownTable(judged(experiment, outcome))}\n\n`;
    made = made.slice(0, from + begin.length) + table + made.slice(made.indexOf(end, from));
  }
  return made;
}
