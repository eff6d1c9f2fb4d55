import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/setup/debian-packages.ts"],
    pool: "forks",
    testTimeout: 60_000,
    reporters: process.env.CI === undefined ? ["default"] : ["default", ["json", { outputFile: ".tmp/tests.json" }]],
  },
});
