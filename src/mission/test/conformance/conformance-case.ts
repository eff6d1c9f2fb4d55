/**
 * Small programs with the outputs that the rules of docs/mission-language.md give for them, worked out by hand; and the
 * function that holds any machine against one of them. The programs know nothing of how missions are executed.
 */

export interface ConformanceCase {
  readonly name: string;
  /** The number of the rule, and why the outputs follow from it. */
  readonly rule: string;
  /** The whole mission. */
  readonly source: string;
  /** Inputs and outputs of each reaction, names separated by spaces. Where the case is refused, its last inputs are what is refused. */
  readonly trace: readonly (readonly [inputs: string, outputs: string])[];
  readonly refused?: "causality" | "instantaneous loop" | "relation";
}

export interface ConformanceMachine {
  react(inputs: ReadonlySet<string>): { readonly outputs: ReadonlySet<string> } | { readonly error: string };
}

/** A machine for the mission, or the reason why there is none. A compiler may see a causality cycle at once. */
export type MakeMachine = (source: string) => ConformanceMachine | { readonly refused: string };

/** Throws with the first difference between the machine and the case. */
export function checkCase(item: ConformanceCase, makeMachine: MakeMachine): void {
  const difference = differenceTo(item, makeMachine(item.source));
  if (difference !== null) throw new Error(`${item.name} (rule ${item.rule}): ${difference}\n${item.source}`);
}

function differenceTo(item: ConformanceCase, made: ReturnType<MakeMachine>): string | null {
  if ("refused" in made) {
    // A relation is broken at run time only.
    if (item.refused === undefined || item.refused === "relation") return `refused for ${made.refused}`;
    return made.refused === item.refused ? null : `refused for ${made.refused} instead of ${item.refused}`;
  }
  if (item.refused === "instantaneous loop") return "the instantaneous loop was not found";
  const last = item.trace.length - 1;
  for (const [i, [inputs, outputs]] of item.trace.entries()) {
    const where = `reaction ${i + 1} with {${inputs}}`;
    const reaction = made.react(namesOf(inputs));
    if ("error" in reaction) {
      const expected = i === last && reaction.error === item.refused;
      return expected ? null : `${where} gave the error ${reaction.error}`;
    }
    if (i === last && item.refused !== undefined) return `${where} was not refused for ${item.refused}`;
    const seen = [...reaction.outputs].sort().join(" ");
    const expected = [...namesOf(outputs)].sort().join(" ");
    if (seen !== expected) return `${where} gave {${seen}} instead of {${expected}}`;
  }
  return null;
}

export function namesOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" ").filter((name) => name !== ""));
}

/** A mission of signals only: inputs A, B, C, R, outputs O, P, X, Y. */
export function signalsOnly(main: string, declarations = ""): string {
  return `mission Case;
input A, B, C, R;
output O, P, X, Y;
${declarations}
main
  ${main}
end main
`;
}

/**
 * A mission with resources r and q, inputs A and B, outputs O, P and X, the fatal signal Leak, and the tasks given as
 * declarations. `onFatal` is what the handler of fatal exceptions does.
 */
export function withTasks(tasks: string, main: string, onFatal = "nothing"): string {
  return `mission Case;
resource r, q;
input A, B;
output O, P, X;
fatal Leak;
${tasks}
main
  ${main}
end main

on fatal
  ${onFatal}
end fatal
`;
}

/** x and y, both on r, x ends with Done and y with Over. */
export const twoTasks = `task x on r post Done; end task
task y on r post Over; end task`;
