/**
 * A plot of one coordinate over another along the tracks: the plan view, whose two scales are equal, and depth over distance.
 * Drawn here rather than by uPlot, which wants rising values on its horizontal axis.
 *
 * Dragging zooms, a double-click shows everything; moving over a track sets the instant of all plots. While the plots over time are
 * zoomed, the parts of the tracks outside their window are faint.
 */
((report) => {
  const MARGIN = { right: 18, top: 8, bottom: 44 };
  const LETTER_PIXELS = 7;
  const LABEL_PIXELS = 20;
  const NEAR_PIXELS = 30;
  const LEAST_SPAN_M = 0.1;

  class PathPlot {
    /**
     * options: x, y (names of columns), xLabel, yLabel, equal, down, marks, height(width, aspect); fromZero (x begins where the
     * tracks do), leastSpan of x, edges (with bottom and surface of the sea).
     */
    constructor(figure, options, data, shared) {
      this.options = options;
      this.shared = shared;
      this.data = data;
      this.figure = figure;
      this.host = figure.querySelector(".canvas");
      this.legend = figure.querySelector(".legend");
      this.canvas = document.createElement("canvas");
      /** What does not move with the cursor, drawn once. */
      this.still = document.createElement("canvas");
      this.host.append(this.canvas);
      this.paths = data.paths.flatMap((path, track) =>
        !path?.[options.x] ? [] : [{ track, t: path.t_s, x: path[options.x], y: path[options.y], path }],
      );
      this.zoom = null;
      this.t_s = null;
      this.canvas.addEventListener("pointerdown", (e) => this.dragStarts(e));
      this.canvas.addEventListener("pointermove", (e) => this.pointerMoves(e));
      this.canvas.addEventListener("pointerup", (e) => this.dragEnds(e));
      this.canvas.addEventListener("dblclick", () => this.view(null));
      this.resize();
    }

    resize() {
      this.width = Math.max(240, Math.floor(this.host.clientWidth));
      const [x0, x1, y0, y1] = this.everything();
      this.height = this.options.height(this.width, (y1 - y0) / (x1 - x0));
      const ratio = window.devicePixelRatio;
      this.canvas.width = Math.round(this.width * ratio);
      this.canvas.height = Math.round(this.height * ratio);
      this.still.width = this.canvas.width;
      this.still.height = this.canvas.height;
      this.canvas.style.width = `${this.width}px`;
      this.canvas.style.height = `${this.height}px`;
      this.redraw();
    }

    view(zoom) {
      this.zoom = zoom;
      this.redraw();
    }

    select() {
      this.redraw();
    }

    window() {
      this.redraw();
    }

    follow(t_s) {
      this.t_s = t_s;
      this.paint();
    }

    /** What is shown: [x0, x1, y0, y1], y upwards unless `down`. */
    frame() {
      const { equal, down } = this.options;
      const h = this.height - MARGIN.top - MARGIN.bottom;
      let [x0, x1, y0, y1] = this.zoom ?? this.everything();
      // Room for the longest number at the vertical axis.
      const step = report.step(y1 - y0, h, 36);
      const letters = Math.max(3, ...[y0, y1].map((y) => report.fixed(y, step).length));
      const left = 12 + LETTER_PIXELS * letters + (this.options.yLabel ? LABEL_PIXELS : 0);
      const w = this.width - left - MARGIN.right;
      if (equal) {
        const scale = Math.max((x1 - x0) / w, (y1 - y0) / h);
        [x0, x1] = [0.5 * (x0 + x1 - scale * w), 0.5 * (x0 + x1 + scale * w)];
        [y0, y1] = [0.5 * (y0 + y1 - scale * h), 0.5 * (y0 + y1 + scale * h)];
      }
      const toX = (x) => left + ((x - x0) / (x1 - x0)) * w;
      const toY = (y) => MARGIN.top + (down ? (y - y0) / (y1 - y0) : (y1 - y) / (y1 - y0)) * h;
      const fromX = (px) => x0 + ((px - left) / w) * (x1 - x0);
      const fromY = (py) =>
        down ? y0 + ((py - MARGIN.top) / h) * (y1 - y0) : y1 - ((py - MARGIN.top) / h) * (y1 - y0);
      return { left, w, h, x0, x1, y0, y1, toX, toY, fromX, fromY };
    }

    everything() {
      const box = [Infinity, -Infinity, Infinity, -Infinity];
      const include = (x, y) => {
        if (x === null || y === null) return;
        box[0] = Math.min(box[0], x);
        box[1] = Math.max(box[1], x);
        box[2] = Math.min(box[2], y);
        box[3] = Math.max(box[3], y);
      };
      for (const { x, y } of this.chosen()) for (let i = 0; i < x.length; i++) include(x[i], y[i]);
      for (const mark of this.chosenMarks()) include(mark.east_m, mark.north_m);
      if (box[0] > box[1]) return [0, 1, 0, 1];
      const x = report.padded(box[0], box[1], this.options.leastSpan ?? LEAST_SPAN_M);
      const y = report.padded(...this.withEdges([box[2], box[3]]), LEAST_SPAN_M);
      // Distances begin at their zero.
      if (this.options.fromZero) x[0] = box[0];
      return [...x, ...y];
    }

    /** Limits of the depth, widened to the sea's surface and, within reach, its bottom. */
    withEdges(depth) {
      let [limits, bottom] = [depth, null];
      for (const { path } of this.options.edges ? this.chosen() : []) {
        if (this.shows(path, "surface_m")) limits = report.joined(limits, report.limits(path.surface_m));
        if (path.bottom_m) bottom = report.joined(bottom, report.limits(path.bottom_m));
      }
      const widened = report.withBottom(limits, bottom);
      this.figure.classList.toggle("bottom-beyond", bottom !== null && bottom[0] > widened[1]);
      return widened;
    }

    /** As in the plots over time, the surface stands only where one track does. */
    shows(path, edge) {
      return this.options.edges && path[edge] !== undefined && (edge === "bottom_m" || this.paths.length === 1);
    }

    chosen() {
      return this.paths.filter(({ track }) => this.shared.visible(track));
    }

    chosenMarks() {
      return (this.options.marks ?? []).filter(({ track }) => this.shared.visible(track));
    }

    redraw() {
      const f = this.frame();
      this.last = f;
      const g = this.context(printing() ? this.canvas : this.still);
      this.drawAxes(g, f);
      this.clip(g, f);
      for (const path of this.chosen()) this.drawEdges(g, f, path);
      for (const path of this.chosen()) this.drawPath(g, f, path);
      const marks = this.chosenMarks();
      for (const mark of marks) if (mark.kind === "event") this.drawMark(g, f, mark);
      if (this.options.ends) for (const path of this.chosen()) this.drawEnds(g, f, path);
      for (const mark of marks) if (mark.kind === "setpoint") this.drawMark(g, f, mark);
      g.restore();
      this.paint();
    }

    /** The still picture, and on it the vehicles at the cursor's time. */
    paint() {
      if (printing()) return;
      const f = this.last;
      const g = this.context(this.canvas);
      g.drawImage(this.still, 0, 0, this.width, this.height);
      if (this.drag?.box) this.drawBox(g, this.drag.box);
      if (this.t_s === null) return;
      this.clip(g, f);
      for (const path of this.chosen()) this.drawPosition(g, f, path);
      g.restore();
    }

    context(canvas) {
      const g = canvas.getContext("2d");
      const ratio = window.devicePixelRatio;
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      g.clearRect(0, 0, this.width, this.height);
      return g;
    }

    clip(g, f) {
      g.save();
      g.beginPath();
      g.rect(f.left, MARGIN.top, f.w, f.h);
      g.clip();
    }

    drawAxes(g, f) {
      const { theme } = report;
      // Equal scales carry equal steps, or the eye takes them for unequal.
      const xStep = report.step(f.x1 - f.x0, f.w, 70);
      const yStep = this.options.equal ? xStep : report.step(f.y1 - f.y0, f.h, 36);
      g.font = report.FONT;
      g.lineWidth = 1;
      g.fillStyle = theme.ink;
      g.textAlign = "center";
      g.textBaseline = "top";
      const line = (x0, y0, x1, y1, colour) => {
        g.strokeStyle = colour;
        g.beginPath();
        g.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
        g.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
        g.stroke();
      };
      const bottom = MARGIN.top + f.h;
      for (const x of report.ticks(f.x0, f.x1, xStep)) {
        line(f.toX(x), MARGIN.top, f.toX(x), bottom, theme.grid);
        g.fillText(report.fixed(x, xStep), f.toX(x), bottom + 6);
      }
      g.fillText(this.options.xLabel, f.left + f.w / 2, bottom + 26);
      g.textAlign = "right";
      g.textBaseline = "middle";
      for (const y of report.ticks(f.y0, f.y1, yStep)) {
        line(f.left, f.toY(y), f.left + f.w, f.toY(y), theme.grid);
        g.fillText(report.fixed(y, yStep), f.left - 6, f.toY(y));
      }
      if (this.options.yLabel) {
        g.save();
        g.translate(10, MARGIN.top + f.h / 2);
        g.rotate(-Math.PI / 2);
        g.textAlign = "center";
        g.fillText(this.options.yLabel, 0, 0);
        g.restore();
      }
      line(f.left, MARGIN.top, f.left, bottom, theme.faint);
      line(f.left, bottom, f.left + f.w, bottom, theme.faint);
    }

    style({ track }) {
      const { colour, dash } = this.data.tracks[track];
      return { colour: report.theme.lines[colour], dash: this.data.dashes[dash] };
    }

    drawEdges(g, f, { track, x, path }) {
      const { lines, ground } = report.theme;
      const one = this.paths.length === 1;
      const { colour, dash } = one ? { colour: lines.bottom, dash: [] } : this.style({ track });
      const floor_px = MARGIN.top + f.h;
      if (this.shows(path, "bottom_m"))
        report.drawEdge(g, f, x, path.bottom_m, colour, dash, one ? ground : null, floor_px);
      if (this.shows(path, "surface_m")) report.drawEdge(g, f, x, path.surface_m, lines.surface, [], null, floor_px);
    }

    drawPath(g, f, path) {
      const { colour, dash } = this.style(path);
      const [from_s, until_s] = this.shared.shown;
      g.strokeStyle = colour;
      g.lineWidth = 1.5;
      g.lineJoin = "round";
      g.setLineDash(dash);
      const stroke = (inside, alpha) => {
        g.globalAlpha = alpha;
        g.beginPath();
        let pen = false;
        for (let i = 0; i < path.x.length; i++) {
          const t = path.t[i];
          const here = path.x[i] !== null && path.y[i] !== null && (t >= from_s && t <= until_s) === inside;
          if (here && pen) g.lineTo(f.toX(path.x[i]), f.toY(path.y[i]));
          else if (here) g.moveTo(f.toX(path.x[i]), f.toY(path.y[i]));
          pen = here;
        }
        g.stroke();
      };
      if (from_s > path.t[0] || until_s < path.t.at(-1)) stroke(false, 0.25);
      stroke(true, 1);
      g.globalAlpha = 1;
      g.setLineDash([]);
    }

    /** Start: a ring. End: a filled square. */
    drawEnds(g, f, path) {
      const { colour } = this.style(path);
      const last = path.x.length - 1;
      g.lineWidth = 2;
      g.strokeStyle = colour;
      g.fillStyle = report.theme.paper;
      g.beginPath();
      g.arc(f.toX(path.x[0]), f.toY(path.y[0]), 5, 0, 2 * Math.PI);
      g.fill();
      g.stroke();
      g.fillStyle = colour;
      g.fillRect(f.toX(path.x[last]) - 4.5, f.toY(path.y[last]) - 4.5, 9, 9);
    }

    /** A position set-point: a cross. Where the vehicle was at an event: a small diamond. */
    drawMark(g, f, mark) {
      const [x, y] = [f.toX(mark.east_m), f.toY(mark.north_m)];
      g.strokeStyle = report.theme.ink;
      g.lineWidth = 1.25;
      g.beginPath();
      if (mark.kind === "setpoint") {
        g.moveTo(x - 9, y);
        g.lineTo(x + 9, y);
        g.moveTo(x, y - 9);
        g.lineTo(x, y + 9);
      } else {
        g.fillStyle = report.theme.paper;
        g.moveTo(x, y - 4);
        g.lineTo(x + 4, y);
        g.lineTo(x, y + 4);
        g.lineTo(x - 4, y);
        g.closePath();
        g.fill();
      }
      g.stroke();
    }

    /** The vehicle at the cursor's time, straight between the samples that are drawn. */
    drawPosition(g, f, path) {
      const at = positionAt(path, this.t_s);
      if (at === null) return;
      g.fillStyle = this.style(path).colour;
      g.strokeStyle = report.theme.paper;
      g.lineWidth = 1.5;
      g.beginPath();
      g.arc(f.toX(at.x), f.toY(at.y), 5, 0, 2 * Math.PI);
      g.fill();
      g.stroke();
    }

    drawBox(g, [x0, y0, x1, y1]) {
      g.strokeStyle = report.theme.ink;
      g.lineWidth = 1;
      g.setLineDash([4, 3]);
      g.strokeRect(Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0));
      g.setLineDash([]);
    }

    dragStarts(event) {
      this.drag = { x: event.offsetX, y: event.offsetY, box: null };
      this.canvas.setPointerCapture(event.pointerId);
    }

    pointerMoves(event) {
      const [px, py] = [event.offsetX, event.offsetY];
      if (this.drag) {
        this.drag.box = Math.hypot(px - this.drag.x, py - this.drag.y) > 5 ? [this.drag.x, this.drag.y, px, py] : null;
        this.paint();
        return;
      }
      const t_s = this.nearest(px, py);
      if (t_s !== null) this.shared.setTime(t_s, null);
    }

    dragEnds() {
      const box = this.drag?.box ?? null;
      this.drag = undefined;
      if (box === null) return;
      const { fromX, fromY } = this.last;
      const xs = [fromX(box[0]), fromX(box[2])].sort((a, b) => a - b);
      const ys = [fromY(box[1]), fromY(box[3])].sort((a, b) => a - b);
      this.view([...xs, ...ys]);
    }

    /** The instant of the drawn sample nearest to the pointer, if one is near. */
    nearest(px, py) {
      let best = NEAR_PIXELS * NEAR_PIXELS;
      let t_s = null;
      for (const { t, x, y } of this.chosen()) {
        for (let i = 0; i < x.length; i++) {
          if (x[i] === null || y[i] === null) continue;
          const d = (this.last.toX(x[i]) - px) ** 2 + (this.last.toY(y[i]) - py) ** 2;
          if (d < best) [best, t_s] = [d, t[i]];
        }
      }
      return t_s;
    }
  }

  /** On paper nothing moves, and what is drawn straight on the canvas can be printed as lines rather than as a picture. */
  function printing() {
    return document.documentElement.classList.contains("for-print");
  }

  /** Straight between two samples; null before, after and in gaps. */
  function positionAt({ t, x, y }, t_s) {
    let low = 0;
    let high = t.length - 1;
    if (high < 0 || t_s < t[0] || t_s > t[high]) return null;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (t[middle] <= t_s) low = middle;
      else high = middle;
    }
    if ([x[low], x[high], y[low], y[high]].includes(null)) return null;
    const share = t[high] > t[low] ? (t_s - t[low]) / (t[high] - t[low]) : 0;
    return { x: x[low] + share * (x[high] - x[low]), y: y[low] + share * (y[high] - y[low]) };
  }

  report.PathPlot = PathPlot;
})(globalThis.thetisReport);
