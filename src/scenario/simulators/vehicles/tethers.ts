/**
 * The tethers of a world: vehicles that they join are one continuous system (vehicles/tether/tethered-bodies.ts). Of each tether the log
 * shows how hard it pulls and where it lies, and an event says when it comes taut and when it is not taut any more.
 *
 *   g = D − s L                                                             (1)  D: distance of the ends; L: length without load
 *
 * is its guard. s is guard data: 0.99 until it is taut, 0.95 while it is, so that a line that trembles between the two reports
 * nothing. What moves does not depend on it: the line pulls by its strain alone, and in a bow it may pull hard.
 */
import { S_PER_NS } from "../../../core/index.ts";
import type { Guard, Look, SystemPlace } from "../../../engine/index.ts";
import type { Integrator } from "../../../math/index.ts";
import {
  END,
  END_SIZE,
  LINE_STATUS,
  LINE_STATUS_SIZE,
  Line,
  type LineEnd,
  TetheredBodies,
  type VehicleSystem,
} from "../../../vehicles/index.ts";
import type { ScenarioTether, TetherEnd } from "../../load/tethers.ts";
import { namedFields } from "../log-board.ts";
import type { Site } from "../site.ts";
import type { Tie } from "./body.ts";

/** What the log shows of the pull; slack is 1 until it comes taut, and again when it is not taut any more. */
export const TETHER_FIELDS = ["fromTension_N", "toTension_N", "largestTension_N", "distance_m", "slack"] as const;

/** s of (1). */
const WHILE_SLACK = Float64Array.of(0.99);
const WHILE_TAUT = Float64Array.of(0.95);
/** Nothing that tethers join parts faster. */
const FASTEST_MPS = 50;

/** By index of vehicle, for those that a tether moves. */
export function tieTogether(
  site: Site,
  equations: readonly (VehicleSystem | null)[],
  integrator: Integrator,
): ReadonlyMap<number, Tie> {
  const ties = new Map<number, Tie>();
  for (const { vehicles, tethers, step_ns } of site.scenario.tethered) {
    const systems = vehicles.map((i) => equations[i]!);
    const endOf = ({ vehicle, point_m }: TetherEnd): LineEnd => ({
      member: vehicle === null ? -1 : vehicles.indexOf(vehicle),
      point_m,
    });
    const lines = tethers.map(({ path, parameters, from, to }) => {
      const line = new Line(parameters, site.constants.gravity_mps2);
      return { path, line, from: endOf(from), to: endOf(to) };
    });
    const path = systems.map((system) => system.path).join(" + ");
    // One vehicle and a place: the name of the vehicle is that of its member.
    const group = new TetheredBodies(systems, lines, {
      ...{ path: systems.length === 1 ? `${path} + ${tethers[0]!.path}` : path, step_ns, integrator },
    });
    const places = site.builder.addGroup(group, group.members);
    const at = places[0]!.at - group.vehicleAt[0]!;
    vehicles.forEach((vehicle, m) => {
      const place = places[m]!;
      const sampledRates: Tie["sampledRates"] = (x, time) => group.sampledRates(m, x, at, time);
      ties.set(vehicle, { place, reads: [place, ...places.filter((other) => other !== place)], sampledRates });
    });
    tethers.forEach((tether, k) => {
      const shown: ShownLine = { tether, group, k, at, reads: places };
      declareChannels(site, shown, watchTautness(site, shown));
    });
  }
  return ties;
}

interface ShownLine {
  readonly tether: ScenarioTether;
  readonly group: TetheredBodies;
  /** Index of the line in its group. */
  readonly k: number;
  /** Where the group's block begins. */
  readonly at: number;
  readonly reads: readonly SystemPlace[];
}

