/** Events on a strip under the same time axis as the plots: one row per run, one mark per event. */
((report) => {
  const NEAR_PIXELS = 12;
  const ROW_PIXELS = 26;

  class Timeline {
    constructor(figure, data, shared) {
      this.data = data;
      this.shared = shared;
      this.host = figure.querySelector(".canvas");
      this.legend = figure.querySelector(".legend");
      const runs = data.runs.length;
      this.height = 50 + ROW_PIXELS * runs;
      const options = {
        width: this.host.clientWidth,
        height: this.height,
        legend: { show: false },
        padding: [4, 18, 0, 18],
        // Nothing but the axis is uPlot's: the marks are drawn in the hook.
        series: [{}, { show: false }],
        scales: {
          x: { time: false, auto: false, min: shared.span[0], max: shared.span[1] },
          y: { range: [-0.5, runs - 0.5], dir: -1 },
        },
        axes: [report.timeAxis(shared), { show: false }],
        cursor: {
          y: false,
          drag: { x: true, y: false, dist: 4 },
          points: { show: false },
          bind: { dblclick: () => () => shared.setWindow(shared.span), mouseleave: () => null },
        },
        hooks: {
          draw: [(u) => this.drawMarks(u)],
          setCursor: [() => this.cursorMoved()],
          setScale: [(u, key) => key === "x" && shared.setWindow([u.scales.x.min, u.scales.x.max])],
        },
      };
      this.plot = new uPlot(options, [shared.span, [null, null]], this.host);
      report.leadsCursor(this, shared);
    }

    drawMarks(u) {
      const g = u.ctx;
      const ratio = uPlot.pxRatio;
      const { left, top, width, height } = u.bbox;
      g.save();
      g.beginPath();
      g.rect(left, top, width, height);
      g.clip();
      this.data.runs.forEach((_, r) => {
        const y = u.valToPos(r, "y", true);
        g.strokeStyle = report.theme.lines[this.data.runs.length > 1 ? r % 10 : 0];
        g.lineWidth = ratio;
        g.beginPath();
        g.moveTo(left, y);
        g.lineTo(left + width, y);
        g.stroke();
      });
      for (const event of this.data.events) {
        const level = event.level in report.theme.levels ? event.level : "info";
        g.fillStyle = report.theme.levels[level];
        mark(g, u.valToPos(event.t_s, "x", true), u.valToPos(event.run, "y", true), ratio, level);
      }
      g.restore();
    }

    cursorMoved() {
      const { left } = this.plot.cursor;
      const near = left < 0 ? null : this.nearest(left);
      this.legend.textContent =
        near === null ? "" : `${report.fixed(near.t_s, 0.01)}\u202fs, ${near.level}: ${near.text}`;
    }

    nearest(left) {
      let best = NEAR_PIXELS;
      let found = null;
      for (const event of this.data.events) {
        const d = Math.abs(this.plot.valToPos(event.t_s, "x") - left);
        if (d < best) [best, found] = [d, event];
      }
      return found;
    }

    follow(t_s) {
      const left = t_s === null ? -10 : this.plot.valToPos(t_s, "x");
      const inside = left >= 0 && left <= this.plot.bbox.width / uPlot.pxRatio;
      this.plot.setCursor({ left: inside ? left : -10, top: 0 });
    }

    window([min, max]) {
      const { x } = this.plot.scales;
      if (x.min !== min || x.max !== max) this.plot.setScale("x", { min, max });
    }

    select() {}

    resize() {
      this.plot.setSize({ width: Math.max(200, Math.floor(this.host.clientWidth)), height: this.height });
    }

    redraw() {
      this.plot.redraw(false);
    }
  }

  /** Levels differ in shape as well as in colour: a bar, a triangle, a diamond. */
  function mark(g, x, y, ratio, level) {
    const r = 6 * ratio;
    g.beginPath();
    if (level === "warning") {
      g.moveTo(x, y - r);
      g.lineTo(x + r, y + 0.8 * r);
      g.lineTo(x - r, y + 0.8 * r);
    } else if (level === "error" || level === "fatal") {
      g.moveTo(x, y - 1.2 * r);
      g.lineTo(x + 1.2 * r, y);
      g.lineTo(x, y + 1.2 * r);
      g.lineTo(x - 1.2 * r, y);
    } else {
      g.rect(x - 1.25 * ratio, y - r, 2.5 * ratio, 2 * r);
    }
    g.closePath();
    g.fill();
  }

  report.Timeline = Timeline;
})(globalThis.thetisReport);
