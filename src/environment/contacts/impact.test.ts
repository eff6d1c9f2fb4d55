import { expect, test } from "vitest";
import { IMPACT_SIZE, PointImpact } from "./impact.ts";

test("kane", () => {
  const W = new Float64Array([2.440338, 0, 1.521309, 0, 1, 0, 1.521309, 0, 1.00956]);
  const out = new Float64Array(IMPACT_SIZE);
  const s = new PointImpact();
  console.log(
    s.impactInto(out, 0, W, 0, new Float64Array([-0.267174, 0, -0.134202]), 0, new Float64Array([0.5, 0.7]), 0),
    out,
  );
  const W2 = new Float64Array([0.052755, 0, 0.001185, 0, 0.065881, 0, 0.001185, 0, 0.026325]);
  console.log(s.impactInto(out, 0, W2, 0, new Float64Array([0.5, 0, -0.3]), 0, new Float64Array([0.3, 0.6]), 0), out);
  console.log(s.impactInto(out, 0, W2, 0, new Float64Array([0.5, 0.4, -0.3]), 0, new Float64Array([0.3, 0.6]), 0), out);
  const t = process.hrtime.bigint();
  for (let i = 0; i < 1e4; i++)
    s.impactInto(out, 0, W2, 0, new Float64Array([0.5, 0.4, -0.3]), 0, new Float64Array([0.3, 0.6]), 0);
  console.log(Number(process.hrtime.bigint() - t) / 1e4 / 1e3, "us");
  expect(1).toBe(1);
});
