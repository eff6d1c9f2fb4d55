/** Hot code allocates nothing once it is warm. Needs dist (npm run build), see support/allocation-probe.mjs. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const probe = fileURLToPath(new URL("support/allocation-probe.mjs", import.meta.url));

test("rule 17: a warm run with a controller, noise and a log allocates less than a byte per step, under every method", () => {
  const bytes: Record<string, number> = JSON.parse(
    execFileSync(process.execPath, ["--expose-gc", probe], { encoding: "utf8" }),
  );
  expect(Object.keys(bytes)).toHaveLength(5);
  expect(Object.entries(bytes).filter(([, perStep]) => !(perStep < 1))).toEqual([]);
});
