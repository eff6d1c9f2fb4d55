/**
 * Whether vehicles start where they can be: not below the bottom, on land or in an obstacle, and on the maps of their world. All of
 * these are warnings, since nothing stops a vehicle; the run reports the same as events.
 */
import { type CodeEntry, codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import { BodyTouch, NO_OBJECT, POINT, POINT_SIZE, TOUCH, TOUCH_SIZE } from "../../environment/index.ts";
import { type Component, placeOfValue } from "../../library/index.ts";
import { outlineOf, STATE, startInto } from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { Sea } from "./sea.ts";
import { groundWords, metres, placeWords } from "./touch-words.ts";

/** The attributes that say where a vehicle starts, the one that is looked for first. */
export const PLACES = ["latitude_deg", "position_m"];

export function checkStarts(sea: Sea | null, vehicles: readonly Component[], report: (d: Diagnostic) => void): void {
  if (sea === null) return;
  for (const vehicle of vehicles) {
    const pose = new Float64Array(STATE.actuators);
    startInto(pose, 0, vehicle);
    const given = PLACES.find((name) => vehicle.given.includes(name));
    const range = given === undefined ? vehicle.range : placeOfValue(vehicle, given);
    const say = (entry: CodeEntry, message: string, hint: string): void =>
      report(codedDiagnostic(entry, range, `${vehicle.id} ${message}`, { hint }));
    checkTouch(sea, vehicle, pose, say);
    checkCover(sea, pose, say);
  }
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
