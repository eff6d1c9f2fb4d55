/**
 * What each signal of a compiled mission is for: its role, and the task or resource that it belongs to. The compiler gives every signal
 * its role; everything that runs, proves or exports an automaton goes by it. Names are for people and for other tools: an author's
 * output START_LINE is an output like any other.
 *
 * The names of generated signals are made here, and nowhere else. A file of an automaton holds four classes (input, output, end, command)
 * beside name and owner, which together determine the role; `signalFromFile` finds it again.
 */

/** Where a signal belongs in a file. */
export type SignalClass = "input" | "output" | "end" | "command";

interface RoleEntry {
  readonly class: SignalClass;
  /** What the owner is; null: the signal has none. */
  readonly owner: "task" | "resource" | null;
  /** First word of the name; null for the author's own names. */
  readonly word: string | null;
}

function role<C extends SignalClass>(c: C, owner: RoleEntry["owner"], word: string | null): RoleEntry & { class: C } {
  return { class: c, owner, word };
}

const ROLES = Object.freeze({
  /** An event that the author named. */
  input: role("input", null, null),
  /** Answers of a robot-task: to "init", to "stop"; and that the second took too long. */
  initialised: role("input", "task", "INITOK"),
  stopped: role("input", "task", "STOPPED"),
  stopOverdue: role("input", "task", "STOPTO"),
  /** A time of the mission is over. */
  timerOver: role("input", null, "TIMER"),
  /** An output that the author named. */
  output: role("output", null, null),
  /** The task has ended well. The only generated output that statements may test. */
  end: role("end", "task", "BF"),
  wait: role("command", "task", "WAIT"),
  init: role("command", "task", "INIT"),
  /** Which argument set the task gets, by `set`. */
  set: role("command", "task", "SET"),
  stop: role("command", "task", "STOP"),
  start: role("command", "task", "START"),
  aborted: role("command", "task", "ABORTED"),
  /** New values for a running law (type 1), by `event`. */
  parameters: role("command", "task", "PARAM"),
  servoingStopped: role("command", "resource", "StoppedServoing"),
  servoingStarted: role("command", "resource", "StartServoing"),
  /** Two tasks want the resource; the task is called twice at once. */
  resourceConflict: role("command", "resource", "CONFLICT"),
  taskConflict: role("command", "task", "CONFLICT"),
  armTimer: role("command", null, "ARM"),
  fatal: role("command", null, "FATAL"),
});

export type SignalRole = keyof typeof ROLES;
export type InputRole = { [R in SignalRole]: (typeof ROLES)[R]["class"] extends "input" ? R : never }[SignalRole];
export type OutputRole = Exclude<SignalRole, InputRole>;
/** Roles whose signals the mission has by itself. */
export type GeneratedRole = Exclude<SignalRole, "input" | "output">;

export interface AutomatonSignal {
  readonly name: string;
  readonly role: SignalRole;
  /** Task or resource; null for the author's own, for timers and for FATAL. */
  readonly owner: string | null;
  /** Of the role "set": the number of the argument set, from 1. */
  readonly set?: number;
  /** Of the role "parameters": the event. */
  readonly event?: string;
}

/** A signal as files hold it. */
export interface FiledSignal {
  readonly name: string;
  readonly role: SignalClass;
  readonly owner: string | null;
}

export function classOf(role: SignalRole): SignalClass {
  return ROLES[role].class;
}

export function isInputRole(role: SignalRole): role is InputRole {
  return ROLES[role].class === "input";
}

/**
 * The name of a generated signal: `START_Dive`, `SET_Dive_2`, `PARAM_Dive_Deeper`, `TIMER_3`, `FATAL`. `owner` is the task, the resource or
 * the number of the timer; `detail` the number of the argument set or the event.
 */
export function signalName(role: GeneratedRole, owner?: string | number, detail?: string | number): string {
  return [ROLES[role].word, owner, detail].filter((part) => part !== undefined).join("_");
}

