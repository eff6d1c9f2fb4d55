/**
 * Which plots over time there are, and which lines they hold. A group is a set of quantities with one unit. With one track
 * it is one panel with a colour per quantity; with several it is one panel per quantity, with the colours of the tracks.
 * A set-point or command is drawn dotted, in the panel and the colour of what it asks for. Bottom and sea surface stand with
 * the depth: in colours of their own for one track; for several the bottom in the colour of the track, and no surface, since
 * one wave train per vehicle would only hide the others.
 */
import { type ActuatorColumn, actuatorColumns, columnName, inWords, UNITS, type Unit } from "./column-names.ts";
import type { Edge, Group, Quantity, Section } from "./groups.ts";
import { columnsOf, powerColumns } from "./key-figures.ts";
import { currentGroups, DEPTH_EDGES, scalarGroups, waterGroups } from "./sea-panels.ts";
import { cumulativeIntegral, magnitude, sumOf, unwrapped, unwrappedNear } from "./signals.ts";
import { type Signal, type Style, signal, type Track } from "./tracks.ts";
import { windGroups } from "./wind-panels.ts";

export interface Line {
  readonly label: string;
  /** Lines with the same entry share one in the legend: a track and what it was asked for. */
  readonly entry: string;
  /** Index of the track. */
  readonly track: number;
  readonly dotted: boolean;
  /** Index of a line colour, or the colour of an edge itself. */
  readonly colour: Style["colour"] | Edge;
  readonly dash: Style["dash"];
  readonly edge?: Edge;
  readonly signal: Signal;
}

export interface Panel {
  readonly section: Section;
  /** The actuator, for plots that belong into one row. */
  readonly row: string;
  readonly title: string;
  readonly unit: Unit;
  /** Depth grows downwards. */
  readonly down: boolean;
  /** Values hold until the next sample instead of running straight to it. */
  readonly steps: boolean;
  readonly lines: readonly Line[];
}

const M = UNITS.m!;
const DEG = UNITS.rad!;
const MPS = UNITS.mps!;
const WATT = UNITS.W!;
const KJ = UNITS.J!;

export function panelsOf(tracks: readonly Track[]): Panel[] {
  const groups = [
    ...motionGroups,
    ...currentGroups(tracks),
    ...waterGroups,
    ...scalarGroups(tracks),
    ...windGroups,
    ...actuatorGroups(tracks),
    ...powerGroups(tracks),
    ...positionGroups,
    ...controlGroups(tracks),
  ];
  return groups.flatMap((group) => (tracks.length === 1 ? together(group, tracks[0]!) : apart(group, tracks)));
}

