/**
 * Statistics of a sensor's errors, from every sample that is valid and of which value and truth are known.
 *
 *   e = measured − true, angles by the shorter way round                       (1)
 *   mean ē = Σe / n,  deviation √(Σ(e − ē)² / n),  RMS √(Σe² / n)              (2)  RMS² = mean² + deviation²
 *   rate (N − 1) / (t_N − t_1)                                                 (3)  of all N samples that arrived, silences included
 */
import { errorAt, isValid, type Pair, type SensorData } from "./sensor-channels.ts";

export interface PairFigures {
  readonly samples: number;
  /** Of these the sensor calls so many valid. */
  readonly valid: number;
  /** Of these value and truth are numbers: what the rest is from. */
  readonly counted: number;
  /** NaN where no sample counts. */
  readonly mean: number;
  readonly deviation: number;
  readonly rms: number;
  readonly largest: number;
}

export function pairFigures(pair: Pair): PairFigures {
  const samples = pair.measured.length;
  let valid = 0;
  let counted = 0;
  let sum = 0;
  let squares = 0;
  let largest = 0;
  for (let i = 0; i < samples; i++) {
    if (!isValid(pair, i)) continue;
    valid++;
    const error = errorAt(pair, i);
    if (!Number.isFinite(error)) continue;
    counted++;
    sum += error;
    squares += error * error;
    largest = Math.max(largest, Math.abs(error));
  }
  if (counted === 0) {
    const unknown = Number.NaN;
    return { samples, valid, counted, mean: unknown, deviation: unknown, rms: unknown, largest: unknown };
  }
  const mean = sum / counted;
  // A second time: Σe² − n ē² would lose the deviation beside a large mean.
  let around = 0;
  for (let i = 0; i < samples; i++) {
    const error = isValid(pair, i) ? errorAt(pair, i) : Number.NaN;
    if (Number.isFinite(error)) around += (error - mean) * (error - mean);
  }
  return {
    ...{ samples, valid, counted, mean, largest },
    deviation: Math.sqrt(around / counted),
    rms: Math.sqrt(squares / counted),
  };
}

/** (3), from the times of the log; NaN of fewer than two samples. */
export function rate_Hz({ channel }: SensorData): number {
  const { t_s } = channel.series;
  const span_s = t_s.length < 2 ? 0 : t_s.at(-1)! - t_s[0]!;
  return span_s > 0 ? (t_s.length - 1) / span_s : Number.NaN;
}
