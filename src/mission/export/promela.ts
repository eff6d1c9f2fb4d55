/**
 * The automaton as a Promela model, for SPIN. The environment chooses the inputs of every reaction, any set that the relations allow; after
 * each reaction the presence of every signal stands in a bool of its name, so a property reads
 *
 *   ltl surfaces { [] (WaterLeak -> GoUp) }
 *
 * Before the first reaction all are false; `reacted` becomes true with the first one. What the environment chooses is hidden in variables of
 * its own until one indivisible step makes the whole reaction visible. Between reactions a property sees the last one, again and again:
 * so do not use the operator X (Debian's SPIN has none anyway).
 *
 * Without a list of signals all are there, and a verifier has to visit every state with every legal set of inputs: for few inputs only.
 * With `observe` only the listed signals exist; everything else is forgotten before the model is written (observed-steps.ts), and the
 * state space is much smaller: the choice for proofs. Both forms are exact: their sequences of visible reactions are the automaton's.
 *
 * The decisions are tables of C inside the model: written as Promela, a mission of a thousand states takes SPIN minutes. Therefore
 * counterexamples are replayed by the verifier, not by the simulator: `./pan -S` prints a line for each reaction,
 * `reaction: Leak GoUp`, with the signals that are present.
 *
 * Names that mean something to SPIN or to the C compiler behind it get `_signal` at their end, also in the formulas given; a comment
 * lists them.
 */
import type { Automaton } from "../automaton/automaton.ts";
import { literal, RelationClosure } from "../automaton/input-relations.ts";
import { minimise } from "../automaton/minimise.ts";
import { ObservedSteps } from "./observed-steps.ts";

export interface PromelaOptions {
  readonly observe?: readonly string[];
  /** Formulas over the names of signals, and `reacted`. */
  readonly ltl?: readonly { readonly name: string; readonly formula: string }[];
}

export function writePromela(automaton: Automaton, options: PromelaOptions = {}): string {
  return [...promelaPieces(automaton, options)].join("");
}

export function* promelaPieces(automaton: Automaton, options: PromelaOptions = {}): Generator<string> {
  const { observe } = options;
  // Differences that never show in the observed outputs are forgotten first.
  const small =
    observe === undefined ? automaton : minimise(automaton, (o) => observe.includes(automaton.data.outputs[o]!.name));
  const { data } = small;
  const view = new ObservedSteps(small, observe);
  const names = new ModelNames([...data.inputs, ...data.outputs].map((s) => s.name));
  const inputs = view.inputs.map((i) => data.inputs[i]!.name);
  const outputs = view.outputs.map((o) => data.outputs[o]!.name);
  yield about(automaton, observe === undefined ? null : [...inputs, ...outputs], names);
  const declared = (what: string, signals: readonly string[]): string =>
    signals.length === 0 ? "" : `/* ${what} */\n${signals.map((s) => `bool ${names.of(s)};\n`).join("")}\n`;
  yield declared("Inputs of the last reaction.", inputs);
  yield declared("Outputs of the last reaction.", outputs);
  yield `/* Has there been a reaction? */\nbool ${names.reacted};\nint ${names.state};\n\n`;
  if (observe === undefined) yield* chosenThenReacted(small, names);
  else yield* oneOfTheSteps(view, names);
  for (const { name, formula } of options.ltl ?? []) yield `\nltl ${name} { ${names.in(formula)} }\n`;
}

function about(automaton: Automaton, observed: readonly string[] | null, names: ModelNames): string {
  const { data } = automaton;
  const seen = observed ?? [...data.inputs, ...data.outputs].map((s) => s.name);
  const lines = [
    `Mission ${data.mission}: ${automaton.states} states, ${automaton.countTransitions()} transitions.`,
    `Automaton ${automaton.hash()}`,
    ...(observed === null ? [] : [`Observed: ${observed.join(", ") || "nothing"}`]),
    ...seen.filter((s) => names.of(s) !== s).map((s) => `${s} is called ${names.of(s)} here.`),
  ];
  return `/*\n${lines.map((line) => ` * ${line}\n`).join("")} */\n\n`;
}

