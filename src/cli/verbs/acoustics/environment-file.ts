/** Environment files of BELLHOP and what its runs write, as inputs and outputs of thetis acoustics. */
import {
  ARRIVAL_SIZE,
  type Arrivals,
  type LossField,
  pressureOfLoss,
  type RayCase,
  type RunTask,
  readEnvironment,
  writeArrivals,
  writeEnvironment,
  writeShade,
} from "../../../acoustics/index.ts";
import { LARGEST_FILE_BYTES, reasonOf } from "../../io/files.ts";
import { inputText } from "../../io/ordinary-files.ts";
import { CallError, EXIT } from "../../io/outcome.ts";
import type { Call } from "./call.ts";
import type { SeaPlane } from "./question.ts";
import type { SeaCase } from "./sea-case.ts";

/** Below the deepest bottom, so that no ray ends there. */
const BOX = 1.1;

/** null where the file cannot be read, with all that is wrong with it in the call. */
export function environmentOf(call: Call): SeaPlane | null {
  const file = call.sea ?? "";
  const { environment, diagnostics, sources } = readEnvironment(file, textOf(file), (name) => {
    try {
      return { text: inputText(name, LARGEST_FILE_BYTES) };
    } catch (error) {
      return { error: reasonOf(error) };
    }
  });
  call.add(diagnostics, sources);
  if (environment === null) return null;
  const { case: ray, receivers, task, title } = environment;
  if (receivers === "pairs")
    call.flags.warn(`${file}: its receivers are pairs; here they are a grid of all depths and ranges`);
  const isSum = task === "coherent" || task === "incoherent" || task === "semicoherent";
  return {
    ...ray,
    isFile: true,
    words: `sea of ${file} ("${title.trim()}")`,
    ...(isSum && { sum: task }),
  };
}

function textOf(file: string): string {
  try {
    return inputText(file, LARGEST_FILE_BYTES);
  } catch (error) {
    throw new CallError(`cannot read ${file}: ${reasonOf(error)}`, EXIT.wrongInput, { cause: error });
  }
}

/** The case as an environment file with those beside it; null where the format cannot hold it. */
export function environmentFiles(
  call: Call,
  { ray, words }: SeaCase,
  task: RunTask,
  file: string,
): ReadonlyMap<string, string> | null {
  const deepest_m = ray.bottom.depths_m.reduce((most, depth_m) => Math.max(most, depth_m), 0);
  const environment = {
    title: words.slice(0, 70),
    task,
    receivers: "grid",
    boxDepth_m: BOX * deepest_m,
    case: ray,
  } as const;
  const { files, diagnostics } = writeEnvironment(environment, file);
  call.add(diagnostics, new Map());
  return files.size === 0 ? null : files;
}

/** The loss as pressures without phase: depth after depth, as the format has it. Silence is a pressure of 0. */
export function lossBytes(
  { frequency_Hz, sourceDepths_m, receiverDepths_m, receiverRanges_m }: RayCase,
  fields: readonly LossField[],
  title: string,
): Uint8Array {
  const [depths, ranges] = [receiverDepths_m.length, receiverRanges_m.length];
  const pressure = new Float32Array(2 * sourceDepths_m.length * depths * ranges);
  fields.forEach(({ loss_dB }, s) => {
    for (let d = 0; d < depths; d++) {
      for (let r = 0; r < ranges; r++)
        pressure[2 * ((s * depths + d) * ranges + r)] = pressureOfLoss(loss_dB[r * depths + d]!);
    }
  });
  return writeShade({
    title: title.slice(0, 80),
    receivers: "grid",
    frequency_Hz,
    sourceDepths_m,
    receiverDepths_m,
    receiverRanges_m,
    pressure,
  });
}

/** Arrivals in the order of the format: of each source, for each depth, for each range. */
export function arrivalsText(
  { frequency_Hz, sourceDepths_m, receiverDepths_m, receiverRanges_m }: RayCase,
  found: readonly Arrivals[],
): string {
  const [depths, ranges] = [receiverDepths_m.length, receiverRanges_m.length];
  const ordered = Array.from(found, (_, k) => {
    const [s, rest] = [Math.floor(k / (depths * ranges)), k % (depths * ranges)];
    const [d, r] = [Math.floor(rest / ranges), rest % ranges];
    return found[(s * ranges + r) * depths + d]!.records;
  });
  const arrivals = new Float64Array(ordered.reduce((sum, records) => sum + records.length, 0));
  let at = 0;
  for (const records of ordered) {
    arrivals.set(records, at);
    at += records.length;
  }
  const counts = Int32Array.from(ordered, (records) => records.length / ARRIVAL_SIZE);
  return writeArrivals({ frequency_Hz, sourceDepths_m, receiverDepths_m, receiverRanges_m, counts, arrivals });
}
