/**
 * From component files to frozen components: includes, models, defaults and the checks that need all of these.
 *
 * A child that names a file is made of two layers: the element in the file gives defaults, the element that refers to
 * it overrides them. Everything that is wrong is reported at once, and there is a component only when nothing is.
 */
import {
  codedDiagnostic,
  type Diagnostic,
  DiagnosticList,
  didYouMean,
  formatPlace,
  type RelatedPlace,
  type SourceRange,
  startOfFile,
} from "../core/index.ts";
import { type CheckedElement, checkElement, type GivenValue, over } from "./checked-element.ts";
import { codes, quoted, tagged } from "./codes.ts";
import type { Component } from "./component.ts";
import { crossChecks } from "./cross-check.ts";
import type { Definitions } from "./definitions.ts";
import type { KindEntry, Slot } from "./kind-entry.ts";
import { type Layers, tellMissing, tellMissingFromFile } from "./missing.ts";
import { chooseModel, unusedChoices } from "./model-choice.ts";
import { OVERRIDES_FILE, Overrides } from "./overrides.ts";
import { type HandedValue, handed, type Parameter } from "./parameter.ts";
import { readParameterFiles } from "./parameter-files.ts";
import { mergedProvenance } from "./provenance.ts";
import type { SourceReader } from "./reader.ts";
import { SourceFiles } from "./source-files.ts";
import { tellUnread } from "./unread.ts";
import { parseXml, type XmlAttribute, type XmlElement, type XmlLimits } from "./xml/index.ts";

export interface LoadOptions {
  /** The kind that the file must describe. Default: any. */
  readonly kind?: string;
  /** Models by component path or by kind, above what files say: a scenario picks the accuracy. */
  readonly models?: Readonly<Record<string, string>>;
  /** Values above what files say, each "path=value"; see overrides.ts. */
  readonly overrides?: readonly string[];
  /** Whether the outermost file describes one use, as a scenario does: every value in it is meant to act. See unread.ts. */
  readonly oneUse?: boolean;
  /** Of each file, and of all components together. */
  readonly limits?: Partial<XmlLimits> & { readonly components?: number; readonly problems?: number };
}

export interface LoadResult {
  /** null when there is any error. */
  readonly component: Component | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was read, for showing the lines that diagnostics point at. */
  readonly sources: ReadonlyMap<string, string>;
  /** Every file that a parameter names, by its name as resolved. */
  readonly binaries: ReadonlyMap<string, Uint8Array>;
}

const MOST_ERRORS = 1000;
const DEEPEST_INCLUDE = 16;
/** Files that include others twice, sixteen deep, would otherwise fill the memory. */
const MOST_COMPONENTS = 100_000;

export function loadComponent(
  definitions: Definitions,
  reader: SourceReader,
  file: string,
  options: LoadOptions = {},
): LoadResult {
  return new Loader(definitions, reader, options).load(file);
}

type GivenValues = ReadonlyMap<string, GivenValue>;
const NOTHING: GivenValues = new Map();

class TooManyProblems extends Error {
  override readonly name = "TooManyProblems";
}

class Loader {
  readonly #definitions: Definitions;
  readonly #files: SourceFiles;
  readonly #options: LoadOptions;
  readonly #list = new DiagnosticList();
  readonly #checked = new Map<XmlElement, CheckedElement>();
  readonly #usedChoices = new Set<string>();
  readonly #overrides: Overrides;
  #components = 0;
  #errors = 0;

