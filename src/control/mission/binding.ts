/**
 * A mission and the vehicle's software put together: which robot-task does each of its tasks, by which loops, with which
 * routes and events. What does not fit is reported, with its place in the scenario or in the mission's own file.
 */
import { codedDiagnostic, type Diagnostic, DiagnosticList, didYouMean } from "../../core/index.ts";
import { type Component, createModel, type Definitions } from "../../library/index.ts";
import type { Automaton, Compiled } from "../../mission/index.ts";
import { type Route, routeOf } from "../laws/route-follower.ts";
import { type BoundTask, childrenOf, type Reporter } from "./bound-task.ts";
import { missionCodes as codes } from "./codes.ts";
import { signalOf } from "./event-watch.ts";
import { type EventParams, type RobotTaskParams, robotTask } from "./kinds.ts";
import { type MissionLoops, missionLoops } from "./loops.ts";
import { VEHICLE_QUANTITIES } from "./quantities.ts";
import type { RobotTask } from "./robot-task.ts";
import { compiledMission, proofDiagnostics, scriptedReactions } from "./source.ts";
import { checkValues } from "./task-values.ts";

export interface Binding {
  readonly automaton: Automaton;
  readonly loops: MissionLoops;
  /** Names of the mission's own inputs. */
  readonly inputs: readonly string[];
  /** In the order of the automaton's tasks. */
  readonly tasks: readonly BoundTask[];
  readonly routes: ReadonlyMap<string, Route>;
  /** Inputs of the automaton, reaction by reaction, that are played from the start; null for no script. */
  readonly script: readonly (readonly number[])[] | null;
}

/** The binding, or null where there is any error. given: inputs of the mission that links of its program give. */
export function bindMission(
  definitions: Definitions,
  component: Component,
  given: ReadonlySet<string> = new Set(),
): { readonly binding: Binding | null; readonly diagnostics: readonly Diagnostic[] } {
  const compiled = compiledMission(component);
  const list = new DiagnosticList();
  list.addAll(compiled.diagnostics);
  const report: Reporter = (entry, range, message, detail) => list.add(codedDiagnostic(entry, range, message, detail));
  const loops = loopsOf(component, report);
  const routes = new Map(childrenOf(component, "route").map((child) => [child.id, routeOf(child)]));
  const made = madeTasks(definitions, component, report);
  const { automaton, mission } = compiled;
  if (automaton === null || mission === null) return { binding: null, diagnostics: list.sorted() };

  const tasks: BoundTask[] = [];
  const names = [...mission.tasks.keys()];
  for (const { name } of automaton.data.tasks) {
    const bound = made.get(name);
    if (bound !== undefined) tasks.push(bound);
    else if (!childrenOf(component, "robotTask").some((child) => child.id === name)) {
      const hint = didYouMean(
        name,
        [...made.keys()].filter((id) => !names.includes(id)),
      );
      report(codes.unbound, component.range, `no <robotTask> for ${name}`, { hint });
    }
  }
  for (const child of childrenOf(component, "robotTask")) {
    if (names.includes(child.id)) continue;
    const message = `the mission has no task ${JSON.stringify(child.id)}; it has: ${names.join(", ")}`;
    report(codes.unknownTask, child.range, message, { hint: didYouMean(child.id, names) });
  }
  list.addAll(proofDiagnostics(component, automaton));
  for (const bound of tasks) checkValues(compiled, bound, routes, report);
  if (loops !== null) checkSteering(component, automaton, loops, tasks, report);
  checkEvents(component, compiled, automaton, loops, made, given, report);
  const script = scriptedReactions(component, automaton, (d) => list.add(d));
  const inputs = ownInputs(mission);
  const binding = loops === null || list.hasErrors ? null : { automaton, loops, inputs, tasks, routes, script };
  return { binding, diagnostics: list.sorted() };
}

/** Models whose loops a mission can fly by. */
const LOOPS: Readonly<Record<string, string>> = { autopilot: "cascade", stationKeeper: "pid" };

