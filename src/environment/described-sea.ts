/**
 * What a sensor may ask of the sea without a message: what is description, frozen when the scenario is loaded and the same in every
 * simulator. What moves or is drawn by a run (currents, waves, wind) comes as waterAt.
 */
import type { ThingWorld } from "../engine/index.ts";
import type { MovedSurfaces } from "./geometry/moved-surfaces.ts";
import type { Scene } from "./geometry/scene.ts";
import type { GeographicOrigin } from "./maps/local-frame.ts";
import type { WaterColumn } from "./water/water-column.ts";

export interface DescribedSea {
  /** Bottom and obstacles; null for none. */
  readonly scene: Scene | null;
  /** null for water of one density. */
  readonly water: WaterColumn | null;
  /** What rays meet of each vehicle, in its frame B, by its index in the scenario. Where they are comes as `neighbours`. */
  readonly bodies: readonly MovedSurfaces[];
  /** undefined for a world that does not say where on the earth it is. */
  readonly origin: GeographicOrigin | undefined;
}

const NOTHING: DescribedSea = Object.freeze({ scene: null, water: null, bodies: Object.freeze([]), origin: undefined });

/** The sea of a world, as a thing finds it at its site. */
export function describedSea({ sea }: ThingWorld): DescribedSea {
  return (sea as DescribedSea | undefined) ?? NOTHING;
}
