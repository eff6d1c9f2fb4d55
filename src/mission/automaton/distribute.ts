/**
 * A mission split over the computers of the robot, "as synchronized automata" [Simon1996, section 6]. Every computer gets an automaton
 * of its own that knows only what it has to; together they do what the single automaton does.
 *
 * Where things are: `at` places resources and signals; a task is where its first resource is; signals that belong to a task or resource
 * are with it; what has no place, timers included (ARM_n, TIMER_n: one clock), is on the first computer. FATAL is an output of every
 * computer, since every part of the robot has to know it.
 *
 * The automaton of a computer s is the single one, minimised for the outputs of s: it forgets every difference that never shows on s.
 * The inputs of other computers that it can still ask for are the messages to s. Reactions are numbered. For reaction n each computer
 *
 *   1  takes the set of its own inputs, and sends to each other computer the part of it that the other one may ask for (also if that
 *      part is empty: absence has to be known, too)
 *   2  waits for the messages n of the others
 *   3  steps its own automaton, and gives its own outputs
 *
 * What that guarantees (distributed-mission.ts executes it, and its test holds it):
 *
 *   a  Together the outputs of reaction n are those of reaction n of the single automaton, so what is proved of that one holds.
 *   b  Messages may take any time, as long as those of one link stay in order: each computer does the same reactions with the same
 *      outputs, only later. No computer begins reaction n + 1 before it has all messages of n; two computers that send to each other are
 *      never more than one reaction apart. A computer that only sends may run ahead of its receivers without bound.
 *   c  A message that does not come in time is reported, and the computer stops reacting: it never guesses. The computers that wait for
 *      it follow, each with its own report. A stopped computer gives no outputs, also no STOP_x: the robot has to bring its resources to
 *      a safe state by itself (let the laws run out, cut the thrust, drop the ballast), as on any loss of its controller.
 *
 * Relations (rule 4): one between inputs of one computer is checked there, before anything is sent. One between inputs of several
 * computers is watched by all: its inputs are sent to every computer, and a reaction that breaks it stops all of them in that reaction.
 *
 * Left out: messages that are needed in some states only are sent in all; a computer without inputs of its own still takes part in
 * every reaction.
 */
import { Automaton, type AutomatonData } from "./automaton.ts";
import { askedInputs, minimise } from "./minimise.ts";
import type { AutomatonSignal } from "./signal-roles.ts";

export interface MessageLink {
  readonly computer: string;
  /** Names, in the order of the single automaton. */
  readonly inputs: readonly string[];
}

export interface ComputerPart {
  readonly name: string;
  /** Its inputs are those of this computer and those received. */
  readonly automaton: Automaton;
  /** Inputs that this computer gathers itself. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly receives: readonly MessageLink[];
  readonly sends: readonly MessageLink[];
  readonly states: number;
  readonly transitions: number;
}

export interface Distribution {
  readonly mission: string;
  /** Hash of the single automaton: what was proved, and what every computer must have. */
  readonly hash: string;
  readonly single: {
    readonly states: number;
    readonly transitions: number;
    readonly inputs: number;
    readonly outputs: number;
  };
  /** In the order of their declaration; without declared computers one, with the name of the mission. */
  readonly computers: readonly ComputerPart[];
}

/** The computer of a signal; null: every one. */
function placeOf(signal: AutomatonSignal, { placed }: AutomatonData, first: string): string | null {
  const { name, owner, role } = signal;
  if (role === "fatal") return null;
  const key = owner ?? name;
  return Object.hasOwn(placed, key) ? placed[key]! : first;
}

