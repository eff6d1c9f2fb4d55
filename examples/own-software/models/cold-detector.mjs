/**
 * A module of one's own: it smooths what a thermometer reads and raises an event where the water gets too cold.
 *
 *   y_0 = T_0
 *   y_k = y_{k−1} + (1 − e^(−Δt/τ)) (T_k − y_{k−1})                        (1)  T_k: reading, Δt since the one before
 *   cold is raised where y falls below L, and again only after y was above L + h   (2)
 *
 * Ports: data input "temperature", event output "cold", parameter "limit" with the initial value of limit_degC, so that another
 * module may change it. It has no rate: each reading lets it step. τ, L, h: smoothing_s, limit_degC and margin_degC.
 */

/** Places in the memory: y, the time of the last reading in ns, 1 while it is cold, 1 behind the first reading. */
const SMOOTH = 0;
const LAST = 1;
const COLD = 2;
const STARTED = 3;

export default ({ defineModel, kinds, engine, math }) => {
  // The same name and the same fields as in thermometer.mjs: that makes it the same type.
  const temperature = engine.defineMessage("temperature", "what a thermometer reads", {
    taken_ns: 1,
    temperature_degC: 1,
  });
  const limit = engine.defineMessage("temperatureLimit", "the limit of a detector", { limit_degC: 1 });

  return defineModel(kinds.module, {
    model: "coldDetector",
    doc: "Raises “cold” where a smoothed temperature falls below a limit.",
    params: {
      limit_degC: { doc: "L, below this it is cold", example: 16 },
      margin_degC: { doc: "h, it is warm again this much above the limit", min: 0, default: 0.2 },
      smoothing_s: { doc: "τ, time constant of the smoothing", above: 0, default: 2 },
    },
    reads: [],
    create: ({ limit_degC, margin_degC, smoothing_s }) => ({
      trigger: "temperature",
      inputs: [{ name: "temperature", message: temperature, maxAge_s: 2 }],
      eventOutputs: [{ name: "cold" }],
      parameters: [{ name: "limit", message: limit, initial: [limit_degC] }],
      memory: 4,
      shows: ["smoothed_degC"],
      step(tick) {
        const { reals, memoryAt, inAt, parameterAt, shownAt } = tick;
        const taken_ns = reals[inAt[0] + temperature.at.taken_ns];
        const T = reals[inAt[0] + temperature.at.temperature_degC];
        const L = reals[parameterAt[0]];
        if (reals[memoryAt + STARTED] === 0) {
          reals[memoryAt + STARTED] = 1;
          reals[memoryAt + SMOOTH] = T;
        } else {
          const dt_s = (taken_ns - reals[memoryAt + LAST]) * 1e-9;
          reals[memoryAt + SMOOTH] += (1 - math.exp(-dt_s / smoothing_s)) * (T - reals[memoryAt + SMOOTH]); // (1)
        }
        reals[memoryAt + LAST] = taken_ns;
        const y = reals[memoryAt + SMOOTH];
        reals[shownAt] = y;

        // (2)
        if (reals[memoryAt + COLD] === 0 && y < L) {
          reals[memoryAt + COLD] = 1;
          tick.raise(0);
          tick.log(`colder than ${L} °C`, { level: "warning" });
        } else if (y > L + margin_degC) reals[memoryAt + COLD] = 0;
      },
    }),
  });
};
