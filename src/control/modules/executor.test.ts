/** The bare executor: who steps when and in which order, what each sees, how old it is, and what is reported of that. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { probeOf } from "../../../test/support/allocation.ts";
import { defineMessage } from "../../engine/index.ts";
import { link, ModuleBench, number, part, withDevices } from "../test/module-bench.ts";
import { navigationState } from "./messages.ts";
import type { ModuleTick } from "./module.ts";
import type { ProgramLink, ProgramModule } from "./program.ts";

const MS = 1_000_000;

/** What a device sends with its own stamp. */
const sample = defineMessage("sample", "a number and when it was taken", { taken_ns: 1, value: 1 });

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly delay: boolean;
  readonly event: boolean;
}

interface Graph {
  readonly rates_Hz: readonly number[];
  readonly edges: readonly Edge[];
  /** Of the file: modules, and links. */
  readonly order: readonly number[];
  readonly linkOrder: readonly number[];
}

/** Forward edges with or without a delay; backward ones and those of a module to itself only with one. */
const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 7 }).chain((count) => {
  const module = fc.nat(count - 1);
  const edge = fc
    .record({ from: module, to: module, delay: fc.boolean(), event: fc.boolean() })
    .map((e) => ({ ...e, delay: e.delay || e.from >= e.to }));
  const key = (e: Edge): string => `${e.from} ${e.to} ${e.event}`;
  return fc.uniqueArray(edge, { maxLength: 16, selector: key }).chain((edges) =>
    fc.record({
      rates_Hz: fc.array(fc.constantFrom(10, 5, 2), { minLength: count, maxLength: count }),
      edges: fc.constant(edges),
      order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
      linkOrder: fc.shuffledSubarray([...edges.keys()], { minLength: edges.length }),
    }),
  );
});

/** What every module computes, from the sum of its inputs, the events since its last step and the number of its steps. */
const out = (m: number, steps: number, inputs: number, events: number): number =>
  0.7 * inputs + 0.1 * (m + 1) + Math.sqrt(steps) / (events + 3);
const raises = (m: number, steps: number): number => (m + steps) % 3;

const edgesInto = ({ edges }: Graph, m: number, event: boolean): Edge[] =>
  edges.filter((e) => e.to === m && e.event === event);

function modulesOf(graph: Graph): ProgramModule[] {
  return graph.rates_Hz.map((rate_Hz, m) => {
    const inputs = edgesInto(graph, m, false).map(({ from }) => ({ name: `in${from}`, message: number }));
    const eventInputs = edgesInto(graph, m, true).map(({ from }) => ({ name: `event${from}` }));
    return part(`m${m}`, m + 1, {
      rate_Hz,
      inputs,
      eventInputs,
      outputs: [{ name: "out", message: number }],
      eventOutputs: [{ name: "raise" }],
      memory: 1,
      step(tick) {
        const { reals, memoryAt, inAt, outAt } = tick;
        const steps = ++reals[memoryAt]!;
        let sum = 0;
        for (const at of inAt) sum += Number.isNaN(reals[at]!) ? 0 : reals[at]!;
        let events = 0;
        for (const k of eventInputs.keys()) events += tick.raised(k);
        reals[outAt[0]!] = out(m, steps, sum, events);
        for (let i = 0; i < raises(m, steps); i++) tick.raise(0);
      },
    });
  });
}

function linksOf({ edges }: Graph): ProgramLink[] {
  return edges.map(({ from, to, delay, event }, i) =>
    event
      ? link(`m${from}.raise`, `m${to}.event${from}`, i, { delay })
      : link(`m${from}.out`, `m${to}.in${from}`, i, { delay }),
  );
}

