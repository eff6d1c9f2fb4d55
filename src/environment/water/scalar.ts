/**
 * A named number of the sea as a kind of component: plankton density, turbidity, dissolved oxygen. What its models share,
 * and the models that need no file besides.
 *
 *   constant  one value
 *   profile   a table by depth, linear between its rows, at the ends held or continued
 *   map       of a file: map-scalar.ts
 *
 * Scalars of one name lie over one another: a query adds their values. Their units are words for log and report; nothing
 * is converted.
 */
import { defineKind, defineModel } from "../../library/index.ts";
import { ConstantScalar, ProfileScalar, type ScalarSource } from "./scalar-source.ts";

/** What the kind `scalar` makes. */
export interface NamedScalar extends ScalarSource {
  readonly name: string;
  readonly unit: string;
}

/** A source with its name. */
export class NamedSource implements NamedScalar {
  readonly name: string;
  readonly unit: string;
  readonly #source: ScalarSource;

  constructor(source: ScalarSource, name: string, unit: string) {
    this.name = name;
    this.unit = unit;
    this.#source = source;
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#source.addValue(out, o, point, i);
  }

  covers(point: Float64Array, i: number): boolean {
    return this.#source.covers(point, i);
  }

  hasGap(point: Float64Array, i: number): boolean {
    return this.#source.hasGap?.(point, i) ?? false;
  }
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const VALUE = { unit: "that of the scalar" } as const;

/** Of a scalar that is known at some places only. */
export const scalarEdge = {
  type: "choice",
  choices: ["clamp", "extrapolate"],
  doc: "beyond the ends of depth, north and east: held, or continued as in the last cell",
  default: "clamp",
} as const;

export const scalar = defineKind<NamedScalar>()({
  kind: "scalar",
  doc: "A named number of the sea, such as plankton density or turbidity: several of one name are added.",
  params: {
    name: {
      type: "text",
      doc: "what it is called; those of one name are added. Its id where not given",
      optional: true,
    },
    unit: { type: "text", doc: "unit of its values; where not given, that of the map, or 1", optional: true },
  },
  id: "optional",
  check(p, report) {
    if (p.name === undefined || NAME.test(p.name)) return;
    report("name", `name = "${p.name.slice(0, 40)}" is not a name`, {
      allowed: "letters, digits, _ and -, a letter first",
    });
  },
});

export const constantScalar = defineModel(scalar, {
  model: "constant",
  doc: "One value everywhere",
  default: true,
  reads: ["name", "unit"],
  params: { value: { doc: "the value everywhere", ...VALUE, example: 1 } },
  create: (p, component) => new NamedSource(new ConstantScalar(p.value), p.name ?? component.id, p.unit ?? "1"),
});

export const profileScalar = defineModel(scalar, {
  model: "profile",
  doc: "By depth, linear between the rows of a table",
  reads: ["name", "unit"],
  params: {
    depths_m: {
      type: "reals",
      doc: "depths of the rows",
      min: 0,
      max: 12000,
      minLength: 2,
      increasing: true,
      example: [0, 20, 50],
    },
    values: { type: "reals", doc: "value of each row", ...VALUE, minLength: 2, example: [2, 1, 0] },
    edge: scalarEdge,
  },
  check(p, report) {
    const rows = p.depths_m.length;
    if (p.values.length === rows) return;
    report("values", `values has ${p.values.length} numbers for ${rows} depths`, { allowed: `${rows} numbers` });
  },
  create: (p, component) =>
    new NamedSource(new ProfileScalar(p.depths_m, p.values, p.edge), p.name ?? component.id, p.unit ?? "1"),
});
