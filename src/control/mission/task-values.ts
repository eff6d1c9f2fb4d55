/** Whether a robot-task can take what the mission gives to its task, call by call. */
import { didYouMean, type SourceRange } from "../../core/index.ts";
import { OVERRIDES_FILE } from "../../library/index.ts";
import type { Argument, Arguments, Compiled, Statement, TaskDeclaration } from "../../mission/index.ts";
import type { Route } from "../laws/route-follower.ts";
import type { BoundTask, Reporter } from "./bound-task.ts";
import { missionCodes as codes } from "./codes.ts";
import { assignments } from "./words.ts";

type Constant = Arguments[string];

export function checkValues(
  compiled: Compiled,
  { name, component, task }: BoundTask,
  routes: ReadonlyMap<string, Route>,
  report: Reporter,
): void {
  const { tree, automaton } = compiled;
  const declared = tree.declarations.find((d): d is TaskDeclaration => d.kind === "task" && d.name.text === name);
  const data = automaton?.data.tasks.find((t) => t.name === name);
  if (declared === undefined || data === undefined) return;
  const known = task.parameters.map((parameter) => parameter.name);
  for (const { name: parameter } of declared.parameters) {
    if (known.includes(parameter.text)) continue;
    const takes = known.length === 0 ? "it takes none" : `it takes: ${known.join(", ")}`;
    const message = `${name} is a ${component.model} task, which takes no ${parameter.text}; ${takes}`;
    report(codes.wrongValue, parameter.at, message, { hint: didYouMean(parameter.text, known) });
  }
  const places = new ValuePlaces(declared, compiled);
  for (const values of [...data.sets, ...data.type1.map(({ sets }) => sets)]) {
    for (const [parameter, value] of Object.entries(values)) {
      const spec = task.parameters.find((p) => p.name === parameter);
      if (spec === undefined) continue;
      const problem = problemOf(value, spec, routes);
      if (problem === null) continue;
      const hint = parameter === "route" ? didYouMean(String(value), routes.keys()) : undefined;
      report(
        codes.wrongValue,
        places.of(parameter, value),
        `${assignments({ [parameter]: value })} of ${name}: ${problem}`,
        { hint },
      );
    }
    if ("depth_m" in values && "pitch_deg" in values) {
      report(codes.wrongValue, declared.name.at, `${name} gets a depth and a pitch: it holds one of them`);
    }
  }
  for (const parameter of known) {
    const given = component.origin[parameter];
    const [first] = data.sets;
    if (given === undefined || first === undefined || !data.sets.every((values) => parameter in values)) continue;
    // One mistake, one message: an unknown route is reported below.
    if (parameter === "route" && !routes.has(String(component.params[parameter]))) continue;
    const range = places.of(parameter, first[parameter]!);
    const message = `${parameter} has no effect: the mission gives ${name} its ${parameter} in every call`;
    const fromOutside = given.file === OVERRIDES_FILE;
    report(fromOutside ? codes.valueOverruled : codes.valueUnused, given, message, {
      hint: fromOutside ? "change it in the mission" : "remove it here, or from the call in the mission",
      related: [{ message: `there it is ${JSON.stringify(first[parameter])}`, range }],
    });
  }
  for (const need of task.needs ?? []) {
    const own = component.params[need] as Constant | undefined;
    if (own === undefined && data.sets.some((values) => !(need in values))) {
      report(codes.wrongValue, component.range, `${name} needs ${need}: neither the mission nor this element gives it`);
    }
    if (need === "route" && own !== undefined && !routes.has(String(own))) {
      const message = `route = ${JSON.stringify(own)}: ${unknownRoute(routes)}`;
      report(codes.wrongValue, component.origin.route ?? component.range, message, {
        hint: didYouMean(String(own), routes.keys()),
      });
    }
  }
}

const TYPES = { number: "a number", text: 'a text in "quotes"', truth: "true or false" } as const;

function problemOf(
  value: Constant,
  { name, type, min, max }: BoundTask["task"]["parameters"][number],
  routes: ReadonlyMap<string, Route>,
): string | null {
  const is = typeof value === "number" ? "number" : typeof value === "string" ? "text" : "truth";
  if (is !== type) return `it wants ${TYPES[type]}`;
  if (min !== undefined && Number(value) < min) return `it is below its minimum ${min}`;
  if (max !== undefined && Number(value) > max) return `it is above its maximum ${max}`;
  return name === "route" && !routes.has(String(value)) ? unknownRoute(routes) : null;
}

function unknownRoute(routes: ReadonlyMap<string, Route>): string {
  const names = [...routes.keys()];
  return names.length === 0
    ? "the mission's element has no <route>"
    : `there is no such route; there are: ${names.join(", ")}`;
}

/** Where in the mission a value of a task is written; at the task's name where a procedure passes it on. */
class ValuePlaces {
  readonly #declared: TaskDeclaration;
  readonly #calls: (readonly Argument[])[] = [];

  constructor(declared: TaskDeclaration, { tree }: Compiled) {
    this.#declared = declared;
    for (const declaration of tree.declarations) {
      if ("body" in declaration) this.#collect(declaration.body);
    }
  }

  of(parameter: string, value: Constant): SourceRange {
    const { parameters, clauses, name } = this.#declared;
    const index = parameters.findIndex((p) => p.name.text === parameter);
    const initial = parameters[index]?.initial ?? null;
    const sets = clauses.flatMap((clause) => (clause.kind === "type1" ? [clause.sets] : []));
    for (const list of [...this.#calls, ...sets]) {
      const found = list.find(
        (a, i) => (a.name === null ? i === index : a.name.text === parameter) && written(a, value),
      );
      if (found !== undefined) return found.value.at;
    }
    return initial !== null && initial.kind !== "parameter" && initial.value === value ? initial.at : name.at;
  }

  #collect(statement: Statement): void {
    if (statement.kind === "call" && statement.name.text === this.#declared.name.text) {
      this.#calls.push(statement.arguments ?? []);
    }
    for (const part of Object.values(statement)) {
      for (const inner of Array.isArray(part) ? part : [part]) {
        if (typeof inner !== "object" || inner === null) continue;
        if ("body" in inner && "name" in inner && !("kind" in inner)) this.#collect(inner.body as Statement);
        else if ("kind" in inner && "at" in inner && !("text" in inner)) this.#collect(inner as Statement);
      }
    }
  }
}

function written({ value: written }: Argument, value: Constant): boolean {
  return written.kind !== "parameter" && written.value === value;
}
