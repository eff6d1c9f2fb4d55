/**
 * The tethers of a scenario: what each joins, whether it can begin so, and the groups of vehicles that are integrated together because
 * lines join them, with the step that the lines bear.
 */
import { codedDiagnostic, type Diagnostic, didYouMean, invariant, NS_PER_S } from "../../core/index.ts";
import { type Component, type ParamsOf, placeOfValue } from "../../library/index.ts";
import { rotateInto } from "../../math/index.ts";
import {
  dividedStep_ns,
  type LineParameters,
  lineParameters,
  lineStep,
  pointMobility_pkg,
  STATE,
  startInto,
  type tether as tetherKind,
  type VehicleParts,
} from "../../vehicles/index.ts";
import { scenarioCodes } from "./codes.ts";
import type { WorldConstants } from "./world-constants.ts";

/** A line may start with so much strain; more is a mistake of its length or of a place. */
const MOST_STRAIN = 0.1;
/** Into how many parts a step may be divided. */
const MOST_PARTS = 1000;

/** At a vehicle that moves, by its index, with the point from Bo in B; or at a place of N that stays, with the index null. */
export interface TetherEnd {
  readonly vehicle: number | null;
  readonly point_m: readonly number[];
  /** In words, for events: "tug", "a place". */
  readonly name: string;
}

export interface ScenarioTether {
  /** "world/line" */
  readonly path: string;
  readonly component: Component;
  readonly parameters: LineParameters;
  readonly from: TetherEnd;
  readonly to: TetherEnd;
}

/** Vehicles that tethers join: indices, in order. */
export interface TetheredGroup {
  readonly vehicles: readonly number[];
  readonly tethers: readonly ScenarioTether[];
  readonly step_ns: number;
}

type Reporter = (d: Diagnostic) => void;
type Tether = Component<typeof tetherKind.params>;

/** parts: by index of vehicle, null for one without a hull, undefined where it is refused. */
export function tethersOf(
  world: Component,
  crew: readonly Component[],
  parts: readonly (VehicleParts | null | undefined)[],
  report: Reporter,
): ScenarioTether[] {
  const tethers = world.children.filter((child) => child.kind === "tether") as Tether[];
  return tethers.flatMap((component): ScenarioTether[] => {
    const path = `world/${component.id}`;
    const p = component.mount as ParamsOf<NonNullable<typeof tetherKind.mount>>;
    const from = endAt(component, "from", p.from, p.fromPoint_m, crew, parts, report);
    const to =
      p.to === undefined
        ? { vehicle: null, point_m: p.toPosition_m ?? [0, 0, 0], name: "a place" }
        : endAt(component, "to", p.to, p.toPoint_m, crew, parts, report);
    if (from === null || to === null) return [];
    if (p.to === p.from) {
      const message = `${path} begins and ends at ${p.from}`;
      const hint = "a line within a vehicle does not move it";
      report(codedDiagnostic(scenarioCodes.tetherToItself, placeOfValue(component, "to"), message, { hint }));
      return [];
    }
    if (from.vehicle === null && to.vehicle === null) {
      const who = p.to === undefined ? `${p.from} has no hull` : `${p.from} and ${p.to} have no hull`;
      const message = `${path} joins nothing that moves: ${who}`;
      report(codedDiagnostic(scenarioCodes.tetherMovesNothing, component.range, message));
      return [];
    }
    const parameters = lineParameters(component.params as ParamsOf<typeof tetherKind.params>);
    const made = { path, component, parameters, from, to };
    return startsWell(made, crew, report) ? [Object.freeze(made)] : [];
  });
}

function endAt(
  component: Tether,
  attribute: "from" | "to",
  name: string,
  point_m: readonly number[],
  crew: readonly Component[],
  parts: readonly (VehicleParts | null | undefined)[],
  report: Reporter,
): TetherEnd | null {
  const names = crew.map(({ id }) => id);
  const vehicle = names.indexOf(name);
  if (vehicle >= 0) {
    // One that is refused may have a hull.
    if (parts[vehicle] !== null) return { vehicle, point_m, name };
    return { vehicle: null, point_m: placeOf(crew[vehicle]!, point_m), name };
  }
  const allowed = names.join(", ");
  const message = `world/${component.id}: there is no vehicle ${JSON.stringify(name)}; there are: ${allowed}`;
  const hint = didYouMean(name, names);
  report(
    codedDiagnostic(scenarioCodes.tetherToUnknown, placeOfValue(component, attribute), message, { allowed, hint }),
  );
  return null;
}

/** Where a point of a vehicle is at the start, in N. */
function placeOf(vehicle: Component, point_m: readonly number[]): number[] {
  const pose = new Float64Array(STATE.actuators);
  startInto(pose, 0, vehicle);
  const point = Float64Array.from(point_m);
  rotateInto(point, 0, pose, STATE.q, point, 0);
  return [...point].map((value, i) => pose[STATE.p + i]! + value);
}

