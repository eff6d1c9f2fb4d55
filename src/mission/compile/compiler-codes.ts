/** The diagnostics of checks and compilation; those of reading are in syntax/codes.ts. Numbers are never used again for something else. */
import { type CodeEntry, codeEntry } from "../../core/index.ts";

export const compilerCodes = Object.freeze({
  declaredTwice: codeEntry("error", "MIS030", "Two things of one kind have one name.", "Leak is already declared"),
  unknownName: codeEntry("error", "MIS031", "A name that nothing declares.", "there is no signal BateryLow"),
  wrongArguments: codeEntry(
    "error",
    "MIS032",
    "A call gives an argument that is unknown, given twice or too many, or leaves one out.",
    "Dive needs depth_m",
  ),
  inputEmitted: codeEntry(
    "error",
    "MIS033",
    "The mission emits a signal that the robot gives.",
    "BatteryLow is an input",
  ),
  commandTested: codeEntry(
    "error",
    "MIS034",
    "The mission tests what a robot-task says to the robot.",
    "START_Dive goes to the robot and cannot be tested",
  ),
  unhandled: codeEntry(
    "error",
    "MIS035",
    "An exception that no block around it names.",
    "BottomClose, an exception of Dive, is not handled",
  ),
  fatalHandler: codeEntry(
    "error",
    "MIS036",
    "Fatal exceptions need one handler: there is none, or more than one.",
    "WaterLeak is fatal, but there is no `on fatal`",
  ),
  mainMissing: codeEntry("error", "MIS037", "A mission has exactly one main.", "there is no main"),
  recursion: codeEntry("error", "MIS038", "A procedure calls itself.", "Search calls Approach calls Search"),
  badCount: codeEntry(
    "error",
    "MIS039",
    "A count or a time outside what is allowed.",
    "`repeat 0 times` is out of range; allowed: 1 to 10000 times",
  ),
  unusedSignal: codeEntry(
    "warning",
    "MIS040",
    "A signal that is never emitted, or never looked at.",
    "nothing looks at BatteryLow",
  ),
  contradiction: codeEntry(
    "error",
    "MIS041",
    "Relations under which an input can never be present.",
    "A can never be present: A => B and A # B",
  ),
  fatalCaught: codeEntry(
    "error",
    "MIS042",
    "A block names a fatal exception, which only `on fatal` handles.",
    "WaterLeak is fatal",
  ),
  clauseTwice: codeEntry("error", "MIS043", "A clause that a task may have once.", "Dive has a second `init`"),
  delayHere: codeEntry("error", "MIS044", "A duration where only a condition makes sense.", "suspend … when 5 s"),
  instantaneousLoop: codeEntry(
    "error",
    "MIS045",
    "The body of a loop may end in the reaction in which it starts.",
    "the loop may run round without ever pausing",
  ),
  causality: codeEntry(
    "error",
    "MIS046",
    "What a reaction does depends on itself.",
    "whether S is present depends on itself",
  ),
  tooManyStates: codeEntry(
    "error",
    "MIS047",
    "The automaton has more states or transitions than the limit.",
    "the automaton has more than 200000 states",
  ),
  tooLarge: codeEntry(
    "error",
    "MIS048",
    "The expanded mission has more statements than the limit.",
    "more than 100000 statements",
  ),
  endsEarly: codeEntry(
    "note",
    "MIS049",
    "The body of `do … until` can end before its trigger, and then waits for it; `watching` would end with the body.",
    "the body may end before Landed; the statement then waits for it",
  ),
  conflict: codeEntry(
    "warning",
    "MIS050",
    "Two tasks can want one resource, or one task can be called twice, at the same time.",
    "Dive and Follow can want vehicle at once, after the inputs: nothing; the next reaction is fatal",
  ),
  unusedDeclaration: codeEntry("warning", "MIS051", "Something declared that is never used.", "nothing calls Follow"),
  reservedName: codeEntry(
    "error",
    "MIS052",
    "A name that the automaton of a robot-task gives to one of its own signals.",
    "START_Dive is a signal that the mission already has by itself",
  ),
  missedTime: codeEntry(
    "warning",
    "MIS054",
    "A time inside `suspend`: if it is over while its statement is suspended, the statement misses it.",
    "a time that is over while its statement is suspended is missed, and the statement waits for ever",
  ),
  strayEvent: codeEntry(
    "warning",
    "MIS088",
    "An event of a task is nearly the name of another signal: as it is written it is an input of its own.",
    "DepthReachd is an input by itself: nothing else has this name, and DepthReached is nearly the same",
  ),
  signalInValue: codeEntry("error", "MIS053", "A value that is not a constant.", "depth_m is not a constant"),
});

export const compilerCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(compilerCodes));