/** The meaning of a graph, written down plainly: outputs after each instant. */
function expected(graph: Graph, instants_ns: readonly number[]): number[][] {
  const count = graph.rates_Hz.length;
  const zeros = (): number[] => new Array<number>(count).fill(0);
  const [steps, counts, values] = [zeros(), zeros(), new Array<number>(count).fill(Number.NaN)];
  let [lastValues, lastCounts] = [[...values], [...counts]];
  const seen = graph.edges.map(() => 0);
  return instants_ns.map((t_ns) => {
    for (let m = 0; m < count; m++) {
      if ((t_ns * graph.rates_Hz[m]!) % 1e9 !== 0) continue;
      let sum = 0;
      for (const { from, delay } of edgesInto(graph, m, false)) {
        const value = (delay ? lastValues : values)[from]!;
        sum += Number.isNaN(value) ? 0 : value;
      }
      let events = 0;
      for (const e of edgesInto(graph, m, true)) {
        const now = (e.delay ? lastCounts : counts)[e.from]!;
        events += now - seen[graph.edges.indexOf(e)]!;
        seen[graph.edges.indexOf(e)] = now;
      }
      steps[m]!++;
      values[m] = out(m, steps[m]!, sum, events);
      counts[m]! += raises(m, steps[m]!);
    }
    [lastValues, lastCounts] = [[...values], [...counts]];
    return [...values];
  });
}

describe("the order of steps", () => {
  test("follows the links whatever the order in the file: this instant's values, or with a delay those of the instant before", () => {
    const instants_ns = Array.from({ length: 25 }, (_, k) => k * 100 * MS);
    fc.assert(
      fc.property(graphs, (graph) => {
        const modules = modulesOf(graph);
        const links = linksOf(graph);
        const bench = new ModuleBench(
          graph.order.map((m) => modules[m]!),
          graph.linkOrder.map((k) => links[k]!),
        );
        const found = instants_ns.map((t_ns) => {
          bench.at(t_ns);
          return modules.map(({ id }) => bench.value(`${id}.out`));
        });
        // toEqual compares numbers by Object.is: bit for bit, but for the kind of NaN.
        expect(found).toEqual(expected(graph, instants_ns));
      }),
      { seed: 13, numRuns: 300 },
    );
  });

  test("modules without an order between them step as they stand in the file", () => {
    const seen: string[] = [];
    const one = (id: string) => part(id, 1, { rate_Hz: 1, step: () => void seen.push(id) });
    new ModuleBench([one("c"), one("a"), one("b")], []).at(0);
    expect(seen).toEqual(["c", "a", "b"]);
  });
});

/** Lets an instant go by; what has been written down in it. */
function afterInstant(bench: ModuleBench, t_ms: number, seen: string[]): string {
  bench.at(t_ms * MS);
  return seen.splice(0).join(" ");
}

/** Writes down when it steps. */
function witness(id: string, ports: Parameters<typeof part>[2], instants: string[], more?: (tick: ModuleTick) => void) {
  return part(id, 1, {
    ...ports,
    step(tick) {
      instants.push(id);
      more?.(tick);
    },
  });
}

