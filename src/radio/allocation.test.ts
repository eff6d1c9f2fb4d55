/** Links allocate nothing. */
import { expect, test } from "vitest";
import { probeOf } from "../../test/support/allocation.ts";

const bytesOf = probeOf(
  import.meta.url,
  `
import { SEAWATER, SEAWATER_SIZE } from "../environment/index.ts";
import * as radio from "./index.ts";

const water = new Float64Array(SEAWATER_SIZE);
const medium = new Float64Array(radio.MEDIUM_SIZE);
const air = Float64Array.of(0, 0, 1);
const wave = new Float64Array(radio.PLANE_WAVE_SIZE);
const distance = Float64Array.of(1);
const angle = Float64Array.of(0);
const path = new Float64Array(radio.WATER_PATH_SIZE);
const boundary = new Float64Array(radio.BOUNDARY_SIZE);
const airPath = Float64Array.of(868e6, 100, 2, 10, 0, 0);
const airLink = new Float64Array(radio.AIR_LINK_SIZE);
const links = ["free-space", "two-ray", "two-ray-interference"].map((model) => new radio.AirLink({ model }));
const dipole = radio.shortDipole();
const axis = Float64Array.of(0, 0, 1);
const direction = Float64Array.of(1, 0, 0);
const budget = Float64Array.of(30, 0, 0, 0, 0, 1e5, 290, 6);
const out = new Float64Array(radio.LINK_SIZE);
const worlds = {
  "in water": () => {
    water[SEAWATER.t68_degC] = (water[SEAWATER.t68_degC] + 0.37) % 25;
    water[SEAWATER.salinity_psu] = (water[SEAWATER.salinity_psu] + 0.11) % 40;
    water[SEAWATER.frequency_Hz] = (water[SEAWATER.frequency_Hz] + 1e5) % 1e8;
    distance[0] = (distance[0] + 0.013) % 50;
    radio.waterMediumInto(medium, 0, water, 0);
    radio.planeWaveInto(wave, 0, medium, 0);
    radio.waterPathInto(path, 0, wave, 0, distance, 0, 2);
    budget[3] = path[0];
    radio.linkInto(out, 0, budget, 0);
  },
  "through the surface": () => {
    angle[0] = (angle[0] + 0.001) % 1.5;
    radio.boundaryInto(boundary, 0, lake, 0, air, 0, angle, 0, distance[0] > 2);
    distance[0] = (distance[0] + 0.013) % 4;
  },
  "in air": () => {
    airPath[1] = (airPath[1] + 1.7) % 3000;
    airPath[4] = (airPath[4] + 0.01) % 2.5;
    for (let j = 0; j < 3; j++) links[j].linkInto(airLink, 0, airPath, 0);
    direction[2] = (direction[2] + 0.01) % 3;
    dipole.gainInto(budget, 1, axis, 0, direction, 0);
  },
};
const lake = Float64Array.of(1e6, 0.01, 80);
const once = worlds[process.env.WORLD];
function run(queries) {
  for (let k = 0; k < queries; k++) once();
}
process.stdout.write(String(leastBytes(run, 200_000)));
`,
);

test.each(["in water", "through the surface", "in air"])("a warm link %s allocates less than a byte", (world) => {
  expect(bytesOf({ WORLD: world })).toBeLessThan(1);
});
