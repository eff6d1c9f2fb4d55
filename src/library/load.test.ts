import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { formatDiagnostic, InvariantError } from "../core/index.ts";
import {
  type Component,
  createModel,
  Definitions,
  defineKind,
  loadComponent,
  memoryReader,
  type SourceReader,
} from "./index.ts";
import { lamp, testDefinitions, testRegistry, thruster } from "./test/kinds.ts";

const definitions = testRegistry();
const P = '<provenance of="*" status="assumed"/>';
const T200 = `<thruster id="t200" diameter_m="0.076" kT0="0.44" kT1="-0.3" blades="3" tiltLimit_deg="90">
  <doc> A thruster. </doc>
  <provenance of="kT0 kT1" status="published" source="Maker2019" note="table 2"/>
  ${P}
</thruster>`;

function load(files: Record<string, string>, models: Record<string, string> = {}): Component {
  const { component, diagnostics } = loadComponent(definitions, memoryReader(files), "main.xml", { models });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return component!;
}

describe("one file for a coarse and a fine model", () => {
  test("loads with the default model, which leaves unread what it does not name", () => {
    const component = load({ "main.xml": T200 });
    expect(component.model).toBe("propeller");
    expect(component.given).toEqual(["diameter_m", "kT0", "kT1", "blades", "tiltLimit_deg"]);
    expect(component.unread).toEqual(["blades"]);
  });

  test("loads with the coarse model, which leaves more unread", () => {
    const component = load({ "main.xml": T200 }, { thruster: "bollard" });
    expect(component.model).toBe("bollard");
    expect(component.unread).toEqual(["kT1", "blades", "tiltLimit_deg"]);
  });

  test("both models make the kind's interface: 1000 · 0.076⁴ · 0.44 · 50² = 36.698… N", () => {
    for (const model of ["propeller", "bollard"]) {
      const made = createModel(definitions, load({ "main.xml": T200 }, { thruster: model }), thruster);
      // One rounding per factor: a few parts in 1e16 of 37 N.
      expect(made.thrust_N(50)).toBeCloseTo(1000 * 0.076 ** 4 * 0.44 * 2500, 12);
    }
  });

  test("a model gets what it reads, defaults included, and nothing else", () => {
    let seen: object = {};
    const spy = Definitions.create([
      ...testDefinitions.filter((d) => !("model" in d && d.model === "bollard")),
      {
        definition: "model",
        kind: "thruster",
        model: "spy",
        doc: "looks",
        reads: ["kT0", "shaftLag_s", "tiltLimit_deg"],
        create: (params) => (seen = params),
      },
    ]);
    expect(spy.diagnostics).toEqual([]);
    const { component } = loadComponent(spy.definitions, memoryReader({ a: T200 }), "a", { models: { t200: "spy" } });
    createModel(spy.definitions, component!);
    expect(seen).toEqual({ kT0: 0.44, shaftLag_s: 0.1, tiltLimit_rad: Math.PI / 2 });
    expect(Object.isFrozen(seen)).toBe(true);
  });

  test("a choice for a path goes before a choice for the kind", () => {
    const file = `<vehicle id="v" mass_kg="1">${P}<thruster id="a" file="t.xml" position_m="0 0 0"/><thruster id="b" file="t.xml" position_m="0 0 0"/></vehicle>`;
    const { children } = load({ "main.xml": file, "t.xml": T200 }, { "v/b": "propeller", thruster: "bollard" });
    expect(children.map((c) => c.model)).toEqual(["bollard", "propeller"]);
  });

  test("a choice for a known kind that does not occur is not a mistake", () => {
    expect(load({ "main.xml": T200 }, { lamp: "spot" }).model).toBe("propeller");
  });

  test("the file may give less than the default model needs, if another one is chosen", () => {
    const coarse = `<thruster id="t" diameter_m="0.1" kT0="0.4">${P}</thruster>`;
    expect(load({ "main.xml": coarse }, { thruster: "bollard" }).unread).toEqual([]);
  });
});

