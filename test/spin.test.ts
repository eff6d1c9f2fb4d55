/**
 * Verdicts beside those of SPIN, an independent model checker, on the Promela export: shipped properties of the inspection,
 * properties of small missions, and random ones. SPIN decides formulas of linear temporal logic (support/ltl.ts); what that
 * cannot say is held by other tests.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writePromela } from "../src/mission/export/index.ts";
import { type Automaton, compileMission } from "../src/mission/index.ts";
import { checkProperty, type Property, parseProperties, resolveProperties } from "../src/mission/proof/index.ts";
import { dice } from "../src/mission/test/random-automaton.ts";
import { compiledMissions } from "../src/mission/test/random-compiled.ts";
import { ltlOf, signalsOf } from "./support/ltl.ts";
import { runProgram, withFiles } from "./support/run-program.ts";

interface Claim {
  readonly property: Property;
  readonly ltl: string;
}

/** The properties of a text that temporal logic can say. */
function claims(automaton: Automaton, text: string): Claim[] {
  const { tree, diagnostics } = parseProperties(text, "spin.properties");
  const resolved = resolveProperties(tree, automaton);
  expect([...diagnostics, ...resolved.diagnostics].filter((d) => d.severity === "error")).toEqual([]);
  const tasks = automaton.data.tasks.map((t) => t.name);
  return resolved.properties.flatMap((property) => {
    const ltl = ltlOf(property, tasks);
    return ltl === null ? [] : [{ property, ltl }];
  });
}

/** By name, whether each property holds: what SPIN finds. One model for all; at most half a gigabyte and a minute for each. */
function spinVerdicts(automaton: Automaton, list: readonly Claim[]): Record<string, boolean> {
  const known = [...automaton.data.inputs, ...automaton.data.outputs].map((s) => s.name);
  const observe = [...new Set(list.flatMap(({ ltl }) => signalsOf(ltl, known)))];
  const ltl = list.map(({ property, ltl: formula }) => ({ name: `claim_${property.name}`, formula }));
  return withFiles({ "model.pml": writePromela(automaton, { observe, ltl }) }, (folder) => {
    runProgram(folder, "spin", ["-a", "model.pml"]);
    runProgram(folder, "cc", ["-w", "-O1", "-DNOREDUCE", "-DMEMLIM=512", "-o", "pan", "pan.c"]);
    return Object.fromEntries(
      list.map(({ property }) => {
        const report = runProgram(folder, "timeout", [
          "60",
          ...["./pan", "-a", "-w18", "-m500000", "-N", `claim_${property.name}`],
        ]);
        expect(report).not.toMatch(/max search depth too small|out of memory/);
        const [, errors] = /errors: (\d+)/.exec(report) ?? [];
        expect(errors, report).toMatch(/^[01]$/);
        // The search ends early at an error, and only there.
        expect(report.includes("Search not completed")).toBe(errors === "1");
        return [property.name, errors === "0"];
      }),
    );
  });
}

/** The same, as our checker finds it; what holds for want of a trigger holds. */
function ourVerdicts(automaton: Automaton, list: readonly Claim[]): Record<string, boolean> {
  return Object.fromEntries(
    list.map(({ property }) => {
      const { verdict } = checkProperty(automaton, property);
      expect(verdict).not.toBe("undecided");
      return [property.name, verdict !== "fails"];
    }),
  );
}

