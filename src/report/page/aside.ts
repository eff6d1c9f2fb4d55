/** What stands behind and at the edges of a plot over time: failures shaded, events as dotted lines, invalid samples as a bar at the foot. */
import type { Aside } from "../panels.ts";
import { DOTS, lineColour, theme } from "./theme.ts";

const BAR_PIXELS = 3;
/** An event within so many pixels of the cursor is named. */
const NEAR_PIXELS = 6;
const SHADE = 0.14;

/** Behind the lines. */
export function drawAside(u: uPlot, { spans, marks, invalid }: Aside): void {
  const { ctx: g, bbox } = u;
  const ratio = uPlot.pxRatio;
  const x = (t_s: number): number => Math.min(bbox.left + bbox.width, Math.max(bbox.left, u.valToPos(t_s, "x", true)));
  const stretch = (from_s: number, to_s: number, top: number, height: number): void => {
    const [left, right] = [x(from_s), x(to_s)];
    const outside = to_s < (u.scales.x?.min ?? 0) || from_s > (u.scales.x?.max ?? 0);
    if (!outside) g.fillRect(left, top, Math.max(ratio, right - left), height);
  };
  g.save();
  g.fillStyle = lineColour("invalid");
  g.globalAlpha = SHADE;
  for (const { from_s, to_s } of spans) stretch(from_s, to_s ?? Number.POSITIVE_INFINITY, bbox.top, bbox.height);
  g.globalAlpha = 1;
  const bar = BAR_PIXELS * ratio;
  for (const [from_s, to_s] of invalid) stretch(from_s, to_s, bbox.top + bbox.height - bar, bar);
  g.lineWidth = ratio;
  g.setLineDash(DOTS.map((pixels) => pixels * ratio));
  for (const { t_s, level } of marks) {
    if (t_s < (u.scales.x?.min ?? 0) || t_s > (u.scales.x?.max ?? 0)) continue;
    // Not in the colour of a line.
    g.strokeStyle = level === "info" ? theme().soft : (theme().levels[level] ?? theme().soft);
    g.beginPath();
    g.moveTo(x(t_s), bbox.top);
    g.lineTo(x(t_s), bbox.top + bbox.height);
    g.stroke();
  }
  g.restore();
}

/** What the legend says of it beside the lines. */
export function asideKey({ spans, marks, invalid }: Aside): { readonly sign: string; readonly text: string }[] {
  const failures = [...new Set(spans.map(({ what }) => what))];
  return [
    ...(failures.length === 0 ? [] : [{ sign: "▒", text: failures.join(", ") }]),
    ...(invalid.length === 0 ? [] : [{ sign: "▂", text: "invalid samples" }]),
    ...(marks.length === 0 ? [] : [{ sign: "┊", text: marks.length === 1 ? "event" : `${marks.length} events` }]),
  ];
}

/** The event or the failure under the cursor; "" of none. */
export function asideAt(u: uPlot, { spans, marks }: Aside, t_s: number): string {
  const left = u.valToPos(t_s, "x");
  const near = marks
    .filter((mark) => Math.abs(u.valToPos(mark.t_s, "x") - left) <= NEAR_PIXELS)
    .map(({ text }) => text);
  const failing = spans.filter(({ from_s, to_s }) => t_s >= from_s && (to_s === null || t_s < to_s));
  return [...failing.map(({ what }) => what), ...near].join("; ");
}
