/**
 * The media of a scenario: what carries sound and radio from one transducer to another. A world states each by a child of that name; where it says
 * nothing, and something in it sends or hears, the medium is the default model of its room. Media that nothing uses are not made.
 */
import { type AmbientNoise, bandLevel_dB, usualSound } from "../../acoustics/index.ts";
import { codedDiagnostic, type Diagnostic } from "../../core/index.ts";
import type { ThingWorld } from "../../engine/index.ts";
import type { Carrier, CarrierModel, CarrierWorld, MediumName, Transducer } from "../../environment/index.ts";
import { type Component, createModel, type Definitions } from "../../library/index.ts";
import { usualRadio } from "../../radio/index.ts";
import { scenarioCodes } from "./codes.ts";
import { OF_SIGNALS } from "./signal-ports.ts";
import type { ScenarioThing } from "./things.ts";

export type Media = Readonly<Partial<Record<MediumName, Carrier>>>;

const USUAL: Readonly<Record<MediumName, CarrierModel>> = { sound: usualSound, radio: usualRadio };

export function mediaOf(
  definitions: Definitions,
  world: Component,
  things: readonly Pick<ScenarioThing, "ports">[],
  described: ThingWorld,
  noise: AmbientNoise,
  report: (d: Diagnostic) => void,
): Media {
  const carrierWorld: CarrierWorld = Object.freeze({ described, ambient_dB: ambientOf(noise) });
  const used = new Set(
    things.flatMap(({ ports }) => ports.filter(({ message }) => OF_SIGNALS.includes(message))).map(mediumOf),
  );
  const media: Partial<Record<MediumName, Carrier>> = {};
  for (const medium of Object.keys(USUAL) as MediumName[]) {
    if (!used.has(medium)) continue;
    const stated = world.children.find(({ kind }) => kind === medium);
    try {
      const model = stated === undefined ? USUAL[medium] : (createModel(definitions, stated) as CarrierModel);
      media[medium] = model.carrierIn(carrierWorld);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const { id, model, range } = stated ?? world;
      const message = `world/${id}: model "${model}" of ${medium} cannot be made: ${reason}`;
      report(codedDiagnostic(scenarioCodes.thingNotMade, range, message));
    }
  }
  return Object.freeze(media);
}

function mediumOf(port: { readonly with?: unknown }): MediumName | undefined {
  return (port.with as Transducer | undefined)?.medium;
}

/** Below this a band of noise ends. */
const LOWEST_HZ = 1e-3;

function ambientOf(noise: AmbientNoise): CarrierWorld["ambient_dB"] {
  return (frequency_Hz, bandwidth_Hz) => {
    if (noise.sources.length === 0) return Number.NEGATIVE_INFINITY;
    const low_Hz = Math.max(LOWEST_HZ, frequency_Hz - 0.5 * bandwidth_Hz);
    const high_Hz = frequency_Hz + 0.5 * bandwidth_Hz;
    return bandLevel_dB(noise, { centre_Hz: 0.5 * (low_Hz + high_Hz), width_Hz: high_Hz - low_Hz });
  };
}