function compiled(text: string): Automaton {
  const { automaton, diagnostics } = compileMission(text, "spin.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return automaton!;
}

const inspection = readFileSync(new URL("../missions/vortex-inspection.mission", import.meta.url), "utf8");

/** Of the paper's kind, some true, some not; `provided tasks stop` would be six assumptions at once, too many for SPIN's translation. */
const ofInspection = `
property LeakAlarms: WaterLeak leads to Alarm in the same reaction until Success or FATAL;
property LeakAlarmsAlways: WaterLeak leads to Alarm in the same reaction;
property LeakSurfacesAtOnce: WaterLeak leads to START_GoUp in the same reaction until Success or FATAL;
property LeakSurfaces: WaterLeak leads to START_GoUp on every run until Success or FATAL;
property NoFalseAlarm: Alarm only after WaterLeak or HardwareFailure or OperatorInterrupt;
property NoAlarmWithoutLeak: Alarm only after WaterLeak;
property SuccessAfterInspection: Success only after InspectionOK;
property SuccessBeforeInspection: InspectionOK only after TargetFound and Success;
property ArmStill: Pa10_TT_SE3 never active beside KeepStableUS;
property JointsStill: Pa10_TT_JS never active beside KeepStableUS;
property ArmStillInJoints: Pa10BrakesOn never active beside KeepStableUS;
property NoRush: never START_Pa10_TT_SE3 and START_KeepStableUS;
property GoalComes: always reaches Success without WaterLeak, HardwareFailure, OperatorInterrupt;
property NoConflict: never CONFLICT_vortex or CONFLICT_pa10 or CONFLICT_motion;
`;

test("SPIN says the same of 14 properties of the inspection, true and false", () => {
  const automaton = compiled(inspection.replace(/^requires [^;]*;\n/m, ""));
  const list = claims(automaton, ofInspection);
  const ours = ourVerdicts(automaton, list);
  expect(spinVerdicts(automaton, list)).toEqual(ours);
  expect(Object.keys(ours).filter((name) => ours[name])).toEqual([
    "LeakAlarms",
    "NoFalseAlarm",
    "SuccessAfterInspection",
    "ArmStill",
    "JointsStill",
    "NoRush",
    "NoConflict",
  ]);
  expect(Object.keys(ours).length).toBe(14);
});

const dive = `
mission Dive;
resource vehicle;
input Battery;
output Done, GaveUp;
fatal Leak;
relation Battery # Deep;
task Sink on vehicle
  post Deep;
  type2 Bottom;
end task
task Rise on vehicle
  post Surface;
end task
main
  exception Bottom in
    do SEQ( Sink; emit Done ) watching Battery;
    Rise
  handle Bottom do
    Rise;
    emit GaveUp
  end exception
end main
on fatal
  Rise
end fatal
`;

const ofDive = `
property EndsAnyway: always reaches Done without Leak, Bottom, Battery provided Deep recur;
property EndsIfTheyStop: always reaches Done without Leak, Bottom, Battery provided Deep, STOPPED_Sink recur;
property Risen: Bottom leads to START_Rise on every run;
property Answered: STOP_Sink leads to START_Rise on every run without Leak, Battery, Deep provided STOPPED_Sink recur;
property DoneAfterDeep: Done only after Deep;
property DoneAfterSurface: Done only after Surface;
property OneLaw: Sink never active beside Rise;
property NotBoth: never Done and GaveUp;
property BatteryNotDeep: always not (Battery and Deep);
property BatteryOrDeep: always Battery or Deep;
property LeakIsFatal: Leak leads to FATAL in the same reaction until FATAL or BF_Rise;
property LeakIsFatalLater: Leak leads to FATAL in the same reaction until FATAL;
property LeakIsFatalAgain: Leak leads to FATAL in the same reaction;
property StopsAnyway: STOP_Sink leads to StoppedServoing_vehicle on every run;
property Again: always reaches START_Sink again;
property QuietWorld: never STOP_Rise given not Surface without Leak;
`;

/** One task: with more, `provided tasks stop` takes SPIN's translation minutes. */
const dip = `
mission Dip;
resource vehicle;
input Battery;
output Done;
task Sink on vehicle
  post Deep;
end task
main
  do loop Sink end loop watching Battery;
  Sink;
  emit Done
end main
`;

const ofDip = `
property Stops: STOP_Sink leads to StoppedServoing_vehicle on every run provided tasks stop;
property StopsAnyway: STOP_Sink leads to StoppedServoing_vehicle on every run;
property Ends: always reaches Done provided tasks stop provided Deep recur;
property Repeats: always reaches START_Sink again without Battery provided tasks stop provided Deep recur;
property RepeatsAlone: always reaches START_Sink again without Battery provided tasks stop;
property Given: never StoppedServoing_vehicle given not Deep without Battery;
`;

test.each([
  {
    name: "a dive with two laws, an exception and a fatal one",
    mission: dive,
    properties: ofDive,
    // By hand, from the text of the mission.
    holds: [
      "EndsIfTheyStop",
      "Answered",
      "DoneAfterDeep",
      "OneLaw",
      "NotBoth",
      "BatteryNotDeep",
      "LeakIsFatal",
      "QuietWorld",
    ],
  },
  {
    name: "a dip with one law, of which it is assumed that it stops",
    mission: dip,
    properties: ofDip,
    holds: ["Stops", "Repeats", "Given"],
  },
])("SPIN says the same of $name", ({ mission, properties, holds }) => {
  const automaton = compiled(mission);
  const list = claims(automaton, properties);
  expect(list.length).toBe(properties.match(/^property /gm)!.length);
  const ours = ourVerdicts(automaton, list);
  expect(spinVerdicts(automaton, list)).toEqual(ours);
  expect(Object.keys(ours).filter((name) => ours[name])).toEqual(holds);
});

/** Properties over a few signals of an automaton, drawn at random. */
function randomProperties({ data }: Automaton, below: (bound: number) => number, count: number): string {
  const few = [data.inputs, data.outputs].flatMap((list) =>
    Array.from({ length: Math.min(3, list.length) }, () => list[below(list.length)]!.name),
  );
  const signal = (): string => few[below(few.length)]!;
  const condition = (): string =>
    [
      signal,
      signal,
      () => `not ${signal()}`,
      () => `(${signal()} and ${signal()})`,
      () => `(${signal()} or not ${signal()})`,
    ][below(5)]!();
  const forms = [
    () => `never ${condition()} and ${condition()}`,
    () => `always ${condition()} or ${condition()}`,
    () => `${condition()} leads to ${condition()} in the same reaction`,
    () => `${condition()} leads to ${condition()} on every run`,
    () => `${condition()} leads to ${condition()} on every run until ${condition()}`,
    () => `${condition()} only after ${condition()}`,
    () => `always reaches ${condition()}`,
    () => `never ${condition()} until ${condition()}`,
    () => `always reaches ${condition()} again provided ${data.inputs[below(data.inputs.length)]!.name} recur`,
  ];
  return Array.from({ length: count }, (_, k) => `property R${k}: ${forms[below(forms.length)]!()};`).join("\n");
}

// SPIN compiles a program for each: a busy machine takes minutes.
test("SPIN says the same of random properties of random missions", { timeout: 600_000 }, () => {
  const found = { true: 0, false: 0 };
  for (const [seed, automaton] of compiledMissions(6, 700).entries()) {
    const list = claims(automaton, randomProperties(automaton, dice(seed, "properties"), 10));
    const ours = ourVerdicts(automaton, list);
    expect(spinVerdicts(automaton, list), list.map((c) => c.property.text).join("\n")).toEqual(ours);
    for (const holds of Object.values(ours)) found[holds ? "true" : "false"]++;
  }
  expect(found.true).toBeGreaterThan(12);
  expect(found.false).toBeGreaterThan(12);
});
