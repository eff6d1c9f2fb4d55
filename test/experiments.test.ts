/** The experiments as a whole: what they may import, what they claim, and that the manual has their tables. Needs dist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { experiments } from "../experiments/index.ts";
import { REPRODUCE_PAGE, withTables } from "./support/experiment-context.ts";
import { importsOf, sourceFiles } from "./support/imports.ts";
import { LONG } from "./support/long.ts";
import { root } from "./support/run-thetis.ts";

const folder = join(root, "experiments");

/** They run scenarios and use formulas; engine, installers and vehicles are reached through scenarios only. */
const ALLOWED = ["core", "math", "environment", "acoustics", "radio", "modems", "logging", "report", "scenario"];
const TYPES = "cli/verbs/reproduce/experiment.ts";

test("experiments import rooms through their index.ts, of the command line the types only, and no package", () => {
  const offences = sourceFiles(folder)
    .flatMap(importsOf)
    .flatMap(({ file, target, typeOnly }) => {
      const to = relative(join(root, "src"), resolve(dirname(file), target));
      if (target.startsWith(".") && !relative(folder, resolve(dirname(file), target)).startsWith("..")) return [];
      const isRoom = ALLOWED.some((room) => to === `${room}/index.ts`);
      return target.startsWith(".") && (isRoom || (to === TYPES && typeOnly)) ? [] : [`${file} imports ${target}`];
    });
  expect(offences).toEqual([]);
});

test("names of the list are those of the experiments and of their folders, which have nothing else but shared pieces", async () => {
  for (const { name, load } of experiments) {
    expect((await load()).name).toBe(name);
    expect(existsSync(join(folder, name, "experiment.ts"))).toBe(true);
  }
  const complete = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "experiment.ts")),
  );
  expect(complete.map(({ name }) => name).sort()).toEqual(experiments.map(({ name }) => name).sort());
});

describe.each(experiments.map(({ name, load }) => ({ name, load })))("$name", ({ load }) => {
  test("its claims have unique ids, a reason for each tolerance, a place, and a reason why", async () => {
    const { claims } = await load();
    const ids = claims.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const claim of claims) {
      expect(claim.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      for (const words of [claim.claim, claim.source, claim.toleranceReason, claim.why]) expect(words).not.toBe("");
      expect(claim.tolerance).toBeGreaterThanOrEqual(0);
      expect(claim.setRight !== undefined).toBe(claim.kind === "erratum");
    }
  });

  test("whose result it is stands in the references", async () => {
    const { doc } = await load();
    const keys = [...doc.matchAll(/\[(\w+)\]/g)].map(([, key]) => key);
    const references = readFileSync(join(root, "docs/references.bib"), "utf8");
    for (const key of keys) expect(references).toContain(`{${key},`);
  });
});

test("the tables of the manual are what comes out (npm run generate writes them)", async () => {
  const page = readFileSync(join(root, REPRODUCE_PAGE), "utf8");
  expect(await withTables(page, LONG)).toBe(page);
});

test("of an experiment that takes minutes the manual has a row for each claim, with what is published", async () => {
  const page = readFileSync(join(root, REPRODUCE_PAGE), "utf8");
  for (const { name, load } of experiments) {
    const { claims, isLong } = await load();
    if (isLong !== true) continue;
    const table = page.split(`<!-- claims of ${name} -->`)[1]!.split("<!-- end -->")[0]!;
    const rows = table.split("\n").filter((line) => line.startsWith("| "));
    expect(rows.length).toBe(2 + claims.length);
    claims.forEach(({ claim, source }, k) => {
      expect(rows[2 + k]).toContain(`| ${claim} | ${source} |`);
    });
  }
});
