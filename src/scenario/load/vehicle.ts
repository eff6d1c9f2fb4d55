/**
 * A vehicle of a scenario: its parts, what drives its actuators and which programs it runs. Parts and programs are made once; what
 * is wrong with them is reported here.
 */
import { isBeyond, Script, ThrusterManager } from "../../actuators/index.ts";
import {
  type ConnectedProgram,
  connectProgram,
  controlDiagnostics,
  type DriverListener,
  type FailSafe,
  type Module,
  makeProgram,
  navigation as navigationKind,
  type Stall,
  softwareKinds,
  stallsOf,
  unitInWords,
  type VehicleNavigation,
  type VehiclePorts,
} from "../../control/index.ts";
import { codedDiagnostic, type Diagnostic, didYouMean, type SourceRange } from "../../core/index.ts";
import { defineMessage, type Fields, type MessageType, type ThingPort } from "../../engine/index.ts";
import { type Component, createModel, type Definitions, type ParamsOf, placeOfValue } from "../../library/index.ts";
import {
  type Actuator,
  type ActuatorCommand,
  actuatorCommand,
  actuatorsOf,
  assessVehicle,
  STATE,
  startInto,
  type VehicleAssessment,
  type VehicleParts,
  vehicleDynamics,
} from "../../vehicles/index.ts";
import { vehicleActuators } from "./actuator-converters.ts";
import { scenarioCodes } from "./codes.ts";
import type { script as scriptKind } from "./kinds.ts";
import type { IntegratorName } from "./scenario.ts";
import { isForSoftware, isOfferedToSoftware, PARTS, type ScenarioThing } from "./things.ts";
import { thrusterManagerModule } from "./thruster-manager-module.ts";
import type { WorldConstants } from "./world-constants.ts";

/** A program of a vehicle, as one of its elements describes it. */
export interface ScenarioController {
  readonly component: Component;
  readonly program: ConnectedProgram;
  /** Spans in which the computer that runs it hangs, the earliest first. */
  readonly stalls: readonly Stall[];
  /** What its modules show of themselves, as a message. */
  readonly shown: ShownValues;
}

export type ShownValues = MessageType<{ readonly values: number }>;

export interface ScenarioVehicle {
  readonly name: string;
  readonly component: Component;
  /** null for a body without dynamics: it stays where it is put. */
  readonly parts: VehicleParts | null;
  /** By index of command. */
  readonly actuators: readonly Actuator[];
  /** Its set-points as a message. */
  readonly command: ActuatorCommand;
  /** By index of command: the script that drives it, or null. */
  readonly scripts: readonly (Script | null)[];
  readonly controllers: readonly ScenarioController[];
  /** What happens where a law writes a set-point that is not a number. */
  readonly failSafe: FailSafe;
}

/**
 * The parts of a vehicle, null for one without dynamics; undefined where it is refused. Says whether the step suits it.
 */
export function checkVehicle(
  definitions: Definitions,
  component: Component,
  world: WorldConstants,
  { step_s, integrator }: { readonly step_s: number; readonly integrator: string },
  report: (d: Diagnostic) => void,
): VehicleParts | null | undefined {
  let parts: VehicleParts | null;
  let assessment: VehicleAssessment;
  try {
    parts = vehicleDynamics(definitions, component);
    assessment = assessVehicle(definitions, component, { ...world, parts, judgeStep: false });
  } catch (error) {
    // Models may come from a user's folder; what they throw is about the vehicle, and has its place.
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${component.id} cannot be made: ${reason}`;
    report(codedDiagnostic(scenarioCodes.vehicleNotMade, component.range, message, { hint: "thetis check says more" }));
    return undefined;
  }
  const { diagnostics, atRest, ahead } = assessment;
  diagnostics.forEach(report);
  if (diagnostics.some((d) => d.severity === "error")) return undefined;
  // Dormand–Prince shortens its own steps.
  if (integrator === "dormand-prince") return parts;
  const name = integrator as IntegratorName;
  const stable_s = Math.min(...[atRest, ahead].map((l) => l?.steps_s[name] ?? Number.POSITIVE_INFINITY));
  if (step_s <= stable_s) return parts;
  const message = `a step of ${step_s} s is unstable for ${component.id} with ${integrator}: its fastest mode allows ${stable_s.toPrecision(3)} s`;
  const hint = `step_s="${(stable_s / 10).toPrecision(1)}" would be a usual choice`;
  report(codedDiagnostic(scenarioCodes.unstableStep, component.range, message, { hint }));
  return undefined;
}

/** Names that the log has already: frames beside those of vehicles, topics beside those of programs. */
const FRAMES = ["map", "ned"];
export const LOG_TOPICS = [
  "state",
  "pose",
  "location",
  "actuators",
  "commands",
  "water",
  "mission",
  "contact",
  "impact",
  "latch",
];

/** Kinds of actuators that are open or not. */
const OPENED = ["latch", "coupling"];

type Reporter = (d: Diagnostic) => void;

export function vehicleOf(
  definitions: Definitions,
  component: Component,
  parts: VehicleParts | null,
  devices: readonly ScenarioThing[],
  world: WorldConstants,
  report: Reporter,
): ScenarioVehicle {
  const actuators = parts === null ? latchesAsActuators(component) : actuatorsOf(parts);
  const drivers = new Drivers(component.id, report);
  const scripts = scriptsOf(component, actuators, drivers, report);
  if (FRAMES.includes(component.id)) {
    const message = `a vehicle cannot be called ${component.id}: that is a frame of the log`;
    report(codedDiagnostic(scenarioCodes.reservedName, component.range, message));
  }
  const navigation = navigationOf(definitions, component, devices, world, report);
  const ports = portsOf(component, parts, actuators, devices, navigation, world);
  const controllers = controllersOf(definitions, component, ports, drivers, report);
  for (const { component: by } of controllers) {
    if (LOG_TOPICS.includes(by.id)) {
      const message = `a control law cannot be called ${by.id}: that is a channel of its vehicle's log`;
      report(codedDiagnostic(scenarioCodes.reservedName, by.range, message, { hint: "give it another id" }));
    }
  }
  for (const { kind, id, range } of component.children) {
    if ((kind !== "battery" && kind !== "latch") || !(LOG_TOPICS.includes(id) || PARTS.includes(id))) continue;
    const message = `a ${kind} cannot be called ${id}: that is a channel of its vehicle's log, or a part of it`;
    report(codedDiagnostic(scenarioCodes.reservedName, range, message, { hint: "give it another id" }));
  }
  const command = actuatorCommand(actuators.length);
  for (const child of component.children) {
    if (parts !== null || child.kind !== "push") continue;
    const message = `${component.id} has no hull: a push does not move it`;
    report(
      codedDiagnostic(scenarioCodes.pushWithoutHull, child.range, message, {
        hint: "add a <hull>, or leave the push out",
      }),
    );
  }
  const { failSafe } = component.params as { readonly failSafe: FailSafe };
  const made = { component, parts, actuators, command, scripts, controllers, failSafe };
  return Object.freeze({ name: component.id, ...made });
}

