/**
 * TDMA: time is divided into slots that belong to one modem each; slots repeat for ever.
 *
 *   slot j of cycle k    from  B = offset + k T_F + Σ_(i<j) T_i  to  B + T_j,     T_F = Σ T_i             (1)
 *   T_j                  slots_s, or where not given: longest frame + G_j                                 (2)
 *   a frame of D begins  t = max(now, B − d),   if  t + D ≤ B + T_j − G_j − d                             (3)
 *   G_j                  guards_s, or where not given:
 *                          plain                      range_m / c                                         (4)
 *                          compensated, a member's    0.1 range_m / c                                     (5)
 *                          compensated, the receiver's  2 range_m / c                                     (6)
 *   d                    plain 0; compensated: delay_s, or  t_heard − D − t_sent  of the last frame that was heard from the receiver   (7)
 *
 * The guard is the end of a slot, in which nothing is sent. Plain, what is sent in slot j has passed every modem within c G_j before slot
 * j + 1 begins: no frames collide anywhere, and who sends next has heard what was sent before. Compensated (`receiver` is given), a modem sends
 * earlier by its delay, so that frames meet their slots at the receiver, such as a docking station: the guard needs to cover only what the delay may
 * have changed since it was learnt, but only the receiver hears all. Behind the receiver's own slot (6) keeps the ways free, there and back.
 * As long as a delay is not known, its modem is silent; a receiver that has sent nothing for beacon_s sends a control frame in its own slot.
 * An owner of −1 in the list is a pause. A slot of an address that is not there stays empty. What a modem has sent does not continue in its next slot.
 *
 * [Erdemir2018, 4.4.1]: 8 slots of the docking station of 0.0512 s without guard, 8 of vehicles of 0.0413 s = 0.0064 s + 0.0349 s, T_F = 0.74 s.
 * Its frame has nine borders at which another modem begins, but eight guards: between the station's last slot and the first of a vehicle there is
 * none, and what the station sends last can be lost to a vehicle far away (tdma.test.ts). A pause in the list repairs it.
 * Left out: drift of clocks, slots that are negotiated.
 * Source: [Erdemir2018], [Sozer2000]. Test: tdma.test.ts.
 */
import type { Moment } from "../../engine/index.ts";
import { defineModel } from "../../library/index.ts";
import {
  FIRST_CONTROL,
  FRAME,
  FRAME_SIZE,
  type Mac,
  type MacLink,
  type MacPlan,
  type MacReport,
  type MacScheme,
  type MacSite,
  mac,
} from "./mac.ts";
import { nanoseconds, offsetParam, rangeParam, seconds, way_ns } from "./shared.ts";

const SEND = 0;
const BEACON = 1;

const BEACON_FRAME = FIRST_CONTROL;

const DELAY = 0;
const LAST_SENT = 1;
const UNKNOWN = -1;

/** The owner of a pause. */
const NO_OWNER = -1;
/** The destination of what is for all. */
const ALL = -1;

interface Params {
  readonly owners?: readonly number[] | undefined;
  readonly slots_s?: readonly number[] | undefined;
  readonly guards_s?: readonly number[] | undefined;
  readonly offset_s: number;
  readonly range_m: number;
  readonly receiver?: number | undefined;
  readonly delay_s?: number | undefined;
  readonly beacon_s: number;
}

/** One value for all, or one for each. */
const of = (values: readonly number[], slot: number): number => (values.length === 1 ? values[0] : values[slot]);

/** (2), (4) to (6): owners, lengths and guards of the slots of a cycle. */
function slotsOf(p: Params, plan: MacPlan) {
  const owners = p.owners ?? plan.members;
  const way = way_ns(p.range_m, plan);
  const guardOf = (owner: number): number => {
    if (p.receiver === undefined) return way;
    return owner === p.receiver ? 2 * way : Math.ceil(way / 10);
  };
  const guards = owners.map((owner, j) => (p.guards_s === undefined ? guardOf(owner) : nanoseconds(of(p.guards_s, j))));
  const lengths = owners.map((_, j) =>
    p.slots_s === undefined ? plan.longestFrame_ns + guards[j] : nanoseconds(of(p.slots_s, j)),
  );
  return { owners, guards, lengths, cycle_ns: lengths.reduce((sum, length) => sum + length, 0) };
}

class Tdma implements Mac {
  readonly #address: number;
  readonly #receiver: number;
  readonly #offset_ns: number;
  readonly #cycle_ns: number;
  /** Begin, and end without guard, of the own slots in a cycle. */
  readonly #opens: Float64Array;
  readonly #closes: Float64Array;
  readonly #control_ns: number;
  readonly #beacon_ns: number;
  /** Whether the delay is learnt. */
  readonly #learns: boolean;
  readonly #at: number;
  readonly #begin = new Float64Array(1);
  readonly #head = new Float64Array(FRAME_SIZE);