export function distribute(automaton: Automaton): Distribution {
  const { data } = automaton;
  const names = data.computers.length === 0 ? [data.mission] : data.computers;
  const at = (signal: AutomatonSignal): string | null => placeOf(signal, data, names[0]!);
  // An input of every computer does not exist: each is gathered once.
  const inputAt = data.inputs.map((signal) => at(signal) ?? names[0]!);
  const watched = new Set<number>();
  for (const { inputs } of data.relations) {
    if (new Set(inputs.map((i) => inputAt[i])).size > 1) for (const i of inputs) watched.add(i);
  }
  const parts = names.map((name) => {
    const small = minimise(automaton, (o) => (at(data.outputs[o]!) ?? name) === name);
    const asked = askedInputs(small.data);
    const known = data.inputs.map((_, i) => i).filter((i) => inputAt[i] === name || asked.has(i) || watched.has(i));
    return { name, small: selectInputs(small, known, name, data), known };
  });
  const link = (from: string, known: readonly number[]): readonly string[] =>
    known.filter((i) => inputAt[i] === from).map((i) => data.inputs[i]!.name);
  const links = (others: readonly { computer: string; inputs: readonly string[] }[], self: string): MessageLink[] =>
    others.filter(({ computer, inputs }) => computer !== self && inputs.length > 0);
  return {
    mission: data.mission,
    hash: automaton.hash(),
    single: {
      states: automaton.states,
      transitions: automaton.countTransitions(),
      inputs: data.inputs.length,
      outputs: data.outputs.length,
    },
    computers: parts.map(({ name, small, known }) => ({
      name,
      automaton: small,
      inputs: link(
        name,
        data.inputs.map((_, i) => i),
      ),
      outputs: small.data.outputs.map((o) => o.name),
      receives: links(
        names.map((from) => ({ computer: from, inputs: link(from, known) })),
        name,
      ),
      sends: links(
        parts.map((to) => ({ computer: to.name, inputs: link(name, to.known) })),
        name,
      ),
      states: small.states,
      transitions: small.countTransitions(),
    })),
  };
}

/** The automaton with only some of its inputs; it asks for no other. */
function selectInputs(
  { data }: Automaton,
  known: readonly number[],
  computer: string,
  whole: AutomatonData,
): Automaton {
  const place = new Map(known.map((input, i) => [input, i]));
  const here = new Set(known.map((i) => data.inputs[i]!.name));
  const alone = whole.computers.length === 0;
  return new Automaton({
    ...data,
    mission: alone ? data.mission : `${data.mission}_${computer}`,
    inputs: known.map((i) => data.inputs[i]!),
    relations: data.relations.flatMap(({ form, inputs }) => {
      const places = inputs.flatMap((i) => place.get(i) ?? []);
      return places.length < inputs.length ? [] : [{ form, inputs: places }];
    }),
    fatal: data.fatal.flatMap((i) => place.get(i) ?? []),
    timers: data.timers.filter((t) => here.has(t.expired)),
    tasks: data.tasks.filter(
      (t) => alone || (Object.hasOwn(whole.placed, t.name) ? whole.placed[t.name] : whole.computers[0]) === computer,
    ),
    questions: data.questions.map((value, k) => (k % 3 === 0 ? place.get(value)! : value)),
    computers: alone ? [] : [computer],
    placed: {},
  });
}

/** The sizes beside those of the single automaton, as text. */
export function distributionTable({ mission, single, computers }: Distribution): string {
  const messages = (links: readonly MessageLink[]): string =>
    links.length === 0 ? "-" : links.map((l) => `${l.inputs.length} ${l.computer}`).join(", ");
  const rows = [
    ["computer", "states", "transitions", "inputs", "outputs", "receives", "sends"],
    ...computers.map((c) => [
      c.name,
      String(c.states),
      String(c.transitions),
      String(c.inputs.length),
      String(c.outputs.length),
      messages(c.receives),
      messages(c.sends),
    ]),
    [
      "single automaton",
      String(single.states),
      String(single.transitions),
      String(single.inputs),
      String(single.outputs),
      "-",
      "-",
    ],
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    // Numbers to the right, words to the left.
    row
      .map((cell, c) => (c >= 1 && c <= 4 ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))
      .join("  ")
      .trimEnd(),
  );
  return [
    `Mission ${mission} on ${computers.length} ${computers.length === 1 ? "computer" : "computers"}`,
    "",
    ...lines,
    "",
  ].join("\n");
}
