/**
 * One reaction of the primitive statements: what must and what can happen, and then what does.
 *
 * `analyse` is the constructive semantics [Berry1999]: with some signals unknown it finds the codes a statement can
 * have, the one it must have (null: not known), and marks the signals that can and that must be emitted. `sure` says
 * that control is known to get here; without it an emission can happen but need not, and a local signal may be found
 * absent but never present (Can⊥ in place of Can⁺). Repeated until nothing new is found, it decides every signal, or
 * the reaction is not constructive. `execute` then runs the statement with every signal known.
 *
 * Reincarnation: a block of local signals has one life per reaction for each way to it through the loops around it.
 * `restarts` has a letter per loop: "0" for the body that was there (or the first start), "1" for its restart.
 */
import type { CallNode, Life, LocalNode, Marking, Primitive, Signal, Status, Test } from "./reference-statements.ts";
import { newLife } from "./reference-statements.ts";
import type { End, ReferenceTask } from "./reference-tasks.ts";

/** Codes that are possible (bit k for code k), and the one that is certain. */
export interface Codes {
  readonly can: number;
  readonly must: number | null;
}

export interface Execution {
  readonly code: number;
  /** Not null exactly if the code is 1. */
  readonly marking: Marking | null;
}

const ended: Codes = { can: 1, must: 0 };
const paused: Codes = { can: 2, must: 1 };

/** What a reaction is made of: what is known from outside, and what is found on the way. */
export class ReactionScene {
  readonly number: number;
  readonly fatalStatus: () => Status;
  readonly outcomes: ReadonlyMap<ReferenceTask, End | null>;
  readonly bonneFin: ReadonlyMap<ReferenceTask, Signal>;
  /** Calls that ended or raised (rule 28). */
  readonly returned: Set<CallNode> = new Set();
  /** The pass of the analysis. */
  pass = 0;
  /** A local signal was decided in this pass. */
  progress = false;
  /** Local signals that control reaches for certain and that are not decided in this pass. */
  undecided: string[] = [];

  constructor(
    number: number,
    fatalStatus: () => Status,
    outcomes: ReadonlyMap<ReferenceTask, End | null>,
    bonneFin: ReadonlyMap<ReferenceTask, Signal>,
  ) {
    this.number = number;
    this.fatalStatus = fatalStatus;
    this.outcomes = outcomes;
    this.bonneFin = bonneFin;
  }

  /** Three-valued: decided as soon as one operand decides (rule 3). */
  status(test: Test): Status {
    switch (test.kind) {
      case "signal":
        return test.signal.life.status;
      case "fatal":
        return this.fatalStatus();
      case "not": {
        const operand = this.status(test.operand);
        if (operand === "unknown") return operand;
        return operand === "present" ? "absent" : "present";
      }
      case "and":
      case "or": {
        const deciding = test.kind === "and" ? "absent" : "present";
        const left = this.status(test.left);
        const right = this.status(test.right);
        if (left === deciding || right === deciding) return deciding;
        return left === "unknown" ? left : right;
      }
    }
  }

