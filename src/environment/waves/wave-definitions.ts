import type { Definition } from "../../library/index.ts";
import { jonswapWaves } from "./jonswap-waves.ts";
import { piersonMoskowitzWaves } from "./pierson-moskowitz-waves.ts";
import { regularWaves } from "./regular-waves.ts";
import { waves } from "./sea-state.ts";

/** The kind and its models: one line per model. */
export const waveDefinitions: readonly Definition[] = [waves, jonswapWaves, piersonMoskowitzWaves, regularWaves];
