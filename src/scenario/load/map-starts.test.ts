import { expect, test } from "vitest";
import { seaFile } from "../../environment/test/sea-files.ts";
import type { Component } from "../../library/index.ts";
import { atStartDate } from "./map-starts.ts";

/** Six hours from 2024-06-01T00:00:00Z, as the writer's units say. */
const axes = { time: { points: [0, 3, 6] }, lat: { points: [43, 43.1] }, lon: { points: [5, 5.1] } };
const variables = [{ name: "uo", attributes: { units: "m/s" }, f: (t: number) => 0.1 * t }];
const dated = { name: "c.nc", bytes: seaFile({ axes, variables }) };
const undated = {
  name: "c.nc",
  bytes: seaFile({ axes: { ...axes, time: { points: [0, 3, 6], attributes: { units: "hours" } } }, variables }),
};
const T0_S = Date.UTC(2024, 5, 1) / 1000;

function begun(params: object, epoch_s: number | null): { startDate: unknown; said: string[] } {
  const range = { file: "s.xml", line: 1, column: 1 };
  const part = {
    kind: "current",
    id: "drift",
    model: "map",
    params: { startDate: undefined, start_s: undefined, ...params },
    given: [],
    origin: {},
    range,
    children: [],
  };
  const world = { kind: "world", children: [part] } as unknown as Component;
  const said: string[] = [];
  const made = atStartDate(world, epoch_s, (d) => said.push(`${d.severity} ${d.code}: ${d.message}`));
  return { startDate: (made.children[0]!.params as { startDate?: unknown }).startDate, said };
}

test("a map with dates begins at the date of the scenario, unless it says itself when", () => {
  expect(begun({ map: dated }, T0_S + 7200)).toEqual({ startDate: "2024-06-01T02:00:00Z", said: [] });
  for (const [params, epoch_s] of [
    [{ map: dated }, null],
    [{ map: undated }, T0_S],
    [{ map: dated, start_s: 60 }, T0_S],
  ] as const) {
    expect(begun(params, epoch_s)).toEqual({ startDate: undefined, said: [] });
  }
});

test("another date of the map is reported with both, a date off the map is refused", () => {
  expect(begun({ map: dated, startDate: "2024-06-01T02:00:00Z" }, T0_S).said).toEqual([
    "warning SCN100: world/drift begins at its startDate 2024-06-01T02:00:00Z, but the scenario begins at 2024-06-01T00:00:00Z",
  ]);
  expect(begun({ map: dated, startDate: "2024-06-01T00:00:00Z" }, T0_S).said).toEqual([]);
  expect(begun({ map: dated }, T0_S - 1).said[0]).toMatch(
    /^error SCN101: world\/drift: the scenario begins at 2024-05-31T23:59:59Z, outside the times of the map, 2024-06-01T00:00:00Z to 2024-06-01T06:00:00Z/,
  );
});
