/**
 * What may touch what in a scenario, frozen: the solids of vehicles that move, of obstacles and of vehicles that stand still, the bottom,
 * and how all of them rub and rebound.
 */
import type { Diagnostic } from "../../core/index.ts";
import type { Bottom, SolidBody } from "../../environment/index.ts";
import type { Component, Definitions, ParamsOf } from "../../library/index.ts";
import { vehicleShape } from "../../vehicles/index.ts";
import type { world as worldKind } from "./kinds.ts";
import type { Sea } from "./sea.ts";
import { StandingPieces } from "./standing-pieces.ts";
import type { ScenarioVehicle } from "./vehicle.ts";

/** How the solids of one thing rub (μ) and rebound (e): one number for each. */
export interface TouchingSurface {
  readonly friction: ArrayLike<number>;
  readonly restitution: ArrayLike<number>;
}

/** A body that moves, with its solids in B. */
export interface TouchingBody extends TouchingSurface {
  readonly body: SolidBody;
}

export interface Contacts {
  /** Between two looks at what touches. */
  readonly period_ns: number;
  /** By index of vehicle; null for one that has no solids, or stands still. */
  readonly bodies: readonly (TouchingBody | null)[];
  readonly bottom: Bottom | null;
  readonly ground: TouchingSurface;
  readonly pieces: StandingPieces;
}

export function contactsOf(
  definitions: Definitions,
  world: Component,
  sea: Sea | null,
  vehicles: readonly ScenarioVehicle[],
  _report: (d: Diagnostic) => void,
): Contacts | null {
  const { contacts, contact_Hz } = world.params as ParamsOf<typeof worldKind.params>;
  if (contacts === "off") return null;
  const bodies = vehicles.map(({ component, parts }): TouchingBody | null => {
    if (parts === null) return null;
    const { body, friction, restitution } = vehicleShape(definitions, component);
    return body === null ? null : Object.freeze({ body, friction, restitution });
  });
  const bottom = sea?.scene?.bottom ?? null;
  const ground = { friction: [0.3], restitution: [0.5] };
  const pieces = new StandingPieces();
  const others = bodies.filter((body) => body !== null).length;
  if (others === 0 || (others === 1 && bottom === null && pieces.count === 0)) return null;
  return Object.freeze({ period_ns: Math.round(1e9 / contact_Hz), bodies, bottom, ground, pieces });
}