  constructor(definitions: Definitions, reader: SourceReader, options: LoadOptions) {
    this.#definitions = definitions;
    this.#files = new SourceFiles(reader, options.limits ?? {}, (d) => this.#tell(d));
    this.#options = options;
    this.#overrides = new Overrides(options.overrides ?? [], (d) => this.#list.add(d));
    if (this.#overrides.text !== "") this.#files.sources.set(OVERRIDES_FILE, this.#overrides.text);
  }

  load(file: string): LoadResult {
    let component: Component | null = null;
    try {
      component = this.#loadRoot(file);
      const models = this.#options.models ?? {};
      for (const d of unusedChoices(models, this.#usedChoices, this.#definitions)) this.#tell(d);
      // Where the files could not be read, it is not known which parameters there are.
      if (component !== null) this.#overrides.reportUnmet();
    } catch (error) {
      if (!(error instanceof TooManyProblems)) throw error;
    }
    const diagnostics = this.#list.sorted();
    const { sources, binaries } = this.#files;
    return { component: this.#list.hasErrors ? null : component, diagnostics, sources, binaries };
  }

  /** Stops the load when so much is wrong that a longer list would not be read. */
  #tell(d: Diagnostic): void {
    this.#list.add(d);
    if (d.severity !== "error") return;
    this.#errors++;
    const most = this.#options.limits?.problems ?? MOST_ERRORS;
    if (this.#errors < most) return;
    this.#list.add(codedDiagnostic(codes.tooManyProblems, null, `${most} errors found; the rest is not listed`));
    throw new TooManyProblems();
  }

  #loadRoot(file: string): Component | null {
    const { root, error } = this.#files.read(file);
    if (error !== null) {
      this.#tell(codedDiagnostic(codes.unreadableFile, startOfFile(file), `cannot read ${quoted(file)}: ${error}`));
    }
    if (root === null) return null;
    const kind = this.#kindOfRoot(root);
    if (kind === undefined) return null;
    const wanted = this.#options.kind;
    if (wanted !== undefined && wanted !== kind.kind) {
      const message = `expected a ${wanted}, found <${kind.kind}>`;
      this.#tell(codedDiagnostic(codes.otherKind, root.nameRange, message, { seen: kind.kind, allowed: wanted }));
    }
    const use = this.#check(root, kind, true);
    return this.#build({ use, base: null }, file, use.id ?? root.name, true, [file], []);
  }

  #kindOfRoot(root: XmlElement): KindEntry | undefined {
    const kind = this.#definitions.kind(root.name);
    if (kind === undefined) {
      const names = this.#definitions.kindNames;
      const hint = didYouMean(root.name, names);
      const allowed = names.join(", ");
      const message = `${tagged(root.name)} is not a known kind of component; known: ${allowed}`;
      this.#tell(
        codedDiagnostic(codes.unknownKind, root.nameRange, message, { seen: root.name.slice(0, 200), allowed, hint }),
      );
    }
    return kind;
  }

  #check(element: XmlElement, kind: KindEntry, atRoot: boolean): CheckedElement {
    const known = this.#checked.get(element);
    if (known !== undefined) return known;
    const checked = checkElement(element, kind, atRoot, this.#definitions, (d) => this.#tell(d));
    this.#checked.set(element, checked);
    if (atRoot) tellMissingFromFile(checked, (d) => this.#tell(d));
    return checked;
  }

  /** One component from its layers, with everything below it. */
  #build(
    layers: Layers,
    file: string,
    id: string,
    atRoot: boolean,
    chain: readonly string[],
    trail: readonly RelatedPlace[],
    parentPath = "",
    around: GivenValues = NOTHING,
  ): Component | null {
    const { use, base } = layers;
    const { kind } = use;
    const path = parentPath === "" ? id : `${parentPath}/${id}`;
    const most = this.#options.limits?.components ?? MOST_COMPONENTS;
    this.#components++;
    if (this.#components > most) {
      if (this.#components === most + 1) {
        const message = `the includes make more than ${most} components`;
        this.#tell(codedDiagnostic(codes.tooManyComponents, use.element.nameRange, message, { related: trail }));
      }
      return null;
    }
    const below = atRoot ? "" : path.slice(path.indexOf("/") + 1);
    const model = this.#overrides.modelOf(below);
    const models = { ...this.#options.models, ...(model === undefined ? {} : { [path]: model }) };
    const choice = chooseModel(kind, path, use, base, models, (d) => this.#tell(d));
    if (choice.key !== null) this.#usedChoices.add(choice.key);

    const values = new Map<string, GivenValue>([...(base?.values ?? []), ...use.values]);
    for (const name of use.bad) values.delete(name);
    const overridden = this.#overrides.valuesOf(below, kind, atRoot);
    for (const [name, given] of overridden.values) values.set(name, given);
    const unreadable = readParameterFiles(kind, values, chain, this.#files, (d) => this.#tell(d));
    const isBad = (name: string): boolean =>
      unreadable.has(name) ||
      overridden.bad.has(name) ||
      use.bad.has(name) ||
      (base?.bad.has(name) === true && !use.values.has(name));
    const missing = tellMissing(layers, choice, values, isBad, atRoot, (d) => this.#tell(d));
    const anyBad =
      missing ||
      unreadable.size > 0 ||
      overridden.bad.size > 0 ||
      use.bad.size > 0 ||
      (base !== null && [...base.bad].some(isBad));

    const strict = this.#options.oneUse === true && use.element.nameRange.file === chain[0];
    tellUnread(layers, choice, values, overridden.values, below, strict, (d) => this.#tell(d));

    const params = this.#valuesOf(kind.params.values(), values, around);
    const mount = atRoot ? null : this.#valuesOf(kind.mount.values(), values, around);
    if (!anyBad) {
      crossChecks(kind, choice.model, params, mount, (name, entry, message, detail) => {
        const range = (name === null ? undefined : values.get(name)?.range) ?? (base ?? use).element.nameRange;
        this.#tell(codedDiagnostic(entry, range, message, detail));
      });
    }

    const children = this.#children(layers, path, chain, trail, values);
    const given = [...kind.params.keys(), ...kind.mount.keys()].filter((name) => values.has(name));
    const reads = choice.model === null ? undefined : kind.readsOf(choice.model);
    const isUnread = (name: string): boolean => reads !== undefined && kind.params.has(name) && !reads.has(name);
    const origin: Record<string, SourceRange> = {};
    for (const [name, { range }] of values) origin[name] = range;
    return Object.freeze({
      kind: kind.kind,
      id,
      path,
      file,
      range: use.element.nameRange,
      model: choice.model?.model ?? null,
      params,
      mount,
      given: Object.freeze(given),
      unread: Object.freeze(given.filter(isUnread)),
      provenance: mergedProvenance(use, base, overridden.values),
      origin: Object.freeze(origin),
      children: Object.freeze(children),
      doc: use.doc ?? base?.doc ?? null,
    }) as Component;
  }

  /** By the names that models use, with what is inherited and defaults, frozen. */
  #valuesOf(
    parameters: Iterable<Parameter>,
    values: GivenValues,
    around: GivenValues,
  ): Readonly<Record<string, HandedValue | undefined>> {
    const record: Record<string, HandedValue | undefined> = {};
    for (const parameter of parameters) {
      const given = values.get(parameter.name) ?? (parameter.inherited ? around.get(parameter.name) : undefined);
      const value = given?.value ?? parameter.default;
      record[parameter.key] = given?.file ?? (value === undefined ? undefined : handed(parameter, value));
    }
    return Object.freeze(record);
  }

  /**
   * Children of the file come first, then those that the use adds; one that the use gives the id of one of the file is laid over that.
   * around: what their parent gives.
   */
  #children(
    layers: Layers,
    path: string,
    chain: readonly string[],
    trail: readonly RelatedPlace[],
    around: GivenValues,
  ): Component[] {
    const { use, base } = layers;
    const built: Component[] = [];
    const ids = new Map<string, SourceRange>();
    const counts = new Map<string, number>();
    const laidOver = new Map<XmlElement, CheckedElement>();
    for (const { element, slot } of base === null ? [] : use.children) {
      const checked = this.#checkChild(element, slot);
      const below = checked === null ? undefined : base?.children.find((child) => this.#isSame(child, checked, slot));
      if (checked !== null && below !== undefined && !laidOver.has(below.element)) laidOver.set(below.element, checked);
    }
    const onTop = new Set([...laidOver.values()].map(({ element }) => element));
    for (const { element, slot } of [...(base?.children ?? []), ...use.children]) {
      if (onTop.has(element)) continue;
      const lower = this.#checkChild(element, slot);
      if (lower === null) continue;
      const upper = laidOver.get(element);
      const checked = upper === undefined ? lower : over(lower, upper);
      const count = (counts.get(slot.name) ?? 0) + 1;
      counts.set(slot.name, count);
      if (count === slot.max + 1) {
        const message = `<${use.element.name}> has more than ${slot.max} <${slot.name}>`;
        this.#tell(
          codedDiagnostic(codes.tooManyChildren, element.nameRange, message, { allowed: `at most ${slot.max}` }),
        );
      }
      const id = checked.id ?? (checked.kind.idOptional && slot.max > 1 ? `${slot.name}${count}` : slot.name);
      this.#checkId(checked, id, ids);
      // A file that it takes is named from where the name stands.
      const depth = chain.lastIndexOf((checked.file?.valueRange ?? element.nameRange).file) + 1;
      const child = this.#child(checked, id, path, chain.slice(0, depth), trail.slice(0, depth - 1), around);
      if (child !== null) built.push(child);
    }
    for (const slot of use.kind.slots.values()) {
      const count = counts.get(slot.name) ?? 0;
      if (count === 0 && slot.implied) {
        const child = this.#implied(slot, path, chain, trail, around);
        if (child !== null) built.push(child);
      }
      if (count >= slot.min) continue;
      const message = `<${use.element.name}> has ${count} <${slot.name}>; at least ${slot.min} ${slot.min === 1 ? "is" : "are"} needed`;
      const range = (base ?? use).element.nameRange;
      this.#tell(
        codedDiagnostic(codes.tooFewChildren, range, message, { allowed: `at least ${slot.min}`, hint: slot.doc }),
      );
    }
    return built;
  }

  #checkChild(element: XmlElement, slot: Slot): CheckedElement | null {
    const kind = this.#definitions.kind(slot.kind);
    return kind === undefined ? null : this.#check(element, kind, false);
  }

  /** Whether a child of a file is the one that a use of the file speaks of: by its id, or as the only one that there can be. */
  #isSame(child: CheckedElement["children"][number], other: CheckedElement, slot: Slot): boolean {
    if (child.slot.name !== slot.name) return false;
    const { id } = this.#checkChild(child.element, child.slot) ?? { id: null };
    return id === null || other.id === null ? id === other.id && slot.max === 1 : id === other.id;
  }

  /** A child that the file does not contain, made as if its empty element stood at the beginning of the file. */
  #implied(
    slot: Slot,
    path: string,
    chain: readonly string[],
    trail: readonly RelatedPlace[],
    around: GivenValues,
  ): Component | null {
    const kind = this.#definitions.kind(slot.kind);
    const { root } = parseXml(`<${slot.name}/>`, chain.at(-1) ?? "", {});
    if (kind === undefined || root === null) return null;
    const id = slot.max > 1 ? `${slot.name}1` : slot.name;
    return this.#child(this.#check(root, kind, false), id, path, chain, trail, around);
  }

