/**
 * The automata of robot-tasks as logic, with the rules of docs/mission-language.md by their numbers. A task has one register
 * for each phase but idle, one for whether it owns its resources, and one for each post-condition that has to be
 * remembered. Its calls reach it as three literals, and it commands the robot by outputs that no statement reads; only BF and the
 * exceptions of type 2 go back to the calls, and they follow from registers, inputs and whether the call has control.
 */

import type { InputRole, OutputRole } from "../../automaton/signal-roles.ts";
import type { Task } from "../checked-mission.ts";
import type { ExpandedTask } from "../expanded-mission.ts";
import { FALSE, type Literal, type NetBuilder, not, type Register, type Wire } from "./netlist.ts";
import type { CallPorts, PauseSite } from "./statements.ts";

/** Access to the signals of the interface. */
export interface TaskSignals {
  /** The status of an event, by its name; FALSE for one that does not exist. */
  event(name: string): Literal;
  /** The status of what the robot answers to a task; FALSE where the task has no such signal. */
  answer(role: InputRole, task: string): Literal;
  /** Joins a literal to an output, where there is one. */
  emit(when: Literal, role: OutputRole, owner: string | null, detail?: string | number): void;
}

export interface CallSite {
  readonly site: PauseSite;
  /** Place in the task's argument sets. */
  readonly set: number;
}

export class TaskNet {
  readonly task: Task;
  readonly #expanded: ExpandedTask;
  readonly #net: NetBuilder;
  readonly #signals: TaskSignals;
  // Phases (rule 27).
  readonly #wait: Register;
  readonly #init: Register;
  readonly #ready: Register;
  readonly #active: Register;
  readonly #good: Register;
  readonly #lost: Register;
  readonly #strong: readonly Register[];
  readonly #goodEnded: Register;
  readonly #strongEnded: readonly Register[];
  readonly #owns: Register;
  /** Post-conditions that were met before; only where all of several are wanted. */
  readonly #met: readonly Register[];
  readonly #resumed: Wire;
  readonly #stopped: Literal;
  /** On in reactions in which the task gives back what it owns. */
  readonly #givesBack: Literal;
  readonly ports: CallPorts;
  /** Candidate for its resources in this reaction, and busy at its end; set by `connect`. */
  #candidate: Literal = FALSE;
  busy: Literal = FALSE;
  /** At least two calls are there at the end of the reaction. */
  #calledTwice: Literal = FALSE;
  #goesOn: Literal = FALSE;

