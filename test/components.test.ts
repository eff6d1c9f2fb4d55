/** What ships: every component loads, every number has its provenance, and the schema agrees. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  type Component,
  createModel,
  Definitions,
  loadComponent,
  referencePages,
  schemaFor,
} from "../src/library/index.ts";
import { loadScenario, shippedDefinitions } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { readerOver } from "./support/scenarios.ts";
import { schemaVerdicts } from "./support/schema-verdict.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = readdirSync(join(root, "components"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".xml"))
  .map((name) => `components/${name}`)
  .sort();
const { definitions, diagnostics } = Definitions.create(shippedDefinitions);

const schemaVerdict = schemaVerdicts(schemaFor(definitions));

function withChildren(component: Component): Component[] {
  return [component, ...component.children.flatMap(withChildren)];
}

test("the shipped definitions are in order", () => {
  expect(diagnostics).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
});

test.each(files)("%s loads without a warning, and the schema accepts it", (file) => {
  const result = loadComponent(definitions, nodeReader(), file);
  expect(result.diagnostics).toEqual([]);
  expect(schemaVerdict(readFileSync(join(root, file), "utf8"))).toBeNull();
});

test.each([
  "scenarios/first-dive.xml",
  "scenarios/rov-station-keeping.xml",
  "scenarios/fleet.xml",
  "scenarios/harbour.xml",
  "scenarios/surface-drift.xml",
  "scenarios/eddy.xml",
  "scenarios/sink-and-rise.xml",
  "scenarios/taipan-lake.xml",
  "scenarios/flat-battery.xml",
  "scenarios/docking-cone.xml",
  "scenarios/docking-grid.xml",
  "scenarios/bluerov2-pool.xml",
  "scenarios/pool.xml",
  "scenarios/crowded-harbour.xml",
  "bench/scenarios/ten-minutes.xml",
])("%s is a scenario without a warning, and the schema accepts it", (file) => {
  const result = loadScenario(definitions, nodeReader(), file);
  expect(result.diagnostics).toEqual([]);
  expect(result.scenario).not.toBeNull();
  expect(schemaVerdict(readFileSync(join(root, file), "utf8"))).toBeNull();
});

test.each(referencePages(definitions).filter(({ file }) => file !== "index.md"))(
  "the example on the reference page $file loads, and the schema accepts it",
  ({ text }) => {
    const example = /```xml\n([\s\S]*?)```/.exec(text)![1]!;
    expect(loadComponent(definitions, readerOver({ "example.xml": example }), "example.xml").diagnostics).toEqual([]);
    expect(schemaVerdict(example)).toBeNull();
  },
);

test.each(files)("%s is made into every model of its kind whose parameters it holds", (file) => {
  const { component: loaded } = loadComponent(definitions, nodeReader(), file);
  const kind = definitions.kind(loaded!.kind)!;
  const served = [...kind.models.values()].filter((model) =>
    kind.requiredBy(model).every((parameter) => loaded!.given.includes(parameter.name)),
  );
  if (kind.models.size > 0) expect(served.map((model) => model.model)).toContain(loaded!.model);
  for (const { model } of served) {
    const { component, diagnostics: found } = loadComponent(definitions, nodeReader(), file, {
      models: { [loaded!.kind]: model },
    });
    expect(found).toEqual([]);
    expect(createModel(definitions, component!)).toBeDefined();
  }
});

test.each(files)("every given value of %s has a provenance whose source is in docs/references.bib", (file) => {
  const keys = new Set(
    [...readFileSync(join(root, "docs/references.bib"), "utf8").matchAll(/^@\w+\{(\S+),/gm)].map((m) => m[1]),
  );
  for (const component of withChildren(loadComponent(definitions, nodeReader(), file).component!)) {
    if (definitions.kind(component.kind)?.wantsProvenance === false) continue;
    for (const name of component.given) {
      const provenance = component.provenance[name];
      expect(provenance, `${component.path}: ${name}`).toBeDefined();
      if (provenance?.status !== "assumed") expect(keys).toContain(provenance?.source);
      else expect(provenance.note, `${component.path}: ${name} is assumed, but why?`).not.toBeNull();
    }
  }
});
