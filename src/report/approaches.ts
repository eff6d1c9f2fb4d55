/**
 * Approaches to latches as drawings in the page: offset from the axis against the angle between the axes, at the gate and at the latch, the
 * window as a box, each approach as a mark that says what became of it. They need no script. Latches with one window share their drawings,
 * so that a grid of approaches is one picture, however many docks it takes.
 *
 * An approach begins at the gate, or, of a latch without one, at its plane, and ends when the vehicle is caught or begins another one.
 */
import { escapeHtml } from "./encode.ts";
import type { ChannelData, RunData } from "./input.ts";
import { digits } from "./tables.ts";

const OUTCOME = { atGate: 0, caught: 1, refused: 2 } as const;
/** Bits of a refusal, in words. */
const REASONS = ["too far off the axis", "too oblique", "too fast", "latch open or busy"] as const;
const DEG = 180 / Math.PI;

/** What is drawn of one window; more are counted. */
const MOST_MARKS = 5000;
const SIZE = { width: 360, height: 280, left: 46, right: 12, top: 12, bottom: 40 } as const;
const MARK = 4;

interface Place {
  readonly offset_m: number;
  /** Below 0 where the vehicle points towards the axis. */
  readonly angle_deg: number;
}

export interface ReadApproach {
  readonly vehicle: string;
  readonly latch: string;
  readonly t_s: number;
  gate: Place | null;
  /** Where it was caught, or else where it passed the plane first. */
  latchAt: Place | null;
  caught: boolean;
  /** Sum of the bits of all refusals. */
  refusal: number;
  speed_mps: number;
}

interface Window {
  readonly offset_m: number;
  readonly angle_deg: number;
  readonly speed_mps: number;
  readonly gate_m: number;
}

/** "" for a run without latches. */
export function approachFigures(run: RunData): string {
  const groups = new Map<string, { window: Window; latches: string[]; approaches: ReadApproach[] }>();
  for (const channel of run.vehicles.flatMap(({ channels }) => channels)) {
    const window = windowOf(channel);
    if (window === null) continue;
    const key = JSON.stringify(window);
    const group = groups.get(key) ?? { window, latches: [], approaches: [] };
    groups.set(key, group);
    group.latches.push(channel.declared.of ?? channel.declared.topic);
    group.approaches.push(...approachesOf(channel));
  }
  return [...groups.values()].map(({ window, latches, approaches }) => figure(window, latches, approaches)).join("\n");
}

/** null for a channel that is not of a latch, or does not say what its window is. */
function windowOf({ declared, about = {} }: ChannelData): Window | null {
  if (declared.plot !== "approaches") return null;
  const [offset_m, angle_rad, speed_mps, gate_m] = ["offset_m", "angle_rad", "speed_mps", "gate_m"].map((name) =>
    Number(about[name] ?? Number.NaN),
  ) as [number, number, number, number];
  if (!(offset_m > 0 && angle_rad > 0 && speed_mps > 0 && gate_m >= 0)) return null;
  return { offset_m, angle_deg: angle_rad * DEG, speed_mps, gate_m };
}

