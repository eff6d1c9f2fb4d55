/**
 * Expanded statements to logic, surface and depth apart. The *surface* of a statement is what it does in the reaction in which
 * it starts, its *depth* what it does in later ones. The depth of every statement exists once, with its registers; a surface
 * may exist several times: in a loop whose body ends, the new round needs a surface of its own beside the depth that ends, so
 * that its local signals are other signals (reincarnation).
 *
 *   surface(p, GO)         → codes; joins the registers' SET by GO ∧ ¬KILL
 *   depth(p, RES, SUSP)    → codes; registers hold by SUSP, and await and call by RES too, unless KILL
 *
 * RES: p gets control again. SUSP: p is suspended from outside and keeps its state. KILL: a block around it is being exited, so
 * that what p would keep is lost; p itself still runs. Codes: 0 ended, 1 paused, and the levels of the blocks being exited.
 * A surface with GO = FALSE is not built, which keeps the whole near linear.
 *
 * Parallel branches [Berry1999]: K_c = (∨ K_c of branches) ∧ (each branch has a code ≤ c or is not alive).
 */
import { invariant } from "../../../core/index.ts";
import {
  type Block,
  type Exit,
  type Expanded,
  type ExpandedOf,
  type Origin,
  partsOf,
  type SignalRef,
  type Test,
} from "../expanded-mission.ts";
import { FALSE, type Literal, type NetBuilder, not, type Register, TRUE, type Wire } from "./netlist.ts";

export interface Codes {
  readonly ended: Literal;
  readonly paused: Literal;
  /** By level of the block, 0 the outermost. */
  readonly exits: readonly Literal[];
}

const NOTHING: Codes = { ended: FALSE, paused: FALSE, exits: [] };

/** What a statement sees around it, in one copy of the text. */
export interface Around {
  readonly locals: ReadonlyMap<number, Wire>;
  /** For each block: one wire per name, on while that name is raised. */
  readonly raised: ReadonlyMap<Block, readonly Wire[]>;
  readonly kill: Literal;
}

/** A statement that can be paused at: its register, and where it is in the text. */
export interface PauseSite {
  readonly register: Register;
  readonly set: Wire;
  readonly hold: Wire;
  /** Of a call: it ends, or raises an exception of its task. */
  readonly returned: Wire;
  readonly origin: Origin;
}

/** What a call needs from the automaton of its task. */
export interface CallPorts {
  /** Literals: the task ends well; it raises its k-th exception. */
  readonly ended: Literal;
  readonly raised: readonly Literal[];
  /** Joined while a call gets control. */
  readonly resumed: Wire;
}

export interface Ports {
  status(signal: SignalRef): Literal;
  emitted(signal: SignalRef): Wire;
  call(task: string): CallPorts;
}

/** A statement at which the mission can pause. */
type SiteStatement = ExpandedOf<"pause" | "halt" | "await" | "call">;

export function isSite(p: Expanded): p is SiteStatement {
  return p.kind === "pause" || p.kind === "halt" || p.kind === "await" || p.kind === "call";
}

export class StatementNet {
  readonly #net: NetBuilder;
  readonly #ports: Ports;
  readonly #sites = new Map<Expanded, PauseSite>();
  readonly #selected = new Map<Expanded, Literal>();
  /** Every copy of every local signal. */
  readonly locals: { readonly number: number; readonly wire: Wire }[] = [];
  /** What emits where: the words for a causality cycle. */
  readonly words = new Map<Literal, Origin>();

  constructor(net: NetBuilder, ports: Ports) {
    this.#net = net;
    this.#ports = ports;
  }

  get sites(): Iterable<PauseSite> {
    return this.#sites.values();
  }

  /** The register of a statement that pauses. */
  site(p: SiteStatement): PauseSite {
    const known = this.#sites.get(p);
    if (known !== undefined) return known;
    const register = this.#net.register();
    const net = this.#net;
    const site = { register, set: net.wire(), hold: net.wire(), returned: net.wire(), origin: p.origin };
    register.next = this.#net.or(site.set.literal, site.hold.literal);
    this.#sites.set(p, site);
    return site;
  }

