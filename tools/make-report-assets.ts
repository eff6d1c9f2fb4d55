/** Writes the texts that a report's page has inside it. `npm run generate`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ASSETS_FILE, assetsModule } from "./report-assets.ts";

// From dist/tools.
const root = fileURLToPath(new URL("../../", import.meta.url));
const file = join(root, ASSETS_FILE);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, await assetsModule(root));
process.stdout.write(`${ASSETS_FILE} written\n`);