/** In the order in which they begin. */
export function approachesOf({ declared, series, about = {} }: ChannelData): ReadApproach[] {
  const names = (about.vehicles ?? "").split(" ");
  const column = (name: string): Float64Array => series.columns.get(name) ?? new Float64Array(0);
  const [vehicles, outcomes, refusals] = [column("vehicle"), column("outcome"), column("refusal")];
  const [offsets, angles, speeds] = [column("offset_m"), column("outward_rad"), column("speed_mps")];
  const all: ReadApproach[] = [];
  const open = new Map<number, ReadApproach>();
  for (let k = 0; k < series.t_s.length; k++) {
    const [who, outcome] = [vehicles[k] ?? Number.NaN, outcomes[k] ?? Number.NaN];
    const place = { offset_m: offsets[k] ?? Number.NaN, angle_deg: (angles[k] ?? Number.NaN) * DEG };
    if (!Number.isFinite(place.offset_m) || !Number.isFinite(place.angle_deg)) continue;
    const isNew =
      outcome === OUTCOME.atGate || !open.has(who) || (outcome === OUTCOME.refused && passed(open.get(who)!));
    const approach: ReadApproach = isNew
      ? {
          ...{ vehicle: names[who] ?? `vehicle ${who}`, latch: declared.of ?? declared.topic, t_s: series.t_s[k]! },
          ...{ gate: null, latchAt: null, caught: false, refusal: 0, speed_mps: speeds[k] ?? Number.NaN },
        }
      : open.get(who)!;
    if (isNew) {
      all.push(approach);
      open.set(who, approach);
    }
    if (outcome === OUTCOME.atGate) {
      approach.gate = place;
      continue;
    }
    approach.latchAt = place;
    approach.speed_mps = speeds[k] ?? Number.NaN;
    if (outcome === OUTCOME.caught) {
      approach.caught = true;
      open.delete(who);
    } else approach.refusal |= refusals[k] ?? 0;
  }
  return all;
}

/** Whether an approach without a gate has been refused already: the next refusal is of another one. */
function passed({ gate, latchAt }: ReadApproach): boolean {
  return gate === null && latchAt !== null;
}

function figure(window: Window, latches: readonly string[], approaches: readonly ReadApproach[]): string {
  const { offset_m, angle_deg, speed_mps, gate_m } = window;
  const which = latches.length === 1 ? latches[0]! : `${latches.length} latches, ${latches[0]} to ${latches.at(-1)}`;
  const title = `Approaches to ${which}: window ${digits(offset_m)} m, ${digits(angle_deg)}°, ${digits(speed_mps)} m/s`;
  const shown = approaches.slice(0, MOST_MARKS);
  const atGate = shown.some(({ gate }) => gate !== null);
  const drawings = [
    ...(atGate
      ? [drawing(shown, ({ gate }) => gate, window, false, `At the gate, ${digits(gate_m)} m before the latch`)]
      : []),
    drawing(shown, ({ latchAt }) => latchAt, window, true, "At the latch"),
  ];
  const empty = latches.length - new Set(approaches.map(({ latch }) => latch)).size;
  const none =
    empty > 0 && latches.length > 1 ? `<p>To ${empty} of the latches nothing came, not even to the gate.</p>` : "";
  const more = approaches.length > shown.length ? `<p>${approaches.length - shown.length} more are not drawn.</p>` : "";
  return `<figure class="excerpt approaches"><figcaption>${escapeHtml(title)}</figcaption>
<div class="pictures">${drawings.join("\n")}</div>
${legend(approaches)}${none}${more}</figure>`;
}

function drawing(
  approaches: readonly ReadApproach[],
  placeOf: (approach: ReadApproach) => Place | null,
  window: Window,
  isBoxed: boolean,
  title: string,
): string {
  const places = approaches.flatMap((approach) => {
    const place = placeOf(approach);
    return place === null ? [] : [{ approach, place }];
  });
  const most = (values: readonly number[], least: number): number =>
    1.08 * values.reduce((largest, value) => Math.max(largest, Math.abs(value)), least);
  const offsets = most(
    places.map(({ place }) => place.offset_m),
    window.offset_m,
  );
  const angles = most(
    places.map(({ place }) => place.angle_deg),
    window.angle_deg,
  );
  const { width, height, left, right, top, bottom } = SIZE;
  const x = (offset_m: number): number => round(left + ((width - left - right) * offset_m) / offsets);
  const y = (angle_deg: number): number => round(top + ((height - top - bottom) * (angles - angle_deg)) / (2 * angles));
  const [wide, high] = [round(x(window.offset_m) - x(0)), round(y(-window.angle_deg) - y(window.angle_deg))];
  const box = isBoxed
    ? `<rect class="window" x="${x(0)}" y="${y(window.angle_deg)}" width="${wide}" height="${high}"/>`
    : "";
  const low = height - bottom;
  const across = ticks(offsets).map(
    (v) =>
      `<path d="M${x(v)} ${top}V${low}"/><text x="${x(v)}" y="${low + 14}" text-anchor="middle">${digits(v)}</text>`,
  );
  const up = [...ticks(angles).filter((v) => v > 0), ...ticks(angles).map((v) => 0 - v)].map(
    (v) =>
      `<path d="M${left} ${y(v)}H${width - right}"/><text x="${left - 5}" y="${y(v) + 4}" text-anchor="end">${digits(v)}</text>`,
  );
  const marks = places.map(({ approach, place }) => mark(approach, x(place.offset_m), y(place.angle_deg)));
  const label = `${title}: angle between the axes in degrees over the offset from the axis in metres, ${places.length} approaches.`;
  return `<div class="picture"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(label)}"><g class="grid">${across.join("")}${up.join("")}</g>${box}${marks.join("")}<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">offset from the axis (m)</text><text transform="translate(11 ${(top + low) / 2}) rotate(-90)" text-anchor="middle">angle (°), below 0 towards the axis</text></svg><span>${escapeHtml(title)}</span></div>`;
}

