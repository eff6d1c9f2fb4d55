/** The sea of a scenario, made from the children of its world; and what can be asked of it at a place and a time. */

import type { ModelBuilder } from "../engine/index.ts";
import {
  BELOW,
  BELOW_SIZE,
  bottom as bottomKind,
  current as currentKind,
  ELEVATION,
  ELEVATION_SIZE,
  FLOW,
  FLOW_SIZE,
  type FlowModel,
  type JoinedFlow,
  materialOf,
  type NamedScalar,
  obstacle as obstacleKind,
  POINT,
  POINT_SIZE,
  Scene,
  scalar as scalarKind,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
  type WaterColumn,
  type Waves,
  type WindModel,
  water as waterKind,
  waves as wavesKind,
  wind as windKind,
} from "../environment/index.ts";
import { type Component, createModel, type Definitions } from "../library/index.ts";
import { AIR, AIR_SIZE } from "../vehicles/index.ts";
import { bottomEdge, edgeOf, type SeaEdge } from "./sea-edges.ts";

/** What a world holds besides its constants; null and empty where nothing is said. */
export interface Sea {
  readonly water: WaterColumn | null;
  /** edge: the parameter, undefined for a model that has none. */
  readonly currents: readonly { readonly path: string; readonly model: FlowModel; readonly edge: unknown }[];
  readonly wind: { readonly path: string; readonly model: WindModel } | null;
  readonly waves: Waves | null;
  readonly scene: Scene | null;
  /** In the order in which their names first stand in the file. */
  readonly scalars: readonly SeaScalar[];
  /** Each by itself, in the order of the file. */
  readonly scalarSources: readonly NamedScalar[];
  /** Where water, scalars and bottom end; currents tell their own when they join a model. */
  readonly edges: readonly SeaEdge[];
}

/** All sources of one name: their values add up. */
export interface SeaScalar {
  readonly name: string;
  readonly unit: string;
  readonly sources: readonly NamedScalar[];
}

/** What the log shows of the water at a vehicle. */
export const SEA_FIELDS = [
  "temperature_degC",
  "salinity_psu",
  "density_kgpm3",
  "soundSpeed_mps",
  "surface_m",
  "bottomDepth_m",
  "altitude_m",
] as const;

/** What it shows besides of the wind, in a world that has one: at the height at which the vehicle stands in it, and that height. */
export const WIND_FIELDS = ["windNorth_mps", "windEast_mps", "windDown_mps", "windHeight_m"] as const;

/** null for a world of constants alone, which needs no sea. */
export function seaOf(
  definitions: Definitions,
  world: Component,
  constants: { readonly gravity_mps2: number; readonly density_kgpm3: number },
  seed: number,
): Sea | null {
  const of = (kind: string): Component[] => world.children.filter((child) => child.kind === kind);
  if (world.children.length === 0) return null;
  const [column] = of("water");
  const [air] = of("wind");
  const [state] = of("waves");
  const [ground] = of("bottom");
  const water = column === undefined ? null : createModel(definitions, inPlace(column, world), waterKind);
  const scalars = of("scalar").map((child) => ({ child, source: createModel(definitions, child, scalarKind) }));
  const bottom = ground === undefined ? null : createModel(definitions, ground, bottomKind);
  const { type, roughness_m = 0 } = (ground?.params ?? {}) as { type?: string; roughness_m?: number };
  const obstacles = of("obstacle").map((child) => createModel(definitions, child, obstacleKind));
  const depth_m = new Float64Array([Number.POSITIVE_INFINITY]);
  bottom?.depthInto(depth_m, 0, new Float64Array(2), 0);
  return Object.freeze({
    water,
    currents: of("current").map((child) => ({
      path: child.id,
      model: createModel(definitions, child, currentKind),
      edge: child.params.edge,
    })),
    wind: air === undefined ? null : { path: air.id, model: createModel(definitions, air, windKind) },
    waves:
      state === undefined
        ? null
        : createModel(definitions, state, wavesKind).build({
            seed: { campaign: seed, run: 0 },
            name: `world/${state.id}`,
            ...constants,
            // Waves feel one depth: that of the bottom at the origin.
            depth_m: depth_m[0]! > 0 ? depth_m[0]! : Number.POSITIVE_INFINITY,
          }),
    scene:
      bottom === null && obstacles.length === 0 ? null : new Scene(bottom, obstacles, materialOf(type, roughness_m)),
    scalars: byName(scalars.map(({ source }) => source)),
    scalarSources: scalars.map(({ source }) => source),
    edges: [
      water && edgeOf(pathOf(column), water, column?.params.edge),
      ...scalars.map(({ child, source }) => edgeOf(pathOf(child), source, child.params.edge)),
      bottom && bottomEdge(pathOf(ground), bottom),
    ].filter((edge) => edge !== null),
  });
}

