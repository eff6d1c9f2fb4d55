/**
 * Numbers and texts in the page.
 *
 * A column is one JSON object: an offset in full precision and little-endian float32 differences to it, in base64. The offset
 * is the middle of the column's range, so a value is off by at most 2⁻²⁵ of the range: a vehicle that moves by a
 * centimetre at 500 km from the origin is drawn as well as one at the origin. A column that never changes is its offset.
 * NaN stays NaN; infinities, which no plot can show, become NaN.
 *
 * Texts from logs are anybody's: they enter HTML escaped, and JSON with every "<" written as \u003c, so that no text can end
 * the script element that holds the JSON.
 */

import { base64 } from "../core/index.ts";

export interface EncodedColumn {
  readonly length: number;
  readonly offset: number;
  /** Base64 of float32, or null for a constant column. */
  readonly data: string | null;
}

export function encodeColumn(values: Float64Array): EncodedColumn {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let constant = true;
  for (const value of values) {
    if (!Number.isFinite(value)) {
      constant = false;
      continue;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 0];
  if (constant && low === high) return { length: values.length, offset: low, data: null };
  const offset = 0.5 * low + 0.5 * high;
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => {
    view.setFloat32(4 * i, Number.isFinite(value) ? value - offset : Number.NaN, true);
  });
  return { length: values.length, offset, data: base64(new Uint8Array(view.buffer)) };
}

/** JSON that may stand inside a script element. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML, for content and for attribute values in quotes. Control characters, which HTML forbids, become U+FFFD. */
export function escapeHtml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "\ufffd")
      .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
  );
}
