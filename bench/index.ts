import type { BenchmarkList } from "../src/cli/verbs/bench/benchmark.ts";

/** Every benchmark, in the order in which `thetis bench` runs them. Each is loaded only when it is run. */
export const benchmarks: BenchmarkList["benchmarks"] = [
  { name: "calendar", load: async () => (await import("./calendar.ts")).benchmark },
  { name: "elementary", load: async () => (await import("./elementary.ts")).benchmark },
  { name: "solvers", load: async () => (await import("./solvers.ts")).benchmark },
  { name: "stepping", load: async () => (await import("./stepping.ts")).benchmark },
  { name: "fleet", load: async () => (await import("./fleet.ts")).benchmark },
  { name: "vehicle", load: async () => (await import("./vehicle.ts")).benchmark },
  { name: "library", load: async () => (await import("./library.ts")).benchmark },
  { name: "logging", load: async () => (await import("./logging.ts")).benchmark },
  { name: "report", load: async () => (await import("./report.ts")).benchmark },
  { name: "scenario", load: async () => (await import("./scenario.ts")).benchmark },
  { name: "whole", load: async () => (await import("./whole.ts")).benchmark },
  { name: "modules", load: async () => (await import("./modules.ts")).benchmark },
  { name: "water", load: async () => (await import("./water.ts")).benchmark },
  { name: "waves", load: async () => (await import("./waves.ts")).benchmark },
  { name: "rays", load: async () => (await import("./rays.ts")).benchmark },
  { name: "sound-rays", load: async () => (await import("./sound-rays.ts")).benchmark },
  { name: "contact-forces", load: async () => (await import("./contact-forces.ts")).benchmark },
  { name: "contacts", load: async () => (await import("./contacts.ts")).benchmark },
  { name: "sensors", load: async () => (await import("./sensors.ts")).benchmark },
  { name: "mission", load: async () => (await import("./mission.ts")).benchmark },
  { name: "lts", load: async () => (await import("./lts.ts")).benchmark },
  { name: "proof", load: async () => (await import("./proof.ts")).benchmark },
  { name: "bundle", load: async () => (await import("./bundle.ts")).benchmark },
  { name: "startup", load: async () => (await import("./startup.ts")).benchmark },
];
