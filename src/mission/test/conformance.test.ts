/** The conformance programs on the compiled automaton. */
import { describe, test } from "vitest";
import { compiledMachine } from "./compiled-machine.ts";
import { checkCase, conformanceCases } from "./conformance/index.ts";

describe.each(Object.entries(conformanceCases))("%s", (_group, cases) => {
  test.each(cases)("$name (rule $rule)", (item) => checkCase(item, compiledMachine));
});
