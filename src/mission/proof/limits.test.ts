import { expect, test } from "vitest";
import { compileMission } from "../compile/compile.ts";
import { checkProperty, parseProperties, resolveProperties } from "./index.ts";

const names = Array.from({ length: 36 }, (_, i) => `A${i}`);
const mission = `mission M; input ${names.join(", ")}; output Done; main await A5; emit Done end main`;

function resolved(count: number) {
  const { automaton } = compileMission(mission, "m.mission");
  const text = `property All: always reaches Done provided ${names.slice(0, count).join(", ")} recur;`;
  return { automaton: automaton!, ...resolveProperties(parseProperties(text, "m.properties").tree, automaton!) };
}

test("30 inputs may recur, and what follows from the sixth of them is proved", () => {
  const { automaton, properties } = resolved(30);
  expect(checkProperty(automaton, properties[0]!).verdict).toBe("holds");
});

test("more inputs that recur than the checker keeps apart are refused, not judged wrongly", () => {
  const { diagnostics } = resolved(36);
  expect(diagnostics.map((d) => d.message)).toEqual(["36 inputs recur; allowed: 30"]);
});
