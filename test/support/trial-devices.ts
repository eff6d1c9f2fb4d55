/**
 * Devices of a test, as an extension: on every vehicle whose law is of the model "listener",
 *
 *   a depth gauge      sensors          taps the state at jittered instants, sends samples to the law's port "depth"
 *   a modem            communications   takes packets with a payload from the port "radio" of one law; what it passes on reaches the
 *                                       port "modem" of every other law after LATENCY_NS
 *   a battery          vehicles         loses what the law reports on "draw", and reports its charge on "power"
 *   a recorder         communications   logs what the law says, on its port "echo", that it has received: channel /VEHICLE/echo
 */
import {
  actuatorOutputs,
  controller,
  type Module,
  NAVIGATION_STATE,
  navigationState,
} from "../../src/control/index.ts";
import { RandomStream } from "../../src/core/index.ts";
import {
  defineMessage,
  type Fields,
  type InPort,
  JitteredTimes,
  type MessageType,
  PHASE,
} from "../../src/engine/index.ts";
import { Definitions, defineModel } from "../../src/library/index.ts";
import {
  type End,
  type Extension,
  PORTS,
  type Route,
  type Scenario,
  type Site,
  type SoftwarePort,
  shippedDefinitions,
} from "../../src/scenario/index.ts";
import { vehicleState } from "../../src/vehicles/index.ts";

export const LATENCY_NS = 137_000_001;
export const GAUGE_HZ = 7;
export const BATTERY_HZ = 2;
export const FULL_J = 1000;
export const DRAW_J = 5;

export const depthSample = defineMessage("depthSample", "what a depth gauge reads", { taken_ns: 1, depth_m: 1 });
export const packet = defineMessage("packet", "what a modem carries", { number: 1, sent_ns: 1 }, 64);
export const powerDraw = defineMessage("powerDraw", "energy that was drawn", { energy_J: 1 });
export const powerState = defineMessage("powerState", "what a battery has left", { charge_J: 1 });
export const echo = defineMessage("echo", "what a law has received", {
  kind: 1,
  a: 1,
  b: 1,
  c: 1,
  /** Of the tick. */
  at_ns: 1,
});

/** Kinds of echoes. */
export const ECHO = { depth: 1, packet: 2, power: 3 } as const;

/** The payload of packet n: n % 50 bytes. */
export function payloadOf(n: number): Uint8Array {
  return Uint8Array.from({ length: n % 50 }, (_, i) => (31 * n + 7 * i) & 255);
}

/** A number that tells payloads apart. */
export function digest(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, i) => (sum + (i + 1) * byte) % 1_000_003, bytes.length);
}

// Places in the memory of a law.
const TICKS = 0;
const RECEIVED = 1;

/** Sends a packet in every fifth tick, the first one included, and says what it receives. */
export const listener = defineModel(controller, {
  model: "listener",
  doc: "A law of a test that uses its ports",
  reads: ["rate_Hz", "actuators"],
  create(p): Module {
    const fields = new Float64Array(4);
    const said = new Float64Array(echo.size);
    const bytes = new Uint8Array(packet.payload);
    return {
      rate_Hz: p.rate_Hz,
      inputs: [{ name: "state", message: navigationState }],
      outputs: actuatorOutputs(p.actuators ?? []),
      memory: 2,
      shows: ["ticks", "received"],
      step(tick) {
        const { reals, memoryAt, shownAt, inAt, outAt } = tick;
        const ports = tick.ports!;
        const now_ns = reals[inAt[0]! + NAVIGATION_STATE.taken]!;
        const say = (kind: number, a: number, b: number, c: number): void => {
          if (reals[memoryAt + RECEIVED]!++ === 0) tick.log("the first message has come");
          said.set([kind, a, b, c, now_ns]);
          ports.send("echo", said);
        };
        while (ports.receive("depth", fields)) say(ECHO.depth, fields[0]!, fields[1]!, 0);
        for (;;) {
          const length = ports.payloadInto("modem", bytes);
          if (length < 0) break;
          ports.receive("modem", fields);
          say(ECHO.packet, fields[0]!, fields[1]!, digest(bytes.subarray(0, length)));
        }
        while (ports.receive("power", fields)) say(ECHO.power, fields[0]!, 0, 0);
        const k = reals[memoryAt + TICKS]!++;
        if (k % 5 === 0) ports.send("radio", Float64Array.of(k / 5, now_ns), payloadOf(k / 5));
        ports.send("draw", Float64Array.of(DRAW_J));
        for (const at of outAt) reals[at] = 0;
        reals[shownAt] = k + 1;
        reals[shownAt + 1] = reals[memoryAt + RECEIVED]!;
      },
    };
  },
});

