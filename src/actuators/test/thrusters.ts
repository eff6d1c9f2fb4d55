/** Thrusters for tests: loaded from text, asked one instant at a time. */
import { invariant } from "../../core/index.ts";
import {
  createModel,
  Definitions,
  type LoadOptions,
  loadComponent,
  memoryReader,
  type SourceReader,
} from "../../library/index.ts";
import { DRIVE, DRIVE_SIZE, type ThrusterModel } from "../drive.ts";
import { actuatorDefinitions, thruster } from "../index.ts";

export const { definitions, diagnostics } = Definitions.create(actuatorDefinitions);

const withAttributes = (attributes: string): SourceReader =>
  memoryReader({ "t.xml": `<thruster id="t" ${attributes}><provenance of="*" status="assumed"/></thruster>` });

function load(reader: SourceReader, file: string, options: LoadOptions = {}): ThrusterModel {
  const { component, diagnostics: found } = loadComponent(definitions, reader, file, options);
  invariant(component !== null && found.length === 0, found.map((d) => d.message).join("; "));
  return createModel(definitions, component, thruster);
}

/** A model from the attributes of a <thruster>. */
export function thrusterOf(attributes: string): ThrusterModel {
  return load(withAttributes(attributes), "t.xml");
}

/** What is said about the attributes of a <thruster>. */
export function saidAbout(attributes: string): string[] {
  return loadComponent(definitions, withAttributes(attributes), "t.xml").diagnostics.map((d) => d.message);
}

/** A shipped file; the reader comes from the test, since rooms read no files. */
export function shippedThruster(reader: SourceReader, name: string, model?: string): ThrusterModel {
  return load(reader, `components/thrusters/${name}.xml`, model === undefined ? {} : { models: { thruster: model } });
}

export interface Instant {
  readonly thrust_N: number;
  readonly torque_Nm: number;
  readonly speed_radps: number;
  readonly power_W: number;
  readonly rates: Float64Array;
}

/** The model's answer; where it has states and none are given, the shaft turns at the command. */
export function ask(
  model: ThrusterModel,
  command: number,
  inflow_mps = 0,
  density_kgpm3 = 1000,
  states: readonly number[] = [command],
): Instant {
  const drive = new Float64Array(DRIVE_SIZE);
  drive[DRIVE.command] = command;
  drive[DRIVE.inflow] = inflow_mps;
  drive[DRIVE.density] = density_kgpm3;
  const rates = new Float64Array(model.states);
  model.evaluate(drive, rates, 0, Float64Array.from(states), 0);
  return {
    thrust_N: drive[DRIVE.thrust],
    torque_Nm: drive[DRIVE.torque],
    speed_radps: drive[DRIVE.speed],
    power_W: drive[DRIVE.power],
    rates,
  };
}

/** The command for a thrust. */
export function commandFor(model: ThrusterModel, thrust_N: number, inflow_mps = 0, density_kgpm3 = 1000): number {
  const drive = new Float64Array(DRIVE_SIZE);
  drive[DRIVE.thrust] = thrust_N;
  drive[DRIVE.inflow] = inflow_mps;
  drive[DRIVE.density] = density_kgpm3;
  model.invert(drive);
  return drive[DRIVE.command];
}
