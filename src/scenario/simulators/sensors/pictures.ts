/**
 * Pictures of the sea around a vehicle: the element <excerpt> asks the environment as a sensor would, and puts the
 * answers into the log.
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type InPort, PHASE } from "../../../engine/index.ts";
import { excerpt, excerptRequest } from "../../../environment/index.ts";
import { inWords, PICTURE_FIELDS } from "../../../logging/index.ts";
import { vehicleState } from "../../../vehicles/index.ts";
import type { ExcerptPlan } from "../../load/excerpt-plan.ts";
import { namedFields } from "../log-board.ts";
import { PORTS } from "../routes.ts";
import type { Site } from "../site.ts";

const TOLD = vehicleState.at;
const ASKED = excerptRequest.at;
const ANSWER = excerpt.at;

export function installPicture(site: Site, plan: ExcerptPlan): void {
  const { name } = site.scenario.vehicles[plan.vehicle]!;
  const path = PORTS.excerpts(name, plan.id);
  const side = 2 * Math.max(1, Math.ceil(plan.range_m / plan.spacing_m)) + 1;
  ask(site, path, plan);
  record(site, path, plan, side * side);
}

function ask(site: Site, path: string, { map, range_m, spacing_m }: ExcerptPlan): void {
  const told = new Float64Array(vehicleState.size);
  const request = new Float64Array(excerptRequest.size);
  const out = site.out(path, excerptRequest, PHASE.deliver);
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path: `${path}/ask`,
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        request[ASKED.t_ns] = told[TOLD.t_ns]!;
        request[ASKED.map] = map;
        for (let i = 0; i < 7; i++) request[ASKED.p_NS_m + i] = told[TOLD.p_NB_m + i]!;
        request[ASKED.range_m] = range_m;
        request[ASKED.spacing_m] = spacing_m;
        out.send(moment, request, 0);
      }
    },
  });
  port = site.in(PORTS.state(path), vehicleState, { wake: { actor, phase: PHASE.deliver } });
}

/** Values that did not come are NaN. */
function record(site: Site, path: string, { quantity, range_m, vehicle }: ExcerptPlan, cells: number): void {
  const side = Math.sqrt(cells);
  const names = Array.from({ length: cells }, (_, k) => `r${Math.floor(k / side)}c${k % side}`);
  const fields = [...namedFields(PICTURE_FIELDS), ...names.map((cell) => ({ name: cell, unit: quantity.unit }))];
  const channel = site.log.told({
    topic: `/${path}`,
    schema: `thetis.Excerpt${fields.length}`,
    fields,
    plot: "picture",
    group: "excerpts",
    title: `Pictures of the sea: ${inWords(quantity.name)}`,
    vehicle,
    of: path,
    about: { quantity: quantity.name, unit: quantity.unit, range_m: String(range_m) },
  });
  const answer = new Float64Array(excerpt.size);
  const values = new Float64Array(fields.length);
  const payload = new Uint8Array(8 * cells);
  const view = new DataView(payload.buffer);
  let port: InPort<typeof excerpt.fields>;
  const actor = site.builder.addActor({
    path,
    handle(moment) {
      for (;;) {
        const bytes = port.peekPayload(moment, payload, 0);
        if (bytes < 0) return;
        port.receive(moment, answer, 0);
        values[0] = answer[ANSWER.t_ns]! * S_PER_NS;
        for (let i = 1; i < PICTURE_FIELDS.length; i++) values[i] = answer[ANSWER.rows + i - 1]!;
        for (let k = 0; k < cells; k++) {
          values[PICTURE_FIELDS.length + k] = 8 * k < bytes ? view.getFloat64(8 * k, true) : Number.NaN;
        }
        channel.write(moment.now_ns, values, 0);
      }
    },
  });
  port = site.in(path, excerpt, {
    capacity: 2,
    payload: payload.length,
    wake: { actor, phase: PHASE.deliver },
  });
}