describe("values", () => {
  test("degrees are passed on as radians, in single numbers and in lists", () => {
    const file = `<vehicle id="v" mass_kg="1">${P}<thruster id="a" file="t.xml" position_m="1 2 3" attitude_deg="0 90 -180"/></vehicle>`;
    const child = load({ "main.xml": file, "t.xml": T200 }).children[0]!;
    expect(child.params).toMatchObject({ tiltLimit_rad: Math.PI / 2 });
    expect(child.params).not.toHaveProperty("tiltLimit_deg");
    expect(child.mount).toEqual({ position_m: [1, 2, 3], attitude_rad: [0, Math.PI / 2, -Math.PI] });
  });

  test("defaults are filled in, and what is optional and absent is undefined", () => {
    expect(load({ "main.xml": T200 }).params).toEqual({
      diameter_m: 0.076,
      hubDiameter_m: undefined,
      kT0: 0.44,
      kT1: -0.3,
      shaftLag_s: 0.1,
      handedness: 1,
      blades: 3,
      ducted: false,
      medium: "sea",
      label: undefined,
      speeds_rps: undefined,
      tiltLimit_rad: Math.PI / 2,
    });
  });

  test("the forms of a number, a list over several lines, references and outer white space are read", () => {
    const file = `<thruster id="t" diameter_m=" +7.6E-2 " kT0=".44" kT1="-1." speeds_rps="\n 1\n\t2e0\r\n 3 " label="A &amp; &#66;" ducted=" true " medium="&#x73;ea">${P}</thruster>`;
    const { params } = load({ "main.xml": file.replace("-1.", "-.3") });
    expect(params).toMatchObject({
      diameter_m: 0.076,
      kT0: 0.44,
      kT1: -0.3,
      speeds_rps: [1, 2, 3],
      label: "A & B",
      ducted: true,
      medium: "sea",
    });
  });

  test("everything returned is frozen, down to the lists", () => {
    const file = `<vehicle id="v" mass_kg="1">${P}<thruster id="a" file="t.xml" position_m="1 2 3"/></vehicle>`;
    const frozen = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const inner of Object.values(value)) frozen(inner);
      expect("line" in value || Object.isFrozen(value)).toBe(true);
    };
    frozen(load({ "main.xml": file, "t.xml": T200 }));
  });
});

