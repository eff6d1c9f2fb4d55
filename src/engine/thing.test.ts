import { expect, test } from "vitest";
import { RandomStream, STREAM_WORDS } from "../core/index.ts";
import { ModelBuilder } from "./model.ts";
import { PHASE } from "./phase.ts";
import { Simulation } from "./simulation.ts";
import { type Thing, thingSite } from "./thing.ts";

const seed = { campaign: 7, run: 3 };

test("what a thing asks for lies below its path; the empty name is the path itself", () => {
  const builder = new ModelBuilder(seed);
  const site = thingSite(builder, "auv/probe");
  site.reals("", 2, [4, 5]);
  site.integers("count", 1);
  site.bytes("buffer", 3);
  const { layout } = builder.build();
  expect(layout.blocks.map(({ path, buffer, size }) => [path, buffer, size])).toEqual([
    ["auv/probe", "reals", 2],
    ["auv/probe/count", "integers", 1],
    ["auv/probe/buffer", "bytes", 3],
  ]);
});

test("its random numbers are those of (campaign, run, path/name), drawn in the run or while it is built", () => {
  const expected = new RandomStream(seed, "auv/probe/noise");
  const words = new Int32Array(STREAM_WORDS);
  const numbers = [expected.uniform(words), expected.uniform(words)];

  const drawn = thingSite(new ModelBuilder(seed), "auv/probe").draws("noise");
  expect([drawn.stream.uniform(drawn.words), drawn.stream.uniform(drawn.words)]).toEqual(numbers);

  const seen: number[] = [];
  const builder = new ModelBuilder(seed);
  const site = thingSite(builder, "auv/probe");
  const stream = site.random("noise");
  site.every(
    site.actor("", ({ integers }) => seen.push(stream.uniform(integers))),
    1,
    PHASE.deliver,
  );
  new Simulation(builder.build()).runUntil(1e9);
  expect(seen).toEqual(numbers);

  const other = thingSite(new ModelBuilder({ ...seed, run: 4 }), "auv/probe").draws("noise");
  expect(other.stream.uniform(other.words)).not.toBe(numbers[0]);
});

test("only what was declared can be had, and the message says what was", () => {
  const thing: Thing = {
    channels: [{ name: "depth", fields: [{ name: "depth_m" }], plot: "lines" }],
    events: [{ name: "wet", level: "info", doc: "it is in the water" }],
    join() {},
  };
  const told: unknown[] = [];
  const site = thingSite(new ModelBuilder(), "auv/probe", thing, {
    tell: (t_ns, event, text) => told.push([t_ns, event.name, text]),
  });
  expect(() => site.channel("dept")).toThrow('auv/probe does not declare the channel "dept"; it declares: "depth"');
  expect(() => site.in("water")).toThrow('does not declare the in-port "water"; it declares: none');
  expect(() => site.tell({ now_ns: 0 }, "dry")).toThrow('does not declare the event "dry"; it declares: "wet"');
  site.tell({ now_ns: 5 }, "wet");
  site.tell({ now_ns: 6 }, "wet", "up to the neck");
  expect(told).toEqual([
    [5, "wet", "it is in the water"],
    [6, "wet", "up to the neck"],
  ]);
});
