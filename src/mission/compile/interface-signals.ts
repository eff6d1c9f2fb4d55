/**
 * The signals between a mission and the robot, each with its role, in the order in which the automaton has them: those of the author, the
 * ends of tasks, what statements ask for, and then what the called tasks and their resources need.
 */
import { invariant } from "../../core/index.ts";
import {
  type AutomatonSignal,
  type GeneratedRole,
  generatedSignal,
  parametersSignal,
  setSignal,
  signalName,
} from "../automaton/signal-roles.ts";
import type { CheckedMission, Task } from "./checked-mission.ts";
import type { ExpandedTask, SignalRef } from "./expanded-mission.ts";
import { generatedByName } from "./generated-names.ts";

export class InterfaceSignals {
  readonly signals: AutomatonSignal[] = [];
  readonly #mission: CheckedMission;
  readonly #refs = new Map<string, SignalRef>();

  constructor(mission: CheckedMission) {
    this.#mission = mission;
    for (const { name, direction } of mission.signals.values()) this.add({ name, role: direction, owner: null });
    for (const { name } of mission.tasks.values()) this.add(generatedSignal("end", name));
  }

  add(signal: AutomatonSignal): SignalRef {
    const known = this.#refs.get(signal.name);
    if (known !== undefined) return known;
    const ref = this.signals.length;
    this.signals.push(signal);
    this.#refs.set(signal.name, ref);
    return ref;
  }

  /** A signal that a statement names; the names have been checked. */
  refOf(name: string): SignalRef {
    const known = this.#refs.get(name);
    if (known !== undefined) return known;
    // What is not declared is an answer of a task: STOPPED_x, INITOK_x, STOPTO_x.
    const answer = generatedByName(name, this.#mission.tasks, this.#mission.resources);
    invariant(answer !== null, `no signal ${name}`);
    return this.add(answer);
  }

  /** What goes between the robot and the tasks that are called, and FATAL. */
  addCalled(called: readonly ExpandedTask[]): void {
    for (const { name, sets } of called) this.#addTask(this.#mission.tasks.get(name)!, sets.length);
    for (const { name } of this.#mission.resources.values()) {
      const users = called.filter((t) => this.#mission.tasks.get(t.name)!.resources.includes(name));
      if (users.length === 0) continue;
      for (const role of ["servoingStopped", "servoingStarted"] as const) this.add(generatedSignal(role, name));
      if (users.length > 1) this.add(generatedSignal("resourceConflict", name));
    }
    for (const { name, calls } of called) if (calls.length > 1) this.add(generatedSignal("taskConflict", name));
    this.add({ name: signalName("fatal"), role: "fatal", owner: null });
  }

  #addTask({ name, pre, hasInit, type1, stopWithin_s }: Task, sets: number): void {
    const own = (role: GeneratedRole): SignalRef => this.add(generatedSignal(role, name));
    if (hasInit) own("initialised");
    own("stopped");
    if (stopWithin_s !== null) own("stopOverdue");
    if (pre.length > 0) own("wait");
    if (hasInit) own("init");
    if (sets > 1) for (let n = 1; n <= sets; n++) this.add(setSignal(name, n));
    for (const role of ["stop", "start", "aborted"] as const) own(role);
    for (const { event } of type1) this.add(parametersSignal(name, event));
  }
}
