/** `thetis run` with a thing of a user's folder that counts: below its vehicle in the text, by path in the document. Needs dist. */
import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
mkdirSync(folder.at("models"));
folder.write(
  "models/counter.mjs",
  `export default ({ defineKind, defineModel, defineChildren }) => {
  const counter = defineKind()({ kind: "counter", doc: "counts", id: "optional", simulator: "communications", params: {} });
  const model = defineModel(counter, {
    model: "plain", doc: "counts", default: true, reads: [],
    figures: [{ name: "sent", doc: "sent" }, { name: "outOfRange", doc: "lost" }, { name: "energy_J", doc: "used" }, { name: "never", doc: "0" }],
    create: () => ({
      join(site) {
        const [sent, lost, energy] = ["sent", "outOfRange", "energy_J"].map((name) => site.figure(name));
        site.figure("never");
        const actor = site.actor("counts", ({ reals }) => { reals[sent] += 1; reals[lost] = 1; reals[energy] += 0.5; });
        for (let k = 1; k <= 3; k++) site.at(k * 1e8, 1, actor);
      },
    }),
  });
  return [counter, model, ...["vehicle", "world"].map((parent) => defineChildren(parent, { counter: { doc: "counts" } }))];
};`,
);
const scenario = folder.write(
  "s.xml",
  `<scenario id="s" duration_s="1"><world><counter id="buoy"/></world><vehicle id="a" length_m="2"><counter id="modem"/></vehicle></scenario>`,
);

test("the text has a line for each thing, without what is 0; the document has everything", async () => {
  const models = ["--models", folder.at("models")];
  const text = await warmThetis(["run", scenario, ...models, "--log", folder.at("a.mcap")]);
  expect([text.status, text.stderr]).toEqual([0, expect.any(String)]);
  const lines = text.stdout.split("\n");
  const at = lines.findIndex((line) => line.startsWith("a  "));
  expect(lines[at + 1]).toBe("         modem: 3 sent, 1 out of range, 1.5 J energy");
  expect(lines.slice(at + 2, at + 4)).toEqual(["world", "         buoy: 3 sent, 1 out of range, 1.5 J energy"]);
  const { stdout } = await warmThetis(["run", scenario, ...models, "--log", folder.at("b.mcap"), "--json"]);
  const counted = { sent: 3, outOfRange: 1, energy_J: 1.5, never: 0 };
  expect(JSON.parse(stdout).figures).toEqual({ "a/modem": counted, "world/buoy": counted });
});

test("help and reference page list the figures with their units", async () => {
  const models = ["--models", folder.at("models")];
  for (const verb of ["show", "reference"]) {
    const { stdout } = await warmThetis(["components", verb, "counter", ...models]);
    expect(stdout.replaceAll("\\_", "_")).toMatch(/figure.*energy_J.*in J: used/);
  }
  const { stdout } = await warmThetis(["components", "show", "counter", "--json", ...models]);
  expect(JSON.parse(stdout).models[0].figures[2]).toEqual({ name: "energy_J", unit: "J", doc: "used" });
});
