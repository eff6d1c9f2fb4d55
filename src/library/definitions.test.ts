import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../core/index.ts";
import { codeTable, type Definition, Definitions, defineChildren } from "./index.ts";
import { testDefinitions } from "./test/kinds.ts";

/** A definition as a user without a type checker may write it. */
function kind(rest: object): Definition {
  return { definition: "kind", kind: "probe", doc: "x", params: {}, ...rest } as unknown as Definition;
}
function model(rest: object): Definition {
  const create = (): number => 1;
  return {
    definition: "model",
    kind: "probe",
    model: "m",
    doc: "x",
    reads: [],
    create,
    ...rest,
  } as unknown as Definition;
}
function withParam(spec: unknown, name = "x_m"): Definition[] {
  return [kind({ params: { [name]: spec } })];
}

const X = { doc: "x" };
const CHANNEL = { name: "depth", plot: "lines", fields: [{ name: "z_m" }] };

const bad: [string, unknown[], string, string][] = [
  ["not an object", [undefined], "DEF001", "definition 1 is neither a kind nor a model"],
  ["neither kind nor model", [kind({}), { kind: "thing" }], "DEF001", "definition 2"],
  ["params that are a list", [kind({ params: [] })], "DEF001", '"params" must be an object'],
  ["a check that is not a function", [kind({ check: true })], "DEF001", '"check" must be a function'],
  ["children that are a text", [kind({ children: "fin" })], "DEF001", '"children" must be an object'],
  ["a model without create", [kind({}), model({ create: undefined })], "DEF001", '"create" must be a function'],
  ["a model without reads", [kind({}), model({ reads: "x" })], "DEF001", '"reads" must be a list'],
  ["a parameter that is not an object", withParam(3), "DEF001", '"x_m" must be an object'],
  ["a kind with a space", [kind({ kind: "my probe" })], "DEF002", "is not a name"],
  ["a kind with a reserved name", [kind({ kind: "doc" })], "DEF002", "is reserved"],
  ["a kind without name", [kind({ kind: undefined })], "DEF002", "is not a name"],
  ["a model with a bad name", [kind({}), model({ model: "9" })], "DEF002", "is not a name"],
  ["a parameter called id", withParam({ doc: "x", type: "text" }, "id"), "DEF002", "reserved"],
  ["a parameter with a bad name", withParam({ doc: "x", type: "text" }, "__proto"), "DEF002", "is not a name"],
  ["a child called doc", [kind({ children: { doc: { doc: "x", kind: "probe" } } })], "DEF002", "is reserved"],
  ["a kind twice", [kind({}), kind({})], "DEF003", 'kind "probe" is defined twice'],
  ["a model twice", [kind({}), model({}), model({})], "DEF004", 'model "m" is defined twice'],
  ["a model of an unknown kind", [kind({}), model({ kind: "prob" })], "DEF005", 'did you mean "probe"?'],
  [
    "reads of an unknown parameter",
    [kind({ params: { kT0: { doc: "x", unit: "1" } } }), model({ reads: ["kT"] })],
    "DEF006",
    'did you mean "kT0"?',
  ],
  [
    "two default models",
    [kind({}), model({ default: true }), model({ model: "n", default: true })],
    "DEF007",
    "two default models: m, n",
  ],
  ["no unit", withParam({ doc: "x" }, "diameter"), "DEF008", '"diameter" has no unit'],
  ["an unknown unit", withParam({ doc: "x" }, "diameter_furlong"), "DEF008", "has no unit"],
  ["a unit that is not SI", withParam({ doc: "x" }, "diameter_mm"), "DEF008", "is in millimetres"],
  ["two units", withParam({ doc: "x", unit: "1" }), "DEF009", "contradicts the suffix"],
  ["an unknown type", withParam({ doc: "x", type: "float" }), "DEF009", 'unknown type "float"'],
  ["a bound that is a text", withParam({ doc: "x", min: "0" }), "DEF009", "min must be a finite number"],
  ["an empty range", withParam({ doc: "x", min: 2, max: 1 }), "DEF009", "no value is between 2 and 1"],
  ["two lower bounds", withParam({ doc: "x", min: 0, above: 0 }), "DEF009", "min and above"],
  [
    "a default out of range",
    withParam({ doc: "x", min: 0, default: -1 }),
    "DEF009",
    "default is not allowed: x_m = -1 is below",
  ],
  ["a default of another type", withParam({ doc: "x", default: "1" }), "DEF009", "default is not of type real"],
  ["an example out of range", withParam({ doc: "x", min: 0, example: -1 }), "DEF009", "example is not allowed"],
  ["a default that is never needed", withParam({ doc: "x", default: 1, optional: true }), "DEF009", "never absent"],
  ["a choice without choices", withParam({ doc: "x", type: "choice" }, "x"), "DEF009", "choices must be a list"],
  ["a choice twice", withParam({ doc: "x", type: "choice", choices: ["a", "a"] }, "x"), "DEF009", "a word twice"],
  [
    "a length that is not a count",
    withParam({ doc: "x", type: "reals", length: 1.5 }),
    "DEF009",
    "length must be a count",
  ],
  ["two lengths", withParam({ doc: "x", type: "reals", length: 2, minLength: 1 }), "DEF009", "both given"],
  [
    "lengths that cross",
    withParam({ doc: "x", type: "reals", minLength: 3, maxLength: 2 }),
    "DEF009",
    "above maxLength",
  ],
  ["an integer in degrees", withParam({ doc: "x", type: "integer" }, "tilt_deg"), "DEF009", "cannot be in degrees"],
  [
    "counts of children that cross",
    [kind({ children: { probe: { doc: "x", min: 3, max: 2 } } })],
    "DEF009",
    "min at most max",
  ],
  ["a kind without doc", [kind({ doc: "" })], "DEF010", "kind probe has no doc"],
  ["a parameter without doc", withParam({}), "DEF010", '"x_m" has no doc'],
  ["a child of an unknown kind", [kind({ children: { fin: { doc: "x" } } })], "DEF011", 'unknown kind "fin"'],
  [
    "degrees and radians of one name",
    [kind({ params: { a_deg: { doc: "x" }, a_rad: { doc: "x" } } })],
    "DEF012",
    "under one name",
  ],
  [
    "a parameter of place and component",
    [kind({ params: { x_m: { doc: "x" } }, mount: { x_m: { doc: "x" } } })],
    "DEF012",
    "under one name",
  ],
  [
    "a parameter of a model without unit",
    [kind({}), model({ params: { gain: { doc: "x" } } })],
    "DEF008",
    'probe model "m" parameter "gain" has no unit',
  ],
  ["params of a model that are a list", [kind({}), model({ params: [] })], "DEF001", '"params" must be an object'],
  ["a parameter of a model called file", [kind({}), model({ params: { file: X } })], "DEF002", "has a reserved name"],
  [
    "a parameter of a model with the name of a child",
    [kind({ children: { probe: { doc: "x" } } }), model({ params: { probe: { doc: "x", unit: "1" } } })],
    "DEF002",
    'probe model "m" parameter "probe" has the name of a child',
  ],
  [
    "a parameter of a kind with the name of a child",
    [kind({ params: { probe: { doc: "x", unit: "1" } }, children: { probe: { doc: "x" } } })],
    "DEF002",
    "has the name of a child",
  ],
  [
    "a parameter of a model and of the place",
    [kind({ mount: { x_m: X } }), model({ params: { x_m: X } })],
    "DEF012",
    'probe parameters "x_m" of kind probe and "x_m" of probe model "m" are passed to models under one name',
  ],
  [
    "degrees of one model and radians of another",
    [kind({}), model({ params: { a_deg: X } }), model({ model: "n", params: { a_rad: X } })],
    "DEF012",
    '"a_deg" of probe model "m" and "a_rad" of probe model "n" are passed to models under one name',
  ],
  [
    "a model's own parameter named in reads",
    [kind({}), model({ params: { x_m: X }, reads: ["x_m"] })],
    "DEF006",
    "a model reads its own parameters without naming them",
  ],
  [
    "a parameter of the kind declared again with another spec",
    [kind({ params: { x_m: X } }), model({ params: { x_m: { doc: "x", min: 0 } } })],
    "DEF015",
    'probe parameter "x_m" is declared by kind probe and by probe model "m" with different specs: min (none) and 0',
  ],
  ["a misspelt property of a parameter", withParam({ doc: "x", mim: 0 }), "DEF013", 'did you mean "min"?'],
  ["a property of another type", withParam({ doc: "x", length: 3 }), "DEF013", 'unknown property "length"'],
  ["a misspelt property of a kind", [kind({ parms: {} })], "DEF013", 'did you mean "params"?'],
  ["an id that is neither required nor optional", [kind({ id: "maybe" })], "DEF009", '"required" or "optional"'],
  ["an example that is not a text", [kind({ example: 3 })], "DEF009", '"example" must be a text'],
  ["words that hold white space", withParam({ type: "words", doc: "x", choices: ["a b"] }), "DEF009", "list of words"],
  ["children of an unknown kind", [kind({}), defineChildren("prob", {})], "DEF005", "unknown kind"],
  [
    "a child that is there already",
    [kind({ children: { probe: { doc: "x" } } }), defineChildren("probe", { probe: { doc: "y" } })],
    "DEF014",
    "defined twice",
  ],
  ["a simulator that is not a text", [kind({ simulator: 3 })], "DEF009", '"simulator" must be a text'],
  ["channels that are a text", [kind({}), model({ channels: "a" })], "DEF001", '"channels" must be a list of objects'],
  ["an event without a name", [kind({}), model({ events: [{}] })], "DEF001", '"events" must be a list of objects'],
  [
    "a channel without fields",
    [kind({}), model({ channels: [{ name: "", plot: "lines", fields: [] }] })],
    "DEF001",
    'channel "" must have fields with names',
  ],
  [
    "a channel that is declared twice",
    [kind({}), model({ channels: [CHANNEL, CHANNEL] })],
    "DEF016",
    'probe model "m" declares the channel "depth" twice',
  ],
  [
    "a field that is declared twice",
    [kind({}), model({ channels: [{ ...CHANNEL, fields: [{ name: "z_m" }, { name: "z_m" }] }] })],
    "DEF016",
    'declares the field "z_m" of the channel "depth" twice',
  ],
  [
    "a timeline without an end",
    [kind({}), model({ channels: [{ ...CHANNEL, plot: "timeline", fields: [{ name: "begin_s" }] }] })],
    "DEF009",
    'channel "depth" is a timeline without the field end_s',
  ],
  [
    "words that are not a list",
    [kind({}), model({ channels: [{ ...CHANNEL, fields: [{ name: "sort", words: "on" }] }] })],
    "DEF009",
    "has a field sort whose words are not a list of texts",
  ],
  ["a figure without a doc", [kind({}), model({ figures: [{ name: "sent" }] })], "DEF009", 'figure "sent" has no doc'],
  [
    "a figure whose suffix is not a unit",
    [kind({}), model({ figures: [{ name: "queue_full", doc: "x" }] })],
    "DEF009",
    "ends in _full, which is not a unit",
  ],
  [
    "a figure that is declared twice",
    [kind({}), model({ figures: [1, 2].map(() => ({ name: "sent", doc: "x" })) })],
    "DEF016",
    'declares the figure "sent" twice',
  ],
  [
    "a port with a direction that does not exist",
    [kind({}), model({ ports: [{ name: "p", direction: "up", message: { name: "ping" } }] })],
    "DEF009",
    '"direction" must be "in" or "out"',
  ],
  [
    "a port without a message",
    [kind({}), model({ ports: [{ name: "p", direction: "in" }] })],
    "DEF009",
    'port "p" has no message',
  ],
  [
    "a port at a rate that is not a parameter",
    [kind({}), model({ ports: [{ name: "p", direction: "in", message: { name: "ping" }, rate: "rate_Hz" }] })],
    "DEF009",
    'comes at the rate "rate_Hz", which is not a parameter that it reads',
  ],
];

