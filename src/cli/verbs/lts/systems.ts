/** thetis lts reduce, hide, rename, abstract, compose: a system from systems. */
import {
  abstraction,
  chooseLabels,
  compose,
  DEFAULT_COMPOSE_LIMITS,
  hidden,
  isLabelName,
  type Limited,
  type Lts,
  readCriteria,
  reduce,
  renamed,
} from "../../../lts/index.ts";
import { refuseOverwriting } from "../../io/files.ts";
import { CallError, EXIT } from "../../io/outcome.ts";
import type {
  AbstractOptions,
  ComposeOptions,
  HideOptions,
  OutputOptions,
  ReduceOptions,
  RenameOptions,
} from "../lts.ts";
import { Mistakes, readSystems, readText, sizeOf, writeSystem } from "./files.ts";

/** Reads the files, makes a system of them, writes it. */
async function made(
  files: readonly string[],
  options: OutputOptions,
  document: Readonly<Record<string, unknown>>,
  make: (systems: readonly Lts[], mistakes: Mistakes) => Limited<Lts> | Lts | null,
): Promise<number> {
  refuseOverwriting([options.output ?? null], files);
  const mistakes = new Mistakes();
  const systems = readSystems(files, mistakes);
  const result = systems === null ? null : make(systems, mistakes);
  if (result !== null && "problem" in result && result.problem !== null) mistakes.add([result.problem]);
  const lts = result === null ? null : "problem" in result ? result.value : result;
  mistakes.print(options.json === true);
  if (systems === null || lts === null || mistakes.hasErrors) return EXIT.wrongInput;
  const inputs = files.map((file, i) => ({ file, states: systems[i]!.states, transitions: systems[i]!.transitions }));
  const said = `${files.map((file, i) => `${file}: ${sizeOf(systems[i]!)}`).join("; ")} -> ${sizeOf(lts)}`;
  await writeSystem(lts, options, said, { ...document, inputs, diagnostics: mistakes.diagnostics });
  return EXIT.done;
}

export function reduceSystem(file: string, options: ReduceOptions): Promise<number> {
  const { equivalence } = options;
  return made([file], options, { equivalence }, ([lts]) => reduce(lts!, equivalence));
}

export function hideLabels(file: string, options: HideOptions): Promise<number> {
  const { labels, keep } = options;
  if ((labels === undefined) === (keep === undefined))
    throw new CallError("either --labels or --keep says what to hide");
  return made([file], options, {}, ([lts], mistakes) => {
    const { chosen, diagnostics } = chooseLabels(labels ?? keep ?? [], lts!.alphabet());
    mistakes.add(diagnostics);
    return hidden(lts!, (name) => chosen.has(name) === (labels !== undefined));
  });
}

export function renameLabels(file: string, options: RenameOptions): Promise<number> {
  return made([file], options, {}, ([lts], mistakes) => {
    const known = lts!.alphabet();
    const names = new Map<string, string>();
    for (const pair of options.map) {
      // A label may have an = of its own: the longest label that the pair begins with is meant.
      const old = known.filter((name) => pair.startsWith(`${name}=`)).sort((a, b) => b.length - a.length)[0];
      const at = old?.length ?? pair.indexOf("=");
      if (at < 0) throw new CallError(`--map takes OLD=NEW, not ${pair}`);
      const to = pair.slice(at + 1);
      if (!isLabelName(to)) throw new CallError("a label has no line breaks");
      mistakes.add(chooseLabels(old === undefined ? [pair.slice(0, at)] : [], known).diagnostics);
      if (old !== undefined) names.set(old, to);
    }
    return renamed(lts!, (name) => names.get(name) ?? name);
  });
}

export function abstractSystem(file: string, options: AbstractOptions): Promise<number> {
  refuseOverwriting([options.output ?? null], [options.criteria]);
  return made([file], options, { criteria: options.criteria }, ([lts], mistakes) => {
    const text = readText(options.criteria);
    const { criteria, diagnostics } = readCriteria(text, options.criteria);
    mistakes.add(diagnostics, options.criteria, text);
    if (mistakes.hasErrors) return null;
    const result = abstraction(lts!, criteria);
    if (result.value === null) return result;
    mistakes.add(result.value.warnings, options.criteria, text);
    return result.value.lts;
  });
}

export function composeSystems(files: readonly string[], options: ComposeOptions): Promise<number> {
  const { sync, interleave, mostStates } = options;
  if (sync !== undefined && interleave === true) throw new CallError("--sync and --interleave exclude each other");
  const states = Number(mostStates);
  if (!Number.isInteger(states) || states < 1 || states > 100_000_000)
    throw new CallError(`--most-states ${mostStates} is not a whole number from 1 to 100000000`);
  return made(files, options, {}, (systems, mistakes) => {
    const known = [...new Set(systems.flatMap((lts) => lts.alphabet()))];
    const { chosen, diagnostics } = chooseLabels(sync ?? [], known);
    mistakes.add(diagnostics);
    const synchronised = sync !== undefined ? chosen : interleave === true ? "none" : "common";
    if (mistakes.hasErrors) return null;
    const result = compose(systems, synchronised, { ...DEFAULT_COMPOSE_LIMITS, states });
    return result.value === null ? result : result.value.lts;
  });
}
