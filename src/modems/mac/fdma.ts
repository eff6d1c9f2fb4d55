/**
 * FDMA: each member sends in its own part of the band, at any time.
 *
 *   share of member i     s_i = shares, or where not given 1/n                                            (1)
 *   free of guards        f = 1 − (n − 1) g                                                               (2)
 *   its part              from_i = Σ_(j<i) (f s_j + g),   to_i = from_i + f s_i                           (3)
 *   its rate              (to_i − from_i) R                                                               (4)
 *
 * Members are in the order of their addresses; g: bandGuard, a part of the band. Shares may sum up to less than 1: the rest stays free.
 * Receivers hear all parts, (4) is the modem's. A half-duplex modem hears nothing while it sends.
 * Left out: hopping, parts that change.
 * Source: the division of a band is elementary; FDMA of [Sozer2000]. Test: fdma.test.ts.
 */
import type { Moment } from "../../engine/index.ts";
import { defineModel } from "../../library/index.ts";
import {
  type BandPart,
  type Mac,
  type MacLink,
  type MacPlan,
  type MacReport,
  type MacScheme,
  type MacSite,
  mac,
} from "./mac.ts";

/** What is given as 0.333 0.333 0.334 sums up to 1 but for rounding. */
const ROUNDING = 1e-9;

const frequencyDivision: Mac = Object.freeze({
  offer(moment: Moment, link: MacLink): void {
    if (link.isOffered(moment) && !link.isSending(moment)) link.send(moment);
  },
  sent(moment: Moment, link: MacLink): void {
    if (link.isOffered(moment) && !link.isSending(moment)) link.send(moment);
  },
});

interface Params {
  readonly shares?: readonly number[] | undefined;
  readonly bandGuard: number;
}

/** (1) to (3). */
function partOf(p: Params, plan: Pick<MacPlan, "members" | "index">): BandPart {
  const n = plan.members.length;
  const shareOf = (i: number): number => p.shares?.[i] ?? 1 / n;
  const free = 1 - (n - 1) * p.bandGuard;
  let from = 0;
  for (let i = 0; i < plan.index; i++) from += free * shareOf(i) + p.bandGuard;
  return { from, to: Math.min(1, from + free * shareOf(plan.index)) };
}

function check(p: Params, plan: MacPlan, report: MacReport): void {
  const n = plan.members.length;
  const guards = (n - 1) * p.bandGuard;
  if (guards >= 1) {
    const message = `bandGuard = ${p.bandGuard} between ${n} parts leaves nothing of the band`;
    report("bandGuard", message, { allowed: `below ${1 / (n - 1)}` });
  }
  if (p.shares === undefined) return;
  if (p.shares.length !== n) {
    report("shares", `shares has ${p.shares.length} numbers for ${n} members`, { allowed: `${n} numbers` });
  }
  const sum = p.shares.reduce((total, share) => total + share, 0);
  if (sum > 1 + ROUNDING) report("shares", `shares sum up to ${sum}`, { allowed: "at most 1" });
}

export const fdma = defineModel(mac, {
  model: "fdma",
  doc: "FDMA: each modem sends in its own part of the band",
  params: {
    shares: {
      type: "reals",
      unit: "1",
      doc: "share of each member of the band, in the order of addresses; equal ones where not given",
      above: 0,
      max: 1,
      optional: true,
    },
    bandGuard: {
      unit: "1",
      doc: "part of the band that is left free between two members",
      min: 0,
      below: 1,
      default: 0,
    },
  },
  create: (p): MacScheme =>
    Object.freeze({
      band: (plan: Pick<MacPlan, "members" | "index">) => partOf(p, plan),
      agreement: () => `shares ${p.shares?.join(" ") ?? "equal"}, bandGuard ${p.bandGuard}`,
      check: (plan: MacPlan, report: MacReport) => check(p, plan, report),
      join: (_site: MacSite) => frequencyDivision,
    }),
});
