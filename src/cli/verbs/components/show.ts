import { formatPlace } from "../../../core/index.ts";
import {
  type Component,
  type Definitions,
  declarationRows,
  type KindEntry,
  loadComponent,
  type ParamValue,
  parseXml,
  writeValue,
} from "../../../library/index.ts";
import { thingDeclarations } from "../../../scenario/index.ts";
import {
  actuatorsOf,
  assessmentText,
  assessVehicle,
  type VehicleAssessment,
  vehicleDynamics,
} from "../../../vehicles/index.ts";
import { componentFile } from "../../io/component-file.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { diskReader, shownPath } from "../../io/files.ts";
import { CallError, EXIT, printJson } from "../../io/outcome.ts";
import { worldReader } from "../../io/projections.ts";
import { table } from "../../io/table.ts";
import type { ShowOptions } from "../components.ts";
import { declarationsDocument, kindDocument, kindText } from "./kind.ts";

export async function show(name: string, options: ShowOptions): Promise<number> {
  const definitions = await usableDefinitions(options.models);
  const kind = definitions.kind(name);
  if (kind !== undefined) {
    if (options.json === true) printJson(kindDocument(kind));
    else process.stdout.write(kindText(kind));
    return EXIT.done;
  }
  const file = componentFile(definitions, name);
  const models = options.model === undefined ? {} : { [kindOfFile(file)]: options.model };
  const { component, diagnostics, sources } = loadComponent(definitions, worldReader(file, options), file, { models });
  if (component === null) {
    printDiagnostics(diagnostics, sources);
    return EXIT.wrongInput;
  }
  const density_kgpm3 = Number(options.density);
  if (!(density_kgpm3 > 0 && density_kgpm3 < 2000)) {
    throw new CallError(`--density ${options.density} is not allowed; it must be above 0 and below 2000 kg/m³`);
  }
  const parts = component.kind === "vehicle" ? vehicleDynamics(definitions, component) : null;
  const actuators = parts === null ? [] : actuatorsOf(parts).map((a) => [a.name, a.unit, a.kind]);
  const assessment =
    component.kind === "vehicle" ? assessVehicle(definitions, component, { density_kgpm3, gravity_mps2: 9.81 }) : null;
  if (options.json === true) {
    printJson({ ...asDocument(definitions, component), ...(assessment === null ? {} : { report: assessment }) });
  } else {
    process.stdout.write(`${asText(definitions, component, 0)}\n`);
    if (actuators.length > 0) process.stdout.write(`\nActuators, for scripts and control laws\n${table(actuators)}\n`);
    if (component.kind === "scenario")
      process.stdout.write(`\nFor --set\n${table(settable(definitions, component))}\n`);
    if (assessment !== null) process.stdout.write(`\nBehaviour of ${assessmentText(shownAssessment(assessment))}\n`);
  }
  return assessment?.diagnostics.some((d) => d.severity === "error") === true ? EXIT.wrongInput : EXIT.done;
}

/** Every path of a scenario that --set takes, with the value in force. */
function settable(definitions: Definitions, component: Component, prefix = ""): string[][] {
  const kind = definitions.kind(component.kind);
  const own = [...(kind?.params.values() ?? []), ...(prefix === "" ? [] : (kind?.mount.values() ?? []))];
  const read = own.filter((p) => !component.unread.includes(p.name) && isRead(kind, component, p.name));
  const rows = read.map((p) => {
    const value = (p.role === "mount" ? component.mount : component.params)?.[p.key as never] as ParamValue | undefined;
    return [`${prefix}${p.name}`, value === undefined ? "(not given)" : writeValue(inFile(value, p.toHanded))];
  });
  return [...rows, ...component.children.flatMap((child) => settable(definitions, child, `${prefix}${child.id}/`))];
}

/** What models do not read is not worth setting; what belongs to the place or to no model always is. */
function isRead(kind: KindEntry | undefined, component: Component, name: string): boolean {
  const model = component.model === null ? undefined : kind?.models.get(component.model);
  return model === undefined || kind?.mount.has(name) === true || kind?.readsOf(model).has(name) === true;
}

