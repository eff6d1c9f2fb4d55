/**
 * The mission of a vehicle over time: a lane for each task with its phases, one for each statement that waited, and the moments of the
 * events. It needs no script; a click on an event sets the instant of all plots, as in the table of events.
 */
import { escapeHtml } from "./encode.ts";
import { motionOf } from "./fields.ts";
import type { MissionData, VehicleData } from "./input.ts";
import { digits } from "./tables.ts";

/** Lanes of statements that are drawn; a mission in a loop has few, a long one many. */
const MOST_STATEMENTS = 60;
const TICKS = 6;

export interface Span {
  readonly from_s: number;
  readonly until_s: number;
  readonly text: string;
}

/** None for a vehicle without mission. */
export function missionTimelines(label: string, vehicle: VehicleData): string[] {
  const { mission } = vehicle;
  if (mission == null || mission.reactions.length === 0) return [];
  const last = mission.reactions.at(-1)!.t_s;
  return [timeline(label, mission, Math.max(motionOf(vehicle)?.series.t_s.at(-1) ?? 0, last, 1e-3))];
}

function timeline(label: string, mission: MissionData, end_s: number): string {
  const tasks = lanesOf(mission, end_s, "tasks", (text) => text.slice(0, text.indexOf(" ")));
  const statements = lanesOf(mission, end_s, "statements", (text) => text);
  const shown = [...statements].slice(0, MOST_STATEMENTS);
  const left = statements.size - shown.length;
  const rows = [
    lane("events", events(mission, end_s)),
    ...[...tasks].map(([name, spans]) =>
      lane(name, spans.map((span) => bar(span, phaseOf(span.text), end_s)).join("")),
    ),
    ...shown.map(([name, spans]) => lane(name, spans.map((span) => bar(span, "statement", end_s)).join(""))),
    axis(end_s),
  ];
  const more = left > 0 ? `<p class="key">${left} more statements are in the log.</p>` : "";
  const key = [
    ["waiting", "task waits or prepares"],
    ["active", "active"],
    ["ending", "stops"],
    ["statement", "statement"],
  ].map(([phase, words]) => `<span class="bar ${phase}"></span>${words}`);
  return `<figure class="mission"><figcaption>${escapeHtml(`${mission.name}, ${label}: tasks and statements over time`)}</figcaption>
${rows.join("\n")}
${more}<p class="key">${key.join("")}</p></figure>`;
}

/** For each name, in the order of its first appearance, when it was there: spans of one text, joined over reactions. */
export function lanesOf(
  { reactions }: MissionData,
  end_s: number,
  field: "tasks" | "statements",
  nameOf: (text: string) => string,
): ReadonlyMap<string, readonly Span[]> {
  const lanes = new Map<string, Span[]>();
  reactions.forEach((reaction, i) => {
    const until_s = reactions[i + 1]?.t_s ?? end_s;
    for (const text of reaction[field]) {
      const spans = lanes.get(nameOf(text)) ?? [];
      const before = spans.at(-1);
      if (before !== undefined && before.text === text && before.until_s === reaction.t_s) {
        spans[spans.length - 1] = { ...before, until_s };
      } else spans.push({ from_s: reaction.t_s, until_s, text });
      lanes.set(nameOf(text), spans);
    }
  });
  return lanes;
}

function phaseOf(text: string): string {
  if (/ is active$/.test(text)) return "active";
  return / (waits|initialises|is ready)/.test(text) ? "waiting" : "ending";
}

function lane(name: string, content: string): string {
  return `<div class="row" title="${escapeHtml(name)}">${escapeHtml(name)}</div><div class="lane">${content}</div>`;
}

function bar({ from_s, until_s, text }: Span, className: string, end_s: number): string {
  const title = escapeHtml(`${text}, ${digits(from_s)} s to ${digits(until_s)} s`);
  return `<span class="bar ${className}" style="left:${percent(from_s, end_s)};width:${percent(until_s - from_s, end_s)}" title="${title}"></span>`;
}

/** What came from the vehicle: not the answers to STOP and INIT. */
function events({ reactions, isAnswer }: MissionData, end_s: number): string {
  return reactions
    .map(({ t_s, inputs, outputs }) => {
      const fatal = outputs.includes("FATAL");
      const named = inputs.filter((name) => !isAnswer(name));
      if (named.length === 0 && !fatal) return "";
      const words = escapeHtml(`${digits(t_s)} s: ${[...named, ...(fatal ? ["FATAL"] : [])].join(", ")}`);
      return `<button type="button" class="instant mark${fatal ? " fatal" : ""}" data-t="${Number(t_s)}" style="left:${percent(t_s, end_s)}" title="${words}" aria-label="${words}"></button>`;
    })
    .join("");
}

function axis(end_s: number): string {
  const step_s = niceStep(end_s / TICKS);
  const ticks = Array.from({ length: Math.floor(end_s / step_s) + 1 }, (_, k) => k * step_s);
  const marks = ticks.map((t_s) => `<span style="left:${percent(t_s, end_s)}">${digits(t_s)} s</span>`);
  return `<div></div><div class="lane axis">${marks.join("")}</div>`;
}

/** 1, 2 or 5 times a power of ten, not below a step. */
function niceStep(least: number): number {
  // Exact: the digits of the number say its power of ten.
  const power = Number(`1e${least.toExponential().split("e")[1]}`);
  return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}

function percent(part_s: number, end_s: number): string {
  return `${((100 * part_s) / end_s).toFixed(3)}%`;
}
