/** What a step must not do: write outside its places, or set-points that are not numbers. Each is a fault with law, output and time. */
import { describe, expect, test } from "vitest";
import { connect, link, ModuleBench, number, part, vehicleWith } from "../test/module-bench.ts";
import { actuatorSetpoint, bodyForce, flightSetpoint } from "./messages.ts";
import type { Module, ModuleTick } from "./module.ts";
import type { FailSafe } from "./module-run.ts";

const vehicle = vehicleWith({
  actuators: [
    { name: "rudder", unit: "rad" },
    { name: "jet", unit: "us", rest: 1500 },
  ],
});
const law = (step: (tick: ModuleTick) => void, more: Partial<Module> = {}) =>
  part("law", 1, {
    rate_Hz: 10,
    outputs: [
      { name: "rudder", message: actuatorSetpoint("rad"), drives: ["rudder"] },
      { name: "jet", message: actuatorSetpoint("us"), drives: ["jet"] },
    ],
    memory: 2,
    shows: ["shown"],
    step,
    ...more,
  });

/** Set-points of an instant by index of actuator; NaN for what is not driven. */
function commands(bench: ModuleBench): number[] {
  const values = new Float64Array(2).fill(Number.NaN);
  bench.executor.commandsInto(values, 0, bench.reals, new Float64Array(1));
  return [...values];
}

describe("a step that writes outside its places", () => {
  test.each([
    ["behind its memory", ({ memoryAt }: ModuleTick) => memoryAt + 2, "behind its memory (2 numbers): number 2"],
    ["in front of its memory", ({ memoryAt }: ModuleTick) => memoryAt - 1, "behind jet (1 number): number 1"],
    ["behind what it shows", ({ shownAt }: ModuleTick) => shownAt + 1, "behind what it shows (1 number): number 1"],
    ["behind an output", ({ outAt }: ModuleTick) => outAt[0]! + 1, "behind rudder (1 number): number 1"],
    ["the time of an output", ({ outAt }: ModuleTick) => outAt[1]! - 1, "behind rudder (1 number): number 1"],
    ["at the beginning, where it forgot memoryAt", () => 0, "in front of all that it has"],
    ["an input", ({ inAt }: ModuleTick) => inAt[0]!, "the input in, which it may only read"],
    ["the time of an input", ({ inAt }: ModuleTick) => inAt[0]! - 1, "the input in, which it may only read"],
    ["a parameter", ({ parameterAt }: ModuleTick) => parameterAt[0]!, "the parameter limit, which it may only read"],
  ])("%s: a fault that names module, place and time", (_, place, words) => {
    const source = part("source", 2, {
      rate_Hz: 10,
      outputs: [{ name: "out", message: number }],
      step: ({ reals, outAt }) => {
        reals[outAt[0]!] = 7;
      },
    });
    const strays = law(
      (tick) => {
        tick.reals[tick.memoryAt]! += 1;
        if (tick.reals[tick.memoryAt] === 3) tick.reals[place(tick)] = 0.5;
      },
      {
        inputs: [{ name: "in", message: number }],
        parameters: [{ name: "limit", message: number, initial: [1] }],
      },
    );
    const bench = new ModuleBench([source, strays], [link("source.out", "law.in")], vehicle).at(0).at(1e8);
    const before = [...bench.reals];
    expect(() => bench.at(2e8)).toThrow(
      expect.objectContaining({ name: "SimulationFault", t_ns: 2e8, component: "auv/brain/law" }),
    );
    expect(() =>
      new ModuleBench([source, strays], [link("source.out", "law.in")], vehicle).at(0).at(1e8).at(2e8),
    ).toThrow(words);
    // Nothing of the step has reached the engine's state, but for what the source wrote before it: the same as before, and its time.
    const changed = [...bench.reals].flatMap((value, i) => (Object.is(value, before[i]) ? [] : [value]));
    expect(new Set(changed)).toEqual(new Set([2e8]));
  });

  test("the place of an output that it does not have is refused as it is written", () => {
    const strays = law(({ reals, outAt }) => {
      reals[outAt[7]!] = 1;
    });
    expect(() => new ModuleBench([strays], [], vehicle).at(0)).toThrow("Cannot add property undefined");
  });

  test("memory may hold any number, NaN included, and so may what it shows", () => {
    const bench = new ModuleBench(
      [
        law(({ reals, memoryAt, shownAt }) => {
          reals[memoryAt] = Number.NaN;
          reals[shownAt] = Number.NEGATIVE_INFINITY;
        }),
      ],
      [],
      vehicle,
    );
    expect(() => bench.at(0).at(1e8)).not.toThrow();
  });
});