  /** Whether p is paused somewhere inside. */
  selected(p: Expanded): Literal {
    const known = this.#selected.get(p);
    if (known !== undefined) return known;
    const made = this.#net.or(...this.#registersIn(p));
    this.#selected.set(p, made);
    return made;
  }

  #registersIn(p: Expanded): Literal[] {
    return isSite(p) ? [2 * this.site(p).register.net] : partsOf(p).map((q) => this.selected(q));
  }

  surface(p: Expanded, go: Literal, around: Around): Codes {
    if (go === FALSE) return NOTHING;
    const net = this.#net;
    switch (p.kind) {
      case "nothing":
        return { ...NOTHING, ended: go };
      case "pause":
      case "halt":
      case "call":
        return this.#start(p, go, around);
      case "await": {
        if (!p.immediate) return this.#start(p, go, around);
        const test = this.#test(p.test, around);
        return { ...this.#start(p, net.and(go, not(test)), around), ended: net.and(go, test) };
      }
      case "emit":
        this.#wire(p.signal, around).join(go);
        this.#say(go, p.origin);
        return { ...NOTHING, ended: go };
      case "exit":
        return this.#exit(p.to, go, around);
      case "if": {
        const test = this.#test(p.test, around);
        return this.#either(
          this.surface(p.then, net.and(go, test), around),
          this.surface(p.otherwise, net.and(go, not(test)), around),
        );
      }
      case "seq":
        return this.#sequence(p.parts, go, around, null);
      case "par":
        return this.#together(
          p.branches.map((q) => this.surface(q, go, around)),
          p.branches.map(() => FALSE),
        );
      case "loop":
        return this.surface(p.body, go, around);
      case "suspend":
        return this.surface(p.body, go, around);
      case "abort":
        return p.immediate ? this.#abortAtOnce(p, go, around) : this.surface(p.body, go, around);
      case "local":
        return this.surface(p.body, go, this.#withLocals(p, around));
      case "block":
        return this.#block(p, around, (inside) => this.surface(p.body, go, inside), null);
    }
  }

  depth(p: Expanded, resumed: Literal, suspended: Literal, around: Around): Codes {
    if (this.selected(p) === FALSE) return NOTHING;
    const net = this.#net;
    switch (p.kind) {
      case "pause":
      case "halt":
      case "await":
        return this.#goOn(p, resumed, suspended, around);
      case "call":
        return this.#goOnCall(p, resumed, suspended, around);
      case "if":
        return this.#either(
          this.depth(p.then, resumed, suspended, around),
          this.depth(p.otherwise, resumed, suspended, around),
        );
      case "seq":
        return this.#sequence(p.parts, FALSE, around, { resumed, suspended });
      case "par":
        return this.#together(
          p.branches.map((q) => this.depth(q, resumed, suspended, around)),
          p.branches.map((q) => not(this.selected(q))),
        );
      case "loop": {
        const round = this.depth(p.body, resumed, suspended, around);
        // A new round is a new surface: its local signals are not those of the round that ends.
        const again = this.surface(p.body, round.ended, around);
        return this.#either({ ...round, ended: FALSE }, { ...again, ended: FALSE });
      }
      case "suspend": {
        const test = this.#test(p.test, around);
        const asleep = net.and(resumed, this.selected(p.body), test);
        // ¬test and not ¬asleep: with `resumed` unknown, x ∧ ¬x would be unknown where x ∧ 0 is known.
        const body = this.depth(p.body, net.and(resumed, not(test)), net.or(suspended, asleep), around);
        return { ...body, paused: net.or(body.paused, asleep) };
      }
      case "abort":
        return this.#abort(p, resumed, suspended, around);
      case "local":
        return this.depth(p.body, resumed, suspended, this.#withLocals(p, around));
      case "block":
        return this.#block(p, around, (inside) => this.depth(p.body, resumed, suspended, inside), {
          resumed,
          suspended,
        });
      default:
        return NOTHING;
    }
  }

  #start(p: SiteStatement, go: Literal, around: Around): Codes {
    this.site(p).set.join(this.#net.and(go, not(around.kill)));
    return { ...NOTHING, paused: go };
  }

  #goOn(p: ExpandedOf<"pause" | "halt" | "await">, resumed: Literal, suspended: Literal, around: Around): Codes {
    const net = this.#net;
    const { register, hold } = this.site(p);
    const here = 2 * register.net;
    const test = p.kind === "await" ? this.#test(p.test, around) : p.kind === "halt" ? FALSE : TRUE;
    const stays = net.and(here, resumed, not(test));
    hold.join(net.and(net.or(stays, net.and(here, suspended)), not(around.kill)));
    return { ...NOTHING, ended: net.and(here, resumed, test), paused: stays };
  }

  #goOnCall(p: ExpandedOf<"call">, resumed: Literal, suspended: Literal, around: Around): Codes {
    const net = this.#net;
    const ports = this.#ports.call(p.task);
    const { register, hold, returned } = this.site(p);
    const control = net.and(2 * register.net, resumed);
    ports.resumed.join(control);
    const ended = net.and(control, ports.ended);
    const raised = ports.raised.map((r) => net.and(control, r));
    returned.join(net.or(ended, ...raised));
    const stays = net.and(control, not(ports.ended), ...ports.raised.map(not));
    hold.join(net.and(net.or(stays, net.and(2 * register.net, suspended)), not(around.kill)));
    let codes: Codes = { ...NOTHING, ended, paused: stays };
    raised.forEach((r, k) => {
      codes = this.#either(codes, this.#exit(p.raises[k]!, r, around));
    });
    return codes;
  }

  #exit({ block, index }: Exit, go: Literal, around: Around): Codes {
    const wires = around.raised.get(block);
    invariant(wires !== undefined, "an exit lies inside its block");
    wires[index]!.join(go);
    const exits: Literal[] = [];
    for (let level = 0; level < block.level; level++) exits.push(FALSE);
    exits.push(go);
    return { ...NOTHING, exits };
  }

  /** The parts one after another; with `later`, also their depths. At most one of them is alive, so codes join. */
  #sequence(
    parts: readonly Expanded[],
    go: Literal,
    around: Around,
    later: { readonly resumed: Literal; readonly suspended: Literal } | null,
  ): Codes {
    let codes: Codes = { ...NOTHING, ended: go };
    for (const part of parts) {
      const start = codes.ended;
      codes = this.#either({ ...codes, ended: FALSE }, this.surface(part, start, around));
      if (later !== null) codes = this.#either(codes, this.depth(part, later.resumed, later.suspended, around));
    }
    return codes;
  }

  #either(a: Codes, b: Codes): Codes {
    if (a === NOTHING) return b;
    if (b === NOTHING) return a;
    const exits: Literal[] = [];
    for (let level = 0; level < Math.max(a.exits.length, b.exits.length); level++) {
      exits.push(this.#net.or(a.exits[level] ?? FALSE, b.exits[level] ?? FALSE));
    }
    return { ended: this.#net.or(a.ended, b.ended), paused: this.#net.or(a.paused, b.paused), exits };
  }

  #together(branches: readonly Codes[], dead: readonly Literal[]): Codes {
    const net = this.#net;
    const levels = Math.max(0, ...branches.map((b) => b.exits.length));
    // Codes in rising order: ended, paused, exits from the inside out.
    const ordered = branches.map((b) => {
      const exits = Array.from({ length: levels }, (_, i) => b.exits[levels - 1 - i] ?? FALSE);
      return [b.ended, b.paused, ...exits];
    });
    const upTo = dead.slice();
    const result: Literal[] = [];
    for (let c = 0; c < levels + 2; c++) {
      const some = net.or(...ordered.map((codes) => codes[c]!));
      ordered.forEach((codes, b) => {
        upTo[b] = net.or(upTo[b]!, codes[c]!);
      });
      result.push(net.and(some, ...upTo));
    }
    const [ended, paused, ...exits] = result;
    return { ended: ended!, paused: paused!, exits: exits.reverse() };
  }

  /** Weak or strong abortion in a later reaction. */
  #abort(p: ExpandedOf<"abort">, resumed: Literal, suspended: Literal, around: Around): Codes {
    const net = this.#net;
    const test = this.#test(p.test, around);
    const taken = net.and(resumed, this.selected(p.body), test);
    if (!p.weak) {
      const body = this.depth(p.body, net.and(resumed, not(test)), suspended, around);
      return { ...body, ended: net.or(body.ended, taken) };
    }
    const body = this.depth(p.body, resumed, suspended, { ...around, kill: net.or(around.kill, taken) });
    return this.#weakly(body, taken, net.and(resumed, this.selected(p.body), not(test)));
  }

  #abortAtOnce(p: ExpandedOf<"abort">, go: Literal, around: Around): Codes {
    const net = this.#net;
    const test = this.#test(p.test, around);
    const taken = net.and(go, test);
    if (p.weak) {
      const body = this.surface(p.body, go, { ...around, kill: net.or(around.kill, taken) });
      return this.#weakly(body, taken, net.and(go, not(test)));
    }
    const body = this.surface(p.body, net.and(go, not(test)), around);
    return { ...body, ended: net.or(body.ended, taken) };
  }

  /**
   * The body ran its last reaction: where it would pause, the whole ends; its exits count. By the published definition the test
   * runs beside the body, so the whole knows no code before the test is known, even where the body ends of itself.
   */
  #weakly(body: Codes, taken: Literal, spared: Literal): Codes {
    const net = this.#net;
    const tested = net.or(taken, spared);
    return {
      ended: net.and(net.or(body.ended, net.and(body.paused, taken)), tested),
      paused: net.and(body.paused, spared),
      exits: body.exits.map((exit) => net.and(exit, tested)),
    };
  }

  #block(
    p: ExpandedOf<"block">,
    around: Around,
    body: (inside: Around) => Codes,
    later: { readonly resumed: Literal; readonly suspended: Literal } | null,
  ): Codes {
    const net = this.#net;
    const names = p.block.names.map(() => net.wire());
    const kill = net.wire();
    const raised = new Map(around.raised).set(p.block, names);
    const inside = body({ ...around, raised, kill: kill.literal });
    const { level } = p.block;
    const left = inside.exits[level] ?? FALSE;
    kill.join(around.kill);
    kill.join(left);
    const outer: Codes = { ...inside, exits: inside.exits.slice(0, level) };

    let codes = this.#either(outer, this.#startHandlers(p, left, names, around));
    if (later !== null) {
      const running = p.handlers.map((handler) => this.depth(handler, later.resumed, later.suspended, around));
      const dead = p.handlers.map((handler) => not(this.selected(handler)));
      codes = this.#either(codes, this.#together(running, dead));
    }
    return codes;
  }

  /** Handlers of what was raised run together, each behind a test of its name; a name alone needs none. */
  #startHandlers(p: ExpandedOf<"block">, left: Literal, names: readonly Wire[], around: Around): Codes {
    const net = this.#net;
    if (left === FALSE) return NOTHING;
    if (p.handlers.length === 1) return this.surface(p.handlers[0]!, left, around);
    const starts = p.handlers.map((handler, i) => {
      const raised = names[i]!.literal;
      return this.#either(this.surface(handler, net.and(left, raised), around), {
        ...NOTHING,
        ended: net.and(left, not(raised)),
      });
    });
    return this.#together(
      starts,
      starts.map(() => FALSE),
    );
  }

  #withLocals(p: ExpandedOf<"local">, around: Around): Around {
    const locals = new Map(around.locals);
    for (const number of p.signals) {
      const wire = this.#net.wire();
      locals.set(number, wire);
      this.locals.push({ number, wire });
    }
    return { ...around, locals };
  }

  #wire(signal: SignalRef, around: Around): Wire {
    return signal >= 0 ? this.#ports.emitted(signal) : around.locals.get(-1 - signal)!;
  }

  #test(test: Test, around: Around): Literal {
    switch (test.kind) {
      case "signal":
        return test.signal >= 0 ? this.#ports.status(test.signal) : around.locals.get(-1 - test.signal)!.literal;
      case "not":
        return not(this.#test(test.operand, around));
      default: {
        const left = this.#test(test.left, around);
        const right = this.#test(test.right, around);
        return test.kind === "and" ? this.#net.and(left, right) : this.#net.or(left, right);
      }
    }
  }

  #say(literal: Literal, origin: Origin): void {
    if (!this.words.has(literal)) this.words.set(literal, origin);
  }
}
