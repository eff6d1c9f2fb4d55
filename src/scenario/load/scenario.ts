/**
 * A scenario: from its file to everything that a world is built of. What can be known to be wrong before the first step is
 * reported here, with its place: actuators that do not exist or are driven twice, vehicles that are ill-posed, steps that are
 * unstable.
 */
import { Script, ThrusterManager } from "../../actuators/index.ts";
import {
  type ControlLaw,
  controlDiagnostics,
  controllerKinds,
  makeLaw,
  missionDiagnostics,
  missionTexts,
  type Stall,
  stallsOf,
} from "../../control/index.ts";
import { type Diagnostic, DiagnosticList, invariant, nearest, S_PER_NS } from "../../core/index.ts";
import { defineMessage, instant_ns, type MessageType } from "../../engine/index.ts";
import {
  type Component,
  type Definitions,
  loadComponent,
  OVERRIDES_FILE,
  type ParamsOf,
  resolvePath,
  type SourceReader,
} from "../../library/index.ts";
import {
  type Actuator,
  type ActuatorCommand,
  actuatorCommand,
  actuatorsOf,
  assessVehicle,
  type VehicleParts,
  vehicleDynamics,
} from "../../vehicles/index.ts";
import { scenarioCodes, told } from "./codes.ts";
import { checkScalars, type ExcerptPlan, excerptPlans } from "./excerpt-plan.ts";
import type { log as logKind, push as pushKind, scenario as scenarioKind, script as scriptKind } from "./kinds.ts";
import { type LogPlan, logPlans } from "./log-plan.ts";
import { type Sea, seaOf } from "./sea.ts";
import { type WorldConstants, worldConstants } from "./world-constants.ts";

export type IntegratorName = "rk4" | "dormand-prince" | "semi-implicit-euler";

export interface ScenarioController {
  readonly component: Component;
  readonly law: ControlLaw;
  /** Spans in which the computer that runs it hangs, the earliest first. */
  readonly stalls: readonly Stall[];
  /** What its law shows of itself, as a message. */
  readonly report: LawReport;
}

export type LawReport = MessageType<{ readonly values: number }>;

/** A force or a torque on a body from outside, known beforehand. */
export interface Push {
  readonly start_s: number;
  /** Infinity for one that does not end. */
  readonly duration_s: number;
  readonly frame: "N" | "B";
  readonly force_N: readonly number[];
  readonly torque_Nm: readonly number[];
  /** Where the force acts: from Bo, in B. */
  readonly point_m: readonly number[];
}

export interface ScenarioVehicle {
  readonly name: string;
  readonly component: Component;
  /** null for a body without dynamics: it stays where it is put. */
  readonly parts: VehicleParts | null;
  /** By index of command. */
  readonly actuators: readonly Actuator[];
  /** Its set-points as a message. */
  readonly command: ActuatorCommand;
  readonly pushes: readonly Push[];
  /** By index of command: the script that drives it, or null. */
  readonly scripts: readonly (Script | null)[];
  readonly controllers: readonly ScenarioController[];
  /** Shares forces out among the thrusters; null where no control law asks for forces. */
  readonly manager: ThrusterManager | null;
}

export interface Scenario {
  readonly id: string;
  readonly doc: string;
  readonly duration_ns: number;
  readonly step_ns: number;
  readonly integrator: IntegratorName;
  readonly tolerance: number;
  readonly seed: number;
  readonly world: WorldConstants;
  /** What the world holds besides constants; null for nothing. */
  readonly sea: Sea | null;
  readonly vehicles: readonly ScenarioVehicle[];
  readonly logs: readonly LogPlan[];
  readonly excerpts: readonly ExcerptPlan[];
  /** The texts of all files, by name relative to the folder of the scenario's own, which comes first. */
  readonly files: ReadonlyMap<string, string>;
  /** The same for maps and meshes. */
  readonly binaries: ReadonlyMap<string, Uint8Array>;
  readonly overrides: readonly string[];
  /** What the loader found noteworthy, with files named likewise: it goes into the log. */
  readonly warnings: readonly Diagnostic[];
}

export interface ScenarioResult {
  /** null when there is any error. */
  readonly scenario: Scenario | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
}

