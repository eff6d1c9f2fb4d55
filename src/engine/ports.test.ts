import fc from "fast-check";
import { expect, test } from "vitest";
import { defineMessage } from "./message.ts";
import { ModelBuilder } from "./model.ts";
import { PHASE } from "./phase.ts";
import { InPort, InProcessLink, OutPort } from "./ports.ts";
import { Simulation } from "./simulation.ts";

const ping = defineMessage("ping", "a number and a place", { number: 1, p_NB_m: 3 }, 8);

function message(number: number): Float64Array {
  return Float64Array.of(number, 10 * number, 20 * number, 30 * number);
}

/** A model with one port, filled from outside by `send` at given instants. */
function lonelyPort(capacity: number, latency_ns = 0) {
  const builder = new ModelBuilder();
  const into = new InPort(builder.layout, "b", ping, { capacity });
  const out = new OutPort("a", ping);
  new InProcessLink(latency_ns).connect(out, into);
  const sim = new Simulation(builder.build());
  const read = (): number[] => {
    const got: number[] = [];
    const buffer = new Float64Array(ping.size);
    while (into.receive(sim, buffer, 0)) got.push(buffer[ping.at.number]);
    return got;
  };
  return { sim, out, into, read };
}

test("fields lie one behind the other: number at 0, p_NB_m at 1 to 3, four reals in all", () => {
  expect([ping.at.number, ping.at.p_NB_m, ping.size, ping.payload]).toEqual([0, 1, 4, 8]);
});

test("rule 14: over a latency of 100 ns a message sent at 50 is not readable at 149 and is at 150, unchanged", () => {
  const { sim, out, into } = lonelyPort(4, 100);
  sim.runUntil(50);
  out.send(sim, message(7), 0);
  sim.runUntil(149);
  const buffer = new Float64Array(10);
  expect(into.receive(sim, buffer, 3)).toBe(false);
  sim.runUntil(150);
  expect(into.receive(sim, buffer, 3)).toBe(true);
  expect([...buffer]).toEqual([0, 0, 0, 7, 70, 140, 210, 0, 0, 0]);
  expect(into.receive(sim, buffer, 3)).toBe(false);
});

test("rule 14: whatever is sent and read, messages come in order, and a full port loses its oldest and counts it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.boolean(), { maxLength: 60 }), (capacity, sends) => {
      const { sim, out, into } = lonelyPort(capacity);
      const buffer = new Float64Array(ping.size);
      let oracle: number[] = [];
      let lost = 0;
      sends.forEach((send, i) => {
        if (send) {
          out.send(sim, message(i), 0);
          oracle.push(i);
          if (oracle.length > capacity) {
            oracle = oracle.slice(1);
            lost++;
          }
        } else {
          const first = oracle.shift();
          expect(into.receive(sim, buffer, 0)).toBe(first !== undefined);
          if (first !== undefined) expect(buffer[0]).toBe(first);
        }
      });
      expect(into.lost(sim)).toBe(lost);
    }),
    { seed: 14, numRuns: 300 },
  );
});

test("rule 14: from two senders, what becomes readable first is read first, payload and all", () => {
  const builder = new ModelBuilder();
  const into = new InPort(builder.layout, "b", ping, { capacity: 3 });
  const [slow, fast] = [new OutPort("slow", ping), new OutPort("fast", ping)];
  new InProcessLink(1000).connect(slow, into);
  new InProcessLink(10).connect(fast, into);
  const sim = new Simulation(builder.build());
  slow.send(sim, message(1), 0, Uint8Array.of(11, 12), 0, 2);
  slow.send(sim, message(2), 0);
  sim.runUntil(1);
  fast.send(sim, message(3), 0, Uint8Array.of(33), 0, 1);
  sim.runUntil(11);
  const buffer = new Float64Array(ping.size);
  const bytes = new Uint8Array(8);
  expect([into.peekPayload(sim, bytes, 0), bytes[0]]).toEqual([1, 33]);
  expect([into.receive(sim, buffer, 0), buffer[0], into.ready(sim)]).toEqual([true, 3, false]);
  sim.runUntil(1000);
  expect([into.peekPayload(sim, bytes, 0), bytes[0], bytes[1]]).toEqual([2, 11, 12]);
  expect([into.receive(sim, buffer, 0), buffer[0]]).toEqual([true, 1]);
  expect([into.receive(sim, buffer, 0), buffer[0]]).toEqual([true, 2]);
});

test("rule 10: messages under way, with their payloads, are part of a snapshot", () => {
  const { sim, out, into } = lonelyPort(4, 100);
  out.send(sim, message(7), 0, Uint8Array.of(5, 6), 0, 2);
  const snapshot = sim.snapshot();
  out.send(sim, message(8), 0, Uint8Array.of(9, 9, 9), 0, 3);
  sim.bytes.fill(0);
  sim.restore(snapshot);
  const fork = sim.fork();
  sim.bytes.fill(1);
  const bytes = new Uint8Array(8);
  fork.runUntil(100);
  expect([into.peekPayload(fork, bytes, 0), bytes[0], bytes[1]]).toEqual([2, 5, 6]);
  expect(into.receive(fork, new Float64Array(4), 0)).toBe(true);
  expect(into.ready(fork)).toBe(false);
});