function declareChannels(site: Site, { tether, group, k, at, reads }: ShownLine, taut: Guard): void {
  const { path, component, from, to, parameters } = tether;
  // It stands with the vehicle that it begins at, or with the one that moves.
  const vehicle = from.vehicle ?? to.vehicle ?? 0;
  const time = new Float64Array(1);
  const enter = (look: Look): void => {
    time[0] = look.instant_ns[0]! * S_PER_NS;
  };
  const shared = { group: "tether", vehicle, reads, plot: "lines", of: path } as const;
  const status = new Float64Array(LINE_STATUS_SIZE);
  site.log.sampled({
    ...shared,
    topic: `/${path}`,
    schema: "thetis.Tether",
    fields: namedFields(TETHER_FIELDS),
    title: `Tether ${component.id}, from ${from.name} to ${to.name}`,
    sampleInto(out, look) {
      enter(look);
      group.lineStatusInto(status, 0, k, look.x, at, time);
      out[0] = status[LINE_STATUS.from_N]!;
      out[1] = status[LINE_STATUS.to_N]!;
      out[2] = status[LINE_STATUS.largest_N]!;
      out[3] = status[LINE_STATUS.distance_m]!;
      out[4] = look.reals[taut.dataAt] === WHILE_SLACK[0] ? 1 : 0;
    },
  });
  const n = parameters.segments;
  const ends = new Float64Array(2 * END_SIZE);
  const axes = ["north", "east", "depth"] as const;
  site.log.sampled({
    ...shared,
    topic: `/${path}/shape`,
    schema: `thetis.TetherShape${n}`,
    fields: axes.flatMap((axis) =>
      Array.from({ length: n + 1 }, (_, i) => ({
        name: `${axis}${i}_m`,
        unit: "m",
        label: `node ${i}`,
        quantity: `${axis} of nodes`,
      })),
    ),
    title: `Nodes of tether ${component.id}, from ${from.name} to ${to.name}`,
    sampleInto(out, look) {
      enter(look);
      group.lineEndsInto(ends, 0, k, look.x, at, time);
      const s = at + group.lineAt[k]!;
      for (let i = 0; i < 3; i++) {
        const o = i * (n + 1);
        out[o] = ends[END.p + i]!;
        for (let j = 1; j < n; j++) out[o + j] = look.x[s + 3 * (j - 1) + i]!;
        out[o + n] = ends[END_SIZE + END.p + i]!;
      }
    },
  });
}

function watchTautness(site: Site, { tether, group, k, at, reads }: ShownLine): Guard {
  const { path, parameters, from, to } = tether;
  const status = new Float64Array(LINE_STATUS_SIZE);
  const ends = new Float64Array(2 * END_SIZE);
  const time = new Float64Array(1);
  const actor = site.builder.addActor({
    path: `${path}/tautness`,
    reads,
    handle(moment, side) {
      const taut = side > 0;
      moment.setGuardData(guard, taut ? WHILE_TAUT : WHILE_SLACK, 0);
      time[0] = moment.now_ns * S_PER_NS;
      group.lineStatusInto(status, 0, k, moment.x, at, time);
      group.lineEndsInto(ends, 0, k, moment.x, at, time);
      const apart_m = status[LINE_STATUS.distance_m]!;
      let rate = 0;
      for (let i = 0; i < 3; i++) {
        const along = (ends[END_SIZE + END.p + i]! - ends[END.p + i]!) / apart_m;
        rate += along * (ends[END_SIZE + END.v + i]! - ends[END.v + i]!);
      }
      const pulls = `pulls with ${status[LINE_STATUS.from_N]!.toFixed(1)} N at ${from.name}, ${status[LINE_STATUS.to_N]!.toFixed(1)} N at ${to.name}`;
      const message = taut
        ? `comes taut, its ends parting with ${rate.toFixed(2)} m/s: ${pulls}`
        : `is not taut any more, its ends ${apart_m.toFixed(2)} m apart: ${pulls}`;
      site.tell({ t_ns: moment.now_ns, level: "info", name: path, message });
    },
  });
  const [member] = reads;
  const marginInto = (out: Float64Array, x: Float64Array, reals: Float64Array, dataAt: number): void => {
    // Of the ends only their places matter, which do not depend on the time.
    group.lineEndsInto(ends, 0, k, x, at, time);
    let square = 0;
    for (let i = 0; i < 3; i++) {
      const off = ends[END_SIZE + END.p + i]! - ends[END.p + i]!;
      square += off * off;
    }
    out[0] = Math.sqrt(square) - reals[dataAt]! * parameters.length_m; // (1)
  };
  const guard: Guard = site.builder.addGuard({
    path: `${path}/taut`,
    of: member!,
    actor,
    data: [...WHILE_SLACK],
    // One that starts taut comes taut at the start.
    armed: -1,
    valueInto: (out, x, _at, reals, dataAt) => marginInto(out, x, reals, dataAt),
    horizonInto(out, x, _at, reals, dataAt) {
      marginInto(out, x, reals, dataAt);
      out[0] = Math.abs(out[0]!) / FASTEST_MPS;
    },
  });
  return guard;
}
