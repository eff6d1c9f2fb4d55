/** What `thetis verify MISSION --distributed` does: the automata of the computers against the single one. */
import {
  compareComposition,
  compositionText,
  distribute,
  distributionTable,
} from "../../../mission/automaton/index.ts";
import { usableMission } from "../../io/mission-file.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";

export function verifyDistributed(file: string, { json = false }: { readonly json?: boolean | undefined }): ExitCode {
  const mission = usableMission(file, json);
  if (mission === null) return EXIT.wrongInput;
  const { automaton } = mission;
  if (automaton.data.computers.length === 0) {
    throw new CallError(`${file} names no computers: \`computer hull, arm;\` and \`resource r at hull;\` do`);
  }
  const distribution = distribute(automaton);
  const began_ms = performance.now();
  const verdict = compareComposition(automaton, distribution.computers);
  const time_s = (performance.now() - began_ms) / 1000;
  if (json) {
    const computers = distribution.computers.map(({ automaton: part, ...about }) => ({ ...about, hash: part.hash() }));
    const { mission: name, hash, single } = distribution;
    printJson({ mission: name, hash, single, computers, verdict, time_s });
  } else {
    process.stdout.write(`${distributionTable(distribution)}\n${compositionText(verdict, distribution)}`);
  }
  return verdict.kind === "equal" ? EXIT.done : EXIT.doesNotHold;
}