/** What can be commanded on a dock. */
function latchesAsActuators({ children }: Component): Actuator[] {
  return children
    .filter(({ kind }) => kind === "latch")
    .map(({ id }) => ({ name: id, unit: "1", kind: "part", range: [0, 1] }));
}

/** Who drives which actuator: two of them is one too many. */
class Drivers {
  readonly #vehicle: string;
  readonly #report: Reporter;
  readonly #by = new Map<string, { readonly name: string; readonly range: SourceRange }>();

  constructor(vehicle: string, report: Reporter) {
    this.#vehicle = vehicle;
    this.#report = report;
  }

  add(actuator: string, name: string, range: SourceRange): void {
    const other = this.#by.get(actuator);
    if (other === undefined) {
      this.#by.set(actuator, { name, range });
      return;
    }
    const message = `${other.name} and ${name} of ${this.#vehicle} both drive ${actuator}`;
    const related = [{ message: `${other.name} drives it here`, range: other.range }];
    this.#report(codedDiagnostic(scenarioCodes.drivenTwice, range, message, { related }));
  }
}

function scriptsOf(
  component: Component,
  actuators: readonly Actuator[],
  drivers: Drivers,
  report: Reporter,
): (Script | null)[] {
  const names = actuators.map(({ name }) => name);
  const scripts: (Script | null)[] = names.map(() => null);
  for (const child of component.children) {
    if (child.kind !== "script") continue;
    const p = child.params as ParamsOf<typeof scriptKind.params>;
    const range = placeOfValue(child, "actuator");
    const index = names.indexOf(p.actuator);
    if (index < 0) {
      const message = `${component.id} has no actuator ${JSON.stringify(p.actuator)}; it has: ${names.join(", ") || "none"}`;
      const hint = didYouMean(p.actuator, names);
      report(codedDiagnostic(scenarioCodes.unknownActuator, range, message, { allowed: names.join(", "), hint }));
      continue;
    }
    drivers.add(p.actuator, child.id, range);
    if (component.children.some(({ kind, id }) => kind === "dropWeight" && id === p.actuator)) {
      const message = `the script ${child.id} commands the drop weight ${p.actuator}, which takes no script`;
      const hint = 'say releaseAt_s="…" at the <dropWeight>';
      report(codedDiagnostic(scenarioCodes.scriptOfWeight, range, message, { hint }));
      continue;
    }
    const opened = component.children.find(({ kind, id }) => OPENED.includes(kind) && id === p.actuator);
    if (opened !== undefined && p.between === "lines") {
      const message = `the script ${child.id} commands ${component.id}/${p.actuator} by lines; a ${opened.kind} takes between="steps"`;
      report(codedDiagnostic(scenarioCodes.latchScript, placeOfValue(child, "between"), message));
      continue;
    }
    const takes = actuators[index]!.unit;
    if (p.unit !== undefined && p.unit.replace("/", "p") !== takes) {
      const message = `the script ${child.id} is in ${p.unit}, but the actuator ${p.actuator} takes ${unitInWords(takes)}`;
      const hint = "write the values in that unit, or drive the actuator by a <controller> with units, which converts";
      report(codedDiagnostic(scenarioCodes.scriptUnit, placeOfValue(child, "unit"), message, { hint }));
    }
    tellOfRange(child, actuators[index]!, p.values, report);
    const points = p.times_s.map((t_s, i) => [t_s, p.values[i] ?? 0] as const);
    scripts[index] = p.between === "lines" ? Script.table(points) : Script.steps(points);
  }
  return scripts;
}

