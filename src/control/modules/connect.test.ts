/** What does not fit is reported when a program is connected: all of it, with code and place of both ends. */
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../core/index.ts";
import { defineMessage } from "../../engine/index.ts";
import { connect, link, ModuleBench, number, part, vehicleWith, withDevices } from "../test/module-bench.ts";
import { actuatorSetpoint, bodyForce, navigationState, ownUnitSetpoint } from "./messages.ts";
import { faultOf, type Module } from "./module.ts";

const metres = defineMessage("number", "a number with a unit", { value_m: 1 });
const two = defineMessage("number", "two of them", { value: 2 });
const other = defineMessage("other", "of another name", { value: 1 });

const source = (id: string, line: number, message = number) =>
  part(id, line, { rate_Hz: 10, outputs: [{ name: "out", message }] });
const sink = (id: string, line: number, message = number) =>
  part(id, line, { rate_Hz: 10, inputs: [{ name: "in", message }] });
const through = (id: string, line: number) =>
  part(id, line, {
    rate_Hz: 10,
    inputs: [{ name: "in", message: number }],
    outputs: [{ name: "out", message: number }],
  });

const relatedLines = ({ related = [] }: Diagnostic): string[] =>
  related.map(({ range }) => `${range.file}:${range.line}`);

describe("types and units", () => {
  test.each([
    ["another unit", metres, "number (value_m)"],
    ["another number of values", two, "number (value 2)"],
    ["another name", other, "other (value)"],
  ])("%s: MOD003 at the link, with the places of both modules and both types in words", (_, message, words) => {
    const { program, diagnostics, places } = connect(
      [source("a", 1), sink("b", 2, message)],
      [link("a.out", "b.in", 7)],
    );
    expect(program).toBeNull();
    expect(places).toEqual(["links.xml:7:5 MOD003"]);
    expect(diagnostics[0]?.message).toBe(`a.out is number (value), but b.in takes ${words}`);
    expect(relatedLines(diagnostics[0]!)).toEqual(["modules.xml:1", "modules.xml:2"]);
  });

  test("a type of one's own with the same name and the same fields is the same type: files need not share objects", () => {
    const twin = defineMessage("number", "defined in another file", { value: 1 });
    expect(connect([source("a", 1), sink("b", 2, twin)], [link("a.out", "b.in")]).places).toEqual([]);
  });

  const propeller = vehicleWith({
    actuators: [
      { name: "propeller", unit: "us", range: { file: "auv.xml", line: 4, column: 1, endLine: 4, endColumn: 2 } },
    ],
  });
  test.each([
    ["rad", actuatorSetpoint("rad")],
    ["a share", actuatorSetpoint("1")],
    ["a bare number", number],
  ])("an actuator in us is not driven by a module that writes %s", (_, message) => {
    const { diagnostics, places } = connect(
      [source("law", 1, message)],
      [link("law.out", "vehicle.propeller", 3)],
      propeller,
    );
    expect(places).toEqual(["links.xml:3:5 MOD003"]);
    expect(diagnostics[0]?.message).toContain("the actuator propeller takes µs");
    expect(diagnostics[0]?.hint).toContain("converts");
    expect(relatedLines(diagnostics[0]!)).toEqual(["modules.xml:1", "auv.xml:4"]);
  });

  test.each([
    ["us", actuatorSetpoint("us")],
    ["the unit of its actuator, whatever that is", ownUnitSetpoint],
  ])("it is driven by one that writes %s", (_, message) => {
    const { program } = connect([source("law", 1, message)], [link("law.out", "vehicle.propeller")], propeller);
    expect(program?.commands).toMatchObject([{ actuator: 0, factor: 1, module: 0 }]);
  });

  const converts = (unit: string, factor: number) =>
    unit === "N"
      ? {
          words: "the pulse of that thrust",
          module: part("", 0, {
            trigger: "wanted",
            inputs: [{ name: "wanted", message: actuatorSetpoint("N") }],
            outputs: [{ name: "command", message: actuatorSetpoint("us") }],
            step: ({ reals, inAt, outAt }) => {
              reals[outAt[0]!] = 1500 + factor * reals[inAt[0]!]!;
            },
          }).module,
        }
      : null;
  const pulsed = vehicleWith({
    actuators: [{ name: "propeller", unit: "us", rest: 1500, converts: ["N"], converter: converts }],
  });
  const pusher = (drives?: readonly string[]) =>
    part("law", 1, {
      rate_Hz: 10,
      outputs: [
        {
          name: "out",
          message: actuatorSetpoint("N"),
          ...(drives === undefined ? {} : { drives, parameter: "words" }),
        },
      ],
      step: ({ reals, outAt }) => {
        reals[outAt[0]!] = 20;
      },
    });

  test.each([
    ["a link", pusher(), [link("law.out", "vehicle.propeller", 3)], "links.xml:3:5", 1520],
    [
      "a link that turns it round",
      pusher(),
      [link("law.out", "vehicle.propeller", 3, { factor: -1 })],
      "links.xml:3:5",
      1480,
    ],
    ["an output that names its actuator", pusher(["propeller"]), [], "modules.xml:1:3", 1520],
    ["one that names it turned round", pusher(["-propeller"]), [], "modules.xml:1:3", 1480],
  ])(
    "%s is led through the module that the actuator offers for the law's unit, with a note",
    (_, law, links, place, pulse) => {
      const { program, diagnostics, places } = connect([law], links, pulsed);
      expect(places).toEqual([`${place} MOD020`]);
      expect(diagnostics[0]).toMatchObject({
        severity: "note",
        message: "law.out writes N, but the actuator propeller takes µs: each value becomes the pulse of that thrust",
      });
      expect(program!.modules.map(({ id }) => id)).toEqual(["law", "vehicle/propeller"]);
      // It is the law that drives: the diagnostic of an actuator with two drivers names it.
      expect(program!.commands).toMatchObject([{ actuator: 0, factor: 1, module: 1, by: { id: "law" } }]);
      const bench = new ModuleBench([law], links, pulsed).at(0);
      expect(bench.value("vehicle/propeller.command")).toBe(pulse);
      expect(bench.taken_ns("vehicle/propeller.command")).toBe(0);
    },
  );

  test("where there is no conversion the hint says which there are", () => {
    const { diagnostics } = connect(
      [source("law", 1, actuatorSetpoint("1"))],
      [link("law.out", "vehicle.propeller")],
      pulsed,
    );
    expect(diagnostics[0]?.message).toBe("law.out writes a share (1), but the actuator propeller takes µs");
    expect(diagnostics[0]?.hint).toContain("let the law write N, which propeller converts");
  });

  test("a pulse is not turned round by a factor: 1500 µs is rest, -1500 µs is nothing", () => {
    const links = [link("law.out", "vehicle.propeller", 4, { factor: -1 })];
    const { places, diagnostics } = connect([source("law", 1, actuatorSetpoint("us"))], links, pulsed);
    expect(places).toEqual(["links.xml:4:5 MOD021"]);
    expect(diagnostics[0]?.message).toBe(
      "factor = -1 would turn 1600 µs into -1600 µs: the actuator propeller rests at 1500 µs",
    );
  });

  test("what is shown, an event or a request does not drive an actuator", () => {
    const law = part("law", 1, {
      rate_Hz: 1,
      shows: ["value"],
      eventOutputs: [{ name: "alarm" }],
      requests: [{ name: "wish", question: actuatorSetpoint("us"), answer: number }],
    });
    const links = ["shown", "alarm", "wish"].map((port, i) => link(`law.${port}`, "vehicle.propeller", i + 1));
    expect(connect([law], links, propeller).places).toEqual([1, 2, 3].map((line) => `links.xml:${line}:5 MOD003`));
  });

  test("events, data and requests go to their own kind only", () => {
    const question = { question: number, answer: number };
    const all = (id: string, line: number) =>
      part(id, line, {
        rate_Hz: 1,
        inputs: [{ name: "in", message: number, required: false }],
        outputs: [{ name: "out", message: number }],
        eventInputs: [{ name: "hear" }],
        eventOutputs: [{ name: "raise" }],
        parameters: [{ name: "limit", message: number, initial: [1] }],
        requests: [
          { name: "ask", ...question },
          { name: "answer", ...question, answers: true },
        ],
      });
    const good = [
      link("a.out", "b.in"),
      link("a.out", "b.limit"),
      link("a.raise", "b.hear"),
      link("a.ask", "b.answer"),
    ];
    expect(connect([all("a", 1), all("b", 2)], good).places).toEqual([]);
    const from = ["out", "raise", "ask"];
    const to = ["in", "hear", "limit", "answer"];
    const bad = from
      .flatMap((f) => to.map((t) => [f, t]))
      .filter(([f, t]) => !good.some((g) => g.from === `a.${f}` && g.to === `b.${t}`));
    const { places, diagnostics } = connect(
      [all("a", 1), all("b", 2)],
      bad.map(([f, t], i) => link(`a.${f}`, `b.${t}`, i + 1)),
    );
    expect(places).toEqual(bad.map((_, i) => `links.xml:${i + 1}:5 MOD003`));
    for (const d of diagnostics) expect(relatedLines(d)).toEqual(["modules.xml:1", "modules.xml:2"]);
  });

  test("a request whose two sides differ in the question or in the answer", () => {
    const side = (id: string, line: number, answer = number, answers = false) =>
      part(id, line, { rate_Hz: 1, requests: [{ name: "port", question: number, answer, answers }] });
    const { diagnostics, places } = connect([side("a", 1), side("b", 2, metres, true)], [link("a.port", "b.port", 4)]);
    expect(places).toEqual(["links.xml:4:5 MOD003"]);
    expect(diagnostics[0]?.message).toBe(
      "a.port asks number (value) for number (value), b.port answers number (value) for number (value_m)",
    );
  });

  test("what a device sends does not go to an event or to the answering side of a request", () => {
    const reader = part("b", 1, {
      rate_Hz: 1,
      eventInputs: [{ name: "hear" }],
      requests: [{ name: "answer", question: number, answer: number, answers: true }],
    });
    const links = [link("probe.reading", "b.hear", 1), link("probe.reading", "b.answer", 2)];
    expect(connect([reader], links, withDevices({ "probe.reading": number })).places).toEqual([
      "links.xml:1:5 MOD003",
      "links.xml:2:5 MOD003",
    ]);
  });
});

