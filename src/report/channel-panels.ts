/**
 * Every channel that is drawn as lines or steps, whatever it is of: control laws, modules, sensors, the rest of the water. Which plots
 * there are follows from what its fields declare:
 *
 *   errors and set-points      by unit
 *   values of one quantity     together
 *   values without quantity    by unit; without unit each alone, since nothing is known to be comparable
 *
 * A set-point or command stands dotted in the plot of the value that it asks for, where the channel has one.
 */
import { type ChannelField, inWords } from "../logging/index.ts";
import { channelsOf, nameOf, signalOfField } from "./fields.ts";
import { type Group, type Quantity, SECTIONS } from "./groups.ts";
import type { ChannelData } from "./input.ts";
import { ASKED_HERE } from "./motion-panels.ts";
import { WATER_QUANTITIES } from "./sea-panels.ts";
import { sensorOf } from "./sensor-channels.ts";
import { unwrapped } from "./signals.ts";
import type { Signal, Track } from "./tracks.ts";
import { shownUnit } from "./units.ts";

/** Groups whose plots are made elsewhere, and pictures, which are not lines. */
const ELSEWHERE = new Set(["actuators"]);
/** Words in the title of one plot; more are counted. */
const MOST_WORDS = 6;

/** Channels of several tracks that are laid over each other. */
interface Slot {
  readonly group: string;
  /** What the channel is called beside others of its group; "" where it is alone. */
  readonly name: string;
  of(track: Track): ChannelData | null;
}

export function channelGroups(tracks: readonly Track[]): Group[] {
  return slotsOf(tracks).flatMap((slot) => slotGroups(slot, tracks));
}

/** Words for the sections of groups that the page does not know, by group. */
export function sectionTitles(tracks: readonly Track[]): Map<string, string> {
  const titles = new Map<string, Set<string>>();
  for (const { declared } of tracks.flatMap(({ data }) => data.channels.filter(isDrawn))) {
    if ((SECTIONS as readonly string[]).includes(declared.group)) continue;
    const known = titles.get(declared.group) ?? new Set();
    titles.set(declared.group, known.add(declared.title ?? capital(inWords(declared.group))));
  }
  return new Map(
    [...titles].map(([group, words]) => [group, words.size === 1 ? [...words][0]! : capital(inWords(group))]),
  );
}

/** Not what shows a truth beside its values, either: sensor-panels.ts draws that. */
function isDrawn(channel: ChannelData): boolean {
  const { plot, group } = channel.declared;
  return (plot === "lines" || plot === "steps") && !ELSEWHERE.has(group) && sensorOf(channel) === null;
}

/** Plots of one channel in a section of its own. */
export function groupsOfChannel(channel: ChannelData, track: Track, section: string, name: string): Group[] {
  return slotGroups({ group: section, name, of: () => channel }, [track]);
}

function slotsOf(tracks: readonly Track[]): Slot[] {
  const groups = [...new Set(tracks.flatMap(({ data }) => data.channels.filter(isDrawn).map((c) => c.declared.group)))];
  // Known sections first, in their order; what declares a section of its own comes behind.
  const place = (group: string): number => (SECTIONS as readonly string[]).indexOf(group) >>> 0;
  groups.sort((a, b) => place(a) - place(b));
  return groups.flatMap((group): Slot[] => {
    const drawn = ({ data }: Track): ChannelData[] => channelsOf(data, group).filter(isDrawn);
    // One channel in each track: they are compared, whatever they are called.
    if (tracks.every((track) => drawn(track).length <= 1))
      return [{ group, name: "", of: (track) => drawn(track)[0] ?? null }];
    const names = [...new Set(tracks.flatMap((track) => drawn(track).map(nameOf)))];
    return names.map((name) => ({
      ...{ group, name },
      of: (track) => drawn(track).find((channel) => nameOf(channel) === name) ?? null,
    }));
  });
}

type Kind = "errors" | "set-points" | "others";
const KINDS: readonly Kind[] = ["errors", "set-points", "others"];

interface Panel {
  readonly kind: Kind;
  readonly fields: ChannelField[];
  readonly asked: Map<ChannelField, ChannelField>;
}

