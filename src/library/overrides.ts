/**
 * Values given from outside, above what any file says: `auv/hull/mass_kg=32`, `duration_s=60`, `auv/hull/model=fossen`. They
 * are read and checked like attributes; diagnostics point at them as lines of a file called "--set".
 *
 * A path is that of the component without the outermost one, whose own parameters have no path before their name.
 */
import { asQuestion, codedDiagnostic, type Diagnostic, nearest, type SourceRange } from "../core/index.ts";
import type { GivenValue } from "./checked-element.ts";
import { codes, quoted } from "./codes.ts";
import type { KindEntry } from "./kind-entry.ts";
import { readValue } from "./parameter-value.ts";

/** The name by which diagnostics refer to these values, and under which LoadResult.sources shows them. */
export const OVERRIDES_FILE = "--set";

interface Override {
  /** Ids below the outermost component, joined by "/"; "" for its own parameters. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly line: number;
  /** Column at which the name, and the value, begin. */
  readonly nameColumn: number;
  readonly valueColumn: number;
}

export interface Overridden {
  readonly values: ReadonlyMap<string, GivenValue>;
  /** Names that are given with a bad value. */
  readonly bad: ReadonlySet<string>;
}

const NOTHING: Overridden = { values: new Map(), bad: new Set() };

export class Overrides {
  readonly text: string;
  readonly #all: Override[] = [];
  readonly #met = new Set<Override>();
  readonly #known: string[] = [];
  readonly #report: (d: Diagnostic) => void;

  constructor(lines: readonly string[], report: (d: Diagnostic) => void) {
    this.text = lines.join("\n");
    this.#report = report;
    lines.forEach((line, i) => {
      const equals = line.indexOf("=");
      if (equals < 0) {
        const range = rangeOf(i + 1, 1, line.length + 1);
        report(codedDiagnostic(codes.badOverride, range, `${quoted(line)} has no "="`, { allowed: "path=value" }));
        return;
      }
      const key = line.slice(0, equals);
      const slash = key.lastIndexOf("/");
      this.#all.push({
        path: key.slice(0, Math.max(0, slash)),
        name: key.slice(slash + 1),
        text: line.slice(equals + 1),
        line: i + 1,
        nameColumn: slash + 2,
        valueColumn: equals + 2,
      });
    });
  }

  /** The model chosen for a component, if any. */
  modelOf(path: string): string | undefined {
    const chosen = this.#for(path).filter((o) => o.name === "model");
    for (const o of chosen) this.#met.add(o);
    return chosen.at(-1)?.text;
  }

  /** The values for the parameters of a component; the last one given for a name counts. */
  valuesOf(path: string, kind: KindEntry, atRoot: boolean): Overridden {
    if (this.#all.length === 0) return NOTHING;
    const names = [...kind.params.keys(), ...(atRoot ? [] : kind.mount.keys())];
    this.#known.push(...names.map((name) => `${path === "" ? "" : `${path}/`}${name}`));
    const values = new Map<string, GivenValue>();
    const bad = new Set<string>();
    for (const o of this.#for(path)) {
      const parameter = names.includes(o.name) ? kind.parameter(o.name) : undefined;
      if (parameter === undefined) continue;
      this.#met.add(o);
      const { value, problem } = readValue(parameter, o.text);
      if (value !== undefined) {
        values.set(o.name, { value, range: rangeOf(o.line, o.valueColumn, o.valueColumn + o.text.length) });
        bad.delete(o.name);
        continue;
      }
      bad.add(o.name);
      const [from, to] = problem.part ?? [0, o.text.length];
      const range = rangeOf(o.line, o.valueColumn + from, o.valueColumn + to);
      const { entry, message, allowed, hint } = problem;
      this.#report(codedDiagnostic(entry, range, message, { seen: o.text.slice(0, 200), allowed, hint }));
    }
    return { values, bad };
  }

  /** At the end of a load: what met no parameter. */
  reportUnmet(): void {
    for (const o of this.#all) {
      if (this.#met.has(o)) continue;
      const key = `${o.path === "" ? "" : `${o.path}/`}${o.name}`;
      const range = rangeOf(o.line, 1, o.nameColumn + o.name.length);
      const fixed = o.name === "id" || o.name === "file";
      const message = fixed ? `${quoted(key)}: an ${o.name} cannot be set from outside` : `no parameter ${quoted(key)}`;
      const guess = nearest(key, this.#known) ?? this.#sameName(o.name);
      const hint = fixed ? "write a file of your own" : asQuestion(guess);
      this.#report(codedDiagnostic(codes.unknownOverride, range, message, { seen: key.slice(0, 200), hint }));
    }
  }

  /** A right name with a wrong path: the first parameter of that name. */
  #sameName(name: string): string | undefined {
    return this.#known.find((key) => key.slice(key.lastIndexOf("/") + 1) === name);
  }

  #for(path: string): Override[] {
    return this.#all.filter((o) => o.path === path);
  }
}

function rangeOf(line: number, column: number, endColumn: number): SourceRange {
  return { file: OVERRIDES_FILE, line, column, endLine: line, endColumn };
}
