/**
 * Mistakes made on purpose in the shipped missions: each is caught by a property that holds of the mission as it is, and the counterexample,
 * flown as a script, shows what is wrong. What is wrong is looked for in the reactions, not taken from the verdict.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Automaton, compileMission } from "../src/mission/index.ts";
import {
  type Counterexample,
  checkProperty,
  counterexampleScript,
  parseProperties,
  resolveProperties,
  type Verdict,
} from "../src/mission/proof/index.ts";
import { Exercise, type ExerciseReaction, readScript } from "../src/mission/run/index.ts";
import { Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

type Reaction = Pick<ExerciseReaction, "inputs" | "outputs" | "state">;

interface Mutation {
  readonly mistake: string;
  readonly mission: "vortex" | "vortex-inspection";
  readonly from: string;
  readonly to: string;
  /** Holds of the mission as it is. */
  readonly property: string;
  /** Whether the mistake can be seen in a run. */
  shows(run: readonly Reaction[], mutant: Automaton): boolean;
  /** Also as calls: thetis verify, then thetis run. */
  readonly flown?: boolean;
}

const during = "until Success or FATAL";
const nominal = "without WaterLeak, HardwareFailure, OperatorInterrupt";
const handler = "PAR{ GoUp; SEQ( Pa10_TT_JS; Pa10BrakesOn ) }";

const has = (name: string, { inputs, outputs }: Reaction): boolean => inputs.includes(name) || outputs.includes(name);
const count = (name: string, run: readonly Reaction[]): number => run.filter((r) => has(name, r)).length;

/** Whether some inputs bring about an output, from a state on. */
function canCome(output: string, automaton: Automaton, state: number): boolean {
  const { outputs } = automaton.data;
  const reached = new Set([state]);
  let found = false;
  for (const from of reached) {
    automaton.eachTransition(from, (_, leaf) => {
      reached.add(automaton.nextOf(leaf));
      found ||= automaton.outputsOf(leaf).some((o) => outputs[o]!.name === output);
    });
  }
  return found;
}

/** From the leak on the vehicle gets no law at all, and never will. */
const noAscent = (run: readonly Reaction[], mutant: Automaton): boolean => {
  const leak = run.findIndex((r) => r.inputs.includes("WaterLeak") && r.outputs.includes("FATAL"));
  return (
    leak >= 0 &&
    count("StartServoing_vortex", run.slice(leak)) === 0 &&
    !canCome("StartServoing_vortex", mutant, run.at(-1)!.state)
  );
};

