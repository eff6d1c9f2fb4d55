/** The sea inside one model: what can be asked of it at a place and a time. */
import { SimulationFault } from "../../../engine/index.ts";
import {
  BELOW,
  BELOW_SIZE,
  ELEVATION,
  ELEVATION_SIZE,
  FLOW,
  FLOW_SIZE,
  type JoinedFlow,
  type PhysicalConstants,
  POINT,
  POINT_SIZE,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
  type Waves,
} from "../../../environment/index.ts";
import { AIR, AIR_SIZE } from "../../../vehicles/index.ts";
import type { Sea } from "../../load/sea.ts";
import { edgesOf, type SeaEdge } from "../../load/sea-edges.ts";

/** Asks the parts of the sea, with the state that they keep in the model. */
export class SeaQuery {
  /** Where its parts end. */
  readonly edges: readonly SeaEdge[];
  readonly #sea: Sea;
  readonly #flows: readonly JoinedFlow[];
  readonly #wind: JoinedFlow | null;
  /** Of this run. */
  readonly #waves: Waves | null;
  readonly #constants: Float64Array;
  readonly #uniform_mps: readonly number[];
  readonly #column = new Float64Array(WATER_COLUMN_SIZE);
  readonly #elevation = new Float64Array(ELEVATION_SIZE);
  readonly #below = new Float64Array(BELOW_SIZE);
  readonly #under = new Float64Array(POINT_SIZE);
  readonly #air = new Float64Array(FLOW_SIZE);
  readonly #aloft = new Float64Array(POINT_SIZE);

  /** joined: what the things of the environment made when they joined, by path. */
  constructor(sea: Sea, constants: PhysicalConstants, joined: ReadonlyMap<string, unknown>) {
    this.#sea = sea;
    this.#constants = Float64Array.of(constants.density_kgpm3, sea.wind?.thing.airDensity_kgpm3 ?? 0);
    this.#uniform_mps = constants.current_N_mps;
    const flowOf = ({ path }: { readonly path: string }): JoinedFlow => {
      const flow = joined.get(path) as Partial<JoinedFlow> | null | undefined;
      if (typeof flow?.addFlow === "function") return flow as JoinedFlow;
      throw new SimulationFault(0, path, [], "it joins, but returns no source of flow: an object with addFlow");
    };
    this.#wind = sea.wind === null ? null : flowOf(sea.wind);
    this.#waves = sea.waves === null ? null : (flowOf(sea.waves) as Waves);
    this.#flows = sea.currents.map(flowOf);
    const ends = sea.currents.flatMap(({ path, component }, k) => edgesOf(path, this.#flows[k]!, component));
    this.edges = Object.freeze([...sea.edges, ...ends]);
  }

  /** FLOW at point[i ..], to flow[o ..]: the world's own current, its currents and its waves together. */
  flowInto(flow: Float64Array, o: number, point: Float64Array, i: number, reals: Float64Array): void {
    this.currentInto(flow, o, point, i, reals);
    this.#waves?.addFlow(flow, o, point, i);
  }

  /** The same without waves. */
  currentInto(flow: Float64Array, o: number, point: Float64Array, i: number, reals: Float64Array): void {
    // Plain stores: `fill` of a few numbers takes five times as long.
    for (let k = 0; k < FLOW_SIZE; k++) flow[o + k] = 0;
    for (let k = 0; k < 3; k++) flow[o + k] = this.#uniform_mps[k]!;
    for (let k = 0; k < this.#flows.length; k++) {
      const source = this.#flows[k]!;
      source.lookAt?.(reals);
      source.addFlow(flow, o, point, i);
    }
  }

  /** out[o]: depth of the bottom at point[i ..], whatever stands on it; NaN for none. */
  bottomInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    out[o] = Number.NaN;
    this.#sea.scene?.bottom?.depthInto(out, o, point, i + POINT.p);
  }

  /** out[o]: density at point[i ..]. */
  densityInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (this.#sea.water === null) out[o] = this.#constants[0]!;
    else this.#sea.water.densityInto(out, o, point, i);
  }

  /** out[o]: height of the surface above mean sea level. */
  surfaceInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (this.#waves === null) {
      out[o] = 0;
      return;
    }
    this.#waves.surfaceInto(this.#elevation, 0, point, i);
    out[o] = this.#elevation[ELEVATION.height]!;
  }

