/**
 * Which plots over time there are, and which lines they hold. A group is a set of quantities with one unit. With one track
 * it is one panel with a colour per quantity; with several it is one panel per quantity, with the colours of the tracks.
 * A set-point or command is drawn dotted, in the panel and the colour of what it asks for. Bottom and sea surface stand with
 * the depth: in colours of their own for one track; for several the bottom in the colour of the track, and no surface, since
 * one wave train per vehicle would only hide the others.
 */
import { actuatorGroups, powerGroups } from "./actuator-panels.ts";
import { channelGroups } from "./channel-panels.ts";
import type { Edge, Group } from "./groups.ts";
import { motionGroups, positionGroups } from "./motion-panels.ts";
import { currentGroups, waterGroups } from "./sea-panels.ts";
import type { Span } from "./sensor-channels.ts";
import type { Signal, Style, Track } from "./tracks.ts";
import type { Unit } from "./units.ts";
import { windGroups } from "./wind-panels.ts";

export interface Line {
  readonly label: string;
  /** Lines with the same entry share one in the legend: a track and what it was asked for. */
  readonly entry: string;
  /** Index of the track. */
  readonly track: number;
  readonly dotted: boolean;
  /** Index of a line colour, or the colour of an edge or of what is invalid itself. */
  readonly colour: Style["colour"] | Edge | "invalid";
  readonly dash: Style["dash"];
  readonly edge?: Edge;
  /** As samples, which show where one stands alone, or as points without a line; a line where it is left out. */
  readonly look?: "samples" | "points";
  readonly signal: Signal;
}

export interface Panel {
  readonly section: string;
  /** The actuator, for plots that belong into one row. */
  readonly row: string;
  readonly title: string;
  readonly unit: Unit;
  /** Depth grows downwards. */
  readonly down: boolean;
  /** Values hold until the next sample instead of running straight to it. */
  readonly steps: boolean;
  readonly lines: readonly Line[];
  /** What stands behind the lines; several plots may share it. */
  readonly aside?: Aside;
}

/** Stretches of time and instants that belong to what a plot shows. */
export interface Aside {
  readonly spans: readonly Span[];
  /** What happened besides. */
  readonly marks: readonly { readonly t_s: number; readonly level: string; readonly text: string }[];
  /** From the first to the last of invalid samples in a row. */
  readonly invalid: readonly (readonly [from_s: number, to_s: number])[];
}

export function panelsOf(tracks: readonly Track[]): Panel[] {
  const groups = [
    ...motionGroups,
    ...currentGroups(tracks),
    ...waterGroups,
    ...windGroups,
    ...actuatorGroups(tracks),
    ...powerGroups(tracks),
    ...positionGroups,
    ...channelGroups(tracks),
  ];
  return groups.flatMap((group) => (tracks.length === 1 ? together(group, tracks[0]!) : apart(group, tracks)));
}

/** One track: all quantities in one panel. */
export function together(group: Group, track: Track): Panel[] {
  const lines = group.quantities.flatMap((q, i): Line[] => {
    const style = { colour: i % 10, dash: Math.floor(i / 10), track: 0 };
    const value = q.of(track);
    const asked = q.asked?.of(track) ?? [];
    return [
      ...(value === null ? [] : [{ ...style, label: q.label, entry: q.label, dotted: false, signal: value }]),
      ...asked.map(({ by, signal }) => {
        const label = by === "" ? q.asked!.label : `${q.asked!.label}, ${by}`;
        return {
          ...style,
          label: q.oneEntry ? `${q.label}, ${label}` : label,
          entry: q.oneEntry ? q.label : label,
          dotted: true,
          signal,
        };
      }),
      ...(q.edges ?? []).flatMap(({ edge, label, of }): Line[] => {
        const signal = of(track);
        const look = { colour: edge, dash: 0, track: 0, dotted: false };
        return signal === null ? [] : [{ ...look, label, entry: label, signal, edge }];
      }),
    ];
  });
  return panel(group, group.title, lines);
}

/** Several tracks: a panel per quantity. */
function apart(group: Group, tracks: readonly Track[]): Panel[] {
  return group.quantities.flatMap((q) => {
    const lines = tracks.flatMap((track, k): Line[] => {
      const style = { ...track.style, track: k, entry: track.label };
      const value = q.of(track);
      const asked = q.asked?.of(track) ?? [];
      return [
        ...(value === null ? [] : [{ ...style, label: track.label, dotted: false, signal: value }]),
        ...asked.map(({ by, signal }) => {
          const label = [track.label, q.asked!.label, ...(by === "" ? [] : [by])].join(", ");
          return { ...style, label, dotted: true, signal };
        }),
        ...(q.edges ?? []).flatMap(({ edge, label, of }): Line[] => {
          const signal = edge === "bottom" ? of(track) : null;
          return signal === null ? [] : [{ ...style, label: `${track.label}, ${label}`, dotted: false, signal, edge }];
        }),
      ];
    });
    const dotted = lines.some((line) => line.dotted) ? [`dotted: ${q.asked!.label}`] : [];
    const thin = lines.some((line) => line.edge && line.signal.y.some(Number.isFinite)) ? ["thin: bottom"] : [];
    return panel(group, [q.title, ...dotted, ...thin].join(", "), lines);
  });
}

function panel(group: Group, title: string, lines: readonly Line[]): Panel[] {
  const { section, unit, row = "", down = false, steps = false } = group;
  const known = lines.filter((line) => line.signal.y.some(Number.isFinite));
  return known.length === 0 ? [] : [{ section, row, title, unit, down, steps, lines: known }];
}
