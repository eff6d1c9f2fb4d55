/** Actuators in the plots: for each a row of plots, one per unit; and the power that they draw. */
import { type ChannelField, QUANTITY } from "../logging/index.ts";
import { channelOf, fieldsOf, signalOfField } from "./fields.ts";
import type { Group, Quantity } from "./groups.ts";
import { powerColumns } from "./key-figures.ts";
import { cumulativeIntegral, sumOf } from "./signals.ts";
import type { Signal, Track } from "./tracks.ts";
import { shownUnit, UNITS } from "./units.ts";

const KJ = UNITS.J;

/** What a field is of: the actuator, or the field itself where it is of none. */
const rowOf = (field: ChannelField): string => field.part ?? wordOf(field);
const wordOf = ({ label, quantity, name }: ChannelField): string => label ?? quantity ?? name;
const isPower = ({ quantity, role = "value" }: ChannelField): boolean =>
  quantity === QUANTITY.power && role === "value";

/** One group per actuator and unit; power has a section of its own. */
export function actuatorGroups(tracks: readonly Track[]): Group[] {
  const fields = new Map<string, ChannelField>();
  for (const { data } of tracks)
    for (const field of channelOf(data, "actuators")?.declared.fields ?? []) fields.set(field.name, field);
  const groups = new Map<string, ChannelField[]>();
  for (const field of fields.values()) {
    if (isPower(field)) continue;
    const key = JSON.stringify([rowOf(field), field.unit, field.role === "state"]);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  // A log may list all commands before all speeds: an actuator's plots stand together anyway.
  const order = [...new Set([...fields.values()].map(rowOf))];
  const lists = [...groups.values()].sort((a, b) => order.indexOf(rowOf(a[0]!)) - order.indexOf(rowOf(b[0]!)));
  return lists.map((list): Group => {
    const first = list[0]!;
    const unit = shownUnit(first.unit, largestOf(tracks, list));
    const of = (field: ChannelField) => {
      return ({ data }: Track): Signal | null => {
        const channel = channelOf(data, "actuators");
        return channel && signalOfField(channel, field, unit.factor);
      };
    };
    const command = list.find(({ role }) => role === "command");
    const values = list.filter((field) => field !== command);
    // A command stands dotted behind the first value in its unit, or alone where there is none.
    const shown = values.length === 0 ? list : values;
    const row = rowOf(first);
    const title = (words: readonly string[]): string =>
      [...(first.part === undefined ? [] : [row]), ...words].join(" ");
    const quantities = shown.map((field, i): Quantity => {
      const asked =
        i === 0 && command !== undefined && values.length > 0
          ? {
              label: wordOf(command),
              of: (track: Track) => [of(command)(track)].flatMap((s) => (s === null ? [] : [{ by: "", signal: s }])),
            }
          : undefined;
      return { label: wordOf(field), title: title([wordOf(field)]), of: of(field), ...(asked && { asked }) };
    });
    const words = [...shown.map(wordOf), ...(values.length > 0 && command ? [wordOf(command)] : [])];
    const steps = list.every(({ role }) => role === "state");
    return { section: "actuators", row, title: title([words.join(", ")]), unit, steps, quantities };
  });
}

function largestOf(tracks: readonly Track[], fields: readonly ChannelField[]): number {
  let largest = 0;
  for (const { data } of tracks) {
    for (const { name } of fields) {
      for (const value of channelOf(data, "actuators")?.series.columns.get(name) ?? [])
        if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
    }
  }
  return largest;
}

export function powerGroups(tracks: readonly Track[]): Group[] {
  const total = ({ data }: Track): Signal | null => {
    const actuators = channelOf(data, "actuators");
    const powers = powerColumns(actuators);
    return actuators === null || powers.length === 0 ? null : { t_s: actuators.series.t_s, y: sumOf(powers) };
  };
  const energy = (track: Track): Signal | null => {
    const power = total(track);
    return power && { t_s: power.t_s, y: cumulativeIntegral(power.t_s, power.y).map((x) => x * KJ.factor) };
  };
  const quantities: Quantity[] = [{ label: "all actuators", title: "Electrical power, all actuators", of: total }];
  const [only] = tracks;
  const actuators = only === undefined ? null : channelOf(only.data, "actuators");
  if (tracks.length === 1 && actuators !== null && powerColumns(actuators).length > 1) {
    for (const field of fieldsOf(actuators, { quantity: QUANTITY.power }))
      quantities.push({ label: rowOf(field), title: "", of: () => signalOfField(actuators, field) });
  }
  return [
    { section: "power", title: "Electrical power", unit: UNITS.W, quantities },
    {
      section: "power",
      title: "Energy used",
      unit: KJ,
      quantities: [{ label: "energy", title: "Energy used", of: energy }],
    },
  ];
}
