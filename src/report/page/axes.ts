/** What plots over time have in common: axes of uPlot, the cursor that leads the others, following and zooming. */
import { fixed, instant, type Limits, TIME_STEPS, timeLabel, VALUE_STEPS } from "./numbers.ts";
import type { Plot, Shared } from "./shared.ts";
import { FONT, theme } from "./theme.ts";

export function timeAxis(shared: Shared): uPlot.Axis {
  return {
    ...axis(),
    label: timeLabel(shared.span[1]),
    labelSize: 20,
    size: 26,
    space: 60,
    incrs: [...TIME_STEPS],
    values: (_u, splits, _axis, _space, step) => splits.map((t) => instant(t, step, shared.span[1])),
  };
}

/** Whole numbers only for what counts in steps. */
export function valueAxis(steps: boolean): uPlot.Axis {
  return {
    ...axis(),
    incrs: VALUE_STEPS.filter((step) => !steps || step >= 1),
    // Asked before there are any values, too.
    size: (_u, values: string[] | null) => 16 + 7 * Math.max(3, ...(values ?? []).map((text) => text.length)),
    space: 32,
    values: (_u, splits, _axis, _space, step) => splits.map((y) => fixed(y, step)),
  };
}

function axis(): uPlot.Axis {
  return {
    stroke: () => theme().ink,
    font: FONT,
    labelFont: FONT,
    grid: { stroke: () => theme().grid, width: 1 },
    ticks: { stroke: () => theme().faint, width: 1, size: 5 },
    border: { show: true, stroke: () => theme().faint, width: 1 },
  };
}

/** The pointer over a plot sets the instant of all. uPlot's own hook would also report what zooming does to its cursor. */
export function leadCursor(leader: Plot, plot: uPlot, shared: Shared): void {
  plot.over.addEventListener("mousemove", (event) => {
    const left = event.clientX - plot.over.getBoundingClientRect().left;
    shared.setTime(plot.posToVal(left, "x"), leader);
  });
}

/** Puts a plot's cursor at an instant; null, and what lies outside, hides it. */
export function placeCursor(plot: uPlot, t_s: number | null, top: number): void {
  const left = t_s === null ? -10 : plot.valToPos(t_s, "x");
  const inside = left >= 0 && left <= plot.bbox.width / uPlot.pxRatio;
  plot.setCursor({ left: inside ? left : -10, top });
}

export function showWindow(plot: uPlot, [min, max]: Limits): void {
  const { x } = plot.scales;
  if (x?.min !== min || x.max !== max) plot.setScale("x", { min, max });
}

/** Reports a new window of one plot to all. */
export function reportWindow(plot: uPlot, key: string, shared: Shared): void {
  const { x } = plot.scales;
  if (key === "x" && x?.min !== undefined && x.max !== undefined) shared.setWindow([x.min, x.max]);
}
