/** Writes what is made from the definitions that ship: the schema and the reference pages. `npm run generate`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { manualPages, schemaPage } from "../src/cli/io/generated.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { Definitions } from "../src/library/index.ts";
import { shippedDefinitions } from "../src/scenario/index.ts";

// From dist/tools.
const root = new URL("../../", import.meta.url);

const { definitions, diagnostics } = Definitions.create(shippedDefinitions);
if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));

const reference = new URL("docs/reference/", root);
const schemas = new URL("schemas/", root);
mkdirSync(reference, { recursive: true });
mkdirSync(schemas, { recursive: true });
const pages = manualPages(definitions);
for (const old of readdirSync(reference)) {
  if (!pages.some(({ file }) => file === old)) rmSync(new URL(old, reference));
}
for (const { file, text } of pages) writeFileSync(new URL(file, reference), text);
const { file, text } = schemaPage(definitions);
writeFileSync(new URL(file, schemas), text);
process.stdout.write(`schemas/${file} and ${pages.length} pages in ${fileURLToPath(reference)} written\n`);
