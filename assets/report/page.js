/**
 * Puts the page together: decodes the data, makes the plots, and holds what they share: the instant under the cursor, the
 * window of time that is shown, the vehicles and runs that are chosen, and the colours, which change for paper.
 */
((report) => {
  const data = JSON.parse(document.getElementById("report-data").textContent);
  data.times = data.times.map(report.decode);
  data.columns = data.columns.map((column) => ({ time: column.time, values: report.decode(column) }));
  data.paths = data.paths.map(
    (path) => path && Object.fromEntries(Object.entries(path).map(([name, column]) => [name, report.decode(column)])),
  );

  const plots = [];
  const chosenVehicles = new Set(data.vehicles.keys());
  const chosenRuns = new Set(data.runs.keys());

  const shared = {
    dashes: data.dashes,
    span: data.span_s,
    /** The window of time that is shown. */
    shown: data.span_s,
    /** The instant under the cursor, or null. */
    t_s: null,
    visible: (track) => chosenVehicles.has(data.tracks[track].vehicle) && chosenRuns.has(data.tracks[track].run),
    setTime,
    setWindow,
  };

  /** Plots on the screen. The others take the instant over when they come into sight: a fleet has some hundred lines. */
  const seen = new Set();
  function watch() {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const plot = plots.find(({ host }) => host === target);
        if (!isIntersecting) seen.delete(plot);
        else if (!seen.has(plot)) {
          seen.add(plot);
          plot.follow(shared.t_s);
        }
      }
    });
    for (const { host } of plots) observer.observe(host);
  }

  let pending = null;
  function setTime(t_s, source) {
    shared.t_s = t_s;
    // At most once per frame: a mouse may report a thousand times a second.
    if (pending !== null) cancelAnimationFrame(pending);
    pending = requestAnimationFrame(() => {
      pending = null;
      for (const plot of plots) if (plot !== source && seen.has(plot)) plot.follow(t_s);
      showInstant();
    });
  }

  /** Plots report their new window too when they are told one: that is no news. */
  function setWindow([from_s, until_s]) {
    if (from_s === shared.shown[0] && until_s === shared.shown[1]) return;
    shared.shown = [from_s, until_s];
    for (const plot of plots) plot.window(shared.shown);
    const zoomed = from_s !== shared.span[0] || until_s !== shared.span[1];
    if (resetButton) resetButton.disabled = !zoomed;
    // uPlot applies a new scale after this turn; the cursors have new places then.
    if (shared.t_s !== null) setTime(shared.t_s, null);
  }

  const instant = document.createElement("output");
  let resetButton = null;
  function showInstant() {
    instant.textContent = shared.t_s === null ? "" : `t = ${report.fixed(shared.t_s, 0.01)}\u202fs`;
  }

  function selectTracks() {
    for (const plot of plots) plot.select();
  }

  /** A row of boxes to choose from; `mark` gives the drawing of a line, if the line says which it is. */
  function chooser(title, names, chosen, mark) {
    const set = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = title;
    set.append(legend);
    const boxes = names.map((name, k) => {
      const label = document.createElement("label");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.checked = true;
      box.addEventListener("change", () => {
        if (box.checked) chosen.add(k);
        else chosen.delete(k);
        selectTracks();
      });
      label.append(box, mark(k) ?? "", ` ${name}`);
      return { box, label };
    });
    for (const [text, on] of [
      ["all", true],
      ["none", false],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        boxes.forEach(({ box }, k) => {
          box.checked = on;
          if (on) chosen.add(k);
          else chosen.delete(k);
        });
        selectTracks();
      });
      set.append(button);
    }
    set.append(...boxes.map(({ label }) => label));
    return set;
  }

  function makeControls() {
    const controls = document.getElementById("controls");
    const [several, many] = [data.runs.length > 1, data.vehicles.length > 1];
    if (several) {
      const mark = (r) => report.swatch(r % 10, [], false);
      controls.append(chooser("Logs", data.runs, chosenRuns, mark));
    }
    if (many) {
      const styleOf = (v) => data.tracks.find((track) => track.vehicle === v);
      const mark = (v) => {
        const { colour, dash } = styleOf(v);
        return report.swatch(several ? "ink" : colour, data.dashes[dash], false);
      };
      controls.append(chooser("Vehicles", data.vehicles, chosenVehicles, mark));
    }
    resetButton = document.createElement("button");
    resetButton.type = "button";
    resetButton.textContent = "whole time";
    resetButton.disabled = true;
    resetButton.addEventListener("click", () => setWindow(shared.span));
    controls.append(instant, resetButton);
  }

  function makePlots() {
    data.panels.forEach((panel, k) => {
      plots.push(new report.TimePlot(document.getElementById(`panel-${k}`), panel, data, shared));
    });
    const plan = document.getElementById("plan");
    const profile = document.getElementById("profile");
    const timeline = document.getElementById("timeline");
    if (data.paths.some((path) => path !== null)) {
      const ends = { equal: true, down: false, ends: true, marks: data.marks };
      const labels = { xLabel: "east (m)", yLabel: "north (m)" };
      // As high as the tracks ask for, within what looks well beside the profiles.
      const height = (width, aspect) => Math.round(width * Math.min(0.92, Math.max(0.6, aspect)));
      plots.push(new report.PathPlot(plan, { x: "east_m", y: "north_m", ...labels, ...ends, height }, data, shared));
      planKey(plan.querySelector(".legend"));
      const depths = { y: "depth_m", yLabel: "", equal: false, down: true, height: () => 210 };
      const along = { x: "distance_m", xLabel: "distance travelled (m)", fromZero: true, edges: true };
      plots.push(new report.PathPlot(profile, { ...depths, ...along }, data, shared));
      edgesKey(profile.querySelector(".legend"));
      for (const { id, column, label, leastSpan } of data.profiles) {
        const over = { x: column, xLabel: label, yLabel: "depth (m)", leastSpan };
        plots.push(new report.PathPlot(document.getElementById(id), { ...depths, ...over }, data, shared));
      }
    } else {
      plan.remove();
      profile.remove();
      for (const { id } of data.profiles) document.getElementById(id).remove();
    }
    if (timeline !== null) plots.push(new report.Timeline(timeline, data, shared));
  }

  function planKey(legend) {
    const has = (kind) => data.marks.some((mark) => mark.kind === kind);
    const parts = ["○ start", "■ end"];
    if (has("setpoint")) parts.push("+ position set-point");
    if (has("event")) parts.push("◇ position at an event");
    legend.textContent = parts.join("   ");
  }

  /** What the lines beside the track are, for one track; of several, the caption of the plot over time says it. */
  function edgesKey(legend) {
    const [path] = data.paths;
    if (data.paths.length !== 1 || path === null) return;
    const entry = (name, colour) => {
      const item = document.createElement("span");
      item.className = `entry ${colour}`;
      item.append(report.swatch(colour, [], false), ` ${name} `);
      legend.append(item);
    };
    if (path.bottom_m || path.surface_m) entry("depth", data.tracks[0].colour);
    if (path.bottom_m) entry("bottom", "bottom");
    if (path.surface_m) entry("sea surface", "surface");
  }

  function linkEvents() {
    for (const button of document.querySelectorAll("button.instant")) {
      const t_s = Number(button.dataset.t);
      button.addEventListener("click", () => setTime(t_s, null));
      (button.closest("tr") ?? button).addEventListener("mouseenter", () => setTime(t_s, null));
    }
  }

  function resizeAll() {
    for (const plot of plots) plot.resize();
    if (shared.t_s !== null) setTime(shared.t_s, null);
  }

  function recolour() {
    report.readTheme();
    for (const plot of plots) plot.redraw();
  }

  /** Paper: light colours, the width of a page, no cursor. */
  function forPrint(on) {
    const root = document.documentElement;
    if (root.classList.contains("for-print") === on) return;
    root.classList.toggle("for-print", on);
    for (const details of document.querySelectorAll("details")) {
      if (on) {
        details.dataset.open = String(details.open);
        details.open = true;
      } else {
        details.open = details.dataset.open === "true";
      }
    }
    report.readTheme();
    for (const plot of plots) {
      plot.follow(on ? null : shared.t_s);
      plot.resize();
      plot.redraw();
    }
  }

  report.readTheme();
  makeControls();
  makePlots();
  linkEvents();
  watch();
  document.documentElement.classList.add("ready");

  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (window.innerWidth !== width) resizeAll();
    width = window.innerWidth;
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  matchMedia("print").addEventListener("change", (event) => forPrint(event.matches));
  window.addEventListener("beforeprint", () => forPrint(true));
  window.addEventListener("afterprint", () => forPrint(false));

  report.plots = plots;
  report.shared = shared;
})(globalThis.thetisReport);
