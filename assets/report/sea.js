/**
 * Bottom and surface of the sea in plots of depth. The bottom may lie a thousand times as deep as the vehicle goes: an axis
 * follows it only as far as the depth stays readable, and where that does not show it, the legend says so.
 */
((report) => {
  /** The axis grows to at most this many times what the vehicle's depth needs, counted from the sea's mean surface. */
  const REACH = 5;

  /** Limits [low, high] of the depth, or null, widened to those of the bottom as far as they are in reach. */
  report.withBottom = (depth, bottom) => {
    if (depth === null || bottom === null) return depth ?? bottom;
    const [low, high] = depth;
    const top = Math.min(0, low);
    const limit = top + REACH * (high - top);
    const [shallowest, deepest] = bottom;
    const until = shallowest > limit ? high : Math.max(high, Math.min(deepest, limit));
    return [Math.min(low, Math.max(shallowest, top - (limit - top))), until];
  };

  /** Smallest and largest known value of values[from .. to], both included; null where there is none. */
  report.limits = (values, from = 0, to = values.length - 1) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = from; i <= to; i++) {
      const y = values[i];
      if (y === null || y === undefined) continue;
      if (y < low) low = y;
      if (y > high) high = y;
    }
    return low <= high ? [low, high] : null;
  };

  /** The limits of both; null knows nothing. */
  report.joined = (a, b) => (a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : (a ?? b));

  /** Stretches of a line without gaps: lists of [x, y] on the canvas. */
  function stretches(xs, ys, { toX, toY }) {
    const lists = [];
    let open = null;
    for (let i = 0; i < xs.length; i++) {
      if (xs[i] === null || ys[i] === null) {
        open = null;
        continue;
      }
      if (open === null) {
        open = [];
        lists.push(open);
      }
      open.push([toX(xs[i]), toY(ys[i])]);
    }
    return lists;
  }

  /** The bottom along a path, filled down to `bottom_px` where `fill` is a colour. */
  report.drawEdge = (g, f, xs, ys, colour, dash, fill, bottom_px) => {
    const lists = stretches(xs, ys, f);
    const trace = (list) => {
      g.beginPath();
      for (const [x, y] of list) g.lineTo(x, y);
    };
    if (fill) {
      g.fillStyle = fill;
      for (const list of lists) {
        trace(list);
        g.lineTo(list.at(-1)[0], bottom_px);
        g.lineTo(list[0][0], bottom_px);
        g.closePath();
        g.fill();
      }
    }
    g.strokeStyle = colour;
    g.lineWidth = 1;
    g.lineJoin = "round";
    g.setLineDash(dash);
    for (const list of lists) {
      trace(list);
      g.stroke();
    }
    g.setLineDash([]);
  };
})(globalThis.thetisReport);
