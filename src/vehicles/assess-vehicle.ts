/** The assessment of a vehicle as it was loaded from its file: the system is made, looked at, and discarded. */
import type { Diagnostic } from "../core/index.ts";
import { type Component, type Definitions, placeOfValue } from "../library/index.ts";
import { Rk4 } from "../math/index.ts";
import { assessmentOf, type VehicleAssessment } from "./assessment.ts";
import { tell, vehicleCodes } from "./assessment-checks.ts";
import type { HullFigures } from "./hull-model.ts";
import { vehicleOddities } from "./odd-vehicle.ts";
import { hasDynamics, vehicleParts } from "./vehicle.ts";
import { type VehicleParts, VehicleSystem } from "./vehicle-system.ts";

export interface AssessmentOptions {
  readonly density_kgpm3: number;
  readonly gravity_mps2: number;
  /** Where they have been made already. */
  readonly parts?: VehicleParts | null;
  /** False where the step is judged elsewhere, as by a scenario, which has its own; otherwise 10 ms are looked at. */
  readonly judgeStep?: boolean;
}

/** component: a loaded <vehicle>. */
export function assessVehicle(
  definitions: Definitions,
  component: Component,
  options: AssessmentOptions,
): VehicleAssessment {
  const { density_kgpm3, gravity_mps2 } = options;
  const body = component.children.find((child) => child.kind === "hull");
  if (body === undefined) {
    const diagnostics = withoutHull(component, NEEDS_HULL);
    const none = { massEigenvalues: null, statics: null, speeds: null, atRest: null, ahead: null, allocation: null };
    return { path: component.path, hasDynamics: false, density_kgpm3, gravity_mps2, diagnostics, ...none };
  }
  const parts = options.parts ?? vehicleParts(definitions, component);
  // What is held is left out: what is assessed is the vehicle, not its rig. A battery moves nothing.
  const system = new VehicleSystem(
    { ...parts, hold: [], battery: null },
    { path: component.path, step_ns: 10_000_000, integrator: new Rk4(512), ...options },
  );
  const { fullAhead, fixedFor, submergedOnly: _, ...figures } = parts.hull.figures;
  return assessmentOf({
    system,
    ...figures,
    ownCommands: fullAhead,
    diagnostics: [
      ...commandsTwice(component, parts),
      ...nothingToDrop(component),
      ...vehicleOddities(component, density_kgpm3),
      ...otherWater(body, fixedFor, options),
    ],
    placeOf: (name) => body.origin[name] ?? body.range,
    ...options,
  });
}

/** Children that push, which need something that can be pushed. */
const NEEDS_HULL = ["thruster", "fin", "ballast", "windage", "dropWeight", "battery"];

/** What makes no sense on a vehicle without a hull: children of these kinds, degrees of freedom that are held, a velocity. */
export function withoutHull(component: Component, kinds: readonly string[]): Diagnostic[] {
  const list: Diagnostic[] = [];
  if (hasDynamics(component)) return list;
  const hint = "add a <hull>, or leave this out: without a hull a vehicle stays where it is put";
  for (const child of component.children) {
    if (!kinds.includes(child.kind)) continue;
    const message = `${child.kind} "${child.id}" belongs to a vehicle without a hull`;
    tell(list, vehicleCodes.noDynamics, child.range, message, hint);
  }
  const mount = (component.mount ?? {}) as Readonly<Record<string, readonly (number | string)[] | undefined>>;
  const at = (name: string): Diagnostic["range"] => component.origin[name] ?? component.range;
  if ((mount.hold?.length ?? 0) > 0) {
    const message = `hold="${mount.hold?.join(" ")}" is given for a vehicle without a hull`;
    tell(list, vehicleCodes.noDynamics, at("hold"), message, hint);
  }
  for (const [key, name] of [
    ["velocity_mps", "velocity_mps"],
    ["rate_radps", "rate_degps"],
  ] as const) {
    if (mount[key]?.every((value) => value === 0) !== false) continue;
    tell(list, vehicleCodes.noDynamics, at(name), `${name} is given for a vehicle without a hull`, hint);
  }
  return list;
}

/**
 * How much density or gravity may differ from those that fixed coefficients are for. Forces differ in proportion; the sea's own range,
 * 1020 to 1030 kg/m³ near the surface and 9.78 to 9.83 m/s², is within, fresh water is not.
 */
const OTHER_WATER = 0.01;

/** What a hull with coefficients of its own does not take from the world. */
function otherWater(
  body: Component,
  fixedFor: HullFigures["fixedFor"],
  world: Pick<AssessmentOptions, "density_kgpm3" | "gravity_mps2">,
): Diagnostic[] {
  const list: Diagnostic[] = [];
  if (fixedFor === undefined) return list;
  for (const [name, unit] of [
    ["density_kgpm3", "kg/m³"],
    ["gravity_mps2", "m/s²"],
  ] as const) {
    if (Math.abs(world[name] - fixedFor[name]) <= OTHER_WATER * fixedFor[name]) continue;
    const message = `hull model "${body.model}" has fixed coefficients for ${fixedFor[name]} ${unit}, but the world has ${world[name]} ${unit}, which it does not feel`;
    tell(list, vehicleCodes.otherWater, body.range, message, "choose a hull model that reads mass, volume and damping");
  }
  return list;
}

/** A battery that is to release weights at its cut-off, on a vehicle without any. */
function nothingToDrop({ id, children }: Component): Diagnostic[] {
  const list: Diagnostic[] = [];
  const has = (kind: string): Component | undefined => children.find((child) => child.kind === kind);
  const supply = has("battery");
  const { atCutOff } = (supply?.params ?? {}) as { readonly atCutOff?: string };
  if (supply === undefined || atCutOff !== "dropWeight" || has("dropWeight") !== undefined) return list;
  const message = `${id}: atCutOff="dropWeight", but it carries no drop weight`;
  const hint = 'add a <dropWeight>, or say atCutOff="drift"';
  tell(list, vehicleCodes.nothingToDrop, placeOfValue(supply, "atCutOff"), message, hint);
  return list;
}

/** Names of commands that two parts claim: ids are apart, but a hull may bring actuators of its own. */
function commandsTwice(component: Component, parts: VehicleParts): Diagnostic[] {
  const list: Diagnostic[] = [];
  const owners = new Map<string, string>();
  const groups = [parts.hull, parts.thrusters, parts.fins, ...(parts.others ?? [])];
  groups.forEach((part, k) => {
    for (const { name } of part.commandSignals) {
      const child = k === 0 ? undefined : component.children.find(({ id, kind }) => id === name && kind !== "hull");
      const owner = child === undefined ? "the hull" : `the ${child.kind} "${name}"`;
      const first = owners.get(name);
      if (first === undefined) owners.set(name, owner);
      else {
        const message = `two parts claim the command ${JSON.stringify(name)}: ${first} and ${owner}`;
        tell(list, vehicleCodes.commandTwice, (child ?? component).range, message, "give one of them another id");
      }
    }
  });
  return list;
}
