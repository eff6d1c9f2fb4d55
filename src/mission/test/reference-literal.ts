/**
 * Must and Can word for word as in [Berry1999]: functions from a statement and an environment to sets of signals and
 * codes, in which a block of local signals decides each of them by a nested evaluation of its own. It takes time that
 * grows as a power of the nesting, and serves only to check the interpreter, which decides all signals in one go.
 */
import type { Marking, Primitive, Signal, Status, Test } from "./reference-statements.ts";

interface Result {
  readonly can: ReadonlySet<number>;
  readonly must: ReadonlySet<number>;
  readonly canEmit: ReadonlySet<Signal>;
  readonly mustEmit: ReadonlySet<Signal>;
  /** A local signal that control reaches for certain is neither present nor absent. */
  readonly stuck: boolean;
}

type Environment = ReadonlyMap<Signal, Status>;

/** The outputs among `emitted` that are present, or null where the reaction is not constructive. No task may be called. */
export function literalOutputs(
  root: Primitive,
  marking: Marking | null,
  inputs: Environment,
  emitted: readonly Signal[],
  fatal: boolean,
): Set<string> | null {
  const environment = new Map<Signal, Status>(inputs);
  for (const signal of emitted) environment.set(signal, "unknown");
  for (;;) {
    const result = evaluate(root, marking, environment, true, fatal);
    const open = emitted.filter((s) => environment.get(s) === "unknown");
    const present = open.filter((s) => result.mustEmit.has(s));
    const absent = open.filter((s) => !result.canEmit.has(s));
    for (const s of present) environment.set(s, "present");
    for (const s of absent) environment.set(s, "absent");
    if (present.length + absent.length > 0) continue;
    if (open.length > 0 || result.stuck) return null;
    return new Set(emitted.filter((s) => environment.get(s) === "present").map((s) => s.name));
  }
}

function evaluate(p: Primitive, at: Marking | null, e: Environment, sure: boolean, fatal: boolean): Result {
  const on = (q: Primitive, m: Marking | null, s = sure) => evaluate(q, m, e, s, fatal);
  switch (p.kind) {
    case "nothing":
      return code(0);
    case "pause":
      return code(at === null ? 1 : 0);
    case "exit":
      return code(p.code);
    case "emit":
      return { ...code(0), canEmit: new Set([p.signal]), mustEmit: new Set([p.signal]) };
    case "if": {
      if (at !== null) return on(within(at).part === 0 ? p.then : p.otherwise, within(at).marking);
      const status = statusOf(p.test, e, fatal);
      if (status !== "unknown") return on(status === "present" ? p.then : p.otherwise, null);
      return either(on(p.then, null, false), on(p.otherwise, null, false));
    }
    case "seq": {
      let result = code(0);
      const first = at === null ? 0 : within(at).part;
      for (let i = first; i < p.parts.length && result.can.has(0); i++) {
        const marking = at !== null && i === first ? within(at).marking : null;
        result = then(result, on(p.parts[i]!, marking, sure && result.must.has(0)));
      }
      return result;
    }
    case "loop": {
      // A started body does not end in the same reaction: that has been found on the text.
      if (at === null) return pausing(on(p.body, null));
      const first = on(p.body, within(at).marking);
      return first.can.has(0) ? then(first, pausing(on(p.body, null, sure && first.must.has(0)))) : first;
    }
    case "par": {
      let result = code(0);
      for (const [i, branch] of p.branches.entries()) {
        const marking = at === null ? null : branches(at)[i]!;
        if (at === null || marking !== null) result = beside(result, on(branch, marking));
      }
      return result;
    }
    case "trap": {
      const body = on(p.body, at === null ? null : within(at).marking);
      return { ...body, can: new Set([...body.can].map(down)), must: new Set([...body.must].map(down)) };
    }
    case "suspend": {
      if (at === null) return on(p.body, null);
      const status = statusOf(p.test, e, fatal);
      if (status === "present") return code(1);
      if (status === "absent") return on(p.body, within(at).marking);
      return either(on(p.body, within(at).marking, false), code(1));
    }
    case "local":
      return local(p.signals, p.body, at === null ? null : within(at).marking, e, sure, fatal);
    case "call":
      throw new Error("the literal semantics has no tasks");
  }
}