export function loadScenario(
  definitions: Definitions,
  reader: SourceReader,
  file: string,
  overrides: readonly string[] = [],
): ScenarioResult {
  const loaded = loadComponent(definitions, reader, file, { kind: "scenario", overrides });
  const { component, diagnostics, binaries } = loaded;
  if (component === null) return { scenario: null, diagnostics, sources: loaded.sources };
  // Missions are files of bytes for the log, and texts where what is wrong with them is shown.
  const sources = new Map([...loaded.sources, ...missionTexts(component)]);
  const list = new DiagnosticList();
  list.addAll(diagnostics);
  const report = (d: Diagnostic): void => list.add(d);

  const params = component.params as ParamsOf<typeof scenarioKind.params>;
  const sea = component.children.find((child) => child.kind === "world");
  invariant(sea !== undefined, "a scenario has a world, written or implied");
  const world = worldConstants(sea);
  const crew = component.children.filter((child) => child.kind === "vehicle");
  const step_ns = stepOf(component, params.step_s, report);
  for (const child of crew) {
    checkVehicle(definitions, child, world, params, report);
    list.addAll(controlDiagnostics(child));
    list.addAll(missionDiagnostics(definitions, child));
  }
  // What follows needs vehicles that can be made.
  const vehicles = list.hasErrors ? [] : crew.map((child) => vehicleOf(definitions, child, world, report));
  const logs = component.children.filter((child) => child.kind === "log") as Component<typeof logKind.params>[];
  const plans = list.hasErrors ? [] : logPlans(logs, vehicles, report);
  if (!list.hasErrors) checkWind(sea, vehicles, report);
  const filled = list.hasErrors ? null : seaOf(definitions, sea, world, params.seed);
  const excerpts = list.hasErrors ? [] : excerptPlans(vehicles, filled, report);
  checkScalars(sea, filled, report);
  if (list.hasErrors) return { scenario: null, diagnostics: list.sorted(), sources };

  const names = relativeNames(reader, file, [...loaded.sources.keys(), ...binaries.keys()]);
  const scenario: Scenario = Object.freeze({
    id: component.id,
    doc: component.doc ?? "",
    duration_ns: instant_ns(params.duration_s),
    step_ns,
    integrator: params.integrator as IntegratorName,
    tolerance: params.tolerance,
    seed: params.seed,
    world,
    sea: filled,
    vehicles,
    logs: plans,
    excerpts,
    files: renamedKeys(loaded.sources, names),
    binaries: renamedKeys(binaries, names),
    overrides: Object.freeze([...overrides]),
    warnings: list.sorted().map((d) => renamed(d, names)),
  });
  return { scenario, diagnostics: list.sorted(), sources };
}

function stepOf(component: Component, step_s: number, report: (d: Diagnostic) => void): number {
  const step_ns = Math.round(step_s / S_PER_NS);
  // Within rounding of a decimal fraction.
  if (Math.abs(step_ns * S_PER_NS - step_s) > 1e-15 * Math.max(1, step_s)) {
    const range = component.origin.step_s ?? component.range;
    report(told(scenarioCodes.stepNotInstant, range, `step_s = ${step_s} is no whole number of nanoseconds`));
  }
  return step_ns;
}

/** The load-time report of a vehicle: what it refuses, and whether the step suits it. */
function checkVehicle(
  definitions: Definitions,
  component: Component,
  world: WorldConstants,
  { step_s, integrator }: { readonly step_s: number; readonly integrator: string },
  report: (d: Diagnostic) => void,
): void {
  const { diagnostics, atRest, ahead } = assessVehicle(definitions, component, world);
  for (const d of diagnostics) if (d.severity === "error") report(d);
  // Dormand–Prince shortens its own steps.
  if (integrator === "dormand-prince") return;
  const name = integrator as IntegratorName;
  const stable_s = Math.min(...[atRest, ahead].map((l) => l?.steps_s[name] ?? Number.POSITIVE_INFINITY));
  if (step_s <= stable_s) return;
  const message = `a step of ${step_s} s is unstable for ${component.id} with ${integrator}: its fastest mode allows ${stable_s.toPrecision(3)} s`;
  const hint = `step_s="${(stable_s / 10).toPrecision(1)}" would be a usual choice`;
  report(told(scenarioCodes.unstableStep, component.range, message, { hint }));
}

