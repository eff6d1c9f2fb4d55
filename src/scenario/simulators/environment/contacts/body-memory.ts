/**
 * What the environment remembers of each body that may touch something: one block of reals in the engine's state, so that a snapshot
 * holds all of it.
 */
import { FREE_SPACE, FREE_SPACE_SIZE, MOST_PLANES } from "../../../../environment/index.ts";
import type { Contacts } from "../../../load/contacts.ts";

/** Things that a body can be said to touch at once, for events. */
export const MOST_TOUCHED = 8;
/** Contact points of which the force is remembered, as a start for the next solution. */
export const MOST_FORCES = 32;

export const STATUS = {
  /** Its guard watches its free space. */
  free: 0,
  /** Looked at at stated instants, since it touches something or is about to. */
  watched: 1,
  /** At rest on something, its contact forces held. */
  resting: 2,
} as const;

/** One remembered force: the pair, the contact's key, the force in N. */
export const FORCE = { pair: 0, key: 1, force_N: 2 } as const;
export const FORCE_SIZE = 5;

const SPACE = 66;
const OWNERS = SPACE + FREE_SPACE_SIZE;
const TOUCHED = OWNERS + MOST_PLANES;
const FORCES = TOUCHED + 2 * MOST_TOUCHED;

export const MEMORY = {
  /** Instant of what is known below. */
  fresh_ns: 0,
  /** Instant at which it was asked. */
  asked_ns: 1,
  /** Instant at which it is looked at again; Infinity for none. */
  due_ns: 2,
  /** STATUS */
  status: 3,
  /** 1: something has to be decided for it. */
  needs: 4,
  /** Looks in succession at which it did not move. */
  calm: 5,
  /** 1 while contact forces are held. */
  pushed: 6,
  /** Latest instant for which there is an event because of due_ns. */
  scheduled_ns: 7,
  /** Instant of its last impact, and how many it has had at that. */
  struck_ns: 8,
  blows: 9,
  /** 1 while it is squeezed: what touches it leaves it no place. */
  squeezed: 10,
  /** p_NB, q_NB, V_NB_B. */
  motion: 11,
  /** 36 numbers. */
  massInverse: 24,
  /** Free acceleration as seen in N, in axes of B, 6. */
  acceleration: 60,
  /** The data of its guard. */
  space: SPACE,
  /** For each plane of that: the body on the other side, or −1. */
  owners: OWNERS,
  /** Things that it touches, as codes, and when it last did; 0 for none. */
  touched: TOUCHED,
  /** How many forces are remembered, and they. */
  forceCount: FORCES,
  forces: FORCES + 1,
} as const;
export const MEMORY_SIZE = FORCES + 1 + MOST_FORCES * FORCE_SIZE;

/** Indices of the vehicles that may touch something, ascending. */
export function touchable({ bodies, vehicles }: Contacts): Int32Array {
  return Int32Array.from(bodies.flatMap((body, i) => (body === null || i >= vehicles ? [] : [i])));
}

/** What every body begins with. */
export function freshMemory(): number[] {
  const block = new Array<number>(MEMORY_SIZE).fill(0);
  block[MEMORY.fresh_ns] = -1;
  block[MEMORY.asked_ns] = -1;
  block[MEMORY.scheduled_ns] = -1;
  block[MEMORY.struck_ns] = -1;
  block[MEMORY.due_ns] = Number.POSITIVE_INFINITY;
  block[MEMORY.space + FREE_SPACE.floor] = Number.POSITIVE_INFINITY;
  return block;
}

/** It is looked at again at t_ns at the latest. */
export function dueBy(reals: Float64Array, m: number, t_ns: number): void {
  if (t_ns < reals[m + MEMORY.due_ns]!) reals[m + MEMORY.due_ns] = t_ns;
}
