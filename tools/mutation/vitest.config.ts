/** The tests that mutants meet, where Stryker runs them with vitest itself (`npm run mutate -- --runner vitest`). */
import { defineConfig } from "vitest/config";
import { testFiles } from "./population.ts";

export default defineConfig({
  test: { include: testFiles(), setupFiles: ["test/setup/checked-runs.ts"], env: { THETIS_CHECKED: "1" } },
});