describe("a bad definition is reported once, and never thrown", () => {
  test.each(bad)("%s", (_, list, code, says) => {
    const { diagnostics } = Definitions.create(list as Definition[]);
    expect(
      diagnostics.map((d) => d.code),
      diagnostics.map(formatDiagnostic).join("\n"),
    ).toEqual([code]);
    expect(formatDiagnostic(diagnostics[0]!)).toContain(says);
  });

  test("every code of definitions occurs above", () => {
    const used = new Set(bad.map(([, , code]) => code));
    expect(codeTable.filter((e) => e.code.startsWith("DEF") && !used.has(e.code)).map((e) => e.code)).toEqual([]);
  });
});

test("what is wrong is left out and the rest is usable", () => {
  const list = [kind({ params: { good_m: { doc: "x" }, bad: { doc: "x" } } }), model({ reads: ["good_m", "bad"] })];
  const { definitions, diagnostics } = Definitions.create(list);
  expect(diagnostics.map((d) => d.code)).toEqual(["DEF008"]);
  expect([...definitions.kind("probe")!.params.keys()]).toEqual(["good_m"]);
  expect([...definitions.kind("probe")!.models.keys()]).toEqual(["m"]);
});

test("a model of a kind that was refused is not reported as well", () => {
  const { diagnostics } = Definitions.create([kind({ kind: "my probe" }), model({ kind: "my probe" })]);
  expect(diagnostics.map((d) => d.code)).toEqual(["DEF002"]);
});

