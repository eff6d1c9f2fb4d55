import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatDiagnostic } from "../../core/index.ts";
import { doInspection } from "../test/do-inspection.ts";
import { formatMission, parseMission, sameMeaning } from "./index.ts";

/** The printed text; printing it again must change nothing, and neither may the tree. */
function format(text: string): string {
  const { tree, diagnostics } = parseMission(text, "m");
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  const printed = formatMission(tree);
  const again = parseMission(printed, "m");
  expect(again.diagnostics.map(formatDiagnostic)).toEqual([]);
  expect(formatMission(again.tree)).toBe(printed);
  expect(sameMeaning(tree, again.tree)).toBe(true);
  return printed;
}

function inMain(body: string): string {
  return `mission M;\n\nmain\n${body.trimEnd()}\nend main\n`;
}

/** The printed body of main. */
function body(text: string): string {
  const printed = format(`mission M; main ${text} end main`);
  return printed.slice("mission M;\n\nmain\n".length, -"end main\n".length);
}

/** A text that is already as it would be printed. */
function expectStays(text: string): void {
  expect(format(text)).toBe(text);
}

test("the mission of the manual is printed as the manual has it", () => {
  const manual = readFileSync(new URL("../../../docs/mission-language.md", import.meta.url), "utf8");
  expectStays(/```mission\n([\s\S]*?)```/.exec(manual)![1]!);
});

test("DoInspection of the paper is laid out by its structure", () => {
  expect(format(`mission Vortex; procedure DoInspection ${doInspection} end procedure`)).toBe(`mission Vortex;

procedure DoInspection
  PAR{
    SEQ(
      do Pa10BrakesOn until BaseStabilized;
      repeat 2 times
        Pa10SafeMoveJS;
        Pa10SafeMoveSe3
      end repeat;
      do Pa10SafeMoveJs until ParkingPositionReached;
      emit InspectionOK
    );
    SEQ(
      do
        loop
          BaseSearchTarget;
          emit BaseStabilized;
          KeepStableBase
        end loop
      until InspectionOK
    )
  }
end procedure
`);
});

test("every statement has its layout", () => {
  expectStays(
    inMain(`  nothing;
  pause;
  await immediate A or not B;
  await 30 s;
  SEQ( emit A; PAR{ A; sustain B } );
  do halt weakly until A;
  do
    A;
    B(1, b = "t")
  watching immediate A;
  suspend A when B;
  suspend
    A;
    B
  when immediate A;
  loop
    A
  end loop;
  loop
    A
  each 1 s;
  repeat 3 times
    A;
    B
  end repeat;
  if A and (B or C) then
    A
  else
    B
  end if;
  every immediate A do
    B()
  end every;
  signal S, T in
    emit S
  end signal;
  exception T, U in
    raise T
  handle T do A
  handle U do
    A;
    B
  end exception`),
  );
});

test("every declaration has its layout, with empty lines around those of several lines", () => {
  const text = `mission M; computer Hull,Arm; input A,B at Hull; output O; fatal F; relation A#B # C; relation A=>B;
    resource r , q software at Arm; task T(a,b=1) on r pre A,B within 5 s else L; init; post any A,B; type1 K sets a=2,b=true;
    type2 X,Y after 5 min; type3 Z; stop within 1h; end task procedure P main A end main`;
  expect(format(text.replace("procedure P", "procedure P() B; end procedure;"))).toBe(`mission M;

computer Hull, Arm;
input  A, B at Hull;
output O;
fatal  F;
relation A # B # C;
relation A => B;
resource r, q software at Arm;

task T(a, b = 1) on r
  pre   A, B within 5 s else L;
  init;
  post  any A, B;
  type1 K sets a = 2, b = true;
  type2 X, Y after 5 min;
  type3 Z;
  stop  within 1 h;
end task

procedure P
  B
end procedure

main
  A
end main
`);
});

test("empty bodies stay empty", () => {
  expect(
    body("SEQ(); PAR{}; do until A; loop end loop; if A then else end if; exception T in handle T do end exception"),
  ).toBe(
    `  SEQ();
  PAR{};
  do until A;
  loop
  end loop;
  if A then
  else
  end if;
  exception T in
  handle T do
  end exception
`,
  );
});

test("brackets in conditions stand exactly where they change the tree", () => {
  const same = (text: string, printed = text): void => expect(body(`await ${text}`)).toBe(`  await ${printed}\n`);
  same("((A))", "A");
  same("(A and B) or C", "A and B or C");
  same("A and (B or C)");
  same("A or (B or C)");
  same("(A or B) or C", "A or B or C");
  same("A and (B and C)");
  same("not (not A)");
  same("not (A and B) or not C");
});

