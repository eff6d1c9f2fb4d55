/** Ports of things through which signals leave and arrive: what is wrong with one, before anything is built. */
import type { ThingPort } from "../../engine/index.ts";
import { arrivals, emission, MEDIA, type Transducer } from "../../environment/index.ts";
import type { ScenarioThing } from "./things.ts";

/** What passes between a device and the medium. */
export const OF_SIGNALS: readonly unknown[] = [emission, arrivals];

/** Why nothing is sent or heard through a port of `emission` or `arrivals`; null where something is. */
export function signalPortFault(
  { simulator, ports }: Pick<ScenarioThing, "simulator" | "ports">,
  { message, direction, times, with: transducer }: ThingPort,
): string | null {
  const { name } = message;
  const way = (message as unknown) === emission ? "out" : "in";
  if (direction !== way) return `is an ${direction}-port of ${name}, which is for ${way}-ports`;
  if (simulator === "environment") return `is of ${name}, which is for things of sensors and of communications`;
  if (times !== undefined) return `takes ${name} at stated times, but signals arrive when they do`;
  if (transducer === undefined) return `is of ${name}, but does not say with which transducer: declare it with “with”`;
  const fault = transducerFault(transducer);
  if (fault !== null) return `is of ${name}, but its transducer ${fault}`;
  const others = ports.filter((port) => OF_SIGNALS.includes(port.message));
  if (others.filter((port) => (port.message as unknown) === message).length > 1)
    return `is one of several ports of ${name}: a thing has one`;
  if (others.some((port) => port.with !== transducer)) return "and another one of the thing name different transducers";
  return null;
}

/** What is wrong with a transducer of a user's own; null for nothing. */
function transducerFault(made: unknown): string | null {
  if (typeof made !== "object" || made === null) return "is not an object";
  const { medium, frequency_Hz, bandwidth_Hz, pattern, greatestLevel_dB, leastSnr_dB } = made as Partial<Transducer>;
  if (medium === undefined || !MEDIA.includes(medium))
    return `has the medium ${JSON.stringify(medium)}; there are: ${MEDIA.join(", ")}`;
  if (!(Number.isFinite(frequency_Hz) && frequency_Hz! > 0)) return `has the frequency_Hz ${frequency_Hz}`;
  if (!(Number.isFinite(bandwidth_Hz) && bandwidth_Hz! >= 0 && bandwidth_Hz! < 2 * frequency_Hz!))
    return `has the bandwidth_Hz ${bandwidth_Hz} around ${frequency_Hz} Hz`;
  const isLevel = (level: unknown): boolean => typeof level === "number" && !Number.isNaN(level);
  if (!isLevel(greatestLevel_dB) || greatestLevel_dB === Number.POSITIVE_INFINITY)
    return `has the greatestLevel_dB ${greatestLevel_dB}`;
  if (!isLevel(leastSnr_dB)) return `has the leastSnr_dB ${leastSnr_dB}`;
  const isPattern = pattern === null || typeof pattern?.relativeInto === "function";
  return isPattern ? null : "has a pattern without relativeInto";
}
