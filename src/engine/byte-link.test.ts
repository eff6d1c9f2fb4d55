import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteReceiver, ByteSender } from "./byte-link.ts";
import { defineMessage } from "./message.ts";
import { ModelBuilder } from "./model.ts";
import { PHASE, type Phase } from "./phase.ts";
import { Simulation } from "./simulation.ts";

const ping = defineMessage("ping", "a number and a place", { number: 1, p_NB_m: 3 }, 8);
const pong = defineMessage("pong", "nothing but itself", {});

interface Sending {
  readonly at_ns: number;
  readonly number: number;
  readonly payload: readonly number[];
}

/** A model that sends, over routes 7 (ping) and 9 (pong). */
function sendingModel(sendings: readonly Sending[], latency_ns = 0) {
  const builder = new ModelBuilder();
  const sender = new ByteSender();
  const pings = builder.outPort("a/ping", ping, PHASE.react);
  const pongs = builder.outPort("a/pong", pong, PHASE.react);
  sender.connect(pings, 7, latency_ns);
  sender.connect(pongs, 9, latency_ns);
  const actor = builder.addActor({
    path: "a",
    handle(moment, i) {
      const { number, payload } = sendings[i];
      const message = Float64Array.of(number, 10 * number, -0, Number.NaN);
      pings.send(moment, message, 0, Uint8Array.from(payload), 0, payload.length);
      pongs.send(moment, message, 0);
    },
  });
  sendings.forEach(({ at_ns }, i) => {
    builder.at(at_ns, PHASE.react, actor, i);
  });
  return { sim: new Simulation(builder.build()), sender };
}

/** A model that hears both, and is woken by pings. */
function hearingModel(phase: Phase = PHASE.react) {
  const builder = new ModelBuilder();
  const receiver = new ByteReceiver();
  const heard: string[] = [];
  const buffer = new Float64Array(ping.size);
  const bytes = new Uint8Array(8);
  const actor = builder.addActor({
    path: "b",
    handle(moment) {
      for (let n = pings.peekPayload(moment, bytes, 0); n >= 0; n = pings.peekPayload(moment, bytes, 0)) {
        pings.receive(moment, buffer, 0);
        heard.push(
          `${moment.now_ns}: ${[...buffer].map((v) => (Object.is(v, -0) ? "-0" : v))} [${bytes.subarray(0, n)}]`,
        );
      }
      while (pongs.receive(moment, buffer, 0)) heard.push(`${moment.now_ns}: pong`);
    },
  });
  const pings = builder.inPort("b/ping", ping, { capacity: 50, wake: { actor, phase } });
  const pongs = builder.inPort("b/pong", pong, { capacity: 50 });
  receiver.connect("a/ping", 7, pings);
  receiver.connect("a/pong", 9, pongs);
  return { sim: new Simulation(builder.build()), receiver, heard };
}

test("rule 13: what goes through bytes arrives as it was sent, every bit of it, at its instant", () => {
  const sendings = [
    { at_ns: 0, number: 1, payload: [] },
    { at_ns: 5, number: 2, payload: [1, 2, 3, 4, 5, 6, 7, 8] },
    { at_ns: 5, number: 0.1, payload: [255] },
  ];
  const { sim, sender } = sendingModel(sendings, 100);
  const other = hearingModel();
  sim.runUntil(5);
  other.sim.deliverFrom(other.receiver, sender.take());
  expect(sender.take()).toHaveLength(0);
  other.sim.runUntil(200);
  expect(other.heard).toEqual([
    "100: 1,10,-0,NaN []",
    "100: pong",
    "105: 2,20,-0,NaN [1,2,3,4,5,6,7,8]",
    "105: 0.1,1,-0,NaN [255]",
    "105: pong",
    "105: pong",
  ]);
  expect(other.receiver.malformed).toBe(0);
});

