/**
 * The battery of a vehicle in a run: what devices draw, the log, and its cut-off.
 *
 *   correct   what devices draw becomes a held input, as it changes; the guard of the cut-off acts
 *
 * The guard is the margin of vehicles/battery.ts, eq. (7); it fires once. Then the battery gives nothing any more, so all actuators rest;
 * drop weights are released where that is declared; and a nanosecond later devices and programs get a message that their power is gone,
 * upon which they are silent. What the vehicle does then follows from its weight and buoyancy.
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, instant_ns, type Moment, PHASE } from "../../../engine/index.ts";
import { powerDraw, powerState } from "../../../environment/index.ts";
import { BATTERY_HELD, BATTERY_STATUS, BATTERY_STATUS_SIZE, type Battery, CONSUMERS } from "../../../vehicles/index.ts";
import { namedFields } from "../log-board.ts";
import { FEW } from "../routes.ts";
import type { Site } from "../site.ts";
import { batteryPath, drawersOf, THING_PORTS } from "../thing-routes.ts";
import type { MovingBody } from "./body.ts";

/** What the log shows, in the order of BATTERY_STATUS. */
export const BATTERY_FIELDS = [
  "voltage_V",
  "current_A",
  "power_W",
  "charge",
  ...[...CONSUMERS, "loss"].map((group) => `${group}Energy_J`),
] as const;

/** After its cut-off the margin never changes. */
const FOR_EVER_S = 1e9;

export function installBattery(site: Site, body: MovingBody): void {
  const battery = body.system.parts.battery ?? null;
  const path = batteryPath(site.scenario, body.index);
  if (battery === null || path === null) return;
  takeDraws(site, body, path);
  watchCutOff(site, body, battery, path);
  declareChannel(site, body, path);
}

/** What devices draw: each sends it when it changes, and their sum is held. */
function takeDraws(site: Site, { index, place, system }: MovingBody, path: string): void {
  const devices = drawersOf(site.scenario, index);
  if (devices.length === 0) return;
  const at = site.builder.layout.reals(`${path}/draws`, devices.length);
  const ports: InPort<typeof powerDraw.fields>[] = [];
  const drawn = new Float64Array(powerDraw.size);
  const actor = site.builder.addActor({
    path: `${path}/draws`,
    writes: [place],
    handle(moment) {
      const { x, reals } = moment;
      let sum = 0;
      for (let k = 0; k < ports.length; k++) {
        while (ports[k]!.receive(moment, drawn, 0)) reals[at + k] = drawn[0]!;
        sum += reals[at + k]!;
      }
      x[place.at + system.batteryAt + BATTERY_HELD.devices] = sum;
    },
  });
  for (const { component } of devices) {
    const port = THING_PORTS.draw(path, component.id);
    ports.push(site.in(port, powerDraw, { capacity: FEW, wake: { actor, phase: PHASE.correct } }));
  }
}

function watchCutOff(site: Site, { vehicle, place, system }: MovingBody, battery: Battery, path: string): void {
  const weights = battery.atCutOff === "dropWeight" ? system.dropWeights : [];
  const out = site.offer(path, powerState, PHASE.correct);
  const gone = new Float64Array(powerState.size);
  const status = new Float64Array(BATTERY_STATUS_SIZE);
  const time = new Float64Array(1);
  const actor = site.builder.addActor({
    path: `${path}/cutOff`,
    writes: [place],
    handle(moment, side) {
      if (side > 0) return;
      const { x, now_ns } = moment;
      const held = place.at + system.batteryAt;
      time[0] = now_ns * S_PER_NS;
      system.batteryInto(status, 0, x, place.at, time);
      x[held + BATTERY_HELD.off] = 1;
      x[held + BATTERY_HELD.since] = time[0];
      const charge = `${(100 * Math.max(0, status[BATTERY_STATUS.charge]!)).toFixed(1)} % of its charge`;
      const at = `${status[BATTERY_STATUS.voltage_V]!.toFixed(2)} V and ${status[BATTERY_STATUS.power_W]!.toFixed(1)} W`;
      const message = `cuts off with ${charge} left, at ${at}: actuators rest, sensors and software are silent`;
      site.tell({ t_ns: now_ns, level: "warning", name: path, message });
      for (const weight of weights) {
        if (system.release(weight, x, place.at)) tellOfRelease(site, moment, `${vehicle.name}/${weight.name}`);
      }
      out.send(moment, gone, 0);
    },
  });
  const isOff = (x: Float64Array, at: number): boolean => x[at + system.batteryAt + BATTERY_HELD.off] !== 0;
  site.builder.addGuard({
    path: `${path}/margin`,
    of: place,
    actor,
    // One that starts below it cuts off at once.
    armed: 1,
    valueInto(value, x, at, _reals, _dataAt, now) {
      system.batteryMarginInto(value, x, at, now);
    },
    horizonInto(value, x, at) {
      value[0] = isOff(x, at) ? FOR_EVER_S : 0;
    },
  });
}

/** Weights that are let go at a stated time. */
export function dropByTime(site: Site, { vehicle, place, system }: MovingBody): void {
  const timed = system.dropWeights.filter(({ releaseAt_s }) => releaseAt_s !== null);
  if (timed.length === 0) return;
  const actor = site.builder.addActor({
    path: `${vehicle.name}/weights`,
    writes: [place],
    handle(moment, k) {
      const weight = timed[k]!;
      if (system.release(weight, moment.x, place.at)) tellOfRelease(site, moment, `${vehicle.name}/${weight.name}`);
    },
  });
  timed.forEach(({ releaseAt_s }, k) => {
    const t_ns = instant_ns(releaseAt_s!);
    if (t_ns <= site.scenario.duration_ns) site.builder.at(t_ns, PHASE.correct, actor, k);
  });
}

/** Weights that a command lets go: to be called when commands have taken effect. */
export function dropByCommand(site: Site, { vehicle, place, system }: MovingBody): (moment: Moment) => void {
  const weights = system.dropWeights;
  return (moment) => {
    for (const weight of weights) {
      if (!system.asksToRelease(weight, moment.x, place.at)) continue;
      if (system.release(weight, moment.x, place.at)) tellOfRelease(site, moment, `${vehicle.name}/${weight.name}`);
    }
  };
}

function tellOfRelease(site: Site, { now_ns }: Moment, name: string): void {
  site.tell({ t_ns: now_ns, level: "info", name, message: "is released" });
}

function declareChannel(site: Site, { index, reads, place, system }: MovingBody, path: string): void {
  const time = new Float64Array(1);
  site.log.sampled({
    group: "battery",
    vehicle: index,
    reads,
    topic: `/${path}`,
    schema: "thetis.Battery",
    // A share is a quantity, although it has no unit.
    fields: namedFields(BATTERY_FIELDS).map((field) =>
      field.name === "charge" ? { name: "charge", unit: "", quantity: "charge" } : field,
    ),
    plot: "lines",
    title: "Battery",
    of: path,
    sampleInto(out, { x, now_ns }) {
      time[0] = now_ns * S_PER_NS;
      system.batteryInto(out, 0, x, place.at, time);
    },
  });
}