  /** out[o], out[o + 1]: depth of the first surface below, and the height above it; Infinity for none. */
  belowInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    out[o] = Number.POSITIVE_INFINITY;
    out[o + 1] = Number.POSITIVE_INFINITY;
    if (this.#sea.scene === null) return;
    this.#sea.scene.depthBelowInto(this.#below, 0, point, i + POINT.p, point, i + POINT.t_s);
    out[o] = this.#below[BELOW.depth]!;
    out[o + 1] = this.#below[BELOW.altitude]!;
  }

  /** The index of a named scalar; −1 for none of that name. */
  scalarIndex(name: string): number {
    return this.#sea.scalars.findIndex((scalar) => scalar.name === name);
  }

  /** out[o]: a named scalar at point[i ..], by its index; above the mean surface, as at it. */
  scalarInto(out: Float64Array, o: number, scalar: number, point: Float64Array, i: number): void {
    const at = this.#under;
    for (let k = 0; k < POINT_SIZE; k++) at[k] = point[i + k]!;
    at[POINT.p + 2] = Math.max(0, at[POINT.p + 2]!);
    const { sources } = this.#sea.scalars[scalar]!;
    out[o] = 0;
    for (let k = 0; k < sources.length; k++) sources[k]!.addValue(out, o, at, 0);
  }

  /** Every named scalar, to out[o ..], in the order of the sea. */
  scalarsInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    for (let k = 0; k < this.#sea.scalars.length; k++) this.scalarInto(out, o + k, k, point, i);
  }

  /** Whether a wind blows over this sea. */
  get hasWind(): boolean {
    return this.#wind !== null;
  }

  /**
   * A record of AIR to out[o ..]: the wind in N over the place and at the time of point[i ..], at the height heights_m[h] above
   * the surface there, and the density of the air. Zeros in a world without wind.
   */
  windInto(
    out: Float64Array,
    o: number,
    heights_m: Float64Array,
    h: number,
    point: Float64Array,
    i: number,
    reals: Float64Array,
  ): void {
    out.fill(0, o, o + AIR_SIZE);
    const source = this.#wind;
    if (source === null) return;
    const air = this.#air;
    const aloft = this.#aloft;
    for (let k = 0; k < POINT_SIZE; k++) aloft[k] = point[i + k]!;
    aloft[POINT.p + 2] = -heights_m[h]!;
    air.fill(0);
    source.lookAt?.(reals);
    source.addFlow(air, 0, aloft, 0);
    for (let k = 0; k < 3; k++) out[o + AIR.wind + k] = air[FLOW.velocity + k]!;
    out[o + AIR.density] = this.#constants[1]!;
  }

  /** SEA_FIELDS at point[i ..], to out[o ..]; NaN for what the world does not say. */
  fieldsInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    const column = this.#column;
    column.fill(Number.NaN);
    column[WATER_COLUMN.density_kgpm3] = this.#constants[0]!;
    this.#sea.water?.waterInto(column, 0, point, i);
    out[o] = column[WATER_COLUMN.temperature_degC]!;
    out[o + 1] = column[WATER_COLUMN.salinity_psu]!;
    out[o + 2] = column[WATER_COLUMN.density_kgpm3]!;
    out[o + 3] = column[WATER_COLUMN.soundSpeed_mps]!;
    this.surfaceInto(out, o + 4, point, i);
    this.belowInto(out, o + 5, point, i);
  }
}

/** A record for queries: place and time. */
export function seaPoint(): Float64Array {
  return new Float64Array(POINT_SIZE);
}