/** All signals: the inputs are chosen one by one, then the diagram of the state is walked. */
function* chosenThenReacted(automaton: Automaton, names: ModelNames): Generator<string> {
  const { data } = automaton;
  const closure = new RelationClosure(data.relations);
  const chosen = data.inputs.map((_, i) => names.free(`chosen_${i}`));
  const count = data.questions.length / 3;
  const node = (n: number): number => (n >= 0 ? n : count - 1 - n);
  const column = (values: readonly number[], width: number, at: number): number[] =>
    values.filter((_, k) => k % width === at);
  const given = data.outputSets.flatMap((set) => data.outputs.map((_, o) => (set.includes(o) ? 1 : 0)));
  yield* cTables({
    root: data.roots.map(node),
    asks: column(data.questions, 3, 0),
    absent: column(data.questions, 3, 1).map(node),
    present: column(data.questions, 3, 2).map(node),
    set: column(data.leaves, 2, 0),
    next: column(data.leaves, 2, 1),
    given,
  });
  yield `${chosen.map((c) => `bool ${c};\n`).join("")}\n`;
  yield `active proctype ${names.free("reactions")}() {\n  do\n  :: atomic {\n`;
  for (let i = 0; i < chosen.length; i++) {
    const options = ([1, 0] as const).flatMap((value) => {
      const guard = allowedWhen(closure, i, value, chosen);
      return guard === null ? [] : [`:: ${guard === "" ? "" : `${guard} -> `}${chosen[i]} = ${value}`];
    });
    yield `       if ${options.join(" ")} fi;\n`;
  }
  const inputs = data.inputs.map((s) => names.of(s.name));
  const outputs = data.outputs.map((s) => names.of(s.name));
  yield `       c_code {\n         int node, k, v[${outputs.length + 1}];\n`;
  yield `         const unsigned char inputs[] = { ${[...chosen.map((c) => `now.${c}`), "0"].join(", ")} };\n`;
  yield `         node = ${entry("root", `now.${names.state}`)};\n`;
  yield `         while (node < ${count}) node = inputs[${entry("asks", "node")}] ? ${entry("present", "node")} : ${entry("absent", "node")};\n`;
  yield `         node -= ${count};\n         now.${names.state} = ${entry("next", "node")};\n         now.${names.reacted} = 1;\n`;
  yield inputs.map((s, i) => `         now.${s} = now.${chosen[i]}; now.${chosen[i]} = 0;\n`).join("");
  yield `${shown("given", entry("set", "node"), outputs)}       };\n${printed([...inputs, ...outputs])}     }\n  od\n}\n`;
}

/** SPIN bounds the text of a block of C at some 60 kB, so tables are arrays of parts, and `entry` finds an element. */
const PART_BITS = 12;

/** Arrays that are not part of the model's state. */
function* cTables(tables: Readonly<Record<string, readonly number[]>>): Generator<string> {
  const size = 1 << PART_BITS;
  for (const [name, values] of Object.entries(tables)) {
    const parts: string[] = [];
    // C has no empty arrays.
    for (let from = 0; from < Math.max(1, values.length); from += size) {
      const part = values.slice(from, from + size);
      const lines: string[] = [];
      for (let k = 0; k < Math.max(1, part.length); k += 20)
        lines.push(`    ${part.slice(k, k + 20).join(", ") || "0"}`);
      parts.push(`mission_${name}_${parts.length}`);
      yield `c_decl {\n  static const int ${parts.at(-1)}[] = {\n${lines.join(",\n")}\n  };\n}\n`;
    }
    yield `c_decl {\n  static const int *const mission_${name}[] = { ${parts.join(", ")} };\n}\n`;
  }
  yield "\n";
}

function entry(table: string, index: string): string {
  return `mission_${table}[(${index}) >> ${PART_BITS}][(${index}) & ${(1 << PART_BITS) - 1}]`;
}

/** The line of a reaction in a replay; `Printf` is the verifier's, and silent in a search. */
function printed(signals: readonly string[]): string {
  const pieces = signals.map((s) => `if (now.${s}) Printf(" ${s}");`);
  const lines: string[] = [];
  for (let k = 0; k < pieces.length; k += 4) lines.push(`         ${pieces.slice(k, k + 4).join(" ")}\n`);
  const blocks: string[] = [];
  for (let k = 0; k < Math.max(1, lines.length); k += 200) blocks.push(lines.slice(k, k + 200).join(""));
  blocks[0] = `         Printf("reaction:");\n${blocks[0]}`;
  blocks[blocks.length - 1] += '         Printf("\\n");\n';
  return blocks.map((block) => `       c_code {\n${block}       };\n`).join("");
}

/** Copies a row of a table into v, as lines of C, and shows its elements. */
function shown(table: string, row: string, signals: readonly string[]): string {
  const copy = `for (k = 0; k < ${signals.length}; k++) v[k] = ${entry(table, `${signals.length} * ${row} + k`)};`;
  return `         ${copy}\n${signals.map((s, k) => `         now.${s} = v[${k}];\n`).join("")}`;
}

/** What must hold of inputs chosen before, for this one to have a value; null: it never can. */
function allowedWhen(closure: RelationClosure, input: number, value: 0 | 1, chosen: readonly string[]): string | null {
  const forced = closure.forcedBy(literal(input, value));
  if (forced.some((l) => l === literal(input, value === 0 ? 1 : 0))) return null;
  const before = forced.filter((l) => l >> 1 < input);
  return before.map((l) => `${(l & 1) === 1 ? "" : "!"}${chosen[l >> 1]}`).join(" && ");
}

