/**
 * What may touch what in a scenario, frozen: the solids of vehicles that move, of obstacles and of vehicles that stand still, the bottom,
 * and how all of them rub and rebound.
 */
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import {
  type Bottom,
  movedSolid,
  type ObstaclePath,
  type Rubbing,
  rubbingOf,
  type Solid,
  SolidBody,
  StaticSolids,
} from "../../environment/index.ts";
import type { Component, Definitions, ParamsOf } from "../../library/index.ts";
import { rotateInto } from "../../math/index.ts";
import { STATE, startInto, type VehicleShape, vehicleShape } from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { world as worldKind } from "./kinds.ts";
import type { Sea } from "./sea.ts";
import type { ScenarioVehicle } from "./vehicle.ts";

/** A body, with its solids in its own frame, and μ and e of each. */
export interface TouchingBody extends Rubbing {
  readonly body: SolidBody;
}

/** An obstacle on a path. */
export interface Mover {
  /** "world/ferry" */
  readonly name: string;
  readonly path: ObstaclePath;
  /** Bound of the speed of the centre of its solids. */
  readonly fastest_mps: number;
}

/** Solids in N, by number. */
export interface StandingPieces {
  readonly solids: StaticSolids;
  /** By owner: "world/quay", or the name of a vehicle that stands still. */
  readonly names: readonly string[];
  /** By number. */
  readonly rubbing: readonly Rubbing[];
}

export interface Contacts {
  /** Between two looks at what touches. */
  readonly period_ns: number;
  /** Longest step of the integration of any vehicle. */
  readonly step_s: number;
  /** By index of vehicle, null for one that has no solids, or stands still; behind them obstacles on a path. */
  readonly bodies: readonly (TouchingBody | null)[];
  /** How many of the bodies are vehicles. */
  readonly vehicles: number;
  readonly movers: readonly Mover[];
  readonly bottom: Bottom | null;
  readonly ground: Rubbing;
  readonly pieces: StandingPieces;
}

const NOTHING: VehicleShape = Object.freeze({ surfaces: [], body: null, friction: [], restitution: [] });

/** The shapes of vehicles. What a model of a user's throws is about its vehicle, and has its place. */
export function shapesOf(
  definitions: Definitions,
  vehicles: readonly Component[],
  report: (d: Diagnostic) => void,
): VehicleShape[] {
  return vehicles.map((vehicle) => {
    try {
      return vehicleShape(definitions, vehicle);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the shape of ${vehicle.id} cannot be made: ${reason}`;
      report(codedDiagnostic(scenarioCodes.vehicleNotMade, vehicle.range, message));
      return NOTHING;
    }
  });
}

/** null for a world in which nothing can touch anything, or that has contacts="off". */
export function contactsOf(
  world: Component,
  sea: Sea | null,
  vehicles: readonly ScenarioVehicle[],
  shapes: readonly VehicleShape[],
  step_s: number,
  report: (d: Diagnostic) => void,
): Contacts | null {
  const { contacts, contact_Hz } = world.params as ParamsOf<typeof worldKind.params>;
  if (contacts === "off") return null;
  const moving = vehicles.map(({ parts }, i) => (parts === null ? null : bodyOf(shapes[i]!)));
  const count = moving.filter((body) => body !== null).length;
  if (count === 0) return null;
  const paths = (sea?.solids ?? []).filter(({ path }) => path !== null);
  const movers = paths.flatMap(({ component, surface, path }) => {
    const solids = surface.solids?.() ?? [];
    if (solids.length === 0 || path === null) return [];
    const body = new SolidBody(solids);
    const { speed_mps, rate_radps } = path.fastest;
    const fastest_mps = speed_mps + rate_radps * lengthOf(body.centre_m);
    return [{ body: sharing(body, rubbingOf(component)), mover: { name: `world/${component.id}`, path, fastest_mps } }];
  });
  const pieces = standingPieces(sea, vehicles, shapes);
  tellOfGhosts(sea, report);
  const bottom = sea?.scene?.bottom ?? null;
  if (count === 1 && bottom === null && pieces.solids.count === 0 && movers.length === 0) return null;
  return Object.freeze({
    period_ns: Math.round(1e9 / contact_Hz),
    step_s,
    bodies: [...moving, ...movers.map(({ body }) => body)],
    vehicles: vehicles.length,
    movers: movers.map(({ mover }) => Object.freeze(mover)),
    bottom,
    ground: rubbingOf(sea?.ground ?? undefined),
    pieces,
  });
}

function bodyOf({ body, friction, restitution }: VehicleShape): TouchingBody | null {
  return body === null ? null : Object.freeze({ body, friction, restitution });
}

/** One μ and one e for all solids of a body. */
function sharing(body: SolidBody, { friction, restitution }: Rubbing): TouchingBody {
  const all = (values: readonly number[]): number[] => Array.from({ length: body.count }, () => values[0]!);
  return Object.freeze({ body, friction: all(friction), restitution: all(restitution) });
}

function lengthOf([x = 0, y = 0, z = 0]: ArrayLike<number> & Iterable<number>): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Obstacles that stand, then vehicles that do. */
function standingPieces(
  sea: Sea | null,
  vehicles: readonly ScenarioVehicle[],
  shapes: readonly VehicleShape[],
): StandingPieces {
  const owners: { readonly name: string; readonly solids: readonly Solid[]; readonly rubbing: readonly Rubbing[] }[] =
    [];
  for (const { component, surface, path } of sea?.solids ?? []) {
    const solids = path === null ? (surface.solids?.() ?? []) : [];
    const rubbing = rubbingOf(component);
    owners.push({ name: `world/${component.id}`, solids, rubbing: solids.map(() => rubbing) });
  }
  vehicles.forEach(({ name, component, parts }, i) => {
    const { body, friction, restitution } = shapes[i]!;
    if (parts !== null || body === null) return;
    const solids = body.solids.map((solid) => movedSolid(solid, startOf(component)));
    const rubbing = solids.map((_, k) => ({ friction: [friction[k]!], restitution: [restitution[k]!] }));
    owners.push({ name, solids, rubbing });
  });
  return Object.freeze({
    solids: new StaticSolids(owners.map(({ solids }) => solids)),
    names: owners.map(({ name }) => name),
    rubbing: owners.flatMap(({ rubbing }) => rubbing),
  });
}

/** Takes points of B to N, for a vehicle at its start. */
function startOf(component: Component): Parameters<typeof movedSolid>[1] {
  const start = new Float64Array(STATE.actuators);
  startInto(start, 0, component);
  return {
    pointOutInto(out, o, p, i) {
      rotateInto(out, o, start, STATE.q, p, i);
      for (let k = 0; k < 3; k++) out[o + k]! += start[STATE.p + k]!;
    },
  };
}

/** Obstacles of models that state no solids: rays meet them, vehicles pass through. */
function tellOfGhosts(sea: Sea | null, report: (d: Diagnostic) => void): void {
  for (const { component, surface } of sea?.solids ?? []) {
    if (surface.solids !== undefined) continue;
    const message = `vehicles pass through ${component.id}: its model "${component.model}" states no solids`;
    const hint = "add a function solids() to its surface";
    report(codedDiagnostic(scenarioCodes.passedThrough, component.range, message, { hint }));
  }
}
