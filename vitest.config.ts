import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "experiments/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/setup/debian-packages.ts"],
    // Runs fail when an actor writes what it did not declare: in tests, and in the command lines that they start.
    setupFiles: ["test/setup/checked-runs.ts"],
    env: { THETIS_CHECKED: "1" },
    pool: "forks",
    // All cores: by default one is left free, which on two cores is half of them.
    maxWorkers: "100%",
    // What hangs, not what is slow: on a machine that is busy with other things, seconds become minutes.
    testTimeout: 300_000,
    // Hooks start the same programs as tests do.
    hookTimeout: 300_000,
    reporters: process.env.CI === undefined ? ["default"] : ["default", ["json", { outputFile: ".tmp/tests.json" }]],
  },
});
