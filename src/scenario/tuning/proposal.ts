/** Gains that are proposed for a law of a vehicle, with the margins that they leave; and the element that states them. */
import {
  type Complex,
  type LoopDemand,
  type LoopGains,
  loopGains,
  type Margins,
  marginsOf,
  pidResponse,
  type Response,
  times,
} from "./loop.ts";

/** What is asked for; what is not stays with the rules of the law. */
export interface TuningDemand {
  readonly rate_Hz: number;
  readonly damping: number;
  /** By the name of a loop, rad/s. */
  readonly bandwidths: ReadonlyMap<string, number>;
}

export interface TunedLoop {
  readonly name: string;
  readonly gains: LoopGains;
  readonly bandwidth_radps: number;
  /** Whether the bandwidth was asked for. */
  readonly asked: boolean;
  /** Of each plant that the loop drives: surge and sway share their gains. */
  readonly margins: readonly Margins[];
  readonly integralLimit?: number;
}

export interface Proposal {
  readonly law: "autopilot" | "stationKeeper";
  readonly attributes: Readonly<Record<string, string>>;
  readonly loops: readonly TunedLoop[];
  /** With every loop closed, 1/s; the delay of the ticks left out. */
  readonly modes: readonly Complex[];
}

/** Why there is no proposal. */
export class TuningError extends Error {
  override readonly name = "TuningError";
}

/** How much of the speed that lags and ticks allow is used where nothing is asked for: 1/(5 τ). */
export const SHARE = 0.2;
/** A default bandwidth that cannot be reached is made smaller in these steps. */
const SMALLER = 0.8;
const MOST_STEPS = 25;

/** Gains of one loop from its plants, of which the first decides, with the margins of all. */
export function tuneLoop(
  name: string,
  plants: readonly Response[],
  demand: TuningDemand,
  rule: Omit<LoopDemand, "damping"> & { readonly integralLimit?: number },
): TunedLoop {
  const asked = demand.bandwidths.get(name);
  let wanted = { ...rule, damping: demand.damping, bandwidth_radps: asked ?? rule.bandwidth_radps };
  for (let k = 0; k < MOST_STEPS; k++) {
    const exact = loopGains(plants[0]!, wanted);
    if (exact !== null) {
      // What is printed is what was checked.
      const gains = { kp: shortened(exact.kp), ki: shortened(exact.ki), kd: shortened(exact.kd) };
      const margins = plants.map((G) => marginsOf((w) => times(pidResponse(gains, w), G(w)), wanted.bandwidth_radps));
      const { bandwidth_radps } = wanted;
      const { integralLimit } = rule;
      return {
        name,
        gains,
        bandwidth_radps,
        asked: asked !== undefined,
        margins,
        ...(integralLimit && { integralLimit }),
      };
    }
    const smaller = wanted.bandwidth_radps * SMALLER;
    if (asked !== undefined)
      throw new TuningError(
        `the ${name} loop cannot have a bandwidth of ${shortened(asked)} rad/s with a damping of ${demand.damping}: lags and ticks leave too little phase; ask for ${shortened(smaller)} or less`,
      );
    wanted = { ...wanted, bandwidth_radps: smaller };
  }
  throw new TuningError(`no bandwidth was found for the ${name} loop: what it drives hardly answers`);
}

/** Three digits. */
export function shortened(value: number): number {
  return Number(value.toPrecision(3));
}

/** The least damped mode that oscillates within a decade of the loops; null where none does. */
export function leastDamping({ modes, loops }: Proposal): number | null {
  const fastest = Math.max(...loops.map((loop) => loop.bandwidth_radps));
  let least: number | null = null;
  for (const { re, im } of modes) {
    const size = Math.sqrt(re * re + im * im);
    if (im === 0 || size > 10 * fastest) continue;
    least = Math.min(least ?? 1, -re / size);
  }
  return least;
}

/** Whether a mode grows. Positions that nothing holds are not among the modes. */
export function grows({ modes }: Proposal): boolean {
  return modes.some(({ re }) => re > 1e-6);
}

/** The element of the law, for a file of its own. */
export function proposalXml(proposal: Proposal, id: string, doc: string): string {
  const { law, attributes, loops } = proposal;
  const lines = Object.entries(attributes).map(([name, value]) => `${" ".repeat(law.length + 2)}${name}="${value}"`);
  const children = loops.map(({ name, gains: { kp, ki, kd }, integralLimit }) => {
    const rate = kd === 0 ? "" : ` kd="${kd}"`;
    const limit = integralLimit === undefined ? "" : ` integralLimit="${integralLimit}"`;
    return `  <${name} kp="${kp}" ki="${ki}"${rate}${limit}/>`;
  });
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${law} id="${id}"\n${lines.join("\n")}>`;
  return `${head}\n  <doc>\n${wrapped(doc)}\n  </doc>\n${children.join("\n")}\n</${law}>\n`;
}

const LINE = 120;

function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "   ";
  for (const word of text.split(/\s+/)) {
    if (line.length + 1 + word.length > LINE) {
      lines.push(line);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}
