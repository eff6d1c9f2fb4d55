/**
 * Set-points that a vehicle cannot reach: a speed above what its propulsion gives (vehicles/terminal-speed.ts), a depth that it is not built for, a
 * place below the bottom or on land. Warnings, since a run with them runs: the vehicle is late, or nothing stops it.
 *
 * Looked at is what the elements of its programs say (legs, points, holds, robot-tasks), by the names of their parameters, whatever their kind.
 * Left out: what a mission gives its tasks in its own text, a set-point that comes by message, a depth without a place over a bottom, and what the
 * limits of a law leave of the propulsion.
 */
import { type CodeEntry, codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import { placeOfValue } from "../../library/index.ts";
import { type TerminalSpeed, terminalSpeeds } from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { Sea } from "./sea.ts";
import { metres, placeWords } from "./touch-words.ts";
import type { ScenarioVehicle } from "./vehicle.ts";
import type { WorldConstants } from "./world-constants.ts";

/**
 * What the balance of forces leaves open: full commands are those of the largest thrust at rest, which is a little less than all that a shaft turns
 * (1.2 % of the speed of the finned REMUS).
 */
const MARGIN = 1.05;

export function checkReach(
  vehicles: readonly ScenarioVehicle[],
  sea: Sea | null,
  world: WorldConstants,
  report: (d: Diagnostic) => void,
): void {
  for (const vehicle of vehicles) {
    const { parts } = vehicle;
    if (parts === null) continue;
    let speeds: readonly TerminalSpeed[] | null = null;
    const fastest = (): readonly TerminalSpeed[] => {
      speeds ??= terminalSpeeds(parts, world.density_kgpm3, world.gravity_mps2, parts.hull.figures.fullAhead);
      return speeds;
    };
    for (const { component } of vehicle.controllers) {
      for (const element of withDescendants(component)) {
        const say = (entry: CodeEntry, name: string, message: string, hint?: string): void => {
          const range = element.given.includes(name) ? placeOfValue(element, name) : element.range;
          report(codedDiagnostic(entry, range, `${vehicle.name}: ${message}`, { hint }));
        };
        checkSpeed(element, fastest, say);
        checkDepth(element, parts.limits?.maxDepth_m ?? null, say);
        checkPlace(element, sea, say);
      }
    }
  }
}

type Say = (entry: CodeEntry, name: string, message: string, hint?: string) => void;

function withDescendants(component: Component): Component[] {
  return [component, ...component.children.flatMap(withDescendants)];
}

function numberOf(element: Component, name: string): number {
  const value: unknown = (element.params as Readonly<Record<string, unknown>>)[name];
  return typeof value === "number" ? value : Number.NaN;
}

/** Along the bow; a station keeper, which goes any way, by the fastest of them. */
function checkSpeed(element: Component, fastest: () => readonly TerminalSpeed[], say: Say): void {
  const along = numberOf(element, "speed_mps");
  const anyWay = numberOf(element, "approachSpeed_mps");
  if (Number.isNaN(along) && Number.isNaN(anyWay)) return;
  const name = Number.isNaN(along) ? "approachSpeed_mps" : "speed_mps";
  const wanted_mps = Number.isNaN(along) ? anyWay : along;
  const directions = Number.isNaN(along) ? null : along < 0 ? "astern" : "ahead";
  const known = fastest().filter(({ direction }) => directions === null || direction === directions);
  // Where nothing pushes or nothing holds back, there is nothing to compare with.
  if (known.length === 0 || known.some(({ speed_mps }) => speed_mps === null)) return;
  const most_mps = Math.max(...known.map(({ speed_mps }) => speed_mps ?? 0));
  if (!(Math.abs(wanted_mps) > MARGIN * most_mps)) return;
  const way = directions ?? "in any direction";
  const message = `${name} = ${wanted_mps} is out of its reach: with all its propulsion it goes ${most_mps.toFixed(2)} m/s ${way} in still water`;
  say(scenarioCodes.speedOutOfReach, name, message, "ask for less, or check the unit");
}

function checkDepth(element: Component, maxDepth_m: number | null, say: Say): void {
  if (maxDepth_m === null) return;
  const place = positionOf(element);
  const name = place === null ? "depth_m" : "position_m";
  const depth_m = place === null ? numberOf(element, "depth_m") : (place[2] ?? Number.NaN);
  if (!(depth_m > maxDepth_m)) return;
  const message = `a depth of ${metres(depth_m)} is below the maximum depth that it is built for, ${metres(maxDepth_m)}`;
  say(scenarioCodes.deeperThanBuilt, name, message, "maxDepth_m of the vehicle");
}

function checkPlace(element: Component, sea: Sea | null, say: Say): void {
  const place = positionOf(element);
  const bottom = sea?.scene?.bottom ?? null;
  if (place === null || bottom === null) return;
  const at = Float64Array.from(place);
  const depth = new Float64Array(1);
  bottom.depthInto(depth, 0, at, 0);
  const bottom_m = depth[0]!;
  // A hole of a map says nothing.
  if (!(bottom_m <= 0 || at[2]! > bottom_m)) return;
  const what =
    bottom_m <= 0
      ? `on land, ${metres(-bottom_m)} above the water`
      : `below the bottom, which is ${metres(bottom_m)} deep there`;
  say(
    scenarioCodes.placeBelowBottom,
    "position_m",
    `the place ${placeWords(at, 0)} lies ${what}`,
    "nothing stops it there",
  );
}

/** north, east, depth of an element that goes somewhere. */
function positionOf(element: Component): readonly number[] | null {
  const value: unknown = (element.params as Readonly<Record<string, unknown>>).position_m;
  return Array.isArray(value) && value.length === 3 ? (value as readonly number[]) : null;
}