describe("rates and triggers", () => {
  test("three rates in one program: in 1 s from 0 on, 10 Hz steps 11 times, 5 Hz 6 times, 2 Hz 3 times", () => {
    const seen: string[] = [];
    const bench = new ModuleBench(
      [10, 5, 2].map((rate_Hz) => witness(`r${rate_Hz}`, { rate_Hz }, seen)),
      [],
    );
    for (let k = 0; k <= 10; k++) bench.at(k * 100 * MS);
    expect(["r10", "r5", "r2"].map((id) => seen.filter((s) => s === id).length)).toEqual([11, 6, 3]);
  });

  test("data: each message lets its reader step, once, at its instant", () => {
    const seen: string[] = [];
    const reader = witness("reader", { trigger: "in", inputs: [{ name: "in", message: sample }] }, seen);
    const behind = witness("behind", { trigger: "in", inputs: [{ name: "in", message: number }] }, seen);
    const half = { ...reader, module: { ...reader.module, outputs: [{ name: "out", message: number }] } };
    const clock = witness("clock", { rate_Hz: 10 }, seen);
    const links = [link("probe.reading", "reader.in"), link("reader.out", "behind.in", 2)];
    const bench = new ModuleBench([behind, half, clock], links, withDevices({ "probe.reading": sample }));
    bench.at(0);
    expect(seen.splice(0)).toEqual(["clock"]);
    bench.give("probe.reading", 40 * MS, 7).at(50 * MS);
    expect(seen.splice(0)).toEqual(["reader", "behind"]);
    bench.give("probe.reading", 90 * MS, 7).at(100 * MS);
    expect([...seen.splice(0)].sort()).toEqual(["behind", "clock", "reader"]);
  });

  test("data over a link with a delay let their reader step at the next instant", () => {
    const seen: string[] = [];
    const source = part("source", 1, {
      rate_Hz: 5,
      memory: 1,
      outputs: [{ name: "out", message: number }],
      step: ({ reals, memoryAt, outAt }) => {
        reals[outAt[0]!] = ++reals[memoryAt]!;
      },
    });
    const reader = witness("r", { trigger: "in", inputs: [{ name: "in", message: number }] }, seen, (tick) => {
      seen.push(String(tick.reals[tick.inAt[0]!]));
    });
    const clock = part("clock", 3, { rate_Hz: 10 });
    for (const modules of [
      [source, reader, clock],
      [reader, clock, source],
    ]) {
      const bench = new ModuleBench(modules, [link("source.out", "r.in", 1, { delay: true })]);
      const history = [0, 100, 200, 300].map((ms) => afterInstant(bench, ms, seen));
      expect(history).toEqual(["", "r 1", "", "r 2"]);
    }
  });

  test("events: its reader steps where one was raised, once however many there were", () => {
    const seen: string[] = [];
    const raiser = witness("a", { rate_Hz: 10, memory: 1, eventOutputs: [{ name: "raise" }] }, [], (tick) => {
      const step = tick.reals[tick.memoryAt]!++;
      for (let i = 0; i < [0, 3, 0, 1][step]!; i++) tick.raise(0);
    });
    const reader = witness("b", { trigger: "hear", eventInputs: [{ name: "hear" }] }, seen, (tick) => {
      seen.push(String(tick.raised(0)));
    });
    const bench = new ModuleBench([reader, raiser], [link("a.raise", "b.hear")]);
    const history = [0, 100, 200, 300].map((ms) => afterInstant(bench, ms, seen));
    expect(history).toEqual(["", "b 3", "", "b 1"]);
  });
});

test("events are counted exactly once, by each of several readers, however many are raised between two steps", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 20, maxLength: 20 }), (counts) => {
      const heard: number[][] = [[], []];
      const raiser = part("a", 1, {
        rate_Hz: 10,
        memory: 1,
        eventOutputs: [{ name: "raise" }],
        step(tick) {
          const step = tick.reals[tick.memoryAt]!++;
          for (let i = 0; i < counts[step]!; i++) tick.raise(0);
        },
      });
      const readers = [5, 2].map((rate_Hz, k) =>
        part(`b${k}`, 2, {
          rate_Hz,
          eventInputs: [{ name: "hear" }],
          step: (tick) => void heard[k]!.push(tick.raised(0)),
        }),
      );
      const links = [link("a.raise", "b0.hear", 1), link("a.raise", "b1.hear", 2)];
      const bench = new ModuleBench([...readers, raiser], links);
      counts.forEach((_, k) => void bench.at(k * 100 * MS));
      const sums = (period: number): number[] =>
        counts
          .map((_, k) => k)
          .filter((k) => k % period === 0)
          .map((k) => counts.slice(Math.max(0, k - period + 1), k + 1).reduce((a, b) => a + b, 0));
      expect(heard).toEqual([sums(2), sums(5)]);
    }),
    { seed: 13 },
  );
});

test("a parameter has its initial value until something comes over its link, from a module or from a device", () => {
  const read: number[][] = [];
  const reader = part("b", 1, {
    rate_Hz: 10,
    parameters: [
      { name: "own", message: number, initial: [1] },
      { name: "given", message: number, initial: [2] },
      { name: "sent", message: sample, initial: [0, 3] },
    ],
    step: ({ reals, parameterAt }) => {
      read.push([reals[parameterAt[0]!]!, reals[parameterAt[1]!]!, reals[parameterAt[2]! + 1]!]);
    },
  });
  const slow = part("a", 2, {
    trigger: "in",
    inputs: [{ name: "in", message: sample }],
    outputs: [{ name: "out", message: number }],
    step: ({ reals, inAt, outAt }) => {
      reals[outAt[0]!] = 10 * reals[inAt[0]! + 1]!;
    },
  });
  const links = [link("probe.reading", "a.in", 1), link("a.out", "b.given", 2), link("probe.reading", "b.sent", 3)];
  const bench = new ModuleBench([reader, slow], links, withDevices({ "probe.reading": sample }));
  bench.at(0);
  bench.give("probe.reading", 50 * MS, 5).at(100 * MS);
  bench.at(200 * MS);
  expect(read).toEqual([
    [1, 2, 3],
    [1, 50, 5],
    [1, 50, 5],
  ]);
});

