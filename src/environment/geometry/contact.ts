/**
 * A point at which two things touch.
 *
 * | places in a contact | what                                                                          |
 * |---------------------|-------------------------------------------------------------------------------|
 * | point               | midway between the two surfaces, in N, m                                       |
 * | normal              | unit vector in N, from B (or the bottom) towards A                             |
 * | gap                 | along the normal, m; below 0: how deep they overlap                            |
 * | key                 | an integer that names the two features: the same from step to step, while they touch in this way |
 */
export const CONTACT = { point: 0, normal: 3, gap: 6, key: 7 } as const;
export const CONTACT_SIZE = 8;
export const MOST_CONTACTS = 8;

/** Points that are found before the best are taken. */
const ROOM = 512;

/** Collects points, and hands out at most MOST_CONTACTS: the deepest, then always the one farthest from those taken. */
export class ContactList {
  count = 0;
  readonly records = new Float64Array(CONTACT_SIZE * ROOM);
  readonly #taken = new Uint8Array(ROOM);
  readonly #far = new Float64Array(ROOM);

  /** Where the next record may be written; the same place until `added`. */
  get next(): number {
    return CONTACT_SIZE * this.count;
  }

  /**
   * Takes the record at `next`, unless its gap is beyond reach[0], or one is there already within near[0] of its point. Of two at one place the
   * first stays, with the smaller gap.
   */
  added(reach: Float64Array, near: Float64Array): void {
    const r = this.records;
    const at = this.next;
    if (!(r[at + 6] <= reach[0]) || this.count >= ROOM - 1) return;
    for (let k = 0; k < at; k += CONTACT_SIZE) {
      const x = r[k] - r[at];
      const y = r[k + 1] - r[at + 1];
      const z = r[k + 2] - r[at + 2];
      if (x * x + y * y + z * z > near[0] * near[0]) continue;
      if (r[at + 6] < r[k + 6]) r[k + 6] = r[at + 6];
      return;
    }
    this.count++;
  }

  /** To out[o ..], in the order in which they were found. */
  into(out: Float64Array, o: number): number {
    const r = this.records;
    const n = this.count;
    if (n <= MOST_CONTACTS) {
      for (let k = 0; k < CONTACT_SIZE * n; k++) out[o + k] = r[k];
      return n;
    }
    const taken = this.#taken;
    const far = this.#far;
    let next = 0;
    for (let k = 0; k < n; k++) {
      taken[k] = 0;
      far[k] = Number.POSITIVE_INFINITY;
      if (r[CONTACT_SIZE * k + 6] < r[CONTACT_SIZE * next + 6]) next = k;
    }
    for (let chosen = 0; chosen < MOST_CONTACTS; chosen++) {
      taken[next] = 1;
      const at = CONTACT_SIZE * next;
      let farthest = -1;
      for (let k = 0; k < n; k++) {
        const x = r[CONTACT_SIZE * k] - r[at];
        const y = r[CONTACT_SIZE * k + 1] - r[at + 1];
        const z = r[CONTACT_SIZE * k + 2] - r[at + 2];
        far[k] = Math.min(far[k], x * x + y * y + z * z);
        if (taken[k] === 0 && (farthest < 0 || far[k] > far[farthest])) farthest = k;
      }
      next = farthest;
    }
    let written = 0;
    for (let k = 0; k < n; k++) {
      if (taken[k] === 0) continue;
      for (let q = 0; q < CONTACT_SIZE; q++) out[o + CONTACT_SIZE * written + q] = r[CONTACT_SIZE * k + q];
      written++;
    }
    return written;
  }
}