test("more records than the sender's first buffer holds arrive whole", () => {
  const sendings = Array.from({ length: 300 }, (_, i) => ({ at_ns: 0, number: i, payload: [i & 255] }));
  const { sim, sender } = sendingModel(sendings);
  sim.runUntil(0);
  // A ping takes 16 + 32 + 8 bytes, a pong 16.
  expect(sender.take()).toHaveLength(300 * (56 + 16));
});

test("rule 14: what the other side sent earlier can be read from the instant at which it came", () => {
  const { sim, sender } = sendingModel([{ at_ns: 5, number: 1, payload: [] }]);
  sim.runUntil(5);
  const other = hearingModel();
  other.sim.runUntil(40);
  other.receiver.deliver(other.sim, sender.take(), 50);
  other.sim.runUntil(60);
  expect(other.heard).toEqual(["50: 1,10,-0,NaN []", "50: pong"]);
});

/** Bytes of ten pings and ten pongs. */
function someBytes(): Uint8Array {
  const sendings = Array.from({ length: 10 }, (_, i) => ({
    at_ns: 50 + i,
    number: i,
    payload: [1, 2, 3].slice(i % 3),
  }));
  const { sim, sender } = sendingModel(sendings);
  sim.runUntil(100);
  return sender.take().slice();
}

test("rule 13: random damage is counted and survived: nothing is thrown, and what came before it is heard", () => {
  const intact = someBytes();
  const damage = fc.oneof(
    fc.record({ kind: fc.constant("flip" as const), at: fc.nat(), value: fc.nat({ max: 255 }) }),
    fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), value: fc.nat({ max: 64 }) }),
    fc.record({ kind: fc.constant("grow" as const), at: fc.nat(), value: fc.nat({ max: 64 }) }),
  );
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 5 }), fc.nat({ max: 70 }), (damages, now_ns) => {
      let bytes = intact.slice();
      for (const { kind, at, value } of damages) {
        const place = bytes.length === 0 ? 0 : at % bytes.length;
        if (kind === "flip") bytes[place] = value;
        else if (kind === "cut")
          bytes = Uint8Array.from([...bytes.subarray(0, place), ...bytes.subarray(place + value)]);
        else bytes = Uint8Array.from([...bytes.subarray(0, place), ...new Uint8Array(value), ...bytes.subarray(place)]);
      }
      const { sim, receiver, heard } = hearingModel();
      sim.runUntil(now_ns);
      sim.deliverFrom(receiver, bytes);
      expect(receiver.malformed).toBeLessThanOrEqual(1);
      sim.runUntil(200);
      expect(heard.length).toBeLessThanOrEqual(20);
    }),
    { seed: 131, numRuns: 1000 },
  );
});

test("rule 13: bytes that are not records at all are counted and survived", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      const { sim, receiver } = hearingModel();
      sim.deliverFrom(receiver, bytes);
      expect(receiver.malformed).toBe(1);
    }),
    { seed: 132, numRuns: 500 },
  );
});

test("rule 13: a record of an instant that has passed, or of a phase that has, is counted as not understood", () => {
  const sent = (at_ns: number): Uint8Array => {
    const { sim, sender } = sendingModel([{ at_ns, number: 1, payload: [] }]);
    sim.runUntil(at_ns);
    return sender.take().slice();
  };
  const { sim, receiver, heard } = hearingModel(PHASE.deliver);
  sim.runUntil(20);
  sim.deliverFrom(receiver, sent(19));
  expect(receiver.malformed).toBe(1);
  // It is 20 ns, sense: deliver is to come. Then the round of react, in which deliver has passed.
  sim.deliverFrom(receiver, sent(20));
  expect(receiver.malformed).toBe(1);
  sim.runUntil(20);
  expect(heard).toEqual(["20: 1,10,-0,NaN []", "20: pong"]);
  sim.round(30, PHASE.react * 1024);
  sim.deliverFrom(receiver, sent(30));
  expect(receiver.malformed).toBe(2);
});

