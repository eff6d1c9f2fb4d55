/**
 * The vehicles of a world.
 *
 *   sense     taps read the state and send it to their receivers
 *   deliver   surroundings become held inputs; forces from outside begin and end
 *   react     vehicles answer where they are, when a signal leaves them or is about to reach them (answers.ts)
 *   actuate   commands take effect, and stay in force until others come
 *   correct   limits of hulls act (depth-limit.ts); contacts ask and correct (contact.ts); latches take and let go (latches.ts); batteries take what devices draw, and cut off; weights are dropped (battery.ts)
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type Fields, type InPort, type Look, type MessageType, PHASE, type ThingPart } from "../../../engine/index.ts";
import { surroundings } from "../../../environment/index.ts";
import { DormandPrince, type Integrator, Rk4, SemiImplicitEuler } from "../../../math/index.ts";
import { batteryReading, bodyMotion, contactReading, partReading } from "../../../sensors/index.ts";
import { type ActuatorCommand, AIR_SIZE, addPushInto, push, vehicleState, WATER } from "../../../vehicles/index.ts";
import { geodeticFinder } from "../../load/origin.ts";
import type { Scenario } from "../../load/scenario.ts";
import { FEW, PORTS, type Tap } from "../routes.ts";
import type { Site } from "../site.ts";
import { pushersOf } from "../thing-routes.ts";
import { watchAdvance } from "./advance-watch.ts";
import { installAnswers } from "./answers.ts";
import { watchAttitude } from "./attitude-watch.ts";
import { dropByCommand, dropByTime, installBattery } from "./battery.ts";
import { type Body, FixedBody, MovingBody, STATE_FIELDS, vehicleSystem } from "./body.ts";
import { commandWatch } from "./command-watch.ts";
import { installContact } from "./contact.ts";
import { commandFields, motionField, outputFields } from "./declared-fields.ts";
import { watchDepth } from "./depth-limit.ts";
import { type InstalledLatch, installLatches } from "./latches.ts";
import { watchNavigation } from "./navigation-watch.ts";
import { Summary } from "./summary.ts";
import { watchSurface } from "./surface-watch.ts";
import { tieTogether } from "./tethers.ts";

const ANSWER = surroundings.at;
const PUSHED = push.at;

// Scratch of one event: one for all vehicles, since a fleet's own would not stay in the cache.
const state = new Float64Array(Math.max(vehicleState.size, bodyMotion.size, partReading.size, batteryReading.size));
const answer = new Float64Array(surroundings.size);

export interface InstalledVehicles {
  readonly bodies: readonly Body[];
  readonly summary: Summary;
}

export function installVehicles(site: Site): InstalledVehicles {
  const { scenario } = site;
  const integrator = integratorOf(scenario);
  const equations = scenario.vehicles.map(({ name, parts }, i) =>
    parts === null ? null : vehicleSystem(site, i, parts, integrator, site.expects(name, push)),
  );
  const ties = tieTogether(site, equations, integrator);
  const bodies = scenario.vehicles.map((_, i): Body => {
    const system = equations[i] ?? null;
    if (system === null) return new FixedBody(site, i);
    const pushes = system.pushAt >= 0;
    const body = new MovingBody(site, i, system, ties.get(i) ?? null);
    if (scenario.contacts !== null) installContact(site, body, scenario.contacts);
    if (scenario.sea !== null) keepSurroundings(site, body);
    if (pushes) takePushes(site, body);
    watchDepth(site, body);
    dropByTime(site, body);
    installBattery(site, body);
    watchAdvance(site, body);
    watchSurface(site, body);
    watchAttitude(site, body);
    return body;
  });
  const latches = installLatches(site, bodies);
  for (const body of bodies) {
    takeCommands(site, body, latches.get(body.index) ?? []);
    declareChannels(site, body);
    watchNavigation(site, body);
  }
  for (const tap of site.taps) tapState(site, bodies[tap.vehicle]!, tap);
  installAnswers(site, bodies);
  return { bodies, summary: new Summary(site.builder, bodies, scenario.origin) };
}

function tapState(site: Site, body: Body, { name, times, message = vehicleState, of }: Tap): void {
  const path = PORTS.tap(body.vehicle.name, name);
  const out = site.out(path, message as MessageType<Fields>, PHASE.sense);
  const told = tapped(message as MessageType<Fields>, body, of);
  const actor = site.builder.addActor({
    path,
    reads: body.reads,
    handle(moment) {
      told(moment);
      out.send(moment, state, 0);
    },
  });
  site.builder.every(actor, times, PHASE.sense);
}

/** Writes what a tap sends to `state`. */
function tapped(message: MessageType<Fields>, body: Body, of: ThingPart | undefined): (look: Look) => void {
  const is = (other: unknown): boolean => message === other;
  if (is(bodyMotion)) return (look) => body.motionInto(state, look);
  if (is(contactReading)) return (look) => body.contactInto(state, look);
  if (is(batteryReading)) return (look) => body.batteryInto(state, look);
  if (is(partReading) && of !== undefined) return body.partReader(state, of);
  return (look) => body.tellInto(state, look);
}

