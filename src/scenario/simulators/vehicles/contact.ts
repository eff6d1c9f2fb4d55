/**
 * A body that may touch something, as its own simulator sees it.
 *
 *   correct   its guard (environment/contacts/free-space.ts) asks the environment for attention; it answers questions of the environment;
 *             free spaces become data of the guard, which lands nothing; corrections land the body: pose and velocity, contact forces
 */
import { S_PER_NS } from "../../../core/index.ts";
import { type Guard, type InPort, type Moment, PHASE } from "../../../engine/index.ts";
import {
  contactQuestion,
  correction,
  FREE_SPACE_SIZE,
  FreeSpace,
  freeSpace,
  Gaps,
} from "../../../environment/index.ts";
import { rotateInverseInto } from "../../../math/index.ts";
import { CONTACT_FORCE, contactState, STATE } from "../../../vehicles/index.ts";
import type { Contacts } from "../../load/contacts.ts";
import { FEW, PORTS } from "../routes.ts";
import type { Site } from "../site.ts";
import type { MovingBody } from "./body.ts";

const TOLD = contactState.at;
const DONE = correction.at;

/** A force about Bo in B. */
const wrench = new Float64Array(6);
const told = new Float64Array(contactState.size);
const space = new Float64Array(FREE_SPACE_SIZE);
const done = new Float64Array(correction.size);

export function installContact(site: Site, body: MovingBody, contacts: Contacts): void {
  const touching = contacts.bodies[body.index] ?? null;
  if (touching === null) return;
  const { builder } = site;
  const { place, system, vehicle } = body;
  const path = PORTS.contact(vehicle.name);
  const out = site.out(path, contactState, PHASE.correct);
  const time = new Float64Array(1);
  const tell = (moment: Moment, cause: number): void => {
    time[0] = moment.instant_ns[0]! * S_PER_NS;
    told[TOLD.t_ns] = moment.instant_ns[0]!;
    told[TOLD.cause] = cause;
    for (let k = 0; k < 13; k++) told[TOLD.p_NB_m + k] = moment.x[place.at + STATE.p + k]!;
    system.massInverseInto(told, TOLD.massInverse, moment.x, place.at);
    freeAccelerationInto(moment.x);
    out.send(moment, told, 0);
  };
  /** The rates of the velocity less what the contact forces make of them. */
  const freeAccelerationInto = (x: Float64Array): void => {
    const rates = body.sampledRates(x, time);
    for (let k = 0; k < 6; k++) told[TOLD.dv_NB_B_mps2 + k] = rates[STATE.V + k]!;
    const held = place.at + system.contactAt;
    if (x[held + CONTACT_FORCE.active] === 0) return;
    rotateInverseInto(wrench, 0, x, place.at + STATE.q, x, held + CONTACT_FORCE.force_N);
    rotateInverseInto(wrench, 3, x, place.at + STATE.q, x, held + CONTACT_FORCE.torque_N);
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += told[TOLD.massInverse + 6 * i + j]! * wrench[j]!;
      told[TOLD.dv_NB_B_mps2 + i]! -= sum;
    }
  };

  let guard: Guard;
  let questions: InPort<typeof contactQuestion.fields>;
  let spaces: InPort<typeof freeSpace.fields>;
  const reporter = builder.addActor({
    path,
    reads: body.reads,
    handle(moment, data) {
      if (data === -1) tell(moment, 1);
      while (spaces.receive(moment, space, 0)) moment.setGuardData(guard, space, 0);
      let asked = false;
      while (questions.receive(moment, space, 0)) asked = true;
      if (asked && data !== -1) tell(moment, 0);
    },
  });
  const wake = { actor: reporter, phase: PHASE.correct };
  questions = site.in(path, contactQuestion, { capacity: FEW, wake });
  spaces = site.in(path, freeSpace, { capacity: FEW, wake });
  const free = new FreeSpace(touching.body, contacts.bottom, new Gaps(), contacts.step_s);
  guard = builder.addGuard({
    path: `${vehicle.name}/freeSpace`,
    of: place,
    actor: reporter,
    data: new Array<number>(FREE_SPACE_SIZE).fill(0),
    // At the start nothing is known, which is a crossing.
    armed: 1,
    valueInto(value, x, at, reals, dataAt) {
      free.marginInto(value, x, at, reals, dataAt);
    },
    horizonInto(value, x, at, reals, dataAt) {
      free.horizonInto(value, x, at, reals, dataAt);
    },
  });

  let corrections: InPort<typeof correction.fields>;
  const corrector = builder.addActor({
    path: `${path}/corrections`,
    writes: [place],
    handle(moment) {
      const { x } = moment;
      while (corrections.receive(moment, done, 0)) {
        // What a latch took in the same instant stays where it is.
        if (done[DONE.moves] !== 0 && !system.isLatched(x, place.at)) {
          for (let k = 0; k < 13; k++) x[place.at + STATE.p + k] = done[DONE.p_NB_m + k]!;
          system.projectInto(x, place.at);
        }
        const held = place.at + system.contactAt;
        let any = 0;
        for (let k = 0; k < 6; k++) {
          const value = done[DONE.force_N + k]!;
          x[held + CONTACT_FORCE.force_N + k] = value;
          if (value !== 0) any = 1;
        }
        x[held + CONTACT_FORCE.active] = any;
        x[held + CONTACT_FORCE.impulse]! += done[DONE.impulse_Ns]!;
      }
    },
  });
  corrections = site.in(path, correction, { capacity: FEW, wake: { actor: corrector, phase: PHASE.correct } });
}
