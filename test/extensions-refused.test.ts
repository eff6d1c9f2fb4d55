/**
 * Extensions that cannot be: what an extension names must exist, and that is found when the world is built; what it does wrong in a
 * run is a fault that names the time, the component and the system.
 */
import { expect, test } from "vitest";
import { type Actor, defineMessage, type Fields, type MessageType, PHASE, RegularTimes } from "../src/engine/index.ts";
import {
  APART,
  type End,
  type Extension,
  type Installer,
  PORTS,
  type Role,
  type Route,
  type Scenario,
  ScenarioRun,
  SplitWorld,
} from "../src/scenario/index.ts";
import { vehicleState } from "../src/vehicles/index.ts";
import { scenarioOf } from "./support/scenarios.ts";

const scenario = scenarioOf(`<scenario id="s" duration_s="2">
  <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5">
    <controller id="helm" model="hold" actuators="rudder" values="0.1"/></vehicle>
  <vehicle id="node" length_m="1"/></scenario>`);

const ping = defineMessage("ping", "a message of a test", { n: 1 });
const anyPing = ping as unknown as MessageType<Fields>;

const SENDER: End = { role: "sensors", path: "bell", vehicle: 0 };
const TAKER: End = { role: "communications", path: "ear", vehicle: 0 };

const route = (from: End, to: End, message = anyPing): Route => ({ message, from, to, latency_ns: 0 });
const sends: Installer = (site) => void site.out("bell", ping, PHASE.deliver);
const takes: Installer = (site) => void site.in("ear", ping);
const both = { sensors: sends, communications: takes };

const inOneModel = (extension: Extension, of: Scenario = scenario): ScenarioRun =>
  new ScenarioRun(of, { writer: null, version: "test", extensions: [extension] });
const apart = (extension: Extension): SplitWorld =>
  new SplitWorld(scenario, APART, { tell() {}, recorder: null, extensions: [extension] });

test("the one that the others are made of is taken", () => {
  const sound: Extension = { routes: () => [route(SENDER, TAKER)], install: both };
  expect(() => [inOneModel(sound), apart(sound)]).not.toThrow();
});

const law = (vehicle: number | undefined, controller: string | undefined): End =>
  ({ role: "controllers", path: PORTS.software("auv", "helm", "in"), vehicle, controller }) as End;
const soft = (vehicle: number, controller: string): Extension => ({
  software: () => [{ vehicle, controller, name: "in", direction: "in", type: anyPing }],
});

const wrong: [string, Extension, string][] = [
  [
    "a route to a role that does not exist",
    { routes: () => [route(SENDER, { ...TAKER, role: "galley" as Role })], install: { sensors: sends } },
    "a route of ping has an end, ear, of galley, which is not a role; there are: controllers, vehicles, environment, sensors, communications, displays",
  ],
  [
    "a route from a vehicle that does not exist",
    { routes: () => [route({ ...SENDER, vehicle: 7 }, TAKER)], install: both },
    "a route of ping has an end, bell, of vehicle 7, which does not exist; there are: 0 auv, 1 node",
  ],
  [
    "a route to a controller that does not exist",
    { routes: () => [route(SENDER, law(0, "captain"))], install: { sensors: sends } },
    'a route of ping has an end, auv/helm.in, of controller "captain", which auv does not have; it has: helm',
  ],
  [
    "a route to controllers that does not say to which",
    { routes: () => [route(SENDER, law(1, undefined))], install: { sensors: sends } },
    'a route of ping has an end, auv/helm.in, of controller "", which node does not have; it has: none',
  ],
  [
    "a tap on a vehicle that does not exist",
    { taps: () => [{ vehicle: 2, name: "sonar", times: new RegularTimes(1), to: TAKER }] },
    'the tap "sonar" is of vehicle 2, which does not exist; there are: 0 auv, 1 node',
  ],
  [
    "software of a vehicle that does not exist",
    soft(9, "helm"),
    'the software port "in" is of vehicle 9, which does not exist',
  ],
  [
    "software of a controller that does not exist",
    soft(0, "pilot"),
    'the software port "in" is of controller "pilot", which auv does not have; it has: helm',
  ],
  [
    "a route to a port that no one takes",
    { routes: () => [route(SENDER, TAKER)], install: { sensors: sends } },
    "a route of ping ends at ear of communications, which does not take it",
  ],
  [
    "a route from a port that no one sends on",
    { routes: () => [route(SENDER, TAKER)], install: { communications: takes } },
    "a route of ping ends at bell of sensors, which does not send it",
  ],
  ["a port that sends, on no route", { install: { sensors: sends } }, "bell/ping is on no route"],
  ["a port that takes, on no route", { install: { communications: takes } }, "ear/ping is on no route"],
  ["a software port on no route", soft(0, "helm"), "auv/helm.in/ping is on no route"],
  [
    "two routes from one port to one other",
    { routes: () => [route(SENDER, TAKER), route(SENDER, TAKER)], install: both },
    "bell/ping is connected to ear/ping twice",
  ],
  [
    "a tap that no one takes",
    { taps: () => [{ vehicle: 0, name: "sonar", times: new RegularTimes(1), to: TAKER }] },
    "a route of vehicleState ends at ear of communications, which does not take it",
  ],
  [
    "a name that is taken",
    { install: { sensors: ({ builder }) => void builder.addActor({ path: "auv/helm/clock", handle() {} }) } },
    'two components are called "auv/helm/clock"',
  ],
];