describe("names", () => {
  const vehicle = vehicleWith({
    actuators: [{ name: "rudder", unit: "rad" }],
    devices: new Map([["thermometer.reading", number]]),
  });
  test.each([
    ["a module", "hlem.out", "b.in", "MOD001", 'did you mean "helm"?'],
    ["a port of a module", "helm.otu", "b.in", "MOD001", 'did you mean "out"?'],
    ["a device", "thermometre.reading", "b.in", "MOD001", 'did you mean "thermometer"?'],
    ["a port of a device", "thermometer.readin", "b.in", "MOD001", 'did you mean "reading"?'],
    ["a port of the vehicle", "vehicle.stat", "b.in", "MOD001", 'did you mean "vehicle.state"?'],
    ["an actuator", "helm.out", "vehicle.ruder", "ACT001", 'did you mean "rudder"?'],
    ["a port without a name", "helm", "b.in", "MOD001", undefined],
  ])("%s that does not exist, with the nearest that does", (_, from, to, code, hint) => {
    const reader = part("b", 2, { rate_Hz: 1, inputs: [{ name: "in", message: number, required: false }] });
    const { diagnostics, places } = connect([source("helm", 1), reader], [link(from, to, 5)], vehicle);
    expect(places).toEqual([`links.xml:5:5 ${code}`]);
    expect(diagnostics[0]?.hint).toBe(hint);
    // A name that is offered is not one that was refused.
    expect(diagnostics[0]?.message).not.toMatch(/no module "(\w+)"; there are: .*\b\1\b/);
  });

  test("a link with two wrong ends gives two diagnostics", () => {
    expect(connect([source("a", 1)], [link("x.out", "y.in", 1), link("vehicle.stat", "y.in", 2)]).places).toEqual([
      "links.xml:1:5 MOD001",
      "links.xml:1:5 MOD001",
      "links.xml:2:5 MOD001",
      "links.xml:2:5 MOD001",
    ]);
  });

  test("names twice: two modules, two ports of one module, two values that it shows; MOD008 at the module", () => {
    const twice = part("b", 3, {
      rate_Hz: 1,
      inputs: [{ name: "x", message: number, required: false }],
      eventOutputs: [{ name: "x" }],
      shows: ["depth_m", "depth_m"],
    });
    const { places, diagnostics } = connect([source("a", 1), source("a", 2), twice], []);
    expect(places).toEqual(["modules.xml:2:3 MOD008", "modules.xml:3:3 MOD008", "modules.xml:3:3 MOD008"]);
    expect(relatedLines(diagnostics[0]!)).toEqual(["modules.xml:1"]);
  });

  test("a module is not called like a device or like the vehicle: links could not distinguish them", () => {
    const { places } = connect([source("thermometer", 1), source("vehicle", 2)], [], vehicle);
    expect(places).toEqual(["modules.xml:1:3 MOD008", "modules.xml:2:3 MOD008"]);
  });
});

