/**
 * One world of modems (moored and moving, sound and radio, fading, acknowledgements, a relay, several schemes) run in several ways gives one log, to the byte:
 * simulators apart over links of bytes, stopped and restored with frames on their way, and again with the same seed.
 */
import { describe, expect, test } from "vitest";
import { APART, type Role, SplitWorld } from "../src/scenario/index.ts";
import { ROUND, resultOf } from "./support/modem-runs.ts";
import { logApart, runToEnd, scenarioOf, stoppedAt } from "./support/scenarios.ts";

const ROLES = APART.flat();
const cutOff = (role: Role): Role[][] => [[role], ROLES.filter((other) => other !== role)];

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

function world(seed: number): string {
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

const scenario = scenarioOf(world(3));
const whole = runToEnd(scenario);
const modems = resultOf(whole);

test("the world has what it is to be tried with: deliveries, losses of several kinds, acknowledgements, movers", () => {
  const sorts = new Set(["a", "b", "c", "d"].flatMap((name) => modems.sorts(`${name}/modem`)));
  for (const sort of ["received", "collision", "half duplex", "not for me"]) expect([...sorts]).toContain(sort);
  for (const name of ["a", "b", "c", "d"]) expect(modems.figures(`${name}/modem`).delivered).toBeGreaterThan(0);
});

describe("in lock-step over links of bytes", () => {
  test.each(ROLES)("%s apart from the rest", (role) => {
    expect(Buffer.from(logApart(scenario, cutOff(role))).equals(whole.log)).toBe(true);
  });

  test("all five apart", () => {
    expect(Buffer.from(logApart(scenario, APART)).equals(whole.log)).toBe(true);
  });

  test("taken back to snapshots with frames on their way, all five end as if nothing had been", () => {
    const split = (): SplitWorld => new SplitWorld(scenario, APART, { recorder: null, tell() {} });
    const [straight, stopped] = [split(), split()];
    straight.lockStep.runUntil(scenario.duration_ns);
    for (const t_ns of onTheirWay()) {
      stopped.lockStep.runUntil(t_ns);
      const snapshot = stopped.lockStep.snapshot();
      stopped.lockStep.runUntil(t_ns + 1_234_567_890);
      stopped.lockStep.restore(snapshot);
    }
    stopped.lockStep.runUntil(scenario.duration_ns);
    expect(stopped.lockStep.snapshot()).toEqual(straight.lockStep.snapshot());
  });
});

/** Instants between the beginning of a frame's sending and the end of its reception elsewhere: in its way, and while it is heard. */
function onTheirWay(): number[] {
  const instants = ["a", "b", "c", "d"].flatMap((name) =>
    modems
      .spans(`${name}/modem`, "received")
      .flatMap(({ begin_s, end_s, delay_s }) => [
        Math.round(1e9 * (begin_s - 0.01 * delay_s)),
        Math.round(1e9 * (begin_s - 0.5 * delay_s)),
        Math.round(0.5e9 * (begin_s + end_s)),
      ]),
  );
  const sorted = [...new Set(instants)].sort((x, y) => x - y);
  return sorted.filter((_, k) => k % Math.ceil(sorted.length / 12) === 0);
}

test("stopped and restored in the middle of frames, the log goes on with the same bytes", () => {
  const instants = onTheirWay();
  expect(instants.length).toBeGreaterThan(8);
  expect(Buffer.from(stoppedAt(scenario, instants).log).equals(whole.log)).toBe(true);
});

test("the same seed gives the same bytes; another one gives other frames", () => {
  expect(Buffer.from(runToEnd(scenarioOf(world(3))).log).equals(whole.log)).toBe(true);
  const other = resultOf(runToEnd(scenarioOf(world(4))));
  expect(other.spans("a/modem", "sending")).not.toEqual(modems.spans("a/modem", "sending"));
});
