/** Texts beside things on a map that do not cover each other: each is put where there is room around its place, or left out. */
import { FONT, theme } from "./theme.ts";

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

const HEIGHT = 14;
const LONGEST = 28;
/** Towards where a text is tried, best first: right, left, above, below, and the corners. */
const SIDES: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
];

export class Labels {
  readonly #g: CanvasRenderingContext2D;
  readonly #within: Box;
  readonly #taken: Box[] = [];

  /** The texts stay inside the box [left, top, right, bottom]. */
  constructor(g: CanvasRenderingContext2D, left: number, top: number, right: number, bottom: number) {
    this.#g = g;
    this.#within = { x0: left, y0: top, x1: right, y1: bottom };
  }

  /** Nothing is written over this place. */
  keepFree(x: number, y: number, radius: number): void {
    this.#taken.push({ x0: x - radius, y0: y - radius, x1: x + radius, y1: y + radius });
  }

  /** Writes beside a place, `away` pixels from it; false where there is no room. */
  beside(text: string, x: number, y: number, away: number, colour: string): boolean {
    const shown = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
    this.#g.font = FONT;
    const width = this.#g.measureText(shown).width;
    for (const [dx, dy] of SIDES) {
      const cx = x + dx * (away + width / 2);
      const cy = y + dy * (away + HEIGHT / 2);
      if (this.#write(shown, cx, cy, width, colour)) return true;
    }
    return false;
  }

  /** Writes on a place itself. */
  on(text: string, x: number, y: number, colour: string): boolean {
    this.#g.font = FONT;
    return this.#write(text, x, y, this.#g.measureText(text).width, colour);
  }

  #write(text: string, cx: number, cy: number, width: number, colour: string): boolean {
    const box = { x0: cx - width / 2 - 2, y0: cy - HEIGHT / 2, x1: cx + width / 2 + 2, y1: cy + HEIGHT / 2 };
    const { x0, y0, x1, y1 } = this.#within;
    if (box.x0 < x0 || box.x1 > x1 || box.y0 < y0 || box.y1 > y1 || this.#taken.some((other) => overlap(box, other)))
      return false;
    this.#taken.push(box);
    const g = this.#g;
    g.textAlign = "center";
    g.textBaseline = "middle";
    // A rim of the paper's colour keeps it readable on lines.
    g.lineJoin = "round";
    g.lineWidth = 3;
    g.strokeStyle = theme().panel;
    g.strokeText(text, cx, cy);
    g.fillStyle = colour;
    g.fillText(text, cx, cy);
    return true;
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
