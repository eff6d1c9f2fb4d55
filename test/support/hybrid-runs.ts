/** Small worlds with hybrid modems in fresh water, as the thesis on docking has it, and the rows of their channels. */

import { REASONS } from "../../src/modems/hybrid/rule.ts";
import { OUTCOMES } from "../../src/modems/index.ts";
import type { ModemRun } from "./modem-runs.ts";

/** k = 1.5, 3.11 dB/km at 100 kHz; a plane wave of 10 MHz in water of 0.01 S/m: 1.818 dB/m at 3.331e7 m/s. */
export const FRESH =
  '<sound soundSpeed_mps="1500" spreadingFactor="1.5" absorption_dBpm="0.00311" noise_dBre1uPa2pHz="30"><provenance of="*" status="assumed"/></sound>' +
  '<radio waterSpreading="none" conductivity_Spm="0.01" relativePermittivity="80"><provenance of="*" status="assumed"/></radio>';
export const RADIO_MPS = 3.331e7;

/** acoustic and radio: further attributes of the modems, and children of theirs; link: attributes and children of the hybrid modem. */
export interface Devices {
  readonly acoustic?: string;
  readonly radio?: string;
  readonly acousticInside?: string;
  readonly radioInside?: string;
  readonly link?: string;
  readonly inside?: string;
}

const SOURCE = '<provenance of="*" status="assumed"/>';

export function devices(address: number, more: Devices = {}): string {
  const { acoustic = "", radio = "", acousticInside = "", radioInside = "" } = more;
  const { link = 'switchDistances_m="10" hysteresis_m="2"', inside = "" } = more;
  const full = 'powerControl="none"';
  return (
    `<modem id="acoustic" file="components/modems/erdemir2018-acoustic.xml" address="${address}" ${full} ${acoustic}>${SOURCE}${acousticInside}</modem>` +
    `<modem id="radio" file="components/modems/seatooth-s300.xml" address="${address}" nominalSpeed_mps="${RADIO_MPS}" ${radio.includes("powerControl") ? "" : full} ${radio}>${SOURCE}${radioInside}</modem>` +
    `<hybridModem id="link" modems="acoustic radio" ${link}>${inside}</hybridModem>`
  );
}

type Place = readonly [number, number, number];

export function moored(id: string, at: Place, inside: string): string {
  return `<vehicle id="${id}" file="components/vehicles/moored-node.xml" position_m="${at.join(" ")}">${inside}</vehicle>`;
}

/** A sphere of 20 kg in 0.02 m³ of fresh water, without damping: it moves uniformly. */
export function sphere(id: string, at: Place, velocity_mps: Place, inside: string): string {
  return `<vehicle id="${id}" length_m="0.34" position_m="${at.join(" ")}" velocity_mps="${velocity_mps.join(" ")}">
    <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="0 0 0 0 0 0"/>${inside}${SOURCE}</vehicle>`;
}

export function freshWater(
  duration_s: number,
  vehicles: readonly string[],
  more: { world?: string; seed?: number } = {},
): string {
  const { world = FRESH, seed = 1 } = more;
  return `<scenario id="s" duration_s="${duration_s}" step_s="0.02" seed="${seed}"><world density_kgpm3="1000" contacts="off">${world}</world>
    ${vehicles.join("\n    ")}<log rate_Hz="1"/></scenario>`;
}

export interface Given {
  readonly begin_s: number;
  readonly end_s: number;
  readonly modem: string;
  readonly other: number;
  readonly reason: string;
  readonly outcome: string;
  readonly distance_m: number;
  readonly margin_dB: number;
}

/** Rows of a hybrid modem, "vehicle/link", in the order of their ends. */
export function given(run: ModemRun, path: string): Given[] {
  const { names, columns } = run.table(`/${path}`);
  const words: Readonly<Record<string, readonly string[]>> = {
    modem: ["acoustic", "radio"],
    reason: REASONS,
    outcome: OUTCOMES,
  };
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, k) =>
    Object.fromEntries(names.map((name, n) => [name, words[name]?.[columns[n]![k]!] ?? columns[n]![k]])),
  ) as unknown as Given[];
}
