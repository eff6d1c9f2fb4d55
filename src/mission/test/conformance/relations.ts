/** Rule 4: relations between inputs. */
import { type ConformanceCase, signalsOnly } from "./conformance-case.ts";

const cycleWithBoth =
  "loop PAR{ if A and B and X then emit Y end if; if Y then emit X end if }; if A then emit O end if; pause end loop";

export const relationCases: readonly ConformanceCase[] = [
  {
    name: "a cycle that needs both inputs",
    rule: "3: with A and B, X and Y wait for each other",
    source: signalsOnly(cycleWithBoth),
    trace: [
      ["A", "O"],
      ["A B", ""],
    ],
    refused: "causality",
  },
  {
    name: "a cycle that a relation forbids",
    rule: "4: the environment never gives A and B together",
    source: signalsOnly(cycleWithBoth, "relation A # B;"),
    trace: [
      ["A", "O"],
      ["B", ""],
      ["", ""],
    ],
  },
  {
    name: "a set that breaks an exclusion",
    rule: "4",
    source: signalsOnly("every A do emit O end every", "relation A # B # C;"),
    trace: [
      ["A", ""],
      ["A", "O"],
      ["B C", ""],
    ],
    refused: "relation",
  },
  {
    name: "the first and the last of three exclude each other, too",
    rule: "4: at most one of them",
    source: signalsOnly("every A do emit O end every", "relation A # B # C;"),
    trace: [["A C", ""]],
    refused: "relation",
  },
  {
    name: "an implication allows the second alone, and both",
    rule: "4: 'the first only together with the second'",
    source: signalsOnly("loop if A then emit O end if; if B then emit P end if; pause end loop", "relation A => B;"),
    trace: [
      ["B", "P"],
      ["A B", "O P"],
      ["", ""],
    ],
  },
  {
    name: "an implication forbids the first alone",
    rule: "4",
    source: signalsOnly("loop if A then emit O end if; pause end loop", "relation A => B;"),
    trace: [
      ["A B", "O"],
      ["A", ""],
    ],
    refused: "relation",
  },
  {
    name: "an implication that removes a cycle",
    rule: "4: not B with A never happens",
    source: signalsOnly(
      "loop PAR{ if A and not B and X then emit Y end if; if Y then emit X end if }; pause end loop",
      "relation A => B;",
    ),
    trace: [
      ["A B", ""],
      ["B", ""],
    ],
  },
];