/** Sets its one actuator to 0.001 times the number of its ticks, this one included. */
export const counter = defineModel(controller, {
  model: "counter",
  doc: "A law of a test that counts its ticks",
  reads: ["rate_Hz", "actuators"],
  create: (p): Module => ({
    rate_Hz: p.rate_Hz,
    outputs: actuatorOutputs(p.actuators ?? []),
    memory: 1,
    shows: ["ticks"],
    step({ reals, memoryAt, shownAt, outAt }) {
      reals[shownAt] = ++reals[memoryAt]!;
      reals[outAt[0]!] = 0.001 * reals[memoryAt]!;
    },
  }),
});

export const trialDefinitions: Definitions = Definitions.create([...shippedDefinitions, listener, counter]).definitions;

/** Vehicle and controller of every law that listens. */
function listeners({ vehicles }: Scenario): { vehicle: number; name: string; law: string }[] {
  return vehicles.flatMap(({ name, controllers }, vehicle) =>
    controllers
      .filter(({ component }) => component.model === "listener")
      .map(({ component }) => ({ vehicle, name, law: component.id })),
  );
}

/** When the gauge of a vehicle reads: whoever asks gets the same. */
export function gaugeTimes({ seed }: Scenario, name: string): JitteredTimes {
  return new JitteredTimes(GAUGE_HZ, 100_000_000, new RandomStream({ campaign: seed, run: 0 }, `${name}/gauge`), 1_234);
}

const PATHS = {
  gauge: (name: string): string => `${name}/gauge`,
  battery: (name: string): string => `${name}/battery`,
  modem: (name: string): string => `communications/${name}/modem`,
  recorder: (name: string): string => `communications/${name}/recorder`,
} as const;

export const trialDevices: Extension = {
  taps: (scenario) =>
    listeners(scenario).map(({ vehicle, name }) => ({
      vehicle,
      name: "gauge",
      times: gaugeTimes(scenario, name),
      to: { role: "sensors", path: PORTS.state(PATHS.gauge(name)), vehicle },
    })),

  software: (scenario) =>
    listeners(scenario).flatMap(({ vehicle, law: controller }) => {
      const port = (direction: "in" | "out", name: string, type: unknown): SoftwarePort => {
        return { vehicle, controller, name, direction, type: type as MessageType<Fields> };
      };
      return [
        port("in", "depth", depthSample),
        port("in", "modem", packet),
        port("in", "power", powerState),
        port("out", "radio", packet),
        port("out", "draw", powerDraw),
        port("out", "echo", echo),
      ];
    }),

  routes: (scenario) => {
    const all = listeners(scenario);
    return all.flatMap(({ vehicle, name, law }) => {
      const port = (of: (typeof all)[number], word: string): End => {
        return {
          role: "controllers",
          path: PORTS.software(of.name, of.law, word),
          vehicle: of.vehicle,
          controller: of.law,
        };
      };
      const own = (word: string): End => port({ vehicle, name, law }, word);
      const modem: End = { role: "communications", path: PATHS.modem(name), vehicle };
      const battery: End = { role: "vehicles", path: PATHS.battery(name), vehicle };
      return [
        route(depthSample, { role: "sensors", path: PATHS.gauge(name), vehicle }, own("depth")),
        route(packet, own("radio"), modem),
        ...all
          .filter((other) => other.vehicle !== vehicle)
          .map((other) => route(packet, modem, port(other, "modem"), LATENCY_NS)),
        route(powerDraw, own("draw"), battery),
        route(powerState, battery, own("power")),
        route(echo, own("echo"), { role: "communications", path: PATHS.recorder(name), vehicle }),
      ];
    });
  },

  install: {
    sensors: (site) => forEachListener(site, addGauge),
    vehicles: (site) => forEachListener(site, addBattery),
    communications: (site) =>
      forEachListener(site, (_, name) => {
        addModem(site, name);
        addRecorder(site, name);
      }),
  },
};

