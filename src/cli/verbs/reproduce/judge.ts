/** Claims beside what came out: whether each holds, and the words and the JSON of it. */
import { invariant } from "../../../core/index.ts";
import type { Claim, ClaimKind, Experiment, Outcome } from "./experiment.ts";

/** A claim with what came out; the fields of `thetis reproduce --json`, which scripts rely on. */
export interface JudgedClaim {
  readonly id: string;
  readonly claim: string;
  readonly published: number;
  readonly ours: number;
  readonly unit: string;
  /** ours − published. */
  readonly difference: number;
  /** Whether ours stands to the published value as the claim says; of an erratum it does not. */
  readonly within: boolean;
  readonly why: string;
  readonly kind: ClaimKind;
  readonly source: string;
  readonly relation: "equal" | "atLeast" | "atMost";
  readonly tolerance: number;
  readonly toleranceReason: string;
  /** Of an erratum: what ours is held against. */
  readonly setRight: number | null;
  /** Of an erratum: not within, and equal to the value set right. Of the others: within. */
  readonly holds: boolean;
}

export function judged(experiment: Experiment, outcome: Outcome): JudgedClaim[] {
  const unknown = Object.keys(outcome.values).filter((id) => !experiment.claims.some((claim) => claim.id === id));
  invariant(unknown.length === 0, `${experiment.name} has values for claims that it does not make: ${unknown.join()}`);
  return experiment.claims.map((claim) => {
    const ours = outcome.values[claim.id];
    invariant(ours !== undefined, `${experiment.name} has no value for its claim ${claim.id}`);
    return judge(claim, ours, outcome.why?.[claim.id] ?? claim.why);
  });
}

export function judge(claim: Claim, ours: number, why = claim.why): JudgedClaim {
  const { id, kind, published, unit, source, relation = "equal", tolerance, toleranceReason, setRight } = claim;
  const difference = ours - published;
  const within =
    relation === "equal"
      ? Math.abs(difference) <= tolerance
      : relation === "atLeast"
        ? difference >= -tolerance
        : difference <= tolerance;
  if (kind === "erratum") invariant(setRight !== undefined, `the erratum ${id} does not say what is right`);
  const isRight = setRight !== undefined && Math.abs(ours - setRight) <= tolerance;
  const holds = kind === "erratum" ? isRight && !within : within;
  return {
    ...{ id, claim: claim.claim, published, ours, unit, difference, within, why },
    ...{ kind, source, relation, tolerance, toleranceReason, setRight: setRight ?? null, holds },
  };
}

/** Four significant digits, a real minus sign; powers of ten where there would be many zeros. */
export function shownNumber(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  const rounded = Number(value.toPrecision(4));
  const size = Math.abs(rounded);
  const text = size !== 0 && (size < 1e-3 || size >= 1e6) ? rounded.toExponential() : String(rounded);
  return text.replaceAll("-", "−").replace("e+", "e");
}

export function withUnit(value: number, unit: string): string {
  return unit === "" ? shownNumber(value) : `${shownNumber(value)} ${unit}`;
}

const RELATIONS = { equal: "", atLeast: "at least ", atMost: "at most " } as const;

/** The cells of a claim, in the order of CLAIM_HEADS. */
export const CLAIM_HEADS = ["claim", "published", "ours", "difference", "within", "why"] as const;

export function claimCells(claim: JudgedClaim): readonly string[] {
  const { published, ours, unit, difference, relation, why } = claim;
  // What rounding leaves of an equality is not a difference.
  const isNothing = Math.abs(difference) <= 1e-12 * Math.max(Math.abs(ours), Math.abs(published));
  const sign = difference > 0 ? "+" : "";
  return [
    claim.claim,
    `${RELATIONS[relation]}${withUnit(published, unit)}`,
    withUnit(ours, unit),
    isNothing ? "0" : `${sign}${withUnit(difference, unit)}`,
    verdict(claim),
    why,
  ];
}

/** "yes", "no", and for what kind of claim. */
export function verdict({ kind, within, holds }: JudgedClaim): string {
  if (kind === "erratum") return holds ? "no: misprint" : "misprint not found";
  if (kind === "calibration") return within ? "yes, by calibration" : "NO, although calibrated";
  return within ? "yes" : "NO";
}

/** How many of what: "13 of 14 results hold, 2 of 2 calibrations, 6 of 6 misprints set right". */
export function tally(claims: readonly JudgedClaim[]): string {
  const of = (kind: ClaimKind, one: string, many: string): string[] => {
    const all = claims.filter((claim) => claim.kind === kind);
    const good = all.filter(({ holds }) => holds).length;
    return all.length === 0 ? [] : [`${good} of ${all.length} ${all.length === 1 ? one : many}`];
  };
  return [
    ...of("result", "result holds", "results hold"),
    ...of("calibration", "calibration comes back", "calibrations come back"),
    ...of("erratum", "misprint set right", "misprints set right"),
  ].join(", ");
}

/** A table in Markdown, for the manual. */
export function markdownTable(claims: readonly JudgedClaim[]): string {
  const cell = (words: string): string => words.replaceAll("|", "\\|").replace(/\s+/g, " ");
  const rows = claims.map((claim) => {
    const [words = "", ...rest] = claimCells(claim);
    return [words, claim.source, ...rest].map(cell);
  });
  const heads = ["claim", "where", ...CLAIM_HEADS.slice(1)];
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