/** Water that does not say where it is lies where the world lies. */
function inPlace(water: Component, world: Component): Component {
  const { latitude_rad } = world.params;
  if (latitude_rad === undefined || water.given.includes("latitude_deg")) return water;
  return { ...water, params: { ...water.params, latitude_rad } };
}

/** As overrides and events name it, whatever the scenario is called. */
function pathOf(component: Component | undefined): string {
  return `world/${component?.id}`;
}

function byName(sources: readonly NamedScalar[]): SeaScalar[] {
  const names = [...new Set(sources.map(({ name }) => name))];
  return names.map((name) => {
    const own = sources.filter((source) => source.name === name);
    return Object.freeze({ name, unit: own[0]!.unit, sources: own });
  });
}

/** The sea inside one model: asks its parts, with the state that they keep there. */
export class SeaQuery {
  /** Where its parts end. */
  readonly edges: readonly SeaEdge[];
  readonly #sea: Sea;
  readonly #flows: readonly JoinedFlow[];
  readonly #wind: JoinedFlow | null;
  readonly #constants: Float64Array;
  readonly #uniform_mps: readonly number[];
  readonly #column = new Float64Array(WATER_COLUMN_SIZE);
  readonly #elevation = new Float64Array(ELEVATION_SIZE);
  readonly #below = new Float64Array(BELOW_SIZE);
  readonly #under = new Float64Array(POINT_SIZE);
  readonly #air = new Float64Array(FLOW_SIZE);
  readonly #aloft = new Float64Array(POINT_SIZE);

  constructor(
    builder: ModelBuilder,
    sea: Sea,
    world: { readonly density_kgpm3: number; readonly current_mps: readonly number[] },
  ) {
    this.#sea = sea;
    this.#constants = Float64Array.of(world.density_kgpm3, sea.wind?.model.airDensity_kgpm3 ?? 0);
    this.#uniform_mps = world.current_mps;
    this.#wind = sea.wind?.model.join(builder, `world/${sea.wind.path}`) ?? null;
    this.#flows = sea.currents.map(({ path, model }) => model.join(builder, `world/${path}`));
    const ends = sea.currents.map(({ path, edge }, k) => edgeOf(`world/${path}`, this.#flows[k]!, edge));
    this.edges = Object.freeze([...sea.edges, ...ends.filter((end) => end !== null)]);
  }

  /** FLOW at point[i ..], to flow[o ..]: the world's own current, its currents and its waves together. */
  flowInto(flow: Float64Array, o: number, point: Float64Array, i: number, reals: Float64Array): void {
    // Plain stores: `fill` of a few numbers takes five times as long.
    for (let k = 0; k < FLOW_SIZE; k++) flow[o + k] = 0;
    for (let k = 0; k < 3; k++) flow[o + k] = this.#uniform_mps[k]!;
    for (let k = 0; k < this.#flows.length; k++) {
      const source = this.#flows[k]!;
      source.lookAt?.(reals);
      source.addFlow(flow, o, point, i);
    }
    this.#sea.waves?.addFlow(flow, o, point, i);
  }

  /** out[o]: density at point[i ..]. */
  densityInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (this.#sea.water === null) out[o] = this.#constants[0]!;
    else this.#sea.water.densityInto(out, o, point, i);
  }

  /** out[o]: height of the surface above mean sea level. */
  surfaceInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    if (this.#sea.waves === null) {
      out[o] = 0;
      return;
    }
    this.#sea.waves.surfaceInto(this.#elevation, 0, point, i);
    out[o] = this.#elevation[ELEVATION.height]!;
  }

  /** out[o], out[o + 1]: depth of the first surface below, and the height above it; Infinity for none. */
  belowInto(out: Float64Array, o: number, point: Float64Array, i: number): void {
    out[o] = Number.POSITIVE_INFINITY;
    out[o + 1] = Number.POSITIVE_INFINITY;
    if (this.#sea.scene === null) return;
    this.#sea.scene.depthBelowInto(this.#below, 0, point, i + POINT.p);
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
