/** A scenario as a sea: its file, read once, and places in it by numbers or by the names of its vehicles. */
import { DiagnosticList, didYouMean } from "../../../core/index.ts";
import { isAboutProvenance } from "../../../library/index.ts";
import { loadScenario, type Scenario } from "../../../scenario/index.ts";
import { STATE, startInto } from "../../../vehicles/index.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { worldReader } from "../../io/projections.ts";
import type { Call } from "./call.ts";
import { numberOf } from "./flags.ts";

export interface Place {
  readonly north_m: number;
  readonly east_m: number;
  /** undefined where only the place was said. */
  readonly depth_m: number | undefined;
  /** "auv1", or "10 20 5". */
  readonly words: string;
}

/** null with everything that is wrong with it in the call. */
export async function scenarioOf(call: Call): Promise<{ readonly file: string; readonly scenario: Scenario } | null> {
  const file = call.sea ?? "";
  const access = { models: call.flags.text("models"), allowOutside: call.flags.is("allow-outside") };
  const definitions = await usableDefinitions(access.models);
  const { scenario, diagnostics, sources } = loadScenario(definitions, worldReader(file, access), file);
  const list = new DiagnosticList();
  // What makes the scenario unusable; warnings are for thetis check, and for a run.
  list.addAll(diagnostics.filter((d) => scenario === null && !isAboutProvenance(d)));
  call.add(list.sorted(), sources);
  return scenario === null ? null : { file, scenario };
}

/** "NORTH EAST", "NORTH EAST DEPTH", or the name of a vehicle, where it starts. null where it is neither. */
export function placeOf({ flags }: Call, flag: string, scenario: Scenario): Place | null {
  const text = flags.text(flag);
  if (text === undefined) return null;
  const vehicle = scenario.vehicles.find(({ name }) => name === text.trim());
  if (vehicle !== undefined) {
    const pose = new Float64Array(STATE.actuators);
    startInto(pose, 0, vehicle.component);
    const [north_m = 0, east_m = 0, depth_m = 0] = pose.subarray(STATE.p, STATE.p + 3);
    return { north_m, east_m, depth_m, words: vehicle.name };
  }
  const numbers = text
    .split(/[,\s]+/)
    .filter((part) => part !== "")
    .map(numberOf);
  const [north_m = Number.NaN, east_m = Number.NaN, depth_m] = numbers;
  if (numbers.length >= 2 && numbers.length <= 3 && numbers.every(Number.isFinite)) {
    return { north_m, east_m, depth_m, words: numbers.join(" ") };
  }
  const names = scenario.vehicles.map(({ name }) => name);
  const vehicles = names.length === 0 ? "" : `, or a vehicle: ${names.join(", ")}`;
  flags.wrong(flag, text, "is not a place", `"NORTH EAST DEPTH" in metres${vehicles}`, didYouMean(text, names));
  return null;
}
