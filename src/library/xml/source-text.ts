/**
 * A text that knows where its lines begin, so that an offset becomes a place to show.
 *
 * Lines end with LF, CRLF or a lone CR, as in XML. Columns count UTF-16 units from 1, as editors and the language
 * server protocol do. A byte order mark is not a part of the text.
 */
import type { SourceRange } from "../../core/index.ts";

const LF = 10;
const CR = 13;
const BYTE_ORDER_MARK = 0xfeff;

export class SourceText {
  readonly file: string;
  readonly text: string;
  #lineStarts: readonly number[] | null = null;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  }

  /** The stretch from one offset up to, and without, another; both are brought into the text. */
  range(start: number, end: number): SourceRange {
    const from = this.#place(start);
    const to = Math.max(from, this.#place(end));
    const line = this.#lineOf(from);
    const endLine = this.#lineOf(to);
    const starts = this.#starts();
    return {
      file: this.file,
      line: line + 1,
      column: from - starts[line] + 1,
      endLine: endLine + 1,
      endColumn: to - starts[endLine] + 1,
    };
  }

  /** An offset inside the text, and not in the middle of a CRLF. */
  #place(offset: number): number {
    const { text } = this;
    const at = Math.max(0, Math.min(offset, text.length));
    return text.charCodeAt(at) === LF && text.charCodeAt(at - 1) === CR ? at - 1 : at;
  }

  /** Index of the last line that starts at or before the offset. */
  #lineOf(offset: number): number {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #starts(): readonly number[] {
    if (this.#lineStarts === null) {
      const { text } = this;
      const starts = [0];
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit === LF || (unit === CR && text.charCodeAt(i + 1) !== LF)) starts.push(i + 1);
      }
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }
}
