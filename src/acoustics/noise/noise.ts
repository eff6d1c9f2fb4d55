/**
 * Ambient noise as a kind of component: any number of <noise> may stand in a world, and their powers add.
 *
 * Each model declares its own parameters. What it makes gives a spectrum once the weather of its world is known: a wind speed that
 * a noise does not state is that of the world's <wind>.
 */
import { type Component, createModel, type Definitions, defineKind } from "../../library/index.ts";
import { AmbientNoise, type NamedSpectrum, type NoiseSpectrum } from "./spectrum.ts";

/** What noise may depend on without saying it itself. */
export interface Weather {
  /** The mean wind at its reference height; 0 in a world without wind. */
  readonly windSpeed_mps: number;
}

/** What the kind `noise` makes. */
export interface NoiseModel {
  inWeather(weather: Weather): NoiseSpectrum;
}

export const noise = defineKind<NoiseModel>()({
  kind: "noise",
  doc: "Ambient noise of the sea, or a part of it: the powers of several are added.",
  params: {},
  id: "optional",
});

/** One whose spectrum does not depend on the weather. */
export function fairWeather(spectrum: NoiseSpectrum): NoiseModel {
  return Object.freeze({ inWeather: () => spectrum });
}

/** The weather that a world states. */
export function weatherOf(world: Component): Weather {
  const wind = world.children.find(({ kind }) => kind === "wind");
  const { speed_mps = 0 } = (wind?.params ?? {}) as { readonly speed_mps?: number };
  return Object.freeze({ windSpeed_mps: speed_mps });
}

/** Says why a model's noise cannot be made. */
export type NoiseFault = (component: Component, reason: string) => void;

/**
 * All noise of a world together, from its description alone; without sources where the world says nothing of noise. fault: called for a
 * model, of a user's own, that throws or makes something else than noise; such a source is left out.
 */
export function noiseOf(definitions: Definitions, world: Component, fault: NoiseFault): AmbientNoise {
  const weather = weatherOf(world);
  const sources = world.children.flatMap((component): NamedSpectrum[] => {
    if (component.kind !== noise.kind) return [];
    try {
      const spectrum = createModel(definitions, component, noise).inWeather(weather);
      const level = spectrum.levelAt(1000);
      if (typeof level === "number" && !Number.isNaN(level)) return [{ name: component.id, spectrum }];
      fault(component, "its levelAt does not return a number");
    } catch (error) {
      fault(component, error instanceof Error ? error.message : String(error));
    }
    return [];
  });
  return new AmbientNoise(sources);
}
