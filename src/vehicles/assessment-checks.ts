/**
 * What makes a vehicle ill-posed, and what its author should know: the diagnostics of this room, with the same rules for
 * codes as in the library. Errors refuse the vehicle; warnings and notes do not.
 */
import { type CodeEntry, codedDiagnostic, codeEntry, type Diagnostic, type SourceRange } from "../core/index.ts";
import { SPATIAL_AXES, symmetricEigen } from "../math/index.ts";
import type { HydrostaticsParameters } from "./hydrostatics.ts";
import { shapeVolume_m3 } from "./immersion.ts";

export const vehicleCodes = Object.freeze({
  notFinite: codeEntry(
    "error",
    "VEH001",
    "A figure of the vehicle is not a finite number.",
    "mass matrix: the entry surge, heave is NaN",
  ),
  massIndefinite: codeEntry(
    "error",
    "VEH002",
    "Rigid-body mass and added mass together are not positive definite: a push would move the vehicle backwards.",
    "the mass matrix is not positive definite: eigenvalue -3.2, mostly along roll",
  ),
  inertiaIndefinite: codeEntry(
    "error",
    "VEH003",
    "The moments of inertia about the centre of mass are not positive definite.",
    "the inertia is not positive definite: eigenvalue -0.01, mostly along pitch",
  ),
  addedMassIndefinite: codeEntry(
    "error",
    "VEH004",
    "The added mass has a negative eigenvalue: water would push where it has to be pushed.",
    "the added mass is indefinite: eigenvalue -6.36, mostly along surge",
  ),
  noVolume: codeEntry(
    "error",
    "VEH005",
    "A vehicle in water displaces nothing, or weighs nothing.",
    "volume_m3 = 0: buoyancy needs a volume above 0",
  ),
  volumeBeyondOutline: codeEntry(
    "error",
    "VEH006",
    "The displaced volume is larger than the outline of the hull.",
    "volume_m3 = 0.05 is more than its outline holds, 0.0341 m³",
  ),
  turnsOver: codeEntry(
    "warning",
    "VEH007",
    "The vehicle does not rest upright, under water or afloat.",
    "the centre of mass lies 0.01 m above the centre of buoyancy: under water it turns over",
  ),
  tilted: codeEntry(
    "warning",
    "VEH008",
    "At rest under water the vehicle lies with more than 5° of heel or trim.",
    "at rest under water it lies with -11.3° of heel and 0° of trim",
  ),
  stepTooLong: codeEntry(
    "warning",
    "VEH009",
    "The step of the vehicle's integrator is longer than the largest stable one.",
    "a step of 0.2 s is not stable: rk4 takes at most 0.139 s",
  ),
  commandTwice: codeEntry(
    "error",
    "VEH010",
    "Two parts of a vehicle claim one name for their commands.",
    'two parts claim the command "propeller": the hull and the thruster "propeller"',
  ),
  noDynamics: codeEntry(
    "error",
    "VEH011",
    "Something that moves or pushes belongs to a vehicle without a hull, which stays where it is put.",
    'hold="depth" is given for a vehicle without a hull',
  ),
  nothingToDrop: codeEntry(
    "error",
    "VEH012",
    "A battery releases drop weights when it cuts off, but the vehicle carries none.",
    'auv: atCutOff="dropWeight", but it carries no drop weight',
  ),
  weightOff: codeEntry(
    "warning",
    "VEH020",
    "Weight and buoyancy have nothing to do with each other: more than 1.5 times, or less than a twentieth.",
    "mass_kg = 180 is 9.81 times what it displaces, 18.3 kg: it sinks like a stone",
  ),
  sizesDisagree: codeEntry(
    "warning",
    "VEH021",
    "Two sizes of a vehicle contradict each other.",
    "length_m = 13, but its hull is 1.33 m long",
  ),
  farOff: codeEntry(
    "warning",
    "VEH022",
    "Something lies far outside the hull that it belongs to: a centre, or a device that is mounted.",
    'thruster "stern" stands 53.3 m off the hull, whose largest size is 1.33 m: position_m = -54 0 0',
  ),
  drivingDamping: codeEntry(
    "warning",
    "VEH023",
    "A damping has the sign that drives the vehicle instead of braking it.",
    "linearDamping is -4 in surge: it drives instead of braking",
  ),
  otherWater: codeEntry(
    "warning",
    "VEH030",
    "The world's water or gravity is another one than a hull's fixed coefficients are for, by more than 1 %; the hull keeps its own.",
    'hull model "remus100-reference" has fixed coefficients for 1026 kg/m³, but the world has 1000 kg/m³, which it does not feel',
  ),
});

export const vehicleCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(vehicleCodes));

/** A diagnostic of this room; range: the vehicle's element, if it has one. */
export function tell(
  list: Diagnostic[],
  code: CodeEntry,
  range: SourceRange | null,
  message: string,
  hint?: string,
): void {
  list.push(codedDiagnostic(code, range, message, { hint }));
}

