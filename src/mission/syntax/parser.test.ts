import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import { doInspection } from "../test/do-inspection.ts";
import { covered } from "../test/marks.ts";
import { hasErrorNodes, MAX_CONDITION, MAX_NESTING, parseMission, type Statement, withoutPlaces } from "./index.ts";
import { RESERVED_WORDS } from "./token.ts";

/** The tree of a text without mistakes. */
function read(text: string) {
  const { tree, diagnostics } = parseMission(text, "m.mission");
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(hasErrorNodes(tree)).toBe(false);
  return tree;
}

function inMain(body: string): string {
  return `mission M;\nmain\n${body}\nend main\n`;
}

/** The statements of main. */
function statements(body: string): readonly Statement[] {
  const main = read(inMain(body)).declarations[0]!;
  if (main.kind !== "main" || main.body.kind !== "seq") throw new Error("no main");
  return main.body.parts;
}

function only(body: string): Statement {
  const parts = statements(body);
  expect(parts).toHaveLength(1);
  return parts[0]!;
}

/** Statements that mean the same, whatever their layout. */
function expectSame(a: string, b: string): void {
  expect(withoutPlaces(read(inMain(a)))).toEqual(withoutPlaces(read(inMain(b))));
}

const name = (text: string) => expect.objectContaining({ text });

test("every form of declaration is read with all its parts", () => {
  const { name: mission, declarations } = read(`mission Survey;
    computer Hull, Arm;
    input A, B at Hull;
    output O;
    fatal Leak at Arm;
    relation A # B # C;
    relation A => B;
    resource hands, feet software at Arm;
    requires Calm, Order;
    procedure P(a, b = -1e-3) nothing end procedure;
    main end main
    on fatal halt end fatal;`);
  expect(mission).toEqual(name("Survey"));
  expect(declarations).toMatchObject([
    { kind: "computer", names: [{ text: "Hull" }, { text: "Arm" }] },
    { kind: "input", signals: [{ text: "A" }, { text: "B" }], computer: { text: "Hull" } },
    { kind: "output", signals: [{ text: "O" }], computer: null },
    { kind: "fatal", signals: [{ text: "Leak" }], computer: { text: "Arm" } },
    { kind: "relation", form: "exclusive", signals: [{ text: "A" }, { text: "B" }, { text: "C" }] },
    { kind: "relation", form: "implies", signals: [{ text: "A" }, { text: "B" }] },
    { kind: "resource", names: [{ text: "hands" }, { text: "feet" }], software: true, computer: { text: "Arm" } },
    { kind: "requires", properties: [{ text: "Calm" }, { text: "Order" }] },
    {
      kind: "procedure",
      name: { text: "P" },
      parameters: [
        { name: { text: "a" }, initial: null },
        { name: { text: "b" }, initial: { kind: "number", value: -0.001, written: "-1e-3" } },
      ],
      body: { kind: "seq", written: false, parts: [{ kind: "nothing" }] },
    },
    { kind: "main", body: { kind: "seq", written: false, parts: [] } },
    { kind: "onFatal", body: { parts: [{ kind: "halt" }] } },
  ]);
});

test("every clause of a task is read with all its parts", () => {
  const [task] = read(`mission M;
    task T(d, route = "square", fast = true) on vehicle, arm
      pre A, B within 90 ms else Late;
      init;
      post any C, D;
      type1 K sets d = 2, fast = false;
      type1 L;
      type2 X, Y after 5 min, Z;
      type3 F, G;
      stop within 2h;
    end task`).declarations;
  expect(task).toMatchObject({
    kind: "task",
    name: { text: "T" },
    parameters: [{}, { initial: { kind: "text", value: "square" } }, { initial: { kind: "truth", value: true } }],
    resources: [{ text: "vehicle" }, { text: "arm" }],
    clauses: [
      {
        kind: "pre",
        conditions: [{ text: "A" }, { text: "B" }],
        limit: { duration: { seconds: 0.09, unit: "ms" }, exception: { text: "Late" } },
      },
      { kind: "init" },
      { kind: "post", any: true, conditions: [{ text: "C" }, { text: "D" }] },
      {
        kind: "type1",
        event: { text: "K" },
        sets: [{ name: { text: "d" }, value: { value: 2 } }, { value: { value: false } }],
      },
      { kind: "type1", event: { text: "L" }, sets: [] },
      { kind: "type2", events: [{ name: { text: "X" }, after: null }, { after: { seconds: 300 } }, { after: null }] },
      { kind: "type3", events: [{ text: "F" }, { text: "G" }] },
      { kind: "stop", duration: { seconds: 7200, amount: "2", unit: "h" } },
    ],
  });
});