/** A value as the file has it: degrees where models get radians. */
function inFile(value: ParamValue, toHanded: number): ParamValue {
  const back = (x: number): number => (toHanded === 1 ? x : Number((x / toHanded).toPrecision(12)));
  if (typeof value === "number") return back(value);
  return Array.isArray(value) && typeof value[0] === "number" ? (value as number[]).map(back) : value;
}

/** Its diagnostics with paths as they are shown elsewhere. */
function shownAssessment(assessment: VehicleAssessment): VehicleAssessment {
  const diagnostics = assessment.diagnostics.map((d) =>
    d.range === null ? d : { ...d, range: { ...d.range, file: shownPath(d.range.file) } },
  );
  return { ...assessment, diagnostics };
}

/** The name of the outermost element; what is wrong with the file is reported when it is loaded. */
function kindOfFile(file: string): string {
  const answer = diskReader.read(file);
  return "text" in answer ? (parseXml(answer.text, file).root?.name ?? "") : "";
}

interface ShownValue {
  readonly name: string;
  readonly value: unknown;
  readonly unit: string | null;
  readonly from: string;
  readonly status: string | null;
  readonly source: string | null;
  readonly note: string | null;
  readonly read: boolean;
}

/** Every value of a component in the order of the definition: as the model gets it, with where it came from. */
function valuesOf(definitions: Definitions, component: Component): ShownValue[] {
  const kind = definitions.kind(component.kind);
  if (kind === undefined) return [];
  const model = component.model === null ? undefined : kind.models.get(component.model);
  const reads = model === undefined ? undefined : kind.readsOf(model);
  return [...kind.params.values(), ...kind.mount.values()].flatMap((p) => {
    const record = (p.role === "mount" ? component.mount : component.params) as Record<string, unknown> | null;
    const value = record?.[p.key];
    if (value === undefined) return [];
    const provenance = component.provenance[p.name];
    const origin = component.origin[p.name];
    return {
      name: p.key === p.name ? p.key : `${p.key} (${p.name} in files)`,
      value,
      unit: p.key === p.name ? p.unitSymbol : null,
      from: origin === undefined ? "default" : formatPlace({ ...origin, file: shownPath(origin.file) }),
      status: provenance?.status ?? null,
      source: provenance?.source ?? null,
      note: provenance?.note ?? null,
      read: p.role === "mount" || reads === undefined || reads.has(p.name),
    };
  });
}

function asDocument(definitions: Definitions, component: Component): object {
  const { id, kind, path, file, model, doc, unread, children } = component;
  return {
    id,
    kind,
    path,
    file: shownPath(file),
    model,
    doc,
    values: valuesOf(definitions, component),
    ...declarationsDocument(thingDeclarations(definitions, component)),
    unread,
    children: children.map((child) => asDocument(definitions, child)),
  };
}

function asText(definitions: Definitions, component: Component, depth: number): string {
  const { id, kind, file, model, doc, unread, children } = component;
  const rows = valuesOf(definitions, component).map((v) => {
    const origin = [v.status ?? (v.from === "default" ? "default" : "no provenance"), v.source, v.note];
    const words = origin.filter((word) => word !== null).join(", ");
    return [v.name, writeValue(v.value as number), v.read ? "" : "(unread)", words];
  });
  const declared = declarationRows(thingDeclarations(definitions, component)).map((row) => ["", ...row]);
  const lines = [
    `${id} (${kind}${model === null ? "" : `, model ${model}`}), ${shownPath(file)}`,
    ...(doc === null ? [] : [table([[doc]])]),
    table(rows),
    ...(unread.length === 0 ? [] : [`  unread by model ${model}: ${unread.join(", ")}`]),
    ...(declared.length === 0 ? [] : [`  it declares\n${table(declared)}`]),
    ...children.map((child) => `\n${asText(definitions, child, depth + 1)}`),
  ];
  const text = lines.join("\n");
  return depth === 0 ? text : text.replace(/^(?=.)/gm, "  ");
}
