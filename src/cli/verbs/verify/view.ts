/** What `thetis verify MISSION --view A,B` does: the mission as it is seen through some signals, as text, as .aut or drawn. */
import { type Equivalence, equivalences, ltsPieces } from "../../../lts/index.ts";
import {
  type AbstractView,
  abstractView,
  undrawable,
  viewDiagnostics,
  viewDot,
  viewText,
} from "../../../mission/views/index.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { refuseOverwriting, writePieces } from "../../io/files.ts";
import { usableMission } from "../../io/mission-file.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import { drawn } from "./view-picture.ts";

export interface ViewCall {
  /** Names with commas between them. */
  readonly view: string;
  readonly without?: string | undefined;
  readonly equivalence?: string | undefined;
  /** Its ending says what is written. */
  readonly output?: string | undefined;
  readonly force?: boolean;
  readonly json?: boolean | undefined;
}

type Form = (view: AbstractView) => Iterable<string> | Promise<Iterable<string>>;

const FORMS: Readonly<Record<string, Form>> = {
  ".svg": async (view) => [await drawn(drawable(view))],
  ".dot": (view) => [drawable(view)],
  ".aut": ({ lts }) => ltsPieces(lts),
  ".txt": (view) => [viewText(view)],
};

export async function verifyView(file: string, call: ViewCall): Promise<ExitCode> {
  const form = formOf(call.output);
  const equivalence = equivalenceOf(call.equivalence);
  const signals = namesOf("--view", call.view);
  const without = call.without === undefined ? [] : namesOf("--without", call.without);
  const mission = usableMission(file, call.json === true);
  if (mission === null) return EXIT.wrongInput;
  const { automaton } = mission;
  const wrong = viewDiagnostics(automaton, signals, { without });
  const view = wrong.length > 0 ? null : abstractView(automaton, signals, { without, equivalence });
  if (view === null || view.value === null) {
    const diagnostics = view === null ? wrong : [view.problem];
    if (call.json === true) printJson({ diagnostics });
    printDiagnostics(diagnostics, new Map());
    return EXIT.wrongInput;
  }
  if (call.output !== undefined && form !== null) {
    refuseOverwriting([call.output], [file]);
    writePieces(call.output, await form(view.value), call.force === true);
  }
  if (call.json === true) printJson(viewDocument(view.value, call.output));
  else if (call.output === undefined) process.stdout.write(viewText(view.value));
  else process.stderr.write(`${call.output} written\n`);
  return EXIT.done;
}

function namesOf(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.some((name) => name === "")) throw new CallError(`${option} takes names with commas between them`);
  return names;
}

function equivalenceOf(name = "branching"): Equivalence {
  const known = equivalences.find((e) => e === name);
  if (known === undefined) throw new CallError(`--equivalence ${name}: allowed are ${equivalences.join(", ")}`);
  return known;
}

function formOf(output: string | undefined): Form | null {
  if (output === undefined) return null;
  const ending = Object.keys(FORMS).find((e) => output.endsWith(e));
  if (ending === undefined) {
    throw new CallError(
      `cannot write ${output}: a view is written to a file that ends in ${Object.keys(FORMS).join(", ")}`,
    );
  }
  return FORMS[ending]!;
}

function drawable(view: AbstractView): string {
  const why = undrawable(view);
  if (why !== null) throw new CallError(why);
  return viewDot(view);
}

function viewDocument({ mission, signals, without, equivalence, whole, lts }: AbstractView, output?: string): object {
  const transitions = Array.from({ length: lts.states }, (_, from) =>
    Array.from({ length: lts.first[from + 1]! - lts.first[from]! }, (_, k) => {
      const t = lts.first[from]! + k;
      return { from, label: lts.labels[lts.label[t]!]!, to: lts.target[t]! };
    }),
  ).flat();
  return { mission, hash: whole.hash, signals, without, equivalence, whole, states: lts.states, transitions, output };
}