  /** Without a marking the statement starts, else it gets control again where it is marked. */
  analyse(node: Primitive, marking: Marking | null, sure: boolean, restarts: string): Codes {
    switch (node.kind) {
      case "nothing":
        return ended;
      case "pause":
        return marking === null ? paused : ended;
      case "emit":
        this.#mayEmit(node.signal, sure);
        return ended;
      case "exit":
        return { can: 1 << node.code, must: node.code };
      case "if": {
        if (marking !== null) {
          const { part, marking: within } = insideOf(marking);
          return this.analyse(part === 0 ? node.then : node.otherwise, within, sure, restarts);
        }
        const status = this.status(node.test);
        if (status === "present") return this.analyse(node.then, null, sure, restarts);
        if (status === "absent") return this.analyse(node.otherwise, null, sure, restarts);
        const then = this.analyse(node.then, null, false, restarts);
        const otherwise = this.analyse(node.otherwise, null, false, restarts);
        return { can: then.can | otherwise.can, must: null };
      }
      case "seq": {
        let codes: Codes = ended;
        let first = 0;
        let within: Marking | null = null;
        if (marking !== null) ({ part: first, marking: within } = insideOf(marking));
        for (let i = first; i < node.parts.length; i++) {
          const last = codes;
          codes = followedBy(last, this.analyse(node.parts[i]!, within, sure && last.must === 0, restarts));
          if ((codes.can & 1) === 0) break;
          within = null;
        }
        return codes;
      }
      case "loop": {
        const within = marking === null ? null : insideOf(marking).marking;
        const first = this.analyse(node.body, within, sure, `${restarts}0`);
        if (marking === null) return withoutEnd(first);
        if ((first.can & 1) === 0) return first;
        const again = withoutEnd(this.analyse(node.body, null, sure && first.must === 0, `${restarts}1`));
        return followedBy(first, again);
      }
      case "par": {
        let codes: Codes = ended;
        for (const [i, branch] of node.branches.entries()) {
          const within = marking === null ? null : branchesOf(marking)[i]!;
          if (marking !== null && within === null) continue;
          codes = together(codes, this.analyse(branch, within, sure, restarts));
        }
        return codes;
      }
      case "trap": {
        const within = marking === null ? null : insideOf(marking).marking;
        const { can, must } = this.analyse(node.body, within, sure, restarts);
        return {
          can: (can & 3) | ((can >> 2) & 1) | ((can >> 3) << 2),
          must: must === null ? null : caught(must),
        };
      }
      case "suspend": {
        if (marking === null) return this.analyse(node.body, null, sure, restarts);
        const within = insideOf(marking).marking;
        const status = this.status(node.test);
        if (status === "present") return paused;
        if (status === "absent") return this.analyse(node.body, within, sure, restarts);
        return { can: this.analyse(node.body, within, false, restarts).can | paused.can, must: null };
      }
      case "local": {
        const lives = this.#enter(node, restarts);
        const outside = node.signals.map((s) => s.life);
        for (const [i, signal] of node.signals.entries()) signal.life = lives[i]!;
        const codes = this.analyse(node.body, marking === null ? null : insideOf(marking).marking, sure, restarts);
        for (const [i, signal] of node.signals.entries()) {
          signal.life = outside[i]!;
          if (this.decide(lives[i]!)) this.progress = true;
          else if (sure && lives[i]!.status === "unknown") this.undecided.push(signal.name);
        }
        return codes;
      }
      case "call": {
        if (marking === null) return paused;
        const end = this.outcomes.get(node.task)!;
        if (end === null) return paused;
        if (end.kind === "exception") return this.analyse(node.raises.get(end.name)!, null, sure, restarts);
        this.#mayEmit(this.bonneFin.get(node.task)!, sure);
        return ended;
      }
    }
  }

  /** Present once it must be emitted, absent once nothing can emit it any more; true if that is news. */
  decide(life: Life): boolean {
    if (life.status !== "unknown") return false;
    if (life.mustPass === this.pass) life.status = "present";
    else if (life.canPass !== this.pass) life.status = "absent";
    return life.status !== "unknown";
  }

