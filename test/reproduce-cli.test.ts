/** thetis reproduce as a user meets it: its output, its files, its exit codes. Needs dist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { experiments } from "../experiments/index.ts";
import { Folder } from "./support/run-thetis.ts";
import { warmThetis } from "./support/warm-thetis.ts";

const folder = new Folder();
const thetis = (...args: string[]) => warmThetis(["reproduce", ...args], { cwd: folder.path });

test("one experiment: a table of published and ours with why, a tally, and a report without scripts or loads", async () => {
  const { status, stdout } = await thetis("erdemir2018-links");
  expect(status).toBe(0);
  expect(stdout).toMatch(/published +ours +difference +within/);
  expect(stdout).toMatch(/0\.74 s +0\.74 s +0 +yes/);
  expect(stdout).toMatch(/0\.0384 s +0\.0512 s +\+0\.0128 s +no: misprint/);
  expect(stdout).toContain("9 of 9 results hold, 10 of 10 misprints set right");
  expect(stdout).toContain("runs/reproduce/erdemir2018-links.html written");
  const page = readFileSync(join(folder.path, "runs/reproduce/erdemir2018-links.html"), "utf8");
  expect(page).toContain("What was published, and what comes out here");
  expect(page).not.toMatch(/<script|src="(?!data:)|href="(?!#)/);
});

test("--json prints the document that scripts rely on, and nothing else; again, without --force, since it is our report", async () => {
  const { status, stdout } = await thetis("erdemir2018-links", "--json");
  expect(status).toBe(0);
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toEqual(["name", "claims", "report", "logs"]);
  expect(document.report).toBe("runs/reproduce/erdemir2018-links.html");
  const frame = document.claims.find(({ id }: { id: string }) => id === "frame");
  expect(frame).toMatchObject({ published: 0.74, unit: "s", within: true, kind: "result", holds: true });
  expect(Math.abs(frame.ours - 0.74)).toBeLessThan(1e-12);
  for (const claim of document.claims) expect(claim.difference).toBe(claim.ours - claim.published);
});

test("--list says what there is, and runs nothing", async () => {
  const { status, stdout } = await thetis("--list", "--output", "nothing");
  expect(status).toBe(0);
  for (const { name } of experiments) expect(stdout).toContain(name);
  expect(existsSync(join(folder.path, "nothing"))).toBe(false);
  const { stdout: json } = await thetis("--list", "--json");
  expect(JSON.parse(json).experiments.map(({ name }: { name: string }) => name)).toEqual(
    experiments.map(({ name }) => name),
  );
});

test("an unknown name is refused with a guess before anything is computed, as is a file that is not a report", async () => {
  const unknown = await thetis("erdemir2018-link", "--output", "wrong");
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('did you mean "erdemir2018-links"?');
  expect(existsSync(join(folder.path, "wrong"))).toBe(false);
  folder.write("mine/erdemir2018-links.html", "my notes");
  const refused = await thetis("erdemir2018-links", "--output", "mine");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("is not a report; --force replaces it");
  expect(readFileSync(join(folder.path, "mine/erdemir2018-links.html"), "utf8")).toBe("my notes");
  expect((await thetis("erdemir2018-links", "--output", "mine", "--force")).status).toBe(0);
});