function mark(approach: ReadApproach, x: number, y: number): string {
  const { vehicle, latch, t_s, caught, refusal, speed_mps, latchAt } = approach;
  const became = caught ? "caught" : latchAt === null ? "does not come to the latch" : reasonsOf(refusal).join(", ");
  const title = `<title>${escapeHtml(`${vehicle} at ${latch}, ${digits(t_s)} s, ${digits(speed_mps)} m/s: ${became}`)}</title>`;
  if (caught) return `<circle class="caught" cx="${x}" cy="${y}" r="${MARK}">${title}</circle>`;
  if (latchAt === null) return `<circle class="lost" cx="${x}" cy="${y}" r="${MARK}">${title}</circle>`;
  const d = `M${round(x - MARK)} ${round(y - MARK)}l${2 * MARK} ${2 * MARK}m0 ${-2 * MARK}l${-2 * MARK} ${2 * MARK}`;
  return `<path class="refused" d="${d}">${title}</path>`;
}

function legend(approaches: readonly ReadApproach[]): string {
  const caught = approaches.filter((approach) => approach.caught);
  const lost = approaches.filter(({ latchAt }) => latchAt === null);
  const refused = approaches.filter((approach) => !approach.caught && approach.latchAt !== null);
  const reasons = REASONS.flatMap((reason, bit) => {
    const count = refused.filter(({ refusal }) => refusal & (1 << bit)).length;
    return count === 0 ? [] : [`${count} ${reason}`];
  });
  const key = (shape: string): string => `<svg viewBox="0 0 12 12" aria-hidden="true">${shape}</svg>`;
  const of = (words: string): string => (words === "" ? "" : `: ${words}`);
  const entries = [
    `${key('<circle class="caught" cx="6" cy="6" r="4"/>')}${caught.length} caught`,
    `${key('<path class="refused" d="M2 2l8 8m0 -8l-8 8"/>')}${refused.length} passed the latch${of(reasons.join(", "))}`,
    `${key('<circle class="lost" cx="6" cy="6" r="4"/>')}${lost.length} did not come to the latch`,
  ];
  return `<p class="marks">${entries.map((entry) => `<span>${entry}</span>`).join(" ")}</p>`;
}

function reasonsOf(refusal: number): string[] {
  return REASONS.filter((_, bit) => refusal & (1 << bit));
}

/** 0 and up to some six round numbers. */
function ticks(most: number): number[] {
  const rough = most / 5;
  let step = 1;
  while (step > rough) step /= 10;
  while (step * 10 <= rough) step *= 10;
  const wide = [1, 2, 5, 10].map((m) => m * step).find((m) => m >= rough) ?? 10 * step;
  return Array.from({ length: Math.floor(most / wide) + 1 }, (_, k) => k * wide);
}

/** To a tenth of a pixel. */
function round(value: number): number {
  return Math.round(10 * value) / 10;
}