/** One track: all quantities in one panel. */
function together(group: Group, track: Track): Panel[] {
  const lines = group.quantities.flatMap((q, i): Line[] => {
    const style = { colour: i % 10, dash: Math.floor(i / 10), track: 0 };
    const value = q.of(track);
    const asked = q.asked?.of(track) ?? null;
    return [
      ...(value === null ? [] : [{ ...style, label: q.label, entry: q.label, dotted: false, signal: value }]),
      ...(asked === null
        ? []
        : [{ ...style, label: q.asked!.label, entry: q.asked!.label, dotted: true, signal: asked }]),
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
      const asked = q.asked?.of(track) ?? null;
      return [
        ...(value === null ? [] : [{ ...style, label: track.label, dotted: false, signal: value }]),
        ...(asked === null
          ? []
          : [{ ...style, label: `${track.label}, ${q.asked!.label}`, dotted: true, signal: asked }]),
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

const state =
  (column: string, factor = 1) =>
  (track: Track): Signal | null =>
    signal(track.data.state, column, factor);
const control =
  (column: string, factor = 1) =>
  (track: Track): Signal | null =>
    signal(track.data.control, column, factor);

function length(...names: readonly string[]): (track: Track) => Signal | null {
  return ({ data: { state } }) => {
    const columns = columnsOf(state, ...names);
    return columns === null ? null : { t_s: state.t_s, y: magnitude(columns) };
  };
}

function heading({ data: { state } }: Track): Signal | null {
  const angle_rad = state.columns.get("heading_rad");
  return angle_rad === undefined ? null : { t_s: state.t_s, y: unwrapped(angle_rad).map((a) => a * DEG.factor) };
}

function headingSetpoint({ data }: Track): Signal | null {
  const angle_rad = data.state.columns.get("heading_rad");
  const asked = signal(data.control, "headingSetpoint_rad");
  if (asked === null || angle_rad === undefined) return null;
  const near = unwrappedNear(asked.t_s, asked.y, data.state.t_s, unwrapped(angle_rad));
  return { t_s: asked.t_s, y: near.map((a) => a * DEG.factor) };
}

const setpoint = (column: string, factor = 1): NonNullable<Quantity["asked"]> => ({
  label: "set-point",
  of: control(column, factor),
});

const motionGroups: readonly Group[] = [
  {
    section: "depth",
    title: "Depth over time",
    unit: M,
    down: true,
    quantities: [
      {
        label: "depth",
        title: "Depth over time",
        of: state("depth_m"),
        asked: setpoint("depthSetpoint_m"),
        edges: DEPTH_EDGES,
      },
    ],
  },
  {
    section: "attitude",
    title: "Roll and pitch",
    unit: DEG,
    quantities: [
      { label: "roll", title: "Roll", of: state("roll_rad", DEG.factor) },
      {
        label: "pitch",
        title: "Pitch",
        of: state("pitch_rad", DEG.factor),
        asked: { label: "pitch set-point", of: control("pitchSetpoint_rad", DEG.factor) },
      },
    ],
  },
  {
    section: "attitude",
    title: "Heading, without jumps at 360°",
    unit: DEG,
    quantities: [
      {
        label: "heading",
        title: "Heading, without jumps at 360°",
        of: heading,
        asked: { label: "set-point", of: headingSetpoint },
      },
    ],
  },
  {
    section: "speeds",
    title: "Speed",
    unit: MPS,
    quantities: [
      { label: "over ground", title: "Speed over ground", of: length("u_mps", "v_mps", "w_mps") },
      {
        label: "through water",
        title: "Speed through water",
        of: length("uWater_mps", "vWater_mps", "wWater_mps"),
        asked: { label: "speed set-point", of: control("speedSetpoint_mps") },
      },
      {
        label: "current",
        title: "Speed of the current",
        of: length("currentNorth_mps", "currentEast_mps", "currentDown_mps"),
      },
    ],
  },
];

/** One group per actuator and unit; power has a section of its own. */
function actuatorGroups(tracks: readonly Track[]): Group[] {
  const columns = new Map<string, ActuatorColumn>();
  for (const { data } of tracks) {
    for (const c of actuatorColumns(data.actuators?.columns.keys() ?? [])) columns.set(c.column, c);
  }
  const groups = new Map<string, ActuatorColumn[]>();
  for (const c of columns.values()) {
    if (c.quantity === "power") continue;
    const key = JSON.stringify([c.actuator, c.unit.label, c.quantity === "state"]);
    groups.set(key, [...(groups.get(key) ?? []), c]);
  }
  // A log may list all commands before all speeds: an actuator's plots stand together anyway.
  const order = [...new Set([...columns.values()].map((c) => c.actuator))];
  const lists = [...groups.values()].sort((a, b) => order.indexOf(a[0]!.actuator) - order.indexOf(b[0]!.actuator));
  return lists.map((list): Group => {
    const of = (c: ActuatorColumn) => (track: Track) => signal(track.data.actuators, c.column, c.unit.factor);
    const command = list.find((c) => c.quantity === "command");
    const values = list.filter((c) => c !== command);
    // A command stands dotted behind the first value in its unit, or alone where there is none.
    const shown = values.length === 0 ? list : values;
    const quantities = shown.map((c, i): Quantity => {
      const title = `${c.actuator} ${c.quantity}`.trim();
      const asked =
        i === 0 && command !== undefined && values.length > 0 ? { label: "command", of: of(command) } : undefined;
      return { label: c.quantity || c.actuator, title, of: of(c), ...(asked && { asked }) };
    });
    const { actuator, unit } = list[0]!;
    const words = [...shown.map((c) => c.quantity), ...(values.length > 0 && command ? ["command"] : [])];
    const steps = list.every((c) => c.quantity === "state");
    return {
      section: "actuators",
      row: actuator,
      title: `${actuator} ${words.join(", ")}`.trim(),
      unit,
      steps,
      quantities,
    };
  });
}

function powerGroups(tracks: readonly Track[]): Group[] {
  const total = ({ data: { actuators } }: Track): Signal | null => {
    const powers = powerColumns(actuators);
    return actuators === null || powers.length === 0 ? null : { t_s: actuators.t_s, y: sumOf(powers) };
  };
  const energy = (track: Track): Signal | null => {
    const power = total(track);
    return power && { t_s: power.t_s, y: cumulativeIntegral(power.t_s, power.y).map((x) => x * KJ.factor) };
  };
  const quantities: Quantity[] = [{ label: "all actuators", title: "Electrical power, all actuators", of: total }];
  const [only] = tracks;
  if (tracks.length === 1 && only !== undefined && powerColumns(only.data.actuators).length > 1) {
    for (const c of actuatorColumns(only.data.actuators?.columns.keys() ?? [])) {
      if (c.quantity === "power")
        quantities.push({ label: c.actuator, title: "", of: (track) => signal(track.data.actuators, c.column) });
    }
  }
  return [
    { section: "power", title: "Electrical power", unit: WATT, quantities },
    {
      section: "power",
      title: "Energy used",
      unit: KJ,
      quantities: [{ label: "energy", title: "Energy used", of: energy }],
    },
  ];
}

/** Set-points that are drawn with what they ask for; all other columns of the control law come last, by unit. */
const DRAWN = [
  ...["depthSetpoint_m", "pitchSetpoint_rad", "headingSetpoint_rad", "speedSetpoint_mps"],
  ...["northSetpoint_m", "eastSetpoint_m"],
];

/** Where a position is asked for, the position that came of it. */
const positionGroups: readonly Group[] = ["north", "east"].map((axis): Group => {
  const title = `${capital(axis)} position`;
  const of = (track: Track): Signal | null =>
    track.data.control?.columns.has(`${axis}Setpoint_m`) ? signal(track.data.state, `${axis}_m`) : null;
  return {
    section: "control",
    title,
    unit: M,
    quantities: [{ label: axis, title, of, asked: setpoint(`${axis}Setpoint_m`) }],
  };
});

function controlGroups(tracks: readonly Track[]): Group[] {
  const names = new Set(tracks.flatMap(({ data }) => [...(data.control?.columns.keys() ?? [])]));
  const groups = new Map<string, string[]>();
  for (const name of names) {
    if (DRAWN.includes(name)) continue;
    const { stem, unit } = columnName(name);
    const kind = /Error$|^crossTrack$|^routeDistance$/.test(stem)
      ? "errors"
      : /Setpoint$/.test(stem)
        ? "set-points"
        : "others";
    // Without a unit nothing is known to be comparable.
    const key = JSON.stringify([kind, unit.label === "" ? name : unit.label]);
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const order = ["errors", "set-points", "others"];
  const kindOf = (key: string): string => (JSON.parse(key) as [string])[0];
  const sorted = [...groups].sort(([a], [b]) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)));
  return sorted.map(([, list]): Group => {
    const { unit } = columnName(list[0]!);
    const words = list.map((name) => inWords(columnName(name).stem));
    return {
      section: "control",
      title: capital(words.join(", ")),
      unit,
      steps: unit.label === "",
      quantities: list.map((name, i) => ({
        label: words[i]!,
        title: capital(words[i]!),
        of: control(name, unit.factor),
      })),
    };
  });
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