describe("requests", () => {
  /** What the side that asks sees at each of its steps, and how the side that answers goes on. */
  function exchange(order: "ab" | "ba", more: Partial<ProgramLink>, answersAtOnce: boolean): string[] {
    const seen: string[] = [];
    const question = { question: number, answer: number };
    const asker = part("a", 1, {
      rate_Hz: 10,
      memory: 1,
      requests: [{ name: "ask", ...question }],
      step(tick) {
        const { reals, memoryAt, questionAt, answerAt } = tick;
        const step = reals[memoryAt]!++;
        const got = tick.answered(0) ? reals[answerAt[0]!] : "-";
        reals[questionAt[0]!] = tick.asked(0) ? reals[questionAt[0]!]! : step;
        const asked = tick.ask(0);
        const again = tick.ask(0);
        seen.push(
          `a${step} got ${got}${asked ? " asks" : ""}${again ? " twice" : ""}${tick.answered(0) ? " at once" : ""}`,
        );
      },
    });
    const answerer = part("b", 2, {
      rate_Hz: 10,
      memory: 1,
      requests: [{ name: "answer", ...question, answers: true }],
      step(tick) {
        const { reals, memoryAt, questionAt, answerAt } = tick;
        const waited = tick.asked(0) ? ++reals[memoryAt]! : 0;
        if (waited < (answersAtOnce ? 1 : 3)) return;
        reals[memoryAt] = 0;
        reals[answerAt[0]!] = 100 + reals[questionAt[0]!]!;
        tick.answer(0);
        seen.push("b answers");
      },
    });
    const bench = new ModuleBench(order === "ab" ? [asker, answerer] : [answerer, asker], [
      link("a.ask", "b.answer", 1, more),
    ]);
    for (let k = 0; k < 4; k++) bench.at(k * 100 * MS);
    return seen;
  }

  test.each(["ab", "ba"] as const)(
    "an answer comes at the next instant at the earliest, never in the call; one question at a time (%s)",
    (order) => {
      expect(exchange(order, {}, true)).toEqual([
        "a0 got - asks",
        "b answers",
        "a1 got 100 asks",
        "b answers",
        "a2 got 101 asks",
        "b answers",
        "a3 got 102 asks",
        "b answers",
      ]);
      expect(exchange(order, {}, false)).toEqual([
        "a0 got - asks",
        "a1 got -",
        "a2 got -",
        "b answers",
        "a3 got 100 asks",
      ]);
    },
  );

  test("with a delay the question is seen one instant later too, wherever the modules stand in the file", () => {
    const late = (order: "ab" | "ba") => exchange(order, { delay: true }, true).filter((s) => s.startsWith("a"));
    expect(late("ab")).toEqual(["a0 got - asks", "a1 got -", "a2 got 100 asks", "a3 got -"]);
    expect(late("ba")).toEqual(late("ab"));
  });

  test("a question lets the side that answers step", () => {
    const seen: string[] = [];
    const question = { question: number, answer: number };
    const asker = witness("a", { rate_Hz: 10, memory: 1, requests: [{ name: "ask", ...question }] }, [], (tick) => {
      if (tick.reals[tick.memoryAt]!++ === 1) tick.ask(0);
    });
    const ports = { trigger: "answer", requests: [{ name: "answer", ...question, answers: true }] };
    const answerer = witness("b", ports, seen, (tick) => tick.answer(0));
    const bench = new ModuleBench([answerer, asker], [link("a.ask", "b.answer")]);
    const history = [0, 100, 200].map((ms) => afterInstant(bench, ms, seen));
    expect(history).toEqual(["", "b", ""]);
  });
});