test("every statement is read with all its parts", () => {
  const parts = statements(`nothing; pause; halt; emit A; sustain B; await immediate A; await 30 s;
    SEQ( A; B ); PAR{ A; B }; do A until B; do A weakly watching immediate B; loop A end loop; loop A each 1 s;
    repeat 2 times A end repeat; if A then B end if; if present A B else C end if; every immediate A do B end every;
    suspend A when B; signal S, T in A end signal; exception X, Y in A handle X do B handle Y do end exception;
    raise X; P; P(); P(1, b = "t", c = d)`);
  expect(parts).toMatchObject([
    { kind: "nothing" },
    { kind: "pause" },
    { kind: "halt" },
    { kind: "emit", signal: { text: "A" } },
    { kind: "sustain", signal: { text: "B" } },
    {
      kind: "await",
      trigger: { kind: "condition", immediate: true, condition: { kind: "signal", name: { text: "A" } } },
    },
    { kind: "await", trigger: { kind: "delay", duration: { seconds: 30, amount: "30", unit: "s" } } },
    { kind: "seq", written: true, parts: [{ kind: "call" }, { kind: "call" }] },
    { kind: "par", branches: [{ kind: "call" }, { kind: "call" }] },
    { kind: "do", weak: false, form: "until", body: { kind: "seq", written: false, parts: [{ kind: "call" }] } },
    { kind: "do", weak: true, form: "watching", trigger: { immediate: true } },
    { kind: "loop", body: { parts: [{ kind: "call" }] } },
    { kind: "loopEach", trigger: { kind: "delay" } },
    { kind: "repeat", times: 2 },
    { kind: "if", condition: { kind: "signal" }, otherwise: null },
    { kind: "if", otherwise: { kind: "seq", written: false, parts: [{ kind: "call", name: { text: "C" } }] } },
    { kind: "every", trigger: { immediate: true } },
    { kind: "suspend", trigger: { kind: "condition" } },
    { kind: "local", signals: [{ text: "S" }, { text: "T" }] },
    {
      kind: "exception",
      names: [{ text: "X" }, { text: "Y" }],
      handlers: [{ name: { text: "X" } }, { body: { parts: [] } }],
    },
    { kind: "raise", name: { text: "X" } },
    { kind: "call", name: { text: "P" }, arguments: null },
    { kind: "call", arguments: [] },
    {
      kind: "call",
      arguments: [
        { name: null, value: { kind: "number", value: 1 } },
        { name: { text: "b" }, value: { kind: "text", value: "t" } },
        { name: { text: "c" }, value: { kind: "parameter", name: { text: "d" } } },
      ],
    },
  ]);
});

test("not binds closer than and, and closer than or; both group from the left", () => {
  const a = only("await not A and B or C or D");
  expect(a).toMatchObject({
    trigger: {
      condition: {
        kind: "or",
        left: { kind: "or", left: { kind: "and", left: { kind: "not" }, right: { name: { text: "B" } } } },
        right: { name: { text: "D" } },
      },
    },
  });
  const b = only("await A and (B or not (C and D))");
  expect(b).toMatchObject({
    trigger: { condition: { kind: "and", right: { kind: "or", right: { kind: "not", operand: { kind: "and" } } } } },
  });
});

test("a loop may be empty, also directly inside another", () => {
  expect(only("loop loop end loop end loop")).toMatchObject({
    kind: "loop",
    body: { parts: [{ kind: "loop", body: { parts: [] } }] },
  });
  expect(only("loop A; loop end loop end loop")).toMatchObject({
    body: { parts: [{ kind: "call" }, { kind: "loop" }] },
  });
});

