/** The wind at a vehicle in the plots, from the channel of the water, in scenarios that have one. */
import { QUANTITY } from "../logging/index.ts";
import { channelOf, columnsOf, signalOf } from "./fields.ts";
import type { Group, Quantity } from "./groups.ts";
import { magnitude } from "./signals.ts";
import type { Signal, Track } from "./tracks.ts";
import { UNITS } from "./units.ts";

/** Zero while the vehicle is under water: no line where it never came up, or has nothing that stands in the wind. */
function felt({ t_s, y }: Signal): Signal | null {
  return y.some((value) => Number.isFinite(value) && value !== 0) ? { t_s, y } : null;
}

function speed({ data }: Track): Signal | null {
  const water = channelOf(data, "water");
  const axes = columnsOf(water, QUANTITY.windNorth, QUANTITY.windEast, QUANTITY.windDown);
  return water === null || axes === null ? null : felt({ t_s: water.series.t_s, y: magnitude(axes) });
}

const component = (label: string, quantity: string): Quantity => ({
  label,
  title: `Wind at the vehicle, towards ${label}`,
  of: ({ data }) => {
    const wind = signalOf(channelOf(data, "water"), quantity);
    return wind && felt(wind);
  },
});

export const windGroups: readonly Group[] = [
  {
    section: "water",
    title: "Wind at the vehicle: speed, and towards north and east",
    unit: UNITS["m/s"],
    quantities: [
      { label: "speed", title: "Speed of the wind at the vehicle", of: speed },
      component("north", QUANTITY.windNorth),
      component("east", QUANTITY.windEast),
    ],
  },
];
