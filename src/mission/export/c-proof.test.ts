import { expect, test } from "vitest";
import { runProgram, STRICT_C, withFiles } from "../../../test/support/run-program.ts";
import { distribute } from "../automaton/distribute.ts";
import { compileMission } from "../compile/compile.ts";
import type { Carried } from "../proof/carrying.ts";
import { writeC } from "./c.ts";

const source = (emits: string): string => `mission Lamp;
computer Hull, Arm;
requires Answer, Order;
input Press at Arm;
output On;
main await Press; ${emits} end main
`;
const automaton = compileMission(source("emit On"), "lamp.mission").automaton!;
const other = compileMission(source("pause; emit On"), "lamp.mission").automaton!;

const carried: Carried = {
  automaton: automaton.hash(),
  proof: "c".repeat(64),
  proved: ["Answer", "Order", "Extra"],
  refusals: [],
};

const check = `#include "Lamp.h"
#include <stdio.h>
#ifndef Lamp_PROVED_Extra
#error "Extra is proved"
#endif
#ifdef Lamp_PROVED_Other
#error "Other is not"
#endif
int main(void) {
  int k;
  printf("%s %s %s", Lamp_AUTOMATON, Lamp_PROOF, Lamp_PROOF_AUTOMATON);
  for (k = 0; Lamp_proved[k]; k++) printf(" %s", Lamp_proved[k]);
  return 0;
}
`;

function compiled(header: string, body: string): string {
  return withFiles({ "Lamp.h": header, "Lamp.c": body, "check.c": check }, (folder) => {
    runProgram(folder, "cc", [...STRICT_C, "-o", "check", "check.c", "Lamp.c"]);
    return runProgram(folder, "./check", []);
  });
}

test("the header states what was proved, of which automaton, by which proof", () => {
  const { header, source: body } = writeC(automaton, { carried });
  const hash = automaton.hash();
  expect(compiled(header, body)).toBe(`${hash} ${carried.proof} ${hash} Answer Order Extra`);
});

test("the compiler refuses a mission without a proof that it requires, with the reason", () => {
  const none = writeC(automaton);
  expect(() => compiled(none.header, none.source)).toThrow(
    "Lamp requires a proof of Answer: no proof was given to the export",
  );
  const range = { file: "lamp.proof.json", line: 1, column: 1, endLine: 1, endColumn: 1 };
  const refusal = (property: string | null, message: string): Carried["refusals"][number] => ({
    property,
    diagnostic: { severity: "error", code: "PRF043", message, range },
  });
  const failed = writeC(automaton, {
    carried: { ...carried, proved: ["Answer", "Extra"], refusals: [refusal("Order", 'it \\ "fails" — really ???/')] },
  });
  expect(() => compiled(failed.header, failed.source)).toThrow("Lamp requires a proof of Order: it ' 'fails' ? really");
  const stale = writeC(automaton, {
    carried: { ...carried, proof: null, proved: [], refusals: [refusal(null, "it was changed after the proof")] },
  });
  expect(() => compiled(stale.header, stale.source)).toThrow(
    /requires a proof of Answer: it was changed[\s\S]*requires a proof of Order: it was changed/,
  );
});

test("a header with proofs does not go with the tables of another automaton", () => {
  const { header } = writeC(automaton, { carried });
  expect(() => compiled(header, writeC(other, { carried }).source)).toThrow("Lamp.h belongs to another automaton");
});

test("the automata of the computers carry the proof of the one that they are parts of", () => {
  const [hull] = distribute(automaton).computers;
  const { header, source: body } = writeC(hull!.automaton, { name: "Lamp", carried });
  expect(hull!.automaton.hash()).not.toBe(automaton.hash());
  expect(compiled(header, body)).toBe(
    `${hull!.automaton.hash()} ${carried.proof} ${automaton.hash()} Answer Order Extra`,
  );
});
