/**
 * Which completion codes a statement may have in the reaction in which it starts, whatever is present: the static rule that
 * refuses loops which may never pause.
 *
 *   K(pause) = K(halt) = K(await) = K(call) = {1}      K(nothing) = K(emit) = {0}      K(exit to b) = {b}
 *   K(p; q) = K(p) without 0, and K(q), if 0 ∈ K(p); else K(p)                                        (1)
 *   K(p ∥ q) = { max(a, b) | a ∈ K(p), b ∈ K(q) }                                                     (2)
 *   K(if) = K(then) ∪ K(else);   K(block) = K(body) without the block's own exit, and K(handlers)     (3)
 *   loop p is legal if 0 ∉ K(p)
 *
 * Source: [Berry1999] as the facts of constructive Esterel compilers state it. An exit is a number from 2 on, larger the
 * further out its block is.
 */
import type { Block, Expanded, Origin } from "./expanded-mission.ts";

/** Codes as a set of numbers: 0, 1, and for an exit LARGEST − level of its block. */
const LARGEST = 1e6;

function exitCode(block: Block): number {
  return LARGEST - block.level;
}

function startCodes(p: Expanded): ReadonlySet<number> {
  switch (p.kind) {
    case "nothing":
    case "emit":
      return new Set([0]);
    case "pause":
    case "halt":
    case "call":
      return new Set([1]);
    case "await":
      return p.immediate ? new Set([0, 1]) : new Set([1]);
    case "exit":
      return new Set([exitCode(p.to.block)]);
    case "if":
      return new Set([...startCodes(p.then), ...startCodes(p.otherwise)]);
    case "seq": {
      const codes = new Set<number>();
      for (const part of p.parts) {
        const k = startCodes(part);
        for (const code of k) if (code !== 0) codes.add(code);
        if (!k.has(0)) return codes; // (1)
      }
      return codes.add(0);
    }
    case "par": {
      let codes: ReadonlySet<number> = new Set([0]);
      for (const branch of p.branches) {
        const k = startCodes(branch);
        codes = new Set([...codes].flatMap((a) => [...k].map((b) => Math.max(a, b)))); // (2)
      }
      return codes;
    }
    case "loop":
    case "suspend":
    case "local":
      return startCodes(p.body);
    case "abort": {
      const codes = new Set(startCodes(p.body));
      return p.immediate ? codes.add(0) : codes;
    }
    case "block": {
      const body = new Set(startCodes(p.body));
      if (!body.delete(exitCode(p.block))) return body;
      for (const handler of p.handlers) for (const code of startCodes(handler)) body.add(code); // (3)
      return body;
    }
  }
}

/** A way through the body of a loop that never pauses, as the statements on it; null where there is none. */
export function instantaneousPath(body: Expanded): Origin[] | null {
  return startCodes(body).has(0) ? wayThrough(body) : null;
}

/** Statements with a place on a way on which p ends at once. p may end at once. */
function wayThrough(p: Expanded): Origin[] {
  switch (p.kind) {
    case "seq":
      return p.parts.flatMap(wayThrough);
    case "par":
      return p.branches.flatMap(wayThrough);
    case "if":
      return startCodes(p.then).has(0) ? [p.origin, ...wayThrough(p.then)] : [p.origin, ...wayThrough(p.otherwise)];
    case "emit":
    case "await":
      return [p.origin];
    case "local":
    case "suspend":
      return wayThrough(p.body);
    case "abort":
      return startCodes(p.body).has(0) ? wayThrough(p.body) : [p.origin];
    case "block":
      return startCodes(p.body).has(0) ? wayThrough(p.body) : [p.origin];
    default:
      return [];
  }
}

/** Whether a statement can ever end of itself: false for what only an abortion or an exit leaves. */
export function canEnd(p: Expanded): boolean {
  switch (p.kind) {
    case "halt":
    case "loop":
    case "exit":
      return false;
    case "call":
      return p.ends;
    case "seq":
      return p.parts.every(canEnd);
    case "par":
      return p.branches.every(canEnd);
    case "if":
      return canEnd(p.then) || canEnd(p.otherwise);
    case "suspend":
    case "local":
      return canEnd(p.body);
    case "block":
      // An exit is only as possible as its raise; taken as possible.
      return canEnd(p.body) || p.handlers.some(canEnd);
    default:
      return true;
  }
}
