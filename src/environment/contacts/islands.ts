/**
 * Islands of contacts: movable bodies that touch, directly or through others. Fixed bodies and the world join nothing.
 *
 * Islands are numbered in the order of their first contacts, and keep their contacts in the order in which these came, so
 * that what is solved for one does not depend on the others.
 */
import type { ContactSet } from "./contact-set.ts";

export class Islands {
  count = 0;
  /** Contacts by island: list[first[i] .. first[i + 1]). */
  list: Int32Array = new Int32Array(0);
  first: Int32Array = new Int32Array(1);
  readonly #set: ContactSet;
  #parent: Int32Array = new Int32Array(0);
  #island: Int32Array = new Int32Array(0);

  constructor(set: ContactSet) {
    this.#set = set;
  }

  /** Number of a slot's island, −1 if it is fixed or touches nothing. */
  of(slot: number): number {
    return this.#island[slot];
  }

  /** Contacts between fixed bodies are in no island. */
  isIn(contact: number): boolean {
    return this.#movableOf(contact) !== 0;
  }

  /** Anew, from the contacts of the set. */
  group(): void {
    const set = this.#set;
    this.#grow();
    const parent = this.#parent;
    const island = this.#island;
    const first = this.first;
    const list = this.list;
    for (let s = 0; s < set.slots; s++) {
      parent[s] = s;
      island[s] = -1;
    }

    // 1. Join.
    for (let c = 0; c < set.contacts; c++) {
      const a = set.slotA[c];
      const b = set.slotB[c];
      if (set.movable[a] === 0 || set.movable[b] === 0) continue;
      const ra = this.#rootOf(a);
      const rb = this.#rootOf(b);
      if (ra < rb) parent[rb] = ra;
      else parent[ra] = rb;
    }

    // 2. Number and count; contacts between fixed bodies are in none.
    this.count = 0;
    for (let c = 0; c < set.contacts; c++) {
      const slot = this.#movableOf(c);
      if (slot === 0) continue;
      const root = this.#rootOf(slot);
      if (island[root] < 0) {
        island[root] = this.count++;
        first[island[root]] = 0;
      }
      first[island[root]]++;
    }
    for (let s = 1; s < set.slots; s++) island[s] = set.movable[s] === 0 ? -1 : island[this.#rootOf(s)];

    // 3. Starts from counts, then places; filling moves each start to its end, so go backwards.
    let end = 0;
    for (let i = 0; i < this.count; i++) {
      end += first[i];
      first[i] = end;
    }
    first[this.count] = end;
    for (let c = set.contacts - 1; c >= 0; c--) {
      const slot = this.#movableOf(c);
      if (slot !== 0) list[--first[island[slot]]] = c;
    }
  }

  /** A movable body of a contact, 0 if both are fixed. */
  #movableOf(c: number): number {
    const set = this.#set;
    if (set.movable[set.slotA[c]] !== 0) return set.slotA[c];
    return set.movable[set.slotB[c]] !== 0 ? set.slotB[c] : 0;
  }

  #rootOf(slot: number): number {
    const parent = this.#parent;
    let s = slot;
    while (parent[s] !== s) {
      parent[s] = parent[parent[s]];
      s = parent[s];
    }
    return s;
  }

  #grow(): void {
    const slots = this.#set.movable.length;
    if (this.#parent.length < slots) {
      this.#parent = new Int32Array(slots);
      this.#island = new Int32Array(slots);
    }
    const contacts = this.#set.slotA.length;
    if (this.list.length < contacts) {
      this.list = new Int32Array(contacts);
      this.first = new Int32Array(contacts + 1);
    }
  }
}
