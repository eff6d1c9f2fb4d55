/** thetis lts compare. */
import { compare, type Difference, formulaTable, inSigns, inWords } from "../../../lts/index.ts";
import { EXIT, printJson } from "../../io/outcome.ts";
import type { CompareOptions } from "../lts.ts";
import { Mistakes, readSystems } from "./files.ts";

export async function compareSystems(first: string, second: string, options: CompareOptions): Promise<number> {
  const json = options.json === true;
  const mistakes = new Mistakes();
  const systems = readSystems([first, second], mistakes);
  const result = systems === null ? null : compare(systems[0]!, systems[1]!, options.equivalence);
  if (result !== null && result.problem !== null) mistakes.add([result.problem]);
  mistakes.print(json);
  if (result === null || result.value === null) return EXIT.wrongInput;
  const { equivalence, difference } = result.value;
  const of = difference !== null && "of" in difference ? (difference.of === "first" ? first : second) : null;
  const other = of === first ? second : first;
  if (json) {
    const reason = difference === null ? null : documentOf(difference, of);
    printJson({ first, second, equivalence, equivalent: difference === null, difference: reason });
  } else if (difference === null) process.stdout.write(`equivalent modulo ${equivalence}\n`);
  else process.stdout.write(`not equivalent modulo ${equivalence}: ${sentence(difference, of ?? "", other)}\n`);
  return difference === null ? EXIT.done : EXIT.doesNotHold;
}

function sentence(difference: Difference, of: string, other: string): string {
  switch (difference.kind) {
    case "trace": {
      const labels = difference.labels.map((name) => JSON.stringify(name)).join(" ");
      return `${of} has the trace ${labels}, ${other} has not`;
    }
    case "formula": {
      const [first = "", ...rest] = inWords(difference.formula).split("\n");
      const where = rest.length === 0 ? "" : `, where${rest.map((line) => `\n  ${line}`).join("")}`;
      return `both have the same traces, but ${of} ${first}; ${other} does not${where}`;
    }
    case "unknown":
      return difference.reason;
  }
}

function documentOf(difference: Difference, of: string | null): Record<string, unknown> {
  if (difference.kind === "trace") return { kind: "trace", of, trace: difference.labels };
  if (difference.kind === "unknown") return { kind: "unknown", reason: difference.reason };
  const { formula } = difference;
  return { kind: "formula", of, words: inWords(formula), signs: inSigns(formula), formula: formulaTable(formula) };
}
