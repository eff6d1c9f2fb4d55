/** What is wrong with a hybrid modem in a file is reported when it is loaded, with its place and what is allowed; and software that uses one. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { Definitions, defineModel, type KindDefinition } from "../src/library/index.ts";
import { deliveredMessage, messageReport, OUTCOMES, outgoingMessage } from "../src/modems/index.ts";
import { loadScenario, shippedDefinitions } from "../src/scenario/index.ts";
import { devices, freshWater, given, moored } from "./support/hybrid-runs.ts";
import { runScenario } from "./support/modem-runs.ts";
import { loadText, readerOver } from "./support/scenarios.ts";

/** The place of ⟦ in a text, and the errors of the text without it. */
function refusal(marked: string, load = (text: string) => loadText(text).diagnostics) {
  const before = marked.slice(0, marked.indexOf("⟦")).split("\n");
  const errors = load(marked.replace("⟦", "")).filter(({ severity }) => severity === "error");
  return {
    expected: `test.xml:${before.length}:${before.at(-1)!.length + 1}:`,
    errors: errors.map((each) => formatDiagnostic(each)),
  };
}

function expectRefused(marked: string, ...words: readonly RegExp[]): void {
  const { expected, errors } = refusal(marked);
  for (const word of words) expect(errors.join("\n")).toMatch(word);
  expect([errors, errors[0]?.split(" ")[0]]).toEqual([errors, expected]);
}

const both = (a: string, b = devices(100)): string =>
  freshWater(5, [moored("a", [0, 0, 5], a), moored("b", [5, 0, 5], b)]);
const plain = devices(1);

describe("refused when the file is loaded", () => {
  test("a modem that the vehicle does not have: its modems are listed", () => {
    expectRefused(
      both(plain.replace('modems="acoustic radio"', 'modems="⟦acoustic wireless"')),
      /s\/a\/link: its vehicle has no modem "wireless"; allowed: acoustic, radio/,
    );
  });

  test("a modem of another vehicle", () => {
    const other = devices(100).replace('id="radio"', 'id="dockside"').replace("acoustic radio", "acoustic dockside");
    expectRefused(
      both(plain.replace('modems="acoustic radio"', 'modems="⟦acoustic dockside"'), other),
      /no modem "dockside"/,
    );
  });

  test("one modem twice, and one alone", () => {
    expectRefused(
      both(plain.replace('modems="acoustic radio"', 'modems="⟦radio radio"')),
      /names the modem "radio" twice/,
    );
    expectRefused(both(plain.replace('modems="acoustic radio"', 'modems="⟦radio"')), /modems/);
  });

  test("modems of one band", () => {
    const twin = plain.replace(
      /<modem id="radio"[^>]*file="[^"]*"/,
      '<modem id="radio" file="components/modems/erdemir2018-acoustic.xml"',
    );
    expectRefused(
      both(twin.replace(/address="1" nominalSpeed_mps="[^"]*"/, 'address="2"').replace('modems="', 'modems="⟦')),
      /acoustic and radio have the same band/,
    );
  });

  test("two addresses", () => {
    const text = plain.replace('address="1" nominal', 'address="3" nominal').replace('modems="', 'modems="⟦');
    expectRefused(both(text), /acoustic has the address 1, and radio 3/, /one address on all bands/);
  });

  test("one address for two vehicles, on different bands", () => {
    const a = plain.replace('modems="', 'modems="⟦');
    const [acoustic, radio] = [devices(7), devices(7)].map((all, k) => all.match(/<modem.*?<\/modem>/g)![k]!);
    const text = freshWater(5, [
      moored("a", [0, 0, 5], a),
      moored("b", [5, 0, 5], acoustic!),
      moored("c", [9, 0, 5], radio!),
    ]);
    expectRefused(text, /the address 7 is s\/b\/acoustic over acoustic, and s\/c\/radio over radio/);
  });

  test("a modem that two of them use: at the second one", () => {
    const second = '<hybridModem id="again" modems="⟦acoustic radio" switchDistances_m="5"/>';
    expectRefused(both(plain + second), /s\/a\/link uses the modem acoustic already/);
  });

  test("distances that are too many, or do not decrease", () => {
    const own = (distances: string): string => devices(1, { link: `switchDistances_m="⟦${distances}"` });
    expectRefused(both(own("30 10")), /2 numbers for 2 modems; allowed: 1: one for each modem behind the first/);
    expectRefused(both(own("10 30")), /do not decrease/);
  });

  test("messages to an address that none of its bands has, to itself, or too long", () => {
    const own = (traffic: string): string => both(devices(1, { inside: `<traffic period_s="1" ${traffic}/>` }));
    expectRefused(own('to="⟦4" messageBytes="8"'), /has the address 4; allowed: 1, 100/);
    expectRefused(own('to="⟦1" messageBytes="8"'), /sends to itself/);
    expectRefused(own('to="100" messageBytes="⟦65"'), /65 bytes; its frames carry 64/);
  });
});

