/**
 * Commands far beyond what an actuator can do: once for each actuator, when one takes effect that lies more than three times as far from
 * the middle of its range as the range goes, a warning gives the command and the range. A command that is a little beyond is cut off
 * silently: that is control in saturation. Scripts are looked at when the scenario is loaded (load/vehicle.ts).
 */
import { FAR_BEYOND, widened } from "../../../actuators/index.ts";
import { unitInWords } from "../../../control/index.ts";
import type { Moment } from "../../../engine/index.ts";
import type { ScenarioVehicle } from "../../load/vehicle.ts";
import type { Site } from "../site.ts";

/** values[from ..]: set-points by index of actuator as they arrive; NaN for one that is left as it is. */
export type CommandWatch = (moment: Moment, values: Float64Array, from: number) => void;

export function commandWatch(site: Site, { name, actuators }: ScenarioVehicle): CommandWatch {
  /** 1 for one that has been reported. */
  const reported = site.builder.layout.integers(`${name}/actuators/beyond`, actuators.length);
  // In arrays, so that a command that is in order costs two comparisons and no number is boxed.
  const far = actuators.map(({ range }) => (range === undefined ? [] : widened(range, FAR_BEYOND)));
  const lowest = Float64Array.from(far, ([least = Number.NEGATIVE_INFINITY]) => least);
  const highest = Float64Array.from(far, ([, most = Number.POSITIVE_INFINITY]) => most);
  return (moment, values, from) => {
    for (let i = 0; i < lowest.length; i++) {
      const value = values[from + i]!;
      // NaN is not beyond anything.
      if (!(value < lowest[i]! || value > highest[i]!)) continue;
      const { range, unit, name: actuator } = actuators[i]!;
      if (range === undefined || moment.integers[reported + i] === 1) continue;
      moment.integers[reported + i] = 1;
      const inWords = unitInWords(unit);
      const message = `it is commanded ${shown(value)} ${inWords}, far beyond what it can do, ${shown(range[0])} to ${shown(range[1])} ${inWords}, where it is cut off`;
      site.tell({ t_ns: moment.now_ns, level: "warning", name: `${name}/${actuator}`, message });
    }
  };
}

function shown(value: number): string {
  return String(Number(value.toPrecision(4)));
}
