/**
 * The page's numbers: columns out of base64, ticks of axes, values in words, colours out of the style sheet.
 *
 * The files of this folder are plain scripts that are joined into one (order: src/report/index.ts). Each adds what the
 * next ones need to the object `thetisReport` and leaves nothing else behind.
 */
globalThis.thetisReport = {};
((report) => {
  /** A column of src/report/encode.ts as numbers; what is not known is null, which breaks a line. */
  report.decode = ({ length, offset, data }) => {
    if (data === null) return new Array(length).fill(offset);
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Array.from({ length }, (_, i) => {
      const difference = view.getFloat32(4 * i, true);
      return Number.isNaN(difference) ? null : offset + difference;
    });
  };

  /** A number with as many decimals as a step of this size needs. */
  report.fixed = (value, step) => {
    const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
    const text = value.toFixed(decimals);
    return Number(text) === 0 ? (0).toFixed(decimals) : text.replace("-", "−");
  };

  /** A value under the cursor: to a thousandth of what its axis shows. */
  report.reading = (value, unit, span) => {
    if (value === null || value === undefined) return "–";
    const text = report.fixed(value, Math.max(1e-6, 10 ** Math.floor(Math.log10(span / 300))));
    return unit === "" ? text : `${text}${unit === "°" ? "" : "\u202f"}${unit}`;
  };

  /** Steps of 1, 2 or 5 times a power of ten: the smallest that leaves `space` pixels between ticks. */
  report.step = (span, pixels, space) => {
    const raw = (span * space) / Math.max(1, pixels);
    const power = 10 ** Math.floor(Math.log10(raw));
    return [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * (1 - 1e-9));
  };

  /** Whole multiples of the step, with some tolerance: limits come out of float32. */
  report.ticks = (low, high, step) => {
    const first = Math.ceil(low / step - 1e-5);
    const last = Math.floor(high / step + 1e-5);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => (first + k) * step);
  };

  /** Steps of value axes. uPlot's own have 2.5, which would need a decimal more than its neighbours. */
  report.valueSteps = Array.from({ length: 17 }, (_, k) => k - 6).flatMap((k) =>
    [1, 2, 5].map((m) => Number(`${m}e${k}`)),
  );

  const LONG_S = 7200;
  /** Steps of time axes, in seconds. */
  report.timeSteps = [
    ...[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800],
    ...[3600, 7200, 14400, 21600, 43200, 86400, 172800, 432000, 864000, 1728000, 4320000, 8640000],
  ];

  /** Seconds; beyond two hours hours:minutes, and seconds where the ticks are closer than a minute. */
  report.instant = (t_s, step, whole_s) => {
    if (whole_s <= LONG_S) return report.fixed(t_s, step);
    const minutes = Math.floor(t_s / 60 + 1e-9);
    const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
    return step >= 60 ? clock : `${clock}:${report.fixed(t_s - 60 * minutes, step).padStart(2, "0")}`;
  };
  report.timeLabel = (whole_s) => (whole_s <= LONG_S ? "time (s)" : "time (h:min)");

  /** Low and high with some air, at least `leastSpan` apart. */
  report.padded = (low, high, leastSpan) => {
    if (low === null || high === null || !(high >= low)) return [0, Math.max(1, leastSpan)];
    const span = Math.max(high - low, leastSpan);
    const middle = 0.5 * (low + high);
    return [middle - 0.55 * span, middle + 0.55 * span];
  };

  /** Colours as the style sheet has them now: light, dark, or for paper. */
  report.theme = {};
  report.readTheme = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    report.theme = {
      ink: colour("--ink"),
      faint: colour("--faint"),
      grid: colour("--grid"),
      paper: colour("--paper"),
      // By index, and by name for the edges of the sea.
      lines: Object.fromEntries(
        [...Array(10).keys(), "bottom", "surface"].map((name) => [name, colour(`--line-${name}`)]),
      ),
      ground: colour("--ground"),
      levels: Object.fromEntries(
        ["debug", "info", "warning", "error", "fatal"].map((level) => [level, colour(`--level-${level}`)]),
      ),
    };
  };

  report.FONT = '12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
  /** Set-points and commands. */
  report.DOTS = [1.5, 3];

  /** A small drawing of a line as it is in the plots. */
  report.swatch = (colour, dash, dotted) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    for (const [name, value] of Object.entries({ width: 26, height: 8, class: "swatch", "aria-hidden": "true" }))
      svg.setAttribute(name, value);
    const dashes = dotted ? report.DOTS : dash;
    const attributes = { class: `line-${colour}`, x1: 1, y1: 4, x2: 25, y2: 4, "stroke-dasharray": dashes.join(" ") };
    for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, value);
    svg.append(line);
    return svg;
  };
})(globalThis.thetisReport);
