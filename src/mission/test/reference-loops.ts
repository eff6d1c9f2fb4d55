/**
 * Instantaneous loops, found on the text (rule 12): K(p) is the set of codes p can have in the reaction in which it
 * starts, whatever is present; a loop is refused if 0 is in K of its body ([Berry1999, § 6.6] as cited by HipHop).
 *
 *   K(pause) = {1}    K(task call) = {1}    K(if … p else q) = K(p) ∪ K(q)    K(p || q) = largest of every pair
 *   K(p; q) = K(p) if 0 ∉ K(p), else K(p) \ 0 ∪ K(q)    K(block) = K(body) with its own exit replaced by its handlers
 *
 * An exit is a number that grows towards the outer blocks, and has the name of the exception in its last digits.
 * Procedures are entered at their calls, and those that nothing calls are looked at by themselves.
 */
import type { MissionTree, ProcedureDeclaration, Statement, Trigger } from "../syntax/tree.ts";

type CodeSet = ReadonlySet<number>;

const outermost = 1_000_000;
const namesPerBlock = 1000;
const ends: CodeSet = new Set([0]);
const pauses: CodeSet = new Set([1]);

interface Place {
  /** The code of each exception that a block around here names. */
  readonly exits: ReadonlyMap<string, number>;
  readonly depth: number;
  readonly calling: readonly string[];
}

/** Loops whose body can end in the reaction in which it starts, in the order of the text of the expanded mission. */
export function instantaneousLoops(tree: MissionTree): Statement[] {
  return new LoopSearch(tree).found;
}

class LoopSearch {
  readonly #procedures = new Map<string, ProcedureDeclaration>();
  readonly #visited = new Set<string>();
  readonly #found = new Set<Statement>();

  constructor(tree: MissionTree) {
    const top: Place = { exits: new Map(), depth: 0, calling: [] };
    for (const d of tree.declarations) if (d.kind === "procedure") this.#procedures.set(d.name.text, d);
    for (const d of tree.declarations) if (d.kind === "main") this.#codes(d.body, top);
    for (const d of tree.declarations) if (d.kind === "onFatal") this.#codes(d.body, top);
    for (const [name, procedure] of this.#procedures) {
      if (!this.#visited.has(name)) this.#codes(procedure.body, { ...top, calling: [name] });
    }
  }

  get found(): Statement[] {
    return [...this.#found];
  }

  #codes(statement: Statement, place: Place): CodeSet {
    switch (statement.kind) {
      case "error":
      case "nothing":
      case "emit":
        return ends;
      case "pause":
      case "halt":
      case "sustain":
        return pauses;
      case "await":
        return isImmediate(statement.trigger) ? new Set([0, 1]) : pauses;
      case "seq":
        return inSequence(statement.parts.map((part) => this.#codes(part, place)));
      case "par":
        return statement.branches.map((branch) => this.#codes(branch, place)).reduce(inParallel, ends);
      case "if": {
        const otherwise = statement.otherwise === null ? ends : this.#codes(statement.otherwise, place);
        return union(this.#codes(statement.then, place), otherwise);
      }
      case "repeat": {
        const body = this.#codes(statement.body, place);
        return inSequence(new Array<CodeSet>(statement.times).fill(body));
      }
      case "do": {
        const written = this.#codes(statement.body, place);
        const body = statement.form === "until" ? inSequence([written, pauses]) : written;
        if (!isImmediate(statement.trigger)) return body;
        // Weakly, the body runs first, and its exits are stronger than the trigger.
        if (statement.weak && !body.has(0) && !body.has(1)) return body;
        return union(body, ends);
      }
      case "loop":
        return this.#loop(statement, this.#codes(statement.body, place));
      case "loopEach": {
        const body = inSequence([this.#codes(statement.body, place), pauses]);
        return this.#loop(statement, isImmediate(statement.trigger) ? union(body, ends) : body);
      }
      case "every": {
        const body = inSequence([this.#codes(statement.body, place), pauses]);
        return isImmediate(statement.trigger) ? union(pauses, body) : pauses;
      }
      case "suspend": {
        const body = this.#codes(statement.body, place);
        return isImmediate(statement.trigger) ? union(pauses, body) : body;
      }
      case "local":
        return this.#codes(statement.body, place);
      case "exception":
        return this.#block(statement, place);
      case "raise":
        return new Set([place.exits.get(statement.name.text) ?? outermost * namesPerBlock]);
      case "call": {
        const procedure = this.#procedures.get(statement.name.text);
        if (procedure === undefined || place.calling.includes(statement.name.text)) return pauses;
        this.#visited.add(statement.name.text);
        return this.#codes(procedure.body, { ...place, calling: [...place.calling, statement.name.text] });
      }
    }
  }

  #loop(statement: Statement, body: CodeSet): CodeSet {
    if (body.has(0)) this.#found.add(statement);
    return new Set([...body].filter((code) => code !== 0));
  }

  #block(statement: Extract<Statement, { kind: "exception" }>, place: Place): CodeSet {
    const depth = place.depth + 1;
    const own = new Map<number, string>();
    const exits = new Map(place.exits);
    for (const [i, name] of statement.names.entries()) {
      const code = (outermost - depth) * namesPerBlock + i;
      own.set(code, name.text);
      exits.set(name.text, code);
    }
    const body = this.#codes(statement.body, { ...place, depth, exits });
    const handlers = new Map(statement.handlers.map((h) => [h.name.text, this.#codes(h.body, place)]));
    let codes: CodeSet = new Set([...body].filter((code) => !own.has(code)));
    let handled: CodeSet = ends;
    for (const code of body) {
      const name = own.get(code);
      if (name === undefined) continue;
      const handler = handlers.get(name) ?? ends;
      handled = inParallel(handled, union(handler, ends));
      codes = union(codes, handler);
    }
    // Handlers that run side by side: the larger code of two, which is an end only where one of them alone is.
    return union(codes, new Set([...handled].filter((code) => code !== 0)));
  }
}

function isImmediate(trigger: Trigger): boolean {
  return trigger.kind === "condition" && trigger.immediate;
}

function union(a: CodeSet, b: CodeSet): CodeSet {
  return new Set([...a, ...b]);
}

function inSequence(parts: readonly CodeSet[]): CodeSet {
  let codes: CodeSet = ends;
  for (const part of parts) {
    if (!codes.has(0)) break;
    codes = union(new Set([...codes].filter((code) => code !== 0)), part);
  }
  return codes;
}

function inParallel(p: CodeSet, q: CodeSet): CodeSet {
  const codes = new Set<number>();
  for (const a of p) {
    for (const b of q) {
      const sameBlock = a > 1 && b > 1 && Math.floor(a / namesPerBlock) === Math.floor(b / namesPerBlock);
      codes.add(Math.max(a, b));
      if (sameBlock) codes.add(Math.min(a, b));
    }
  }
  return codes;
}
