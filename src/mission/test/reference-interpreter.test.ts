import { describe, test } from "vitest";
import { parseMission } from "../syntax/index.ts";
import type { MissionTree } from "../syntax/tree.ts";
import { type ConformanceMachine, checkCase, conformanceCases } from "./conformance/index.ts";
import { ReferenceMission } from "./reference-interpreter.ts";
import { instantaneousLoops } from "./reference-loops.ts";

function treeOf(source: string): MissionTree {
  const { tree, diagnostics } = parseMission(source, "case.mission");
  const errors = diagnostics.filter((d) => d.severity === "error");
  if (errors.length > 0) throw new Error(`${errors[0]!.code} ${errors[0]!.message}\n${source}`);
  return tree;
}

function referenceMachine(source: string): ConformanceMachine | { refused: string } {
  const tree = treeOf(source);
  if (instantaneousLoops(tree).length > 0) return { refused: "instantaneous loop" };
  return new ReferenceMission(tree);
}

for (const [group, cases] of Object.entries(conformanceCases)) {
  describe(`the rules on ${group}`, () => {
    for (const item of cases) test(item.name, () => checkCase(item, referenceMachine));
  });
}