test("semicolons behind the last statement, behind `end x` and between branches are free", () => {
  expectSame("A; B;", "A; B");
  expectSame("loop A; end loop; B", "loop A end loop B");
  expectSame("PAR{ A; B; SEQ( C; ); }", "PAR{ A B SEQ( C ) }");
  expectSame("do A; until B", "do A until B");
  expect(read("mission M;\nmain end main;\non fatal end fatal;").declarations).toHaveLength(2);
});

test("brackets around a condition, `present` and `then` say nothing of their own", () => {
  expectSame("do A until (InspectionOK)", "do A until InspectionOK");
  expectSame("if present (I) then A end if", "if I A end if");
});

test("lines, tabs, comments and a byte order mark between words say nothing of their own", () => {
  expectSame("loop\r\n\tA\r\nend\r\n\t/* x */ loop // y\r; B", "loop A end loop; B");
  expect(read("\uFEFFmission M;\nmain end main").name!.at).toMatchObject({ line: 1, column: 9 });
});

test("at, software, within, after, sets and any are free as names, as are the units", () => {
  const { declarations } = read(`mission at;
    input at, s, ms at at;
    resource software software at software;
    task any
      pre within within 5 s else after;
      post any, sets;
      post any any;
      type1 sets sets sets = 1;
      type2 after after 5 s, within;
    end task
    main any end main`);
  expect(declarations).toMatchObject([
    { signals: [{ text: "at" }, { text: "s" }, { text: "ms" }], computer: { text: "at" } },
    { names: [{ text: "software" }], software: true, computer: { text: "software" } },
    {
      clauses: [
        { conditions: [{ text: "within" }], limit: { exception: { text: "after" } } },
        { any: false, conditions: [{ text: "any" }, { text: "sets" }] },
        { any: true, conditions: [{ text: "any" }] },
        { event: { text: "sets" }, sets: [{ name: { text: "sets" } }] },
        {
          events: [
            { name: { text: "after" }, after: { seconds: 5 } },
            { name: { text: "within" }, after: null },
          ],
        },
      ],
    },
    {},
  ]);
});

test("each reserved word, and no other, is refused as the name of a signal", () => {
  const quoted =
    // Every word that docs/mission-language.md has in quotes.
    `mission input output fatal relation computer resource requires task on end procedure main pre else init post type1 type2 type3
     stop nothing pause halt emit sustain await SEQ PAR do weakly until watching loop each repeat times if present then every
     suspend when signal in exception handle raise immediate or and not true false`;
  const words = quoted.split(/\s+/);
  expect([...RESERVED_WORDS].sort()).toEqual([...words].sort());
  for (const word of words) {
    const { diagnostics } = parseMission(`mission M;\ninput A, ${word}, B;\nmain end main`, "m");
    expect(diagnostics.map((d) => d.code)).toEqual(["MIS010"]);
  }
  read("mission M;\ninput Until, seq, par, END, type4;\nmain end main");
});

test("100 ms are 0.1 s to the last bit, and amounts stay as they are written", () => {
  const s = only("await 100 ms");
  expect(s).toMatchObject({ trigger: { duration: { seconds: 0.1, amount: "100", unit: "ms" } } });
  expect(only("await 1.50min")).toMatchObject({ trigger: { duration: { seconds: 90, amount: "1.50", unit: "min" } } });
});

test("places: a statement from its first to its last word, a body from its first to its last statement or comment", () => {
  const text = inMain(
    "  emit A; // why\n  loop\n    // first\n    P(1, b = 2);\n    B /* last */\n  end loop;\n  if A then end if",
  );
  const { tree } = parseMission(text, "m");
  const main = tree.declarations[0]!;
  if (main.kind !== "main" || main.body.kind !== "seq") throw new Error("no main");
  const [emit, loop, choice] = main.body.parts;
  expect(covered(text, emit!.at)).toBe("emit A");
  expect(covered(text, loop!.at)).toMatch(/^loop\n(?:.*\n)+ {2}end loop$/);
  if (loop?.kind !== "loop" || loop.body.kind !== "seq" || choice?.kind !== "if") throw new Error("no loop");
  expect(covered(text, loop.body.at)).toBe("// first\n    P(1, b = 2);\n    B /* last */");
  expect(covered(text, loop.body.parts[0]!.at)).toBe("P(1, b = 2)");
  expect(covered(text, choice.then.at)).toBe("");
  expect(covered(text, main.at)).toBe(text.slice(text.indexOf("main"), -1));
  expect(tree.comments.map((c) => [c.text, covered(text, c.at)])).toEqual([
    ["// why", "// why"],
    ["// first", "// first"],
    ["/* last */", "/* last */"],
  ]);
});

