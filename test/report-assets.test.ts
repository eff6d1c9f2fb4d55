/** The committed texts of the report's page are those that its sources give. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ASSETS_FILE, assetsModule } from "../tools/report-assets.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the script and the styles of a report are made from src/report/page as it is: run `npm run generate`", async () => {
  const made = await assetsModule(root);
  // Not toBe on the texts: a difference of 100 kB helps nobody.
  expect(made === readFileSync(join(root, ASSETS_FILE), "utf8")).toBe(true);
  expect((await assetsModule(root)) === made).toBe(true);
});