test.each(wrong)("%s is refused when the world is built, in one model and in several", (_, extension, message) => {
  expect(() => inOneModel(extension)).toThrow(message);
  expect(() => apart(extension)).toThrow(message);
});

test("displays are installed where controllers run outside, and nowhere else", () => {
  const installed: string[] = [];
  const shown = (mode: string): Extension => ({ install: { displays: () => void installed.push(mode) } });
  inOneModel(shown("inside"));
  apart(shown("apart"));
  const control = { from: "outside", send() {} } as const;
  new ScenarioRun(scenario, { writer: null, version: "test", control, extensions: [shown("outside")] });
  expect(installed).toEqual(["outside"]);
});

test("a message without latency into an earlier phase is refused when the world is built", () => {
  const late: Extension = {
    routes: () => [route(SENDER, TAKER)],
    install: {
      sensors: (site) => void site.out("bell", ping, PHASE.actuate),
      communications: (site) => {
        const actor = site.builder.addActor({ path: "ear", handle() {} });
        site.in("ear", ping, { wake: { actor, phase: PHASE.deliver } });
      },
    },
  };
  for (const build of [inOneModel, apart]) {
    expect(() => build(late)).toThrow(/bell\/ping sends in phase 3 and cannot wake ear\/ping in the earlier phase 1/);
  }
});

/** An actor of the vehicles' simulator, once, at 0.25 s. */
function rogue(handle: Actor["handle"]): Extension {
  const install: Installer = ({ builder }) =>
    builder.at(25e7, PHASE.react, builder.addActor({ path: "rogue", handle }));
  return { install: { vehicles: install } };
}

test.each([
  [
    "writes a system that it did not declare",
    (({ x }) => {
      x[2] = 0;
    }) satisfies Actor["handle"],
    /^rogue at t = 250000000 ns \(0.25 s\): rogue writes to auv, /,
  ],
  [
    "throws",
    (() => {
      throw new Error("out of paper");
    }) satisfies Actor["handle"],
    /^rogue at t = 250000000 ns \(0.25 s\): out of paper/,
  ],
  [
    "schedules into the past",
    ((moment) => moment.schedule(1, PHASE.react)) satisfies Actor["handle"],
    /^rogue at t = 250000000 ns \(0.25 s\): an event at 1 ns, phase 2 lies before 250000000 ns, phase 2/,
  ],
])("an actor that %s stops the run with a fault that names the time and who", (_, handle, message) => {
  const run = inOneModel(rogue(handle));
  expect(() => run.advance(run.end_ns)).toThrow(message);
  expect(run.events).toEqual([{ t_ns: 25e7, level: "error", name: "rogue", message: expect.stringMatching(message) }]);
  expect(() => run.advance(run.end_ns)).toThrow(message);
});

test("a tank that empties below nothing stops the run with a fault that names the time, the vehicle and its state", () => {
  // 2 t/s with a stop time of a quarter of the step: the method overshoots empty by more than the vehicle weighs.
  const text = `<scenario id="s" duration_s="2"><vehicle id="ball" length_m="0.3" position_m="0 0 50">
    <hull id="hull" mass_kg="20" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.34 0.34 0.34" addedMass="10 10 10 0 0 0"/>
    <ballast id="tank" capacity_kg="2" filling_kg="0.5" maxFlow_kgps="2000" stopTime_s="0.005"/>
    <script actuator="tank" times_s="0 1" values="0 -2000"/></vehicle></scenario>`;
  const run = new ScenarioRun(scenarioOf(text), { writer: null, version: "test" });
  const message =
    /^ball at t = 1020000000 ns \(1.02 s\): the mass is not positive: .* -\d[\d.]* kg beside the hull; state \[0, 0, /;
  expect(() => run.advance(run.end_ns)).toThrow(message);
  // Found when the state was next asked for, at 1.1 s: that is where the log stands.
  expect(run.events).toEqual([{ t_ns: 11e8, level: "error", name: "ball", message: expect.stringMatching(message) }]);
});

test("the state that a tap sends is of the type that the vehicles define", () => {
  const other = defineMessage("vehicleState", "something else", { n: 1 });
  const taker: Extension = {
    taps: () => [{ vehicle: 0, name: "sonar", times: new RegularTimes(1), to: TAKER }],
    install: { communications: (site) => void site.in("ear", other) },
  };
  expect(other).not.toBe(vehicleState);
  for (const build of [inOneModel, apart])
    expect(() => build(taker)).toThrow(/sends vehicleState, .* takes vehicleState/);
});
