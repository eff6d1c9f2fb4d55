/** What is made from definitions: the schema and the reference pages. The tool that makes those that ship uses the same. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { acousticFileCodeTable } from "../../acoustics/index.ts";
import { controlCodeTable } from "../../control/index.ts";
import { mapCodes, meshCodes } from "../../environment/index.ts";
import {
  type CodeEntry,
  codeTable,
  type Definitions,
  diagnosticsPage,
  type Page,
  referencePages,
  schemaFor,
} from "../../library/index.ts";
import { ltsCodeTable } from "../../lts/index.ts";
import { missionRoomCodes } from "../../mission/index.ts";
import { scenarioCodeTable } from "../../scenario/index.ts";
import { vehicleCodeTable } from "../../vehicles/index.ts";
import { cliCodes } from "./codes.ts";
import { CallError } from "./outcome.ts";

/** The name that component files refer to. */
export const SCHEMA_FILE = "thetis.xsd";

/** Every code of every room. */
const allCodes: readonly CodeEntry[] = [
  ...codeTable,
  ...vehicleCodeTable,
  ...controlCodeTable,
  ...scenarioCodeTable,
  ...missionRoomCodes,
  ...ltsCodeTable,
  ...Object.values(mapCodes),
  ...Object.values(meshCodes),
  ...acousticFileCodeTable,
  ...Object.values(cliCodes),
];

export function schemaPage(definitions: Definitions): Page {
  return { file: SCHEMA_FILE, text: schemaFor(definitions) };
}

/** An index, a page for each kind and the page of diagnostics; or the pages of some kinds only. */
export function manualPages(definitions: Definitions, only?: readonly string[]): Page[] {
  const pages = referencePages(definitions, only);
  return only === undefined ? [...pages, { file: "diagnostics.md", text: diagnosticsPage(allCodes) }] : pages;
}

const MARK = "<!-- Generated from ";

/** Generated files may be written again; what a person wrote under such a name would be lost without a word. */
export function refuseHandWritten(files: readonly string[]): void {
  for (const file of files) {
    if (!existsSync(file) || !statSync(file).isFile() || readFileSync(file, "utf8").includes(MARK)) continue;
    throw new CallError(`${file} exists and was not generated; move it away, or write elsewhere`);
  }
}
