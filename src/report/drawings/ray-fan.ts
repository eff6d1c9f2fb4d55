/** Rays in a vertical plane of sea, over its bottom, with the sound speed beside them; coloured by what they met. */
import { type Axis, type Box, frame, LABELS, limitsOf } from "./axes.ts";
import { clipped, curvePath, DASHES } from "./curves.ts";
import { placesIn, stretchWords, type Water, waterAxes, waterBody } from "./seabed.ts";
import { type Heading, headingHeight, type LegendEntry, legend, legendWidth, MARGIN, svgFile } from "./svg.ts";

export interface DrawnRay {
  readonly ranges_m: ArrayLike<number>;
  readonly depths_m: ArrayLike<number>;
  readonly surfaceBounces: number;
  readonly bottomBounces: number;
}

export interface DrawnProfile {
  /** "" where there is only one. */
  readonly words: string;
  readonly depths_m: ArrayLike<number>;
  readonly soundSpeeds_mps: ArrayLike<number>;
}

export interface RayFanDrawing extends Heading, Water {
  readonly rays: readonly DrawnRay[];
  readonly profiles: readonly DrawnProfile[];
}

const SPEED_WIDTH = 150;
const FAN_WIDTH = 680;
const HEIGHT = 320;
const BETWEEN = 30;

/** Both boundaries first, so that the few direct rays lie on top. */
const MET = [
  { words: "both", line: "line-2", is: (s: number, b: number) => s > 0 && b > 0 },
  { words: "the bottom", line: "line-1", is: (s: number, b: number) => s === 0 && b > 0 },
  { words: "the surface", line: "line-0", is: (s: number, b: number) => s > 0 && b === 0 },
  { words: "neither", line: "line-5", is: (s: number, b: number) => s === 0 && b === 0 },
] as const;

export function rayFanSvg(drawn: RayFanDrawing): string {
  const axes = waterAxes(drawn);
  const groups = MET.map((met) => ({
    ...met,
    rays: drawn.rays.filter((r) => met.is(r.surfaceBounces, r.bottomBounces)),
  }));
  const entries = groups
    .filter(({ rays }) => rays.length > 0)
    .map(({ line, words, rays }): LegendEntry => ({ line, words: `met ${words} (${rays.length})` }))
    .reverse();
  if (drawn.profiles.length > 1) {
    drawn.profiles.forEach(({ words }, k) => {
      entries.push({ line: profileClasses(k), words: `speed ${words}` });
    });
  }
  const width =
    MARGIN + LABELS.left + SPEED_WIDTH + BETWEEN + FAN_WIDTH + LABELS.right + legendWidth(entries) + 14 + MARGIN;
  const left = MARGIN + LABELS.left;
  const fan = { left: left + SPEED_WIDTH + BETWEEN, width: FAN_WIDTH, height: HEIGHT };
  const note = [drawn.note, stretchWords(axes, { ...fan, top: 0 })].filter((part) => part !== "").join(" ");
  const heading = { title: drawn.title, note };
  const top = headingHeight(heading, width) + LABELS.top;
  const fanBox: Box = { ...fan, top };
  const speedBox: Box = { left, top, width: SPEED_WIDTH, height: HEIGHT };

  const speed = frame(speedBox, speedAxis(drawn.profiles), axes.depth);
  const speeds = drawn.profiles.map(({ depths_m, soundSpeeds_mps }, k) =>
    curvePath(
      { xs: soundSpeeds_mps, ys: Array.from(depths_m, (z) => z * axes.depthPerMetre) },
      profileClasses(k),
      speed.x,
      speed.y,
    ),
  );
  const plane = frame(fanBox, axes.range, axes.depth, { isWithoutY: true });
  const rays = groups.flatMap(({ line, rays: of }) =>
    of.map(({ ranges_m, depths_m }) =>
      curvePath(
        {
          xs: Array.from(ranges_m, (r) => r * axes.rangePerMetre),
          ys: Array.from(depths_m, (z) => z * axes.depthPerMetre),
        },
        `thin ${line}`,
        plane.x,
        plane.y,
      ),
    ),
  );
  const body = [
    speed.behind,
    clipped(speedBox, speeds.join("\n")),
    speed.before,
    plane.behind,
    clipped(fanBox, `${waterBody(drawn, axes, plane, fanBox)}\n${rays.join("\n")}`),
    plane.before,
    placesIn(drawn, axes, plane),
    legend(fanBox.left + FAN_WIDTH + LABELS.right + 4, top + 10, entries),
  ];
  return svgFile(heading, width, top + HEIGHT + LABELS.below + MARGIN, body.join("\n"));
}

/** In ink, since colours are those of the rays. */
function profileClasses(k: number): string {
  return `ink${DASHES[k % DASHES.length]}`;
}

function speedAxis(profiles: readonly DrawnProfile[]): Axis {
  const [from, to] = limitsOf(
    profiles.flatMap(({ soundSpeeds_mps }) => Array.from(soundSpeeds_mps)),
    1,
  );
  return { label: "sound speed (m/s)", from, to };
}