describe("software that uses one", () => {
  const kindModule = shippedDefinitions.find((d) => d.definition === "kind" && d.kind === "module") as KindDefinition;
  /** Sends a message without bytes to 100 each time it steps, to be acknowledged, and shows what comes back. */
  const caller = defineModel(kindModule as KindDefinition<unknown, { rate_Hz: { doc: string } }>, {
    model: "caller",
    doc: "sends each time it steps",
    reads: ["rate_Hz"],
    create: (p) => ({
      rate_Hz: p.rate_Hz,
      inputs: [
        { name: "report", message: messageReport, required: false },
        { name: "heard", message: deliveredMessage, required: false },
      ],
      outputs: [{ name: "call", message: outgoingMessage }],
      memory: 1,
      shows: ["reference", "outcome", "attempts", "source"],
      step({ reals, memoryAt, inAt, outAt, shownAt }: Record<string, never> & StepTick) {
        const [report, heard] = inAt;
        reals[outAt[0]! + outgoingMessage.at.destination] = 100;
        reals[outAt[0]! + outgoingMessage.at.reference] = ++reals[memoryAt]!;
        reals[outAt[0]! + outgoingMessage.at.isReliable] = 1;
        reals[shownAt] = report! < 0 ? -1 : reals[report! + messageReport.at.reference]!;
        reals[shownAt + 1] = report! < 0 ? -1 : reals[report! + messageReport.at.outcome]!;
        reals[shownAt + 2] = report! < 0 ? -1 : reals[report! + messageReport.at.attempts]!;
        reals[shownAt + 3] = heard! < 0 ? -1 : reals[heard! + deliveredMessage.at.source]!;
      },
    }),
  });
  const { definitions } = Definitions.create([...shippedDefinitions, caller]);
  const load = (text: string) => loadScenario(definitions, readerOver({ "test.xml": text }), "test.xml");
  const program = (links: string): string =>
    `<software id="brain"><module id="caller" model="caller" rate_Hz="1"/>\n${links}</software>`;
  const link = (from: string, to: string): string => `<link from="${from}" to="${to}"/>`;

  test("a link to the hybrid and to a modem of it is refused, at the link to the modem", () => {
    const text = both(
      plain + program(`${link("caller.call", "link.outgoing")}\n⟦${link("caller.call", "radio.outgoing")}`),
    );
    const { errors, expected } = refusal(text, (each) => load(each).diagnostics);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /software sends to radio\.outgoing, and to link\.outgoing: s\/a\/link chooses when radio is used/,
    );
    // At the link's name, behind its "<".
    const [file, line] = expected.split(":");
    expect(errors[0]).toMatch(new RegExp(`^${file}:${line}:`));
  });

  test("one to the modem alone as well", () => {
    const { errors } = refusal(
      both(plain + program(`⟦${link("caller.call", "acoustic.outgoing")}`)),
      (each) => load(each).diagnostics,
    );
    expect(errors[0]).toMatch(/software sends to acoustic\.outgoing: s\/a\/link chooses/);
  });

  test("its messages go out by the rule, and what became of them comes back; the other end hears them", () => {
    const links = link("caller.call", "link.outgoing") + link("link.report", "caller.report");
    const listener = `<software id="brain"><module id="caller" model="caller" rate_Hz="1"/>${link("link.delivered", "caller.heard")}</software>`;
    const { scenario, diagnostics } = load(both(plain + program(links), devices(100) + listener));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const run = runScenario(scenario!);
    const rows = given(run, "a/link");
    expect(rows.length).toBeGreaterThanOrEqual(4);
    // 5 m; the first one goes before anything is known of the distance.
    expect(rows.map(({ modem }) => modem)).toEqual(["acoustic", ...new Array(rows.length - 1).fill("radio")]);
    expect(run.figures("b/link").delivered).toBe(rows.length);
    const shown = (path: string, name: string): number[] => {
      const { names, columns } = run.table(path);
      return Array.from(columns[names.indexOf(name)]!);
    };
    // Each step shows the report of the message of the step before.
    const references = shown("/a/brain/caller", "reference").filter((n) => n > 0);
    expect(references).toEqual(references.map((_, k) => k + 1));
    expect(shown("/a/brain/caller", "outcome").at(-1)).toBe(OUTCOMES.indexOf("acknowledged"));
    expect(shown("/a/brain/caller", "attempts").at(-1)).toBe(1);
    expect(shown("/b/brain/caller", "source").at(-1)).toBe(1);
  });
});

interface StepTick {
  readonly reals: Float64Array;
  readonly memoryAt: number;
  readonly inAt: readonly number[];
  readonly outAt: readonly number[];
  readonly shownAt: number;
}