function forEachListener(site: Site, add: (site: Site, name: string) => void): void {
  for (const { name } of listeners(site.scenario)) add(site, name);
}

function route(message: unknown, from: End, to: End, latency_ns = 0): Route {
  return { message: message as MessageType<Fields>, from, to, latency_ns };
}

function addGauge(site: Site, name: string): void {
  const told = new Float64Array(vehicleState.size);
  const sample = new Float64Array(depthSample.size);
  const out = site.out(PATHS.gauge(name), depthSample, PHASE.deliver);
  let port: InPort<typeof vehicleState.fields>;
  const actor = site.builder.addActor({
    path: PATHS.gauge(name),
    handle(moment) {
      while (port.receive(moment, told, 0)) {
        sample[0] = told[vehicleState.at.t_ns]!;
        sample[1] = told[vehicleState.at.p_NB_m + 2]!;
        out.send(moment, sample, 0);
      }
    },
  });
  port = site.in(PORTS.state(PATHS.gauge(name)), vehicleState, { wake: { actor, phase: PHASE.deliver } });
}

function addBattery(site: Site, name: string): void {
  const at = site.builder.layout.reals(PATHS.battery(name), 1, [FULL_J]);
  const drawn = new Float64Array(1);
  const out = site.out(PATHS.battery(name), powerState, PHASE.sense);
  let port: InPort<typeof powerDraw.fields>;
  const reporter = site.builder.addActor({
    path: `${PATHS.battery(name)}/reporter`,
    handle(moment) {
      out.send(moment, moment.reals, at);
    },
  });
  const drain = site.builder.addActor({
    path: PATHS.battery(name),
    handle(moment) {
      while (port.receive(moment, drawn, 0)) moment.reals[at]! -= drawn[0]!;
    },
  });
  site.builder.every(reporter, BATTERY_HZ, PHASE.sense);
  port = site.in(PATHS.battery(name), powerDraw, { wake: { actor: drain, phase: PHASE.actuate } });
}

function addModem(site: Site, name: string): void {
  const fields = new Float64Array(packet.size);
  const bytes = new Uint8Array(packet.payload);
  const out = site.out(PATHS.modem(name), packet, PHASE.react);
  let port: InPort<typeof packet.fields>;
  const actor = site.builder.addActor({
    path: PATHS.modem(name),
    handle(moment) {
      for (;;) {
        const length = port.peekPayload(moment, bytes, 0);
        if (length < 0) return;
        port.receive(moment, fields, 0);
        out.send(moment, fields, 0, bytes, 0, length);
      }
    },
  });
  port = site.in(PATHS.modem(name), packet, { wake: { actor, phase: PHASE.react } });
}

function addRecorder(site: Site, name: string): void {
  const values = new Float64Array(echo.size);
  const fields = Object.keys(echo.fields).map((field) => ({ name: field, unit: "" }));
  const channel = site.log.told({ topic: `/${name}/echo`, schema: "test.Echo", fields, plot: "steps", group: "echo" });
  let port: InPort<typeof echo.fields>;
  const actor = site.builder.addActor({
    path: PATHS.recorder(name),
    handle(moment) {
      while (port.receive(moment, values, 0)) channel.write(moment.now_ns, values, 0);
    },
  });
  port = site.in(PATHS.recorder(name), echo, { capacity: 64, wake: { actor, phase: PHASE.react } });
}