export interface BodyFigures {
  /** M about Bo, 6×6. */
  readonly mass6: Float64Array;
  /** About Bcm, 3×3, where known apart. */
  readonly inertia_kgm2?: readonly number[] | undefined;
  /** M_A about Bo, 6×6, where known apart. */
  readonly addedMass?: readonly number[] | undefined;
  /** null for a hull that keeps them to itself. */
  readonly hydrostatics: HydrostaticsParameters | null;
}

/** Where an attribute of the hull stands, or the hull itself where it does not give it. */
export type PlaceOf = (name: string) => SourceRange | null;

/** Everything that makes the body ill-posed; empty for a sound one. */
export function refusals(body: BodyFigures, at: PlaceOf): Diagnostic[] {
  const list: Diagnostic[] = [];
  const { mass6, inertia_kgm2, addedMass, hydrostatics } = body;
  const range = at("addedMass");
  checkMatrix(list, range, mass6, SPATIAL_AXES, vehicleCodes.massIndefinite, "mass matrix", true);
  if (inertia_kgm2 !== undefined) {
    checkMatrix(
      list,
      at("inertia_kgm2"),
      inertia_kgm2,
      SPATIAL_AXES.slice(3),
      vehicleCodes.inertiaIndefinite,
      "inertia",
      true,
    );
  }
  if (addedMass !== undefined) {
    // A body of revolution has none in roll, a plate none along itself: zero is in order.
    checkMatrix(list, range, addedMass, SPATIAL_AXES, vehicleCodes.addedMassIndefinite, "added mass", false);
  }
  if (hydrostatics !== null) checkHydrostatics(list, at, hydrostatics);
  return list;
}

function checkMatrix(
  list: Diagnostic[],
  range: SourceRange | null,
  matrix: ArrayLike<number>,
  axes: readonly string[],
  code: CodeEntry,
  what: string,
  strictly: boolean,
): void {
  const n = axes.length;
  const M = Float64Array.from(matrix);
  const bad = M.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    const place = `${axes[Math.floor(bad / n)]}, ${axes[bad % n]}`;
    tell(list, vehicleCodes.notFinite, range, `${what}: the entry ${place} is ${M[bad]}`);
    return;
  }
  // The symmetric part decides: energy is ½ xᵀ M x.
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < r; c++) M[r * n + c] = 0.5 * (M[r * n + c] + M[c * n + r]);
  }
  const { values, vectors } = symmetricEigen(M, 0, n);
  const rounding = 1e-12 * Math.max(Math.abs(values[0]), Math.abs(values[n - 1]));
  if (strictly ? values[0] > rounding : values[0] >= -1e3 * rounding) return;
  let along = 0;
  for (let r = 1; r < n; r++) if (Math.abs(vectors[r * n]) > Math.abs(vectors[along * n])) along = r;
  const how = strictly ? "not positive definite" : "indefinite";
  tell(
    list,
    code,
    range,
    `the ${what} is ${how}: eigenvalue ${Number(values[0].toPrecision(4))}, mostly along ${axes[along]}`,
    what === "inertia" ? undefined : "the added mass is minus the derivatives, A11 = −Xudot, and adds to the mass",
  );
}

function checkHydrostatics(list: Diagnostic[], at: PlaceOf, p: HydrostaticsParameters): void {
  const { mass_kg, volume_m3, cg_B_m, cb_B_m, shape, size_m } = p;
  const figures = { mass_kg: [mass_kg], volume_m3: [volume_m3], cg_m: cg_B_m, cb_m: cb_B_m, size_m };
  let finite = true;
  for (const [name, values] of Object.entries(figures)) {
    if (values.every(Number.isFinite)) continue;
    finite = false;
    tell(list, vehicleCodes.notFinite, at(name), `${name} = ${values.join(" ")} is not finite`);
  }
  if (!finite) return;
  if (!(mass_kg > 0))
    tell(list, vehicleCodes.noVolume, at("mass_kg"), `mass_kg = ${mass_kg}: weight needs a mass above 0`);
  if (!(volume_m3 > 0)) {
    tell(list, vehicleCodes.noVolume, at("volume_m3"), `volume_m3 = ${volume_m3}: buoyancy needs a volume above 0`);
    return;
  }
  const outline_m3 = shapeVolume_m3(shape, size_m);
  // Volumes are often given as mass over density, with few digits.
  if (volume_m3 > 1.01 * outline_m3) {
    const held = `${Number(outline_m3.toPrecision(4))} m³`;
    tell(
      list,
      vehicleCodes.volumeBeyondOutline,
      at("volume_m3"),
      `volume_m3 = ${volume_m3} is more than its outline holds, ${held}`,
      `a ${shape} of ${size_m.join(" × ")} m`,
    );
  }
}