export function generatedSignal(role: GeneratedRole, owner: string): AutomatonSignal {
  return { name: signalName(role, owner), role, owner };
}

export function setSignal(task: string, set: number): AutomatonSignal {
  return { name: signalName("set", task, set), role: "set", owner: task, set };
}

export function parametersSignal(task: string, event: string): AutomatonSignal {
  return { name: signalName("parameters", task, event), role: "parameters", owner: task, event };
}

/** Roles whose names begin with a word. */
export function rolesOfWord(word: string): readonly GeneratedRole[] {
  return GENERATED.filter((role) => ROLES[role].word === word);
}

/** A timer may be missing from a part of an automaton while the input that ends it is still there. */
const TIMER_OVER = new RegExp(`^${signalName("timerOver")}_[0-9]+$`);

const GENERATED = (Object.keys(ROLES) as SignalRole[]).filter((r): r is GeneratedRole => ROLES[r].word !== null);

/** The part of a signal that files hold and the hash covers: class, name and owner determine the rest. */
export function filedSignal({ name, role, owner }: AutomatonSignal): FiledSignal {
  return { name, role: classOf(role), owner };
}

/**
 * A signal of a file with its role; null where no role gives that name to that owner. `tasks` are the names of the automaton's tasks.
 * The language keeps names such as TIMER_1 and FATAL from the author, so that they are certain in a file.
 */
export function signalFromFile(filed: FiledSignal, tasks: ReadonlySet<string>): AutomatonSignal | null {
  const { name, owner } = filed;
  if (owner === null) {
    switch (filed.role) {
      case "input":
        return { name, role: TIMER_OVER.test(name) ? "timerOver" : "input", owner };
      case "output":
        return { name, role: "output", owner };
      case "command":
        return { name, role: name === signalName("fatal") ? "fatal" : "armTimer", owner };
      case "end":
        return null;
    }
  }
  for (const role of GENERATED) {
    if (ROLES[role].class !== filed.role || ROLES[role].owner === null) continue;
    if (role === "set" || role === "parameters") {
      const head = `${signalName(role, owner)}_`;
      const detail = name.startsWith(head) ? name.slice(head.length) : "";
      if (role === "parameters" && detail !== "") return parametersSignal(owner, detail);
      if (role === "set" && /^[1-9][0-9]{0,8}$/.test(detail)) return setSignal(owner, Number(detail));
    } else if (name === signalName(role, owner)) {
      if (role !== "taskConflict" && role !== "resourceConflict") return { name, role, owner };
      return { name, role: tasks.has(owner) ? "taskConflict" : "resourceConflict", owner };
    }
  }
  return null;
}

/** Names that a class can have with an owner, for messages. */
export function namesInFile(filed: FiledSignal): readonly string[] {
  const { owner } = filed;
  if (owner === null) return [];
  const roles = GENERATED.filter((role) => ROLES[role].class === filed.role && ROLES[role].owner !== null);
  return [
    ...new Set(
      roles.map((role) =>
        role === "set"
          ? signalName(role, owner, "1")
          : role === "parameters"
            ? signalName(role, owner, "event")
            : signalName(role, owner),
      ),
    ),
  ];
}

/** Signals by role and owner. */
export class SignalIndex {
  readonly #places = new Map<string, number>();

  constructor(signals: readonly AutomatonSignal[]) {
    signals.forEach(({ role, owner, set, event }, place) => {
      this.#places.set(keyOf(role, owner, set ?? event), place);
    });
  }

  /** −1 where there is none. */
  placeOf(role: SignalRole, owner: string | null, detail?: string | number): number {
    return this.#places.get(keyOf(role, owner, detail)) ?? -1;
  }
}

function keyOf(role: SignalRole, owner: string | null, detail?: string | number): string {
  return `${role} ${owner ?? ""} ${detail ?? ""}`;
}