/** A wind that no vehicle feels is hardly meant. */
function checkWind(world: Component, vehicles: readonly ScenarioVehicle[], report: (d: Diagnostic) => void): void {
  const wind = world.children.find((child) => child.kind === "wind");
  if (wind === undefined || vehicles.some(({ parts }) => (parts?.windage ?? null) !== null)) return;
  const hint = "give one a <windage>: what of it stands out of the water";
  report(told(scenarioCodes.windUnfelt, wind.range, "nobody feels the wind: no vehicle has a <windage>", { hint }));
}

/** Names that the log has already: frames beside those of vehicles, topics beside those of control laws. */
const FRAMES = ["map", "ned"];
const TOPICS = ["state", "pose", "actuators", "commands", "water", "mission"];

function vehicleOf(
  definitions: Definitions,
  component: Component,
  world: WorldConstants,
  report: (d: Diagnostic) => void,
): ScenarioVehicle {
  const parts = vehicleDynamics(definitions, component);
  const actuators = parts === null ? [] : actuatorsOf(parts);
  const names = actuators.map((a) => a.name);
  const drivers = new Map<string, string>();
  const drive = (by: Component, actuator: string, parameter: string): void => {
    // Where the name stands in a file of its own, the element that uses the file is the better place to look.
    const origin = by.origin[parameter];
    const near = origin !== undefined && [by.range.file, OVERRIDES_FILE].includes(origin.file);
    const range = near ? origin : by.range;
    if (!names.includes(actuator)) {
      const message = `${component.id} has no actuator ${JSON.stringify(actuator)}; it has: ${names.join(", ") || "none"}`;
      const guess = nearest(actuator, names);
      const hint = guess === undefined ? {} : { hint: `did you mean "${guess}"?` };
      report(told(scenarioCodes.unknownActuator, range, message, { allowed: names.join(", "), ...hint }));
      return;
    }
    const other = drivers.get(actuator);
    if (other === undefined) drivers.set(actuator, by.id);
    else
      report(told(scenarioCodes.drivenTwice, range, `${other} and ${by.id} of ${component.id} both drive ${actuator}`));
  };

  const scripts: (Script | null)[] = names.map(() => null);
  for (const child of component.children) {
    if (child.kind !== "script") continue;
    const p = child.params as ParamsOf<typeof scriptKind.params>;
    drive(child, p.actuator, "actuator");
    const points = p.times_s.map((t_s, i) => [t_s, p.values[i] ?? 0] as const);
    scripts[names.indexOf(p.actuator)] = p.between === "lines" ? Script.table(points) : Script.steps(points);
  }
  const controllers = controllersOf(definitions, component, report);
  if (FRAMES.includes(component.id)) {
    const message = `a vehicle cannot be called ${component.id}: that is a frame of the log`;
    report(told(scenarioCodes.reservedName, component.range, message));
  }
  for (const { component: law } of controllers) {
    if (!TOPICS.includes(law.id)) continue;
    const message = `a control law cannot be called ${law.id}: that is a channel of its vehicle's log`;
    report(told(scenarioCodes.reservedName, law.range, message, { hint: "give it another id" }));
  }
  for (const { component: by, law } of controllers) {
    for (const { actuator } of law.outputs) drive(by, actuator, parameterNaming(by, actuator));
    if (law.drives === "force") {
      for (const { name, kind } of actuators) if (kind === "thruster") drive(by, name, "");
    }
  }
  const forceful = controllers.find(({ law }) => law.drives === "force");
  const thrusters = parts?.thrusters ?? null;
  if (forceful !== undefined && (thrusters?.commands ?? 0) === 0) {
    const message = `${forceful.component.id} asks for forces, but ${component.id} has no thruster`;
    report(told(scenarioCodes.notActuated, forceful.component.range, message));
  }
  const manager =
    forceful === undefined || thrusters === null || thrusters.commands === 0
      ? null
      : new ThrusterManager(thrusters, { density_kgpm3: world.density_kgpm3 });
  const command = actuatorCommand(actuators.length);
  const pushes = pushesOf(component);
  for (const child of component.children) {
    if (parts !== null || child.kind !== "push") continue;
    const message = `${component.id} has no hull: a push does not move it`;
    report(told(scenarioCodes.pushWithoutHull, child.range, message, { hint: "add a <hull>, or leave the push out" }));
  }
  const made = { component, parts, actuators, command, pushes, scripts, controllers, manager };
  return Object.freeze({ name: component.id, ...made });
}