  constructor(site: MacSite, p: Params) {
    const { plan } = site;
    const { owners, guards, lengths, cycle_ns } = slotsOf(p, plan);
    const opens: number[] = [];
    const closes: number[] = [];
    let begin_ns = 0;
    for (const [j, owner] of owners.entries()) {
      if (owner === plan.address) {
        opens.push(begin_ns);
        closes.push(begin_ns + lengths[j] - guards[j]);
      }
      begin_ns += lengths[j];
    }
    this.#address = plan.address;
    this.#receiver = p.receiver ?? UNKNOWN;
    this.#offset_ns = nanoseconds(p.offset_s);
    this.#cycle_ns = cycle_ns;
    this.#opens = Float64Array.from(opens);
    this.#closes = Float64Array.from(closes);
    this.#control_ns = plan.controlFrame_ns;
    this.#beacon_ns = nanoseconds(p.beacon_s);
    this.#learns = p.receiver !== undefined && p.receiver !== plan.address && p.delay_s === undefined;
    const known_ns = p.receiver === undefined || p.receiver === plan.address ? 0 : nanoseconds(p.delay_s ?? 0);
    this.#at = site.reals("tdma", 2, [this.#learns ? UNKNOWN : known_ns, -this.#beacon_ns]);
  }

  start(moment: Moment, link: MacLink): void {
    if (this.#receiver === this.#address) this.#planBeacon(moment, link);
  }

  offer(moment: Moment, link: MacLink): void {
    if (link.isSending(moment) || !link.isOffered(moment)) return;
    const delay_ns = moment.reals[this.#at + DELAY];
    if (delay_ns === UNKNOWN) return;
    link.headInto(this.#head, moment);
    this.#beginInto(this.#head[FRAME.duration_ns], moment.instant_ns[0], delay_ns);
    const begin_ns = this.#begin[0];
    if (begin_ns === Number.POSITIVE_INFINITY) link.giveUp(moment);
    else if (begin_ns > moment.instant_ns[0]) link.setTimer(moment, SEND, begin_ns);
    else link.send(moment);
  }

  timer(moment: Moment, link: MacLink, timer: number): void {
    if (timer === BEACON) this.#sendBeacon(moment, link);
    else this.offer(moment, link);
  }

  sent(moment: Moment, link: MacLink): void {
    moment.reals[this.#at + LAST_SENT] = moment.instant_ns[0];
    if (this.#receiver === this.#address) this.#planBeacon(moment, link);
    this.offer(moment, link);
  }

  heard(moment: Moment, link: MacLink, frame: Float64Array, at: number): void {
    if (!this.#learns || frame[at + FRAME.source] !== this.#receiver) return;
    const delay_ns = moment.instant_ns[0] - frame[at + FRAME.duration_ns] - frame[at + FRAME.sent_ns]; // (7)
    moment.reals[this.#at + DELAY] = Math.max(0, Math.round(delay_ns));
    this.offer(moment, link);
  }

  #planBeacon(moment: Moment, link: MacLink): void {
    const due_ns = Math.max(moment.instant_ns[0], moment.reals[this.#at + LAST_SENT] + this.#beacon_ns);
    this.#beginInto(this.#control_ns, due_ns, 0);
    if (this.#begin[0] < Number.POSITIVE_INFINITY) link.setTimer(moment, BEACON, this.#begin[0]);
  }

  /** Frames of users go first. */
  #sendBeacon(moment: Moment, link: MacLink): void {
    this.offer(moment, link);
    if (link.isSending(moment)) return;
    const now_ns = moment.instant_ns[0];
    this.#beginInto(this.#control_ns, now_ns, 0);
    if (this.#begin[0] > now_ns) link.setTimer(moment, BEACON, this.#begin[0]);
    else link.control(moment, BEACON_FRAME, ALL, 0, 0);
  }

  /** (3) to #begin[0]: the first instant from `from_ns` on at which a frame fits in a slot; ∞ where it fits in none. */
  #beginInto(duration_ns: number, from_ns: number, delay_ns: number): void {
    const shift_ns = this.#offset_ns - delay_ns;
    let first_ns = Number.POSITIVE_INFINITY;
    for (let j = 0; j < this.#opens.length; j++) {
      const last_ns = this.#closes[j] - duration_ns;
      if (last_ns < this.#opens[j]) continue;
      const cycles = Math.max(0, Math.ceil((from_ns - shift_ns - last_ns) / this.#cycle_ns));
      const begin_ns = Math.max(from_ns, shift_ns + cycles * this.#cycle_ns + this.#opens[j]);
      if (begin_ns < first_ns) first_ns = begin_ns;
    }
    this.#begin[0] = first_ns;
  }
}

/** What is wrong with the table itself, so that nothing else can be looked at. */
function checkTable(p: Params, report: MacReport, slots: number): boolean {
  let isRight = true;
  for (const name of ["slots_s", "guards_s"] as const) {
    const count = p[name]?.length ?? 1;
    if (count === 1 || count === slots) continue;
    report(name, `${name} has ${count} numbers for ${slots} slots`, { allowed: `1 number, or ${slots}` });
    isRight = false;
  }
  return isRight;
}

function check(p: Params, plan: MacPlan, report: MacReport): void {
  const count = p.owners?.length ?? plan.members.length;
  const fraction = p.owners?.find((owner) => !Number.isInteger(owner));
  if (fraction !== undefined) report("owners", `owners: ${fraction} is not an address`, { allowed: "whole numbers" });
  if (!checkTable(p, report, count)) return;
  const { owners, guards, lengths } = slotsOf(p, plan);
  if (!owners.includes(plan.address)) {
    const message = `the modem with address ${plan.address} owns no slot`;
    report("owners", message, { hint: "add its address to owners, or leave owners out: one slot for each member" });
  }
  for (const [j, owner] of owners.entries()) {
    if (owner !== plan.address || lengths[j] - guards[j] >= plan.longestFrame_ns) continue;
    const needed_s = seconds(plan.longestFrame_ns + guards[j]);
    const of = `the longest frame, ${seconds(plan.longestFrame_ns)} s, and the guard, ${seconds(guards[j])} s`;
    const message = `slot ${j + 1} of ${seconds(lengths[j])} s is shorter than ${of}`;
    report("slots_s", message, { allowed: `at least ${needed_s}` });
    break;
  }
  if (p.receiver === undefined) {
    if (p.delay_s !== undefined) report("delay_s", "delay_s is used only with a receiver", { hint: "give receiver" });
    return;
  }
  if (!plan.members.includes(p.receiver)) {
    const allowed = `one of ${plan.members.join(" ")}`;
    report("receiver", `receiver = ${p.receiver} is not the address of a member`, { allowed });
  } else if (!owners.includes(p.receiver) && p.delay_s === undefined) {
    const message = `receiver = ${p.receiver} owns no slot, so that no delay can be learnt from what it sends`;
    report("receiver", message, { hint: "give it a slot, or give delay_s" });
  }
}

export const tdma = defineModel(mac, {
  model: "tdma",
  doc: "TDMA: slots that belong to one modem each, with guard times or timed for a common receiver",
  params: {
    owners: {
      type: "reals",
      unit: "1",
      doc: "addresses of the owners of the slots of a cycle, in order; −1 for a pause; one slot for each member where not given",
      min: NO_OWNER,
      max: 65535,
      optional: true,
    },
    slots_s: {
      type: "reals",
      doc: "length of the slots: one number for all, or one for each; the longest frame and the guard where not given",
      above: 0,
      max: 1e5,
      optional: true,
    },
    guards_s: {
      type: "reals",
      doc: "end of the slots in which nothing is sent: one number for all, or one for each; by range_m where not given",
      min: 0,
      max: 1e5,
      optional: true,
    },
    ...offsetParam,
    ...rangeParam,
    receiver: {
      type: "integer",
      doc: "address of the modem at which frames are to meet their slots; slots are those of the senders where not given",
      min: 0,
      max: 65535,
      optional: true,
    },
    delay_s: {
      doc: "from this modem to the receiver; learnt from the frames of the receiver where not given",
      min: 0,
      max: 1e3,
      optional: true,
    },
    beacon_s: {
      doc: "a receiver that has sent nothing for so long sends a control frame, for others to learn their delay",
      above: 0,
      max: 1e5,
      default: 10,
    },
  },
  create: (p): MacScheme =>
    Object.freeze({
      overhears: true,
      ordersAcknowledgements: true,
      agreement(plan: MacPlan) {
        const { owners, lengths } = slotsOf(p, plan);
        const slots = owners.map((owner, j) => `${owner}: ${seconds(lengths[j])}`).join(", ");
        return `slots (owner: s) ${slots}, offset_s ${p.offset_s}, receiver ${p.receiver ?? "none"}`;
      },
      answerDelay_ns: (plan: MacPlan) => slotsOf(p, plan).cycle_ns,
      check: (plan: MacPlan, report: MacReport) => check(p, plan, report),
      join: (site: MacSite) => new Tdma(site, p),
    }),
});
