/**
 * A counterexample as a picture (SVG): reactions from left to right, a lane for each input, output and active statement. Dots are
 * signals in a reaction; bars are statements that are active between reactions. A loop is shaded; the reaction to look at has a frame.
 */
import type { StatementPlace } from "../automaton/automaton.ts";
import { type Counterexample, samePlace } from "./counterexample.ts";

const ROW = 20;
const COLUMN = 44;
const TOP = 76;
const CHARACTER = 6.6;
/** Of the heading, which is larger. */
const WIDE_CHARACTER = 8.6;

const STYLE = `
  svg { color-scheme: light dark; background: light-dark(#fff, #16191d); font: 12px system-ui, sans-serif; }
  text { fill: light-dark(#1c2126, #e4e8ec); }
  .name { font-weight: 600; font-size: 15px; }
  .small, .head { fill: light-dark(#5a6570, #9aa5b0); }
  .head { font-weight: 600; }
  .line { stroke: light-dark(#d6dbe0, #343b43); }
  .input { fill: #1f77b4; } .output { fill: #d9730d; } .active { fill: light-dark(#a9c4a4, #56784f); }
  .loop { fill: light-dark(#f3ead2, #3a3320); }
  .look { fill: none; stroke: #c9302c; stroke-width: 1.5; }`;

interface Lane {
  readonly label: string;
  readonly kind: "input" | "output" | "active" | "head";
  /** Reactions with a dot, or, for `active`, states with a bar: state k is the one behind reaction k. */
  readonly at: ReadonlySet<number>;
}

export function counterexampleSvg(property: string, text: string, counterexample: Counterexample): string {
  const { reactions, loopFrom, why, kind } = counterexample;
  const lanes = lanesOf(counterexample);
  const left = 24 + CHARACTER * Math.max(12, ...lanes.map((lane) => lane.label.length));
  const right = left + COLUMN * (reactions.length + 1);
  const words = Math.max(WIDE_CHARACTER * (text.length + property.length + 2), CHARACTER * why.length);
  const width = Math.ceil(Math.max(right + 16, 40 + words));
  const height = TOP + ROW * lanes.length + 28;
  const bottom = TOP + ROW * lanes.length;
  // Reaction k has its line at x(k); between two lines lies a state.
  const x = (k: number): number => left + COLUMN * (k + 0.75);
  const parts: string[] = [];
  if (loopFrom !== null) {
    const from = x(loopFrom) - COLUMN / 2;
    const to = x(reactions.length - 1) + COLUMN / 2;
    parts.push(
      box("loop", from, TOP - 34, to - from, bottom - TOP + 34),
      label("small", from + 4, TOP - 22, "again and again"),
    );
  }
  reactions.forEach((_, k) => {
    parts.push(
      `<line class="line" x1="${x(k)}" y1="${TOP - 12}" x2="${x(k)}" y2="${bottom}"/>`,
      `<text class="small" x="${x(k)}" y="${TOP - 4}" text-anchor="middle" dy="-10">${k + 1}</text>`,
    );
  });
  lanes.forEach((lane, row) => {
    parts.push(...drawnLane(lane, TOP + ROW * (row + 0.5), x, reactions.length));
  });
  if (kind === "violation" && reactions.length > 0) {
    parts.push(box("look", x(reactions.length - 1) - 12, TOP - 28, 24, bottom - TOP + 32));
  }
  const heading = `<text class="name" x="16" y="24">${escaped(property)}<tspan class="small" font-weight="400">: ${escaped(text)}</tspan></text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(`Counterexample of ${property}`)}</title>
<style>${STYLE}
</style>
${[heading, ...parts, label("", 16, height - 10, why)].join("\n")}
</svg>
`;
}

function lanesOf({ reactions }: Counterexample): Lane[] {
  const lanes: Lane[] = [];
  const signals = (kind: "input" | "output", of: (k: number) => readonly string[]): void => {
    const found = new Map<string, Set<number>>();
    reactions.forEach((_, k) => {
      for (const name of of(k)) found.set(name, (found.get(name) ?? new Set()).add(k));
    });
    lanes.push({ label: `${kind}s`, kind: "head", at: new Set() });
    for (const [name, at] of found) lanes.push({ label: name, kind, at });
  };
  signals("input", (k) => reactions[k]!.inputs);
  signals("output", (k) => reactions[k]!.outputs);
  const places: { place: StatementPlace; at: Set<number> }[] = [];
  reactions.forEach(({ activeAfter }, k) => {
    for (const place of activeAfter) {
      const known = places.find((p) => samePlace(p.place, place));
      if (known === undefined) places.push({ place, at: new Set([k]) });
      else known.at.add(k);
    }
  });
  lanes.push({ label: "active", kind: "head", at: new Set() });
  for (const { place, at } of places) {
    const line = place.line === 0 ? "" : ` :${place.line}`;
    lanes.push({ label: place.text + line, kind: "active", at });
  }
  return lanes;
}

function drawnLane({ label: name, kind, at }: Lane, y: number, x: (k: number) => number, count: number): string[] {
  const parts = [label(kind === "head" ? "head" : "", 16, y + 4, name)];
  for (const k of at) {
    if (kind !== "active") parts.push(`<circle class="${kind}" cx="${x(k)}" cy="${y}" r="5"/>`);
    else if (!at.has(k - 1)) {
      let end = k;
      while (at.has(end + 1)) end++;
      const to = end === count - 1 ? x(end) + COLUMN / 2 : x(end + 1);
      parts.push(box("active", x(k), y - 5, to - x(k), 10));
    }
  }
  return parts;
}

function box(className: string, x: number, y: number, width: number, height: number): string {
  return `<rect class="${className}" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>`;
}

function label(className: string, x: number, y: number, text: string): string {
  return `<text${className === "" ? "" : ` class="${className}"`} x="${x}" y="${y}">${escaped(text)}</text>`;
}

/** Text of XML; characters that XML cannot have are left out. */
function escaped(text: string): string {
  const allowed = [...text].filter((c) => c >= " " || c === "\t").join("");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
