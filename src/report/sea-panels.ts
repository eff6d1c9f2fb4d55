/**
 * The sea in the plots: bottom and surface beside the depth, the components of the current, and the water that a vehicle met,
 * over time and over depth. All of it but the current comes from the channel of the water, which only scenarios with a sea have.
 */
import { QUANTITY } from "../logging/index.ts";
import { channelOf, columnOf, motionOf, signalOf } from "./fields.ts";
import type { EdgeQuantity, Group, Quantity } from "./groups.ts";
import type { Signal, Track } from "./tracks.ts";
import { UNITS, type Unit } from "./units.ts";

/** Sound in water: an axis of less than a metre per second would show nothing but rounding. */
const SOUND: Unit = { ...UNITS["m/s"], leastSpan: 1 };

/** A current whose components change by less over the whole log is constant: its length under "Speed" says enough. */
const STEADY_MPS = 1e-3;

const water =
  (quantity: string) =>
  (track: Track): Signal | null =>
    signalOf(channelOf(track.data, "water"), quantity);

/** Height of the surface above mean sea level, times a factor; null for a sea without waves, where it is 0 throughout. */
const surface =
  (factor: number) =>
  (track: Track): Signal | null => {
    const height = signalOf(channelOf(track.data, "water"), QUANTITY.surface, "value", factor);
    return height?.y.some((h) => Number.isFinite(h) && h !== 0) ? height : null;
  };

/** Drawn with the depth of a vehicle, as depths. */
export const DEPTH_EDGES: readonly EdgeQuantity[] = [
  { edge: "bottom", label: "bottom", of: water(QUANTITY.bottomDepth) },
  { edge: "surface", label: "sea surface", of: surface(-1) },
];

const alone = (title: string, unit: Unit, label: string, of: Quantity["of"]): Group => ({
  section: "water",
  title,
  unit,
  quantities: [{ label, title, of }],
});

export const waterGroups: readonly Group[] = [
  alone("Temperature", UNITS["°C"], "temperature", water(QUANTITY.temperature)),
  alone("Salinity", UNITS.psu, "salinity", water(QUANTITY.salinity)),
  alone("Density", UNITS["kg/m³"], "density", water(QUANTITY.density)),
  alone("Sound speed", SOUND, "sound speed", water(QUANTITY.soundSpeed)),
  alone("Altitude above the bottom", UNITS.m, "altitude", water(QUANTITY.altitude)),
  alone("Height of the sea surface above its mean", UNITS.m, "sea surface", surface(1)),
];

/** Quantities of the water that have plots of their own here and in wind-panels.ts; others are drawn as any channel is. */
export const WATER_QUANTITIES: ReadonlySet<string> = new Set([
  ...[QUANTITY.temperature, QUANTITY.salinity, QUANTITY.density, QUANTITY.soundSpeed],
  ...[QUANTITY.surface, QUANTITY.bottomDepth, QUANTITY.altitude],
  ...[QUANTITY.windNorth, QUANTITY.windEast, QUANTITY.windDown, QUANTITY.windHeight],
]);

/** North, east and down, where the current of any track varies. */
export function currentGroups(tracks: readonly Track[]): Group[] {
  const axes = [
    ["north", QUANTITY.currentNorth],
    ["east", QUANTITY.currentEast],
    ["down", QUANTITY.currentDown],
  ] as const;
  const varies = tracks.some(({ data }) =>
    axes.some(([, quantity]) => spanOf(columnOf(motionOf(data), quantity)) > STEADY_MPS),
  );
  if (!varies) return [];
  const quantities = axes.map(([label, quantity]): Quantity => {
    return { label, title: `Current, ${label}`, of: ({ data }) => signalOf(motionOf(data), quantity) };
  });
  return [{ section: "speeds", title: "Current: north, east, down", unit: UNITS["m/s"], quantities }];
}

/** Largest minus smallest known value. */
function spanOf(column: Float64Array | null): number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of column ?? []) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}

/** A property of the water over depth, as the vehicle met it on its way. */
export interface Profile {
  /** Of its figure. */
  readonly id: string;
  /** Of the path, in the page. */
  readonly column: "temperature_degC" | "soundSpeed_mps";
  readonly quantity: string;
  readonly title: string;
  /** Of its axis. */
  readonly label: string;
  readonly leastSpan: number;
}

const PROFILES: readonly Profile[] = [
  {
    id: "profile-temperature",
    column: "temperature_degC",
    quantity: QUANTITY.temperature,
    title: "Temperature over depth, as met on the way",
    label: "temperature (°C)",
    leastSpan: UNITS["°C"].leastSpan,
  },
  {
    id: "profile-sound",
    column: "soundSpeed_mps",
    quantity: QUANTITY.soundSpeed,
    title: "Sound speed over depth, as met on the way",
    label: "sound speed (m/s)",
    leastSpan: SOUND.leastSpan,
  },
];

/** Those of which any track knows something. */
export function profilesOf(tracks: readonly Track[]): Profile[] {
  return PROFILES.filter(({ quantity }) =>
    tracks.some(
      ({ data }) =>
        columnOf(channelOf(data, "water"), quantity)?.some(Number.isFinite) &&
        columnOf(motionOf(data), QUANTITY.depth) !== null,
    ),
  );
}