/** A value that is written down is not control in saturation: beyond the limit at all, it is not what happens. */
function tellOfRange(
  script: Component,
  { name, unit, range }: Actuator,
  values: readonly number[],
  report: Reporter,
): void {
  const beyond = range === undefined ? undefined : values.find((value) => isBeyond(value, range));
  if (range === undefined || beyond === undefined) return;
  const [least, most] = range.map((limit) => Number(limit.toPrecision(4)));
  const inWords = unitInWords(unit);
  const message = `the script ${script.id} asks ${name} for ${beyond} ${inWords}, but it goes from ${least} to ${most} ${inWords}, and is cut off there`;
  report(
    codedDiagnostic(scenarioCodes.scriptBeyond, placeOfValue(script, "values"), message, {
      seen: String(beyond),
      allowed: `${least} to ${most}`,
      hint: "another unit, or another actuator?",
    }),
  );
}

function portsOf(
  { id, children }: Component,
  parts: VehicleParts | null,
  actuators: readonly Actuator[],
  devices: readonly ScenarioThing[],
  navigation: VehicleNavigation | null,
  { density_kgpm3 }: WorldConstants,
): VehiclePorts {
  const thrusters = parts?.thrusters ?? null;
  const manager =
    thrusters === null || thrusters.commands === 0
      ? null
      : (): Module => {
          const driven = actuators.filter(({ kind }) => kind === "thruster");
          return thrusterManagerModule(new ThrusterManager(thrusters, { density_kgpm3 }), driven);
        };
  return {
    name: id,
    actuators: vehicleActuators(parts, actuators, density_kgpm3).map((actuator) => {
      const range = children.find((child) => child.id === actuator.name)?.range;
      return range === undefined ? actuator : { ...actuator, range };
    }),
    thrusterManager: manager,
    devices: devicePorts(devices, isOfferedToSoftware),
    takers: devicePorts(devices, isForSoftware),
    navigation,
    codes: scenarioCodes,
  };
}

/** How the vehicle's software finds its state; null where it reads the true one. */
function navigationOf(
  definitions: Definitions,
  vehicle: Component,
  devices: readonly ScenarioThing[],
  { magneticDeclination_rad }: WorldConstants,
  report: Reporter,
): VehicleNavigation | null {
  const component = vehicle.children.find(({ kind }) => kind === "navigation");
  if (component === undefined) return null;
  const start = new Float64Array(STATE.actuators);
  startInto(start, 0, vehicle);
  try {
    return {
      component,
      model: createModel(definitions, component, navigationKind),
      mounts: new Map(devices.map(({ component: { id }, mount }) => [id, mount])),
      start: {
        position_m: [...start.subarray(STATE.p, STATE.p + 3)],
        q_NB: [...start.subarray(STATE.q, STATE.q + 4)],
        declination_rad: magneticDeclination_rad,
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${vehicle.id}/${component.id}: model "${component.model}" of navigation cannot be made: ${reason}`;
    report(codedDiagnostic(scenarioCodes.lawNotMade, component.range, message));
    return null;
  }
}

function devicePorts(
  devices: readonly ScenarioThing[],
  wanted: (port: ThingPort) => boolean,
): ReadonlyMap<string, MessageType<Fields>> {
  return new Map(
    devices.flatMap(({ component, ports }) =>
      ports.filter(wanted).map(({ name, message }) => [`${component.id}.${name}`, message] as const),
    ),
  );
}

function controllersOf(
  definitions: Definitions,
  component: Component,
  ports: VehiclePorts,
  drivers: Drivers,
  report: Reporter,
): ScenarioController[] {
  const kinds: readonly string[] = softwareKinds.map(({ kind }) => kind);
  return component.children.flatMap((child): ScenarioController[] => {
    // A plan that is wrong has been reported.
    if (!kinds.includes(child.kind) || controlDiagnostics(child).length > 0) return [];
    const made = makeProgram(definitions, child, {
      report,
      notMade(part, reason) {
        const model = part.model === null ? "" : `model "${part.model}" of `;
        const path = part === child ? child.id : `${child.id}/${part.id}`;
        const message = `${component.id}/${path}: ${model}${part.kind} cannot be made: ${reason}`;
        report(codedDiagnostic(scenarioCodes.lawNotMade, part.range, message));
      },
    });
    const drives: DriverListener = (actuator, by, range) =>
      drivers.add(ports.actuators[actuator]!.name, by.id === child.id ? by.id : `${child.id}/${by.id}`, range);
    const program = made === null ? null : connectProgram(made, ports, report, drives);
    if (program === null) return [];
    const shown = defineMessage("shown", "what the modules of a program show of themselves", { values: program.shown });
    return [{ component: child, program, stalls: stallsOf(child), shown }];
  });
}