  #mayEmit(signal: Signal, sure: boolean): void {
    signal.life.canPass = this.pass;
    if (sure) signal.life.mustPass = this.pass;
  }

  #enter(node: LocalNode, restarts: string): Life[] {
    let lives = node.lives.get(restarts);
    if (lives === undefined) {
      lives = node.signals.map(newLife);
      node.lives.set(restarts, lives);
    }
    return lives;
  }

  /** Runs the statement; every signal it meets is decided. */
  execute(node: Primitive, marking: Marking | null, restarts: string): Execution {
    switch (node.kind) {
      case "nothing":
      case "emit":
        return { code: 0, marking: null };
      case "pause":
        return marking === null ? { code: 1, marking: { kind: "pause" } } : { code: 0, marking: null };
      case "exit":
        return { code: node.code, marking: null };
      case "if": {
        const { part, marking: within } =
          marking !== null ? insideOf(marking) : { part: this.#holds(node.test) ? 0 : 1, marking: null };
        return inside(part, this.execute(part === 0 ? node.then : node.otherwise, within, restarts));
      }
      case "seq": {
        let first = 0;
        let within: Marking | null = null;
        if (marking !== null) ({ part: first, marking: within } = insideOf(marking));
        for (let i = first; i < node.parts.length; i++) {
          const done = this.execute(node.parts[i]!, within, restarts);
          if (done.code !== 0) return inside(i, done);
          within = null;
        }
        return { code: 0, marking: null };
      }
      case "loop": {
        const within = marking === null ? null : insideOf(marking).marking;
        const done = this.execute(node.body, within, `${restarts}0`);
        if (done.code !== 0) return inside(0, done);
        const again = this.execute(node.body, null, `${restarts}1`);
        if (again.code === 0) throw new Error("a loop whose body ended at once");
        return inside(0, again);
      }
      case "par": {
        const done = node.branches.map((branch, i): Execution => {
          const within = marking === null ? null : branchesOf(marking)[i]!;
          const over = marking !== null && within === null;
          return over ? { code: 0, marking: null } : this.execute(branch, within, restarts);
        });
        const code = Math.max(0, ...done.map((d) => d.code));
        return { code, marking: code === 1 ? { kind: "branches", markings: done.map((d) => d.marking) } : null };
      }
      case "trap": {
        const within = marking === null ? null : insideOf(marking).marking;
        const done = inside(0, this.execute(node.body, within, restarts));
        return { code: caught(done.code), marking: done.marking };
      }
      case "suspend": {
        if (marking !== null && this.#holds(node.test)) return { code: 1, marking };
        const within = marking === null ? null : insideOf(marking).marking;
        return inside(0, this.execute(node.body, within, restarts));
      }
      case "local": {
        const lives = this.#enter(node, restarts);
        const outside = node.signals.map((s) => s.life);
        for (const [i, signal] of node.signals.entries()) signal.life = lives[i]!;
        const done = this.execute(node.body, marking === null ? null : insideOf(marking).marking, restarts);
        for (const [i, signal] of node.signals.entries()) signal.life = outside[i]!;
        return inside(0, done);
      }
      case "call": {
        if (marking === null) return { code: 1, marking: { kind: "call", since: this.number } };
        const end = this.outcomes.get(node.task)!;
        if (end === null) return { code: 1, marking };
        this.returned.add(node);
        if (end.kind === "exception") return this.execute(node.raises.get(end.name)!, null, restarts);
        return { code: 0, marking: null };
      }
    }
  }

  #holds(test: Test): boolean {
    const status = this.status(test);
    if (status === "unknown") throw new Error("a test of a signal that the analysis left open");
    return status === "present";
  }
}

/** Forgets the lives of the reaction before. */
export function forgetLives(node: Primitive): void {
  switch (node.kind) {
    case "local":
      node.lives.clear();
      forgetLives(node.body);
      break;
    case "seq":
      for (const part of node.parts) forgetLives(part);
      break;
    case "par":
      for (const branch of node.branches) forgetLives(branch);
      break;
    case "if":
      forgetLives(node.then);
      forgetLives(node.otherwise);
      break;
    case "loop":
    case "trap":
    case "suspend":
      forgetLives(node.body);
      break;
    default:
  }
}

/** Codes of p; q. */
function followedBy(p: Codes, q: Codes): Codes {
  return { can: (p.can & ~1) | q.can, must: p.must === 0 ? q.must : null };
}

/** A started body of a loop does not end in the same reaction: that has been found on the text (rule 12). */
function withoutEnd(codes: Codes): Codes {
  return (codes.can & 1) === 0 ? codes : { can: codes.can & ~1, must: codes.must };
}

/** Codes of p || q: the largest of every pair. */
function together(p: Codes, q: Codes): Codes {
  let can = 0;
  for (let k = 0; 1 << k <= Math.max(p.can, q.can); k++) {
    const upToK = (2 << k) - 1;
    const inP = (p.can >> k) & 1;
    const inQ = (q.can >> k) & 1;
    if ((inP !== 0 && (q.can & upToK) !== 0) || (inQ !== 0 && (p.can & upToK) !== 0)) can |= 1 << k;
  }
  return { can, must: p.must === null || q.must === null ? null : Math.max(p.must, q.must) };
}

/** What a trap makes of the code of its body. */
function caught(code: number): number {
  if (code < 2) return code;
  return code === 2 ? 0 : code - 1;
}

function inside(part: number, done: Execution): Execution {
  if (done.marking === null) return done;
  return { code: done.code, marking: { kind: "inside", part, marking: done.marking } };
}

function insideOf(marking: Marking): { part: number; marking: Marking } {
  if (marking.kind !== "inside") throw new Error("a marking that does not fit the program");
  return marking;
}

function branchesOf(marking: Marking): readonly (Marking | null)[] {
  if (marking.kind !== "branches") throw new Error("a marking that does not fit the program");
  return marking.markings;
}
