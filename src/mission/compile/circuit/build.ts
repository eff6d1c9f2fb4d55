/** The whole mission as one circuit: main, the handler of fatal exceptions, and the automata of the tasks. */

import { type AutomatonSignal, isInputRole, SignalIndex } from "../../automaton/signal-roles.ts";
import type { CheckedMission } from "../checked-mission.ts";
import { type Expanded, type Expansion, type Origin, partsOf } from "../expanded-mission.ts";
import { type Circuit, finishCircuit } from "./circuit.ts";
import { FALSE, type Literal, NetBuilder, not, TRUE, type Wire } from "./netlist.ts";
import { type Around, isSite, type PauseSite, StatementNet } from "./statements.ts";
import { atLeastTwo, TaskNet, type TaskSignals } from "./tasks.ts";

/** Something that can be active in a state: a statement that waits, or the phase of a task. */
export interface ActiveThing {
  /** Place among the registers. */
  readonly register: number;
  readonly text: string;
  /** null for the phase of a task. */
  readonly origin: Origin | null;
}

/** A net that has a name in the mission's text, for the words of a causality cycle. */
export interface NamedNet {
  readonly name: string;
  readonly origins: readonly Origin[];
}

export interface Parallel {
  readonly origin: Origin;
  readonly branches: readonly (readonly number[])[];
}

export interface MissionCircuit {
  readonly circuit: Circuit;
  readonly inputs: readonly AutomatonSignal[];
  readonly outputs: readonly AutomatonSignal[];
  readonly active: readonly ActiveThing[];
  /** By net. */
  readonly named: ReadonlyMap<number, NamedNet>;
  /** Each PAR of the mission: where it is, and the places of the registers of its branches. Made when asked for. */
  parallels(): Parallel[];
}

export function buildCircuit(mission: CheckedMission, expansion: Expansion): MissionCircuit {
  const net = new NetBuilder();
  const { signals } = expansion;
  const inputs = signals.filter((s) => isInputRole(s.role));
  const outputs = signals.filter((s) => !isInputRole(s.role));
  const literals: Literal[] = signals.map((s) => (isInputRole(s.role) ? net.input() : FALSE));
  const wires = new Map<number, Wire>();
  signals.forEach((s, i) => {
    if (isInputRole(s.role)) return;
    const wire = net.wire();
    wires.set(i, wire);
    literals[i] = wire.literal;
  });
  const places = new Map(signals.map((s, i) => [s.name, i]));
  const index = new SignalIndex(signals);
  const taskSignals: TaskSignals = {
    event: (name) => literals[places.get(name) ?? -1] ?? FALSE,
    answer: (role, task) => literals[index.placeOf(role, task)] ?? FALSE,
    emit: (when, role, owner, detail) => wires.get(index.placeOf(role, owner, detail))?.join(when),
  };
  const tasks = expansion.tasks.map((t) => new TaskNet(net, mission.tasks.get(t.name)!, t, taskSignals));
  const byName = new Map(tasks.map((t) => [t.task.name, t]));
  const statements = new StatementNet(net, {
    status: (signal) => literals[signal]!,
    emitted: (signal) => wires.get(signal)!,
    call: (task) => byName.get(task)!.ports,
  });

  // Rule 44.
  const boot = net.register(true);
  const first = 2 * boot.net;
  const conflict = net.register();
  const cause = net.or(
    ...[...mission.signals.values()].filter((s) => s.fatal).map((s) => taskSignals.event(s.name)),
    ...tasks.map((t) => t.fatal),
    2 * conflict.net,
  );
  const fatal = net.and(net.or(first, statements.selected(expansion.main)), cause);
  taskSignals.emit(fatal, "fatal", null);
  const around: Around = { locals: new Map(), raised: new Map(), kill: FALSE };
  statements.surface(expansion.main, net.and(first, not(cause)), around);
  statements.depth(expansion.main, not(cause), FALSE, around);
  statements.surface(expansion.onFatal, fatal, around);
  statements.depth(expansion.onFatal, TRUE, FALSE, around);

  expansion.tasks.forEach(({ calls }, i) => {
    tasks[i]!.connect(
      calls.map((call) => ({ site: statements.site(call), set: call.set })),
      fatal,
    );
  });
  conflict.next = shareResources(net, mission, tasks, taskSignals.emit);

  const { circuit, renamed } = finishCircuit(net, {
    outputs: [...wires.values()].map((w) => w.literal),
    locals: statements.locals.map(({ wire }) => wire.literal),
  });
  return {
    circuit,
    inputs,
    outputs,
    active: activeThings(net, statements.sites, tasks),
    named: namedNets(expansion, statements, wires, renamed),
    parallels: () => parallelsOf(net, statements, [expansion.main, expansion.onFatal]),
  };
}