function slotGroups(slot: Slot, tracks: readonly Track[]): Group[] {
  const fields = new Map<string, ChannelField>();
  let steps = false;
  for (const track of tracks) {
    const channel = slot.of(track);
    for (const field of channel?.declared.fields ?? [])
      if (!fields.has(field.name) && !isElsewhere(slot.group, field)) fields.set(field.name, field);
    steps ||= channel?.declared.plot === "steps";
  }
  return panelsOf([...fields.values()]).map(({ fields: shown, asked }): Group => {
    const unit = shownUnit(shown[0]!.unit, largestOf(slot, tracks, shown));
    const of = (field: ChannelField) => {
      return (track: Track): Signal | null => {
        const channel = slot.of(track);
        if (channel === null || !goesRound(field)) return channel && signalOfField(channel, field, unit.factor);
        const angle = signalOfField(channel, field, 1);
        return angle && { t_s: angle.t_s, y: unwrapped(angle.y).map((a) => a * unit.factor) };
      };
    };
    const prefix = slot.name === "" ? "" : `${slot.name}: `;
    const quantities = shown.map((field): Quantity => {
      const asks = asked.get(field);
      return {
        label: wordOf(field),
        title: capital(`${prefix}${wordOf(field)}`),
        of: of(field),
        ...(asks && {
          asked: {
            label: wordOf(asks),
            of: (track) => [of(asks)(track)].flatMap((s) => (s === null ? [] : [{ by: "", signal: s }])),
          },
        }),
      };
    });
    return {
      section: slot.group,
      title: capital(`${prefix}${titleOf(shown)}`),
      unit,
      steps: steps || shown.every(({ role }) => role === "count" || role === "state"),
      quantities,
    };
  });
}

/** An estimated heading is drawn as the true one is: without jumps at 360°. */
function goesRound({ quantity, unit, role }: ChannelField): boolean {
  return quantity === "heading" && unit === "rad" && role === "estimate";
}

/** What other plots show of a channel. */
function isElsewhere(group: string, { role = "value", quantity = "" }: ChannelField): boolean {
  if (role === "setpoint" && ASKED_HERE.has(quantity)) return true;
  return group === "water" && role === "value" && WATER_QUANTITIES.has(quantity);
}

/** The fields of a channel, sorted into panels. */
function panelsOf(fields: readonly ChannelField[]): Panel[] {
  const panels = new Map<string, Panel>();
  const valueFor = (field: ChannelField): ChannelField | undefined =>
    fields.find(
      (value) =>
        (value.role ?? "value") === "value" &&
        field.quantity !== undefined &&
        value.quantity === field.quantity &&
        value.part === field.part &&
        value.unit === field.unit,
    );
  const asking = new Map<ChannelField, ChannelField>();
  for (const field of fields) {
    const value = field.role === "setpoint" || field.role === "command" ? valueFor(field) : undefined;
    if (value !== undefined && !asking.has(value)) asking.set(value, field);
  }
  const drawnDotted = new Set(asking.values());
  for (const field of fields) {
    if (drawnDotted.has(field)) continue;
    const kind: Kind = field.role === "error" ? "errors" : field.role === "setpoint" ? "set-points" : "others";
    // What software takes a quantity for: there are many, and what they are compared with is drawn elsewhere.
    const together = kind === "others" && field.role !== "estimate" ? (field.quantity ?? "") : "";
    const alone = field.unit === "" && together === "" ? field.name : "";
    const key = JSON.stringify([kind, field.unit, together, alone]);
    const panel = panels.get(key) ?? { kind, fields: [], asked: asking };
    panel.fields.push(field);
    panels.set(key, panel);
  }
  return [...panels.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function largestOf(slot: Slot, tracks: readonly Track[], fields: readonly ChannelField[]): number {
  let largest = 0;
  for (const track of tracks) {
    for (const { name } of fields) {
      for (const value of slot.of(track)?.series.columns.get(name) ?? [])
        if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
    }
  }
  return largest;
}

const wordOf = ({ label, quantity, name }: ChannelField): string => label ?? quantity ?? name;

function titleOf(fields: readonly ChannelField[]): string {
  const words = fields.slice(0, MOST_WORDS).map(wordOf).join(", ");
  return fields.length > MOST_WORDS ? `${words} and ${fields.length - MOST_WORDS} more` : words;
}

/** Words get a capital; names such as "pH" and "rudderTop" stay as they are. */
export function capital(text: string): string {
  return !/^[a-z]+(?![A-Za-z_])/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