/** latches: of a dock, in the order of its actuators. */
function takeCommands(site: Site, body: Body, latches: readonly InstalledLatch[]): void {
  const { name, command, actuators, controllers } = body.vehicle;
  if (controllers.length === 0) return;
  const message = new Float64Array(command.size);
  const channel = site.log.told({
    topic: `/${name}/commands`,
    schema: "thetis.Commands",
    fields: commandFields(actuators),
    plot: "steps",
    group: "commands",
    title: "Commands, as they took effect",
    vehicle: body.index,
    of: `${name}/actuators`,
  });
  const shown = new Float64Array(1 + actuators.length);
  const moving = body instanceof MovingBody ? body : null;
  const drop = moving === null || moving.system.dropWeights.length === 0 ? null : dropByCommand(site, moving);
  const watch = commandWatch(site, body.vehicle);
  // One for each controller: however many commands of one come late and at once, those of another have their room.
  const ports: InPort<ActuatorCommand["fields"]>[] = [];
  const actor = site.builder.addActor({
    path: `${name}/actuators`,
    writes: body.reads,
    handle(moment) {
      for (let k = 0; k < ports.length; k++) {
        while (ports[k]!.receive(moment, message, 0)) {
          shown[0] = message[command.at.issued_ns]! * S_PER_NS;
          watch(moment, message, command.at.values);
          if (moving !== null) {
            moving.applyCommands(moment.x, message, command.at.values);
            drop?.(moment);
            moving.commandsInto(shown, 1, moment.x);
          }
          for (let i = 0; i < latches.length; i++) {
            latches[i]!.command(moment, message[command.at.values + i]!);
            shown[1 + i] = latches[i]!.open(moment.reals);
          }
          channel.write(moment.now_ns, shown, 0);
        }
      }
    },
  });
  for (const { component } of controllers) {
    const path = PORTS.law(name, component.id);
    ports.push(site.in(path, command, { capacity: FEW, wake: { actor, phase: PHASE.actuate } }));
  }
}

/** Forces from outside begin and end. */
function takePushes(site: Site, { index, vehicle: { name }, place, system }: MovingBody): void {
  const message = new Float64Array(push.size);
  const part = (at: number): Float64Array => message.subarray(at, at + 3);
  const [force, torque, point] = [part(PUSHED.force_N), part(PUSHED.torque_Nm), part(PUSHED.point_m)];
  let port: InPort<typeof push.fields>;
  const actor = site.builder.addActor({
    path: `${name}/pushes`,
    writes: [place],
    handle(moment) {
      while (port.receive(moment, message, 0)) {
        const sign = message[PUSHED.sign]! > 0 ? 1 : -1;
        const frame = message[PUSHED.frame] === 0 ? "N" : "B";
        addPushInto(moment.x, place.at + system.pushAt, sign, frame, force, torque, point);
      }
    },
  });
  // All of them may begin and end at one instant, beside some by message.
  const capacity = 2 * pushersOf(site.scenario, index) + 16;
  port = site.in(name, push, { capacity, wake: { actor, phase: PHASE.deliver } });
}

