/** The diagnostics of the command line itself; the same rules as for the library's codes. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

const error = (code: string, meaning: string, example: string): CodeEntry => codeEntry("error", code, meaning, example);

export const cliCodes = Object.freeze({
  modelsUnreadable: error(
    "CLI001",
    "The folder of models cannot be read.",
    'cannot read the folder of models "my-models": no such file',
  ),
  modelsEmpty: error(
    "CLI002",
    "The folder of models holds no file of models.",
    'the folder of models "my-models" holds no model',
  ),
  modelsTypeScript: error(
    "CLI003",
    "A file of models is in TypeScript, which this version of Node does not read.",
    "this Node does not read TypeScript",
  ),
  modelsFailed: error(
    "CLI004",
    "A file of models throws, has a syntax error, or exports no function that returns definitions.",
    "the models cannot be loaded: SyntaxError: Unexpected identifier 'oops'",
  ),
  folderEmpty: error(
    "CLI005",
    "A folder to be checked holds neither component files nor missions.",
    "fleet: the folder holds no .xml or .mission file",
  ),
  fileUnreadable: error(
    "CLI006",
    "A file or folder to be checked cannot be read.",
    'cannot read "auv.xml": no such file',
  ),
  notCheckable: error(
    "CLI007",
    "A file to be checked has an unknown ending.",
    "notes.txt cannot be checked: its ending is unknown; allowed: .xml, .mission",
  ),
  modelNotMade: error(
    "CLI008",
    "A model throws when it is made from a component, or makes nothing.",
    'remus100/propeller: thruster model "mine" cannot be made: gain is undefined',
  ),
  flagWrong: error(
    "CLI009",
    "The value of a flag of thetis acoustics cannot be used.",
    '--frequency: "-3" is not above 0; allowed: a frequency in Hz above 0, at most 10000000',
  ),
  flagsTogether: error(
    "CLI010",
    "Flags of thetis acoustics do not go together, or one is missing.",
    "a sea is missing: name a scenario or an environment file, or say --depth",
  ),
  formulaOutside: codeEntry(
    "warning",
    "CLI011",
    "A formula is asked about what it was not made for; it is computed as it stands.",
    "thorp-stojanovic: 200000 Hz is above 50000 Hz",
  ),
});
