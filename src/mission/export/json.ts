/**
 * Automata as files. The file states its format and the automaton's hash; reading checks every number, name and diagram in it and
 * computes the hash again, so that what was proved is what is flown. A second hash, of the content, covers also what the first leaves
 * out: the statements and where they stand. Nothing in a file can make the reader throw, or return an automaton that would fail later.
 *
 * Same automaton, same bytes: fields are written in one order, whatever order they came in.
 */
import { type Diagnostic, invariant, sha256 } from "../../core/index.ts";
import { Automaton, type AutomatonData, type AutomatonTask } from "../automaton/automaton.ts";
import {
  type AutomatonSignal,
  type FiledSignal,
  filedSignal,
  namesInFile,
  type SignalClass,
  signalFromFile,
} from "../automaton/signal-roles.ts";
import { exportCodes as codes } from "./codes.ts";
import { JsonFields } from "./json-fields.ts";

export const AUTOMATON_FORMAT = "thetis-automaton-1";

/** A way asks for each input at most once, so this also bounds the depth of diagrams. */
export const MOST_INPUTS = 4096;

export type ReadAutomaton = { readonly automaton: Automaton } | { readonly diagnostics: readonly Diagnostic[] };

export function writeAutomaton(automaton: Automaton): string {
  const fields = new JsonFields("");
  const data = filedData(fields, {
    ...automaton.data,
    inputs: automaton.data.inputs.map(filedSignal),
    outputs: automaton.data.outputs.map(filedSignal),
  });
  invariant(!fields.failed, `an automaton that cannot be written: ${fields.diagnostics[0]?.message ?? ""}`);
  const lines = Object.entries(data).map(([field, value]) => `    ${JSON.stringify(field)}: ${JSON.stringify(value)}`);
  const head = { format: AUTOMATON_FORMAT, hash: automaton.hash(), content: sha256(JSON.stringify(data)) };
  const heads = Object.entries(head).map(([field, value]) => `  "${field}": "${value}",\n`);
  return `{\n${heads.join("")}  "automaton": {\n${lines.join(",\n")}\n  }\n}\n`;
}

export function readAutomaton(text: string, file = "automaton.json"): ReadAutomaton {
  const fields = new JsonFields(file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // Engines word this differently, and V8 quotes the text: the first line is enough.
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    fields.report(codes.notJson, `the file is not JSON: ${why}`);
    return { diagnostics: fields.diagnostics };
  }
  const whole = fields.record(parsed, "the file");
  const format = Object.hasOwn(whole, "format") ? whole.format : undefined;
  if (format !== AUTOMATON_FORMAT) {
    const seen = typeof format === "string" ? JSON.stringify(format.slice(0, 40)) : "no text";
    fields.report(codes.format, `format is ${seen}`, JSON.stringify(AUTOMATON_FORMAT));
    return { diagnostics: fields.diagnostics };
  }
  const top = fields.object(whole, "the file", ["format", "hash", "content", "automaton"]);
  const data = filedData(fields, top.automaton);
  const hash = fields.text(top.hash, "hash");
  const content = fields.text(top.content, "content");
  if (fields.failed) return { diagnostics: fields.diagnostics };
  const automaton = new Automaton(withRoles(fields, data));
  if (fields.failed) return { diagnostics: fields.diagnostics };
  const computed = automaton.hash();
  if (computed !== hash) {
    fields.report(codes.hash, `the hash does not fit the automaton, which has ${computed}`, "a file as it was written");
    return { diagnostics: fields.diagnostics };
  }
  if (sha256(JSON.stringify(data)) !== content) {
    fields.report(codes.hash, "the statements or their places were changed", "a file as it was written");
    return { diagnostics: fields.diagnostics };
  }
  return { automaton };
}

const FIELDS = [
  ...["mission", "inputs", "outputs", "relations", "fatal", "timers", "tasks", "roots", "questions", "leaves"],
  ...["outputSets", "active", "statements", "computers", "placed", "requires"],
];

/** What a file holds: signals with their classes in place of their roles, which follow from class, name and owner. */
interface FiledData extends Omit<AutomatonData, "inputs" | "outputs"> {
  readonly inputs: readonly FiledSignal[];
  readonly outputs: readonly FiledSignal[];
}

function withRoles(fields: JsonFields, data: FiledData): AutomatonData {
  const tasks = new Set(data.tasks.map((t) => t.name));
  const read = (list: "inputs" | "outputs"): AutomatonSignal[] =>
    data[list].map((filed, i) => {
      const signal = signalFromFile(filed, tasks);
      if (signal !== null) return signal;
      const { name, role, owner } = filed;
      const allowed = namesInFile(filed).join(", ");
      const whose = owner === null ? "no owner" : `the owner ${owner}`;
      fields.report(
        codes.name,
        `automaton.${list}[${i}] is ${name}, with the role ${role} and ${whose}`,
        allowed === "" ? "an owner" : allowed,
      );
      return { name, role: list === "inputs" ? "input" : "output", owner };
    });
  return { ...data, inputs: read("inputs"), outputs: read("outputs") };
}

