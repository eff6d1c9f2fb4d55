/** The models of the kind `hull`, each from its part of the parameters. */
import { type Definition, defineModel, type ParamsOf } from "../library/index.ts";
import { BodyForces, CrossFlowDrag, HullLift } from "./cross-flow.ts";
import { DerivativesHull } from "./derivatives-hull.ts";
import { FossenHull } from "./fossen-hull.ts";
import {
  checkFossen,
  derivativeNames,
  derivativesParams,
  fossenParams,
  hull,
  inertiaMatrix,
  matrix6,
  symmetric6,
} from "./hull.ts";
import type { BodyForce } from "./hull-model.ts";
import { Hydrostatics } from "./hydrostatics.ts";
import { Remus100ReferenceHull } from "./remus100-reference-hull.ts";

const RIGID_BODY = ["mass_kg", "volume_m3", "cg_m", "cb_m", "inertia_kgm2", "shape", "size_m"] as const;

type RigidBody = ParamsOf<typeof hull.params>;
type FossenParams = ParamsOf<typeof fossenParams>;

function hydrostaticsOf(p: RigidBody): Hydrostatics {
  const { mass_kg, volume_m3, cg_m, cb_m, shape, size_m } = p;
  return new Hydrostatics({ mass_kg, volume_m3, cg_B_m: cg_m, cb_B_m: cb_m, shape, size_m });
}

function stripsOf(p: FossenParams & Pick<RigidBody, "size_m" | "cb_m">): BodyForce | null {
  const forces: BodyForce[] = [];
  const length_m = p.size_m[0];
  const diameter_m = p.crossFlowDiameter_m ?? p.size_m[1];
  if (p.crossFlowDrag > 0) {
    const { crossFlowDrag: dragCoefficient, crossFlowStrips: strips } = p;
    forces.push(new CrossFlowDrag({ length_m, centre_m: p.cb_m[0], diameter_m, dragCoefficient, strips }));
  }
  if (p.liftSlope > 0) {
    const lift = { referenceArea_m2: length_m * diameter_m, liftSlope: p.liftSlope, centreOfLift_m: p.centreOfLift_m };
    forces.push(new HullLift({ ...lift, zeroLiftDrag: 0, inducedDrag: 0 }));
  }
  return forces.length === 0 ? null : forces.length === 1 ? forces[0] : new BodyForces(forces);
}

export const fossenHull = defineModel(hull, {
  model: "fossen",
  doc: "Full 6×6 added mass in the mass matrix, Coriolis from the momenta, linear and quadratic damping, strips",
  default: true,
  reads: RIGID_BODY,
  params: fossenParams,
  check: checkFossen,
  create: (p) =>
    new FossenHull(
      {
        mass_kg: p.mass_kg,
        volume_m3: p.volume_m3,
        cg_m: p.cg_m,
        cb_m: p.cb_m,
        inertia_kgm2: inertiaMatrix(p.inertia_kgm2),
        addedMass: symmetric6(p.addedMass),
        linearDamping: p.damping === "vortexOnly" ? new Array<number>(36).fill(0) : matrix6(p.linearDamping),
        quadraticDamping: matrix6(p.quadraticDamping),
      },
      hydrostaticsOf(p),
      stripsOf(p),
    ),
});

export const derivativesHull = defineModel(hull, {
  model: "derivatives",
  doc: "A set of hydrodynamic derivatives, whose cross terms stand for the Coriolis terms of the added mass",
  reads: RIGID_BODY,
  params: derivativesParams,
  check(p, report) {
    if (derivativeNames.some((name) => p[name] !== 0)) return;
    const [first] = derivativeNames;
    report(first, "no hydrodynamic derivative is given: the body would feel no water", {
      hint: "choose another model",
    });
  },
  create: (p) =>
    new DerivativesHull(
      {
        mass_kg: p.mass_kg,
        volume_m3: p.volume_m3,
        cg_m: p.cg_m,
        cb_m: p.cb_m,
        inertia_kgm2: inertiaMatrix(p.inertia_kgm2),
        derivatives: Object.fromEntries(derivativeNames.map((name) => [name, p[name]])),
        ...(p.finLimit_rad === undefined ? {} : { finLimit_rad: p.finLimit_rad }),
      },
      hydrostaticsOf(p),
    ),
});

export const remus100ReferenceHull = defineModel(hull, {
  model: "remus100-reference",
  doc: "The public REMUS 100 simulation, equations verbatim with their quirks, actuators included; for comparison only",
  create: () => new Remus100ReferenceHull(),
});

/** One line per kind and per model. */
export const hullDefinitions: readonly Definition[] = [hull, fossenHull, derivativesHull, remus100ReferenceHull];
