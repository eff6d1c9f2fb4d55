import { expect, test } from "vitest";
import { clonePlain } from "./plain-data.ts";

test("a copy is equal and shares nothing", () => {
  const original = { a: [1, { b: "x" }], m: new Map([["k", [1n]]]), s: new Set([null]), f: Float64Array.of(1, 2) };
  const copy = clonePlain(original);
  expect(copy).toEqual(original);
  (copy.a[1] as { b: string }).b = "y";
  copy.m.get("k")?.push(2n);
  copy.f[0] = 9;
  expect(original).toEqual({
    a: [1, { b: "x" }],
    m: new Map([["k", [1n]]]),
    s: new Set([null]),
    f: Float64Array.of(1, 2),
  });
});

test("what could hide state is refused with its place", () => {
  expect(() => clonePlain({ task: { resume: () => 1 } }, "auv/task")).toThrow(
    "auv/task.task.resume is a function; state must be plain data",
  );
  expect(() => clonePlain([new Date(0)], "log")).toThrow("log[0] is a Date");
  function* generator() {
    yield 1;
  }
  expect(() => clonePlain({ body: generator() })).toThrow(/state must be plain data/);
});

test("what occurs twice or contains itself does so in the copy; a Buffer, which shares its memory, is refused", () => {
  const shared = [1];
  const record: Record<string, unknown> = { p: shared, q: shared };
  record.self = record;
  const copy = clonePlain(record);
  expect(copy.p).toBe(copy.q);
  expect(copy.p).not.toBe(shared);
  expect(copy.self).toBe(copy);
  expect(() => clonePlain({ raw: Buffer.from([1]) }, "log")).toThrow("log.raw is a Buffer");
});