test("DoInspection of the paper, brackets repaired, is the body of a procedure", () => {
  const [procedure] = read(
    `mission Vortex;\nprocedure DoInspection\n${doInspection}\nend procedure\nmain DoInspection end main`,
  ).declarations;
  const call = (text: string) => ({ kind: "call", name: { text } });
  const base = { kind: "signal", name: { text: "BaseStabilized" } };
  expect(procedure).toMatchObject({
    body: {
      parts: [
        {
          kind: "par",
          branches: [
            {
              kind: "seq",
              written: true,
              parts: [
                { kind: "do", form: "until", body: { parts: [call("Pa10BrakesOn")] }, trigger: { condition: base } },
                { kind: "repeat", times: 2, body: { parts: [call("Pa10SafeMoveJS"), call("Pa10SafeMoveSe3")] } },
                { kind: "do", form: "until", body: { parts: [call("Pa10SafeMoveJs")] } },
                { kind: "emit", signal: { text: "InspectionOK" } },
              ],
            },
            {
              kind: "seq",
              written: true,
              parts: [
                {
                  kind: "do",
                  form: "until",
                  body: {
                    parts: [
                      {
                        kind: "loop",
                        body: { parts: [call("BaseSearchTarget"), { kind: "emit" }, call("KeepStableBase")] },
                      },
                    ],
                  },
                  trigger: { condition: { name: { text: "InspectionOK" } } },
                },
              ],
            },
          ],
        },
      ],
    },
  });
});

test("statements may be nested as deep as the limit, and one deeper is one diagnostic", () => {
  // main itself is the first level.
  const nested = (depth: number): string => inMain(`${"loop ".repeat(depth)}pause${" end loop".repeat(depth)}`);
  read(nested(MAX_NESTING - 1));
  const { tree, diagnostics } = parseMission(`${nested(MAX_NESTING)}\non fatal halt end fatal`, "m");
  expect(diagnostics.map((d) => [d.code, d.range!.column])).toEqual([["MIS023", 5 * (MAX_NESTING - 1) + 1]]);
  expect(tree.declarations.map((d) => d.kind)).toEqual(["main", "onFatal"]);
  expect(hasErrorNodes(tree)).toBe(true);
});

test("a condition may have as many signals as the limit, and one more is one diagnostic", () => {
  const long = (count: number): string =>
    inMain(`await ${Array.from({ length: count }, () => "A").join(" or ")}; emit B`);
  read(long(MAX_CONDITION));
  expect(parseMission(long(MAX_CONDITION + 1), "m").diagnostics.map((d) => d.code)).toEqual(["MIS023"]);
  expect(parseMission(inMain(`await ${"(".repeat(100_000)}A`), "m").diagnostics.map((d) => d.code)).toEqual(["MIS023"]);
});

test("what is readable around a mistake is still in the tree", () => {
  const { tree } = parseMission(
    "mission M;\ninput A B;\ntask T\n  psot A;\nend task\nmain\n  emit;\n  T\n  loop\n    pause\n  end if;\n  A\nend main",
    "m",
  );
  expect(tree.declarations).toMatchObject([
    { kind: "input", signals: [{ text: "A" }, { text: "B" }] },
    { kind: "task", clauses: [{ kind: "post" }] },
    { kind: "main", body: { parts: [{ kind: "error" }, { kind: "call" }, { kind: "loop" }, { kind: "call" }] } },
  ]);
});

test("a text with a mistake always leaves an error node, even where everything was mended", () => {
  const { tree, diagnostics } = parseMission(inMain("A\nB"), "m");
  expect(diagnostics).toHaveLength(1);
  expect(hasErrorNodes(tree)).toBe(true);
});
