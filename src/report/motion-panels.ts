/**
 * The motion of a vehicle in the plots: depth, attitude, speeds; with what the control laws ask for, dotted. Where a position is asked
 * for, north and east stand among the plots of the control.
 */
import { QUANTITY } from "../logging/index.ts";
import { askedFor, columnOf, columnsOf, motionOf, nameOf, signalOf } from "./fields.ts";
import type { Asked, Group, Quantity } from "./groups.ts";
import { DEPTH_EDGES } from "./sea-panels.ts";
import { magnitude, unwrapped, unwrappedNear } from "./signals.ts";
import type { Signal, Track } from "./tracks.ts";
import { UNITS } from "./units.ts";

const DEG = UNITS.rad;

/** Set-points of these are drawn here, with what they ask for. */
export const ASKED_HERE: ReadonlySet<string> = new Set([
  ...[QUANTITY.depth, QUANTITY.pitch, QUANTITY.heading, QUANTITY.speed, QUANTITY.north, QUANTITY.east],
]);

const motion =
  (quantity: string, factor = 1) =>
  ({ data }: Track): Signal | null =>
    signalOf(motionOf(data), quantity, "value", factor);

function length(...quantities: readonly string[]): (track: Track) => Signal | null {
  return ({ data }) => {
    const channel = motionOf(data);
    const columns = columnsOf(channel, ...quantities);
    return channel === null || columns === null ? null : { t_s: channel.series.t_s, y: magnitude(columns) };
  };
}

/** What every law asks of a quantity; `shown` makes it what is drawn. */
function asked(
  label: string,
  quantity: string,
  shown: (signal: Signal, track: Track) => Signal | null,
): NonNullable<Quantity["asked"]> {
  return {
    label,
    of: (track): Asked[] => {
      const all = askedFor(track.data, quantity);
      return all.flatMap(({ channel, signal }) => {
        const drawn = shown(signal, track);
        return drawn === null ? [] : [{ by: all.length > 1 ? nameOf(channel) : "", signal: drawn }];
      });
    },
  };
}

const inDegrees = ({ t_s, y }: Signal): Signal => ({ t_s, y: y.map((angle) => angle * DEG.factor) });
const asIs = (signal: Signal): Signal => signal;

function heading({ data }: Track): Signal | null {
  const angle = signalOf(motionOf(data), QUANTITY.heading);
  return angle && inDegrees({ t_s: angle.t_s, y: unwrapped(angle.y) });
}

/** By whole turns beside the heading that came of it. */
function besideHeading({ t_s, y }: Signal, { data }: Track): Signal | null {
  const angle = signalOf(motionOf(data), QUANTITY.heading);
  return angle && inDegrees({ t_s, y: unwrappedNear(t_s, y, angle.t_s, unwrapped(angle.y)) });
}

const HEADING = "Heading, without jumps at 360°";

export const motionGroups: readonly Group[] = [
  {
    section: "depth",
    title: "Depth over time",
    unit: UNITS.m,
    down: true,
    quantities: [
      {
        label: "depth",
        title: "Depth over time",
        of: motion(QUANTITY.depth),
        asked: asked("set-point", QUANTITY.depth, asIs),
        edges: DEPTH_EDGES,
      },
    ],
  },
  {
    section: "attitude",
    title: "Roll and pitch",
    unit: DEG,
    quantities: [
      { label: "roll", title: "Roll", of: motion(QUANTITY.roll, DEG.factor) },
      {
        label: "pitch",
        title: "Pitch",
        of: motion(QUANTITY.pitch, DEG.factor),
        asked: asked("pitch set-point", QUANTITY.pitch, inDegrees),
      },
    ],
  },
  {
    section: "attitude",
    title: HEADING,
    unit: DEG,
    quantities: [
      {
        label: "heading",
        title: HEADING,
        of: heading,
        asked: asked("set-point", QUANTITY.heading, besideHeading),
      },
    ],
  },
  {
    section: "attitude",
    title: "Roll, pitch and yaw rate",
    unit: UNITS["rad/s"],
    quantities: [
      { label: "roll rate", title: "Roll rate", of: motion(QUANTITY.rollRate) },
      { label: "pitch rate", title: "Pitch rate", of: motion(QUANTITY.pitchRate) },
      { label: "yaw rate", title: "Yaw rate", of: motion(QUANTITY.yawRate) },
    ],
  },
  {
    section: "speeds",
    title: "Speed",
    unit: UNITS["m/s"],
    quantities: [
      {
        label: "over ground",
        title: "Speed over ground",
        of: length(QUANTITY.surge, QUANTITY.sway, QUANTITY.heave),
      },
      {
        label: "through water",
        title: "Speed through water",
        of: length(QUANTITY.surgeInWater, QUANTITY.swayInWater, QUANTITY.heaveInWater),
        asked: asked("speed set-point", QUANTITY.speed, asIs),
      },
      {
        label: "current",
        title: "Speed of the current",
        of: length(QUANTITY.currentNorth, QUANTITY.currentEast, QUANTITY.currentDown),
      },
    ],
  },
];

/** Where a position is asked for, the position that came of it. */
export const positionGroups: readonly Group[] = [
  [QUANTITY.north, "North position"] as const,
  [QUANTITY.east, "East position"] as const,
].map(([axis, title]): Group => {
  const of = (track: Track): Signal | null =>
    track.data.channels.some((channel) => columnOf(channel, axis, "setpoint") !== null) ? motion(axis)(track) : null;
  return {
    section: "control",
    title,
    unit: UNITS.m,
    quantities: [{ label: axis, title, of, asked: asked("set-point", axis, asIs) }],
  };
});