test("rule 13: a payload of more bytes than its port takes is counted as not understood", () => {
  const loud = defineMessage("ping", "the same with a longer payload", { number: 1, p_NB_m: 3 }, 9);
  const builder = new ModelBuilder();
  const sender = new ByteSender();
  const out = builder.outPort("a/ping", loud, PHASE.react);
  sender.connect(out, 7);
  const actor = builder.addActor({
    path: "a",
    handle: (moment, length) => out.send(moment, new Float64Array(4), 0, new Uint8Array(9), 0, length),
  });
  builder.at(8, PHASE.react, actor, 8);
  builder.at(9, PHASE.react, actor, 9);
  const sim = new Simulation(builder.build());
  const other = hearingModel();
  sim.runUntil(9);
  other.sim.deliverFrom(other.receiver, sender.take());
  other.sim.runUntil(9);
  expect(other.heard).toEqual(["8: 0,0,0,0 [0,0,0,0,0,0,0,0]"]);
  expect(other.receiver.malformed).toBe(1);
});

test("messages of more than 256 numbers arrive whole", () => {
  const many = defineMessage("many", "a long row", { row: 300 });
  const builder = new ModelBuilder();
  const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
  const row = Float64Array.from({ length: 300 }, (_, i) => i + 0.5);
  const heard = new Float64Array(300);
  const out = builder.outPort("a/many", many, PHASE.react);
  sender.connect(out, 1, 1);
  const a = builder.addActor({ path: "a", handle: (moment) => out.send(moment, row, 0) });
  const b = builder.addActor({ path: "b", handle: (moment) => void into.receive(moment, heard, 0) });
  const into = builder.inPort("b/many", many, { wake: { actor: b, phase: PHASE.react } });
  receiver.connect("a/many", 1, into);
  builder.at(0, PHASE.react, a);
  const sim = new Simulation(builder.build());
  sim.runUntil(0);
  sim.deliverFrom(receiver, sender.take());
  sim.runUntil(1);
  expect(heard).toEqual(row);
});

test("routes, latencies and halves that do not fit are refused", () => {
  const builder = new ModelBuilder();
  const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
  const out = builder.outPort("o", ping, PHASE.correct);
  for (const bad of [-1, 0.5, 2 ** 32]) expect(() => sender.connect(out, bad)).toThrow(/route/);
  for (const bad of [-1, 0.5, Number.NaN]) expect(() => sender.connect(out, 1, bad)).toThrow(/latency/);
  for (const good of [0, 1, 2 ** 32 - 1]) sender.connect(out, good);
  sender.routes.delete(0);
  sender.routes.delete(2 ** 32 - 1);
  expect(() => sender.connect(out, 1)).toThrow(/route 1/);
  expect(() => receiver.checkRoutes(sender)).toThrow("route 1 of o leads to no port");
  receiver.connect("o", 1, builder.inPort("i", pong));
  expect(() => receiver.connect("p", 1, builder.inPort("j", ping))).toThrow(/route 1 leads to j and to another port/);
  expect(() => receiver.checkRoutes(sender)).toThrow("o sends ping, i takes pong");
  const misnamed = new ByteReceiver();
  misnamed.connect("q", 1, builder.inPort("k", ping));
  expect(() => misnamed.checkRoutes(sender)).toThrow("route 1 comes from o, but k expects q");
});

test("rule 14: a route without latency into an earlier phase is refused when the halves are put together", () => {
  for (const latency_ns of [0, 1]) {
    const builder = new ModelBuilder();
    const [sender, receiver] = [new ByteSender(), new ByteReceiver()];
    const actor = builder.addActor({ path: "a", handle: () => {} });
    sender.connect(builder.outPort("o", ping, PHASE.correct), 1, latency_ns);
    receiver.connect("o", 1, builder.inPort("i", ping, { wake: { actor, phase: PHASE.react } }));
    const check = (): void => receiver.checkRoutes(sender);
    if (latency_ns === 0) expect(check).toThrow(/o sends in phase 4 and cannot wake i in the earlier phase 2/);
    else check();
  }
});
