/** What a modem keeps in the engine's state between its events, and the codes of these events. */
import { MAC_TIMERS } from "./mac/mac.ts";

/** Frames that are remembered until they have arrived everywhere: a power of 2. */
export const UNDER_WAY = 64;
/** Instead of the place of a frame that is not remembered any more. */
export const GONE = -1;

/** Place of a frame among them, by its number. This is asked for each reception: a remainder of floating-point numbers takes 20 times as long. */
export function placeUnderWay(number: number): number {
  return number & (UNDER_WAY - 1);
}
/** Acknowledgements that can wait. */
export const ANSWERS = 8;

/** Reals of a modem. */
export const MEMORY = {
  /** Of what it sends now, or has sent last; its count. */
  sendStart_ns: 0,
  sendEnd_ns: 1,
  /** 1: it has no power. */
  isOff: 2,
  number: 3,
  /** What it is sending: one of KIND. */
  sending: 4,
  offered: 5,
  /** 1: the first message of the queue waits for its acknowledgement, until answerDue_ns. */
  waits: 6,
  answerDue_ns: 7,
  attempts: 8,
  queueFirst: 9,
  queueCount: 10,
  answerFirst: 11,
  answerCount: 12,
  serial: 13,
  answerAt_ns: 14,
  timers_ns: 15,
} as const;
const MEMORY_SIZE = MEMORY.timers_ns + MAC_TIMERS;

export const KIND = { none: 0, data: 1, answer: 2, control: 3 } as const;

/** Events of a modem: code, and a number above it. */
export const EVENT = { start: 0, sent: 1, heard: 2, begins: 3, timer: 4, answer: 5, noAnswer: 6, traffic: 7 } as const;
/** 2³ of them. */
export const CODES = 8;

/** At the start of a run. */
export function memoryAtStart(): number[] {
  const memory = new Array<number>(MEMORY_SIZE).fill(0);
  memory[MEMORY.sendStart_ns] = -1;
  memory[MEMORY.sendEnd_ns] = -1;
  memory[MEMORY.answerAt_ns] = -1;
  memory.fill(-1, MEMORY.timers_ns);
  return memory;
}