describe("includes", () => {
  const files = {
    "main.xml": `<fleet id="f"><vehicle id="v" file="vehicles/v.xml" position_m="0 0 5"><fin id="extra" span_m="1" area_m2="1">${P}</fin></vehicle></fleet>`,
    "vehicles/v.xml": `<vehicle id="auv" mass_kg="30">${P}<doc>A vehicle</doc>
      <thruster id="stern" file="../thrusters/t200.xml" position_m="-1 0 0" kT0="0.5" kT1="-0.1"><provenance of="kT0" status="derived" source="Tank"/><provenance of="*" status="assumed" note="trial"/></thruster>
    </vehicle>`,
    "thrusters/t200.xml": T200,
  };

  test("paths are made of the ids where components are used, and children of the use come after those of the file", () => {
    const fleet = load(files);
    const vehicle = fleet.children[0]!;
    expect([vehicle.id, vehicle.path, vehicle.file, vehicle.doc]).toEqual(["v", "f/v", "vehicles/v.xml", "A vehicle"]);
    expect(vehicle.children.map((c) => c.path)).toEqual(["f/v/stern", "f/v/extra"]);
    expect(vehicle.children.map((c) => c.file)).toEqual(["thrusters/t200.xml", "main.xml"]);
  });

  test("attributes where a file is used override those of the file, and say where they stand", () => {
    const stern = load(files).children[0]!.children[0]!;
    expect(stern.params).toMatchObject({ diameter_m: 0.076, kT0: 0.5, kT1: -0.1, blades: 3 });
    expect(stern.origin.diameter_m).toMatchObject({ file: "thrusters/t200.xml", line: 1, column: 33, endColumn: 38 });
    expect(stern.origin.kT0).toMatchObject({ file: "vehicles/v.xml", line: 2, column: 82, endColumn: 85 });
    expect(stern.doc).toBe("A thruster.");
  });

  test("an override has the provenance given with it, everything else that of the file", () => {
    const { provenance } = load(files).children[0]!.children[0]!;
    expect(provenance.kT0).toMatchObject({ status: "derived", source: "Tank", note: null });
    expect(provenance.kT1).toMatchObject({ status: "assumed", source: null, note: "trial" });
    expect(provenance.diameter_m).toMatchObject({ status: "assumed", range: { file: "thrusters/t200.xml" } });
    expect(load({ "main.xml": T200 }).provenance.kT1).toMatchObject({ status: "published", source: "Maker2019" });
  });

  test("the model of the file is taken, unless the use names another", () => {
    const lamps = `<vehicle id="v" mass_kg="1">${P}<lamp id="a" file="l.xml"/><lamp id="b" file="l.xml" model="point"/></vehicle>`;
    const spot = `<lamp id="l" model="spot" power_W="60" beam_deg="60">${P}</lamp>`;
    const [a, b] = load({ "main.xml": lamps, "l.xml": spot }).children;
    expect([a!.model, b!.model]).toEqual(["spot", "point"]);
    // 60 W over π/3 rad.
    expect(createModel(definitions, a!, lamp)).toBeCloseTo(180 / Math.PI, 12);
    expect(createModel(definitions, b!, lamp)).toBe(60);
    // A parameter of another model is unread, not refused.
    expect([a!.unread, b!.unread]).toEqual([[], ["beam_deg"]]);
  });

  test("a file is read once however often it is used, and every file read is returned", () => {
    const reads: string[] = [];
    const inner = memoryReader({
      m: `<vehicle id="v" mass_kg="1">${P}<fin id="a" file="f"/><fin id="b" file="./f"/></vehicle>`,
      f: `\uFEFF<fin id="f" span_m="1" area_m2="1">${P}</fin>`,
    });
    const reader: SourceReader = {
      ...inner,
      read: (file) => {
        reads.push(file);
        return inner.read(file);
      },
    };
    const { component, sources } = loadComponent(definitions, reader, "m");
    expect(component!.children).toHaveLength(2);
    expect(reads).toEqual(["m", "f"]);
    expect([...sources.keys()]).toEqual(["m", "f"]);
    expect(sources.get("f")!.startsWith("<fin")).toBe(true);
  });

  test("a slot with a name of its own takes its kind from a file of that kind", () => {
    const file = `<vehicle id="v" mass_kg="1">${P}<rudder id="r" file="f.xml"/></vehicle>`;
    expect(load({ "main.xml": file, "f.xml": `<fin id="f" span_m="1" area_m2="1">${P}</fin>` }).children[0]!.kind).toBe(
      "fin",
    );
  });

  test("a circle is reported with the places that make it", () => {
    const circle = {
      m: '<group id="a"><group id="b" file="n"/></group>',
      n: '<group id="b">\n<group id="c" file="m"/></group>',
    };
    const { diagnostics } = loadComponent(definitions, memoryReader(circle), "m");
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.related).toMatchObject([{ message: "n is included here", range: { file: "m", line: 1 } }]);
  });
});

