/** What is asked of a sea, and the sea as the ray model wants it: between the flags and where a sea comes from. */
import type { RayCase, RayFan, Sum } from "../../../acoustics/index.ts";
import { ABSORPTION_MODELS } from "../../../environment/index.ts";

export const ABSORPTIONS = [...ABSORPTION_MODELS, "none"] as const;
export type Absorption = (typeof ABSORPTIONS)[number];

/** Where no flag says it. */
export const RANGE_M = 1000;
/** What the flags say, before the sea is known. */
export interface Question {
  readonly frequency_Hz: number | undefined;
  readonly source_m: readonly number[] | undefined;
  readonly receivers_m: readonly number[] | undefined;
  readonly ranges_m: readonly number[] | undefined;
  readonly angles_deg: readonly [number, number] | undefined;
  readonly rays: number | undefined;
  readonly step_m: number | undefined;
  readonly beam: RayCase["beam"] | undefined;
  readonly sum: Sum | undefined;
  readonly absorption: Absorption | undefined;
}

/** Water and boundaries of a vertical plane, with what its source of information says of the question. */
export interface SeaPlane extends Pick<RayCase, "sound" | "surface" | "bottom" | "absorption"> {
  /** Of the sea, in words. */
  readonly words: string;
  /** Its receivers come from a file, and may lie in the bottom: nothing arrives there. */
  readonly isFile?: boolean;
  readonly frequency_Hz: number;
  /** undefined where it says nothing. */
  readonly sourceDepths_m?: ArrayLike<number>;
  readonly receiverDepths_m?: ArrayLike<number>;
  readonly receiverRanges_m?: ArrayLike<number>;
  readonly fan?: RayFan;
  readonly step_m?: number;
  readonly maxRange_m?: number;
  readonly weakest_dB?: number;
  /** A place that was named; its depth is undefined where only the place was. */
  readonly target?: { readonly range_m: number; readonly depth_m: number | undefined };
  readonly beam?: RayCase["beam"];
  readonly sum?: Sum;
}
