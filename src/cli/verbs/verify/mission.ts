/** What `thetis verify MISSION` does. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Diagnostic, DiagnosticList, didYouMean } from "../../../core/index.ts";
import { type Automaton, unknownRequirements } from "../../../mission/index.ts";
import {
  checkActions,
  checkProperty,
  counterexampleScript,
  counterexampleSvg,
  counterexampleText,
  type Property,
  parseProperties,
  proofOf,
  resolveProperties,
  type Verdict,
  writeProof,
} from "../../../mission/proof/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { refuseOverwriting, writeWhole } from "../../io/files.ts";
import { makeFolderOf } from "../../io/log-files.ts";
import { isMission, readText, usableMission } from "../../io/mission-file.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import { type FileAccess, projectReader } from "../../io/project-reader.ts";
import { table } from "../../io/table.ts";
import { packageVersion } from "../../io/version.ts";
import type { Verified } from "./page-file.ts";

export interface VerifyOptions {
  readonly property?: readonly string[];
  readonly properties?: string;
  readonly svg?: string;
  readonly script?: string;
  readonly write?: boolean;
  readonly allowOutside?: boolean;
  readonly json?: boolean;
}

/** The name of a file beside a mission: my.mission, my.properties, my.proof.json. */
function beside(mission: string, ending: string): string {
  return mission.slice(0, mission.length - ".mission".length) + ending;
}

/** `more` gets what was found, and returns the files that it wrote. */
export async function verifyMission(
  file: string,
  options: VerifyOptions,
  more: (verified: Verified) => Promise<readonly string[]> = async () => [],
): Promise<ExitCode> {
  if (!isMission(file)) throw new CallError(`${file} is not a mission; allowed: .mission`);
  if (options.write === true && options.properties !== undefined) {
    throw new CallError("a proof is of the properties beside the mission: leave out --properties or --write");
  }
  const json = options.json === true;
  const propertyFile = options.properties ?? beside(file, ".properties");
  const mission = usableMission(file, json);
  if (mission === null) return EXIT.wrongInput;
  const text = propertiesText(propertyFile);
  const { automaton } = mission;
  const { tree, diagnostics } = parseProperties(text, propertyFile);
  const resolved = resolveProperties(tree, automaton);
  const list = new DiagnosticList();
  list.addAll(diagnostics);
  list.addAll(resolved.diagnostics);
  // With another file of properties the names that are required may well be missing.
  if (options.properties === undefined) {
    const known = tree.properties.map((p) => p.name.text);
    list.addAll(unknownRequirements(mission.tree, known, propertyFile));
  }
  const sources = new Map([
    [propertyFile, text],
    [file, readText(file)],
  ]);
  if (list.hasErrors) {
    if (json) printJson({ mission: automaton.data.mission, file, diagnostics: list.sorted() });
    printDiagnostics(list.sorted(), sources);
    return EXIT.wrongInput;
  }
  const chosen = choose(resolved.properties, options.property, propertyFile);
  if (options.write === true && chosen.length < resolved.properties.length) {
    throw new CallError("a proof is of all properties: leave out --property or --write");
  }
  list.addAll(checkActions(automaton, resolved.actions));
  const verdicts = checked(automaton, chosen, propertyFile, options);
  for (const verdict of verdicts) list.addAll(verdict.diagnostics);
  if (list.hasErrors) {
    // A shape that cannot be read, for example: the properties are wrong, and nothing is written.
    if (json) printJson({ mission: automaton.data.mission, file, diagnostics: list.sorted() });
    printDiagnostics(list.sorted(), sources);
    return EXIT.wrongInput;
  }
  const added = await more({ file, properties: propertyFile, automaton, statistics: mission.statistics, verdicts });
  const written = [...writeFiles(file, propertyFile, automaton, verdicts, options), ...added];
  if (json) {
    printJson(documentOf(file, propertyFile, automaton, verdicts, list.sorted(), written));
    printDiagnostics(list.sorted(), sources);
  } else {
    process.stdout.write(reportOf(automaton, verdicts));
    printDiagnostics(list.sorted(), sources);
    for (const name of written) process.stderr.write(`${name} written\n`);
  }
  const proved = verdicts.every(({ verdict }) => verdict === "holds" || verdict === "vacuous");
  return proved ? EXIT.done : EXIT.doesNotHold;
}

function propertiesText(file: string): string {
  if (existsSync(file)) return readText(file);
  throw new CallError(
    `cannot read ${file}: no such file (write \`property Calm: no deadlock;\` there, or name one with --properties)`,
  );
}

