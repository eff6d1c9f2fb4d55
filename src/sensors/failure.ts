/**
 * Failures of a sensor, as a scenario switches them: <failure mode="stuck" from_s="60" to_s="90"/> inside <sensor>.
 *
 * | mode        | what software sees                                                                                |
 * |-------------|---------------------------------------------------------------------------------------------------|
 * | dead        | nothing; when that is over it begins as one that is switched on, with its warm-up and its first fix |
 * | stuck       | the last reading before the failure, again and again, called what it was called, with new times    |
 * | drift       | readings that run away: drift · (t − from) is added to each value                                  |
 * | spikes      | at a sample with the stated probability, a spike of either sign is added to each value              |
 * | dropouts    | samples that are missing, each with the stated probability                                        |
 * | frozenTime  | readings that are right, all with the time of the last sample before the failure                    |
 *
 * Drift and spikes are in the units of the values, and meant for sensors of one quantity; `values` names those that they change where a
 * sensor has several. Failures of one sensor may overlap: they act in the order of the file.
 */
import { NS_PER_S } from "../core/index.ts";
import type { Component, ParamsOf } from "../library/index.ts";
import { defineKind } from "../library/index.ts";

export const FAILURE_MODES = ["dead", "stuck", "drift", "spikes", "dropouts", "frozenTime"] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

export const failure = defineKind()({
  kind: "failure",
  doc: "A failure of a sensor, from a time on or for a while.",
  id: "optional",
  provenance: false,
  example: '<failure mode="stuck" from_s="60" to_s="90"/>',
  params: {
    mode: {
      type: "choice",
      choices: FAILURE_MODES,
      doc:
        "dead: no samples; stuck: always the same reading; drift: readings that run away; spikes: single readings that are far off; dropouts: " +
        "samples that are missing; frozenTime: readings with the time of an earlier one",
      example: "dead",
    },
    from_s: { doc: "when it begins", min: 0, default: 0 },
    to_s: { doc: "when it ends; it does not where not given", above: 0, optional: true },
    values: {
      type: "words",
      doc: "of drift and spikes: names of the values that it changes, such as heading; all where not given",
      optional: true,
    },
    drift: { doc: "per second, in the SI unit of the values", unit: "that of the value, per second", default: 0 },
    spike: { doc: "size of a spike, in the SI unit of the values", unit: "that of the value", min: 0, default: 0 },
    probability: { doc: "of a spike or of a missing sample, for each sample", unit: "1", min: 0, max: 1, default: 0.1 },
  },
  check(p, report) {
    if (p.to_s !== undefined && p.from_s !== undefined && p.to_s <= p.from_s) {
      report("to_s", `the failure ends at ${p.to_s} s, before it begins at ${p.from_s} s`, {
        allowed: `above ${p.from_s}`,
      });
    }
    if (p.mode === "drift" && p.drift === 0) {
      report("mode", "a drift of 0 changes nothing", { hint: "add drift, per second in the unit of the value" });
    }
    if (p.mode === "spikes" && p.spike === 0) {
      report("mode", "spikes of 0 change nothing", { hint: "add spike, in the unit of the value" });
    }
  },
});

export interface Failure {
  readonly mode: FailureMode;
  readonly from_ns: number;
  readonly to_ns: number;
  readonly drift: number;
  readonly spike: number;
  readonly probability: number;
  /** Names of the values that drift and spikes change; null for all. */
  readonly values: readonly string[] | null;
}

/** The failures of a sensor, in the order of its file. */
export function failuresOf({ children }: Component): readonly Failure[] {
  return children.flatMap((child): Failure[] => {
    if (child.kind !== "failure") return [];
    const p = child.params as ParamsOf<typeof failure.params>;
    return [
      Object.freeze({
        mode: p.mode as FailureMode,
        from_ns: Math.round(p.from_s * NS_PER_S),
        to_ns: p.to_s === undefined ? Number.POSITIVE_INFINITY : Math.round(p.to_s * NS_PER_S),
        drift: p.drift,
        spike: p.spike,
        probability: p.probability,
        values: p.values ?? null,
      }),
    ];
  });
}

/** In words, for events. */
export const FAILURE_WORDS: Readonly<Record<FailureMode, string>> = {
  dead: "it is dead",
  stuck: "its readings are stuck",
  drift: "its readings drift",
  spikes: "its readings have spikes",
  dropouts: "samples are missing",
  frozenTime: "the times of its samples are frozen",
};

export function mendedWords(mode: FailureMode): string {
  return `it works again: no longer ${mode}`;
}
