/**
 * The environment of a world: each vehicle sends its state, some times a second, and gets the water there, to
 * first order in place and time. Between two answers the vehicle's equations follow that expansion, which is made around
 * where and when the vehicle will be half way to the next answer: around the present, what the water's acceleration does
 * would come half an interval late, and a light body in waves would gain energy.
 *
 *   deliver   vehicleState -> environment -> surroundings
 *             the water at a vehicle at the log's instants; for things, map excerpts (excerpt-desk.ts) and the water where they
 *             are (water-desk.ts), and the vehicles near them (neighbour-desk.ts)
 *
 *   react     signals between transducers (signals/signal-desk.ts)
 *
 * Currents, wind, waves and pushes are things that join here (../things.ts).
 *
 * The first time that a vehicle is where the data of the sea end is reported (edge-watch.ts), and so is that it touches the bottom or an
 * obstacle (ground-watch.ts). The height of the surface and
 * the wind are held between two answers. The wind is that of the present, at the height that the vehicle sends: half an interval is short beside a gust, and gusts are not known ahead.
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, PHASE } from "../../../engine/index.ts";
import { FLOW, FLOW_SIZE, type PhysicalConstants, POINT, surroundings } from "../../../environment/index.ts";
import { rotateInto } from "../../../math/index.ts";
import { AIR_SIZE, vehicleState } from "../../../vehicles/index.ts";
import type { Scenario } from "../../load/scenario.ts";
import { NO_SEA, SEA_FIELDS, type Sea, WIND_FIELDS } from "../../load/sea.ts";
import { FEW, PORTS } from "../routes.ts";
import type { Site } from "../site.ts";
import { excerptDesks, neighbourPorts } from "../thing-routes.ts";
import { joinThings } from "../things.ts";
import { installContacts } from "./contacts/install.ts";
import { EdgeWatch } from "./edge-watch.ts";
import { ExcerptDesk } from "./excerpt-desk.ts";
import { GroundWatch } from "./ground-watch.ts";
import { answerNeighbours, BodyStates, keepState } from "./neighbour-desk.ts";
import { SeaQuery, seaPoint } from "./sea-query.ts";
import { declareSeaScenery } from "./sea-scenery.ts";
import { installSignals } from "./signals/install.ts";
import { answerThings } from "./water-desk.ts";
import { WATER_FIELDS } from "./water-fields.ts";

const TOLD = vehicleState.at;
const ANSWER = surroundings.at;

// Scratch of one event: one for all vehicles, since a fleet's own would not stay in the cache.
const told = new Float64Array(vehicleState.size);
const answer = new Float64Array(surroundings.size);
const flow = new Float64Array(FLOW_SIZE);
const below = new Float64Array(2);
const ahead = new Float64Array(3);
const air = new Float64Array(AIR_SIZE);
const point = seaPoint();

/** What the environment states before the world is built. */
export function statedConstants({ world }: Scenario): PhysicalConstants {
  const { gravity_mps2, density_kgpm3, current_mps } = world;
  return Object.freeze({ gravity_mps2, density_kgpm3, current_N_mps: current_mps });
}

/** What can be asked of the sea that was installed; null for a world of constants. */
export type InstalledEnvironment = SeaQuery | null;

export function installEnvironment(site: Site): InstalledEnvironment {
  const { builder, scenario, constants } = site;
  const joined = joinThings(site, "environment");
  const sea = new SeaQuery(scenario.sea ?? NO_SEA, constants, joined);
  answerThings(site, sea);
  declareSeaScenery(site, sea);
  const asking = excerptDesks(scenario);
  if (asking.length > 0) {
    const desk = new ExcerptDesk(site, sea, scenario.described.quantities);
    for (const path of asking) desk.open(site, path);
  }
  installContacts(site);
  installSignals(site);
  const looking = neighbourPorts(scenario);
  const states = looking.length === 0 ? null : new BodyStates(builder, scenario);
  if (states !== null) answerNeighbours(site, states, looking);
  if (scenario.sea === null) {
    if (states === null) return null;
    scenario.vehicles.forEach(({ name, parts }, vehicle) => {
      if (parts !== null) keepState(site, states, vehicle, PORTS.environment(name));
    });
    return null;
  }
  const names = scenario.vehicles.map(({ name }) => name);
  const edges = new EdgeWatch(builder, sea.edges, names, site.tell);
  const { scene, obstacles } = scenario.sea;
  const ground = scene === null ? null : new GroundWatch(builder, scene, obstacles, scenario.vehicles, site.tell);
  scenario.vehicles.forEach(({ name, parts }, vehicle) => {
    // What can touch the ground is stopped by it.
    const watch = (scenario.contacts?.bodies[vehicle] ?? null) === null ? ground : null;
    if (parts !== null) answerVehicle(site, sea, edges, watch, states, vehicle, name);
  });
  for (const { vehicle, channels } of scenario.logs) {
    if (channels.includes("water")) logWater(site, sea, scenario.sea, vehicle, names[vehicle]!);
  }
  return sea;
}

