/** Writes what is made from the definitions: the schema and the reference pages. `npm run generate`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cliCodes } from "../src/cli/io/codes.ts";
import { controlCodeTable } from "../src/control/index.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { mapCodes, meshCodes } from "../src/environment/index.ts";
import { codeTable, Definitions, diagnosticsPage, referencePages, schemaFor } from "../src/library/index.ts";
import { ltsCodeTable } from "../src/lts/index.ts";
import { missionRoomCodes } from "../src/mission/index.ts";
import { scenarioCodeTable, shippedDefinitions } from "../src/scenario/index.ts";
import { vehicleCodeTable } from "../src/vehicles/index.ts";

// From dist/tools.
const root = new URL("../../", import.meta.url);

const { definitions, diagnostics } = Definitions.create(shippedDefinitions);
if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));

const reference = new URL("docs/reference/", root);
mkdirSync(reference, { recursive: true });
mkdirSync(new URL("schemas/", root), { recursive: true });
const pages = [
  ...referencePages(definitions),
  {
    file: "diagnostics.md",
    text: diagnosticsPage([
      ...codeTable,
      ...vehicleCodeTable,
      ...controlCodeTable,
      ...scenarioCodeTable,
      ...missionRoomCodes,
      ...ltsCodeTable,
      ...Object.values(mapCodes),
      ...Object.values(meshCodes),
      ...Object.values(cliCodes),
    ]),
  },
];
for (const old of readdirSync(reference)) {
  if (!pages.some(({ file }) => file === old)) rmSync(new URL(old, reference));
}
for (const { file, text } of pages) writeFileSync(new URL(file, reference), text);
writeFileSync(new URL("schemas/thetis.xsd", root), schemaFor(definitions));
process.stdout.write(`schemas/thetis.xsd and ${pages.length} pages in ${fileURLToPath(reference)} written\n`);
