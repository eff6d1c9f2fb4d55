/** What a run prints at its end: for a person, and for a script. */
import { dateOfSeconds, NS_PER_S } from "../../../core/index.ts";
import type { LatenessReport } from "../../../engine/index.ts";
import type { BatterySummary, RunEvent, ScenarioRun, VehicleSummary } from "../../../scenario/index.ts";
import { shownPath } from "../../io/files.ts";
import { figureLines, figuresDocument, worldFigureLines } from "./figures.ts";
import { controllerText, type OnlineReport, pacingText } from "./online.ts";
import { freeLog } from "./outputs.ts";
import { reactionText } from "./reaction-times.ts";
import { missionsOf, plansOf, standingLines } from "./standing.ts";

export interface RunFacts {
  readonly run: ScenarioRun;
  /** File of the log; null for none. */
  readonly log: string | null;
  readonly logBytes: number;
  readonly elapsed_s: number;
  readonly online: OnlineReport | null;
  /** Of missions that were flown in this thread; null for none. */
  readonly reactions: LatenessReport | null;
  /** What ended the run before its time; null for nothing. */
  readonly problem: string | null;
}

export function runDocument(facts: RunFacts, report: string | null): unknown {
  const { run, log, elapsed_s, online, reactions, problem } = facts;
  const until_s = run.sim.now_ns / NS_PER_S;
  const { scenario } = run;
  return {
    scenario: scenario.id,
    seed: scenario.seed,
    ...(run.number === 0 ? {} : { run: run.number }),
    ...startDate(run),
    until_s,
    realTimeFactor: until_s / elapsed_s,
    log: log === null ? null : shownPath(log),
    report,
    overrides: scenario.overrides,
    problem,
    /** Programs that read the true state, which no real vehicle knows. */
    navigationState: readersOfTruth(run),
    warnings: run.events.filter(isWarning).map(eventEntry),
    events: run.events.map(eventEntry),
    plans: plansOf(run.events),
    missions: missionsOf(run.events),
    vehicles: Object.fromEntries(problem === null || canLook(run) ? run.summary() : []),
    /** What things have counted, by path and name. */
    figures: problem === null || canLook(run) ? figuresDocument(run) : {},
    ...(online === null ? {} : { online }),
    ...(reactions === null ? {} : { reactions }),
  };
}

function startDate({ scenario: { epoch_s } }: ScenarioRun): { readonly startDate?: string } {
  return epoch_s === null ? {} : { startDate: dateOfSeconds(epoch_s) };
}

function eventEntry({ t_ns, level, name, message }: RunEvent): unknown {
  return { t_s: t_ns / NS_PER_S, level, name, message };
}

/** After a fault the state is not to be looked at. */
function canLook(run: ScenarioRun): boolean {
  try {
    run.summary();
    return true;
  } catch {
    return false;
  }
}

/** Lines of events that are worth a person's time. */
const MOST_EVENTS = 30;

/** After a run of a scenario that ships: what to look at, and what to change first. */
export function nextSteps(file: string, facts: RunFacts, report: string | null): string {
  const { run, log } = facts;
  const { scenario } = run;
  const lines = report === null ? [] : [`  open ${report} in a browser`];
  // After a run with other values the newcomer knows how; then only the comparison is left to show.
  const other = freeLog(`${scenario.id}-in-current`);
  if (log !== null && scenario.overrides.length === 0) {
    lines.push(
      `  npx thetis run ${file} --set "world/current_mps=0.1 0.2 0" --log ${other}`,
      `  npx thetis report ${shownPath(log)} ${other} --output runs/compare.html`,
    );
  } else if (log !== null) {
    lines.push(`  npx thetis report ${shownPath(log)} OTHER-LOG --output runs/compare.html`);
  }
  lines.push(
    `  npx thetis run ${file} --mode online --pace 2     controllers in threads of their own, in step with the clock`,
  );
  if (log !== null)
    lines.push(`  npx thetis export ${shownPath(log)}     its channels, for CSV, JSON or a spreadsheet`);
  lines.push(`  change ${file} itself: docs/getting-started.md says how`);
  return ["", "Try next:", ...lines, ""].join("\n");
}

