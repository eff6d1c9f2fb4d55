/**
 * A plot over time: lines by uPlot, a legend of our own. Cursor and zoom are shared by all plots through `shared`, which
 * page.js makes: shared.setTime(t_s, plot), shared.setWindow([from_s, until_s]), shared.visible(track).
 *
 * With many lines a legend below every plot would be longer than the plot: then the line nearest to the pointer is named, the
 * others step back, and the controls at the top are the legend.
 */
((report) => {
  const MANY_TRACKS = 6;
  const MANY_LINES = 14;
  const NEAR_PIXELS = 40;

  class TimePlot {
    constructor(figure, panel, data, shared) {
      this.panel = panel;
      this.shared = shared;
      this.figure = figure;
      this.host = figure.querySelector(".canvas");
      this.legend = figure.querySelector(".legend");
      this.hidden = new Set();
      this.crowded = data.tracks.length > MANY_TRACKS || panel.lines.length > MANY_LINES;
      const { width, height } = this.size();
      const options = {
        width,
        height,
        legend: { show: false },
        padding: [8, 18, 0, 0],
        series: [{}, ...panel.lines.map((line) => this.series(line, data.dashes))],
        scales: {
          x: { time: false, auto: false, min: shared.span[0], max: shared.span[1] },
          y: { range: (u, low, high) => this.range(u, low, high), dir: panel.down ? -1 : 1 },
        },
        axes: [timeAxis(shared), valueAxis(panel.steps)],
        cursor: {
          y: false,
          drag: { x: true, y: false, dist: 4 },
          points: { size: 6 },
          ...(this.crowded && { focus: { prox: NEAR_PIXELS } }),
          bind: {
            dblclick: () => () => shared.setWindow(shared.span),
            // The cursor stays where it was left, so that the values can be read.
            mouseleave: () => null,
          },
        },
        focus: { alpha: 0.25 },
        hooks: {
          setCursor: [() => this.cursorMoved()],
          setScale: [(u, key) => key === "x" && shared.setWindow([u.scales.x.min, u.scales.x.max])],
          setSeries: [(_, index, opts) => opts.focus !== undefined && this.focusOn(index)],
        },
      };
      this.makeLegend(data.dashes);
      this.plot = new uPlot(options, aligned(panel, data), this.host);
      report.leadsCursor(this, shared);
    }

    /** uPlot gives the limits of all lines but the bottom, within the window. */
    range(u, low, high) {
      let bottom = null;
      this.panel.lines.forEach(({ edge }, i) => {
        if (edge !== "bottom" || !u.series[i + 1].show) return;
        bottom = report.joined(bottom, report.limits(u.data[i + 1], ...u.series[i + 1].idxs));
      });
      const limits = report.withBottom(low === null ? null : [low, high], bottom) ?? [null, null];
      const [from, to] = report.padded(...limits, this.panel.leastSpan);
      this.figure.classList.toggle("bottom-beyond", bottom !== null && bottom[0] > to);
      return [from, to];
    }

    series({ colour, dash, dotted, label, edge }, dashes) {
      const stepped = this.panel.steps ? { paths: uPlot.paths.stepped({ align: 1 }) } : {};
      return {
        label,
        stroke: () => report.theme.lines[colour],
        width: edge ? 1 : dotted ? 1.25 : 1.5,
        ...(edge === "bottom" && { auto: false }),
        ...(colour === "bottom" && { fill: () => report.theme.ground, fillTo: (u) => u.scales.y.max }),
        dash: dotted ? report.DOTS : dashes[dash],
        points: { show: false },
        ...stepped,
      };
    }

    makeLegend(dashes) {
      if (this.crowded) {
        this.figure.classList.add("crowded");
        this.named = document.createElement("span");
        this.legend.append(this.named);
        this.focusOn(null);
        return;
      }
      const names = [...new Set(this.panel.lines.map((line) => line.entry))];
      this.entries = names.map((name) => {
        const lines = [...this.panel.lines.keys()].filter((i) => this.panel.lines[i].entry === name);
        const { colour, dash, dotted, track } = this.panel.lines[lines[0]];
        const button = document.createElement("button");
        button.type = "button";
        button.setAttribute("aria-pressed", "true");
        const value = document.createElement("span");
        value.className = "value";
        if (this.panel.lines[lines[0]].edge === "bottom") button.className = "bottom";
        button.append(report.swatch(colour, dashes[dash], dotted), ` ${name} `, value);
        button.addEventListener("click", () => {
          for (const i of lines) if (!this.hidden.delete(i)) this.hidden.add(i);
          button.setAttribute("aria-pressed", String(!this.hidden.has(lines[0])));
          this.select();
        });
        this.legend.append(button);
        return { button, value, lines, track };
      });
    }

    /** Shows the lines of the chosen tracks, without those that the legend hides. */
    select() {
      this.plot.batch(() => {
        this.panel.lines.forEach((line, i) => {
          const show = this.shared.visible(line.track) && !this.hidden.has(i);
          if (this.plot.series[i + 1].show !== show) this.plot.setSeries(i + 1, { show });
        });
      });
      for (const { button, track } of this.entries ?? []) button.hidden = !this.shared.visible(track);
    }

    cursorMoved() {
      const { left, idxs } = this.plot.cursor;
      if (this.crowded) return this.focusOn(this.focused);
      for (const { value, lines } of this.entries) {
        const [first, ...others] = left < 0 ? [""] : lines.map((i) => this.valueAt(i + 1, idxs[i + 1]));
        value.textContent = others.length === 0 ? first : `${first} (${others.join(", ")})`;
      }
    }

    valueAt(series, index) {
      const { min, max } = this.plot.scales.y;
      const y = index === null || index === undefined ? null : this.plot.data[series][index];
      const text = report.reading(y, this.panel.unit, max - min);
      // Among the values of a track it must be told apart.
      const { edge, colour } = this.panel.lines[series - 1];
      return edge && colour !== edge ? `${edge} ${text}` : text;
    }

    focusOn(series) {
      this.focused = series;
      if (!this.crowded) return;
      const line = series ? this.panel.lines[series - 1] : undefined;
      this.named.replaceChildren();
      if (line === undefined) {
        this.named.textContent = `${this.panel.lines.length} lines; the nearest to the pointer is named here`;
        return;
      }
      this.named.append(
        report.swatch(line.colour, this.shared.dashes[line.dash], line.dotted),
        ` ${line.label}: ${this.valueAt(series, this.plot.cursor.idxs[series])}`,
      );
    }

    /** Follows the cursor of another plot; null hides it. */
    follow(t_s) {
      const left = t_s === null ? -10 : this.plot.valToPos(t_s, "x");
      const inside = left >= 0 && left <= this.plot.bbox.width / uPlot.pxRatio;
      // Far above the plot: in a crowded one no line is nearest.
      this.plot.setCursor({ left: inside ? left : -10, top: this.crowded ? -1e4 : 0 });
    }

    window([min, max]) {
      const { x } = this.plot.scales;
      if (x.min !== min || x.max !== max) this.plot.setScale("x", { min, max });
    }

    size() {
      const width = Math.max(200, Math.floor(this.host.clientWidth));
      return { width, height: this.figure.closest(".columns-3, .columns-4") ? 150 : 210 };
    }

    resize() {
      this.plot.setSize(this.size());
    }

    redraw() {
      this.plot.redraw(false);
    }
  }

  function timeAxis(shared) {
    return {
      ...axis(),
      label: report.timeLabel(shared.span[1]),
      labelSize: 20,
      size: 26,
      space: 60,
      incrs: report.timeSteps,
      values: (_, splits, __, ___, step) => splits.map((t) => report.instant(t, step, shared.span[1])),
    };
  }

  /** Whole numbers only for what counts in steps. */
  function valueAxis(steps) {
    return {
      ...axis(),
      incrs: report.valueSteps.filter((step) => !steps || step >= 1),
      size: (_, values) => 16 + 7 * Math.max(3, ...(values ?? []).map((text) => text.length)),
      space: 32,
      values: (_, splits, __, ___, step) => splits.map((y) => report.fixed(y, step)),
    };
  }

  function axis() {
    return {
      stroke: () => report.theme.ink,
      font: report.FONT,
      labelFont: report.FONT,
      grid: { stroke: () => report.theme.grid, width: 1 },
      ticks: { stroke: () => report.theme.faint, width: 1, size: 5 },
      border: { show: true, stroke: () => report.theme.faint, width: 1 },
    };
  }
  report.timeAxis = timeAxis;

  /** The pointer over a plot sets the instant of all. uPlot's own hook would also report what zooming does to its cursor. */
  report.leadsCursor = (leader, shared) => {
    const { plot } = leader;
    plot.over.addEventListener("mousemove", (event) => {
      const left = event.clientX - plot.over.getBoundingClientRect().left;
      shared.setTime(plot.posToVal(left, "x"), leader);
    });
  };

  /** uPlot's form: one list of instants, one list of values per line; undefined where another line has a sample. */
  function aligned(panel, data) {
    const bases = [...new Set(panel.lines.map((line) => data.columns[line.column].time))];
    const tables = bases.map((base) => [
      data.times[base],
      ...panel.lines.filter((l) => data.columns[l.column].time === base).map((l) => data.columns[l.column].values),
    ]);
    const joined = tables.length === 1 ? tables[0] : uPlot.join(tables);
    // join puts the lines in the order of the tables.
    const order = bases.flatMap((base) => panel.lines.filter((l) => data.columns[l.column].time === base));
    return [joined[0], ...panel.lines.map((line) => joined[1 + order.indexOf(line)])];
  }

  report.TimePlot = TimePlot;
})(globalThis.thetisReport);
