/** The sea of a scenario, made from the children of its world. */
import {
  bottom as bottomKind,
  type FlowModel,
  materialOf,
  type NamedScalar,
  type ObstaclePath,
  obstacle as obstacleKind,
  obstacleMaterial,
  pathOf as obstaclePathOf,
  outlineOf,
  Scene,
  type SeaState,
  type Surface,
  scalar as scalarKind,
  standing,
  type WaterColumn,
  type WindModel,
  water as waterKind,
} from "../../environment/index.ts";
import { type Component, createModel, type Definitions } from "../../library/index.ts";
import { bottomEdge, edgesOf, type SeaEdge } from "./sea-edges.ts";
import type { ScenarioThing } from "./things.ts";

/** A part of the sea that joins each run by itself. */
export type SeaThing<T> = ScenarioThing & { readonly thing: T };

/** What a world holds besides its constants; null and empty where nothing is said. */
export interface Sea {
  readonly water: WaterColumn | null;
  readonly currents: readonly SeaThing<FlowModel>[];
  readonly wind: SeaThing<WindModel> | null;
  readonly waves: SeaThing<SeaState> | null;
  readonly scene: Scene | null;
  /** The obstacles themselves, by their index in the scene. */
  readonly solids: readonly SeaObstacle[];
  /** The bottom as its file has it; null for none. */
  readonly ground: Component | null;
  /** Paths of the obstacles, by their index in the scene. */
  readonly obstacles: readonly string[];
  /** Of the bottom at the origin; Infinity for none. Waves have one depth of water. */
  readonly bottomDepth_m: number;
  /** In the order in which their names first stand in the file. */
  readonly scalars: readonly SeaScalar[];
  /** Each by itself, in the order of the file. */
  readonly scalarSources: readonly NamedScalar[];
  /** Obstacles seen from above, for maps. */
  readonly outlines: readonly SeaOutline[];
  /** Where water, scalars and bottom end; currents state their own when they join a model. */
  readonly edges: readonly SeaEdge[];
}

export interface SeaObstacle {
  readonly component: Component;
  /** Where it stands, or, of one that moves, in its own frame. */
  readonly surface: Surface;
  /** null for one that stands. */
  readonly path: ObstaclePath | null;
}

export interface SeaOutline {
  /** "world/pier" */
  readonly path: string;
  readonly label: string;
  /** [north, east] of its corners. */
  readonly points: readonly (readonly [number, number])[];
  /** False for the path of one that moves. */
  readonly closed: boolean;
}

/** That of a world of constants. */
export const NO_SEA: Sea = Object.freeze({
  water: null,
  currents: [],
  wind: null,
  waves: null,
  scene: null,
  solids: [],
  ground: null,
  obstacles: [],
  bottomDepth_m: Number.POSITIVE_INFINITY,
  scalars: [],
  scalarSources: [],
  outlines: [],
  edges: [],
});

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

/** A line is of its vehicles; noise and media of signals move nothing. */
const NOT_SEA: readonly string[] = ["tether", "noise", "sound", "radio"];

/** null for a world of constants alone, which needs no sea. things: those of the world among others. */
export function seaOf(definitions: Definitions, world: Component, things: readonly ScenarioThing[]): Sea | null {
  const of = (kind: string): Component[] => world.children.filter((child) => child.kind === kind);
  if (world.children.every(({ kind }) => NOT_SEA.includes(kind))) return null;
  const [column] = of("water");
  const joining = <T>(kind: string): SeaThing<T>[] =>
    things.filter(({ vehicle, component }) => vehicle === null && component.kind === kind) as SeaThing<T>[];
  const [ground] = of("bottom");
  const water = column === undefined ? null : createModel(definitions, column, waterKind);
  const scalars = of("scalar").map((child) => ({ child, source: createModel(definitions, child, scalarKind) }));
  const bottom = ground === undefined ? null : createModel(definitions, ground, bottomKind);
  const { type, roughness_m = 0 } = (ground?.params ?? {}) as { type?: string; roughness_m?: number };
  const solids = of("obstacle").map((child) => {
    const path = obstaclePathOf(child);
    const make = (t_s: number | null): Surface =>
      createModel(definitions, path === null ? child : standing(child, path, t_s), obstacleKind);
    const traits = Object.freeze({ path, material: obstacleMaterial(child) });
    // For maps, where one that moves begins.
    return { child, path, surface: make(null), traits, atStart: path === null ? null : make(0) };
  });
  const obstacles = solids.map(({ surface }) => surface);
  const traits = solids.map((solid) => solid.traits);
  const depth_m = new Float64Array([Number.POSITIVE_INFINITY]);
  bottom?.depthInto(depth_m, 0, new Float64Array(2), 0);
  return Object.freeze({
    water,
    currents: joining<FlowModel>("current"),
    wind: joining<WindModel>("wind")[0] ?? null,
    waves: joining<SeaState>("waves")[0] ?? null,
    bottomDepth_m: depth_m[0]! > 0 ? depth_m[0]! : Number.POSITIVE_INFINITY,
    scene:
      bottom === null && obstacles.length === 0
        ? null
        : new Scene(bottom, obstacles, materialOf(type, roughness_m), traits),
    solids: solids.map(({ child, surface, path }) => Object.freeze({ component: child, surface, path })),
    ground: ground ?? null,
    obstacles: of("obstacle").map(pathOf),
    scalars: byName(scalars.map(({ source }) => source)),
    scalarSources: scalars.map(({ source }) => source),
    outlines: solids.flatMap(({ child, path, surface, atStart }): SeaOutline[] => {
      const shown = atStart ?? surface;
      const points = shown.outline?.() ?? rectangleOf(shown);
      const [of, label] = [pathOf(child), `obstacle ${child.id}`];
      if (path === null) return points.length === 0 ? [] : [{ path: of, label, points, closed: true }];
      const track = { path: of, label: `path of obstacle ${child.id}`, points: path.corners, closed: false };
      return points.length === 0
        ? [track]
        : [{ path: of, label: `${label} at the start`, points, closed: true }, track];
    }),
    edges: [
      ...(water === null || column === undefined ? [] : edgesOf(pathOf(column), water, column)),
      ...scalars.flatMap(({ child, source }) => edgesOf(pathOf(child), source, child)),
      ...[bottom && ground && bottomEdge(pathOf(ground), bottom, ground)].filter((edge) => edge != null),
    ],
  });
}

/** What is known of every surface that has an end: the box around it. */
function rectangleOf({ bounds_m }: Surface): SeaOutline["points"] {
  if (bounds_m === null) return [];
  const [south = 0, west = 0, , north = 0, east = 0] = bounds_m;
  const ends = [south, west, north, east].every(Number.isFinite);
  return ends
    ? outlineOf([
        [south, west],
        [south, east],
        [north, east],
        [north, west],
      ])
    : [];
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
