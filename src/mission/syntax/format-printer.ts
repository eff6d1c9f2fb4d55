/**
 * Lines, indents, comments and empty lines of a mission in print. Comments are taken in the order of the text, each by the first
 * that comes to its place: on a line of its own before what follows it, at the end of the line of what it stands behind, or,
 * within a statement, between the same two words. So none is lost, and printing again changes nothing.
 */
import type { SourceRange } from "../../core/index.ts";
import type { Chunk } from "./format-chunks.ts";
import type { Comment } from "./tree.ts";

/** Lines are broken to stay within it, where there is a place to break them. */
export const WIDTH = 100;

/** A line that goes on is indented by this much more. */
const CONTINUATION = 4;

interface Place {
  readonly line: number;
  readonly column: number;
}

export const NOWHERE: Place = { line: Number.POSITIVE_INFINITY, column: 1 };

export function startOf({ line, column }: SourceRange): Place {
  return { line, column };
}

export function endOf({ endLine, endColumn }: SourceRange): Place {
  return { line: endLine, column: endColumn };
}

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

export class Printer {
  readonly #lines: string[] = [];
  readonly #comments: readonly Comment[];
  #next = 0;
  /** Line of the source where the last thing printed ended; null at the beginning of a block, where no empty line goes. */
  #sourceLine: number | null = null;
  #wantsEmpty = false;

  constructor(comments: readonly Comment[]) {
    this.#comments = comments;
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  /** Is there a comment from one place to another? */
  hasComment(from: Place, to: Place): boolean {
    return this.commentsBetween(from, to).length > 0;
  }

  commentsBetween(from: Place, to: Place): Comment[] {
    const found: Comment[] = [];
    for (let i = this.#next; i < this.#comments.length; i++) {
      const comment = this.#comments[i]!;
      if (!isBefore(comment.at, to)) break;
      if (!isBefore(comment.at, from)) found.push(comment);
    }
    return found;
  }

  /** The next line comes first in a block: no empty line before it. */
  beginBlock(): void {
    this.#sourceLine = null;
  }

  /** Asks for an empty line before the next line, whether the author had one or not. */
  wantEmpty(): void {
    this.#wantsEmpty = true;
  }

  /** The comments up to a place, each on its own lines. */
  lead(to: Place, indent: number): void {
    for (let c = this.#take(to); c !== null; c = this.#take(to)) {
      this.#emptyLine(c.at.line);
      this.#push(...commentLines(c, indent).map((line, i) => (i === 0 ? " ".repeat(indent) + line : line)));
      this.#sourceLine = c.at.endLine;
    }
  }

  /**
   * Prints chunks on one line, or on several where they are too long or a comment breaks them. Comments before the first are
   * printed already.
   */
  row(chunks: readonly Chunk[], indent: number, source: SourceRange): void {
    this.#emptyLine(source.line);
    const fresh = " ".repeat(indent);
    const continued = " ".repeat(indent + CONTINUATION);
    let row = fresh;
    const isFresh = (): boolean => row === fresh || row === continued;
    chunks.forEach((chunk, i) => {
      let commented = false;
      for (let c = this.#takeInside(i, chunk); c !== null; c = this.#takeInside(i, chunk)) {
        const [first, ...more] = commentLines(c, indent + CONTINUATION);
        row += isFresh() || (row.endsWith("(") && !commented) ? first! : ` ${first}`;
        commented = true;
        if (c.text.startsWith("//") || more.length > 0) {
          this.#push(row, ...more);
          row = continued;
        }
      }
      const close = chunk.glued === true && !commented;
      const following = chunks[i + 1];
      const needed = chunk.text.length + (following?.glued === true ? following.text.length : 0);
      if (!close && !isFresh() && row.length + 1 + needed > WIDTH) {
        this.#push(row);
        row = continued;
      }
      row += close || isFresh() ? chunk.text : ` ${chunk.text}`;
    });
    this.#push(row);
    this.#sourceLine = source.endLine;
  }

  /**
   * The comments behind what was just printed, which ended at a place of the source: those that stood inside it, and those on
   * its last line, up to a limit.
   */
  trail(ended: Place, limit: Place, indent: number): void {
    let open = true;
    for (let c = this.#peek(limit); open && c !== null; c = this.#peek(limit)) {
      if (c.at.line > ended.line) break;
      this.#next++;
      const [first, ...more] = commentLines(c, indent);
      this.#lines[this.#lines.length - 1] += ` ${first}`;
      this.#push(...more);
      open = !c.text.startsWith("//") && more.length === 0;
      this.#sourceLine = Math.max(this.#sourceLine ?? 0, c.at.endLine);
    }
  }

  /** What was printed reaches to this line of the source. */
  reached(line: number): void {
    this.#sourceLine = line;
  }

  #peek(to: Place): Comment | null {
    const comment = this.#comments[this.#next];
    return comment !== undefined && isBefore(comment.at, to) ? comment : null;
  }

  #take(to: Place): Comment | null {
    const comment = this.#peek(to);
    if (comment !== null) this.#next++;
    return comment;
  }

  #takeInside(i: number, { at }: Chunk): Comment | null {
    return i === 0 || at === null ? null : this.#take(startOf(at));
  }

  #emptyLine(sourceLine: number): void {
    const gap = this.#sourceLine !== null && sourceLine - this.#sourceLine > 1;
    if ((gap || this.#wantsEmpty) && this.#lines.length > 0) this.#push("");
    this.#wantsEmpty = false;
  }

  #push(...lines: string[]): void {
    for (const line of lines) this.#lines.push(line);
  }
}

/** A comment in lines; the first without indent. Lines that all begin with `*` are lined up, others stay as they were. */
function commentLines({ text }: Comment, indent: number): string[] {
  const [first, ...rest] = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  const starred = rest.every((line) => line.trimStart().startsWith("*"));
  return [first!, ...(starred ? rest.map((line) => `${" ".repeat(indent + 1)}${line.trimStart()}`) : rest)];
}
