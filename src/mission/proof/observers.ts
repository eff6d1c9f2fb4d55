/**
 * Watchers of reactions, one for each form of property that a finite run can violate: deterministic, and shown only the letter of each
 * reaction. A watcher that answers BAD has seen the violation; the shortest way there is the shortest counterexample.
 *
 * Bits are masks; a reaction in which something ends and something begins ends it first (rule 40 of the language: stop before start).
 */
export const BAD = -1;

export interface Observer {
  readonly initial: number;
  step(memory: number, letter: number): number;
}

/** Where triggers and violations count. 0: not yet, 1: here, 2: no more. Bits of 0 stand for clauses that are missing. */
export interface ScopeBits {
  readonly after: number;
  readonly until: number;
}

const BEFORE = 0;
const INSIDE = 1;
const BEHIND = 2;
/** Memories of a scope. */
export const SCOPES = 3;

export function firstScope({ after }: ScopeBits): number {
  return after === 0 ? INSIDE : BEFORE;
}

export function isInside(scope: number): boolean {
  return scope === INSIDE;
}

/** The reaction that opens a scope is before it, the one that closes it still belongs to it. */
export function nextScope({ after, until }: ScopeBits, scope: number, letter: number): number {
  if (scope === BEFORE) return (letter & after) === 0 ? BEFORE : INSIDE;
  if (scope === INSIDE) return (letter & until) === 0 ? INSIDE : BEHIND;
  return BEHIND;
}

/** No reaction of the scope has it. */
export function neverObserver(bit: number, scope: ScopeBits): Observer {
  return {
    initial: firstScope(scope),
    step: (memory, letter) => (isInside(memory) && (letter & bit) !== 0 ? BAD : nextScope(scope, memory, letter)),
  };
}

export interface ResponseBits {
  readonly trigger: number;
  readonly answer: number;
  readonly scope: ScopeBits;
}

/** The answer comes with its trigger or in one of so many reactions after it. Memory: scope, and reactions that are left (0: none owed). */
export function boundedObserver({ trigger, answer, scope }: ResponseBits, reactions: number): Observer {
  return {
    initial: firstScope(scope),
    step: (memory, letter) => {
      const place = memory % SCOPES;
      const left = (memory - place) / SCOPES;
      const next = nextScope(scope, place, letter);
      if ((letter & answer) !== 0) return next;
      // The oldest trigger has the nearest end.
      if (left > 0) return left === 1 ? BAD : next + SCOPES * (left - 1);
      if (!isInside(place) || (letter & trigger) === 0) return next;
      return reactions === 0 ? BAD : next + SCOPES * reactions;
    },
  };
}

/** Never bad: remembers whether an answer is owed. */
export function owingObserver({ trigger, answer, scope }: ResponseBits): Observer {
  return {
    initial: firstScope(scope),
    step: (memory, letter) => {
      const place = memory % SCOPES;
      const next = nextScope(scope, place, letter);
      if ((letter & answer) !== 0) return next;
      const owes = memory >= SCOPES || (isInside(place) && (letter & trigger) !== 0);
      return owes ? next + SCOPES : next;
    },
  };
}

export function owes(memory: number): boolean {
  return memory >= SCOPES;
}

/** The event only with its cause or later; after each `since` the cause is needed anew. */
export function precedenceObserver(event: number, cause: number, since: number): Observer {
  return {
    initial: 0,
    step: (memory, letter) => {
      const armed = (letter & cause) !== 0 || (memory === 1 && (letter & since) === 0);
      return (letter & event) !== 0 && !armed ? BAD : armed ? 1 : 0;
    },
  };
}

/** first, second, first, second, …; in a reaction with both, the second ends what is there before the first begins anew. */
export function alternationObserver(first: number, second: number, never = 0): Observer {
  return {
    initial: 0,
    step: (memory, letter) => {
      if ((letter & never) !== 0) return BAD;
      let open = memory;
      if ((letter & second) !== 0) {
        if (open === 0) return BAD;
        open = 0;
      }
      if ((letter & first) !== 0) {
        if (open === 1) return BAD;
        open = 1;
      }
      return open;
    },
  };
}

/** How long something lasts, reaction by reaction. Memory 0: it does not. */
export interface SpanWatch {
  readonly memories: number;
  next(memory: number, letter: number): number;
}

/** From a reaction with `from` to the next one with `to`. */
export function spanWatch(from: number, to: number): SpanWatch {
  return {
    memories: 2,
    next: (memory, letter) => ((letter & from) !== 0 ? 1 : (letter & to) !== 0 ? 0 : memory),
  };
}

/** From START_x to the STOPPED_x that answers STOP_x: one that comes before it was asked for does not end the run (rule 36). */
export function runWatch(start: number, stop: number, stopped: number): SpanWatch {
  return {
    memories: 3,
    next: (memory, letter) => {
      let now = memory;
      if (now === 2 && (letter & stopped) !== 0) now = 0;
      if ((letter & start) !== 0 && now === 0) now = 1;
      return now === 1 && (letter & stop) !== 0 ? 2 : now;
    },
  };
}

/** Two spans never last at the same time. */
export function overlapObserver(a: SpanWatch, b: SpanWatch): Observer {
  return {
    initial: 0,
    step: (memory, letter) => {
      const first = a.next(memory % a.memories, letter);
      const second = b.next(Math.floor(memory / a.memories), letter);
      return first > 0 && second > 0 ? BAD : first + a.memories * second;
    },
  };
}

/** Never bad: 1 from the first reaction with it on. */
export function seenObserver(bit: number): Observer {
  return { initial: 0, step: (memory, letter) => (memory === 1 || (letter & bit) !== 0 ? 1 : 0) };
}
