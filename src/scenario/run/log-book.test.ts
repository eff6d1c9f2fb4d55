import fc from "fast-check";
import { expect, test } from "vitest";
import { LogWriter } from "../../logging/index.ts";
import { LogBook } from "./log-book.ts";

const NOTHING = new Float64Array(0);

/** A book whose channels note what is opened and written, instead of a log. */
function noted(paths: readonly string[], size = 1) {
  const writer = new LogWriter({ write() {} }, { compression: null, library: "test" });
  const book = new LogBook(writer);
  const opens: string[] = [];
  const writes: [path: string, t_ns: number, values: number[], detail: unknown][] = [];
  const channel = (path: string, length = size): number =>
    book.channel(path, length, () => {
      opens.push(path);
      return (t_ns, values, at, detail) => {
        writes.push([path, t_ns, [...values.subarray(at, at + length)], detail]);
      };
    });
  return { book, opens, writes, channel, channels: paths.map((path) => channel(path)) };
}

test("entries of one instant are written by channel path, then source, then the order in which they came", () => {
  const { book, writes, channels } = noted(["/b", "/a"]);
  const [b, a] = channels as [number, number];
  book.add(b, 5, Float64Array.of(1), 0, "y", "first of y");
  book.add(b, 5, Float64Array.of(2), 0, "x", "of x");
  book.add(b, 5, Float64Array.of(3), 0, "y", "second of y");
  book.add(a, 5, Float64Array.of(4), 0, "z");
  book.add(b, 5, Float64Array.of(5), 0, "", "of no source");
  book.flush();
  expect(writes).toEqual([
    ["/a", 5, [4], null],
    ["/b", 5, [5], "of no source"],
    ["/b", 5, [2], "of x"],
    ["/b", 5, [1], "first of y"],
    ["/b", 5, [3], "second of y"],
  ]);
});

test("channels are opened by path when the first entry is due, not when they are declared, and those without entries, too", () => {
  const { book, opens, channels } = noted(["/tf/b", "/auv/state", "/tf", "/events"]);
  book.add(channels[0]!, 0, Float64Array.of(1), 0);
  expect(opens).toEqual([]);
  book.add(channels[0]!, 1, Float64Array.of(1), 0);
  expect(opens).toEqual(["/auv/state", "/events", "/tf", "/tf/b"]);
  book.flush();
  expect(opens).toHaveLength(4);
});

test("a log without any entry has its channels all the same", () => {
  const { book, opens } = noted(["/b", "/a"]);
  book.flush();
  expect(opens).toEqual(["/a", "/b"]);
});

test("a channel that is declared later is opened later, once, and ranks by its path", () => {
  const { book, opens, writes, channel, channels } = noted(["/b", "/d"]);
  book.add(channels[0]!, 0, Float64Array.of(1), 0);
  book.flush();
  const late = channel("/a");
  book.add(channels[1]!, 1, Float64Array.of(2), 0);
  book.add(channels[0]!, 1, Float64Array.of(3), 0);
  book.add(late, 1, Float64Array.of(4), 0);
  book.flush();
  expect(opens).toEqual(["/b", "/d", "/a"]);
  expect(writes.map(([path, , [value]]) => [path, value])).toEqual([
    ["/b", 1],
    ["/a", 4],
    ["/b", 3],
    ["/d", 2],
  ]);
});

test("entries wait until the time changes; flush writes what waits, and what comes later at the same instant follows it", () => {
  const { book, writes, channels } = noted(["/b", "/a"]);
  const [b, a] = channels as [number, number];
  book.add(b, 3, Float64Array.of(1), 0);
  expect(writes).toEqual([]);
  book.flush();
  book.flush();
  expect(writes).toHaveLength(1);
  // In front of /b by its path, but that is written already.
  book.add(a, 3, Float64Array.of(2), 0);
  book.add(b, 4, Float64Array.of(3), 0);
  expect(writes.map(([path, t_ns]) => [path, t_ns])).toEqual([
    ["/b", 3],
    ["/a", 3],
  ]);
  book.flush();
  expect(writes.at(-1)).toEqual(["/b", 4, [3], null]);
});

test("a time that goes back, as of a fault that is found late, is written where it came", () => {
  const { book, writes, channels } = noted(["/a"]);
  for (const t_ns of [7, 4, 7]) book.add(channels[0]!, t_ns, Float64Array.of(t_ns), 0);
  book.flush();
  expect(writes.map(([, t_ns]) => t_ns)).toEqual([7, 4, 7]);
});

test("values are copied when they are added, from where they stand", () => {
  const { book, writes, channels } = noted(["/a"], 2);
  const values = Float64Array.of(9, 1, 2, 9);
  book.add(channels[0]!, 0, values, 1);
  values.fill(0);
  book.flush();
  expect(writes).toEqual([["/a", 0, [1, 2], null]]);
});

test("any number of entries of any size comes out sorted, against a plain stable sort", () => {
  const entry = fc.record({
    channel: fc.nat({ max: 4 }),
    source: fc.constantFrom("", "a", "b"),
    step: fc.nat({ max: 1 }),
  });
  const entries = fc.array(entry, { minLength: 1, maxLength: 600, size: "max" });
  fc.assert(
    fc.property(entries, (list) => {
      const { book, writes, channel } = noted([]);
      const sizes = [0, 1, 3, 40, 700];
      const paths = ["/e", "/b", "/d", "/a", "/c"];
      for (const [i, path] of paths.entries()) channel(path, sizes[i]);
      let t_ns = 0;
      const added = list.map(({ channel: index, source, step }, k) => {
        // One instant in forty.
        if (k % 40 === 0) t_ns += step;
        const values = Array.from({ length: sizes[index]! }, (_, i) => k + i / 1000);
        book.add(index, t_ns, Float64Array.from(values), 0, source, k);
        return { path: paths[index]!, t_ns, source, values, k };
      });
      book.flush();
      const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
      const sorted = [...added].sort(
        (a, b) => a.t_ns - b.t_ns || order(a.path, b.path) || order(a.source, b.source) || a.k - b.k,
      );
      expect(writes).toEqual(sorted.map((each) => [each.path, each.t_ns, each.values, each.k]));
    }),
    { seed: 5, numRuns: 40 },
  );
});

test("where a writer fails, the log ends there: the same error for whatever comes, and nothing is written twice", () => {
  const { book, writes, channels } = noted(["/a", "/c"]);
  const broken = book.channel("/b", 0, () => () => {
    throw new Error("no space left");
  });
  book.add(channels[0]!, 0, Float64Array.of(1), 0);
  book.add(broken, 0, NOTHING, 0);
  book.add(channels[1]!, 0, Float64Array.of(2), 0);
  expect(() => book.add(channels[0]!, 1, Float64Array.of(3), 0)).toThrow("no space left");
  expect(() => book.add(channels[0]!, 1, Float64Array.of(3), 0)).toThrow("no space left");
  expect(() => book.flush()).toThrow("no space left");
  expect(writes.map(([path]) => path)).toEqual(["/a"]);
});
