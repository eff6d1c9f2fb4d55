/**
 * A scenario: from its file to everything that a world is built of. What can be known to be wrong before the first step is
 * reported here, with its place: actuators that do not exist or are driven twice, vehicles that are ill-posed, steps that are
 * unstable.
 */
import { type AmbientNoise, noiseOf } from "../../acoustics/index.ts";
import { controlDiagnostics, missionTexts } from "../../control/index.ts";
import { codedDiagnostic, type Diagnostic, DiagnosticList, invariant, S_PER_NS } from "../../core/index.ts";
import { instant_ns, type ThingLink, type ThingWorld } from "../../engine/index.ts";
import { type GeographicOrigin, MovedSurfaces } from "../../environment/index.ts";
import {
  type Component,
  type Definitions,
  loadComponent,
  type ParamsOf,
  type SourceReader,
} from "../../library/index.ts";
import { type Signal, signalsOf } from "../../vehicles/index.ts";
import { checkInWater } from "./air-check.ts";
import { scenarioCodes } from "./codes.ts";
import { type Contacts, contactsOf, shapesOf } from "./contacts.ts";
import { checkCurrents } from "./current-check.ts";
import { checkDensity } from "./density-check.ts";
import { relativeNames, renamed, renamedKeys } from "./file-names.ts";
import { inMetres } from "./geographic-places.ts";
import type { log as logKind, scenario as scenarioKind } from "./kinds.ts";
import { latchesOf, type ScenarioLatch } from "./latches.ts";
import { type LogPlan, logPlans } from "./log-plan.ts";
import { checkMapOrigins } from "./map-origins.ts";
import { atStartDate } from "./map-starts.ts";
import { type Media, mediaOf } from "./media.ts";
import { originOf } from "./origin.ts";
import { checkReach } from "./reach-check.ts";
import { checkScalars } from "./scalar-check.ts";
import { type Sea, seaOf } from "./sea.ts";
import { describedWorld } from "./sea-quantities.ts";
import { checkStarts } from "./start-check.ts";
import { startDateOf } from "./start-date.ts";
import { type TetheredGroup, tetheredGroups, tethersOf } from "./tethers.ts";
import { makeThings, type ScenarioThing, settleThings } from "./things.ts";
import { checkVehicle, LOG_TOPICS, type ScenarioVehicle, vehicleOf } from "./vehicle.ts";
import { type WorldConstants, worldConstants } from "./world-constants.ts";

export type IntegratorName = "rk4" | "dormand-prince" | "semi-implicit-euler";

export interface Scenario {
  readonly id: string;
  readonly doc: string;
  readonly duration_ns: number;
  readonly step_ns: number;
  readonly integrator: IntegratorName;
  readonly tolerance: number;
  readonly seed: number;
  /** Simulated time 0 in whole seconds since 1970, from which the log counts; null without a start date. */
  readonly epoch_s: number | null;
  readonly world: WorldConstants;
  /** Where on the earth north 0, east 0 lies; undefined where the world does not say it. */
  readonly origin: GeographicOrigin | undefined;
  /** What the world holds besides constants; null for nothing. */
  readonly sea: Sea | null;
  /** What fills the water; without sources where the world says nothing of noise. */
  readonly noise: AmbientNoise;
  /** What carries signals between devices; without those that nothing in the scenario uses. */
  readonly media: Media;
  /** What may touch what; null where nothing can. */
  readonly contacts: Contacts | null;
  readonly vehicles: readonly ScenarioVehicle[];
  /** Vehicles that are integrated together, since tethers join them. */
  readonly tethered: readonly TetheredGroup[];
  /** What takes hold of vehicles that come. */
  readonly latches: readonly ScenarioLatch[];
  readonly logs: readonly LogPlan[];
  /** What vehicles carry and the world holds, and joins a run by itself. */
  readonly things: readonly ScenarioThing[];
  /** What things may know of the world. */
  readonly described: ThingWorld;
  /** The texts of all files, by name relative to the folder of the scenario's own, which comes first. */
  readonly files: ReadonlyMap<string, string>;
  /** The same for maps and meshes. */
  readonly binaries: ReadonlyMap<string, Uint8Array>;
  readonly overrides: readonly string[];
  /** Warnings of the loader, with files named likewise: they go into the log. */
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
  const loaded = loadComponent(definitions, reader, file, { kind: "scenario", overrides, oneUse: true });
  const { component, diagnostics, binaries } = loaded;
  if (component === null) return { scenario: null, diagnostics, sources: loaded.sources };
  // Missions are files of bytes for the log, and texts where what is wrong with them is shown.
  const sources = new Map([...loaded.sources, ...missionTexts(component)]);
  const list = new DiagnosticList();
  list.addAll(diagnostics);
  const report = (d: Diagnostic): void => list.add(d);

