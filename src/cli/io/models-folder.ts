/**
 * Definitions from a user's own folder (--models DIR). Every .mjs or .js file in it (and .ts where this Node reads
 * TypeScript) exports by default a function that is given the tools and returns definitions:
 *
 *   export default ({ defineModel, kinds }) => [ defineModel(kinds.thruster, { … }) ];
 *
 * The tools are passed in, so that the folder can lie anywhere and needs no package of its own. What goes wrong
 * there, a syntax error or an exception, is a diagnostic at its line.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as control from "../../control/index.ts";
import { codedDiagnostic, type Diagnostic, type SourceRange, startOfFile } from "../../core/index.ts";
import { defineMessage, JitteredTimes, PHASE, RegularTimes } from "../../engine/index.ts";
import {
  excerpt,
  excerptRequest,
  FLOW,
  FLOW_SIZE,
  neighbours,
  POINT,
  POINT_SIZE,
  waterAt,
} from "../../environment/index.ts";
import {
  type CodeEntry,
  type Definition,
  defineChildren,
  defineKind,
  defineModel,
  type KindDefinition,
} from "../../library/index.ts";
import * as math from "../../math/index.ts";
import {
  deliveredMessage,
  FIRST_CONTROL,
  FRAME,
  FRAME_SIZE,
  FRAME_TYPE,
  messageReport,
  outgoingMessage,
} from "../../modems/index.ts";
import { shippedDefinitions } from "../../scenario/index.ts";
import { push, vehicleState } from "../../vehicles/index.ts";
import { cliCodes } from "./codes.ts";
import { reasonOf } from "./files.ts";
import { rememberPrograms, statOfInput } from "./ordinary-files.ts";

/** Messages that things send and take, by name. */
const messages = Object.freeze({
  vehicleState,
  navigationState: control.navigationState,
  push,
  waterAt,
  neighbours,
  excerptRequest,
  excerpt,
  outgoingMessage,
  deliveredMessage,
  messageReport,
});
/** For things that join a run: their ports, the times and phases of their events. */
const engine = Object.freeze({ defineMessage, RegularTimes, JitteredTimes, PHASE });
/** Places in the records that currents are asked with. */
const flow = Object.freeze({ FLOW, FLOW_SIZE, POINT, POINT_SIZE });

/** For schemes of medium access: the places of a frame's numbers, and its types. */
const access = Object.freeze({ FRAME, FRAME_SIZE, FRAME_TYPE, FIRST_CONTROL });

/** What the function that a models file exports is given. */
export interface ModelTools {
  readonly defineKind: typeof defineKind;
  readonly defineModel: typeof defineModel;
  /** Children that a kind may have besides: a sensor of one's own in a vehicle. */
  readonly defineChildren: typeof defineChildren;
  readonly messages: typeof messages;
  readonly engine: typeof engine;
  readonly flow: typeof flow;
  readonly access: typeof access;
  /** The kinds that ship, by name. */
  readonly kinds: Readonly<Record<string, KindDefinition>>;
  /** Deterministic elementary functions, vectors, solvers, interpolation. */
  readonly math: typeof math;
  /** For control laws of one's own: the layout of a reading, PID, line of sight, actuators from words. */
  readonly control: typeof control;
}

export interface ModelsFolder {
  readonly definitions: readonly Definition[];
  readonly fileOf: ReadonlyMap<Definition, string>;
  readonly diagnostics: readonly Diagnostic[];
}

const readsTypeScript = "typescript" in process.features && process.features.typescript !== false;

const tools: ModelTools = Object.freeze({
  defineKind,
  defineModel,
  defineChildren,
  messages,
  engine,
  flow,
  access,
  kinds: new Proxy(
    Object.freeze(
      Object.fromEntries(shippedDefinitions.flatMap((d) => (d.definition === "kind" ? [[d.kind, d] as const] : []))),
    ),
    {
      get(kinds: Readonly<Record<string, KindDefinition>>, name) {
        const known = Object.keys(kinds);
        if (typeof name === "string" && !known.includes(name)) {
          throw new ReferenceError(`there is no kind ${JSON.stringify(name)}; there are: ${known.join(", ")}`);
        }
        return Reflect.get(kinds, name);
      },
    },
  ),
  math,
  control,
});

export async function loadModelsFolder(folder: string): Promise<ModelsFolder> {
  const definitions: Definition[] = [];
  const fileOf = new Map<Definition, string>();
  const diagnostics: Diagnostic[] = [];
  const report = (code: CodeEntry, range: SourceRange | null, message: string, hint?: string): void => {
    diagnostics.push(codedDiagnostic(code, range, message, { hint }));
  };
  let names: string[];
  try {
    names = readdirSync(folder).sort();
    rememberPrograms(folder);
  } catch (error) {
    report(
      cliCodes.modelsUnreadable,
      null,
      `cannot read the folder of models ${JSON.stringify(folder)}: ${reasonOf(error)}`,
    );
    return { definitions, fileOf, diagnostics };
  }
  const files = names.filter((name) => /\.(mjs|js|ts)$/.test(name) && !/\.(test|d)\.ts$/.test(name));
  if (files.length === 0) {
    const hint = "a file of models ends in .mjs, .js or .ts";
    report(cliCodes.modelsEmpty, null, `the folder of models ${JSON.stringify(folder)} holds no model`, hint);
  }
  for (const name of files) {
    const file = join(folder, name);
    if (name.endsWith(".ts") && !readsTypeScript) {
      report(
        cliCodes.modelsTypeScript,
        startOfFile(file),
        "this Node does not read TypeScript",
        "compile it to .mjs, or use Node 22.18 or later",
      );
      continue;
    }
    try {
      statOfInput(file);
      const made = await definitionsIn(file);
      for (const definition of made) {
        definitions.push(definition);
        fileOf.set(definition, file);
      }
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`;
      report(cliCodes.modelsFailed, placeInStack(file, error), `the models cannot be loaded: ${reason}`);
    }
  }
  return { definitions, fileOf, diagnostics };
}

async function definitionsIn(file: string): Promise<readonly Definition[]> {
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  if (typeof module.default !== "function") {
    throw new TypeError("its default export is not a function ({ defineModel, kinds, … }) => [ … ]");
  }
  const made: unknown = await module.default(tools);
  const list = Array.isArray(made) ? made : [made];
  if (list.some((item) => typeof item !== "object" || item === null)) {
    throw new TypeError(
      "the function returned something that is not a definition; use defineKind, defineModel and defineChildren",
    );
  }
  return list as Definition[];
}

/** The first place in the file that the stack names. A syntax error has none in its stack; Node's own check reports it. */
function placeInStack(file: string, error: unknown): SourceRange {
  const stack = error instanceof SyntaxError ? syntaxReport(file) : error instanceof Error ? (error.stack ?? "") : "";
  const name = [pathToFileURL(file).href, resolve(file)].find((form) => stack.includes(`${form}:`));
  const place = name === undefined ? null : /^:(\d+)(?::(\d+))?/.exec(stack.slice(stack.indexOf(name) + name.length));
  if (place === null) return startOfFile(file);
  const line = Number(place[1]);
  const column = Number(place[2] ?? 1);
  return { file, line, column, endLine: line, endColumn: column };
}

function syntaxReport(file: string): string {
  return spawnSync(process.execPath, ["--check", file], { encoding: "utf8" }).stderr;
}