function choose(all: readonly Property[], names: readonly string[] | undefined, file: string): readonly Property[] {
  if (names === undefined) return all;
  const wanted = names.flatMap((name) => name.split(",")).map((name) => name.trim());
  for (const name of wanted) {
    if (all.some((p) => p.name === name)) continue;
    const known = all.map((p) => p.name);
    const hint = didYouMean(name, known) ?? `it has: ${known.join(", ")}`;
    throw new CallError(`${file} has no property ${JSON.stringify(name)} (${hint})`);
  }
  return all.filter((p) => wanted.includes(p.name));
}

function checked(automaton: Automaton, properties: readonly Property[], file: string, access: FileAccess): Verdict[] {
  const reader = projectReader(file, access, [".aut"]);
  const { stderr } = process;
  const shown = stderr.isTTY === true;
  const clear = (): void => {
    if (shown) stderr.write("\r\u001b[K");
  };
  const verdicts = properties.map((property, k) => {
    const say = (more = ""): void => {
      if (shown) stderr.write(`\r\u001b[K  ${k + 1} of ${properties.length}: ${property.name}${more}`);
    };
    say();
    return checkProperty(automaton, property, {
      clock: () => performance.now(),
      progress: (found, done) => say(`, ${found} configurations found, ${done} done`),
      readFile: (name) => reader.read(reader.resolve(file, name)),
    });
  });
  clear();
  return verdicts;
}

const duration = (time_ms: number | null): string =>
  `${(time_ms ?? 0).toFixed(time_ms !== null && time_ms < 10 ? 1 : 0)} ms`;

function reportOf(automaton: Automaton, verdicts: readonly Verdict[]): string {
  const { mission } = automaton.data;
  const rows = verdicts.map(({ property, verdict, time_ms, configurations, proved }) => [
    verdict,
    property,
    duration(time_ms),
    String(configurations),
    proved,
  ]);
  const parts = [
    `mission ${mission}, ${automaton.states} states, hash ${automaton.hash()}\n`,
    `${table([["verdict", "property", "time", "visited", "what was found"], ...rows])}\n`,
  ];
  for (const { property, text, counterexample } of verdicts) {
    if (counterexample === null) continue;
    const { length } = counterexample.reactions;
    const many = `${length} reaction${length === 1 ? "" : "s"}${counterexample.shortest ? ", none has fewer" : ""}`;
    parts.push(`\n${property} fails: ${text}\n(${many})\n${counterexampleText(counterexample)}`);
  }
  const counts = (["holds", "fails", "vacuous", "undecided"] as const)
    .map((judgement) => [verdicts.filter((v) => v.verdict === judgement).length, judgement] as const)
    .filter(([count, judgement]) => count > 0 || judgement === "holds" || judgement === "fails")
    .map(([count, judgement]) => `${count} ${count === 1 ? judgement : PLURAL[judgement]}`);
  const total = verdicts.reduce((sum, v) => sum + (v.time_ms ?? 0), 0);
  parts.push(
    `\n${verdicts.length} propert${verdicts.length === 1 ? "y" : "ies"} in ${duration(total)}: ${counts.join(", ")}\n`,
  );
  return parts.join("");
}

const PLURAL = { holds: "hold", fails: "fail", vacuous: "vacuous", undecided: "undecided" } as const;

function documentOf(
  file: string,
  propertyFile: string,
  automaton: Automaton,
  verdicts: readonly Verdict[],
  diagnostics: readonly Diagnostic[],
  written: readonly string[],
): object {
  return {
    mission: automaton.data.mission,
    file,
    properties: propertyFile,
    states: automaton.states,
    hash: automaton.hash(),
    verdicts: verdicts.map(({ diagnostics: _, ...verdict }) => verdict),
    diagnostics,
    written,
  };
}

/** Pictures, scripts and the proof; the names of what was written. */
function writeFiles(
  file: string,
  propertyFile: string,
  automaton: Automaton,
  verdicts: readonly Verdict[],
  { svg, script, write }: VerifyOptions,
): string[] {
  const outputs: { file: string; text: string }[] = [];
  for (const { property, text, counterexample } of verdicts) {
    if (counterexample === null) continue;
    if (svg !== undefined) {
      outputs.push({ file: join(svg, `${property}.svg`), text: counterexampleSvg(property, text, counterexample) });
    }
    if (script !== undefined) {
      outputs.push({
        file: join(script, `${property}.events`),
        text: counterexampleScript(property, text, counterexample),
      });
    }
  }
  if (write === true) {
    const proof = proofOf(
      `thetis ${packageVersion()}`,
      automaton.data.mission,
      automaton.hash(),
      verdicts,
      readText(file),
    );
    outputs.push({ file: beside(file, ".proof.json"), text: writeProof(proof) });
  }
  refuseOverwriting(
    outputs.map((o) => o.file),
    [file, propertyFile],
  );
  for (const { file: name, text } of outputs) {
    if (!existsSync(dirname(name))) makeFolderOf(name);
    writeWhole(name, text, true);
  }
  return outputs.map((o) => o.file);
}