const mutations: readonly Mutation[] = [
  {
    mistake: "the handler of fatal exceptions folds the arm and forgets the ascent",
    mission: "vortex-inspection",
    from: handler,
    to: "SEQ( Pa10_TT_JS; Pa10BrakesOn )",
    property: `WaterLeak leads to StartServoing_vortex on every run ${during} provided tasks stop`,
    shows: noAscent,
  },
  {
    mistake: "the handler forgets the ascent for leaks only",
    mission: "vortex-inspection",
    from: "GoUp; SEQ",
    to: "if WaterLeak then nothing else GoUp end if; SEQ",
    property: `WaterLeak leads to START_GoUp on every run ${during} provided tasks stop`,
    shows: noAscent,
  },
  {
    mistake: "the alarm is given after the ascent",
    mission: "vortex-inspection",
    from: `emit Alarm; ${handler}`,
    to: `${handler}; emit Alarm`,
    property: `WaterLeak leads to Alarm in the same reaction ${during}`,
    shows: (run) => run.at(-1)!.inputs.includes("WaterLeak") && count("FATAL", run) === 1 && count("Alarm", run) === 0,
  },
  {
    mistake: "the law with the camera starts before the one with the sounders has stopped",
    mission: "vortex-inspection",
    from: "BaseSearchTarget; emit BaseStabilized; KeepStableBase",
    to: "PAR{ SEQ( BaseSearchTarget; emit BaseStabilized ) KeepStableBase }",
    property: "no conflict on vortex",
    shows: (run) => run.at(-1)!.outputs.includes("CONFLICT_vortex"),
    flown: true,
  },
  {
    mistake: "the arm forgets to say InspectionOK, and the vehicle keeps steady for ever",
    mission: "vortex-inspection",
    from: "until ParkingPositionReached; emit InspectionOK",
    to: "until ParkingPositionReached",
    property: `always reaches Success ${nominal}, TargetLost, JointLimits provided tasks stop
      provided TargetFound, JointGoalReached, LocationStored, FrameGoalReached, ParkingPositionReached recur`,
    // Both places were inspected, the arm was parked, and everything that could be waited for has come several times since.
    shows: (run, mutant) =>
      count("BF_Pa10_TT_SE3", run) === 2 &&
      count("ParkingPositionReached", run) >= 2 &&
      count("Success", run) === 0 &&
      !canCome("Success", mutant, run.at(-1)!.state),
    flown: true,
  },
  {
    mistake:
      "a lost target interrupts the motion of the arm weakly, so that a motion that ends just then goes on to the next",
    mission: "vortex-inspection",
    from: "do SEQ( Pa10_TT_JS; raise Moved ) watching TargetLost",
    to: "do SEQ( Pa10_TT_JS; raise Moved ) weakly watching TargetLost",
    property: "no conflict on motion",
    // The next motion is called in the very reaction in which the target is lost; in the end it and the search ask for the right to move.
    shows: (run) => {
      const lost = run.findIndex((r) => r.inputs.includes("TargetLost"));
      return (
        lost >= 0 &&
        run[lost]!.outputs.some((name) => /^(WAIT|START)_Pa10_TT_SE3$/.test(name)) &&
        run.at(-1)!.outputs.includes("CONFLICT_motion")
      );
    },
  },
  {
    mistake: "the motion in the space of frames does not ask for the right to move",
    mission: "vortex-inspection",
    from: "task Pa10_TT_SE3 on pa10, motion",
    to: "task Pa10_TT_SE3 on pa10",
    property: "Pa10_TT_SE3 never runs beside KeepStableUS",
    // The search starts while the arm, commanded to stop, has not confirmed that it has.
    shows: (run) =>
      has("START_KeepStableUS", run.at(-1)!) &&
      count("START_Pa10_TT_SE3", run) > count("STOPPED_Pa10_TT_SE3", run) &&
      count("START_Pa10_TT_SE3", run) === count("STOP_Pa10_TT_SE3", run),
  },
  {
    mistake: "called home, the arm folds whatever the base does",
    mission: "vortex",
    from: "Pa10_Working; Pa10SafePark;",
    to: "Pa10_Working; GoToPark;",
    property: "no conflict on motion",
    // Called home in the reaction in which the target is lost or while the base is searching for it.
    shows: (run) => {
      const home = run.findIndex((r) => has("CallHome", r));
      const lost = run.findIndex((r) => has("TargetLost", r));
      return home >= 0 && lost >= 0 && lost <= home && has("CONFLICT_motion", run.at(-1)!);
    },
  },
  {
    mistake: "the relation between the operator's calls is removed, so that one call can be taken for another",
    mission: "vortex",
    from: "relation CallTeleop # CallAutomatic # CallHome;",
    to: "",
    property: `never sequence CallAutomatic and ABORTED_Pa10_Teleop
      then any number of not CallHome then InspectionOK and not CallHome`,
    // Called to work by itself, the arm ends the inspection without having worked.
    shows: (run) => {
      const call = run.findIndex((r) => has("CallAutomatic", r) && has("ABORTED_Pa10_Teleop", r));
      const after = run.slice(call + 1);
      return (
        call >= 0 &&
        run[call]!.inputs.includes("CallHome") &&
        after.at(-1)!.outputs.includes("InspectionOK") &&
        count("START_Pa10_TT_SE3", after) === 0
      );
    },
    flown: true,
  },
];

/** Proofs that a mission requires are of the mission as it was. */
function source(mission: string): string {
  const text = readFileSync(new URL(`../missions/${mission}.mission`, import.meta.url), "utf8");
  return text.replace(/^requires [^;]*;\n/m, "");
}

function mutated({ mission, from, to }: Mutation): string {
  // The layout of the mission may change, its words may not.
  const words = from
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[^A-Za-z0-9_]/g, "\\$&"));
  const parts = source(mission).split(new RegExp(words.join("\\s+")));
  expect(parts.length, `${from} stands ${parts.length - 1} times in ${mission}.mission`).toBe(2);
  return parts.join(to);
}

function compiled(text: string): Automaton {
  const { automaton, diagnostics } = compileMission(text, "mutant.mission");
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return automaton!;
}

const originals = new Map<string, Automaton>();

function original(mission: string): Automaton {
  const known = originals.get(mission) ?? compiled(source(mission));
  originals.set(mission, known);
  return known;
}