/** Water and wind, as the environment answers. */
function keepSurroundings(site: Site, { vehicle, place, system }: MovingBody): void {
  let port: InPort<typeof surroundings.fields>;
  const keeper = site.builder.addActor({
    path: `${vehicle.name}/surroundings`,
    writes: [place],
    handle(moment) {
      const { x } = moment;
      const at = place.at + system.waterAt;
      while (port.receive(moment, answer, 0)) {
        for (let i = 0; i < 3; i++) x[at + WATER.current + i] = answer[ANSWER.current_N_mps + i]!;
        for (let i = 0; i < 9; i++) x[at + WATER.gradient + i] = answer[ANSWER.currentGradient_N_1ps + i]!;
        for (let i = 0; i < 3; i++) x[at + WATER.rate + i] = answer[ANSWER.currentRate_N_mps2 + i]!;
        for (let i = 0; i < 3; i++) x[at + WATER.around + i] = answer[ANSWER.p_NB_m + i]!;
        x[at + WATER.since] = answer[ANSWER.t_ns]! * S_PER_NS;
        x[at + WATER.varies] = 1;
        x[at + WATER.density] = answer[ANSWER.density_kgpm3]!;
        x[at + WATER.surface] = answer[ANSWER.surface_m]!;
        for (let i = 0; i < AIR_SIZE; i++) x[at + WATER.air + i] = answer[ANSWER.wind_N_mps + i]!;
      }
    },
  });
  port = site.in(vehicle.name, surroundings, { capacity: FEW, wake: { actor: keeper, phase: PHASE.deliver } });
}

function declareChannels(site: Site, body: Body): void {
  const { index: vehicle, reads } = body;
  const { name } = body.vehicle;
  site.log.sampled({
    group: "state",
    vehicle,
    reads,
    topic: `/${name}/state`,
    schema: "thetis.VehicleState",
    fields: STATE_FIELDS.map(motionField),
    plot: "motion",
    title: "Motion",
    of: name,
    sampleInto: (out, moment) => body.fieldsInto(out, moment),
  });
  const pose = { vehicle, reads, frame: "ned", sampleInto: body.poseInto.bind(body) };
  site.log.pose({ ...pose, group: "pose", topic: `/${name}/pose` });
  site.log.pose({ ...pose, group: "transforms", topic: "/tf", child: name });
  const { origin } = site.scenario;
  if (origin !== undefined) {
    const find = geodeticFinder(origin);
    const at = new Float64Array(7);
    site.log.location({
      ...{ group: "location", vehicle, reads, topic: `/${name}/location`, frame: name },
      sampleInto(out, moment) {
        body.poseInto(at, moment);
        find(out, 0, at, 0);
      },
    });
  }
  if (!(body instanceof MovingBody) || body.system.outputs.length === 0) return;
  const { system, place } = body;
  const time = new Float64Array(1);
  site.log.sampled({
    group: "actuators",
    vehicle,
    reads,
    topic: `/${name}/actuators`,
    schema: "thetis.Actuators",
    fields: outputFields(system.outputs, body.vehicle.actuators),
    plot: "lines",
    title: "Actuators",
    of: `${name}/actuators`,
    sampleInto(out, { x, now_ns }) {
      time[0] = now_ns * S_PER_NS;
      system.partOutputsInto(out, 0, x, place.at, time);
    },
  });
}

function integratorOf({ integrator, tolerance, vehicles, tethered, step_ns }: Scenario): Integrator {
  const most = vehicles.map(({ parts }) => (parts === null ? 0 : MovingBody.mostNumbers(parts)));
  const joined = tethered.map((group) => {
    const lines = group.tethers.map(({ parameters }) => 6 * parameters.segments);
    return [...group.vehicles.map((i) => most[i]!), ...lines].reduce((sum, numbers) => sum + numbers, 0);
  });
  const largest = Math.max(1, ...most, ...joined);
  if (integrator === "rk4") return new Rk4(largest);
  if (integrator === "semi-implicit-euler") return new SemiImplicitEuler(largest);
  const minStep_s = Math.min(1e-9, step_ns * S_PER_NS);
  return new DormandPrince(largest, { relativeTolerance: tolerance, absoluteTolerance: tolerance, minStep_s });
}
