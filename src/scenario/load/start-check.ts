/**
 * Whether vehicles start where they can be: not below the bottom, on land or in an obstacle, and on the maps of their world. These are
 * warnings for vehicles that nothing stops, and the run reports the same as events. One that can touch things may not start inside any.
 */
import { type CodeEntry, codedDiagnostic, type Diagnostic, type SourceRange } from "../../core/index.ts";
import { BodyTouch, NO_OBJECT, POINT, POINT_SIZE, TOUCH, TOUCH_SIZE } from "../../environment/index.ts";
import { type Component, placeOfValue } from "../../library/index.ts";
import { outlineOf, STATE, startInto } from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { Contacts } from "./contacts.ts";
import type { Sea } from "./sea.ts";
import { type Overlap, StartOverlaps } from "./start-overlap.ts";
import { groundWords, metres, placeWords } from "./touch-words.ts";
import type { ScenarioVehicle } from "./vehicle.ts";

/** The attributes that say where a vehicle starts, the one that is looked for first. */
export const PLACES = ["latitude_deg", "position_m"];

export function checkStarts(
  sea: Sea | null,
  crew: readonly ScenarioVehicle[],
  contacts: Contacts | null,
  report: (d: Diagnostic) => void,
): void {
  const overlaps = contacts === null ? null : new StartOverlaps(contacts, crew);
  for (const [i, { component: vehicle }] of crew.entries()) {
    const pose = new Float64Array(STATE.actuators);
    startInto(pose, 0, vehicle);
    const given = PLACES.find((name) => vehicle.given.includes(name));
    const range = given === undefined ? vehicle.range : placeOfValue(vehicle, given);
    const say = (entry: CodeEntry, message: string, hint: string): void =>
      report(codedDiagnostic(entry, range, `${vehicle.id} ${message}`, { hint }));
    const overlap = overlaps?.of(i) ?? null;
    if (overlap !== null) tellOfOverlap(vehicle, overlap, pose, range, report);
    if (sea === null) continue;
    if ((contacts?.bodies[i] ?? null) === null) checkTouch(sea, vehicle, pose, say);
    checkCover(sea, pose, say);
  }
}

function tellOfOverlap(
  vehicle: Component,
  { depth_m, what, free_m }: Overlap,
  pose: Float64Array,
  range: SourceRange,
  report: (d: Diagnostic) => void,
): void {
  const message = `${vehicle.id} starts ${Number(depth_m.toPrecision(3))} m inside ${what}, at ${placeWords(pose, STATE.p)}`;
  const free = free_m?.map((x) => Number(x.toFixed(3)) + 0).join(" ");
  const hint =
    free === undefined
      ? 'no free place was found near it; contacts="off" of <world> lets vehicles pass through'
      : `position_m="${free}" is free; contacts="off" of <world> lets vehicles pass through`;
  report(codedDiagnostic(scenarioCodes.startsOverlapping, range, message, { hint }));
}

type Say = (entry: CodeEntry, message: string, hint: string) => void;

function checkTouch({ scene, obstacles }: Sea, vehicle: Component, pose: Float64Array, say: Say): void {
  if (scene === null) return;
  const touch = new Float64Array(TOUCH_SIZE);
  const body = new BodyTouch(scene, outlineOf(vehicle));
  body.groundInto(touch, 0, pose, STATE.p, new Float64Array(1));
  body.obstacleInto(touch, 0, pose, STATE.p, new Float64Array(1));
  if (touch[TOUCH.clearance]! < 0 || touch[TOUCH.bottomDepth]! <= 0) {
    const hint = "depths are positive down; nothing stops it there";
    say(scenarioCodes.startsAground, `${groundWords(touch, 0, "starts")}, at ${placeWords(pose, STATE.p)}`, hint);
  }
  const object = touch[TOUCH.object]!;
  if (object !== NO_OBJECT) {
    say(
      scenarioCodes.startsInObstacle,
      `starts in ${obstacles[object]}, at ${placeWords(pose, STATE.p)}`,
      "nothing stops it there",
    );
  }
}

function checkCover({ edges }: Sea, pose: Float64Array, say: Say): void {
  const point = new Float64Array(POINT_SIZE);
  for (let k = 0; k < 3; k++) point[POINT.p + k] = pose[STATE.p + k]!;
  point[POINT.p + 2] = Math.max(0, point[POINT.p + 2]!);
  for (const edge of edges) {
    if (!edge.isMap || edge.covers(point, 0)) continue;
    const from = Math.sqrt(pose[STATE.p]! * pose[STATE.p]! + pose[STATE.p + 1]! * pose[STATE.p + 1]!);
    const message = `starts ${edge.where}, ${metres(from)} from the origin, at ${placeWords(pose, STATE.p)}: ${edge.rule(point, 0)}`;
    say(scenarioCodes.startsOffMap, message, "is it the right map, and the right origin?");
  }
}
