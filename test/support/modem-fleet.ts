/** A world in which modems do all that they can: sound and radio, moored and moving, fading, acknowledgements, a relay, several schemes, a battery. */
import { ROUND } from "./modem-runs.ts";

const DURATION_S = 60;

/** A sphere that drifts. */
const drifter = (id: string, at: string, velocity: string, inside: string): string =>
  `<vehicle id="${id}" length_m="0.34" position_m="${at}" velocity_mps="${velocity}">
    <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0.01" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0" linearDamping="1 1 1 1 1 1"/>${inside}<provenance of="*" status="assumed"/></vehicle>`;
const node = (id: string, at: string, inside: string): string =>
  `<vehicle id="${id}" file="components/vehicles/moored-node.xml" position_m="${at}">${inside}</vehicle>`;

const modem = (address: number, more: string, inside: string): string =>
  `<modem id="modem" address="${address}" ${ROUND} ${more}>${inside}</modem>`;
const radio = (address: number, inside: string): string =>
  `<modem id="radio" address="${address}" file="components/modems/uhf-868.xml">${inside}</modem>`;
const poisson = (interval_s: number, to: string, reliable: boolean): string =>
  `<traffic model="poisson" interval_s="${interval_s}" to="${to}" reliable="${reliable}" messageBytes="40"/>`;

export function modemFleet(seed: number): string {
  const battery = '<battery id="battery" charges="0 1" cellVoltages_V="3 4" cellCapacity_C="900" cellsInSeries="6"/>';
  return `<scenario id="s" duration_s="${DURATION_S}" step_s="0.02" seed="${seed}"><world density_kgpm3="1000">
      <sound riceFactor="4" coherence_s="3" soundSpeed_mps="1500" noise_dBre1uPa2pHz="50"><provenance of="*" status="assumed"/></sound></world>
    ${node("a", "0 0 5", modem(1, 'range_m="800"', poisson(4, "2", true)) + radio(1, ""))}
    ${drifter("b", "300 100 20", "2 1 0", battery + modem(2, 'powerControl="adaptive" transmitPower_W="20" listenPower_W="1"', `<mac model="csma-ca" range_m="800"/>${poisson(5, "any", true)}`))}
    ${drifter("c", "-400 200 30", "0 -3 0.2", modem(3, "", `<mac model="slotted-aloha" guard_s="0.5"/>${poisson(6, "all", false)}<relay to="2" via="1"/>`))}
    ${node("d", "500 -300 40", modem(4, 'collisions="sinr"', poisson(5, "3", true)))}
    ${node("mast", "100 0 -3", radio(5, '<traffic model="periodic" period_s="1" to="1" messageBytes="20"/>'))}
    <log rate_Hz="10"/></scenario>`;
}
