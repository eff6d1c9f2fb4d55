/** Two controllers on one vehicle, at 10 and at 3 Hz, tick 10 and 3 times in a second, wherever they run: each has its own readings. */
import { expect, test } from "vitest";
import { readTable } from "../src/logging/index.ts";
import { again, inside, lockStep, type ModeRun, outside, threads, trialScenario } from "./support/modes.ts";

const scenario = trialScenario(`<scenario id="s" duration_s="0.99">
  <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5">
    <controller id="fast" model="counter" rate_Hz="10" actuators="rudder"/>
    <controller id="slow" model="counter" rate_Hz="3" actuators="sternPlane"/>
  </vehicle><log rate_Hz="100" channels="control"/></scenario>`);

const FAST_NS = Array.from({ length: 10 }, (_, k) => k * 1e8);
const SLOW_NS = [0, 333333333, 666666667];

/** At most late_ns after a tick its command takes effect. */
function expectTicks({ log }: ModeRun, late_ns: number): void {
  const { t_ns, names, columns } = readTable(log, "/auv/commands");
  const column = (name: string): number[] => [...columns[names.indexOf(name)]!];
  const issued_ns = column("issued_s").map((t_s) => Math.round(t_s * 1e9));
  expect([...issued_ns].sort((a, b) => a - b)).toEqual([...FAST_NS, ...SLOW_NS].sort((a, b) => a - b));
  t_ns.forEach((t, i) => {
    expect(t - issued_ns[i]!).toBeGreaterThanOrEqual(0);
    expect(t - issued_ns[i]!).toBeLessThanOrEqual(late_ns);
  });
  // One more with every tick of its own, and with none of the other's.
  for (const [name, times] of [
    ["rudder_rad", FAST_NS],
    ["sternPlane_rad", SLOW_NS],
  ] as const) {
    const steps = column(name).filter((value, i, all) => i === 0 || value !== all[i - 1]);
    expect(steps.filter((value) => value !== 0)).toEqual(times.map((_, k) => 0.001 * (k + 1)));
  }
  const shown = (id: string): number => readTable(log, `/auv/${id}`).columns[0]!.at(-1)!;
  expect([shown("fast"), shown("slow")]).toEqual([10, 3]);
}

test("inside the world", () => expectTicks(inside(scenario), 0));

test("in lock-step", () => expectTicks(lockStep(scenario), 0));

test("outside, in this thread, and again from the log", () => {
  const first = outside(scenario, [9e6, 33e6, 14e6]);
  expectTicks(first, 33e6 + 1);
  expectTicks(again(scenario, first), 33e6 + 1);
});

test("in threads of online mode, and again from the log", async () => {
  const online = await threads(scenario, 20e6, 0);
  expectTicks(online, 20e6 + 1);
  expectTicks(again(scenario, online), 20e6 + 1);
});