describe("ages", () => {
  const copies = (inputs: readonly string[]) => ({
    inputs: inputs.map((name) => ({ name, message: sample })),
    outputs: [{ name: "out", message: number }],
  });
  const devices = withDevices({ "fast.reading": sample, "slow.reading": sample });

  test("what a module writes is as old as the oldest of what it read, through any number of modules", () => {
    const first = part("a", 1, { rate_Hz: 10, ...copies(["x", "y"]) });
    const pass = (id: string) =>
      part(id, 2, {
        rate_Hz: 10,
        inputs: [{ name: "in", message: number }],
        outputs: [{ name: "out", message: number }],
        shows: ["v"],
        step: ({ reals, shownAt }) => void reals.fill(1, shownAt, shownAt + 1),
      });
    const last = part("d", 4, {
      rate_Hz: 10,
      inputs: [{ name: "in", message: defineMessage("shown", "", { v: 1 }) }],
      outputs: [{ name: "out", message: number }],
    });
    const links = [
      link("fast.reading", "a.x", 1),
      link("slow.reading", "a.y", 2),
      link("a.out", "b.in", 3),
      link("b.out", "c.in", 4),
      link("c.shown", "d.in", 5),
    ];
    const bench = new ModuleBench([last, pass("c"), pass("b"), first], links, devices);
    bench.give("slow.reading", 0, 1).give("fast.reading", 0, 1).at(0);
    bench.give("fast.reading", 80 * MS, 1).at(100 * MS);
    const stamps = () => ["a.out", "b.out", "c.out", "d.out"].map((port) => bench.taken_ns(port));
    expect(stamps()).toEqual([0, 0, 0, 0]);
    bench
      .give("slow.reading", 170 * MS, 1)
      .give("fast.reading", 180 * MS, 1)
      .at(200 * MS);
    expect(stamps()).toEqual([170 * MS, 170 * MS, 170 * MS, 170 * MS]);
  });

  test("what a module without outputs shows is as old as the oldest of its inputs too, not as the first", () => {
    const shower = part("a", 1, { rate_Hz: 10, inputs: copies(["x", "y"]).inputs, shows: ["v"] });
    const message = defineMessage("shown", "", { v: 1 });
    const reader = part("b", 2, {
      rate_Hz: 10,
      inputs: [{ name: "in", message }],
      outputs: [{ name: "out", message: number }],
    });
    const links = [link("fast.reading", "a.x", 1), link("slow.reading", "a.y", 2), link("a.shown", "b.in", 3)];
    const bench = new ModuleBench([shower, reader], links, devices);
    bench
      .give("fast.reading", 90 * MS, 1)
      .give("slow.reading", 30 * MS, 1)
      .at(100 * MS);
    expect(bench.taken_ns("b.out")).toBe(30 * MS);
  });

  test("a message without a time of its own is taken when it comes; a module that reads nothing stamps with its clock", () => {
    const bare = withDevices({ "probe.reading": number });
    const reader = part("a", 1, {
      trigger: "in",
      inputs: [{ name: "in", message: number }],
      outputs: [{ name: "out", message: number }],
    });
    const clock = part("b", 2, { rate_Hz: 10, outputs: [{ name: "out", message: number }] });
    const bench = new ModuleBench([reader, clock], [link("probe.reading", "a.in")], bare);
    bench
      .at(0)
      .give("probe.reading", 1)
      .at(130 * MS);
    expect([bench.taken_ns("a.out"), bench.taken_ns("b.out")]).toEqual([130 * MS, 0]);
  });

  const lines = (bench: ModuleBench): string[] => bench.lines.map(({ t_ns, message }) => `${t_ns / MS} ms: ${message}`);

  test("an input over its limit is reported once per spell, with both numbers", () => {
    const inputs = [{ name: "in", message: sample, maxAge_s: 0.25 }];
    const bench = new ModuleBench([part("a", 1, { rate_Hz: 10, inputs })], [link("fast.reading", "a.in")], devices);
    bench.give("fast.reading", 0, 1);
    // At 200 ms it is 0.2 s old, at 300 ms 0.3 s: one line until a younger one has come at 500 ms, and another at 800 ms.
    for (let k = 0; k < 10; k++) {
      if (k === 5) bench.give("fast.reading", 500 * MS, 1);
      bench.at(k * 100 * MS);
    }
    expect(lines(bench)).toEqual([
      "300 ms: the input a.in is 0.3 s old; its limit is 0.25 s",
      "800 ms: the input a.in is 0.3 s old; its limit is 0.25 s",
    ]);
    expect(bench.lines.every(({ detail }) => detail.level === "warning")).toBe(true);
  });

  test("an age equal to the limit is not over it", () => {
    const inputs = [{ name: "in", message: sample, maxAge_s: 0.2 }];
    const bench = new ModuleBench([part("a", 1, { rate_Hz: 10, inputs })], [link("fast.reading", "a.in")], devices);
    bench
      .give("fast.reading", 0, 1)
      .at(0)
      .at(100 * MS)
      .at(200 * MS);
    expect(lines(bench)).toEqual([]);
    bench.at(300 * MS);
    expect(lines(bench)).toHaveLength(1);
  });

  test("the limit of a link goes before that of the input, and makes one where the input has none", () => {
    const inputs = [
      { name: "x", message: sample, maxAge_s: 10 },
      { name: "y", message: sample },
    ];
    const links = [
      link("fast.reading", "a.x", 1, { maxAge_s: 0.15 }),
      link("slow.reading", "a.y", 2, { maxAge_s: 0.05 }),
    ];
    const bench = new ModuleBench([part("a", 1, { rate_Hz: 10, inputs })], links, devices);
    bench
      .give("fast.reading", 0, 1)
      .give("slow.reading", 0, 1)
      .at(0)
      .at(100 * MS)
      .at(200 * MS);
    expect(lines(bench)).toEqual([
      "100 ms: the input a.y is 0.1 s old; its limit is 0.05 s",
      "200 ms: the input a.x is 0.2 s old; its limit is 0.15 s",
    ]);
  });

  test("where nothing has come for longer than the limit since the start, that is reported; not before", () => {
    const inputs = [{ name: "in", message: sample, maxAge_s: 0.25 }];
    const bench = new ModuleBench([part("a", 1, { rate_Hz: 10, inputs })], [link("fast.reading", "a.in")], devices);
    for (let k = 0; k < 6; k++) bench.at(k * 100 * MS);
    expect(lines(bench)).toEqual(["300 ms: nothing has come to a.in yet; its limit is 0.25 s"]);
  });

  test("the true state has an age as well: that of a reading which came late", () => {
    const inputs = [{ name: "state", message: navigationState, maxAge_s: 0.01 }];
    const bench = new ModuleBench([part("a", 1, { rate_Hz: 10, inputs })], []);
    bench.give("state@10", 0, ...new Array<number>(navigationState.size - 1).fill(0)).at(50 * MS);
    expect(lines(bench)).toEqual(["50 ms: the input a.state is 0.05 s old; its limit is 0.01 s"]);
  });
});

