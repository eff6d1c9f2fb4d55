/**
 * When of its maps a run begins: a map with dates begins at the start date of the scenario, where the scenario has one and the map states neither startDate
 * nor start_s itself. A map with another start date of its own is reported.
 */
import { codedDiagnostic, type Diagnostic, dateOfSeconds, secondsOfDate } from "../../core/index.ts";
import { mapDates, seaMapOptions } from "../../environment/index.ts";
import { type Component, type FileValue, placeOfValue } from "../../library/index.ts";
import { scenarioCodes } from "./codes.ts";

type Reporter = (d: Diagnostic) => void;

/** The world with its maps at the date of the run; the same where there is none. */
export function atStartDate(world: Component, epoch_s: number | null, report: Reporter): Component {
  if (epoch_s === null) return world;
  const children = world.children.map((part) => startedBy(part, epoch_s, report));
  return children.every((child, k) => child === world.children[k])
    ? world
    : Object.freeze({ ...world, children: Object.freeze(children) });
}

function startedBy(part: Component, epoch_s: number, report: Reporter): Component {
  const params = part.params as Record<string, unknown>;
  if (part.model !== "map" || !("startDate" in params)) return part;
  const date = dateOfSeconds(epoch_s);
  const path = `world/${part.id}`;
  if (typeof params.startDate === "string") {
    const own_s = secondsOfDate(params.startDate.trim());
    if (own_s === null || own_s === epoch_s) return part;
    const message = `${path} begins at its startDate ${params.startDate}, but the scenario begins at ${date}`;
    const hint = "leave startDate of the map out: it then begins with the scenario";
    report(codedDiagnostic(scenarioCodes.otherMapDate, placeOfValue(part, "startDate"), message, { hint }));
    return part;
  }
  if (params.start_s !== undefined) return part;
  const files = [params.map, params.salinityMap].filter((file) => file !== undefined) as FileValue[];
  const options = seaMapOptions(params as unknown as Parameters<typeof seaMapOptions>[0]);
  const spans = files.map((file) => mapDates(file, options));
  if (spans.includes("undated") || spans.every((span) => span === "steady")) return part;
  for (const span of spans) {
    if (typeof span === "string" || (epoch_s >= span.first_s && epoch_s <= span.last_s)) continue;
    const message = `${path}: the scenario begins at ${date}, outside the times of the map, ${dateOfSeconds(span.first_s)} to ${dateOfSeconds(span.last_s)}`;
    const hint =
      'start_s="0" of the map begins at its first time, whatever the date; or give it a startDate of its own';
    report(codedDiagnostic(scenarioCodes.dateOffMap, placeOfValue(part, "map"), message, { hint }));
    return part;
  }
  return Object.freeze({ ...part, params: Object.freeze({ ...params, startDate: date }) }) as Component;
}
