/**
 * Every diagnostic that this room can give: the one table behind the reader, its tests and the manual's page.
 *
 * A code never changes its meaning and is never used again after it is gone, so that a user can search for it.
 * XML… is the text itself, LIB… a component in it, DEF… a definition of a kind or a model.
 */
import { type CodeEntry, codeEntry } from "../core/index.ts";

export type { CodeEntry } from "../core/index.ts";

const error = (code: string, meaning: string, example: string): CodeEntry => codeEntry("error", code, meaning, example);
const warning = (code: string, meaning: string, example: string): CodeEntry =>
  codeEntry("warning", code, meaning, example);

export const codes = Object.freeze({
  noElement: error("XML001", "The file is empty or holds no element.", "the file holds no element"),
  fileTooLarge: error(
    "XML002",
    "The file is larger than the reader accepts.",
    "the file has 5242880 characters; at most 4194304 are read",
  ),
  badCharacter: error(
    "XML003",
    "A character that XML does not allow: NUL, a control character, half a surrogate pair.",
    "character U+0000 is not allowed in XML",
  ),
  notUtf8: error(
    "XML004",
    "Bytes that are not UTF-8 were found when the file was read.",
    "here the file is not valid UTF-8",
  ),
  encoding: error(
    "XML005",
    "The declared encoding is neither UTF-8 nor US-ASCII.",
    'encoding "ISO-8859-1" is not supported; allowed: UTF-8, US-ASCII',
  ),
  xmlDeclaration: error(
    "XML006",
    "The XML declaration is malformed, not at the start, or not of version 1.0.",
    "the XML declaration must be at the very start of the file",
  ),
  doctype: error(
    "XML007",
    "A DOCTYPE, and with it every way of defining entities, is refused.",
    "a DOCTYPE is refused: component files define no entities and load none",
  ),
  entity: error(
    "XML008",
    "An ampersand that does not begin one of the five predefined or a numeric reference.",
    'entity reference "&deg;" is not defined',
  ),
  tooDeep: error("XML009", "Elements are nested too deeply.", "elements are nested more than 64 deep"),
  tooManyAttributes: error("XML010", "An element has too many attributes.", "<thruster> has more than 256 attributes"),
  tooManyElements: error("XML011", "The file has too many elements.", "the file has more than 100000 elements"),
  duplicateAttribute: error("XML012", "An attribute is given twice in one element.", 'attribute "kT0" is given twice'),
  unquotedValue: error("XML013", "An attribute value has no quotes.", 'the value of "kT0" must stand in quotes'),
  noValue: error("XML014", "An attribute has no value.", 'attribute "ducted" has no value'),
  unclosedValue: error(
    "XML015",
    'An attribute value contains "<" or runs into the next attribute: its closing quote is missing.',
    'the value of "kT0" is not closed',
  ),
  malformedTag: error(
    "XML016",
    "A tag contains something that is neither an attribute nor its end.",
    'unexpected "5" in the tag <fin>',
  ),
  unclosedElement: error("XML017", "An element has no closing tag.", "<fin> is not closed before </vehicle>"),
  wrongEndTag: error(
    "XML018",
    "A closing tag does not belong to the element that is open.",
    "</fn> does not close <fin>",
  ),
  severalRoots: error(
    "XML019",
    "The file has a second outermost element.",
    "<fin> stands after the end of <thruster>; a file has one outermost element",
  ),
  textOutside: error(
    "XML020",
    "Text stands before or after the outermost element.",
    "text outside the outermost element",
  ),
  unfinished: error(
    "XML021",
    "The file ends inside a tag, a comment, a CDATA section or an instruction.",
    "the file ends inside a comment that begins here",
  ),
  comment: error("XML022", 'A comment contains "--".', 'a comment may not contain "--"'),
  namespace: error(
    "XML023",
    "A name's prefix is not declared, or a namespace is declared wrongly.",
    'prefix "xsi" is not declared',
  ),
  malformed: error("XML024", "Something else that is not XML.", '"<!" begins neither a comment nor a CDATA section'),
  tooManyErrors: warning(
    "XML025",
    "Reading stopped, since so much is wrong that the rest would be guesswork.",
    "100 mistakes found; the rest of the file was not read",
  ),

  unreadableFile: error(
    "LIB001",
    "A file cannot be read; the system's reason is quoted.",
    'cannot read "fins/small.xml": no such file',
  ),
  circularInclude: error(
    "LIB002",
    "Files include each other in a circle.",
    "vehicle.xml includes itself: vehicle.xml -> fin.xml -> vehicle.xml",
  ),
  includeDepth: error("LIB003", "Files include files too deeply.", "files include files more than 16 deep"),
  includedKind: error(
    "LIB004",
    "The included file describes another kind of component.",
    "small.xml describes a fin, not a thruster",
  ),
  unknownKind: error(
    "LIB005",
    "The outermost element is not a known kind.",
    "<thuster> is not a known kind of component",
  ),
  otherKind: error(
    "LIB006",
    "The file describes another kind than the one asked for.",
    "expected a vehicle, found <thruster>",
  ),
  unknownElement: error("LIB007", "An element with an unknown name.", "unknown element <finn> in <vehicle>"),
  misplacedElement: error(
    "LIB008",
    "A known kind in a place that does not take it.",
    "<vehicle> cannot stand in <thruster>",
  ),
  tooFewChildren: error("LIB009", "Too few children of a kind.", "<vehicle> has 0 <thruster>; at least 1 is needed"),
  tooManyChildren: error("LIB010", "Too many children of a kind.", "<vehicle> has 9 <fin>; at most 8 are allowed"),
  strayText: error(
    "LIB011",
    "Text where none is expected; free text belongs in <doc>.",
    'stray text "0.2" in <thruster>',
  ),
  outOfRange: error("LIB012", "A number lies outside its range.", "diameter_m = -0.2 is below its minimum 0.001"),
  missingId: error("LIB013", "A component has no id.", "<thruster> has no id"),
  badId: error(
    "LIB014",
    "An id contains something else than letters, digits, '-', '_' and '.'.",
    'id "port side" is not a name',
  ),
  duplicateId: error("LIB015", "Two children of one component have the same id.", 'id "port" is already taken'),
  unknownModel: error(
    "LIB016",
    "The kind has no model of that name.",
    'thruster has no model "propellor"; known: coarse, propeller',
  ),
  noModel: error(
    "LIB017",
    "No model is chosen and the kind has no default one.",
    "thruster has no default model; choose one of: coarse, propeller",
  ),
  unknownAttribute: error(
    "LIB018",
    "An attribute with an unknown name.",
    'unknown attribute "diamater_m" of <thruster>',
  ),
  wrongUnit: error(
    "LIB019",
    "A parameter written with another unit, or without its unit.",
    'attribute "diameter_mm" has the wrong unit: this parameter is diameter_m',
  ),
  mountAtRoot: error(
    "LIB020",
    "A parameter of the place of mounting, given in the component's own file.",
    "position_m is given where the thruster is mounted, not in its own file",
  ),
  fileAtRoot: error(
    "LIB021",
    'The outermost element has a "file" attribute.',
    "only a child can be taken from a file; <thruster> is the outermost element",
  ),
  notANumber: error(
    "LIB022",
    "A value is not a number, or something follows the number.",
    'diameter_m = "0.2m" is not a number',
  ),
  notFinite: error(
    "LIB023",
    "A number is infinite, not a number, or too large to be represented.",
    'diameter_m = "INF" is not finite',
  ),
  notOneOf: error("LIB024", "A value is not one of those allowed.", "handedness = 2 is not one of: 1, -1"),
  wrongCount: error("LIB025", "A list has the wrong number of values.", "position_m has 2 values; 3 are needed"),
  notIncreasing: error("LIB026", "A list that must increase does not.", "times_s must increase, but 2 follows 3"),
  missingParameter: error(
    "LIB027",
    "A parameter that the chosen model reads is not given and has no default.",
    'thruster model "propeller" reads kT0, which is not given',
  ),
  notFilledIn: error("LIB028", 'A "?" of a template is still there.', "kT0 is not filled in"),
  check: error(
    "LIB029",
    "Values that are allowed one by one do not fit together.",
    "hubDiameter_m = 0.1 is not below diameter_m = 0.076",
  ),
  checkFailed: error(
    "LIB030",
    "The program of a kind or model failed while it checked the values.",
    "the check of thruster failed: x is undefined",
  ),
  wrongType: error("LIB031", "A value is not an integer, or neither true nor false.", "blades = 2.5 is not an integer"),
  provenanceName: error(
    "LIB032",
    "A provenance names something that is not a parameter of the component.",
    'provenance of "diamater_m": no such parameter',
  ),
  provenanceStatus: error(
    "LIB033",
    "A provenance has no valid status.",
    'status "guessed" is not one of: published, derived, assumed',
  ),
  provenanceSource: error(
    "LIB034",
    "A published or derived value needs a source.",
    'status "published" needs a source',
  ),
  noProvenance: warning(
    "LIB035",
    "Parameters are given without saying where they come from.",
    "no provenance for diameter_m, kT0",
  ),
  provenanceOf: error("LIB036", "A provenance does not say which parameters it is about.", '<provenance> has no "of"'),
  provenanceTwice: error(
    "LIB037",
    "Two provenances of one component are about the same parameter.",
    "the provenance of kT0 is given twice",
  ),
  docTwice: error("LIB038", "A component has two <doc>.", "<thruster> has a second <doc>"),
  fileNamespace: error("LIB039", "Component files use no namespace.", 'xmlns="…": component files have no namespace'),
  emptyReference: error("LIB040", 'A "file" attribute is empty.', "file is empty"),
  modelChoice: error(
    "LIB041",
    "A model chosen outside the file fits no component.",
    'no component or kind "thrustr" to choose a model for',
  ),
  noModels: error("LIB042", "A model is chosen for a kind that has none.", "vehicle has no models"),
  tooManyComponents: error(
    "LIB043",
    "Includes multiply into too many components.",
    "the includes make more than 100000 components",
  ),
  provenanceUnused: warning(
    "LIB044",
    "A provenance is about a parameter that is not given.",
    "a provenance is given for kT1, but kT1 itself is not given",
  ),

  tooManyProblems: warning(
    "LIB045",
    "So much is wrong that the rest is not listed.",
    "1000 errors found; the rest is not listed",
  ),

  badOverride: error(
    "LIB046",
    "A value given from outside (--set) is not of the form path=value.",
    'auv/hull/mass_kg has no "="',
  ),
  unknownOverride: error(
    "LIB047",
    "A value given from outside (--set) is for a parameter that does not exist.",
    'no parameter "auv/hull/mas_kg"',
  ),
  implausible: error(
    "LIB048",
    "A number is so large, or so near to 0, that no number of its unit can be: a slip of the exponent or of the unit.",
    "mass_kg = 1e30 is not plausible: at most 1e10 kg can be computed with",
  ),
  otherEnding: error(
    "LIB049",
    "A parameter names a file that does not end as files of its kind do; the file is not read.",
    'source = "notes.txt" does not end in .mission',
  ),
  overrideUnread: error(
    "LIB060",
    "A value given from outside (--set) has no effect: the chosen model does not read it.",
    'mass_kg has no effect: hull model "remus100-reference" reads no parameter',
  ),
  valueUnread: warning(
    "LIB061",
    'A value has no effect: the chosen model does not read it. Of a scenario\'s own file, beside file="…", or of use to no model.',
    'beam_deg has no effect: lamp model "point" reads only power_W',
  ),

  notADefinition: error(
    "DEF001",
    "Something in the list is neither a kind nor a model, or lacks a part.",
    "definition 3 is neither a kind nor a model",
  ),
  badName: error(
    "DEF002",
    "A name of a kind, model or parameter is malformed or reserved.",
    'kind "my thruster" is not a name',
  ),
  duplicateKind: error("DEF003", "Two kinds have one name.", 'kind "thruster" is defined twice'),
  duplicateModel: error("DEF004", "Two models of a kind have one name.", 'thruster model "propeller" is defined twice'),
  modelOfUnknownKind: error(
    "DEF005",
    "A model is of a kind that is not defined.",
    'model "propeller" is of the unknown kind "thuster"',
  ),
  readsUnknown: error(
    "DEF006",
    "A model reads a parameter that neither its kind nor another model of it declares.",
    'thruster model "propeller" reads "kT", which is not a parameter of thruster',
  ),
  severalDefaults: error(
    "DEF007",
    "Two models of a kind are the default one.",
    "thruster has two default models: coarse, propeller",
  ),
  noUnit: error(
    "DEF008",
    "A number's name does not end in a known unit and its spec names none.",
    'thruster parameter "diameter" has no unit',
  ),
  badSpec: error("DEF009", "A parameter spec contradicts itself.", 'thruster parameter "kT0": min 2 is above max 1'),
  noDoc: error("DEF010", "A definition has no doc.", 'thruster parameter "kT0" has no doc'),
  unknownChildKind: error(
    "DEF011",
    "A child is of a kind that is not defined.",
    'vehicle child "fin" is of the unknown kind "fin"',
  ),
  parameterTwice: error(
    "DEF012",
    "Two parameters of a kind have the same name for models.",
    'thruster parameters "tilt_deg" and "tilt_rad" are passed to models under one name',
  ),
  unknownProperty: error(
    "DEF013",
    "A definition has an unknown property.",
    'thruster parameter "kT0": unknown property "mim"',
  ),
  childTwice: error("DEF014", "Two children of a kind have one name.", 'vehicle child "fin" is defined twice'),
  parameterMeanings: error(
    "DEF015",
    "One parameter name has two meanings within a kind: two models, or a kind and a model, declare it with different specs.",
    'thruster parameter "gain" is declared by thruster model "a" (a.js) and by thruster model "b" (b.js) with different specs: min 0 and 1',
  ),
  declaredTwice: error(
    "DEF016",
    "A model declares one port, channel, field or event twice.",
    'thermometer model "lagged" declares the channel "reading" twice',
  ),
});

const ABOUT_PROVENANCE: ReadonlySet<string> = new Set([codes.noProvenance.code, codes.provenanceUnused.code]);

/** Whether a warning is about where values come from, which changes nothing of what they do. */
export function isAboutProvenance({ code }: { readonly code: string }): boolean {
  return ABOUT_PROVENANCE.has(code);
}

/** All entries, in the order of the table. */
export const codeTable: readonly CodeEntry[] = Object.freeze(Object.values(codes));

/** A value as it is quoted in a message: on one line, and short, since a hostile file may hold a megabyte here. */
export function quoted(text: string, longest = 60): string {
  const line = text.replace(/[\t\r\n]/g, " ");
  return line.length <= longest ? `"${line}"` : `"${line.slice(0, longest - 1)}…"`;
}

/** A tag as it is named in a message, short for the same reason. */
export function tagged(name: string, opening: "<" | "</" = "<"): string {
  return `${opening}${name.length <= 60 ? name : `${name.slice(0, 59)}…`}>`;
}