/** signal S in q, for the first of the signals; the others are nested in it. */
function local(
  signals: readonly Signal[],
  body: Primitive,
  at: Marking | null,
  e: Environment,
  sure: boolean,
  fatal: boolean,
): Result {
  const [s, ...others] = signals;
  if (s === undefined) return evaluate(body, at, e, sure, fatal);
  const by = (status: Status) => local(others, body, at, new Map(e).set(s, status), sure, fatal);
  let result = by("unknown");
  let stuck = false;
  if (sure && result.mustEmit.has(s)) result = by("present");
  else if (!result.canEmit.has(s)) result = by("absent");
  else stuck = sure;
  const without = (set: ReadonlySet<Signal>) => new Set([...set].filter((x) => x !== s));
  return {
    ...result,
    canEmit: without(result.canEmit),
    mustEmit: without(result.mustEmit),
    stuck: stuck || result.stuck,
  };
}

function code(k: number): Result {
  return { can: new Set([k]), must: new Set([k]), canEmit: new Set(), mustEmit: new Set(), stuck: false };
}

function pausing(p: Result): Result {
  return { ...p, can: new Set([...p.can].filter((k) => k !== 0)) };
}

function either(p: Result, q: Result): Result {
  return {
    can: union(p.can, q.can),
    must: new Set(),
    canEmit: union(p.canEmit, q.canEmit),
    mustEmit: new Set(),
    stuck: false,
  };
}

function then(p: Result, q: Result): Result {
  const goesOn = p.must.has(0);
  return {
    can: union(new Set([...p.can].filter((k) => k !== 0)), q.can),
    must: goesOn ? q.must : p.must,
    canEmit: union(p.canEmit, q.canEmit),
    mustEmit: goesOn ? union(p.mustEmit, q.mustEmit) : p.mustEmit,
    stuck: p.stuck || q.stuck,
  };
}

function beside(p: Result, q: Result): Result {
  return {
    can: largest(p.can, q.can),
    must: largest(p.must, q.must),
    canEmit: union(p.canEmit, q.canEmit),
    mustEmit: union(p.mustEmit, q.mustEmit),
    stuck: p.stuck || q.stuck,
  };
}

function statusOf(test: Test, e: Environment, fatal: boolean): Status {
  switch (test.kind) {
    case "signal":
      return e.get(test.signal)!;
    case "fatal":
      return fatal ? "present" : "absent";
    case "not":
      return { unknown: "unknown", present: "absent", absent: "present" }[statusOf(test.operand, e, fatal)] as Status;
    case "and":
    case "or": {
      const both = [statusOf(test.left, e, fatal), statusOf(test.right, e, fatal)];
      const [decides, other]: [Status, Status] = test.kind === "and" ? ["absent", "present"] : ["present", "absent"];
      if (both.includes(decides)) return decides;
      return both.includes("unknown") ? "unknown" : other;
    }
  }
}

function union<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Set<T> {
  return new Set([...a, ...b]);
}

function largest(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a].flatMap((k) => [...b].map((l) => Math.max(k, l))));
}

function down(k: number): number {
  return k < 2 ? k : k === 2 ? 0 : k - 1;
}

function within(at: Marking): { readonly part: number; readonly marking: Marking } {
  if (at.kind !== "inside") throw new Error("a marking that does not fit the program");
  return at;
}

function branches(at: Marking): readonly (Marking | null)[] {
  if (at.kind !== "branches") throw new Error("a marking that does not fit the program");
  return at.markings;
}
