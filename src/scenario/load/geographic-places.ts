/**
 * Places that are given in degrees, turned into positions of N by the origin of the world: of vehicles, obstacles, points, holds, and
 * whatever else has `latitude_deg` and `longitude_deg` beside `position_m`, or beside `north_m` and `east_m`.
 *
 * What is made is on the sea's surface, at the depth that is given: a place of local-frame.ts, as positions are.
 */
import { codedDiagnostic, type Diagnostic, RAD_PER_DEG } from "../../core/index.ts";
import { type GeographicOrigin, LocalFrame } from "../../environment/index.ts";
import type { Component } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";

/** Farther than this from the origin, the frame N is not one to simulate in. */
const FARTHEST_M = 500_000;

type Values = Readonly<Record<string, unknown>>;
type Reporter = (d: Diagnostic) => void;

/** The component with all places below it in metres. */
export function inMetres(component: Component, origin: GeographicOrigin | undefined, report: Reporter): Component {
  const frame = origin === undefined ? null : new LocalFrame(origin);
  const visit = (each: Component): Component => {
    const children = each.children.map(visit);
    const placed = placedBy(each, frame, report);
    return placed === each && children.every((child, k) => child === each.children[k])
      ? each
      : Object.freeze({ ...placed, children: Object.freeze(children) });
  };
  return visit(component);
}

function placedBy(component: Component, frame: LocalFrame | null, report: Reporter): Component {
  const { given, params, mount } = component;
  if (!given.includes("latitude_deg") && !given.includes("longitude_deg")) return component;
  const isMount = mount !== null && "latitude_rad" in mount && "position_m" in mount;
  const values: Values = isMount ? (mount as Values) : params;
  const metres = ["position_m", "north_m", "east_m"].filter((name) => name in values);
  if (metres.length === 0) return component; // a map: degrees are its own
  const place = geographicPlaceOf(component, values, metres, frame, report);
  if (place === null) return component;
  const made = Object.freeze({ ...values, ...place });
  return { ...component, ...(isMount ? { mount: made } : { params: made }) } as Component;
}

/** What stands for the degrees; null where they are refused. */
function geographicPlaceOf(
  { id, given, origin, range }: Component,
  values: Values,
  metres: readonly string[],
  frame: LocalFrame | null,
  report: Reporter,
): Values | null {
  const refuse = (name: string, message: string, hint: string): null => {
    report(codedDiagnostic(scenarioCodes.badPlace, origin[name] ?? range, `${id}: ${message}`, { hint }));
    return null;
  };
  const half = ["latitude_deg", "longitude_deg"].find((name) => !given.includes(name));
  if (half !== undefined) {
    const other = half === "latitude_deg" ? "longitude_deg" : "latitude_deg";
    return refuse(other, `${other} is given without ${half}`, `add ${half}`);
  }
  const twice = metres.find((name) => given.includes(name));
  if (twice !== undefined) {
    return refuse("latitude_deg", `its place is given twice, in degrees and as ${twice}`, "leave one of the two out");
  }
  if (frame === null) {
    const hint = "give latitude_deg and longitude_deg of the origin in <world>, or the place in metres";
    return refuse("latitude_deg", "its place is in degrees, but the world has no origin", hint);
  }
  const { latitude_rad, longitude_rad, depth_m } = values as Record<string, number | undefined>;
  const place = Float64Array.of(latitude_rad!, longitude_rad!, 0);
  frame.placeFromGeodeticInto(place, 0, place, 0);
  const [north_m, east_m] = place;
  const far_m = Math.sqrt(north_m! * north_m! + east_m! * east_m!);
  if (!(far_m <= FARTHEST_M) || isBehind(frame, latitude_rad!, longitude_rad!)) {
    const hint = "are latitude and longitude exchanged, or is a sign wrong?";
    return refuse("latitude_deg", `its place is more than ${FARTHEST_M / 1000} km from the world's origin`, hint);
  }
  if (!metres.includes("position_m")) return { north_m, east_m };
  // Without a depth, that of the default; where there is none, as of a hold, the depth is left open.
  const down_m = depth_m ?? (values.position_m as readonly number[] | undefined)?.[2];
  return { position_m: Object.freeze([north_m, east_m, ...(down_m === undefined ? [] : [down_m])]) };
}

/** Whether a place lies on the other half of the earth, whose normals meet the plane of N from behind. */
function isBehind({ origin }: LocalFrame, latitude_rad: number, longitude_rad: number): boolean {
  const turn = Math.abs(longitude_rad - origin.longitude_rad) / RAD_PER_DEG;
  const east_deg = Math.min(turn % 360, 360 - (turn % 360));
  return Math.abs(latitude_rad - origin.latitude_rad) > 90 * RAD_PER_DEG || east_deg > 90;
}