const steps = `
import { link, ModuleBench, number, part } from "../test/module-bench.ts";
const question = { question: number, answer: number };
const a = part("a", 1, {
  rate_Hz: 10, memory: 1, outputs: [{ name: "out", message: number }], eventOutputs: [{ name: "raise" }],
  requests: [{ name: "ask", ...question }],
  step(tick) {
    tick.reals[tick.outAt[0]] = tick.reals[tick.memoryAt]++ * 0.1;
    if (tick.ask(0)) tick.raise(0);
  },
});
const b = part("b", 2, {
  trigger: "in", shows: ["sum"], inputs: [{ name: "in", message: number, maxAge_s: 1 }], eventInputs: [{ name: "hear" }],
  outputs: [{ name: "out", message: number }], parameters: [{ name: "limit", message: number, initial: [1] }],
  requests: [{ name: "answer", ...question, answers: true }],
  step(tick) {
    const { reals } = tick;
    reals[tick.outAt[0]] = reals[tick.inAt[0]] + tick.raised(0) + reals[tick.parameterAt[0]];
    reals[tick.shownAt] += 0.5;
    if (tick.asked(0)) tick.answer(0);
  },
});
const c = part("c", 3, {
  rate_Hz: 10, inputs: [{ name: "in", message: number }], outputs: [{ name: "out", message: number }],
  step({ reals, inAt, outAt }) { reals[outAt[0]] = 0.5 * reals[inAt[0]]; },
});
const links = [
  link("a.out", "b.in"), link("a.raise", "b.hear"), link("a.ask", "b.answer"), link("b.out", "c.in"),
  link("c.out", "b.limit", 1, { delay: true }),
];
const bench = new ModuleBench([c, b, a], links);
const tick = new Float64Array(1);
const port = { receiveNewest(_, out, at) { out[at] = tick[0]; return true; } };
bench.executor.receiveFrom(0, port);
// The clock stands at 1 s: a number in a field of an object would be boxed by the bench, not by the executor.
tick[0] = 1_000_000_000;
const moment = { now_ns: 1_000_000_000, reals: bench.reals };
function run(count) {
  for (let i = 0; i < count; i++) {
    bench.executor.take(moment);
    bench.executor.run(moment);
  }
}
process.stdout.write(String(leastBytes(run, 300_000)));
`;