describe("directions and counts", () => {
  test("a link from an input, and one to an output", () => {
    const links = [link("b.in", "a.out", 1), link("a.out", "c.out", 2), link("vehicle.state", "a.out", 3)];
    const { places, diagnostics } = connect(
      [source("a", 1), through("b", 2), source("c", 3)],
      [...links, link("a.out", "b.in", 4)],
    );
    expect(places).toEqual(["links.xml:1:5 MOD002", "links.xml:2:5 MOD002", "links.xml:3:5 MOD002"]);
    expect(relatedLines(diagnostics[1]!)).toEqual(["modules.xml:3"]);
  });

  test("only modules drive actuators: neither a device nor the true state", () => {
    const vehicle = vehicleWith({
      actuators: [{ name: "rudder", unit: "rad" }],
      devices: new Map([["probe.reading", number]]),
    });
    const links = [link("probe.reading", "vehicle.rudder", 1), link("vehicle.state", "vehicle.rudder", 2)];
    const { places, diagnostics } = connect([source("a", 1)], links, vehicle);
    expect(places).toEqual(["links.xml:1:5 MOD002", "links.xml:2:5 MOD002"]);
    expect(diagnostics[0]?.message).toContain("only a module drives an actuator");
  });

  test("two links into one input, one parameter, one request, and one event twice: MOD006 with the place of the other", () => {
    const question = { question: number, answer: number };
    const a = part("a", 1, {
      rate_Hz: 1,
      outputs: [{ name: "out", message: number }],
      eventOutputs: [{ name: "raise" }],
      requests: [
        { name: "one", ...question },
        { name: "two", ...question },
      ],
    });
    const b = part("b", 2, {
      rate_Hz: 1,
      inputs: [{ name: "in", message: number }],
      eventInputs: [{ name: "hear" }],
      parameters: [{ name: "limit", message: number, initial: [0] }],
      requests: [{ name: "answer", ...question, answers: true }],
    });
    const pairs = [
      ["a.out", "b.in"],
      ["a.out", "b.limit"],
      ["a.raise", "b.hear"],
      ["a.one", "b.answer"],
      ["probe.reading", "b.in"],
      ["probe.reading", "b.limit"],
      ["a.raise", "b.hear"],
      ["a.two", "b.answer"],
    ];
    const links = pairs.map(([from, to], i) => link(from!, to!, i + 1));
    const { places, diagnostics } = connect([a, b], links, withDevices({ "probe.reading": number }));
    expect(places).toEqual([5, 6, 7, 8].map((line) => `links.xml:${line}:5 MOD006`));
    expect(diagnostics.map(relatedLines)).toEqual([1, 2, 3, 4].map((line) => [`links.xml:${line}`]));
  });

  test("several events may go to one event input, and one output to many inputs", () => {
    const raiser = (id: string, line: number) =>
      part(id, line, { rate_Hz: 1, outputs: [{ name: "out", message: number }], eventOutputs: [{ name: "raise" }] });
    const hearer = part("c", 3, { trigger: "hear", eventInputs: [{ name: "hear" }] });
    const links = [link("a.raise", "c.hear"), link("b.raise", "c.hear"), link("a.out", "d.in"), link("a.out", "e.in")];
    const modules = [raiser("a", 1), raiser("b", 2), hearer, sink("d", 4), sink("e", 5)];
    expect(connect(modules, links).places).toEqual([]);
  });

  test("an input that is needed and that nothing is linked to: MOD004 at the module; the true state comes by itself", () => {
    const module = part("b", 6, {
      rate_Hz: 1,
      inputs: [
        { name: "state", message: navigationState },
        { name: "wanted", message: metres },
        { name: "spare", message: metres, required: false },
      ],
    });
    const { places, diagnostics } = connect([module], []);
    expect(places).toEqual(["modules.xml:6:3 MOD004"]);
    expect(diagnostics[0]?.message).toBe("nothing is linked to b.wanted, which b needs");
    expect(diagnostics[0]?.allowed).toBe("number (value_m)");
  });

  test("a force for the thruster manager of a vehicle that has no thruster", () => {
    const law = part("law", 1, {
      rate_Hz: 1,
      outputs: [{ name: "force", message: bodyForce, drives: "thrusterManager" }],
    });
    expect(connect([law], []).places).toEqual(["modules.xml:1:3 ACT002"]);
    const plain = part("law", 1, { rate_Hz: 1, outputs: [{ name: "force", message: bodyForce }] });
    expect(connect([plain], [link("law.force", "vehicle.thrusterManager", 2)]).places).toEqual([
      "links.xml:2:5 ACT002",
    ]);
  });

  test("two modules that ask the thruster manager for a force", () => {
    const law = (id: string, line: number) =>
      part(id, line, { rate_Hz: 1, outputs: [{ name: "force", message: bodyForce, drives: "thrusterManager" }] });
    const thrusterManager = (): Module =>
      part("m", 9, { trigger: "force", inputs: [{ name: "force", message: bodyForce }] }).module;
    const { places, diagnostics } = connect([law("a", 1), law("b", 2)], [], vehicleWith({ thrusterManager }));
    expect(places).toEqual(["modules.xml:2:3 MOD006"]);
    expect(relatedLines(diagnostics[0]!)).toEqual(["modules.xml:1"]);
  });
});