function loopsOf(component: Component, report: Reporter): MissionLoops | null {
  const found = component.children.filter(({ kind }) => kind in LOOPS);
  const [loops] = found;
  if (loops === undefined || found.length > 1) {
    const has =
      loops === undefined ? "neither an <autopilot> nor a <stationKeeper>" : "an <autopilot> and a <stationKeeper>";
    const range = found[1]?.range ?? component.range;
    report(codes.loops, range, `mission ${component.id} has ${has}`, { allowed: "one of the two" });
    return null;
  }
  if (loops.model !== LOOPS[loops.kind]) {
    const message = `a mission flies by the model "${LOOPS[loops.kind]}" of ${loops.kind}, not by "${loops.model}"`;
    report(codes.loops, loops.range, message);
    return null;
  }
  for (const { kind, id, range } of loops.children) {
    if (!["leg", "route", "hold"].includes(kind)) continue;
    const message = `the ${loops.kind} of a mission must not have a plan: ${kind} "${id}" is inside it`;
    const hint =
      kind === "route" ? "put it into <mission>, beside the autopilot" : "the mission's tasks say what is held";
    report(codes.ownPlan, range, message, { hint });
  }
  try {
    return missionLoops(loops, component.params.rate_Hz as number | undefined);
  } catch (error) {
    report(codes.loops, loops.range, error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** By id. */
function madeTasks(definitions: Definitions, component: Component, report: Reporter): Map<string, BoundTask> {
  const made = new Map<string, BoundTask>();
  for (const child of childrenOf(component, "robotTask")) {
    const fail = (reason: string): void =>
      report(codes.taskNotMade, child.range, `robotTask ${child.id}: model "${child.model}" cannot be made: ${reason}`);
    try {
      const task = createModel(definitions, child, robotTask);
      const fault = faultOf(task);
      const { init_s, stop_s } = child.params as unknown as RobotTaskParams;
      if (fault !== null) fail(fault);
      else made.set(child.id, { name: child.id, component: child, task, init_s, stop_s });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  }
  return made;
}

const STEERS = ["autopilot", "stationKeeper", "outputs", "nothing"];

/** What a user's own task lacks, in words; null for nothing. */
function faultOf(task: Partial<RobotTask> | null | undefined): string | null {
  for (const name of ["start", "change", "step"] as const) {
    if (typeof task?.[name] !== "function") return `it has no function ${name}`;
  }
  if (!STEERS.includes(String(task?.steers))) return `its steers is not one of: ${STEERS.join(", ")}`;
  if (!Array.isArray(task?.parameters)) return "its parameters are not a list of names";
  if (!Array.isArray(task.quantities)) return "its quantities are not a list of names";
  return Number.isInteger(task.memory) && task.memory! >= 0
    ? null
    : "its memory is not a whole number of reals, 0 or more";
}

function checkSteering(
  { id }: Component,
  { data }: Automaton,
  loops: MissionLoops,
  tasks: readonly BoundTask[],
  report: Reporter,
): void {
  for (const { name, component, task } of tasks) {
    if (!(task.steers in LOOPS) || task.steers === loops.kind) continue;
    const message = `${name} is a ${component.model} task and needs a <${task.steers}>, but ${id} flies by <${loops.kind}>`;
    report(codes.wrongSteering, component.range, message);
  }
  const steering = tasks.filter(({ task }) => task.steers !== "nothing");
  const resources = new Map(data.tasks.map((task) => [task.name, task.resources]));
  for (const [i, a] of steering.entries()) {
    for (const b of steering.slice(i + 1)) {
      const shared = resources.get(b.name)?.some((resource) => resources.get(a.name)?.includes(resource));
      if (shared === true) continue;
      const message = `${a.name} and ${b.name} both steer, but have no resource in common: they could be active at once`;
      report(codes.wrongSteering, b.component.range, message, { hint: "put both on one resource in the mission" });
    }
  }
}

/** Quantities that are 0 or 1. */
const YES_OR_NO: readonly string[] = ["routeEnded"];

function checkEvents(
  component: Component,
  { mission }: Compiled,
  { data }: Automaton,
  loops: MissionLoops | null,
  made: ReadonlyMap<string, BoundTask>,
  linked: ReadonlySet<string>,
  report: Reporter,
): void {
  const named = ownInputs(mission);
  const given = new Set(linked);
  const lasting = new Set<string>();
  const oneTick = new Map<string, Component>();
  const shared = sharedQuantities(loops);
  const check = (event: Component, own: readonly string[]): void => {
    const signal = signalOf(event);
    given.add(signal);
    const { of, above, below, level, from_s } = event.params as unknown as EventParams;
    if (level || from_s !== undefined) lasting.add(signal);
    else oneTick.set(signal, event);
    const quantities = [...shared, ...own];
    if (
      of !== undefined &&
      quantities.includes(of) &&
      above === undefined &&
      below === undefined &&
      !YES_OR_NO.includes(of)
    ) {
      const message = `${of} is not yes or no: say above or below which value`;
      report(codes.noLimit, event.origin.of ?? event.range, message, { allowed: "above, below or both" });
    }
    if (of !== undefined && loops !== null && !quantities.includes(of)) {
      const message = `there is no ${JSON.stringify(of)} here; there are: ${quantities.join(", ")}`;
      report(codes.unknownQuantity, event.origin.of ?? event.range, message, { hint: didYouMean(of, quantities) });
    }
    if (named.includes(signal)) return;
    const message = `the mission has no input ${JSON.stringify(signal)}; it has: ${named.join(", ")}`;
    report(codes.unknownInput, event.origin.signal ?? event.range, message, { hint: didYouMean(signal, named) });
  };
  for (const event of childrenOf(component, "event")) check(event, []);
  for (const child of childrenOf(component, "robotTask")) {
    const own = made.get(child.id)?.task.quantities ?? [];
    for (const event of childrenOf(child, "event")) check(event, own);
  }
  for (const { name, pre } of data.tasks) {
    for (const signal of pre) {
      const event = oneTick.get(signal);
      if (event === undefined || lasting.has(signal)) continue;
      const message = `${signal} is a pre-condition of ${name}, but is given for one tick only`;
      report(codes.oneTick, event.range, message, { hint: 'say level="true"' });
    }
  }
  // What the runtime gives by itself: ends of times.
  for (const { waitLimit, activeLimits } of data.tasks) {
    for (const limit of [waitLimit, ...activeLimits]) if (limit !== null) given.add(limit.event);
  }
  const missing = data.inputs.filter(({ name }) => named.includes(name) && !given.has(name)).map((s) => s.name);
  if (missing.length === 0) return;
  const message = `nothing gives these inputs of the mission: ${missing.join(", ")}`;
  report(codes.neverGiven, component.range, message, {
    hint: "give each an <event>, or link an event of a module to it",
  });
}

function ownInputs(mission: Compiled["mission"]): string[] {
  return [...(mission?.signals.values() ?? [])].filter((s) => s.direction === "input").map((s) => s.name);
}

/** What every event may look at, in the order of the mission's memory. */
export function sharedQuantities(loops: MissionLoops | null): readonly string[] {
  return [...VEHICLE_QUANTITIES, ...(loops?.module.shows ?? [])];
}