/** The parameter in which a control law's file names an actuator, for the place of a diagnostic. */
function parameterNaming(component: Component, actuator: string): string {
  const named = (value: unknown): boolean =>
    Array.isArray(value) ? value.some(named) : value === actuator || value === `-${actuator}`;
  return Object.entries(component.params).find(([, value]) => named(value))?.[0] ?? "";
}

/** What a user's own law lacks, in words; null for nothing. */
function faultOf(law: Partial<ControlLaw> | null | undefined): string | null {
  if (typeof law?.step !== "function") return "it has no function step";
  if (!(typeof law.rate_Hz === "number" && law.rate_Hz > 0 && law.rate_Hz <= 1e6)) return "its rate_Hz is no rate";
  if (law.drives !== "actuators" && law.drives !== "force") return 'its drives is neither "actuators" nor "force"';
  if (!Array.isArray(law.outputs)) return "its outputs are no list";
  if (!Array.isArray(law.report)) return "its report is no list of names";
  return Number.isInteger(law.memory) && law.memory! >= 0 ? null : "its memory is no number of reals";
}

function controllersOf(
  definitions: Definitions,
  component: Component,
  report: (d: Diagnostic) => void,
): ScenarioController[] {
  const kinds = controllerKinds.map((kind) => kind.kind);
  const made: ScenarioController[] = [];
  for (const child of component.children) {
    if (!kinds.includes(child.kind)) continue;
    const fail = (reason: string): void => {
      const model = child.model === null ? "" : `model "${child.model}" of `;
      const message = `${component.id}/${child.id}: ${model}${child.kind} cannot be made: ${reason}`;
      report(told(scenarioCodes.lawNotMade, child.range, message));
    };
    try {
      const law = makeLaw(definitions, child);
      const fault = faultOf(law);
      if (fault !== null) fail(fault);
      else made.push({ component: child, law, stalls: stallsOf(child), report: lawReport(law) });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  }
  return made;
}

function lawReport({ report }: ControlLaw): LawReport {
  return defineMessage("lawReport", "what a control law shows of itself", { values: report.length });
}

function pushesOf(component: Component): Push[] {
  return component.children
    .filter((child) => child.kind === "push")
    .map((child) => {
      const { duration_s = Number.POSITIVE_INFINITY, ...p } = child.params as ParamsOf<typeof pushKind.params>;
      return { ...p, frame: p.frame as Push["frame"], duration_s };
    });
}

/** File names as seen from the scenario's folder, its own first, so that a log names no folder of the machine it was made on. */
function relativeNames(reader: SourceReader, root: string, files: Iterable<string>): ReadonlyMap<string, string> {
  const whole = (file: string): string[] =>
    resolvePath("", (reader.absolute?.(file) ?? file).replaceAll("\\", "/")).split("/");
  const from = whole(root).slice(0, -1);
  const names = new Map<string, string>();
  for (const file of [root, ...files]) {
    if (file === OVERRIDES_FILE) continue;
    const to = whole(file);
    let same = 0;
    while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
    names.set(file, [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/"));
  }
  return names;
}

function renamed(d: Diagnostic, names: ReadonlyMap<string, string>): Diagnostic {
  if (d.range === null) return d;
  return { ...d, range: { ...d.range, file: names.get(d.range.file) ?? d.range.file } };
}

/** In the order of the names, the scenario's own file first. */
function renamedKeys<T>(files: ReadonlyMap<string, T>, names: ReadonlyMap<string, string>): ReadonlyMap<string, T> {
  const entries = [...names].flatMap(([name, relative]) => {
    const content = files.get(name);
    return content === undefined ? [] : [[relative, content] as const];
  });
  return new Map(entries);
}
