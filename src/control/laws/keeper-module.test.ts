import { expect, test } from "vitest";
import { NAVIGATION_STATE, NAVIGATION_STATE_SIZE } from "../modules/messages.ts";
import type { ModuleTick } from "../modules/module.ts";
import { load } from "../test/law-bench.ts";
import { KeeperModule } from "./keeper-module.ts";
import type { StationKeeperParams } from "./station-keeper.ts";

test("forces that a task asks for replace those of the loops, axis by axis: what it leaves open stays, and is zero before the first", () => {
  const { component } = load(
    `<stationKeeper horizontalLimit_N="1000" verticalLimit_N="600" torqueLimit_Nm="300">
      <position kp="100" kd="10"/><depth kp="200"/><heading kp="50" kd="5"/></stationKeeper>`,
  );
  const module = new KeeperModule(component!.params as unknown as StationKeeperParams, component!, 10);
  // Memory, what is shown, the output, the state and the override, each behind the last; nothing is linked to the target.
  const shownAt = module.memory;
  const outAt = shownAt + module.shows.length;
  const stateAt = outAt + 6;
  const overrideAt = stateAt + NAVIGATION_STATE_SIZE;
  const reals = new Float64Array(overrideAt + 7);
  reals[stateAt + NAVIGATION_STATE.q] = 1;
  reals.fill(Number.NaN, outAt, outAt + 6);
  const tick = {
    reals,
    memoryAt: 0,
    shownAt,
    inAt: [stateAt, -1, overrideAt],
    outAt: [outAt],
  } as unknown as ModuleTick;
  const asked = (...forces: readonly number[]): number[] => {
    reals.set([1, ...forces], overrideAt);
    module.step(tick);
    return [...reals.subarray(outAt, outAt + 6)];
  };
  const open = Number.NaN;
  expect(asked(5, open, -7, open, open, 2)).toEqual([5, 0, -7, 0, 0, 2]);
  expect(asked(open, 3, open, open, 4, open)).toEqual([5, 3, -7, 0, 4, 2]);
  // Not overridden, at rest where it began: no force.
  reals[overrideAt] = 0;
  module.step(tick);
  expect([...reals.subarray(outAt, outAt + 6)].map(Math.abs)).toEqual([0, 0, 0, 0, 0, 0]);
});