/** Answers the states of one vehicle with its surroundings. */
function answerVehicle(
  site: Site,
  sea: SeaQuery,
  edges: EdgeWatch,
  ground: GroundWatch | null,
  states: BodyStates | null,
  vehicle: number,
  name: string,
): void {
  const half_ns = Math.round(0.5e9 / site.scenario.world.refresh_Hz);
  const path = PORTS.environment(name);
  const out = site.out(path, surroundings, PHASE.deliver);
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        states?.keep(moment, vehicle, told);
        // Half way to the next answer.
        rotateInto(ahead, 0, told, TOLD.q_NB, told, TOLD.v_NB_B_mps);
        for (let i = 0; i < 3; i++) point[POINT.p + i] = told[TOLD.p_NB_m + i]! + ahead[i]! * half_ns * S_PER_NS;
        answer[ANSWER.t_ns] = told[TOLD.t_ns]! + half_ns;
        point[POINT.t_s] = answer[ANSWER.t_ns]! * S_PER_NS;
        edges.look(moment, vehicle, point, 0);
        ground?.look(moment, vehicle, told, TOLD.p_NB_m);
        sea.flowInto(flow, 0, point, 0, moment.reals);
        sea.belowInto(below, 0, point, 0);
        for (let i = 0; i < 3; i++) answer[ANSWER.p_NB_m + i] = point[POINT.p + i]!;
        for (let i = 0; i < 3; i++) answer[ANSWER.current_N_mps + i] = flow[FLOW.velocity + i]!;
        for (let i = 0; i < 9; i++) answer[ANSWER.currentGradient_N_1ps + i] = flow[FLOW.gradient + i]!;
        for (let i = 0; i < 3; i++) answer[ANSWER.currentRate_N_mps2 + i] = flow[FLOW.rate + i]!;
        sea.densityInto(answer, ANSWER.density_kgpm3, point, 0);
        sea.surfaceInto(answer, ANSWER.surface_m, point, 0);
        answer[ANSWER.bottomDepth_m] = below[0]!;
        point[POINT.t_s] = told[TOLD.t_ns]! * S_PER_NS;
        sea.windInto(answer, ANSWER.wind_N_mps, told, TOLD.windHeight_m, point, 0, moment.reals);
        out.send(moment, answer, 0);
      }
    },
  });
  port = site.in(path, vehicleState, { capacity: FEW, wake: { actor, phase: PHASE.deliver } });
}

/** What a vehicle swims in, in the log, at the place where it says it is. */
function logWater(site: Site, sea: SeaQuery, { scalars }: Sea, vehicle: number, name: string): void {
  const fields = sea.hasWind ? [...SEA_FIELDS, ...WIND_FIELDS] : SEA_FIELDS;
  const path = PORTS.waterLog(name);
  const channel = site.log.told({
    topic: `/${name}/water`,
    schema: "thetis.Water",
    fields: [
      ...fields.map((field) => WATER_FIELDS[field]),
      ...scalars.map((scalar) => ({ name: scalar.name, unit: scalar.unit, label: scalar.name, quantity: scalar.name })),
    ],
    plot: "lines",
    group: "water",
    title: "Water",
    vehicle,
    of: path,
  });
  const values = new Float64Array(fields.length + scalars.length);
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        for (let i = 0; i < 3; i++) point[POINT.p + i] = told[TOLD.p_NB_m + i]!;
        point[POINT.t_s] = told[TOLD.t_ns]! * S_PER_NS;
        sea.fieldsInto(values, 0, point, 0);
        if (sea.hasWind) {
          sea.windInto(air, 0, told, TOLD.windHeight_m, point, 0, moment.reals);
          for (let k = 0; k < 3; k++) values[SEA_FIELDS.length + k] = air[k]!;
          values[SEA_FIELDS.length + 3] = told[TOLD.windHeight_m]!;
        }
        sea.scalarsInto(values, fields.length, point, 0);
        channel.write(told[TOLD.t_ns]!, values, 0);
      }
    },
  });
  port = site.in(path, vehicleState, { capacity: FEW, wake: { actor, phase: PHASE.deliver } });
}
