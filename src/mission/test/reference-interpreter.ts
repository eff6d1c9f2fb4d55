/**
 * The second interpreter of missions: the constructive semantics executed reaction by reaction on the statements as
 * they were written, expanded by the published definitions only (docs/mission-language.md; [Berry1999]). It shares
 * nothing with the compiler, so that the two can be held against each other. Slow and plain on purpose.
 */
import type { MissionTree } from "../syntax/tree.ts";
import { forgetLives, ReactionScene } from "./reference-analysis.ts";
import { type ExpandedMission, expandReference } from "./reference-expansion.ts";
import { instantaneousLoops } from "./reference-loops.ts";
import {
  type CallNode,
  callsIn,
  type Marking,
  newLife,
  type Primitive,
  type Signal,
  type Status,
} from "./reference-statements.ts";
import { type CallNews, moveTasks, type ReferenceTask } from "./reference-tasks.ts";

export type Reaction =
  | { readonly outputs: ReadonlySet<string> }
  /** Rule 3: some signals cannot be decided. The mission stays where it was. */
  | { readonly error: "causality"; readonly undecided: readonly string[] }
  /** Rule 4: the inputs break a relation. The mission stays where it was. */
  | { readonly error: "relation" };

export class ReferenceMission {
  /** Every name that `react` knows as input. */
  readonly inputs: readonly string[];
  /** The mission is over, and only tasks that still stop go on (rule 25). */
  #ended = false;
  readonly #mission: ExpandedMission;
  readonly #bonneFin: ReadonlyMap<ReferenceTask, Signal>;
  #marking: Marking | null = null;
  #reactions = 0;
  #conflictBefore = false;

  /** The tree must be free of errors; instantaneous loops are refused here. */
  constructor(tree: MissionTree) {
    const loops = instantaneousLoops(tree);
    if (loops.length > 0) throw new Error(`instantaneous loop at line ${loops[0]!.at.line}`);
    this.#mission = expandReference(tree);
    this.inputs = this.#mission.inputs.map((s) => s.name);
    const { tasks, signals } = this.#mission;
    this.#bonneFin = new Map(tasks.map((t) => [t, signals.get(`BF_${t.name}`)!]));
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The phases of the called tasks, for failure messages. */
  get phases(): string {
    return this.#mission.tasks.map((t) => `${t.name}:${t.phase.kind}${t.waiting ? "+waiting" : ""}`).join(" ");
  }

  /** The expanded mission and where control rests in it, for the tests of this interpreter. */
  get inside(): { readonly mission: ExpandedMission; readonly marking: Marking | null } {
    return { mission: this.#mission, marking: this.#marking };
  }

  /** Rule 4. */
  allows(inputs: ReadonlySet<string>): boolean {
    return this.#mission.relations.every(({ form, names }) =>
      form === "exclusive"
        ? names.filter((n) => inputs.has(n)).length <= 1
        : !inputs.has(names[0]!) || inputs.has(names[1]!),
    );
  }

  react(inputs: ReadonlySet<string>): Reaction {
    for (const name of inputs) if (!this.inputs.includes(name)) throw new Error(`${name} is not an input`);
    if (!this.allows(inputs)) return { error: "relation" };
    const { root, tasks, signals } = this.#mission;
    for (const signal of this.#mission.inputs) {
      signal.life = newLife();
      signal.life.status = inputs.has(signal.name) ? "present" : "absent";
    }
    for (const signal of this.#mission.emitted) signal.life = newLife();
    forgetLives(root);
    const isInput = (name: string) => inputs.has(name);
    const scene = new ReactionScene(
      this.#reactions,
      this.#fatalStatus(isInput),
      new Map(tasks.map((t) => [t, t.outcome(isInput)])),
      this.#bonneFin,
    );

    const undecided = this.#decideSignals(scene);
    if (undecided.length > 0) return { error: "causality", undecided };

    const before = callsIn(root, this.#marking);
    let after = new Map<CallNode, number>();
    if (!this.#ended) {
      const { code, marking } = scene.execute(root, this.#marking, "");
      this.#ended = code === 0;
      this.#marking = marking;
      after = callsIn(root, marking);
    }
    const outputs = new Set<string>();
    for (const signal of this.#mission.emitted) if (signal.life.status === "present") outputs.add(signal.name);
    const fatal = outputs.has("FATAL");

    for (const [call, since] of after) {
      if (since !== scene.number || this.#mission.argumentSets.get(call.task)! < 2) continue;
      outputs.add(`SET_${call.task.name}_${call.argumentSet}`);
    }
    const news = new Map(tasks.map((t) => [t, newsOf(t, scene, before, after)]));
    const present = (name: string) => signals.get(name)?.life.status === "present";
    this.#conflictBefore = moveTasks(tasks, news, { present, fatal, outputs });
    this.#reactions++;
    return { outputs };
  }

  /**
   * Rule 44: known before the reaction, except where a type 3 event is a signal that the mission emits. Nothing asks once
   * on fatal runs or the mission is over: the test stands around main only.
   */
  #fatalStatus(isInput: (name: string) => boolean): () => Status {
    const { tasks, signals, fatalSignals } = this.#mission;
    const certain =
      this.#conflictBefore ||
      tasks.some((t) => t.hasStopLimit && t.phase.kind === "ending" && isInput(`STOPTO_${t.name}`));
    const causes = [...fatalSignals];
    for (const task of tasks) {
      if (task.phase.kind !== "idle") causes.push(...task.type3.map((name) => signals.get(name)!));
    }
    return () => {
      if (certain || causes.some((s) => s.life.status === "present")) return "present";
      return causes.some((s) => s.life.status === "unknown") ? "unknown" : "absent";
    };
  }

  /** Passes of must and can until nothing new is found; the names of signals that stay open. */
  #decideSignals(scene: ReactionScene): string[] {
    const root: Primitive = this.#mission.root;
    for (;;) {
      scene.pass++;
      scene.progress = false;
      scene.undecided = [];
      if (!this.#ended) scene.analyse(root, this.#marking, true, "");
      const open: string[] = [];
      for (const signal of this.#mission.emitted) {
        if (scene.decide(signal.life)) scene.progress = true;
        else if (signal.life.status === "unknown") open.push(signal.name);
      }
      if (!scene.progress) return [...open, ...scene.undecided];
    }
  }
}

/** Rule 28. */
function newsOf(
  task: ReferenceTask,
  scene: ReactionScene,
  before: ReadonlyMap<CallNode, number>,
  after: ReadonlyMap<CallNode, number>,
): CallNews {
  const isHeld = (call: CallNode) => (after.get(call) ?? scene.number) < scene.number;
  const were = [...before.keys()].filter((c) => c.task === task);
  const are = [...after.keys()].filter((c) => c.task === task);
  return {
    begun: are.some((c) => !isHeld(c)),
    held: are.some(isHeld),
    returned: were.some((c) => scene.returned.has(c)),
    dropped: were.some((c) => !isHeld(c) && !scene.returned.has(c)),
    there: are.length,
  };
}