export function runText(facts: RunFacts, report: string | null): string {
  const { run, log, logBytes, elapsed_s, online, reactions, problem } = facts;
  const until_s = run.sim.now_ns / NS_PER_S;
  const factor = until_s / elapsed_s;
  const lines = [
    `${run.scenario.id}: ${until_s.toFixed(1)} s simulated in ${elapsed_s.toFixed(1)} s, ${factor >= 10 ? factor.toFixed(0) : factor.toFixed(2)} times real time`,
    ...Object.values(startDate(run)).map((date) => `started at ${date}`),
    "",
    // Those of an online run were printed as they came.
    ...(online === null ? eventLines(run) : []),
  ];
  if (canLook(run)) {
    const figures = run.figures();
    for (const [name, summary] of run.summary())
      lines.push(...vehicleLines(name, summary), ...figureLines(figures, name));
    lines.push(...worldFigureLines(figures));
  }
  lines.push(...standingLines(run.events), ...warningLines(run.events), ...truthLines(run));
  if (reactions !== null) lines.push(`         ${reactionText(reactions)}`);
  if (online !== null)
    lines.push(
      "",
      `pace     ${pacingText(online.pacing)}`,
      ...online.controllers.map((c) => `         ${controllerText(c)}`),
    );
  lines.push("");
  if (log !== null) lines.push(`log      ${shownPath(log)} (${sizeText(logBytes)})`);
  if (report !== null) lines.push(`report   ${report}`);
  if (problem !== null) {
    const kept = log === null ? "" : "; what was logged until then is kept";
    lines.push(`FAILED   ${problem}${kept}`);
  }
  return `${lines.join("\n")}\n`;
}

function eventLines({ events }: ScenarioRun): string[] {
  const width = Math.max(0, ...events.map((e) => e.name.length));
  const lines = events.slice(0, MOST_EVENTS).map((event) => eventLine(event, width));
  const more = events.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [`           … and ${more} more events, in the log`] : []),
    ...(lines.length > 0 ? [""] : []),
  ];
}

export function eventLine({ t_ns, level, name, message }: RunEvent, width = 0): string {
  const mark = level === "info" ? " " : "!";
  return `${(t_ns / NS_PER_S).toFixed(1).padStart(8)} s ${mark} ${name.padEnd(width)}  ${message}`;
}

function isWarning({ level }: RunEvent): boolean {
  return level !== "info";
}

/** Lines of warnings at the end, where they are seen. */
const MOST_WARNINGS = 10;

/**
 * What an engineer would want to know of the run, once more: the list of events is long, and is cut. Warnings of one thing that differ in
 * their numbers alone are one line, with their count, so that one that comes every second does not hide the others.
 */
export function warningLines(events: readonly RunEvent[]): string[] {
  const groups = new Map<string, RunEvent[]>();
  for (const event of events.filter(isWarning)) {
    const kind = `${event.level} ${event.name} ${event.message.replace(/\d+(\.\d+)?/g, "#")}`;
    const group = groups.get(kind);
    if (group === undefined) groups.set(kind, [event]);
    else group.push(event);
  }
  const all = [...groups.values()];
  const lines = all.slice(0, MOST_WARNINGS).map((group) => {
    const [first] = group;
    if (first === undefined) return "";
    const last = group[group.length - 1] ?? first;
    const more = group.length > 1 ? ` (and ${group.length - 1} more like it, the last at ${seconds(last)})` : "";
    return `${first.level.padEnd(8)} ${first.name}, ${seconds(first)}: ${first.message}${more}`;
  });
  const rest = all.slice(MOST_WARNINGS).reduce((sum, group) => sum + group.length, 0);
  return [...lines, ...(rest > 0 ? [`         … and ${rest} more warnings, in the log`] : [])];
}

function seconds({ t_ns }: RunEvent): string {
  return `${(t_ns / NS_PER_S).toFixed(1)} s`;
}

function readersOfTruth({ scenario }: ScenarioRun): string[] {
  return scenario.vehicles.flatMap(({ name, controllers }) =>
    controllers
      .filter(({ program }) => program.externals.some(({ source }) => source === "state"))
      .map(({ component }) => `${name}/${component.id}`),
  );
}

