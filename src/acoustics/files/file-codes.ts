/** What can be wrong with environment files, and with the files that models of sound in the sea write. The same rules as for the library's codes. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

const error = (code: string, meaning: string, example: string): CodeEntry => codeEntry("error", code, meaning, example);
const warning = (code: string, meaning: string, example: string): CodeEntry =>
  codeEntry("warning", code, meaning, example);

export const acousticFileCodes = Object.freeze({
  noCompanion: error(
    "ACO001",
    "A file that an environment file needs beside itself cannot be read.",
    "wedge.bty cannot be read: no such file",
  ),
  endOfFile: error("ACO002", "The file ends before all of its parts.", "the file ends before the number of beams"),
  notANumber: error("ACO003", "Something else stands where a number belongs.", 'frequency: "fifty" is not a number'),
  notText: error(
    "ACO004",
    "A number or nothing stands where letters in quotes belong.",
    'the top options must be letters in quotes, as in "CVW"; 51 stands there',
  ),
  outOfRange: error("ACO005", "A number is out of its range.", "frequency = -50 Hz is not allowed; it must be above 0"),
  unknownLetter: error(
    "ACO006",
    "A letter of the options is not known.",
    'letter "X" of the interpolation of the profile is not known; allowed: C N P S Q',
  ),
  unsupported: error(
    "ACO007",
    "The file asks for something that is not read or not modelled.",
    "an analytic profile is part of a program, not of a file; write the profile as a table and its interpolation as C",
  ),
  badCount: error(
    "ACO008",
    "A count is not a whole number, or not in its range.",
    "the number of receiver depths = 2.5 is not a whole number",
  ),
  tooLarge: error(
    "ACO009",
    "A file, a list or a grid is larger than what is read.",
    "1000000000 receiver ranges are more than 1000000",
  ),
  missingValues: error(
    "ACO010",
    "A list has fewer values than its count.",
    "3 values for 5 source depths; give all of them, or the first, the last and a /",
  ),
  notIncreasing: error(
    "ACO011",
    "Depths, ranges or angles do not increase.",
    "depth 200 m of the profile follows 250 m",
  ),
  lineEnds: error(
    "ACO012",
    "A row ends before all of its values, without the / that keeps those of the row before.",
    "the row ends after 2 of 6 values without a /; a Fortran program would take the rest from the next line",
  ),
  unevenAngles: error(
    "ACO013",
    "Launch angles are not evenly spaced.",
    "launch angle 12.5 deg stands where 10 belongs",
  ),
  sourceOutside: error(
    "ACO014",
    "A source lies in the bottom or in the air.",
    "source depth 120 m is below the bottom, which is at 100 m",
  ),
  receiverMoved: warning(
    "ACO015",
    "A receiver lies beyond all water and is moved to its edge, or at range 0 and is left out.",
    "receiver depth 120 m is below all water, and is moved to 100 m",
  ),
  profileExtended: warning(
    "ACO016",
    "The profile does not reach a boundary of the water, and is continued with its outermost speed.",
    "the profile ends at 90 m, above the bottom at 100 m; from there on its last speed is used",
  ),
  ignored: warning(
    "ACO017",
    "Something in the file has no effect, or has one here that it has not in BELLHOP.",
    "the roughness of the surface, 0.5 m, is used here; BELLHOP ignores it",
  ),
  notClosed: error("ACO018", "A quote is not closed on its line.", "the quote is not closed"),
  boundariesCross: error(
    "ACO019",
    "The bottom rises above the surface.",
    "the bottom at 2000 m, 5 m above the surface, leaves no water",
  ),
  damaged: error(
    "ACO020",
    "A file of arrivals or of a pressure field is malformed or ends too early.",
    "the file has 400 bytes, but its records need 1804",
  ),
  notWritable: error(
    "ACO021",
    "Something of a case cannot be said in the format of an environment file.",
    "the bottom mixes half-spaces with other models, which a .bty file cannot say",
  ),
});

export const acousticFileCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(acousticFileCodes));
