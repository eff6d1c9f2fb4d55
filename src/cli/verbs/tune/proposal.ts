/** What `thetis tune` does: loads the vehicle, asks for a proposal, prints it. */
import { loadComponent } from "../../../library/index.ts";
import {
  grows,
  leastDamping,
  type Proposal,
  proposalXml,
  type TuningDemand,
  TuningError,
  tuneAutopilot,
  tuneStationKeeper,
} from "../../../scenario/index.ts";
import { componentFile } from "../../io/component-file.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { printDiagnostics } from "../../io/diagnostics-output.ts";
import { refuseOverwriting, shownPath, writeWhole } from "../../io/files.ts";
import { CallError, EXIT, type ExitCode, printJson } from "../../io/outcome.ts";
import { worldReader } from "../../io/projections.ts";
import { table } from "../../io/table.ts";
import type { TuneOptions } from "../tune.ts";

/** In the text, in the file that is written, and in the JSON document. */
const GROWS =
  "WARNING: with all loops closed a mode grows: choose other bandwidths, or look at the vehicle (thetis components show)";

const GRAVITY_MPS2 = 9.81;
const LOOPS = {
  autopilot: ["heading", "pitch", "depth", "speed"],
  stationKeeper: ["position", "depth", "heading"],
};

export async function tune(name: string, options: TuneOptions): Promise<ExitCode> {
  const definitions = await usableDefinitions(options.models);
  const file = componentFile(definitions, name);
  const { component, diagnostics, sources } = loadComponent(definitions, worldReader(file, options), file);
  if (component === null || diagnostics.some(({ severity }) => severity === "error")) {
    printDiagnostics(diagnostics, sources);
    return EXIT.wrongInput;
  }
  if (component.kind !== "vehicle") throw new CallError(`${name} is a ${component.kind}; gains are for a vehicle`);
  if (!component.children.some(({ kind }) => kind === "hull"))
    throw new CallError(`${name} has no hull: it stays where it is put`);
  // A vehicle with fins, or with actuators of its hull's own, is steered; one with thrusters alone is held.
  const steered =
    component.children.some(({ kind }) => kind === "fin") ||
    !component.children.some(({ kind }) => kind === "thruster");
  const law = options.law ?? (steered ? "autopilot" : "stationKeeper");
  const demand: TuningDemand = {
    rate_Hz: options.rate ?? (law === "autopilot" ? 10 : 20),
    damping: options.damping,
    bandwidths: bandwidthsOf(options.bandwidth, LOOPS[law]),
  };
  const water = { density_kgpm3: options.density, gravity_mps2: GRAVITY_MPS2 };
  const proposal = made(() =>
    law === "autopilot"
      ? tuneAutopilot(definitions, component, options.speed, water, demand)
      : tuneStationKeeper(definitions, component, water, demand),
  );
  const at = law === "autopilot" ? `at ${options.speed} m/s` : "around rest";
  const doc = `Gains for ${component.id} ${at} in water of ${options.density} kg/m³, by thetis tune from its linearised model: damping ${options.damping}, bandwidths ${proposal.loops.map((l) => `${l.name} ${short(l.bandwidth_radps)}`).join(", ")} rad/s. What to do is written where the file is used.`;
  const unstable = grows(proposal);
  const xml = proposalXml(
    proposal,
    `${component.id}-${law === "autopilot" ? "autopilot" : "station-keeper"}`,
    unstable ? `${GROWS}. ${doc}` : doc,
  );
  if (options.output !== undefined) {
    refuseOverwriting([options.output], [file]);
    writeWhole(options.output, xml, options.force === true);
  }
  if (options.json === true)
    printJson({
      vehicle: component.id,
      ...proposal,
      leastDamping: leastDamping(proposal),
      stable: !unstable,
      warning: unstable ? GROWS : null,
      xml,
    });
  else process.stdout.write(`${proposalText(component.id, at, proposal)}\n${xml}`);
  if (unstable && options.output !== undefined)
    process.stderr.write(`${shownPath(options.output)} is written, and says so itself: ${GROWS}\n`);
  return unstable ? EXIT.doesNotHold : EXIT.done;
}

function made(make: () => Proposal): Proposal {
  try {
    return make();
  } catch (error) {
    if (error instanceof TuningError) throw new CallError(error.message);
    throw error;
  }
}

function bandwidthsOf(words: readonly string[], loops: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    words.map((word) => {
      const [loop = "", text = ""] = word.split("=");
      const value = Number(text);
      if (!loops.includes(loop) || !(value > 0 && Number.isFinite(value)))
        throw new CallError(`--bandwidth ${word} is not LOOP=RAD-PER-SECOND; loops are: ${loops.join(", ")}`);
      return [loop, value];
    }),
  );
}

const short = (value: number): string => String(Number(value.toPrecision(3)));

function proposalText(vehicle: string, at: string, proposal: Proposal): string {
  const rows = proposal.loops.flatMap(({ name, gains, margins }) =>
    margins.map(({ crossover_radps, phaseMargin_deg, gainMargin, leastGain }, k) => [
      k === 0 ? name : "",
      ...(k === 0 ? [gains.kp, gains.ki, gains.kd].map(short) : ["", "", ""]),
      crossover_radps === null ? "none" : short(crossover_radps),
      phaseMargin_deg === null ? "none" : `${phaseMargin_deg.toFixed(0)}°`,
      Number.isFinite(gainMargin) ? `× ${gainMargin.toFixed(1)}` : "any",
      leastGain > 0 ? `× ${leastGain.toFixed(2)}` : "0",
    ]),
  );
  const head = ["loop", "kp", "ki", "kd", "crossover, rad/s", "phase margin", "gain up to", "down to"];
  const damping = leastDamping(proposal);
  const modes = grows(proposal)
    ? GROWS
    : `with all loops closed every mode decays${damping === null ? "" : `; the least damped one has ${damping.toFixed(2)}`}`;
  return `${vehicle} ${at}, ${proposal.law}\n\n${table([head, ...rows])}\n\n${modes}\n`;
}