function startsWell(tether: ScenarioTether, crew: readonly Component[], report: Reporter): boolean {
  const { path, component, from, to, parameters } = tether;
  const { length_m, axialStiffness_N } = parameters;
  const [a, b] = [from, to].map(({ vehicle, point_m }) =>
    vehicle === null ? point_m : placeOf(crew[vehicle]!, point_m),
  );
  const apart_m = Math.sqrt(a!.reduce((sum, value, i) => sum + (b![i]! - value) * (b![i]! - value), 0));
  const strain = apart_m / length_m - 1;
  // Places are written with some digits: a strain of 1e-9 is none.
  if (strain <= 1e-9) return true;
  const shown_m = Number(apart_m.toPrecision(5));
  const message = `${path} is ${length_m} m long, but its ends start ${shown_m} m apart`;
  const range = placeOfValue(component, "length_m");
  if (strain > MOST_STRAIN) {
    const allowed = `up to ${Number((length_m * (1 + MOST_STRAIN)).toPrecision(5))} m apart`;
    const hint = "a longer line, vehicles closer together, or other points on them?";
    report(codedDiagnostic(scenarioCodes.tetherTooShort, range, message, { seen: `${shown_m} m`, allowed, hint }));
    return false;
  }
  const tension = `it begins with a tension of ${Number((axialStiffness_N * strain).toPrecision(3))} N`;
  const hint = `length_m="${shown_m}" would begin without`;
  report(codedDiagnostic(scenarioCodes.tetherStretched, range, `${message}: ${tension}`, { hint }));
  return true;
}

/** Vehicles that tethers join, directly or by way of others, in the order of their first vehicles. */
export function tetheredGroups(
  tethers: readonly ScenarioTether[],
  parts: readonly (VehicleParts | null | undefined)[],
  { density_kgpm3, gravity_mps2 }: WorldConstants,
  { step_ns, integrator }: { readonly step_ns: number; readonly integrator: string },
  crew: readonly Component[],
  report: Reporter,
): TetheredGroup[] {
  // The least index of its group, for each vehicle.
  const first = parts.map((_, i) => i);
  const moving = (tether: ScenarioTether): number[] =>
    [tether.from.vehicle, tether.to.vehicle].filter((vehicle) => vehicle !== null);
  for (const tether of tethers) {
    const ends = moving(tether).map((vehicle) => first[vehicle]!);
    const least = Math.min(...ends);
    first.forEach((group, i) => {
      if (ends.includes(group)) first[i] = least;
    });
  }
  const madeFast = tethers.flatMap(moving);
  const mobility = ({ vehicle, point_m }: TetherEnd): number => {
    const hull = vehicle === null ? null : (parts[vehicle]?.hull ?? null);
    if (hull === null) return 0;
    return madeFast.filter((other) => other === vehicle).length * pointMobility_pkg(hull.massInverse6, point_m);
  };
  const groups = new Map<number, ScenarioTether[]>();
  for (const tether of tethers) {
    const [vehicle] = moving(tether);
    invariant(vehicle !== undefined, `${tether.path} joins nothing that moves`);
    const group = first[vehicle]!;
    groups.set(group, [...(groups.get(group) ?? []), tether]);
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([group, lines]): TetheredGroup => {
      const vehicles = first.flatMap((of, i) => (of === group ? [i] : []));
      const say = new StepReport(
        vehicles.map((i) => crew[i]!.id),
        step_ns,
        integrator,
        report,
      );
      const steps_ns = lines.map((line) => {
        const ends = [mobility(line.from), mobility(line.to)] as const;
        return say.stepOf(line, lineStep(line.parameters, ends, density_kgpm3, gravity_mps2));
      });
      return Object.freeze({ vehicles, tethers: lines, step_ns: Math.min(...steps_ns) });
    });
}

/** Says which step a line gets. */
class StepReport {
  readonly #names: readonly string[];
  readonly #step_ns: number;
  readonly #integrator: string;
  readonly #report: Reporter;

  constructor(names: readonly string[], step_ns: number, integrator: string, report: Reporter) {
    this.#names = names;
    this.#step_ns = step_ns;
    this.#integrator = integrator;
    this.#report = report;
  }

  stepOf({ path, component }: ScenarioTether, { step_s, by }: ReturnType<typeof lineStep>): number {
    const whole_ns = this.#step_ns;
    if (this.#integrator === "semi-implicit-euler") {
      const message = `${path}: semi-implicit-euler does not integrate tethers`;
      const hint = 'say integrator="rk4" or "dormand-prince"';
      this.#report(codedDiagnostic(scenarioCodes.tetherIntegrator, component.range, message, { hint }));
      return whole_ns;
    }
    // Dormand–Prince shortens its own steps; what is too stiff for a thousandth of a step is too slow with it as well.
    const most = `${path} bears steps of ${step_s.toPrecision(2)} s at most, because of its ${by}`;
    const parts = whole_ns / NS_PER_S / step_s;
    if (parts > MOST_PARTS) {
      const hint = `${HINTS[by]}, or a shorter step_s`;
      const allowed = `at least ${whole_ns / NS_PER_S / MOST_PARTS} s, a thousandth of step_s`;
      this.#report(codedDiagnostic(scenarioCodes.tetherTooStiff, component.range, most, { allowed, hint }));
      return whole_ns;
    }
    if (this.#integrator === "dormand-prince") return whole_ns;
    const own_ns = dividedStep_ns(whole_ns, step_s);
    if (own_ns === whole_ns) return whole_ns;
    const who = this.#names.length === 1 ? `${this.#names[0]} is` : `${this.#names.join(" and ")} are`;
    const message = `${most}: ${who} integrated with ${own_ns / NS_PER_S} s, step_s divided by ${Math.round(whole_ns / own_ns)}`;
    this.#report(codedDiagnostic(scenarioCodes.tetherStep, component.range, message));
    return own_ns;
  }
}

const HINTS = {
  stiffness: "fewer segments, a smaller axialStiffness_N",
  drag: "a smaller normalDrag, a thinner or heavier line",
  surface: "a thinner or heavier line",
} as const;
