/**
 * The sea in the plots: bottom and surface beside the depth, the components of the current, and the water that a vehicle met,
 * over time and over depth. All of it but the current comes from the channel "water", which only scenarios with a sea have.
 */
import { UNITS, type Unit } from "./column-names.ts";
import type { EdgeQuantity, Group, Quantity } from "./groups.ts";
import { type Signal, signal, type Track } from "./tracks.ts";

/** Sound in water: an axis of less than a metre per second would show nothing but rounding. */
const SOUND: Unit = { ...UNITS.mps!, leastSpan: 1 };

/** A current whose components change by less over the whole log is constant: its length under "Speed" says enough. */
const STEADY_MPS = 1e-3;

const water =
  (column: string) =>
  (track: Track): Signal | null =>
    signal(track.data.water, column);

/** Height of the surface above mean sea level, times a factor; null for a sea without waves, where it is 0 throughout. */
const surface =
  (factor: number) =>
  (track: Track): Signal | null => {
    const height = signal(track.data.water, "surface_m", factor);
    return height?.y.some((h) => Number.isFinite(h) && h !== 0) ? height : null;
  };

/** Drawn with the depth of a vehicle, as depths. */
export const DEPTH_EDGES: readonly EdgeQuantity[] = [
  { edge: "bottom", label: "bottom", of: water("bottomDepth_m") },
  { edge: "surface", label: "sea surface", of: surface(-1) },
];

const alone = (title: string, unit: Unit, label: string, of: Quantity["of"]): Group => ({
  section: "water",
  title,
  unit,
  quantities: [{ label, title, of }],
});

export const waterGroups: readonly Group[] = [
  alone("Temperature", UNITS.degC!, "temperature", water("temperature_degC")),
  alone("Salinity", UNITS.psu!, "salinity", water("salinity_psu")),
  alone("Density", UNITS.kgpm3!, "density", water("density_kgpm3")),
  alone("Sound speed", SOUND, "sound speed", water("soundSpeed_mps")),
  alone("Altitude above the bottom", UNITS.m!, "altitude", water("altitude_m")),
  alone("Height of the sea surface above its mean", UNITS.m!, "sea surface", surface(1)),
];

/** One plot for each named scalar of any track. */
export function scalarGroups(tracks: readonly Track[]): Group[] {
  const scalars = new Map(tracks.flatMap(({ data }) => (data.scalars ?? []).map(({ column, unit }) => [column, unit])));
  return [...scalars].map(([column, unit]) => {
    const largest = Math.max(0, ...tracks.map(({ data }) => largestOf(data.water?.columns.get(column))));
    const shown: Unit = { label: unit === "1" ? "" : unit, factor: 1, leastSpan: Math.max(1e-12, 1e-3 * largest) };
    return alone(column, shown, column, water(column));
  });
}

function largestOf(column: Float64Array | undefined): number {
  let largest = 0;
  for (const value of column ?? []) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  return largest;
}

/** North, east and down, where the current of any track varies. */
export function currentGroups(tracks: readonly Track[]): Group[] {
  const axes = ["North", "East", "Down"];
  const column = (axis: string): string => `current${axis}_mps`;
  const varies = tracks.some(({ data }) =>
    axes.some((axis) => spanOf(data.state.columns.get(column(axis))) > STEADY_MPS),
  );
  if (!varies) return [];
  const quantities = axes.map((axis): Quantity => {
    const label = axis.toLowerCase();
    return { label, title: `Current, ${label}`, of: ({ data }) => signal(data.state, column(axis)) };
  });
  return [{ section: "speeds", title: "Current: north, east, down", unit: UNITS.mps!, quantities }];
}

/** Largest minus smallest known value. */
function spanOf(column: Float64Array | undefined): number {
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
  readonly column: "temperature_degC" | "soundSpeed_mps";
  readonly title: string;
  /** Of its axis. */
  readonly label: string;
  readonly leastSpan: number;
}

const PROFILES: readonly Profile[] = [
  {
    id: "profile-temperature",
    column: "temperature_degC",
    title: "Temperature over depth, as met on the way",
    label: "temperature (°C)",
    leastSpan: UNITS.degC!.leastSpan,
  },
  {
    id: "profile-sound",
    column: "soundSpeed_mps",
    title: "Sound speed over depth, as met on the way",
    label: "sound speed (m/s)",
    leastSpan: SOUND.leastSpan,
  },
];

/** Those of which any track knows something. */
export function profilesOf(tracks: readonly Track[]): Profile[] {
  return PROFILES.filter(({ column }) =>
    tracks.some(
      ({ data }) => data.water?.columns.get(column)?.some(Number.isFinite) && data.state.columns.has("depth_m"),
    ),
  );
}
