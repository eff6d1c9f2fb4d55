/** Actuators in the plots, like ones together, one plot per value; and the power that they draw. */
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

/**
 * Plots of actuators; power has a section of its own. Of one vehicle, actuators that have the same fields share their plots, one line
 * and one switch each: eight thrusters are eight lines. Of several vehicles each actuator has plots of its own, with a line per vehicle.
 */
export function actuatorGroups(tracks: readonly Track[]): Group[] {
  const fields = new Map<string, ChannelField>();
  for (const { data } of tracks)
    for (const field of channelOf(data, "actuators")?.declared.fields ?? [])
      if (!isPower(field)) fields.set(field.name, field);
  // A log may list all commands before all speeds: an actuator's plots stand together anyway.
  const parts = new Map<string, ChannelField[]>();
  for (const field of fields.values()) parts.set(rowOf(field), [...(parts.get(rowOf(field)) ?? []), field]);
  const alike = new Map<string, ChannelField[][]>();
  for (const [part, list] of parts) {
    const meaning = list.map(({ unit, role, label, quantity }) => [unit, role, label, quantity]);
    const key = tracks.length === 1 && list[0]!.part !== undefined ? JSON.stringify(meaning) : part;
    alike.set(key, [...(alike.get(key) ?? []), list]);
  }
  return [...alike.values()].flatMap((lists) =>
    lists.length === 1 ? aloneGroups(tracks, lists[0]!) : likeGroups(tracks, lists),
  );
}

/** Fields of one actuator that share a plot. */
function byUnit(fields: readonly ChannelField[]): ChannelField[][] {
  const groups = new Map<string, ChannelField[]>();
  for (const field of fields) {
    const key = JSON.stringify([field.unit, field.role === "state"]);
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups.values()];
}

const signalIn = (field: ChannelField, factor: number) => {
  return ({ data }: Track): Signal | null => {
    const channel = channelOf(data, "actuators");
    return channel && signalOfField(channel, field, factor);
  };
};

function askedBy(command: ChannelField, factor: number): NonNullable<Quantity["asked"]> {
  const of = signalIn(command, factor);
  return {
    label: wordOf(command),
    of: (track) => [of(track)].flatMap((signal) => (signal === null ? [] : [{ by: "", signal }])),
  };
}

/** One actuator: a plot for each unit. */
function aloneGroups(tracks: readonly Track[], fields: readonly ChannelField[]): Group[] {
  return byUnit(fields).map((list): Group => {
    const first = list[0]!;
    const unit = shownUnit(first.unit, largestOf(tracks, list));
    const command = list.find(({ role }) => role === "command");
    const values = list.filter((field) => field !== command);
    // A command stands dotted behind the first value in its unit, or alone where there is none.
    const shown = values.length === 0 ? list : values;
    const row = rowOf(first);
    const title = (words: readonly string[]): string =>
      [...(first.part === undefined ? [] : [row]), ...words].join(" ");
    const quantities = shown.map((field, i): Quantity => {
      const asks = i === 0 && command !== undefined && values.length > 0 ? askedBy(command, unit.factor) : undefined;
      const of = signalIn(field, unit.factor);
      return { label: wordOf(field), title: title([wordOf(field)]), of, ...(asks && { asked: asks }) };
    });
    const words = [...shown.map(wordOf), ...(values.length > 0 && command ? [wordOf(command)] : [])];
    const steps = list.every(({ role }) => role === "state");
    return { section: "actuators", row, title: title([words.join(", ")]), unit, steps, quantities };
  });
}

/** Actuators with the same fields: a plot for each value, with a line for each actuator and its command dotted. */
function likeGroups(tracks: readonly Track[], parts: readonly (readonly ChannelField[])[]): Group[] {
  const row = parts.map(([first]) => rowOf(first!)).join(", ");
  return byUnit(parts[0]!).flatMap((list): Group[] => {
    const command = list.find(({ role }) => role === "command");
    const values = list.filter((field) => field !== command);
    const shown = values.length === 0 ? list : values;
    // Like fields stand at like places.
    const like = (field: ChannelField): ChannelField[] => parts.map((own) => own[parts[0]!.indexOf(field)]!);
    const unit = shownUnit(list[0]!.unit, largestOf(tracks, list.flatMap(like)));
    return shown.map((value, i): Group => {
      const asks = i === 0 && values.length > 0 ? command : undefined;
      const commands = asks === undefined ? [] : like(asks);
      const quantities = like(value).map((field, k): Quantity => {
        const asked = commands[k] && askedBy(commands[k], unit.factor);
        const of = signalIn(field, unit.factor);
        return {
          label: rowOf(field),
          title: `${rowOf(field)} ${wordOf(field)}`,
          of,
          oneEntry: true,
          ...(asked && { asked }),
        };
      });
      const title = `${capital(wordOf(value))} of ${counted(parts)}${asks ? `, dotted: ${wordOf(asks)}` : ""}`;
      return { section: "actuators", row, title, unit, steps: value.role === "state", quantities };
    });
  });
}

/** "t1, t2 and t3"; more are counted. */
function counted(parts: readonly (readonly ChannelField[])[]): string {
  const names = parts.map(([first]) => rowOf(first!));
  if (names.length > 4) return `${names.length} actuators, ${names[0]} to ${names.at(-1)}`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

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