function filedData(fields: JsonFields, value: unknown): FiledData {
  const at = "automaton";
  const raw = fields.object(value, at, FIELDS);
  const inputs = signals(fields, raw.inputs, `${at}.inputs`, ["input"]);
  const outputs = signals(fields, raw.outputs, `${at}.outputs`, ["output", "end", "command"]);
  if (inputs.length > MOST_INPUTS)
    fields.report(codes.range, `${at}.inputs has ${inputs.length} signals`, `at most ${MOST_INPUTS}`);
  distinct(
    fields,
    [...inputs, ...outputs].map((s) => s.name),
    "the signals",
  );
  const computers = fields.list(raw.computers, `${at}.computers`, (v, p) => fields.name(v, p));
  distinct(fields, computers, `${at}.computers`);
  const statements = fields.list(raw.statements, `${at}.statements`, (v, p) => {
    const s = fields.object(v, p, ["text", "path", "line", "column"]);
    return {
      text: fields.text(s.text, `${p}.text`),
      path: fields.list(s.path, `${p}.path`, (w, q) => fields.text(w, q)),
      line: fields.integer(s.line, `${p}.line`, 0, Number.MAX_SAFE_INTEGER),
      column: fields.integer(s.column, `${p}.column`, 0, Number.MAX_SAFE_INTEGER),
    };
  });
  const diagrams = readDiagrams(fields, raw, inputs.length, outputs.length);
  const active = fields.list(raw.active, `${at}.active`, (v, p) => fields.rising(v, p, statements.length - 1));
  if (active.length !== diagrams.roots.length) {
    fields.report(codes.shape, `${at}.active has ${active.length} states, ${at}.roots ${diagrams.roots.length}`);
  }
  const placed = Object.entries(fields.record(raw.placed, `${at}.placed`)).map(
    ([name, v]) =>
      [
        fields.name(name, `a name in ${at}.placed`),
        fields.oneOf(v, `${at}.placed of ${name.slice(0, 40)}`, ["", ...computers]),
      ] as const,
  );
  if (placed.some(([, computer]) => computer === "") && !fields.failed)
    fields.report(codes.name, `${at}.placed has an empty name of a computer`);
  const requires = fields.list(raw.requires, `${at}.requires`, (v, p) => fields.name(v, p));
  distinct(fields, requires, `${at}.requires`);
  const names = { inputs: new Set(inputs.map((s) => s.name)), outputs: new Set(outputs.map((s) => s.name)) };
  return {
    mission: fields.name(raw.mission, `${at}.mission`),
    inputs,
    outputs,
    relations: relations(fields, raw.relations, `${at}.relations`, inputs.length),
    fatal: fields.rising(raw.fatal, `${at}.fatal`, inputs.length - 1),
    timers: fields.list(raw.timers, `${at}.timers`, (v, p) => {
      const t = fields.object(v, p, ["arm", "expired", "duration_s"]);
      return {
        arm: member(fields, t.arm, `${p}.arm`, names.outputs),
        expired: member(fields, t.expired, `${p}.expired`, names.inputs),
        duration_s: fields.seconds(t.duration_s, `${p}.duration_s`),
      };
    }),
    tasks: fields.list(raw.tasks, `${at}.tasks`, (v, p) => task(fields, v, p)),
    ...diagrams,
    active,
    statements,
    computers,
    placed: Object.fromEntries(placed),
    requires,
  };
}

function signals(fields: JsonFields, value: unknown, path: string, roles: readonly SignalClass[]): FiledSignal[] {
  return fields.list(value, path, (v, p) => {
    const s = fields.object(v, p, ["name", "role", "owner"]);
    return {
      name: fields.name(s.name, `${p}.name`),
      role: fields.oneOf(s.role, `${p}.role`, roles),
      owner: fields.orNull(s.owner, (o) => fields.name(o, `${p}.owner`)),
    };
  });
}

function distinct(fields: JsonFields, names: readonly string[], path: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) fields.report(codes.name, `${path} have ${name} twice`);
    seen.add(name);
  }
}

function member(fields: JsonFields, value: unknown, path: string, names: ReadonlySet<string>): string {
  const name = fields.name(value, path);
  if (!names.has(name) && !fields.failed)
    fields.report(codes.name, `${path} is ${name}, which the automaton does not have`);
  return name;
}

function relations(fields: JsonFields, value: unknown, path: string, inputs: number): AutomatonData["relations"] {
  return fields.list(value, path, (v, p) => {
    const r = fields.object(v, p, ["form", "inputs"]);
    const form = fields.oneOf(r.form, `${p}.form`, ["exclusive", "implies"]);
    const places = fields.list(r.inputs, `${p}.inputs`, (w, q) => fields.integer(w, q, 0, inputs - 1));
    const fits = form === "implies" ? places.length === 2 : places.length >= 2;
    if (!fits || new Set(places).size < places.length) {
      fields.report(codes.shape, `${p}.inputs is not a ${form === "implies" ? "pair" : "list"} of different inputs`);
    }
    return { form, inputs: places };
  });
}