test("SEQ and PAR take one line up to 100 columns, and several beyond", () => {
  const call = (width: number): string => "x".repeat(width);
  // Two spaces, `SEQ( `, the call, `; B )`.
  expect(body(`SEQ( ${call(88)}; B )`)).toBe(`  SEQ( ${call(88)}; B )\n`);
  expect(body(`SEQ( ${call(89)}; B )`)).toBe(`  SEQ(\n    ${call(89)};\n    B\n  )\n`);
  // One column less with a semicolon behind it.
  expect(body(`SEQ( ${call(88)}; B ); A`)).toBe(`  SEQ(\n    ${call(88)};\n    B\n  );\n  A\n`);
});

test("long lists, calls and conditions are broken between their parts, within 100 columns", () => {
  const names = Array.from({ length: 30 }, (_, i) => `Signal${i}`);
  const text = format(
    `mission M; input ${names.join(",")}; task T(${names.join(",")}) end task main await ${names.join(" or ")};
     T(${names.map((n) => `${n} = 1`).join(",")}) end main`,
  );
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(text).toContain("\n    Signal10, ");
});

test("empty lines between statements and declarations stay, at most one, and none at the edges of a block", () => {
  expect(
    format("mission M;\n\n\ninput A;\ninput B;\n\n\n\ninput C;\nmain\n\n\n  A;\n\n\n  B;\n  C\n\nend main\n\n\n"),
  ).toBe("mission M;\n\ninput  A;\ninput  B;\n\ninput  C;\n\nmain\n  A;\n\n  B;\n  C\nend main\n");
  expectStays(inMain("  SEQ(\n    A;\n\n    B\n  )"));
});

test("comments stay before, behind and inside what they belong to", () => {
  expectStays(`// Licence.

/*
 * About the mission.
 */
mission M; // its name

// Inputs.
input  A, // first
    B; // second

// Tasks.

// The one task.
task T(a) on r // head
  // Conditions.
  pre   A; // pre

  post  B;
  // at the end
end task // end of T

procedure P // head of P
  // in an empty body
end procedure

main // here
  // before A
  A; // behind A
  /* before B */
  B(/* one */ 1, /* two */ 2); // behind B

  // before the loop
  loop // head
    C // behind C
    // at the end
  end loop; // behind the loop
  if A then // head
    // nothing to do
  else
    // nothing either
  end if;
  do
    // why
    A
  until B; // trigger
  SEQ( // first
    A;
    // second
    B
  );
  exception T in // head
    A
  handle T do B // handler
  handle U do // head
    // why
    B
    // at the end
  end exception
  // last
end main
// behind main

// the end
`);
});

test("comments at odd places stay, at the next place that is not odd", () => {
  expect(
    body("do /* a */ A /* b */ until /* c */ B /* d */; if /* e */ A /* f */ then B end /* g */ if"),
  ).toBe(`  do /* a */
    A /* b */
    /* c */
  until B; /* d */
  if /* e */ A then /* f */
    B
  end if /* g */
`);
  expect(
    format("mission /* a */ M /* b */; input A // c\n , B // d\n ; main end // e\n main // f"),
  ).toBe(`mission /* a */ M; /* b */

input  A, // c
    B; // d

main
end main // e
// f
`);
});

test("a handler whose line a comment would break has its statement on a line of its own", () => {
  const printed = body("exception T in handle T do A( // a\n 1 /* b */) /* c */ // d\n end exception");
  expect(printed).toBe(
    "  exception T in\n  handle T do\n    A(// a\n        1) /* b */ /* c */ // d\n  end exception\n",
  );
});

test("lines of a block comment that begin with a star are lined up, others are left alone", () => {
  expect(body("\n/* one\n      * two\n   */\nA;\n/* three\n four */\nB")).toBe(
    "  /* one\n   * two\n   */\n  A;\n  /* three\n four */\n  B\n",
  );
});

test("line ends of Windows become those of everyone, in comments too", () => {
  expect(format("mission M;\r\n/* a\r\n * b */\r\nmain\r\n  // c  \r\n  A\r\nend main\r\n")).toBe(
    "mission M;\n\n/* a\n * b */\nmain\n  // c\n  A\nend main\n",
  );
});

test("a mission with errors is not printed: what could not be read would be lost", () => {
  expect(() => formatMission(parseMission("mission M;\nmain\n  A\n  B\nend main", "m").tree)).toThrow(
    "cannot be printed",
  );
});
