/**
 * A thermometer on a vehicle: a first-order lag behind the water, and noise.
 *
 *   Ṫ = (T_w − T) / τ                                                       (1)  T_w: the water at the thermometer
 *   T_{k+1} = T_w + (T_k − T_w) e^(−Δt/τ)                                    (2)  exact where T_w is held between samples
 *   reading = T + σ ξ_k                                                     (3)  ξ_k standard normal, of the run's own stream
 *
 * It starts at the temperature of the water. Left out: calibration, self-heating, pressure.
 */
export default ({ defineKind, defineModel, defineChildren, engine, messages, math }) => {
  const { PHASE, defineMessage } = engine;
  const WATER = messages.waterAt.at;

  /** What it sends to the vehicle's software. */
  const temperature = defineMessage("temperature", "what a thermometer reads", { taken_ns: 1, temperature_degC: 1 });

  const thermometer = defineKind()({
    kind: "thermometer",
    doc: "A thermometer: the temperature of the water where it is mounted.",
    id: "optional",
    simulator: "sensors",
    params: {
      rate_Hz: { doc: "samples per second", above: 0, max: 1000, default: 1 },
    },
    mount: {
      position_m: { type: "reals", length: 3, doc: "from Bo, in B", default: [0, 0, 0] },
    },
  });

  const lagged = defineModel(thermometer, {
    model: "lagged",
    doc: "First-order lag and white noise",
    default: true,
    reads: ["rate_Hz"],
    params: {
      lag_s: { doc: "τ, time constant of the probe", above: 0, default: 2 },
      noise_degC: { doc: "σ, deviation of a reading", min: 0, max: 10, default: 0.01 },
      highest_degC: { doc: "the highest temperature that it reads", default: 35 },
    },
    ports: [
      { name: "water", direction: "in", message: messages.waterAt, rate: "rate_Hz" },
      { name: "reading", direction: "out", message: temperature },
    ],
    channels: [
      {
        name: "",
        plot: "lines",
        title: "Thermometer",
        fields: [
          { name: "temperature_degC", doc: "as read" },
          { name: "probe_degC", doc: "of the probe, without noise" },
        ],
      },
    ],
    events: [{ name: "saturated", level: "warning", doc: "the water is warmer than the thermometer can read" }],
    create: ({ lag_s, noise_degC, highest_degC }) => ({
      join(site) {
        // T, the instant of the last sample in ns (NaN before the first), 1 while saturated
        const at = site.reals("", 3, [0, Number.NaN, 0]);
        const noise = site.random("noise");
        const channel = site.channel("");
        const out = site.out("reading", PHASE.deliver);
        const water = new Float64Array(messages.waterAt.size);
        const xi = new Float64Array(1);
        const values = new Float64Array(2);
        site.in("water", {
          handle(moment, port) {
            const { reals, integers } = moment;
            while (port.receive(moment, water, 0)) {
              const t_ns = water[WATER.t_ns];
              const T_w = water[WATER.temperature_degC];
              const last_ns = reals[at + 1];
              const fall = Number.isNaN(last_ns) ? 0 : math.exp(((last_ns - t_ns) * 1e-9) / lag_s);
              reals[at] = T_w + (reals[at] - T_w) * fall; // (2)
              reals[at + 1] = t_ns;
              math.normalsInto(xi, 0, 1, noise, integers);
              values[0] = Math.min(highest_degC, reals[at] + noise_degC * xi[0]); // (3)
              values[1] = reals[at];
              const saturated = reals[at] > highest_degC ? 1 : 0;
              if (saturated > reals[at + 2]) site.tell(moment, "saturated");
              reals[at + 2] = saturated;
              channel.write(t_ns, values, 0);
              // taken_ns, temperature_degC
              xi[0] = values[0];
              values[0] = t_ns;
              values[1] = xi[0];
              out.send(moment, values, 0);
            }
          },
        });
      },
    }),
  });

  return [thermometer, lagged, defineChildren("vehicle", { thermometer: { doc: "thermometers", max: 8 } })];
};
