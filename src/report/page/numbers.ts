/** The page's numbers: columns out of base64, steps and ticks of axes, values in words. */
import type { EncodedColumn } from "../encode.ts";

/** A column as numbers; what is not known is null, which breaks a line. */
export type Column = (number | null)[];
export type Limits = readonly [low: number, high: number];

/** A column of encode.ts as numbers. */
export function decode({ length, offset, data }: EncodedColumn): Column {
  if (data === null) return new Array<number>(length).fill(offset);
  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Array.from({ length }, (_, i) => {
    const difference = view.getFloat32(4 * i, true);
    return Number.isNaN(difference) ? null : offset + difference;
  });
}

/** A number with as many decimals as a step of this size needs. */
export function fixed(value: number, step: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace("-", "−");
}

/** A value under the cursor: to a thousandth of what its axis shows. */
export function reading(value: number | null | undefined, unit: string, span: number): string {
  if (value === null || value === undefined) return "–";
  const text = fixed(value, Math.max(1e-6, 10 ** Math.floor(Math.log10(span / 300))));
  return unit === "" ? text : `${text}${unit === "°" ? "" : "\u202f"}${unit}`;
}

/** Steps of 1, 2 or 5 times a power of ten: the smallest that leaves `space` pixels between ticks. */
export function niceStep(span: number, pixels: number, space: number): number {
  const raw = (span * space) / Math.max(1, pixels);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5].map((m) => m * power).find((s) => s >= raw * (1 - 1e-9)) ?? 10 * power;
}

/** Whole multiples of the step, with some tolerance: limits come out of float32. */
export function ticks(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-5);
  const last = Math.floor(high / step + 1e-5);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * step);
}

/** Steps of value axes. uPlot's own have 2.5, which would need a decimal more than its neighbours. */
export const VALUE_STEPS: readonly number[] = Array.from({ length: 17 }, (_, k) => k - 6).flatMap((k) =>
  [1, 2, 5].map((m) => Number(`${m}e${k}`)),
);

const LONG_S = 7200;
/** Steps of time axes, in seconds. */
export const TIME_STEPS: readonly number[] = [
  ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800],
  ...[3600, 7200, 14400, 21600, 43200, 86400, 172800, 432000, 864000, 1728000, 4320000, 8640000],
];

/** Seconds; beyond two hours hours:minutes, and seconds where the ticks are closer than a minute. */
export function instant(t_s: number, step: number, whole_s: number): string {
  if (whole_s <= LONG_S) return fixed(t_s, step);
  const minutes = Math.floor(t_s / 60 + 1e-9);
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  return step >= 60 ? clock : `${clock}:${fixed(t_s - 60 * minutes, step).padStart(2, "0")}`;
}

export function timeLabel(whole_s: number): string {
  return whole_s <= LONG_S ? "time (s)" : "time (h:min)";
}

/** Low and high with some air, at least `leastSpan` apart. */
export function padded(limits: Limits | null, leastSpan: number): [number, number] {
  if (limits === null || !(limits[1] >= limits[0])) return [0, Math.max(1, leastSpan)];
  const [low, high] = limits;
  const span = Math.max(high - low, leastSpan);
  const middle = 0.5 * (low + high);
  return [middle - 0.55 * span, middle + 0.55 * span];
}
