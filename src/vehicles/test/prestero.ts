/**
 * Prestero's REMUS as it is transcribed in public [Prestero2001]: the estimated set, whose numbers belong together. The
 * field-adjusted set differs in Kpp, Kpdot, Mqq and Nrr. Frame B at the centre of buoyancy.
 */
import type { Derivatives, DerivativesHullParameters } from "../derivatives-hull.ts";

export const PRESTERO_FIN_POST_M = -0.638;

export const PRESTERO_ESTIMATED: Derivatives = {
  Xuu: -1.62,
  Xudot: -0.93,
  Xwq: -35.5,
  Xqq: -1.93,
  Xvr: 35.5,
  Xrr: -1.93,
  Yvv: -131,
  Yrr: 0.632,
  Yuv: -28.6,
  Yvdot: -35.5,
  Yrdot: 1.93,
  Yur: 5.22,
  Ywp: 35.5,
  Ypq: 1.93,
  Yuudr: 9.64,
  Zww: -131,
  Zqq: -0.632,
  Zuw: -28.6,
  Zwdot: -35.5,
  Zqdot: -1.93,
  Zuq: -5.22,
  Zvp: -35.5,
  Zrp: 1.93,
  Zuuds: -9.64,
  Kpp: -1.3e-3,
  Kpdot: -0.0141,
  Mww: 3.18,
  Mqq: -9.4,
  Muw: 24,
  Mwdot: -1.93,
  Mqdot: -4.88,
  Muq: -2,
  Mvp: -1.93,
  Mrp: 4.86,
  Muuds: -6.15,
  Nvv: -3.18,
  Nrr: -9.4,
  Nuv: -24,
  Nvdot: 1.93,
  Nrdot: -4.88,
  Nur: -2,
  Nwp: -1.93,
  Npq: -4.86,
  Nuudr: -6.15,
  Xprop: 3.86,
  Kprop: -0.543,
};

const mass_kg = 299 / 9.81;

/** With W = B = 299 N instead of the 306 N of buoyancy in print: a vehicle that stays where it is. */
export function presteroBody(zg_m: number, derivatives: Derivatives = PRESTERO_ESTIMATED): DerivativesHullParameters {
  return {
    mass_kg,
    volume_m3: mass_kg / 1030,
    cg_m: [0, 0, zg_m],
    cb_m: [0, 0, 0],
    // Printed about the centre of buoyancy.
    inertia_kgm2: [0.177 - mass_kg * zg_m * zg_m, 0, 0, 0, 3.45 - mass_kg * zg_m * zg_m, 0, 0, 0, 3.45],
    derivatives,
  };
}
