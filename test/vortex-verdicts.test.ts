/** The paper's claims on its missions: the manual's table of verdicts is what is found. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { claimVerdict } from "../src/cli/verbs/verify/page.ts";
import { type Published, readPublished } from "../src/cli/verbs/verify/published.ts";
import { compileMission } from "../src/mission/index.ts";
import { checkProperty, parseProperties, resolveProperties, type Verdict } from "../src/mission/proof/index.ts";

const NAMES = ["vortex-inspection", "vortex"] as const;

function text(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
}

function published(name: string): Published {
  return readPublished(text(`missions/${name}.published.json`), `${name}.published.json`);
}

/** The verdicts on every property that a claim names. */
function verdictsOf(name: string): Verdict[] {
  const { automaton } = compileMission(text(`missions/${name}.mission`), `${name}.mission`);
  const { tree } = parseProperties(text(`missions/${name}.properties`), `${name}.properties`);
  const { properties, diagnostics } = resolveProperties(tree, automaton!);
  expect(diagnostics).toEqual([]);
  const claimed = new Set(published(name).claims.flatMap((c) => c.properties));
  const wanted = properties.filter((p) => claimed.has(p.name));
  expect(wanted.map((p) => p.name).sort()).toEqual([...claimed].sort());
  return wanted.map((property) => checkProperty(automaton!, property));
}

test("the manual's table has the paper's claims with the verdicts that are found", () => {
  const [, section] = text("docs/vortex-mission.md").split(/^## Verdicts$/m);
  const rows = section!
    .split(/^## /m)[0]!
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  const verdicts = NAMES.map(verdictsOf);
  const { claims } = published("vortex");
  expect(published("vortex-inspection").claims).toEqual(claims);
  const expected = claims.map(({ claim, published: said, properties }) => {
    const here = verdicts.map((found) => claimVerdict(properties, found));
    return `| ${[claim, said, properties.map((p) => `\`${p}\``).join(", "), ...here].join(" | ")} |`;
  });
  expect(rows).toEqual(expected);
});