describe("a child of the use with the id of a child of the file", () => {
  const files = (child: string): Record<string, string> => ({
    "main.xml": `<fleet id="f"><vehicle id="v" file="vehicles/v.xml" position_m="0 0 5">${child}</vehicle></fleet>`,
    "vehicles/v.xml": `<vehicle id="auv" mass_kg="30">${P}
      <thruster id="bow" file="../thrusters/t200.xml" position_m="1 0 0"/>
      <thruster id="stern" file="../thrusters/t200.xml" position_m="-1 0 0" kT0="0.5"><provenance of="kT0" status="derived" source="Tank"/></thruster>
    </vehicle>`,
    "thrusters/t200.xml": T200,
    "t500.xml": `<thruster id="t500" diameter_m="0.1" kT0="0.3" kT1="-0.2">${P}</thruster>`,
  });

  test("is laid over it: what it gives goes first, all else stays, with its file and provenance", () => {
    const given = '<thruster id="stern" kT1="-0.1"><provenance of="kT1" status="assumed" note="worn"/></thruster>';
    const [bow, stern, ...more] = load(files(given)).children[0]!.children;
    expect(more).toEqual([]);
    expect(bow!.params).toMatchObject({ kT0: 0.44, kT1: -0.3 });
    expect(stern!.path).toBe("f/v/stern");
    expect(stern!.file).toBe("thrusters/t200.xml");
    expect(stern!.params).toMatchObject({ diameter_m: 0.076, kT0: 0.5, kT1: -0.1, blades: 3 });
    expect(stern!.mount).toMatchObject({ position_m: [-1, 0, 0] });
    expect(stern!.origin.kT1).toMatchObject({ file: "main.xml" });
    expect(stern!.origin.kT0).toMatchObject({ file: "vehicles/v.xml" });
    expect(stern!.provenance.kT0).toMatchObject({ status: "derived", source: "Tank" });
    expect(stern!.provenance.kT1).toMatchObject({ note: "worn" });
    expect(stern!.provenance.diameter_m).toMatchObject({ status: "assumed" });
  });

  test("with another file it exchanges it: the place stays, its own values go", () => {
    const stern = load(files('<thruster id="stern" file="t500.xml"/>')).children[0]!.children[1]!;
    expect(stern.file).toBe("t500.xml");
    expect(stern.params).toMatchObject({ diameter_m: 0.1, kT0: 0.3, kT1: -0.2 });
    expect(stern.mount).toMatchObject({ position_m: [-1, 0, 0] });
    expect(stern.provenance.kT0).toMatchObject({ status: "assumed", source: null });
  });

  test("goes on being checked as a whole: a bad value is reported at its place", () => {
    const { component, diagnostics } = loadComponent(
      definitions,
      memoryReader(files('<thruster id="stern" diameter_m="-1"><provenance of="*" status="assumed"/></thruster>')),
      "main.xml",
    );
    expect(component).toBeNull();
    expect(diagnostics.map(({ code, range }) => [code, range?.file])).toEqual([["LIB012", "main.xml"]]);
  });
});

describe("what goes wrong outside the files", () => {
  test("a root file that cannot be read is reported with the reader's reason", () => {
    const { component, diagnostics, sources } = loadComponent(definitions, memoryReader({}), "none.xml");
    expect(component).toBeNull();
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      'none.xml:1:1: error LIB001: cannot read "none.xml": no such file',
    ]);
    expect(sources.size).toBe(0);
  });

  test("a reader that throws is reported like one that returns an error", () => {
    const reader: SourceReader = {
      read: () => {
        throw new Error("disk on fire");
      },
      resolve: () => {
        throw "not a path";
      },
    };
    expect(loadComponent(definitions, reader, "a").diagnostics[0]!.message).toContain("disk on fire");
    const half: SourceReader = { ...reader, read: () => ({ text: '<group id="a"><group id="b" file="x"/></group>' }) };
    expect(loadComponent(definitions, half, "a").diagnostics[0]!.message).toBe('cannot read "x": not a path');
  });

  test("a component is not made with definitions that do not have its model", () => {
    const component = load({ "main.xml": T200 });
    expect(() => createModel(Definitions.create([]).definitions, component)).toThrow(InvariantError);
    expect(() => createModel(definitions, component, lamp)).toThrow("t200 is not a lamp");
  });
});

