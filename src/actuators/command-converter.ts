/**
 * In which units an actuator can be asked besides its own, and what becomes of a value then.
 *
 *   same quantity     command = value · factor                             rad/s, rev/min and rev/s; rad and °       (1)
 *   a thrust          command = the thruster's inverse at rest: the one whose steady thrust is the value               (2)
 *   a shaft speed     command = the thruster's inverse by speed: the one whose steady shaft speed is the value          (3)
 *
 * (2) and (3) are the thruster's own curves, so that a pulse width follows from the table that was measured with it. A value out of
 * reach gives the nearest end. There is no way back: what a pulse or a share of the full command means in newtons is known to the
 * thruster alone, so a value in them drives an actuator of that unit only.
 * Left out: in (2) the speed of advance, which a law does not know; the thruster manager does the same.
 */
import { RAD_PER_DEG } from "../core/index.ts";
import { DRIVE, DRIVE_SIZE, type ThrusterModel } from "./drive.ts";

const { command: COMMAND, inflow: INFLOW, density: DENSITY, thrust: THRUST, speed: SPEED } = DRIVE;

/** Unit of a shaft speed, as a suffix, in rad/s. */
const SHAFT_SPEEDS: ReadonlyMap<string, number> = new Map([
  ["radps", 1],
  ["rpm", (2 * Math.PI) / 60],
  ["rps", 2 * Math.PI],
]);

const ANGLES: ReadonlyMap<string, number> = new Map([
  ["rad", 1],
  ["deg", RAD_PER_DEG],
]);

const THRUST_UNIT = "N";

export interface CommandConverter {
  /** What it does, as the end of a sentence about a value: "converted to …". */
  readonly words: string;
  /** out[o]: the command for values[i]. Allocates nothing. */
  convertInto(out: Float64Array, o: number, values: Float64Array, i: number): void;
}

/** Units, as suffixes, from which commands in another unit are converted. thruster: null for an actuator that is none. */
export function convertibleUnits(to: string, thruster: ThrusterModel | null): string[] {
  const known = [THRUST_UNIT, ...SHAFT_SPEEDS.keys(), ...ANGLES.keys()];
  return known.filter((from) => commandConverter(from, to, thruster, 1000) !== null);
}

/** null for units that are equal, or where there is no conversion. density_kgpm3: of the water, for (2). */
export function commandConverter(
  from: string,
  to: string,
  thruster: ThrusterModel | null,
  density_kgpm3: number,
): CommandConverter | null {
  if (from === to) return null;
  const scale = ratio(SHAFT_SPEEDS, from, to) ?? ratio(ANGLES, from, to);
  if (scale !== null) return new Scaling(scale);
  if (thruster === null) return null;
  if (from === THRUST_UNIT) {
    const words = "the command that gives this thrust at rest, by the thruster's own curve";
    return new Inverse(words, THRUST, 1, density_kgpm3, (drive) => thruster.invert(drive));
  }
  const speed = SHAFT_SPEEDS.get(from);
  if (speed === undefined || thruster.invertSpeed === undefined) return null;
  const words = "the command at which the shaft turns so fast, by the thruster's own curve";
  return new Inverse(words, SPEED, speed, density_kgpm3, (drive) => thruster.invertSpeed?.(drive));
}

function ratio(units: ReadonlyMap<string, number>, from: string, to: string): number | null {
  const [a, b] = [units.get(from), units.get(to)];
  return a === undefined || b === undefined ? null : a / b;
}

class Scaling implements CommandConverter {
  readonly words = "the same quantity in its unit";
  readonly #factor: number;

  constructor(factor: number) {
    this.#factor = factor;
  }

  convertInto(out: Float64Array, o: number, values: Float64Array, i: number): void {
    out[o] = values[i] * this.#factor; // (1)
  }
}

class Inverse implements CommandConverter {
  readonly words: string;
  readonly #place: number;
  readonly #factor: number;
  readonly #invert: (drive: Float64Array) => void;
  /** Holds nothing between calls but inflow and density, which never change. */
  readonly #drive = new Float64Array(DRIVE_SIZE);

  constructor(
    words: string,
    place: number,
    factor: number,
    density_kgpm3: number,
    invert: (drive: Float64Array) => void,
  ) {
    this.words = words;
    this.#place = place;
    this.#factor = factor;
    this.#invert = invert;
    this.#drive[INFLOW] = 0;
    this.#drive[DENSITY] = density_kgpm3;
  }

  convertInto(out: Float64Array, o: number, values: Float64Array, i: number): void {
    const drive = this.#drive;
    drive[this.#place] = values[i] * this.#factor;
    this.#invert(drive); // (2), (3)
    out[o] = drive[COMMAND];
  }
}
