/**
 * Wind over the sea: a mean profile, and gusts.
 *
 *   v(h, t) = f(h) (U + g(t)),   h = −z height above the mean surface            (1)
 *   ∂v/∂z = −f′(h) (U + g),      ∂v/∂t = f(h) ġ
 *
 * f: power law or logarithm with f = 1 at the reference height (boundary-layer.ts), 0 at the surface and below it. U: the
 * mean wind at the reference height; it is named, as sailors do, by where it comes from. g: gusts along the wind, across
 * it and up, a first-order process of deviations σ = intensity · |U| (up: half of it).
 *
 * Heights are above the mean surface; what rides on waves asks with the height above the surface where it is, as z = −h.
 * The density of the air comes with the wind: the force of the wind needs both.
 *
 * Valid: over open water, from about 1 m to 100 m. Below, where small vehicles stand in it, the laws are extrapolated: at
 * 0.1 m the power law has 0.60 of the wind at 10 m and the logarithm 0.57, at 0.01 m 0.47 and 0.36. The defaults, exponent
 * 0.11 and roughness 2e-4 m, are common for the open sea and are assumed, not measured; the density of 1.225 kg/m³ is that
 * of the standard atmosphere at sea level, 15 °C.
 * Left out: stability of the air, gust fronts, coherence of gusts in space (a gust is everywhere at once), spectra with
 * more than one corner, lee of wave crests, the current that wind drives at the surface.
 */
import { invariant } from "../../core/index.ts";
import type { ThingSite } from "../../engine/index.ts";
import { defineKind, defineModel, type ParamsOf } from "../../library/index.ts";
import { cos, sin } from "../../math/index.ts";
import { FLOW, type FlowSource, POINT } from "../flow.ts";
import { type LayerShape, LogLayer, PowerLayer } from "./boundary-layer.ts";
import { joinProcess, processInto } from "./first-order-process.ts";
import { type FlowModel, type JoinedFlow, stateless } from "./joined-flow.ts";

const DEPTH = POINT.p + 2;
const BY_DEPTH = FLOW.gradient + 2;

const params = {
  speed_mps: { doc: "mean speed at the reference height", min: 0, max: 100, example: 8 },
  from_deg: { doc: "where the wind comes from, clockwise from north", min: -360, max: 360, default: 0 },
  referenceHeight_m: { doc: "height above the mean surface at which speed_mps holds", above: 0, max: 300, default: 10 },
  profile: {
    type: "choice",
    choices: ["power", "log", "uniform"],
    doc: "how the wind grows with height; uniform: one wind at all heights above the surface",
    default: "power",
  },
  exponent: { doc: "of the power law", unit: "1", above: 0, max: 1, default: 0.11 },
  roughness_m: { doc: "roughness length of the logarithm", above: 0, max: 10, default: 2e-4 },
  airDensity_kgpm3: { doc: "ρ_a, density of the air", above: 0, max: 2, default: 1.225 },
} as const;

const gustParams = {
  gustIntensity: {
    doc: "deviation of gusts along and across, over the mean speed",
    unit: "1",
    min: 0,
    max: 2,
    default: 0.1,
  },
  gustTime_s: { doc: "τ, correlation time of the gusts", above: 0, default: 10 },
  updateRate_Hz: { doc: "how often a new gust is drawn; between draws the wind changes evenly", above: 0, default: 10 },
} as const;

type WindParams = ParamsOf<typeof params>;
type GustyParams = ParamsOf<typeof params & typeof gustParams>;
type MeanWind = Pick<
  WindParams,
  "speed_mps" | "from_rad" | "referenceHeight_m" | "profile" | "exponent" | "roughness_m"
>;

/** What the kind `wind` makes: a flow of air of one density. */
export interface WindModel extends FlowModel {
  readonly airDensity_kgpm3: number;
}

/** f = 1 above the surface. */
const EVERYWHERE: LayerShape = Object.freeze({
  shapeInto(out: Float64Array, o: number, heights_m: Float64Array, i: number): void {
    out[o] = heights_m[i] > 0 ? 1 : 0;
    out[o + 1] = 0;
  },
});

function shapeOf(p: MeanWind): LayerShape {
  if (p.profile === "uniform") return EVERYWHERE;
  if (p.profile === "log") return new LogLayer(p.referenceHeight_m, p.roughness_m, true);
  return new PowerLayer(p.referenceHeight_m, p.exponent, true);
}

const NO_GUSTS = new Float64Array(6);