  #checkId(checked: CheckedElement, id: string, ids: Map<string, SourceRange>): void {
    if (checked.id === null && !checked.kind.idOptional) return;
    const first = ids.get(id);
    const range = checked.element.attribute("id")?.valueRange ?? checked.element.nameRange;
    if (first === undefined) {
      ids.set(id, range);
    } else {
      const related = [{ message: "first taken here", range: first }];
      this.#tell(
        codedDiagnostic(codes.duplicateId, range, `id ${quoted(id)} is already taken at ${formatPlace(first)}`, {
          seen: id,
          related,
        }),
      );
    }
  }

  #child(
    use: CheckedElement,
    id: string,
    parentPath: string,
    chain: readonly string[],
    trail: readonly RelatedPlace[],
    around: GivenValues,
  ): Component | null {
    const here = chain.at(-1) ?? "";
    if (use.file === null) return this.#build({ use, base: null }, here, id, false, chain, trail, parentPath, around);
    if (use.file.damaged || use.file.value === "" || use.file.value === "?") return null;
    const included = this.#include(use, use.file, here, chain, trail);
    if (included === null) return null;
    const place = { message: `${included.file} is included here`, range: use.file.valueRange };
    return this.#build(
      { use, base: included.base },
      included.file,
      id,
      false,
      [...chain, included.file],
      [...trail, place],
      parentPath,
      around,
    );
  }

  /** The root of the file that an element takes, or null with the reason reported at its `file` attribute. */
  #include(
    use: CheckedElement,
    attribute: XmlAttribute,
    here: string,
    chain: readonly string[],
    trail: readonly RelatedPlace[],
  ): { base: CheckedElement; file: string } | null {
    const tell = (entry: typeof codes.unreadableFile, message: string, related: readonly RelatedPlace[] = []): null => {
      this.#tell(
        codedDiagnostic(entry, attribute.valueRange, message, { seen: attribute.value.slice(0, 200), related }),
      );
      return null;
    };
    const { file, error: unresolved } = this.#files.resolve(here, attribute.value);
    if (unresolved !== null) {
      return tell(codes.unreadableFile, `cannot read ${quoted(attribute.value)}: ${unresolved}`);
    }
    if (chain.includes(file)) {
      const circle = [...chain.slice(chain.indexOf(file)), file].join(" -> ");
      return tell(codes.circularInclude, `${file} includes itself: ${circle}`, trail.slice(chain.indexOf(file)));
    }
    if (chain.length > DEEPEST_INCLUDE) {
      return tell(codes.includeDepth, `files include files more than ${DEEPEST_INCLUDE} deep`, trail);
    }
    const { root, error } = this.#files.read(file);
    if (error !== null) return tell(codes.unreadableFile, `cannot read ${quoted(file)}: ${error}`);
    if (root === null) return null;
    const { kind } = use;
    if (root.name !== kind.kind) {
      const related = [{ message: `${tagged(root.name)} begins here`, range: root.nameRange }];
      return tell(codes.includedKind, `${file} describes a ${root.name.slice(0, 60)}, not a ${kind.kind}`, related);
    }
    return { base: this.#check(root, kind, true), file };
  }
}