function task(fields: JsonFields, value: unknown, path: string): AutomatonTask {
  const t = fields.object(value, path, [
    ...["name", "resources", "sets", "type1", "waitLimit", "activeLimits", "stopWithin_s", "hasInit", "pre"],
  ]);
  const values = (v: unknown, p: string): Record<string, number | string | boolean> =>
    Object.fromEntries(
      Object.entries(fields.record(v, p)).map(([name, constant]) => {
        const good =
          typeof constant === "string" ||
          typeof constant === "boolean" ||
          (typeof constant === "number" && Number.isFinite(constant));
        if (!good)
          fields.report(
            codes.shape,
            `${p} of ${name.slice(0, 40)} is not a constant`,
            "a number, a text, true or false",
          );
        return [fields.name(name, `a name in ${p}`), good ? constant : 0];
      }),
    );
  const limit = (v: unknown, p: string): { event: string; after_s: number } => {
    const l = fields.object(v, p, ["event", "after_s"]);
    return { event: fields.name(l.event, `${p}.event`), after_s: fields.seconds(l.after_s, `${p}.after_s`) };
  };
  const names = (v: unknown, p: string): string[] => fields.list(v, p, (w, q) => fields.name(w, q));
  return {
    name: fields.name(t.name, `${path}.name`),
    resources: names(t.resources, `${path}.resources`),
    sets: fields.list(t.sets, `${path}.sets`, values),
    type1: fields.list(t.type1, `${path}.type1`, (v, p) => {
      const e = fields.object(v, p, ["event", "sets"]);
      return { event: fields.name(e.event, `${p}.event`), sets: values(e.sets, `${p}.sets`) };
    }),
    waitLimit: fields.orNull(t.waitLimit, (v) => limit(v, `${path}.waitLimit`)),
    activeLimits: fields.list(t.activeLimits, `${path}.activeLimits`, limit),
    stopWithin_s: fields.orNull(t.stopWithin_s, (v) => fields.seconds(v, `${path}.stopWithin_s`)),
    hasInit: fields.boolean(t.hasInit, `${path}.hasInit`),
    pre: names(t.pre, `${path}.pre`),
  };
}

type Diagrams = Pick<AutomatonData, "roots" | "questions" | "leaves" | "outputSets">;

/** A question refers to earlier ones only, inputs rise along a way, no question is idle: walking always ends, in a leaf that exists. */
function readDiagrams(fields: JsonFields, raw: Record<string, unknown>, inputs: number, outputs: number): Diagrams {
  const outputSets = fields.list(raw.outputSets, "automaton.outputSets", (v, p) => fields.rising(v, p, outputs - 1));
  const count = (value: unknown, width: number, path: string): number => {
    const length = Array.isArray(value) ? value.length : 0;
    if (length % width !== 0) fields.report(codes.shape, `${path} has ${length} numbers`, `a multiple of ${width}`);
    return Math.floor(length / width);
  };
  const states = count(raw.roots, 1, "automaton.roots");
  const leafCount = count(raw.leaves, 2, "automaton.leaves");
  const questionCount = count(raw.questions, 3, "automaton.questions");
  if (states === 0 && !fields.failed) fields.report(codes.shape, "automaton.roots is empty", "at least one state");
  let place = 0;
  const leaves = fields.list(raw.leaves, "automaton.leaves", (v, p) =>
    fields.integer(v, p, 0, (place++ % 2 === 0 ? outputSets.length : states) - 1),
  );
  place = 0;
  const questions = fields.list(raw.questions, "automaton.questions", (v, p) => {
    const q = Math.floor(place / 3);
    return place++ % 3 === 0 ? fields.integer(v, p, 0, inputs - 1) : fields.integer(v, p, -leafCount, q - 1);
  });
  const roots = fields.list(raw.roots, "automaton.roots", (v, p) =>
    fields.integer(v, p, -leafCount, questionCount - 1),
  );
  if (fields.failed) return { roots, questions, leaves, outputSets };
  for (let q = 0; q < questionCount; q++) {
    const [input, absent, present] = questions.slice(3 * q, 3 * q + 3) as [number, number, number];
    if (absent === present)
      fields.report(codes.diagram, `automaton.questions: question ${q} leads to ${absent} in any case`);
    for (const node of [absent, present]) {
      if (node < 0 || questions[3 * node]! > input) continue;
      const message = `automaton.questions: question ${q} asks for input ${input}, and question ${node} after it for ${questions[3 * node]}`;
      fields.report(codes.diagram, message, "inputs that rise along a way");
    }
  }
  return { roots, questions, leaves, outputSets };
}