test("several mistakes in several files are reported at once, in the order of their places", () => {
  const files = {
    a: '<vehicle id="v" mass_kg="0">\n<fin id="x" file="b"/><fin id="x" file="b"/>\n<thrustr/></vehicle>',
    b: '<fin id="f" span_m="1 m" area_m2="1"><provenance of="span" status="known"/></fin>',
  };
  const { diagnostics } = loadComponent(definitions, memoryReader(files), "a");
  expect(diagnostics.map((d) => `${d.range!.file}:${d.range!.line}:${d.range!.column} ${d.code}`)).toEqual([
    "a:1:2 LIB035",
    "a:1:26 LIB012",
    "a:2:32 LIB015",
    "a:3:2 LIB007",
    "b:1:2 LIB035",
    "b:1:21 LIB022",
    "b:1:54 LIB032",
    "b:1:68 LIB033",
  ]);
});

test("whatever is done to the bytes of a file, nothing is thrown, every place lies in the file, and errors mean no component", () => {
  const bytes = Buffer.from(
    `<vehicle id="v" mass_kg="30">\r\n${P}<doc>Größe</doc>\n<thruster id="a" position_m="1 2 3"${T200.slice(19)}\n<fin id="b" file="f.xml"/></vehicle>`,
  );
  const fin = `<fin id="f" span_m="1" area_m2="1">${P}</fin>`;
  const change = fc.record({ at: fc.nat(bytes.length), remove: fc.nat(3), insert: fc.uint8Array({ maxLength: 2 }) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let mutated = bytes;
      for (const { at, remove, insert } of changes) {
        mutated = Buffer.concat([mutated.subarray(0, at), insert, mutated.subarray(at + remove)]);
      }
      const reader = memoryReader({ m: mutated.toString("utf8"), "f.xml": fin });
      const { component, diagnostics, sources } = loadComponent(definitions, reader, "m");
      expect(component === null).toBe(diagnostics.some((d) => d.severity === "error"));
      for (const { range } of diagnostics) {
        const lines = sources.get(range!.file)!.split(/\r\n|\r|\n/);
        expect(range!.column).toBeGreaterThanOrEqual(1);
        expect(range!.column).toBeLessThanOrEqual(lines[range!.line - 1]!.length + 1);
        expect(range!.endColumn).toBeLessThanOrEqual(lines[range!.endLine - 1]!.length + 1);
      }
    }),
    { seed: 21, numRuns: 1000 },
  );
});

test("a document that needs no provenance gets no warning for lack of it", () => {
  const file = `<fleet id="f" duration_s="10"><vehicle id="v" mass_kg="1">${P}</vehicle></fleet>`;
  expect(load({ "main.xml": file }).params).toEqual({ duration_s: 10 });
});

test("kinds, models and checks see typed parameters", () => {
  defineKind<number>()({
    kind: "typed",
    doc: "x",
    params: {
      tilt_deg: { doc: "x" },
      rate_degps: { doc: "x", optional: true },
      gains: { type: "reals", unit: "1", doc: "x" },
      mode: { type: "choice", choices: ["a", "b"], doc: "x", default: "a" },
      on: { type: "boolean", doc: "x", default: false },
    },
    mount: { depth_m: { doc: "x", default: 0 } },
    check: (params, report, mount) => {
      expectTypeOf(params.tilt_rad).toEqualTypeOf<number | undefined>();
      expectTypeOf(params.rate_radps).toEqualTypeOf<number | undefined>();
      expectTypeOf(params.gains).toEqualTypeOf<readonly number[] | undefined>();
      expectTypeOf(params.mode).toEqualTypeOf<"a" | "b" | undefined>();
      expectTypeOf(mount).toEqualTypeOf<{ readonly depth_m?: number } | null>();
      expectTypeOf(report)
        .parameter(0)
        .toEqualTypeOf<"tilt_deg" | "rate_degps" | "gains" | "mode" | "on" | "depth_m">();
    },
  });
  const made = createModel(definitions, load({ "main.xml": T200 }), thruster);
  expectTypeOf(made.thrust_N).toEqualTypeOf<(n_rps: number) => number>();
});