test("the file of a definition is named, when known", () => {
  const { diagnostics } = Definitions.create([kind({ doc: "" })], () => "models/probe.js");
  expect(formatDiagnostic(diagnostics[0]!)).toBe("models/probe.js:1:1: error DEF010: kind probe has no doc");
});

test("a parameter name with two meanings is refused, with both models and both files, for all models at once", () => {
  const gain = { doc: "gain of the loop", unit: "1", min: 0 };
  const list: [string, Definition][] = [
    ["probe.js", kind({ params: { mass_kg: X } })],
    ["a.js", model({ model: "a", params: { gain, mass_kg: X } })],
    ["b.js", model({ model: "b", params: { gain: { ...gain } } })],
    ["c.js", model({ model: "c", params: { gain: { ...gain, doc: "thrust per turn", min: 1 } } })],
    ["d.js", model({ model: "d", params: { mass_kg: { doc: "dry mass" }, gain: { type: "text", doc: gain.doc } } })],
  ];
  const files = new Map(list.map(([file, definition]) => [definition, file]));
  const { definitions, diagnostics } = Definitions.create([...files.keys()], (definition) => files.get(definition));
  const hint = " (declare it once and share the constant, or choose another name)";
  expect(diagnostics.map(formatDiagnostic)).toEqual([
    'c.js:1:1: error DEF015: probe parameter "gain" is declared by probe model "a" (a.js) and by probe model "c" (c.js) ' +
      `with different specs: doc "gain of the loop" and "thrust per turn", min 0 and 1${hint}`,
    'd.js:1:1: error DEF015: probe parameter "mass_kg" is declared by kind probe (probe.js) and by probe model "d" (d.js) ' +
      `with different specs: doc "x" and "dry mass"${hint}`,
    'd.js:1:1: error DEF015: probe parameter "gain" is declared by probe model "a" (a.js) and by probe model "d" (d.js) ' +
      `with different specs: type "real" and "text", unit "1" and (none), min 0 and (none)${hint}`,
  ]);
  expect(diagnostics[0]!.related).toEqual([
    { message: 'probe model "a" is here', range: { file: "a.js", line: 1, column: 1, endLine: 1, endColumn: 1 } },
  ]);
  // What is equal is shared: a and b stand, and a reads the parameter of its kind that it declares again.
  const probe = definitions.kind("probe")!;
  expect([...probe.models.keys()]).toEqual(["a", "b"]);
  expect([...probe.params.keys()]).toEqual(["mass_kg", "gain"]);
  expect([probe.readersOf("mass_kg"), probe.readersOf("gain")]).toEqual([["a"], ["a", "b"]]);
});

