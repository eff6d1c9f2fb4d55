/** The declaration of a robot-task: its clauses gathered, its events entered among the signals of the mission. */
import type { SourceRange } from "../../core/index.ts";
import type { Argument, Name, TaskDeclaration } from "../syntax/tree.ts";
import type { MissionChecker } from "./check.ts";
import type { Arguments, Constant, StrongException, Task } from "./checked-mission.ts";
import { compilerCodes as codes } from "./compiler-codes.ts";

export function checkTask(checker: MissionChecker, d: TaskDeclaration): Task {
  const { name } = d;
  for (const resource of d.resources) {
    if (!checker.resources.has(resource.text)) checker.unknown("resource", resource, checker.resources.keys());
  }
  checker.distinct("resource", d.resources);
  checker.distinct(
    "parameter",
    d.parameters.map((p) => p.name),
  );
  const parameters = d.parameters.map((p) => ({
    name: p.name.text,
    initial: p.initial === null ? null : checker.constant(p.initial),
  }));
  const names = new Set(parameters.map((p) => p.name));
  const computer = checker.resources.get(d.resources[0]?.text ?? "")?.computer ?? null;
  const pre: string[] = [];
  const type1: { event: string; sets: Arguments }[] = [];
  const type2: StrongException[] = [];
  const type3: string[] = [];
  const seen = new Map<string, SourceRange>();
  const once = (kind: string, at: SourceRange): void => {
    const before = seen.get(kind);
    seen.set(kind, at);
    if (before === undefined) return;
    const related = [{ message: `the first \`${kind}\``, range: before }];
    checker.report(codes.clauseTwice, at, `${name.text} has a second \`${kind}\``, { related });
  };
  let post: Task["post"] = { any: false, conditions: [] };
  let stopWithin_s: number | null = null;
  for (const clause of d.clauses) {
    switch (clause.kind) {
      case "pre":
        once("pre", clause.at);
        pre.push(...clause.conditions.map((c) => checker.event(c, computer)));
        if (clause.limit !== null) {
          const { duration, exception } = clause.limit;
          const after_s = checker.time(duration.seconds, duration.at);
          type2.push({ event: checker.event(exception, computer), phase: "wait", after_s, at: exception.at });
        }
        break;
      case "init":
        once("init", clause.at);
        break;
      case "post":
        once("post", clause.at);
        post = { any: clause.any, conditions: clause.conditions.map((c) => checker.event(c, computer)) };
        break;
      case "type1":
        type1.push({
          event: checker.event(clause.event, computer),
          sets: setsOf(checker, name.text, clause.sets, names),
        });
        break;
      case "type2":
        for (const { name: event, after } of clause.events) {
          const after_s = after === null ? null : checker.time(after.seconds, after.at);
          const phase = after === null ? "any" : "active";
          type2.push({ event: checker.event(event, computer), phase, after_s, at: event.at });
        }
        break;
      case "type3":
        type3.push(...clause.events.map((e) => checker.event(e, computer)));
        break;
      case "stop":
        once("stop", clause.at);
        stopWithin_s = checker.time(clause.duration.seconds, clause.duration.at);
        break;
    }
  }
  checker.distinct("event", d.clauses.flatMap(eventsOf));
  const first = checker.firstComputer;
  for (const { event, after_s, at } of type2) {
    const place = checker.signals.get(event)?.computer ?? first;
    if (after_s === null || place === (computer ?? first)) continue;
    const message = `${event} is a time of ${name.text} on ${computer ?? first}, but belongs to ${place}`;
    checker.report(codes.declaredTwice, at, message, { hint: "give it a name of its own" });
  }
  return {
    name: name.text,
    parameters,
    resources: d.resources.map((r) => r.text),
    pre,
    hasInit: seen.has("init"),
    post,
    type1,
    type2,
    type3,
    stopWithin_s,
    at: name.at,
  };
}

function setsOf(
  checker: MissionChecker,
  task: string,
  sets: readonly Argument[],
  names: ReadonlySet<string>,
): Arguments {
  const result: [string, Constant][] = [];
  for (const { name, value, at } of sets) {
    if (name === null) {
      checker.report(codes.wrongArguments, at, `say which parameter of ${task} is set`, { allowed: "name = value" });
    } else if (!names.has(name.text)) checker.unknown(`parameter of ${task}`, name, names);
    else result.push([name.text, checker.constant(value)]);
  }
  return Object.fromEntries(result);
}

function eventsOf(clause: TaskDeclaration["clauses"][number]): readonly Name[] {
  switch (clause.kind) {
    case "pre":
      return clause.limit === null ? [] : [clause.limit.exception];
    case "post":
      return clause.conditions;
    case "type1":
      return [clause.event];
    case "type2":
      return clause.events.map((e) => e.name);
    case "type3":
      return clause.events;
    default:
      return [];
  }
}
