/**
 * The automaton as portable C99: constant tables and a step function, for the robot's own computer. No allocation, nothing of the
 * library but stdint.h and string.h; tables have the smallest integer types that fit. Every name begins with the name of the mission (or
 * the one given), so several missions live in one program, or even in one source file.
 *
 *   int NAME_step(NAME_state *self, const uint8_t *inputs, uint8_t *outputs)
 *
 * takes one byte for each input (0 absent), writes one for each output (0 or 1), and returns 1; or 0 for inputs that break a relation
 * (rule 4): then nothing has happened, and all outputs are 0. Times that the robot has to measure are a table, too: when an output of it is
 * given, its input is due after so many seconds, and giving the output again starts the time anew. What was proved of the automaton is in
 * the header, and a mission that requires proofs does not compile without them (c-proof.ts).
 */
import type { Automaton, AutomatonData } from "../automaton/automaton.ts";
import { signalName } from "../automaton/signal-roles.ts";
import type { Carried } from "../proof/carrying.ts";
import { missionTimes } from "../run/mission-times.ts";
import { proofHeader, proofSource } from "./c-proof.ts";

export interface COptions {
  /** Beginning of all names, and name of the header; the mission's name unless given. */
  readonly name?: string;
  /** What was proved of the automaton, or of the one that it is a part of. */
  readonly carried?: Carried | null;
}

export interface CFiles {
  /** NAME.h */
  readonly header: string;
  /** NAME.c */
  readonly source: string;
}

/** Throws a RangeError if the name to use is not a C identifier that a program may define. */
export function writeC(automaton: Automaton, options: COptions = {}): CFiles {
  const { data } = automaton;
  // Names that begin with an underscore belong to the compiler.
  const name = options.name ?? data.mission.replace(/^_/, "m_");
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new RangeError(`${name} cannot begin names in C`);
  const hash = automaton.hash();
  const about = `Mission ${data.mission}: ${automaton.states} states, ${automaton.countTransitions()} transitions.`;
  const { carried = null } = options;
  const proofs = {
    header: proofHeader(name, hash, data.requires, carried),
    source: proofSource(name, hash, carried),
  };
  return {
    header: header(automaton, name, about, hash, proofs.header),
    source: source(automaton, name, about, hash, proofs.source),
  };
}

function header(automaton: Automaton, name: string, about: string, hash: string, proofs: string): string {
  const { data } = automaton;
  const all = missionTimes(automaton);
  const enumeration = (prefix: string, signals: AutomatonData["inputs"], count: string): string =>
    [
      "enum {",
      ...signals.map((s, i) => `  ${name}_${prefix}_${s.name} = ${i},`),
      `  ${name}_${count} = ${signals.length}`,
      "};",
    ].join("\n");
  const guard = `${name.toUpperCase()}_H_INCLUDED`;
  return `/*
 * ${about}
 * Automaton ${hash}
 *
 * ${name}_reset, then ${name}_step for every reaction: inputs and outputs are arrays of one byte for each signal, by
 * the numbers below. The functions keep nothing but what is in ${name}_state.
 */
#ifndef ${guard}
#define ${guard}

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

${enumeration("IN", data.inputs, "INPUTS")}

${enumeration("OUT", data.outputs, "OUTPUTS")}

#define ${name}_STATES ${data.roots.length}UL

typedef struct {
  ${uintFor(data.roots.length - 1)} state;
} ${name}_state;

/* When the output arm is given, the input expired is due after duration_s; given again, the time starts anew. It is forgotten
   when one of the outputs in forgotten_by is given, or all inputs in forgotten_with are present; both lists end with -1. */
typedef struct {
  uint16_t arm;
  uint16_t expired;
  double duration_s;
  int32_t forgotten_by[4];
  int32_t forgotten_with[${1 + Math.max(0, ...all.map((t) => t.disarmByInputs.length))}];
} ${name}_time;

enum { ${name}_TIMES = ${all.length} };
extern const ${name}_time ${name}_times[];

/* SHA-256 of the automaton: the same as in its proofs and logs. */
extern const char ${name}_hash[65];

${proofs}
/* Names by number, with a null pointer after the last. */
extern const char *const ${name}_input_names[];
extern const char *const ${name}_output_names[];

/* The state before the first reaction. */
void ${name}_reset(${name}_state *self);
/* 1 if the inputs respect all relations, else 0. */
int ${name}_legal(const uint8_t *inputs);
/* One reaction. 1: done. 0: the inputs break a relation, nothing has happened. -1: self holds a state that the automaton does not
   have (it was not reset, or its memory was damaged), nothing has happened. */
int ${name}_step(${name}_state *self, const uint8_t *inputs, uint8_t *outputs);
${argumentSets(data)}
#ifdef __cplusplus
}
#endif

#endif
`;
}

/** The arguments are values for the laws and not part of the automaton: a comment says what SET_x_n stands for. */
function argumentSets({ tasks }: AutomatonData): string {
  const lines = tasks.flatMap((t) =>
    t.sets.map((set, n) => {
      const values = Object.entries(set).map(([parameter, value]) => `${parameter} = ${JSON.stringify(value)}`);
      return ` *   ${commented(`${t.name}(${values.join(", ")})${t.sets.length > 1 ? `: ${signalName("set", t.name, n + 1)}` : ""}`)}`;
    }),
  );
  return lines.length === 0 ? "" : `\n/*\n * Calls of tasks:\n${lines.join("\n")}\n */\n`;
}

