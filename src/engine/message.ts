/**
 * Message types: a name and named fields of real numbers, laid out flat, with room for a payload of bytes. A message is
 * a stretch of a Float64Array, so it crosses a port, shared memory or a datagram by being copied, and a snapshot keeps it.
 */

/** Field name, with its unit, to the number of reals it takes. */
export type Fields = Readonly<Record<string, number>>;

export interface MessageType<F extends Fields = Fields> {
  readonly name: string;
  readonly doc: string;
  readonly fields: F;
  /** Place of each field inside a message: `buffer[at + type.at.p_NB_m]`. */
  readonly at: { readonly [K in keyof F]: number };
  /** Reals of all fields together. */
  readonly size: number;
  /** Longest payload in bytes; 0 for messages without. */
  readonly payload: number;
}

export function defineMessage<const F extends Fields>(
  name: string,
  doc: string,
  fields: F,
  payload = 0,
): MessageType<F> {
  const at: Record<string, number> = {};
  let size = 0;
  for (const [field, length] of Object.entries(fields)) {
    at[field] = size;
    size += length;
  }
  return Object.freeze({ name, doc, fields, at: Object.freeze(at) as MessageType<F>["at"], size, payload });
}