test("a warm step of a program of three modules with all six kinds of ports allocates less than a byte", () => {
  expect(probeOf(import.meta.url, steps)()).toBeLessThan(1);
});

test("all state lies in the engine's reals: another executor that is given a copy of them goes on with the same bits, from any instant", () => {
  const request = { question: number, answer: number };
  const modules = () => [
    part("c", 3, {
      rate_Hz: 5,
      inputs: [{ name: "in", message: number }],
      outputs: [{ name: "out", message: number }],
      step: ({ reals, inAt, outAt }) => {
        reals[outAt[0]!] = 0.5 * reals[inAt[0]!]!;
      },
    }),
    part("b", 2, {
      trigger: "in",
      shows: ["sum"],
      inputs: [{ name: "in", message: number, maxAge_s: 0.1 }],
      eventInputs: [{ name: "hear" }],
      outputs: [{ name: "out", message: number }],
      parameters: [{ name: "limit", message: number, initial: [1] }],
      requests: [{ name: "answer", ...request, answers: true }],
      step: (tick) => {
        const { reals } = tick;
        const heard = tick.raised(0);
        reals[tick.outAt[0]!] = reals[tick.inAt[0]!]! + heard + reals[tick.parameterAt[0]!]!;
        reals[tick.shownAt] = reals[tick.outAt[0]!]!;
        if (tick.asked(0)) {
          reals[tick.answerAt[0]!] = 2 * reals[tick.questionAt[0]!]!;
          tick.answer(0);
        }
      },
    }),
    part("a", 1, {
      rate_Hz: 10,
      memory: 2,
      outputs: [{ name: "out", message: number }],
      eventOutputs: [{ name: "raise" }],
      requests: [{ name: "ask", ...request }],
      step: (tick) => {
        const { reals, memoryAt } = tick;
        reals[memoryAt]!++;
        if (tick.answered(0)) reals[memoryAt + 1]! += reals[tick.answerAt[0]!]!;
        reals[tick.questionAt[0]!] = reals[memoryAt]!;
        tick.ask(0);
        if (reals[memoryAt]! % 3 === 0) tick.raise(0);
        reals[tick.outAt[0]!] = reals[memoryAt]! + 0.1 * reals[memoryAt + 1]!;
      },
    }),
  ];
  const links = [
    link("a.out", "b.in"),
    link("a.raise", "b.hear"),
    link("a.ask", "b.answer"),
    link("b.out", "c.in"),
    link("c.out", "b.limit", 1, { delay: true }),
  ];
  const whole = new ModuleBench(modules(), links);
  const history = Array.from({ length: 60 }, (_, k) => whole.at(k * 100 * MS).reals.slice());
  for (let from = 0; from < 59; from++) {
    const copy = new ModuleBench(modules(), links);
    copy.reals.set(history[from]!);
    for (let k = from + 1; k < Math.min(from + 8, 60); k++) expect(copy.at(k * 100 * MS).reals).toEqual(history[k]);
  }
  // The program does something: questions were answered, events heard, the parameter changed.
  expect(whole.value("b.limit")).not.toBe(1);
  expect(whole.reals).not.toEqual(history[30]);
});