/** Text of an author that cannot end the comment, open one, or be a trigraph; ASCII only. */
function commented(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll(/([*/?])(?=[*/?])/g, "$1 ");
}

function source(automaton: Automaton, name: string, about: string, hash: string, proofs: string): string {
  const { data } = automaton;
  const { questions, leaves, outputSets } = data;
  const count = questions.length / 3;
  // Questions first, then the leaves behind them: no sign is needed.
  const node = (n: number): number => (n >= 0 ? n : count - 1 - n);
  const nodes = count + leaves.length / 2;
  const column = (values: readonly number[], width: number, at: number): number[] =>
    values.filter((_, k) => k % width === at);
  const starts = [0];
  for (const set of outputSets) starts.push(starts.at(-1)! + set.length);
  const table = (what: string, values: readonly number[], most: number): string =>
    arrayOf(`${name}_${what}`, values, most);
  const walk = `  while (node < ${count}UL) {
    node = inputs[${name}_asks[node]] ? ${name}_present[node] : ${name}_absent[node];
  }
  node -= ${count}UL;
`;
  const asks = [
    table("asks", column(questions, 3, 0), data.inputs.length - 1),
    table("absent", column(questions, 3, 1).map(node), nodes - 1),
    table("present", column(questions, 3, 2).map(node), nodes - 1),
  ];
  const names = (what: string, signals: AutomatonData["inputs"]): string =>
    `const char *const ${name}_${what}_names[] = {\n${signals.map((s) => `  "${s.name}",\n`).join("")}  0\n};\n`;
  return `/*
 * ${about}
 * Automaton ${hash}
 */
#include "${name}.h"

#include <string.h>

const char ${name}_hash[65] = "${hash}";

${proofs}
${names("input", data.inputs)}
${names("output", data.outputs)}
${times(automaton, name)}
/* Every state has a decision diagram. A node below ${count} is a question: the input it asks for, and the nodes for absent and
   present. The others are leaves: the output set and the next state. */
${table("root", data.roots.map(node), nodes - 1)}
${count === 0 ? "" : `${asks.join("\n")}\n`}${table("set", column(leaves, 2, 0), outputSets.length - 1)}
${table("next", column(leaves, 2, 1), data.roots.length - 1)}
/* Output set s has the outputs member[start[s]] to member[start[s + 1] - 1]. */
${table("start", starts, starts.at(-1)!)}
${table("member", outputSets.flat(), data.outputs.length - 1)}
void ${name}_reset(${name}_state *self) {
  self->state = 0;
}

int ${name}_legal(const uint8_t *inputs) {
${data.relations.map((r) => `  if (${brokenIn(r)}) return 0;\n`).join("")}${data.relations.length === 0 ? "  (void)inputs;\n" : ""}  return 1;
}

int ${name}_step(${name}_state *self, const uint8_t *inputs, uint8_t *outputs) {
  uint32_t node = self->state;
  uint32_t set;
  uint32_t k;
  memset(outputs, 0, ${name}_OUTPUTS);
  if (node >= ${name}_STATES) return -1;
  if (!${name}_legal(inputs)) return 0;
  node = ${name}_root[node];
${count === 0 ? "" : walk}  set = ${name}_set[node];
  for (k = ${name}_start[set]; k < ${name}_start[set + 1]; k++) outputs[${name}_member[k]] = 1;
  self->state = ${name}_next[node];
  return 1;
}
`;
}

function brokenIn({ form, inputs }: AutomatonData["relations"][number]): string {
  const [first, second] = inputs;
  if (form === "implies") return `inputs[${first}] && !inputs[${second}]`;
  return `${inputs.map((i) => `(inputs[${i}] != 0)`).join(" + ")} > 1`;
}

function times(automaton: Automaton, name: string): string {
  const list = (places: readonly number[]): string => `{ ${[...places, -1].join(", ")} }`;
  const rows = missionTimes(automaton).map(
    ({ arm, input, duration_s, disarm, disarmByInputs }) =>
      `  { ${arm}, ${input}, ${decimal(duration_s)}, ${list(disarm)}, ${list(disarmByInputs)} },\n`,
  );
  // C has no empty arrays.
  const none = "  { 0, 0, 0.0, { -1 }, { -1 } }\n";
  return `const ${name}_time ${name}_times[] = {\n${rows.length === 0 ? none : rows.join("")}};\n`;
}

/** A number as a C constant of type double. */
function decimal(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function uintFor(most: number): string {
  return most <= 0xff ? "uint8_t" : most <= 0xffff ? "uint16_t" : "uint32_t";
}

const NUMBERS_PER_LINE = 20;

function arrayOf(name: string, values: readonly number[], most: number): string {
  const all = values.length === 0 ? [0] : values;
  const lines: string[] = [];
  for (let k = 0; k < all.length; k += NUMBERS_PER_LINE)
    lines.push(`  ${all.slice(k, k + NUMBERS_PER_LINE).join(", ")}`);
  return `static const ${uintFor(most)} ${name}[${all.length}] = {\n${lines.join(",\n")}\n};\n`;
}