describe("circles", () => {
  const ring = (count: number, more = {}) => ({
    modules: Array.from({ length: count }, (_, i) => through(`m${i}`, i + 1)),
    links: Array.from({ length: count }, (_, i) =>
      link(`m${i}.out`, `m${(i + 1) % count}.in`, i + 1, i === 0 ? more : {}),
    ),
  });

  test.each([1, 2, 3])(
    "%i modules in a circle: MOD005 at a link of it, with the places of all; with one delay they are accepted",
    (count) => {
      const { modules, links } = ring(count);
      const { places, diagnostics } = connect(modules, links);
      expect(places).toEqual(["links.xml:1:5 MOD005"]);
      expect(diagnostics[0]?.hint).toContain('delay="true"');
      expect(relatedLines(diagnostics[0]!).sort()).toEqual(modules.map((_, i) => `modules.xml:${i + 1}`));
      for (const { id } of modules) expect(diagnostics[0]?.message).toContain(id);
      const delayed = ring(count, { delay: true });
      const { program } = connect(delayed.modules, delayed.links);
      // The link that leaves m0 has the delay: m0 steps last.
      expect(program?.modules.map(({ id }) => id)).toEqual([...modules.map(({ id }) => id).slice(1), "m0"]);
    },
  );

  test("the place is that of a link without a delay", () => {
    const a = part("a", 1, {
      rate_Hz: 1,
      inputs: [{ name: "in", message: number }],
      outputs: [{ name: "out", message: number }],
    });
    const b = part("b", 2, {
      rate_Hz: 1,
      inputs: [
        { name: "early", message: number },
        { name: "late", message: number },
      ],
      outputs: [{ name: "out", message: number }],
    });
    const links = [link("a.out", "b.late", 1, { delay: true }), link("a.out", "b.early", 2), link("b.out", "a.in", 3)];
    expect(connect([a, b], links).places).toEqual(["links.xml:2:5 MOD005"]);
  });

  test("two circles apart from each other are both reported", () => {
    const modules = ["a", "b", "c", "d"].map((id, i) => through(id, i + 1));
    const links = [
      link("a.out", "b.in", 1),
      link("b.out", "a.in", 2),
      link("c.out", "d.in", 3),
      link("d.out", "c.in", 4),
    ];
    expect(connect(modules, links).places).toEqual(["links.xml:1:5 MOD005", "links.xml:3:5 MOD005"]);
  });

  test("events and questions order as data do, parameters too", () => {
    const pair = (id: string, line: number) =>
      part(id, line, {
        rate_Hz: 1,
        outputs: [{ name: "out", message: number }],
        eventInputs: [{ name: "hear" }],
        eventOutputs: [{ name: "raise" }],
        parameters: [{ name: "limit", message: number, initial: [0] }],
        requests: [
          { name: "ask", question: number, answer: number },
          { name: "answer", question: number, answer: number, answers: true },
        ],
      });
    for (const [from, to] of [
      ["raise", "hear"],
      ["ask", "answer"],
      ["out", "limit"],
    ]) {
      const links = [link(`a.${from}`, `b.${to}`, 1), link(`b.${from}`, `a.${to}`, 2)];
      expect(connect([pair("a", 1), pair("b", 2)], links).places).toEqual(["links.xml:1:5 MOD005"]);
      const late = [links[0]!, { ...links[1]!, delay: true }];
      expect(connect([pair("b", 2), pair("a", 1)], late).program?.modules.map(({ id }) => id)).toEqual(["a", "b"]);
    }
  });
});

