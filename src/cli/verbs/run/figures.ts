/** What things have counted (engine/thing.ts, figures): in the summary of a run, below their vehicle, and in its document. */
import { splitName, unitOf } from "../../../library/index.ts";
import { inWords } from "../../../logging/index.ts";
import type { ScenarioRun } from "../../../scenario/index.ts";

type Figures = Readonly<Record<string, number>>;

/** What things of the world have in front of their names. */
const WORLD = "world";

/** By path and name, for a script: also what is 0. A number that JSON does not have is null. */
export function figuresDocument(run: ScenarioRun): Readonly<Record<string, Readonly<Record<string, number | null>>>> {
  const finite = (own: Figures) =>
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, Number.isFinite(value) ? value : null]));
  return Object.fromEntries([...run.figures()].map(([path, own]) => [path, finite(own)]));
}

/** One line for each thing of an owner, a vehicle or the world, that has counted anything. */
export function figureLines(figures: ReadonlyMap<string, Figures>, owner: string): string[] {
  return [...figures].flatMap(([path, own]) => {
    if (!path.startsWith(`${owner}/`)) return [];
    const parts = Object.entries(own).flatMap(([name, value]) => (value === 0 ? [] : [figureText(name, value)]));
    return parts.length === 0 ? [] : [`         ${path.slice(owner.length + 1)}: ${parts.join(", ")}`];
  });
}

/** Those of things that no vehicle carries. */
export function worldFigureLines(figures: ReadonlyMap<string, Figures>): string[] {
  const lines = figureLines(figures, WORLD);
  return lines.length === 0 ? [] : ["world", ...lines];
}

/** "3 sent", "12.5 J energy of sending": a count in full, anything else to four digits. */
export function figureText(name: string, value: number): string {
  const { stem, suffix } = splitName(name);
  const unit = unitOf(suffix)?.symbol ?? "";
  const words = inWords(unit === "" ? name : stem);
  const shown =
    Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : String(Number(value.toPrecision(4)));
  return unit === "" ? `${shown} ${words}` : `${shown} ${unit} ${words}`;
}