describe("a set-point that is not a number", () => {
  /** Numbers, but for instants 2 and 3. */
  const slipping = (value: number) =>
    law(({ reals, memoryAt, outAt }) => {
      const k = reals[memoryAt]!;
      reals[memoryAt] = k + 1;
      reals[outAt[0]!] = 0.1 * k;
      reals[outAt[1]!] = k === 2 || k === 3 ? value : 1600;
    });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "%s is a fault that names law, output and time",
    (value) => {
      const bench = new ModuleBench([slipping(value)], [], vehicle).at(0).at(1e8);
      expect(() => bench.at(2e8)).toThrow(
        `auv/brain/law at t = 200000000 ns (0.2 s): the set-point law.jet is ${value}; a law must write numbers (failSafe="rest" of the vehicle`,
      );
    },
  );

  test("NaN in the very first step is one as well, and an output that is not written is not", () => {
    const first = law(({ reals, outAt }) => {
      reals[outAt[0]!] = Number.NaN;
    });
    expect(() => new ModuleBench([first], [], vehicle).at(0)).toThrow("the set-point law.rudder is NaN");
    const silent = law(({ reals, outAt }) => {
      // What it reads of an output that it has not written is NaN.
      if (Number.isNaN(reals[outAt[0]!]!)) reals[outAt[1]!] = 1550;
    });
    const bench = new ModuleBench([silent], [], vehicle).at(0);
    expect(commands(bench)).toEqual([Number.NaN, 1550]);
  });

  test("a force is written as a whole or not at all", () => {
    const half = part("law", 1, {
      rate_Hz: 10,
      outputs: [{ name: "force", message: bodyForce }],
      step: ({ reals, outAt }) => {
        for (let i = 0; i < 3; i++) reals[outAt[0]! + i] = 1;
      },
    });
    expect(() => new ModuleBench([half], []).at(0)).toThrow("the set-point law.force is only partly written");
  });

  test("messages in which NaN has a meaning, such as a depth that is not held, are not touched", () => {
    const guide = part("guide", 1, {
      rate_Hz: 10,
      outputs: [{ name: "out", message: flightSetpoint }],
      step: ({ reals, outAt }) => {
        reals[outAt[0]!] = Number.NaN;
        reals[outAt[0]! + 1] = 0.1;
      },
    });
    expect(new ModuleBench([guide], []).at(0).value("guide.out", 1)).toBe(0.1);
  });

  const failing = (failSafe: FailSafe): { bench: ModuleBench; driven: number[][] } => {
    const bench = new ModuleBench([slipping(Number.NaN)], [], vehicle, failSafe);
    const driven = [0, 1, 2, 3].map((k) => commands(bench.at(k * 1e8)));
    return { bench, driven };
  };

  test("with a declared rest, everything that the law drives rests: 0 rad and 1500 µs; told once, as an error", () => {
    const { bench, driven } = failing("rest");
    expect(driven).toEqual([
      [0, 1600],
      [0.1, 1600],
      [0, 1500],
      [0, 1500],
    ]);
    expect(bench.lines.map(({ t_ns, message, detail }) => [t_ns, message, detail.level])).toEqual([
      [2e8, "the set-point law.jet is NaN: all that it drives goes to rest", "error"],
    ]);
    // The failed steps have not happened: its memory still counts 2.
    expect([...bench.reals]).toContain(2);
  });

  test("with keep, the commands of before stay", () => {
    const { bench, driven } = failing("keep");
    expect(driven.slice(1)).toEqual([
      [0.1, 1600],
      [0.1, 1600],
      [0.1, 1600],
    ]);
    expect(bench.lines.map(({ message }) => message)).toEqual([
      "the set-point law.jet is NaN: all that it drives keeps its commands",
    ]);
  });

  test("when numbers come again it goes on, and that is told; that it failed is in the engine's state", () => {
    let value = Number.NaN;
    const flaky = law(({ reals, outAt }) => {
      reals[outAt[0]!] = value;
      reals[outAt[1]!] = 1600;
    });
    const bench = new ModuleBench([flaky], [], vehicle, "rest").at(0);
    const other = new ModuleBench([flaky], [], vehicle, "rest");
    other.reals.set(bench.reals);
    value = 0.2;
    for (const each of [bench.at(1e8), other.at(1e8)]) {
      expect(each.lines.at(-1)).toMatchObject({ t_ns: 1e8, message: "law writes numbers again" });
      expect(commands(each)).toEqual([0.2, 1600]);
    }
    expect([...other.reals]).toEqual([...bench.reals]);
  });

  test("what reads a failed set-point gets rest, too: 0 N for the module that converts it", () => {
    const converter: Module = part("", 0, {
      trigger: "wanted",
      inputs: [{ name: "wanted", message: actuatorSetpoint("N") }],
      outputs: [{ name: "command", message: actuatorSetpoint("us") }],
      step: ({ reals, inAt, outAt }) => {
        reals[outAt[0]!] = 1500 + 10 * reals[inAt[0]!]!;
      },
    }).module;
    const pulsed = vehicleWith({
      actuators: [
        {
          ...{ name: "jet", unit: "us", rest: 1500, converts: ["N"] },
          converter: () => ({ words: "", module: converter }),
        },
      ],
    });
    const thrust = part("law", 1, {
      rate_Hz: 10,
      outputs: [{ name: "jet", message: actuatorSetpoint("N"), drives: ["jet"] }],
      memory: 1,
      step: ({ reals, memoryAt, outAt }) => {
        reals[outAt[0]!] = reals[memoryAt] === 0 ? 5 : Number.NaN;
        reals[memoryAt] = 1;
      },
    });
    expect(connect([thrust], [], pulsed).program).not.toBeNull();
    const bench = new ModuleBench([thrust], [], pulsed, "rest").at(0);
    expect(commands(bench)[0]).toBe(1550);
    expect(commands(bench.at(1e8))[0]).toBe(1500);
  });
});