describe("rates and triggers", () => {
  test("a trigger that is not an input: MOD007 at the module, with the inputs that it has", () => {
    const module = part("b", 3, {
      trigger: "inn",
      inputs: [{ name: "in", message: number, required: false }],
      outputs: [{ name: "out", message: number }],
    });
    const { places, diagnostics } = connect(
      [module, part("c", 4, { trigger: "out", outputs: [{ name: "out", message: number }] })],
      [],
    );
    expect(places).toEqual(["modules.xml:3:3 MOD007", "modules.xml:4:3 MOD007"]);
    expect(diagnostics[0]?.allowed).toBe("in");
  });

  test("the true state without a rate: MOD009, unless the others settle it", () => {
    const reader = (line: number) =>
      part(`r${line}`, line, {
        trigger: "go",
        eventInputs: [{ name: "go" }],
        inputs: [{ name: "state", message: navigationState }],
      });
    expect(connect([reader(1)], []).places).toEqual(["modules.xml:1:3 MOD009"]);
    expect(connect([reader(1), source("a", 2)], []).places).toEqual([]);
    const faster = part("b", 3, { rate_Hz: 20 });
    expect(connect([reader(1), source("a", 2), faster], []).places).toEqual(["modules.xml:1:3 MOD009"]);
  });
});