const MOST_READERS = 3;

function truthLines(run: ScenarioRun): string[] {
  const names = readersOfTruth(run);
  if (names.length === 0) return [];
  const more = names.length > MOST_READERS ? ` and ${names.length - MOST_READERS} more` : "";
  const reads = names.length === 1 ? "reads" : "read";
  const shown = names.slice(0, MOST_READERS).join(", ");
  return [`note     ${shown}${more} ${reads} the true state, which no real vehicle knows`];
}

export function vehicleLines(name: string, { final, ...s }: VehicleSummary): string[] {
  const place = `north ${final.north_m.toFixed(2)} m, east ${final.east_m.toFixed(2)} m, depth ${final.depth_m.toFixed(2)} m`;
  const energy = s.energy_J === null ? "" : `, on ${energyText(s.energy_J)}`;
  // A dock, a moored node: what does not move at all has gone nowhere.
  const stands = s.distance_m === 0;
  const verb = stands ? "stands" : "ended";
  return [
    ...labelled(name, `${verb} at ${place}, heading ${Math.round(final.heading_deg) % 360}°${tiltText(final)}`),
    ...geographicLines(final),
    ...(stands ? [] : [wayLine(s, energy)]),
    ...(s.battery === undefined ? [] : [`         ${batteryText(s.battery)}`]),
  ];
}

function wayLine(s: Omit<VehicleSummary, "final">, energy: string): string {
  return `         went ${s.distance_m.toFixed(0)} m, down to ${s.maxDepth_m.toFixed(2)} m, at up to ${s.maxSpeed_mps.toFixed(2)} m/s through the water${energy}`;
}

/** What is left of the charge, and what has used most of it. */
function batteryText({ charge, voltage_V, used_J, cutOff_s }: BatterySummary): string {
  const all_J = Object.values(used_J).reduce((a, b) => a + b, 0);
  const shares = Object.entries(used_J)
    .filter(([, used]) => used > 0)
    .map(([group, used]) => `${group} ${((100 * used) / all_J).toFixed(1)} %`);
  const by = shares.length === 0 ? "" : `; used by ${shares.join(", ")}`;
  const end = cutOff_s === null ? `at ${voltage_V.toFixed(2)} V` : `cut off at ${cutOff_s.toFixed(1)} s`;
  return `battery ${(100 * charge).toFixed(1)} % charged, ${end}${by}`;
}

/** A label of eight letters at most in the first column; a longer one stands on a line of its own. */
function labelled(label: string, text: string): string[] {
  return label.length > 8 ? [label, `         ${text}`] : [`${label.padEnd(8)} ${text}`];
}

/** From here on a vehicle does not lie as it is meant to. */
const TILTED_DEG = 30;

function tiltText({ roll_deg, pitch_deg }: VehicleSummary["final"]): string {
  const isTilted = Math.max(Math.abs(roll_deg), Math.abs(pitch_deg)) > TILTED_DEG;
  return isTilted ? `, roll ${roll_deg.toFixed(0)}°, pitch ${pitch_deg.toFixed(0)}°` : "";
}

/** Six digits are 0.1 m. */
function geographicLines({ latitude_deg, longitude_deg }: VehicleSummary["final"]): string[] {
  if (latitude_deg === undefined || longitude_deg === undefined) return [];
  const half = (angle_deg: number, plus: string, minus: string): string =>
    `${Math.abs(angle_deg).toFixed(6)}° ${angle_deg < 0 ? minus : plus}`;
  return [`         which is ${half(latitude_deg, "N", "S")}, ${half(longitude_deg, "E", "W")}`];
}

function energyText(energy_J: number): string {
  return energy_J >= 36_000 ? `${(energy_J / 3600).toFixed(1)} Wh` : `${(energy_J / 1000).toFixed(2)} kJ`;
}

export function sizeText(bytes: number): string {
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return bytes >= 1e3 ? `${(bytes / 1e3).toFixed(0)} kB` : `${bytes} bytes`;
}
