/**
 * Inertial oscillation: a current that turns on the spot with the local inertial frequency, clockwise on the northern half of
 * the Earth, and fades with depth. A gust of wind leaves it behind.
 *
 *   v_N = U e^(−z/δ) cos(f t − φ),   v_E = −U e^(−z/δ) sin(f t − φ)              (1)  f = 2 Ω sin(latitude)
 *   ∂v/∂z = −v / δ,   ∂v_N/∂t = f v_E,   ∂v_E/∂t = −f v_N                       (2)
 *
 * φ, the phase at the start, is drawn for each run. The channel shows the current at the surface, in the log at its own rate.
 * Left out: decay in time, and everything that varies from place to place.
 */
export default ({ defineModel, kinds, engine, flow, math }) => {
  const { PHASE } = engine;
  const { FLOW, POINT } = flow;
  /** Ω, of the Earth, rad/s. */
  const EARTH_RADPS = 7.292115e-5;

  return defineModel(kinds.current, {
    model: "inertial",
    doc: "Turns with the inertial frequency of the latitude and fades with depth; its phase is drawn for each run",
    params: {
      surfaceSpeed_mps: { doc: "U, speed at the surface", min: 0, max: 5, example: 0.2 },
      fadeDepth_m: { doc: "δ, depth over which it falls to 1/e", above: 0, default: 30 },
      placeLatitude_deg: { doc: "of the place", min: -90, max: 90, default: 43 },
      shownRate_Hz: { doc: "samples of the log per second", above: 0, max: 100, default: 1 },
    },
    channels: [
      {
        name: "",
        plot: "lines",
        title: "Inertial current at the surface",
        fields: [{ name: "north_mps" }, { name: "east_mps" }],
      },
    ],
    create: ({ surfaceSpeed_mps: U, fadeDepth_m, placeLatitude_rad, shownRate_Hz }) => ({
      join(site) {
        const f = 2 * EARTH_RADPS * math.sin(placeLatitude_rad);
        const { stream, words } = site.draws("phase");
        const phase_rad = 2 * Math.PI * stream.uniform(words);
        const channel = site.channel("");
        const shown = new Float64Array(2);
        const show = site.actor("", ({ now_ns }) => {
          const angle = f * now_ns * 1e-9 - phase_rad;
          shown[0] = U * math.cos(angle);
          shown[1] = -U * math.sin(angle);
          channel.write(now_ns, shown, 0);
        });
        site.every(show, shownRate_Hz, PHASE.record);
        return {
          addFlow(out, o, point, i) {
            const depth_m = Math.max(0, point[i + POINT.p + 2]);
            const speed = U * math.exp(-depth_m / fadeDepth_m);
            const angle = f * point[i + POINT.t_s] - phase_rad;
            const north = speed * math.cos(angle); // (1)
            const east = -speed * math.sin(angle);
            out[o + FLOW.velocity] += north;
            out[o + FLOW.velocity + 1] += east;
            out[o + FLOW.rate] += f * east; // (2)
            out[o + FLOW.rate + 1] -= f * north;
            if (point[i + POINT.p + 2] < 0) return;
            out[o + FLOW.gradient + 2] -= north / fadeDepth_m;
            out[o + FLOW.gradient + 5] -= east / fadeDepth_m;
          },
        };
      },
    }),
  });
};