test("mistakes of every kind in one program are all reported, each once", () => {
  const trigger = part("t", 4, { trigger: "nothing" });
  const twice = part("u", 5, { rate_Hz: 1, shows: ["x", "x"] });
  const lost = sink("v", 6);
  const state = part("w", 7, {
    trigger: "go",
    eventInputs: [{ name: "go" }],
    inputs: [{ name: "state", message: navigationState }],
  });
  const odd = part("x", 8, { rate_Hz: 3, inputs: [{ name: "in", message: metres }] });
  const links = [
    link("a.out", "b.in", 1),
    link("b.out", "a.in", 2),
    link("ghost.out", "a.in", 3),
    link("a.in", "b.in", 4),
    link("a.out", "x.in", 5),
    link("b.out", "b.in", 6),
    link("a.out", "vehicle.rudder", 7),
  ];
  const { program, places } = connect([through("a", 1), through("b", 2), trigger, twice, lost, state, odd], links);
  expect(program).toBeNull();
  expect([...places].sort()).toEqual([
    "links.xml:1:5 MOD005",
    "links.xml:3:5 MOD001",
    "links.xml:4:5 MOD002",
    "links.xml:5:5 MOD003",
    "links.xml:6:5 MOD006",
    "links.xml:7:5 ACT001",
    "modules.xml:4:3 MOD007",
    "modules.xml:5:3 MOD008",
    "modules.xml:6:3 MOD004",
    "modules.xml:7:3 MOD009",
  ]);
});