  const params = component.params as ParamsOf<typeof scenarioKind.params>;
  const written = component.children.find((child) => child.kind === "world");
  invariant(written !== undefined, "a scenario has a world, written or implied");
  const origin = originOf(written);
  checkMapOrigins(written, origin, report);
  const epoch_s = startDateOf(component, params, report);
  const sea = atStartDate(inMetres(written, origin, report), epoch_s, report);
  const world = worldConstants(sea);
  const crew = component.children
    .filter((child) => child.kind === "vehicle")
    .map((child) => inMetres(child, origin, report));
  const step_ns = stepOf(component, params.step_s, report);
  const bodies = crew.map((child) => {
    list.addAll(controlDiagnostics(child));
    return checkVehicle(definitions, child, world, params, report);
  });
  const tethers = tethersOf(sea, crew, bodies, report);
  const made = makeThings(definitions, crew, sea, report);
  // What follows needs vehicles that can be made.
  const vehicles = crew.flatMap((child, i) => {
    const parts = bodies[i];
    const devices = made.filter(({ vehicle }) => vehicle === i);
    return parts === undefined ? [] : [vehicleOf(definitions, child, parts, devices, world, report)];
  });
  const logs = component.children.filter((child) => child.kind === "log") as Component<typeof logKind.params>[];
  const plans = list.hasErrors ? [] : logPlans(logs, vehicles, report);
  if (!list.hasErrors) checkWind(sea, vehicles, report);
  const filled = list.hasErrors ? null : seaOf(definitions, sea, made);
  const shapes = list.hasErrors ? [] : shapesOf(definitions, crew, report);
  const met = list.hasErrors ? [] : shapes.map(({ surfaces }) => new MovedSurfaces(surfaces));
  const described = describedWorld(filled, world, origin, met);
  const signals = (vehicle: number): readonly Signal[] | null => {
    const parts = vehicles[vehicle]?.parts ?? null;
    return parts === null ? null : signalsOf(parts);
  };
  const hasBattery = (vehicle: number): boolean => (vehicles[vehicle]?.parts?.battery ?? null) !== null;
  const links = (vehicle: number): ThingLink[] =>
    (vehicles[vehicle]?.controllers ?? []).flatMap(({ program }) =>
      [...program.deliveries, ...program.streams.filter(({ direction }) => direction === "out")].map(
        ({ name, range }) => ({ to: name, range }),
      ),
    );
  const things = list.hasErrors
    ? []
    : settleThings(definitions, made, described, LOG_TOPICS, signals, hasBattery, links, report);
  checkScalars(sea, filled, report);
  checkDensity(written, filled, report);
  if (filled !== null) checkCurrents(written, filled.bottomDepth_m, report);
  const noise = noiseOf(definitions, sea, (source, reason) =>
    report(
      codedDiagnostic(
        scenarioCodes.thingNotMade,
        source.range,
        `world/${source.id}: model "${source.model}" of noise cannot be made: ${reason}`,
      ),
    ),
  );
  const media = list.hasErrors ? {} : mediaOf(definitions, sea, things, described, noise, report);
  const contacts = list.hasErrors ? null : contactsOf(sea, filled, vehicles, shapes, step_ns * S_PER_NS, report);
  const latches = list.hasErrors ? [] : latchesOf(vehicles, shapes, contacts !== null, step_ns, report);
  if (!list.hasErrors) checkStarts(filled, vehicles, contacts, report);
  if (!list.hasErrors) checkInWater(vehicles, report);
  if (!list.hasErrors) checkReach(vehicles, filled, world, report);
  const { integrator } = params;
  const tethered = tetheredGroups(tethers, bodies, world, { step_ns, integrator }, crew, report);
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
    epoch_s,
    world,
    origin,
    sea: filled,
    noise,
    media,
    contacts,
    vehicles,
    tethered,
    latches,
    logs: plans,
    things,
    described,
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
    report(
      codedDiagnostic(scenarioCodes.stepNotInstant, range, `step_s = ${step_s} is not a whole number of nanoseconds`),
    );
  }
  return step_ns;
}

/** A wind without effect is likely a mistake. */
function checkWind(world: Component, vehicles: readonly ScenarioVehicle[], report: (d: Diagnostic) => void): void {
  const wind = world.children.find((child) => child.kind === "wind");
  if (wind === undefined || vehicles.some(({ parts }) => (parts?.windage ?? null) !== null)) return;
  // Noise that states no wind of its own is that of the world's.
  if (world.children.some(({ kind }) => kind === "noise")) return;
  const hint = "add a <windage>, the area above the water, to a vehicle";
  report(
    codedDiagnostic(scenarioCodes.windUnfelt, wind.range, "the wind has no effect: no vehicle has a <windage>", {
      hint,
    }),
  );
}