/** (1) with g = 0. */
export class MeanWindFlow implements FlowSource {
  readonly #shape: LayerShape;
  /** U, in N. */
  readonly #mean: Float64Array;
  readonly #height = new Float64Array(1);
  readonly #value = new Float64Array(2);

  constructor(p: MeanWind) {
    this.#shape = shapeOf(p);
    this.#mean = Float64Array.of(-p.speed_mps * cos(p.from_rad), -p.speed_mps * sin(p.from_rad), 0);
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    this.addGusts(flow, o, point, i, NO_GUSTS);
  }

  /** (1): gusts = g and ġ, in N. */
  addGusts(flow: Float64Array, o: number, point: Float64Array, i: number, gusts: Float64Array): void {
    const value = this.#value;
    this.#height[0] = -point[i + DEPTH];
    this.#shape.shapeInto(value, 0, this.#height, 0);
    for (let c = 0; c < 3; c++) {
      const wind = this.#mean[c] + gusts[c];
      flow[o + FLOW.velocity + c] += value[0] * wind;
      flow[o + BY_DEPTH + 3 * c] -= value[1] * wind;
      flow[o + FLOW.rate + c] += value[0] * gusts[3 + c];
    }
  }
}

/** Gusts along, across and up, as multiples of the first. */
const GUST_RATIOS = [1, 1, 0.5] as const;

export class GustyWind implements WindModel {
  readonly airDensity_kgpm3: number;
  readonly #p: GustyParams;

  constructor(p: GustyParams) {
    this.airDensity_kgpm3 = p.airDensity_kgpm3;
    this.#p = p;
  }

  join(site: ThingSite): JoinedFlow {
    const p = this.#p;
    const deviations = GUST_RATIOS.map((ratio) => ratio * p.gustIntensity * p.speed_mps);
    const at = joinProcess(site, { ...p, deviations, correlationTime_s: p.gustTime_s });
    return new GustyFlow(p, at, site.path);
  }
}

class GustyFlow implements JoinedFlow {
  readonly #mean: MeanWindFlow;
  readonly #cos: number;
  readonly #sin: number;
  readonly #at: number;
  readonly #unseen: string;
  #reals: Float64Array | null = null;
  /** g and ġ: along, across, up as drawn; then in N. */
  readonly #drawn = new Float64Array(6);
  readonly #gusts = new Float64Array(6);

  constructor(p: MeanWind, at: number, path: string) {
    this.#mean = new MeanWindFlow(p);
    this.#cos = cos(p.from_rad);
    this.#sin = sin(p.from_rad);
    this.#at = at;
    this.#unseen = `${path} was asked before lookAt gave it the state to read`;
  }

  lookAt(reals: Float64Array): void {
    this.#reals = reals;
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    const reals = this.#reals;
    invariant(reals !== null, this.#unseen);
    const drawn = this.#drawn;
    const gusts = this.#gusts;
    processInto(drawn, 0, reals, this.#at, point, i + POINT.t_s);
    // Along: where the wind blows to, against `from`; across: to the right of that.
    for (let k = 0; k < 6; k += 3) {
      gusts[k] = -this.#cos * drawn[k] + this.#sin * drawn[k + 1];
      gusts[k + 1] = -this.#sin * drawn[k] - this.#cos * drawn[k + 1];
      gusts[k + 2] = -drawn[k + 2];
    }
    this.#mean.addGusts(flow, o, point, i, gusts);
  }
}

export const wind = defineKind<WindModel>()({
  kind: "wind",
  doc: "Wind over the sea. It acts on the <windage> of a vehicle, the area above the water.",
  params,
  id: "optional",
  simulator: "environment",
});

const MEAN_READS = [
  "speed_mps",
  "from_deg",
  "referenceHeight_m",
  "profile",
  "exponent",
  "roughness_m",
  "airDensity_kgpm3",
] as const;

export const constantWind = defineModel(wind, {
  model: "constant",
  doc: "The mean wind alone",
  default: true,
  reads: MEAN_READS,
  create: (p) => Object.freeze({ ...stateless(new MeanWindFlow(p)), airDensity_kgpm3: p.airDensity_kgpm3 }),
});

export const gustyWind = defineModel(wind, {
  model: "gusty",
  doc: "The mean wind and gusts, a first-order process of the seed",
  reads: MEAN_READS,
  params: gustParams,
  create: (p) => new GustyWind(p),
});

/** What the kind adds to the library. */
export const windDefinitions = [wind, constantWind, gustyWind] as const;
