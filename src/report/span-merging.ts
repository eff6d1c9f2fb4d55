/**
 * Spans that are too short to be drawn, merged into pieces, so that nothing that was there is lost:
 *
 *   a span that lasts the stated width or longer stays as it is;
 *   shorter ones that begin in the same interval of that width become one piece from the first begin to the last end, with their number and
 *   the time that they take together, of the sort that takes more than half of that time, or else "mixed".
 *
 * Pieces can be merged again: the report does it for what goes into the page, the page for its pixels. One pass, in the order of begins.
 */

/** In the order in which they begin. */
export interface Pieces {
  readonly begin_s: Float64Array;
  readonly end_s: Float64Array;
  /** Index of a sort; one above the last for mixed ones. */
  readonly code: Int32Array;
  /** Spans in it. */
  readonly count: Float64Array;
  /** Time that its spans take together; more than it lasts where they overlap. */
  readonly covered_s: Float64Array;
}

/** Spans, each a piece. */
export function asPieces({ begin_s, end_s, code }: Pick<Pieces, "begin_s" | "end_s" | "code">): Pieces {
  const covered_s = end_s.map((end, k) => end - begin_s[k]!);
  return { begin_s, end_s, code, count: new Float64Array(code.length).fill(1), covered_s };
}

/** The places at which something holds. */
export function where(length: number, holds: (k: number) => boolean): Int32Array {
  const found = new Int32Array(length);
  let size = 0;
  for (let k = 0; k < length; k++) if (holds(k)) found[size++] = k;
  return found.subarray(0, size);
}

export function picked(column: Float64Array, at: Int32Array): Float64Array {
  const out = new Float64Array(at.length);
  for (let k = 0; k < out.length; k++) out[k] = column[at[k]!]!;
  return out;
}

/** Some of the pieces. */
export function piecesAt({ begin_s, end_s, code, count, covered_s }: Pieces, at: Int32Array): Pieces {
  return {
    ...{ begin_s: picked(begin_s, at), end_s: picked(end_s, at), count: picked(count, at) },
    ...{ covered_s: picked(covered_s, at), code: at.map((k) => code[k]!) },
  };
}

/** A span without length counts, beside others, as this share of the width. */
const LEAST_SHARE = 1e-6;

/** mixed: the code of pieces without a sort that dominates. */
export function merged(pieces: Pieces, width_s: number, mixed: number): Pieces {
  if (!(width_s > 0)) return pieces;
  const most = pieces.code.length;
  const out = {
    begin_s: new Float64Array(most),
    end_s: new Float64Array(most),
    code: new Int32Array(most),
    count: new Float64Array(most),
    covered_s: new Float64Array(most),
  };
  const weights = new Float64Array(mixed + 1);
  let size = 0;
  /** Place of the piece that grows, and its interval; −1 for none. */
  let open = -1;
  let interval = 0;
  const close = (): void => {
    if (open < 0) return;
    let [all, best] = [0, 0];
    for (let k = 0; k <= mixed; k++) {
      all += weights[k]!;
      if (weights[k]! > weights[best]!) best = k;
    }
    out.code[open] = 2 * weights[best]! > all ? best : mixed;
    weights.fill(0);
    open = -1;
  };
  for (let i = 0; i < most; i++) {
    const [begin, end] = [pieces.begin_s[i]!, pieces.end_s[i]!];
    const isShort = end - begin < width_s;
    const here = Math.floor(begin / width_s);
    if (isShort && open >= 0 && here === interval) {
      if (end > out.end_s[open]!) out.end_s[open] = end;
      out.count[open] = out.count[open]! + pieces.count[i]!;
      out.covered_s[open] = out.covered_s[open]! + pieces.covered_s[i]!;
    } else {
      if (isShort) {
        close();
        open = size;
        interval = here;
      }
      out.begin_s[size] = begin;
      out.end_s[size] = end;
      out.code[size] = pieces.code[i]!;
      out.count[size] = pieces.count[i]!;
      out.covered_s[size] = pieces.covered_s[i]!;
      size++;
    }
    if (isShort) {
      const code = pieces.code[i]!;
      weights[code] = weights[code]! + pieces.covered_s[i]! + LEAST_SHARE * width_s * pieces.count[i]!;
    }
  }
  close();
  return {
    begin_s: out.begin_s.subarray(0, size),
    end_s: out.end_s.subarray(0, size),
    code: out.code.subarray(0, size),
    count: out.count.subarray(0, size),
    covered_s: out.covered_s.subarray(0, size),
  };
}
