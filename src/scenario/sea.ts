/** The sea of a scenario, made from the children of its world; and what can be asked of it at a place and a time. */

import type { ModelBuilder } from "../engine/index.ts";
import {
  BELOW,
  BELOW_SIZE,
  bottom as bottomKind,
  current as currentKind,
  ELEVATION,
  ELEVATION_SIZE,
  FLOW_SIZE,
  type FlowModel,
  type JoinedFlow,
  obstacle as obstacleKind,
  POINT,
  POINT_SIZE,
  Scene,
  WATER_COLUMN,
  WATER_COLUMN_SIZE,
  type WaterColumn,
  type Waves,
  water as waterKind,
  waves as wavesKind,
} from "../environment/index.ts";
import { type Component, createModel, type Definitions } from "../library/index.ts";

/** What a world holds besides its constants; null and empty where nothing is said. */
export interface Sea {
  readonly water: WaterColumn | null;
  readonly currents: readonly { readonly path: string; readonly model: FlowModel }[];
  readonly waves: Waves | null;
  readonly scene: Scene | null;
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
  const [state] = of("waves");
  const [ground] = of("bottom");
  const bottom = ground === undefined ? null : createModel(definitions, ground, bottomKind);
  const obstacles = of("obstacle").map((child) => createModel(definitions, child, obstacleKind));
  const depth_m = new Float64Array([Number.POSITIVE_INFINITY]);
  bottom?.depthInto(depth_m, 0, new Float64Array(2), 0);
  return Object.freeze({
    water: column === undefined ? null : createModel(definitions, column, waterKind),
    currents: of("current").map((child) => ({ path: child.id, model: createModel(definitions, child, currentKind) })),
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
    scene: bottom === null && obstacles.length === 0 ? null : new Scene(bottom, obstacles),
  });
}

/** The sea inside one model: asks its parts, with the state that they keep there. */
export class SeaQuery {
  readonly #sea: Sea;
  readonly #flows: readonly JoinedFlow[];
  readonly #constants: Float64Array;
  readonly #uniform_mps: readonly number[];
  readonly #column = new Float64Array(WATER_COLUMN_SIZE);
  readonly #elevation = new Float64Array(ELEVATION_SIZE);
  readonly #below = new Float64Array(BELOW_SIZE);

  constructor(
    builder: ModelBuilder,
    sea: Sea,
    world: { readonly density_kgpm3: number; readonly current_mps: readonly number[] },
  ) {
    this.#sea = sea;
    this.#constants = Float64Array.of(world.density_kgpm3);
    this.#uniform_mps = world.current_mps;
    this.#flows = sea.currents.map(({ path, model }) => model.join(builder, `world/${path}`));
  }

  /** FLOW at point[i ..], to flow[o ..]: the world's own current, its currents and its waves together. */
  flowInto(flow: Float64Array, o: number, point: Float64Array, i: number, reals: Float64Array): void {
    flow.fill(0, o, o + FLOW_SIZE);
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
