/** An Allan deviation over averaging times, both scales logarithmic. It has no instant: cursor and window of the others do not concern it. */
import type { DisplayAllan } from "../display.ts";
import { type Plot, part } from "./shared.ts";
import { FONT, lineColour, swatch, theme } from "./theme.ts";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export class AllanPlot implements Plot {
  readonly host: HTMLElement;
  readonly plot: uPlot;
  readonly #values: readonly HTMLElement[];
  readonly #time: HTMLElement;
  readonly #data: DisplayAllan;

  constructor(figure: HTMLElement, data: DisplayAllan) {
    this.#data = data;
    this.host = part(figure, ".canvas");
    const legend = part(figure, ".legend");
    this.#values = data.lines.map(({ label }, i) => {
      const entry = document.createElement("span");
      entry.className = "entry";
      const value = document.createElement("span");
      value.className = "value";
      entry.append(swatch(i, [], false), ` ${label} `, value);
      legend.append(entry);
      return value;
    });
    this.#time = document.createElement("span");
    legend.append(this.#time);
    const axis: uPlot.Axis = {
      stroke: () => theme().ink,
      font: FONT,
      labelFont: FONT,
      grid: { stroke: () => theme().grid, width: 1 },
      ticks: { stroke: () => theme().faint, width: 1, size: 5 },
      border: { show: true, stroke: () => theme().faint, width: 1 },
    };
    const options: uPlot.Options = {
      ...this.#size(),
      legend: { show: false },
      padding: [8, 18, 0, 0],
      series: [
        {},
        ...data.lines.map(
          ({ label }, i): uPlot.Series => ({
            ...{ label, width: 1.5, points: { show: false } },
            stroke: () => lineColour(i),
          }),
        ),
      ],
      scales: {
        x: { time: false, distr: 3, range: (_u, low, high) => wholeDecades(low, high) },
        y: { distr: 3, range: (_u, low, high) => wholeDecades(low, high) },
      },
      axes: [
        { ...axis, label: "averaging time (s)", labelSize: 20, size: 26, values: labels },
        { ...axis, size: 46, values: labels },
      ],
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      hooks: { setCursor: [(u) => this.#cursorMoved(u)] },
    };
    this.plot = new uPlot(
      options,
      [[...data.times_s], ...data.lines.map(({ deviations }) => [...deviations])] as uPlot.AlignedData,
      this.host,
    );
  }

  #cursorMoved(u: uPlot): void {
    const { idx } = u.cursor;
    const shown = idx === null || idx === undefined ? null : idx;
    this.#time.textContent = shown === null ? "" : `at ${this.#data.times_s[shown]!.toPrecision(3)} s`;
    this.#data.lines.forEach(({ deviations }, i) => {
      this.#values[i]!.textContent = shown === null ? "" : deviations[shown]!.toExponential(2).replace(/-/g, "−");
    });
  }

  follow(): void {}

  window(): void {}

  select(): void {}

  #size(): { width: number; height: number } {
    return { width: Math.max(200, Math.floor(this.host.clientWidth)), height: 200 };
  }

  resize(): void {
    this.plot.setSize(this.#size());
  }

  redraw(): void {
    this.plot.redraw(false);
  }
}

const labels = (_u: uPlot, splits: (number | null)[]): string[] => splits.map(decade);

/** Powers of ten around the values. */
function wholeDecades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !(low > 0)) return [0.1, 10];
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.ceil(Math.log10(high) - 1e-9);
  return [10 ** from, 10 ** Math.max(to, from + 1)];
}

/** Labels stand at powers of ten only. */
function decade(value: number | null): string {
  if (value === null) return ""; // uPlot leaves out what would be too dense
  const power = Math.log10(value);
  if (Math.abs(power - Math.round(power)) > 1e-6) return "";
  const whole = Math.round(power);
  if (whole >= -2 && whole <= 3) return String(Number(value.toPrecision(1)));
  const raised = [...String(Math.abs(whole))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `10${whole < 0 ? "⁻" : ""}${raised}`;
}
