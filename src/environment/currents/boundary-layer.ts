/**
 * How a flow grows with the height above what holds it back: currents over the bottom, wind over the sea.
 *
 *   f(h) = (h/δ)^a                                             (1)  power law; a = 1/7 for a smooth turbulent layer
 *   f(h) = ln(1 + h/h₀) / ln(1 + δ/h₀)                          (2)  logarithmic; h₀ roughness length
 *   v = f(h) V,   ∂v/∂z = −f′(h) V                              (3)  h = height above, z down
 *
 * δ: the height at which v = V. Of a bottom layer, f = 1 above δ; of wind, the law goes on. f = 0 at and beyond the wall.
 *
 * (1) has an infinite slope at the wall: below h₁ = δ/1000 it is replaced by the straight line from 0 to f(h₁), as a
 * laminar sublayer would have it. (2) has 1 + h/h₀ where books have h/h₀, which is minus infinity at the wall; the two
 * differ by less than h₀/h.
 * Valid: flows that have no Ekman spiral, over flat ground. Left out: both of these, and stability of the air.
 * Source: the laws are textbook forms of turbulent layers; the facts for currents name 1/7 and the logarithm.
 */
import { invariant } from "../../core/index.ts";
import { log, log1p, pow } from "../../math/index.ts";
import { FLOW, type FlowSource, POINT } from "../flow.ts";

const DEPTH = POINT.p + 2;
const BY_DEPTH = FLOW.gradient + 2;
const SUBLAYER = 1e-3;

/** out[o] = f, out[o + 1] = f′ in 1/m, at the height heights_m[i]. Allocates nothing. */
export interface LayerShape {
  shapeInto(out: Float64Array, o: number, heights_m: Float64Array, i: number): void;
}

/** (1) */
export class PowerLayer implements LayerShape {
  readonly #inverseThickness: number;
  readonly #exponent: number;
  readonly #wallSlope: number;
  readonly #sublayer_m: number;
  readonly #top_m: number;

  /** goesOn: above δ too. */
  constructor(thickness_m: number, exponent: number, goesOn: boolean) {
    invariant(thickness_m > 0 && exponent > 0, `a power layer of ${thickness_m} m and exponent ${exponent}`);
    this.#inverseThickness = 1 / thickness_m;
    this.#exponent = exponent;
    this.#sublayer_m = SUBLAYER * thickness_m;
    this.#wallSlope = pow(SUBLAYER, exponent) / this.#sublayer_m;
    this.#top_m = goesOn ? Number.POSITIVE_INFINITY : thickness_m;
  }

  shapeInto(out: Float64Array, o: number, heights_m: Float64Array, i: number): void {
    const h = heights_m[i];
    if (h <= 0 || h >= this.#top_m) {
      out[o] = h <= 0 ? 0 : 1;
      out[o + 1] = 0;
    } else if (h < this.#sublayer_m) {
      out[o] = h * this.#wallSlope;
      out[o + 1] = this.#wallSlope;
    } else {
      const f = pow(h * this.#inverseThickness, this.#exponent); // (1)
      out[o] = f;
      out[o + 1] = (this.#exponent * f) / h;
    }
  }
}

/** (2) */
export class LogLayer implements LayerShape {
  readonly #inverseRoughness: number;
  readonly #scale: number;
  readonly #top_m: number;

  constructor(thickness_m: number, roughness_m: number, goesOn: boolean) {
    invariant(thickness_m > 0 && roughness_m > 0, `a log layer of ${thickness_m} m and roughness ${roughness_m} m`);
    this.#inverseRoughness = 1 / roughness_m;
    this.#scale = 1 / log1p(thickness_m / roughness_m);
    this.#top_m = goesOn ? Number.POSITIVE_INFINITY : thickness_m;
  }

  shapeInto(out: Float64Array, o: number, heights_m: Float64Array, i: number): void {
    const h = heights_m[i];
    if (h <= 0 || h >= this.#top_m) {
      out[o] = h <= 0 ? 0 : 1;
      out[o + 1] = 0;
    } else {
      const ratio = 1 + h * this.#inverseRoughness;
      out[o] = this.#scale * log(ratio); // (2)
      out[o + 1] = (this.#scale * this.#inverseRoughness) / ratio;
    }
  }
}

/** (3) over a flat bottom at one depth. */
export class BottomLayerCurrent implements FlowSource {
  readonly #velocity: Float64Array;
  readonly #bottomDepth_m: number;
  readonly #shape: LayerShape;
  readonly #height = new Float64Array(1);
  readonly #value = new Float64Array(2);

  constructor(velocity_mps: readonly number[], bottomDepth_m: number, shape: LayerShape) {
    this.#velocity = Float64Array.from(velocity_mps);
    this.#bottomDepth_m = bottomDepth_m;
    this.#shape = shape;
  }

  addFlow(flow: Float64Array, o: number, point: Float64Array, i: number): void {
    const value = this.#value;
    this.#height[0] = this.#bottomDepth_m - point[i + DEPTH];
    this.#shape.shapeInto(value, 0, this.#height, 0);
    const V = this.#velocity;
    for (let c = 0; c < 3; c++) {
      flow[o + FLOW.velocity + c] += value[0] * V[c]; // (3)
      flow[o + BY_DEPTH + 3 * c] -= value[1] * V[c];
    }
  }
}
