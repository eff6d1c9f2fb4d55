/** The models of the kind `hull`, each from its part of the parameters. */
import { type Definition, defineModel, type ParamsOf } from "../library/index.ts";
import { choleskyFactor6Into, spatialInertiaInto } from "../math/index.ts";
import { BodyForces, CrossFlowDrag, HullLift } from "./cross-flow.ts";
import { addedMassInto, DerivativesHull } from "./derivatives-hull.ts";
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

const OF_ADDED_MASS = derivativeNames.filter((name) => name.endsWith("dot"));

/** Where M = M_RB + M_A is not positive definite: the largest of the derivatives that make M_A; null for a sound one. */
function indefiniteBy(p: RigidBody & ParamsOf<typeof derivativesParams>): (typeof derivativeNames)[number] | null {
  const M = new Float64Array(36);
  const rigid = new Float64Array(36);
  addedMassInto(M, 0, p);
  spatialInertiaInto(
    rigid,
    0,
    p.mass_kg,
    Float64Array.from(p.cg_m),
    0,
    Float64Array.from(inertiaMatrix(p.inertia_kgm2)),
    0,
  );
  for (let k = 0; k < 36; k++) M[k] += rigid[k];
  if (choleskyFactor6Into(new Float64Array(36), 0, M, 0) === -1) return null;
  return OF_ADDED_MASS.reduce((most, name) => (Math.abs(p[name]) > Math.abs(p[most]) ? name : most));
}

export const derivativesHull = defineModel(hull, {
  model: "derivatives",
  doc: "A set of hydrodynamic derivatives, whose cross terms stand for the Coriolis terms of the added mass",
  reads: RIGID_BODY,
  params: derivativesParams,
  check(p, report) {
    if (derivativeNames.every((name) => p[name] === 0)) {
      const [first] = derivativeNames;
      report(first, "no hydrodynamic derivative is given: the body would feel no water", {
        hint: "choose another model",
      });
    }
    const culprit = indefiniteBy(p);
    if (culprit === null) return;
    report(
      culprit,
      `with ${culprit} = ${p[culprit]} the mass matrix is not positive definite: a push would move it backwards`,
      {
        hint: "the added mass is minus the derivatives, A11 = −Xudot, and adds to the mass",
      },
    );
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