/** Rules 32 and 41. Returns whether there is a conflict. */
function shareResources(
  net: NetBuilder,
  mission: CheckedMission,
  tasks: readonly TaskNet[],
  emit: TaskSignals["emit"],
): Literal {
  const free = new Map<string, Literal>();
  const conflicts = new Map<string, Literal>();
  for (const { name } of mission.resources.values()) {
    const users = tasks.filter((t) => t.task.resources.includes(name));
    free.set(name, net.and(...users.map((t) => not(t.keeps))));
    conflicts.set(
      name,
      atLeastTwo(
        net,
        users.map((t) => t.busy),
      ),
    );
    emit(conflicts.get(name)!, "resourceConflict", name);
  }
  for (const task of tasks) {
    const { name, resources } = task.task;
    task.grant(net.and(...resources.map((r) => free.get(r)!)), net.or(...resources.map((r) => conflicts.get(r)!)));
    emit(task.calledTwice, "taskConflict", name);
  }
  return net.or(...conflicts.values(), ...tasks.map((t) => t.calledTwice));
}

function activeThings(net: NetBuilder, sites: Iterable<PauseSite>, tasks: readonly TaskNet[]): ActiveThing[] {
  const place = new Map(net.registers.map((r, i) => [r, i]));
  const things: ActiveThing[] = [];
  for (const { register, origin } of sites) {
    things.push({ register: place.get(register)!, text: origin.text, origin });
  }
  for (const { task, phases } of tasks.map((t) => ({ task: t.task, phases: t.phases() }))) {
    for (const { register, words } of phases) {
      things.push({ register: place.get(register)!, text: `${task.name} ${words}`, origin: null });
    }
  }
  return things;
}

function parallelsOf(net: NetBuilder, statements: StatementNet, bodies: readonly Expanded[]): Parallel[] {
  const place = new Map(net.registers.map((r, i) => [r, i]));
  const registers = (p: Expanded): number[] =>
    isSite(p) ? [place.get(statements.site(p).register)!] : partsOf(p).flatMap(registers);
  const found: Parallel[] = [];
  const walk = (p: Expanded): void => {
    if (p.kind === "par") found.push({ origin: p.origin, branches: p.branches.map(registers) });
    for (const part of partsOf(p)) walk(part);
  };
  for (const body of bodies) walk(body);
  return found;
}

function namedNets(
  expansion: Expansion,
  statements: StatementNet,
  wires: ReadonlyMap<number, Wire>,
  renamed: (a: Literal) => Literal,
): Map<number, NamedNet> {
  const named = new Map<number, NamedNet>();
  const name = (wire: Wire, text: string): void => {
    const literal = renamed(wire.literal);
    if (literal < 2) return;
    const origins = wire.inputs.flatMap((a) => statements.words.get(a) ?? []);
    named.set(literal >> 1, { name: text, origins });
  };
  for (const [i, wire] of wires) name(wire, expansion.signals[i]!.name);
  for (const { number, wire } of statements.locals) name(wire, expansion.locals[number]!);
  return named;
}
