/**
 * A kind of its own, with one model: a tank that takes in or gives off water at a given rate.
 *
 *   V̇ = sat(q_cmd)   while 0 < V < V_max                    (1)
 */
export default ({ defineKind, defineModel }) => {
  const ballastTank = defineKind()({
    kind: "ballastTank",
    doc: "A tank that is flooded and blown to change the weight.",
    params: {
      capacity_m3: { doc: "V_max, the water it can hold", above: 0 },
      maxFlow_m3ps: { doc: "largest flow in either direction", above: 0 },
    },
    mount: { position_m: { type: "reals", length: 3, doc: "centre of the tank, from Bo in the body frame" } },
  });
  const pumped = defineModel(ballastTank, {
    model: "pumped",
    doc: "Follows the commanded flow at once, within its limits",
    default: true,
    reads: ["capacity_m3", "maxFlow_m3ps"],
    create: (p) => ({
      stateSize: 1,
      stateRatesInto(dx, o, x, at, flow_m3ps) {
        const q = Math.min(Math.max(flow_m3ps, -p.maxFlow_m3ps), p.maxFlow_m3ps);
        const stuck = (x[at] <= 0 && q < 0) || (x[at] >= p.capacity_m3 && q > 0);
        dx[o] = stuck ? 0 : q; // (1)
      },
    }),
  });
  return [ballastTank, pumped];
};
