/** A tether or tow line as a kind: where it is made fast, and what it is made of. The line itself is line.ts. */
import { defineKind, type ParamsOf } from "../../library/index.ts";
import type { LineParameters } from "./line.ts";

/** Share of the critical damping of a node between two segments, where no damping is given. */
const USUAL_DAMPING = 0.2;

export const tether = defineKind()({
  kind: "tether",
  doc:
    "A tether or tow line between two vehicles, or between a vehicle and a place: segments with mass, weight, drag and stiffness, which push " +
    "nothing when they are slack.",
  example: `
<tether id="line" length_m="20" segments="10" diameter_m="0.012" mass_kgpm="0.12" axialStiffness_N="50000">
  <provenance of="*" status="assumed" note="an example"/>
</tether>`,
  params: {
    length_m: { doc: "L, without load", above: 0, example: 20 },
    diameter_m: { doc: "d", above: 0, example: 0.012 },
    mass_kgpm: { doc: "m, mass per length, dry", above: 0, example: 0.12 },
    axialStiffness_N: { doc: "EA: the tension that would stretch it to twice its length", above: 0, example: 50_000 },
    axialDamping_Ns: {
      doc: "C, tension per rate of strain; where not given, a fifth of the critical damping of a node between two segments: 0.4 L/n √(EA m)",
      min: 0,
      optional: true,
    },
    normalDrag: {
      doc: "C_n, drag coefficient across the line, on its diameter times its length",
      unit: "1",
      min: 0,
      default: 1.2,
    },
    tangentialDrag: {
      doc: "C_t, drag coefficient along the line, on π times that area",
      unit: "1",
      min: 0,
      default: 0.01,
    },
    addedMass: {
      doc: "C_a, added mass across the line, in masses of the water that it displaces",
      unit: "1",
      min: 0,
      default: 1,
    },
    segments: {
      type: "integer",
      doc: "n, into how many parts it is divided",
      unit: "1",
      min: 1,
      max: 200,
      default: 10,
    },
  },
  mount: {
    from: { type: "text", doc: "the vehicle at its first end, by its id", example: "tug" },
    fromPoint_m: {
      type: "reals",
      length: 3,
      doc: "where it is made fast to that vehicle: from Bo, in B",
      default: [0, 0, 0],
    },
    to: { type: "text", doc: "the vehicle at its second end", optional: true, example: "sled" },
    toPoint_m: {
      type: "reals",
      length: 3,
      doc: "where it is made fast to that one: from Bo, in B",
      default: [0, 0, 0],
    },
    toPosition_m: {
      type: "reals",
      length: 3,
      doc: "instead of `to`: a place that stays, as a bollard or an anchor; north, east, depth",
      optional: true,
    },
  },
  check(_, report, mount) {
    if (mount === null) return;
    const { from, to, toPosition_m } = mount;
    const both = to !== undefined && toPosition_m !== undefined;
    if (both)
      report("toPosition_m", "the tether ends both at a vehicle and at a place", { hint: "leave one of them out" });
    if (from !== undefined && to === undefined && toPosition_m === undefined) {
      report("from", "the tether has no second end", { hint: 'say to="…", a vehicle, or toPosition_m="…", a place' });
    }
  },
});

export function lineParameters(p: ParamsOf<typeof tether.params>): LineParameters {
  const { length_m, segments, axialStiffness_N, mass_kgpm, diameter_m, normalDrag, tangentialDrag, addedMass } = p;
  const critical_Ns = 2 * (length_m / segments) * Math.sqrt(axialStiffness_N * mass_kgpm);
  const axialDamping_Ns = p.axialDamping_Ns ?? USUAL_DAMPING * critical_Ns;
  const made = { length_m, diameter_m, mass_kgpm, axialStiffness_N, axialDamping_Ns };
  return Object.freeze({ ...made, normalDrag, tangentialDrag, addedMass, segments });
}