/** Observed signals: one of the steps of the state is chosen. */
function* oneOfTheSteps(view: ObservedSteps, names: ModelNames): Generator<string> {
  const { automaton } = view;
  const { data } = automaton;
  const first = [0];
  const next: number[] = [];
  const values: number[] = [];
  for (let state = 0; state < automaton.states; state++) {
    for (const step of view.of(state)) {
      next.push(step.next);
      values.push(...view.inputs.map((i) => (step.present.includes(i) ? 1 : 0)));
      values.push(...view.outputs.map((o) => (step.outputs.includes(o) ? 1 : 0)));
    }
    first.push(next.length);
  }
  yield* cTables({ first, next, values });
  const chosen = names.free("chosen");
  const signals = [...view.inputs.map((i) => data.inputs[i]!), ...view.outputs.map((o) => data.outputs[o]!)].map((s) =>
    names.of(s.name),
  );
  yield `int ${chosen};

active proctype ${names.free("reactions")}() {
  do
  :: atomic {
       c_code { now.${chosen} = ${entry("first", `now.${names.state}`)}; };
       do
       :: c_expr { now.${chosen} + 1 < ${entry("first", `now.${names.state} + 1`)} } -> ${chosen}++
       :: break
       od;
       c_code {
         int k, v[${signals.length + 1}];
         now.${names.state} = ${entry("next", `now.${chosen}`)};
         now.${names.reacted} = 1;
${shown("values", `now.${chosen}`, signals)}         now.${chosen} = 0;
       };
${printed(signals)}     }
  od
}
`;
}

/** Words of Promela, of its formulas, of C and of the preprocessor, and macros of the verifiers that SPIN 6.5 writes. */
const TAKEN = new Set(
  `active always arrow assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan d_proctype d_step do else empty enabled
  equivalent eval eventually false fi for full get_priority goto hidden if implies in init inline int len local ltl mtype ndfs nempty never next
  nfull notrace np_ nr_pr od of pc_value pid pred print printf printm priority proctype provided release return run select set_priority short show
  skip STDIN stronguntil strong_until timeout trace true typedef U unless unsigned until V W weakuntil weak_until X xr xs
  auto case char const continue default double enum extern float inline long register restrict signed sizeof static struct switch union void
  volatile while asm typeof linux unix i386 define ifdef ifndef endif include error
  ALPHA_F ASYNC Addproc Air0 Air1 Air2 BACKWARD_MOVES BAD BFS_GEN BYTESIZE CHUNK DELTA FORWARD_MOVES FREQ GLOBAL GN_FRAMES G_int G_long HASH
  HAS_CODE HAS_LTL HAS_TRACK INLINE_REV INRANGE IfNotBlocked LN_FRAMES LOCAL MAXPROC MAXQ MERGED Max NOT_AGAIN NQS NTRANS Offsetof PAN_H PROG_LAB
  P__Q PanSource Pclaim Pm QUERY QUERY_F QUIT Q_EMPT_F Q_EMPT_T Q_FULL_F Q_FULL_T SYNC SpinVersion StackSize TIMEOUT_F TRANSITIONS TRY_AGAIN
  TWIDTH T_FREE T_ID T_ROW T_ROW_MASK T_ROW_SIZE T_STAT TargetQ_Full TargetQ_NotFull UnBlock WS final getframe iam_alive max mix onstack_put
  onstack_zap pthread_equal q_sz rand rot uchar ulong ushort wasnew NULL EOF stdin stdout stderr errno`.split(/\s+/),
);

class ModelNames {
  readonly #of = new Map<string, string>();
  readonly #used = new Set<string>();
  readonly state: string;
  readonly reacted: string;

  constructor(signals: readonly string[]) {
    const bad = (name: string): boolean => TAKEN.has(name) || name.startsWith("_");
    for (const name of signals) if (!bad(name)) this.#used.add(name);
    for (const name of signals) this.#of.set(name, bad(name) ? this.free(`${name.replace(/^_+/, "u_")}_signal`) : name);
    this.reacted = this.free("reacted");
    this.state = this.free("mission_state");
  }

  of(signal: string): string {
    return this.#of.get(signal)!;
  }

  /** A name that nothing else in the model has. */
  free(wanted: string): string {
    let name = wanted;
    for (let n = 2; this.#used.has(name); n++) name = `${wanted}_${n}`;
    this.#used.add(name);
    return name;
  }

  /** A formula with the model's names. A word that is both, like U, is the operator. */
  in(formula: string): string {
    return formula.replace(/[A-Za-z_][A-Za-z0-9_]*/g, (word) => {
      if (TAKEN.has(word) && OPERATORS.has(word)) return word;
      return this.#of.get(word) ?? word;
    });
  }
}

const OPERATORS = new Set([
  ...[
    "U",
    "V",
    "W",
    "X",
    "always",
    "eventually",
    "until",
    "stronguntil",
    "weakuntil",
    "release",
    "next",
    "implies",
    "equivalent",
  ],
  ...["true", "false", "skip", "timeout"],
]);
