/**
 * The automaton as a Promela model, for SPIN. The environment chooses the inputs of every reaction, any set that the relations allow; after
 * each reaction the presence of every signal stands in a bool of its name, so a property reads
 *
 *   ltl surfaces { [] (WaterLeak -> GoUp) }
 *
 * Before the first reaction all are false; `reacted` becomes true with the first one.
 *
 * Two forms:
 *   all signals    The inputs are chosen one after another in hidden variables, then one indivisible step (d_step) makes the reaction visible.
 *                  What a property sees between reactions is the last one, again and again: do not use the operator X.
 *   observe: […]   Only the listed signals exist; everything else is forgotten before the model is written (observed-steps.ts). A reaction
 *                  is exactly one step, so X (in a SPIN built with it; Debian's is not) is the next reaction. The state spaces are much
 *                  smaller: the choice for proofs.
 *
 * Both are exact: their sequences of visible reactions are those of the automaton. Names that mean something to SPIN or to the C
 * compiler behind it get `_signal` at their end, also in the formulas given; a comment lists them.
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
  yield `/* Has there been a reaction? */\nbool ${names.reacted};\n${stateType(small.states)} ${names.state};\n\n`;
  if (observe === undefined) yield* chosenThenReacted(small, names);
  else yield* oneStepEach(view, names);
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

function stateType(states: number): string {
  return states <= 256 ? "byte" : states <= 32768 ? "short" : "int";
}

/** SPIN bounds the length of d_step, so the decisions are taken before it, with everything they say in variables of the process. */
function* chosenThenReacted(automaton: Automaton, names: ModelNames): Generator<string> {
  const { data } = automaton;
  const closure = new RelationClosure(data.relations);
  const chosen = data.inputs.map((_, i) => names.free(`chosen_${i}`));
  const given = data.outputs.map((_, o) => names.free(`given_${o}`));
  yield `active proctype ${names.free("reactions")}() {\n`;
  yield [...chosen, ...given].map((c) => `  bool ${c};\n`).join("");
  yield "  do\n  :: atomic {\n";
  for (let i = 0; i < chosen.length; i++) {
    const options = ([1, 0] as const).flatMap((value) => {
      const guard = allowedWhen(closure, i, value, chosen);
      return guard === null ? [] : [`:: ${guard === "" ? "" : `${guard} -> `}${chosen[i]} = ${value}`];
    });
    yield `       if ${options.join(" ")} fi;\n`;
  }
  yield "       if\n";
  for (let state = 0; state < automaton.states; state++) {
    yield `       :: ${names.state} == ${state} ->\n${decision(automaton, data.roots[state]!, { chosen, given, state: names.state }, 10)}`;
  }
  yield `       fi;\n       d_step {\n         ${names.reacted} = 1;\n`;
  const shown = [
    ...data.inputs.map((s, i) => [s.name, chosen[i]!]),
    ...data.outputs.map((s, o) => [s.name, given[o]!]),
  ];
  for (const [signal, variable] of shown) yield `         ${names.of(signal!)} = ${variable}; ${variable} = 0;\n`;
  yield "       }\n     }\n  od\n}\n";
}

/** What must hold of inputs chosen before, for this one to have a value; null: it never can. */
function allowedWhen(closure: RelationClosure, input: number, value: 0 | 1, chosen: readonly string[]): string | null {
  const forced = closure.forcedBy(literal(input, value));
  if (forced.some((l) => l === literal(input, value === 0 ? 1 : 0))) return null;
  const before = forced.filter((l) => l >> 1 < input);
  return before.map((l) => `${(l & 1) === 1 ? "" : "!"}${chosen[l >> 1]}`).join(" && ");
}

interface Variables {
  readonly chosen: readonly string[];
  readonly given: readonly string[];
  readonly state: string;
}

/** A diagram as nested choices. */
function decision(automaton: Automaton, node: number, variables: Variables, indent: number): string {
  const { questions } = automaton.data;
  const space = " ".repeat(indent);
  if (node < 0) {
    const leaf = -1 - node;
    const given = automaton.outputsOf(leaf).map((o) => `${variables.given[o]} = 1; `);
    return `${space}${given.join("")}${variables.state} = ${automaton.nextOf(leaf)}\n`;
  }
  const [input, absent, present] = questions.slice(3 * node, 3 * node + 3) as [number, number, number];
  return [
    `${space}if\n${space}:: ${variables.chosen[input]} ->\n`,
    decision(automaton, present, variables, indent + 3),
    `${space}:: else ->\n`,
    decision(automaton, absent, variables, indent + 3),
    `${space}fi\n`,
  ].join("");
}

function* oneStepEach(view: ObservedSteps, names: ModelNames): Generator<string> {
  const { automaton } = view;
  const { inputs, outputs } = automaton.data;
  yield `active proctype ${names.free("reactions")}() {\n  do\n`;
  for (let state = 0; state < automaton.states; state++) {
    let text = "";
    for (const { present, outputs: given, next } of view.of(state)) {
      const values = [
        `${names.reacted} = 1`,
        ...view.inputs.map((i) => `${names.of(inputs[i]!.name)} = ${present.includes(i) ? 1 : 0}`),
        ...view.outputs.map((o) => `${names.of(outputs[o]!.name)} = ${given.includes(o) ? 1 : 0}`),
        `${names.state} = ${next}`,
      ];
      text += `  :: d_step { ${names.state} == ${state}; ${values.join("; ")} }\n`;
    }
    yield text;
  }
  yield "  od\n}\n";
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