test("a model may read a parameter that another model declares, before or after it", () => {
  const { definitions, diagnostics } = Definitions.create([
    kind({}),
    model({ model: "a", reads: ["b_m"] }),
    model({ model: "b", params: { b_m: X } }),
    model({ model: "c", reads: ["b_m"] }),
  ]);
  expect(diagnostics).toEqual([]);
  expect(definitions.kind("probe")!.readersOf("b_m")).toEqual(["a", "b", "c"]);
});

test("a kind's entry goes over its own parameters and then those of its models, in order", () => {
  const shared = { doc: "shared", unit: "1" };
  const { definitions } = Definitions.create([
    kind({ params: { mass_kg: X, length_m: { doc: "x", default: 1 } } }),
    model({ model: "a", reads: ["mass_kg"], params: { shared, a_m: X } }),
    model({ model: "b", reads: undefined, params: { b_m: X, shared } }),
    model({ model: "c", reads: ["length_m", "mass_kg"], params: { shared: { ...shared, type: "real" } } }),
  ]);
  const probe = definitions.kind("probe")!;
  expect([...probe.params.keys()]).toEqual(["mass_kg", "length_m", "shared", "a_m", "b_m"]);
  expect([...probe.ownParams.keys()]).toEqual(["mass_kg", "length_m"]);
  const [a, b, c] = [...probe.models.values()];
  expect([a, b, c].map((m) => [...probe.readsOf(m!)])).toEqual([
    ["mass_kg", "shared", "a_m"],
    ["shared", "b_m"],
    ["mass_kg", "length_m", "shared"],
  ]);
  expect(probe.declaredBy(b!).map((p) => p.name)).toEqual(["b_m", "shared"]);
  expect(probe.requiredBy(c!).map((p) => p.name)).toEqual(["mass_kg", "shared"]);
  expect(probe.requiredByAll.map((p) => p.name)).toEqual(["shared"]);
  expect(probe.readBy(b!, { shared: 1, b_m: 2, a_m: 3, mass_kg: 4 })).toEqual({ shared: 1, b_m: 2 });
});

test("registries share nothing, and are frozen", () => {
  const one = Definitions.create(testDefinitions).definitions;
  const two = Definitions.create(testDefinitions.slice(0, 1)).definitions;
  expect(one.kindNames).toEqual(["thruster", "fin", "lamp", "vehicle", "fleet", "group", "faulty"]);
  expect([...two.kind("thruster")!.models.keys()]).toEqual([]);
  expect(Object.isFrozen(one) && Object.isFrozen(one.kind("thruster"))).toBe(true);
});

test("codes are unique, in order, and their severity is that of the table", () => {
  const all = codeTable.map((e) => e.code);
  expect(new Set(all).size).toBe(all.length);
  for (const prefix of ["XML", "LIB", "DEF"]) {
    const group = all.filter((c) => c.startsWith(prefix));
    // Ascending; numbers may be left out, since a code that is gone is not used again.
    expect(group).toEqual([...group].sort());
    for (const code of group) expect(code).toMatch(/^[A-Z]{3}[0-9]{3}$/);
  }
});
