/** What an experiment is to the command line. The experiments themselves are in experiments/, which is loaded when it is asked for. */
import type { IndexedLog } from "../../../logging/index.ts";
import type { RunEvent, VehicleSummary } from "../../../scenario/index.ts";

/**
 * What a claim is worth:
 *   result       ours comes out of a model that does not know the published value; it must lie within the tolerance of it
 *   calibration  an input was solved from the published value: ours must come back to it, which confirms nothing
 *   erratum      the published value contradicts its own source: ours must be the value that follows, and not the printed one
 */
export type ClaimKind = "result" | "calibration" | "erratum";

/** One figure of a publication. Numbers are in `unit`; "" where there is none. */
export interface Claim {
  /** Letters, digits and hyphens, unique in its experiment. */
  readonly id: string;
  readonly claim: string;
  readonly kind: ClaimKind;
  readonly published: number;
  /** Where in the publication: page, equation, figure, table. */
  readonly source: string;
  readonly unit: string;
  /** How ours stands to the published value where it holds; "equal", within the tolerance, where it is left out. */
  readonly relation?: "equal" | "atLeast" | "atMost";
  /** Of "equal": the largest difference; of the others: by how much ours may lie on the wrong side. */
  readonly tolerance: number;
  readonly toleranceReason: string;
  /** Of an erratum: what follows from the source, or from the derivation in docs/errata.md, computed by another way than ours. */
  readonly setRight?: number;
  /** Why ours is what it is, and why it differs. */
  readonly why: string;
}

/** Words in rows; a number in them has its unit in the head. */
export interface ResultTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What was computed and with what, in a sentence or two. */
  readonly note: string;
}

export interface ResultPicture {
  readonly title: string;
  /** A whole SVG file (report/drawings). */
  readonly svg: string;
}

/** What an experiment comes to. */
export interface Outcome {
  /** Ours, by the id of the claim. */
  readonly values: Readonly<Record<string, number>>;
  /** In place of the claim's own words, where they depend on what came out. */
  readonly why?: Readonly<Record<string, string>>;
  readonly tables?: readonly ResultTable[];
  readonly pictures?: readonly ResultPicture[];
  /** Runs whose panels the report shows, with their logs. */
  readonly runs?: readonly FinishedRun[];
}

/** A scenario that an experiment has run to its end. */
export interface RunRequest {
  /** Of its log; unique in the experiment. */
  readonly name: string;
  /** A file below experiments/, or the text of a scenario that the experiment has written. */
  readonly scenario: { readonly file: string } | { readonly text: string };
  /** As --set takes them. */
  readonly overrides?: readonly string[];
  /** Number of the run in its campaign: another sea, other noise. */
  readonly number?: number;
  /** Whether a log is kept, in memory. */
  readonly isLogged: boolean;
}

export interface FinishedRun {
  readonly name: string;
  readonly duration_s: number;
  readonly events: readonly RunEvent[];
  /** What things have counted, by path and name. */
  readonly figures: ReadonlyMap<string, Readonly<Record<string, number>>>;
  readonly vehicles: ReadonlyMap<string, VehicleSummary>;
  /** null where none was kept. */
  readonly log: { readonly bytes: Uint8Array; readonly read: IndexedLog } | null;
}

/** What the program offers an experiment. Whatever it is asked ends with Stopped where the user asked to stop. */
export interface ExperimentContext {
  /** How far it is, to be called every second or so: shows it, and lets Ctrl-C be heard. */
  progress(done: number, of: number, what: string): Promise<void>;
  /** Runs a scenario from start to end, in slices, with a bar. Throws where it cannot be loaded, or fails. */
  run(request: RunRequest): Promise<FinishedRun>;
}

export interface Experiment {
  readonly name: string;
  /** Whose result it is. */
  readonly doc: string;
  /** How it is computed and what is left out, in sentences. */
  readonly about: string;
  /** It takes minutes: `npm run generate` leaves its table in the manual as it is unless THETIS_LONG=1. */
  readonly isLong?: boolean;
  readonly claims: readonly Claim[];
  run(context: ExperimentContext): Promise<Outcome>;
}

/** What experiments/index.ts exports: every experiment, each loaded only when it is run or listed. */
export interface ExperimentList {
  readonly experiments: readonly { readonly name: string; load(): Promise<Experiment> }[];
}

/** The user asked to stop. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}