test("rule 7: a port that an observer uses without saying so cannot wake anybody either", () => {
  const builder = new ModelBuilder();
  const actor = builder.addActor({ path: "task", handle: () => {} });
  const waking = new InPort(builder.layout, "task/in", ping, { wake: { actor, phase: PHASE.react, data: 0 } });
  const out = new OutPort("sensor", ping);
  new InProcessLink().connect(out, waking);
  builder.addObserver({
    path: "sensor",
    rate_Hz: 1,
    phase: PHASE.sense,
    observe: (view) => out.send(view, message(1), 0),
  });
  expect(() => new Simulation(builder.build()).runUntil(1)).toThrow(/used by an observer and cannot wake/);
});

test("payloads travel with their messages; one that is too long for a port is lost and counted there", () => {
  const builder = new ModelBuilder();
  const wide = new InPort(builder.layout, "wide", ping, { capacity: 2 });
  const narrow = new InPort(builder.layout, "narrow", ping, { capacity: 2, payload: 2 });
  const out = new OutPort("a", ping);
  for (const port of [wide, narrow]) new InProcessLink().connect(out, port);
  const sim = new Simulation(builder.build());
  out.send(sim, message(1), 0, Uint8Array.of(9, 8, 7, 6), 1, 3);
  out.send(sim, message(2), 0, Uint8Array.of(5), 0, 1);
  const bytes = new Uint8Array(8);
  expect(wide.peekPayload(sim, bytes, 0)).toBe(3);
  expect([...bytes.subarray(0, 3)]).toEqual([8, 7, 6]);
  expect([narrow.lost(sim), narrow.peekPayload(sim, bytes, 0), bytes[0]]).toEqual([1, 1, 5]);
  expect(() => out.send(sim, message(1), 0, new Uint8Array(9), 0, 9)).toThrow(/payload of 9 bytes/);
});

test("receiveNewest skips what is old; a port with a condition takes only its own", () => {
  const builder = new ModelBuilder();
  const mine = new InPort(builder.layout, "mine", ping, { only: { field: "number", value: 2 } });
  const all = new InPort(builder.layout, "all", ping);
  const out = new OutPort("a", ping);
  for (const port of [mine, all]) new InProcessLink().connect(out, port);
  const sim = new Simulation(builder.build());
  for (const n of [1, 2, 3]) out.send(sim, message(n), 0);
  const buffer = new Float64Array(ping.size);
  expect([all.receiveNewest(sim, buffer, 0), buffer[0], all.ready(sim)]).toEqual([true, 3, false]);
  expect([mine.receiveNewest(sim, buffer, 0), buffer[0], mine.ready(sim)]).toEqual([true, 2, false]);
});

test("rule 7: an observer's port cannot be connected to one that wakes an actor, and types must agree", () => {
  const builder = new ModelBuilder();
  const actor = builder.addActor({ path: "task", handle: () => {} });
  const waking = new InPort(builder.layout, "task/in", ping, { wake: { actor, phase: PHASE.react, data: 0 } });
  expect(() => new InProcessLink().connect(new OutPort("sensor", ping, "observer"), waking)).toThrow(
    "sensor belongs to an observer and cannot wake task/in",
  );
  new InProcessLink().connect(new OutPort("sensor2", ping, "actor"), waking);
  const pong = defineMessage("pong", "other", { number: 1, p_NB_m: 3 }, 8);
  expect(() => new InProcessLink().connect(new OutPort("x", pong), waking)).toThrow("x sends pong, task/in takes ping");
});

test("rule 14: a waking port runs its actor at the instant from which the message can be read", () => {
  const builder = new ModelBuilder();
  const log: string[] = [];
  const buffer = new Float64Array(ping.size);
  const sleeper = builder.addActor({
    path: "sleeper",
    handle(sim, data) {
      log.push(`${sim.now_ns} port ${data} ${into.receive(sim, buffer, 0)} ${buffer[0]}`);
    },
  });
  const into = new InPort(builder.layout, "sleeper/in", ping, {
    wake: { actor: sleeper, phase: PHASE.deliver, data: 5 },
  });
  const out = new OutPort("talker", ping);
  new InProcessLink(30).connect(out, into);
  const talker = builder.addActor({ path: "talker", handle: (sim, k) => out.send(sim, message(k + 1), 0) });
  builder.every(talker, 1e7, PHASE.react, 1000);
  new Simulation(builder.build()).runUntil(1250);
  expect(log).toEqual(["1030 port 5 true 1", "1130 port 5 true 2", "1230 port 5 true 3"]);
});
