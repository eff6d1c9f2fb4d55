/** Runs every experiment and writes its table into the manual, long ones where THETIS_LONG=1. `npm run generate`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REPRODUCE_PAGE, withTables } from "./reproduce-page.ts";

// From dist/tools.
const file = join(fileURLToPath(new URL("../../", import.meta.url)), REPRODUCE_PAGE);
writeFileSync(file, await withTables(readFileSync(file, "utf8"), process.env.THETIS_LONG === "1"));
process.stdout.write(`${REPRODUCE_PAGE} written\n`);