const propertyText = ({ property }: Mutation): string => `property Caught: ${property};\n`;

function verdictOf(automaton: Automaton, mutation: Mutation): Verdict {
  const { tree, diagnostics } = parseProperties(propertyText(mutation), "mutant.properties");
  const resolved = resolveProperties(tree, automaton);
  expect([...diagnostics, ...resolved.diagnostics]).toEqual([]);
  return checkProperty(automaton, resolved.properties[0]!);
}

function scriptOf({ property, text }: Verdict, counterexample: Counterexample): string {
  return counterexampleScript(property, text, counterexample);
}

/** A script of reactions, executed as on the robot. */
function exercised(automaton: Automaton, text: string): Reaction[] {
  const { script, diagnostics } = readScript(text, "mutant.events", automaton);
  expect(diagnostics).toEqual([]);
  const run: ExerciseReaction[] = [];
  const exercise = new Exercise(automaton, script!, (reaction) => run.push(reaction));
  while (exercise.advance() === "react") exercise.react();
  expect(run.flatMap((r) => r.forbidden)).toEqual([]);
  return run;
}

describe.each(mutations)("$mission: $mistake", (mutation) => {
  test("the property holds of the mission as it is, and fails of the mutant", () => {
    expect(verdictOf(original(mutation.mission), mutation).verdict).toBe("holds");
    expect(verdictOf(compiled(mutated(mutation)), mutation).verdict).toBe("fails");
  });

  test("the counterexample, executed on the mutant, shows the mistake; the mission as it is does not show it on the same inputs", () => {
    const mutant = compiled(mutated(mutation));
    const verdict = verdictOf(mutant, mutation);
    const counterexample = verdict.counterexample!;
    const script = scriptOf(verdict, counterexample);
    const run = exercised(mutant, script);
    expect(run.length).toBeGreaterThanOrEqual(counterexample.reactions.length);
    expect(mutation.shows(run, mutant)).toBe(true);
    const automaton = original(mutation.mission);
    const { script: same } = readScript(script, "original.events", automaton);
    // Without the relation there are inputs that the mission as it is refuses.
    if (same === null) expect(mutation.from).toMatch(/^relation/);
    else expect(mutation.shows(exercised(automaton, script), automaton)).toBe(false);
  });
});

const folder = new Folder();
const flown = mutations.filter((m) => m.flown === true);

test.concurrent.each(flown)(
  "flown by calls: thetis verify writes the script, thetis run shows that $mistake",
  async (mutation) => {
    const name = `mutant${flown.indexOf(mutation)}`;
    const mission = folder.write(`${name}.mission`, mutated(mutation));
    folder.write(`${name}.properties`, propertyText(mutation));
    const verified = await warmThetis(["verify", mission, "--script", folder.at(name)]);
    expect([verified.status, verified.stdout]).toEqual([1, expect.stringMatching(/^ {2}fails +Caught/m)]);
    const ran = await warmThetis(["run", mission, "--script", `${folder.at(name)}/Caught.events`, "--json"]);
    expect([ran.status, ran.stderr]).toEqual([0, expect.not.stringContaining("error")]);
    const { reactions } = JSON.parse(ran.stdout) as { reactions: Reaction[] };
    expect(mutation.shows(reactions, compiled(mutated(mutation)))).toBe(true);
  },
  600_000,
);

test("the shipped properties of the inspection catch each mistake in it: one that held fails, or names a signal that is gone", () => {
  const file = new URL("../missions/vortex-inspection.properties", import.meta.url);
  const { tree } = parseProperties(readFileSync(file, "utf8"), "shipped.properties");
  const sound = original("vortex-inspection");
  const held = new Set(
    resolveProperties(tree, sound)
      .properties.filter((p) => checkProperty(sound, p).verdict === "holds")
      .map((p) => p.name),
  );
  for (const mutation of mutations.filter((m) => m.mission === "vortex-inspection")) {
    const mutant = compiled(mutated(mutation));
    const { properties, diagnostics } = resolveProperties(tree, mutant);
    const gone = diagnostics.filter((d) => d.severity === "error").map((d) => d.message);
    const failed = properties.filter((p) => held.has(p.name) && checkProperty(mutant, p).verdict === "fails");
    expect(gone.length + failed.length, mutation.mistake).toBeGreaterThan(0);
    if (failed.length === 0) expect(gone).toContain("the mission has no signal START_GoUp");
  }
});