  constructor(net: NetBuilder, task: Task, expanded: ExpandedTask, signals: TaskSignals) {
    this.#net = net;
    this.task = task;
    this.#expanded = expanded;
    this.#signals = signals;
    this.#wait = net.register();
    this.#init = net.register();
    this.#ready = net.register();
    this.#active = net.register();
    this.#good = net.register();
    this.#lost = net.register();
    this.#strong = task.type2.map(() => net.register());
    this.#goodEnded = net.register();
    this.#strongEnded = task.type2.map(() => net.register());
    this.#owns = net.register();
    const { any, conditions } = task.post;
    this.#met = any || conditions.length < 2 ? [] : conditions.map(() => net.register());
    this.#resumed = net.wire();
    this.#stopped = signals.answer("stopped", task.name);
    this.#givesBack = net.and(now(this.#owns), this.#ending, this.#stopped);
    const resumed = this.#resumed.literal;
    // Rules 36 and 37.
    const returns = (ending: Register, ended: Register): Literal =>
      net.and(net.or(net.and(now(ending), this.#stopped), now(ended)), resumed);
    this.ports = {
      ended: returns(this.#good, this.#goodEnded),
      raised: this.#strong.map((ending, k) => returns(ending, this.#strongEnded[k]!)),
      resumed: this.#resumed,
    };
  }

  get #ending(): Literal {
    return this.#net.or(now(this.#good), now(this.#lost), ...this.#strong.map(now));
  }

  get #live(): Literal {
    return this.#net.or(now(this.#wait), now(this.#init), now(this.#ready), now(this.#active));
  }

  get #ended(): Literal {
    return this.#net.or(now(this.#goodEnded), ...this.#strongEnded.map(now));
  }

  get #idle(): Literal {
    return not(this.#net.or(this.#live, this.#ending, this.#ended));
  }

  /** Rule 44: what this task makes fatal. */
  get fatal(): Literal {
    const net = this.#net;
    const events = net.or(...this.task.type3.map((e) => this.#signals.event(e)));
    const late = this.task.stopWithin_s === null ? FALSE : this.#signals.answer("stopOverdue", this.task.name);
    return net.or(net.and(not(this.#idle), events), net.and(this.#ending, late));
  }

  /** Owned, and not given back in this reaction. */
  get keeps(): Literal {
    return this.#net.and(now(this.#owns), not(this.#givesBack));
  }

  /** Everything but the grant of resources, which needs the other tasks: see `grant`. */
  connect(calls: readonly CallSite[], fatal: Literal): void {
    const net = this.#net;
    const { task } = this;
    const emit = (role: OutputRole, when: Literal, detail?: string | number): void =>
      this.#signals.emit(when, role, task.name, detail);
    const stopped = this.#stopped;

    // The calls, taken together (rule 28).
    const begun = net.or(...calls.map(({ site }) => site.set.literal));
    const held = net.or(...calls.map(({ site }) => site.hold.literal));
    const dropped = net.or(
      ...calls.map(({ site }) => net.and(now(site.register), not(site.hold.literal), not(site.returned.literal))),
    );
    this.#calledTwice = atLeastTwo(
      net,
      calls.map(({ site }) => site.register.next),
    );
    emit("end", this.ports.ended);
    if (this.#expanded.sets.length > 1) {
      this.#expanded.sets.forEach((_, n) => {
        const sites = calls.filter((c) => c.set === n);
        emit("set", net.or(...sites.map(({ site }) => site.set.literal)), n + 1);
      });
    }

    // Exceptions of type 2, the first declared wins (rule 35).
    const live = this.#live;
    const raw = task.type2.map(({ event, phase }) => {
      const within = phase === "wait" ? now(this.#wait) : phase === "active" ? now(this.#active) : live;
      return net.and(this.#signals.event(event), within);
    });
    const anyStrong = net.or(...raw);
    const quits = net.or(dropped, anyStrong);
    const stays = not(quits);

    // Post-conditions (rule 33).
    const active = now(this.#active);
    const met = this.#postMet(active);
    const endsWell = net.and(met, stays);
    this.#goesOn = net.and(active, stays, not(met));
    const losesCaller = net.and(live, dropped);
    const raisesNow = raw.map((hit, k) => net.and(hit, not(dropped), ...raw.slice(0, k).map(not)));
    emit("stop", net.or(endsWell, losesCaller, ...raisesNow));

    // Endings (rules 36 to 38).
    const goesOnEnding = net.and(not(stopped), not(dropped));
    this.#good.next = net.or(endsWell, net.and(now(this.#good), goesOnEnding));
    this.#strong.forEach((ending, k) => {
      ending.next = net.or(raisesNow[k]!, net.and(now(ending), goesOnEnding));
    });
    const others = net.or(now(this.#good), ...this.#strong.map(now));
    this.#lost.next = net.or(
      losesCaller,
      net.and(others, not(stopped), dropped),
      net.and(now(this.#lost), not(stopped)),
    );
    const sleeps = (ending: Register, ended: Register, back: Literal): Literal =>
      net.and(net.or(net.and(now(ending), stopped), now(ended)), not(back), held);
    this.#goodEnded.next = sleeps(this.#good, this.#goodEnded, this.ports.ended);
    this.#strongEnded.forEach((ended, k) => {
      ended.next = sleeps(this.#strong[k]!, ended, this.ports.raised[k]!);
    });
    emit("aborted", net.and(dropped, not(fatal), not(net.and(live, anyStrong))));

    // A new life (rule 29).
    const stillEnded = net.or(this.#goodEnded.next, ...this.#strongEnded.map((r) => r.next));
    const becomesIdle = net.or(this.#idle, net.and(net.or(net.and(others, stopped), this.#ended), not(stillEnded)));
    const begins = net.or(
      net.and(becomesIdle, begun, not(held)),
      net.and(now(this.#lost), stopped, net.or(held, begun)),
    );
    const preHolds = net.and(...task.pre.map((e) => this.#signals.event(e)));
    const passes = net.and(net.or(begins, net.and(now(this.#wait), stays)), preHolds); // rule 30
    this.#wait.next = net.and(net.or(begins, net.and(now(this.#wait), stays)), not(preHolds));
    if (task.pre.length > 0) emit("wait", net.and(begins, not(preHolds)));
    let toReady = passes;
    if (task.hasInit) {
      const initialised = this.#signals.answer("initialised", task.name);
      emit("init", passes);
      this.#init.next = net.or(passes, net.and(now(this.#init), stays, not(initialised)));
      toReady = net.and(now(this.#init), stays, initialised); // rule 31
    }
    this.#candidate = net.or(toReady, net.and(now(this.#ready), stays));
    this.busy = net.or(this.#init.next, this.#candidate, this.#goesOn);

    for (const { event } of task.type1) {
      emit("parameters", net.and(this.#goesOn, this.#signals.event(event)), event); // rule 34
    }
  }

  #postMet(active: Literal): Literal {
    const net = this.#net;
    const { any, conditions } = this.task.post;
    if (conditions.length === 0) return FALSE;
    const present = conditions.map((c) => this.#signals.event(c));
    if (any || conditions.length === 1) return net.and(active, net.or(...present));
    return net.and(active, ...present.map((p, i) => net.or(p, now(this.#met[i]!))));
  }

  /** Rule 32, and the outputs of resources. */
  grant(free: Literal, conflict: Literal): void {
    const net = this.#net;
    const { task } = this;
    const starts = net.and(this.#candidate, free, not(conflict), not(this.#calledTwice));
    this.#signals.emit(starts, "start", task.name);
    this.#ready.next = net.and(this.#candidate, not(starts));
    this.#active.next = net.or(starts, this.#goesOn);
    this.#owns.next = net.or(starts, this.keeps);
    this.#met.forEach((met, i) => {
      met.next = net.and(this.#goesOn, net.or(now(met), this.#signals.event(task.post.conditions[i]!)));
    });
    for (const resource of task.resources) {
      this.#signals.emit(starts, "servoingStarted", resource);
      this.#signals.emit(this.#givesBack, "servoingStopped", resource);
    }
  }

  get calledTwice(): Literal {
    return this.#calledTwice;
  }

  /** The phase that a state has, in words; null for idle. */
  phases(): { readonly register: Register; readonly words: string }[] {
    const { type2 } = this.task;
    return [
      { register: this.#wait, words: "waits for its pre-conditions" },
      { register: this.#init, words: "initialises" },
      { register: this.#ready, words: "is ready" },
      { register: this.#active, words: "is active" },
      { register: this.#good, words: "is ending" },
      { register: this.#lost, words: "is being stopped" },
      ...this.#strong.map((register, k) => ({ register, words: `is being stopped by ${type2[k]!.event}` })),
      { register: this.#goodEnded, words: "has ended" },
      ...this.#strongEnded.map((register, k) => ({ register, words: `has ended by ${type2[k]!.event}` })),
    ];
  }
}

function now(register: Register): Literal {
  return 2 * register.net;
}

/** On where at least two of the literals are. */
export function atLeastTwo(net: NetBuilder, literals: readonly Literal[]): Literal {
  let one: Literal = FALSE;
  let two: Literal = FALSE;
  for (const a of literals) {
    two = net.or(two, net.and(one, a));
    one = net.or(one, a);
  }
  return two;
}