describe("a module of one's own that is not made well is described in words", () => {
  const good = { rate_Hz: 1, memory: 0, shows: [], step: () => {} };
  test.each([
    ["nothing at all", null, "it is not a module"],
    ["no step", { ...good, step: undefined }, "step"],
    ["a rate of 0", { ...good, rate_Hz: 0 }, "above 0"],
    ["neither rate nor trigger", { ...good, rate_Hz: undefined }, "rate_Hz or a trigger"],
    ["both", { ...good, trigger: "in" }, "rate_Hz or a trigger"],
    ["a memory that is not a count", { ...good, memory: -1 }, "memory"],
    ["names that are not texts", { ...good, shows: [1] }, "shows"],
    [
      "a message that is only a size",
      { ...good, inputs: [{ name: "in", message: { size: 1 } }] },
      "port in has no message",
    ],
    [
      "one text where actuators are listed",
      { ...good, outputs: [{ name: "o", message: number, drives: "rudder" }] },
      "drives",
    ],
    ["an age below 0", { ...good, inputs: [{ name: "in", message: number, maxAge_s: -1 }] }, "above 0"],
    [
      "too few initial values",
      { ...good, parameters: [{ name: "p", message: two, initial: [1] }] },
      "2 initial values",
    ],
    ["half a request", { ...good, requests: [{ name: "r", question: number }] }, "question and an answer"],
    ["a port without a name", { ...good, eventInputs: [{}] }, "has no name"],
    ["ports that are not a list", { ...good, outputs: {} }, "not a list"],
  ])("%s", (_, module, words) => {
    expect(faultOf(module)).toContain(words);
  });
});

test("what a link states without effect is a warning each, and the program is connected", () => {
  const modules = [
    part("a", 1, { rate_Hz: 10, outputs: [{ name: "out", message: number }], eventOutputs: [{ name: "ping" }] }),
    part("b", 2, { rate_Hz: 10, inputs: [{ name: "in", message: number }], eventInputs: [{ name: "heard" }] }),
  ];
  const links = [link("a.out", "b.in", 1, { factor: -1, maxAge_s: 1 }), link("a.ping", "b.heard", 2, { maxAge_s: 1 })];
  const { program, diagnostics, places } = connect(modules, links);
  expect(program).not.toBeNull();
  expect(places).toEqual(["links.xml:1:5 MOD010", "links.xml:2:5 MOD010"]);
  expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
    "warning: factor = -1 has no effect: b.in is not an actuator",
    "warning: maxAge_s = 1 has no effect: b.heard is not a data input",
  ]);
});
