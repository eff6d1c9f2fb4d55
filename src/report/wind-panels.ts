/** The wind at a vehicle in the plots, from the channel "water" of scenarios that have one. */
import { UNITS } from "./column-names.ts";
import type { Group, Quantity } from "./groups.ts";
import { magnitude } from "./signals.ts";
import { type Signal, signal, type Track } from "./tracks.ts";

/** Zero while the vehicle is under water: no line where it never came up, or has nothing that stands in the wind. */
function felt({ t_s, y }: Signal): Signal | null {
  return y.some((value) => Number.isFinite(value) && value !== 0) ? { t_s, y } : null;
}

function speed({ data }: Track): Signal | null {
  const axes = ["windNorth_mps", "windEast_mps", "windDown_mps"].map((column) => signal(data.water, column));
  const [north, east, down] = axes;
  if (!north || !east || !down) return null;
  return felt({ t_s: north.t_s, y: magnitude([north.y, east.y, down.y]) });
}

const component = (label: string, column: string): Quantity => ({
  label,
  title: `Wind at the vehicle, towards ${label}`,
  of: ({ data }) => {
    const wind = signal(data.water, column);
    return wind && felt(wind);
  },
});

export const windGroups: readonly Group[] = [
  {
    section: "water",
    title: "Wind at the vehicle: speed, and towards north and east",
    unit: UNITS.mps!,
    quantities: [
      { label: "speed", title: "Speed of the wind at the vehicle", of: speed },
      component("north", "windNorth_mps"),
      component("east", "windEast_mps"),
    ],
  },
];
