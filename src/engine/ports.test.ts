import fc from "fast-check";
import { expect, test } from "vitest";
import { Rk4 } from "../math/index.ts";
import { defineMessage } from "./message.ts";
import { ModelBuilder, WAKE } from "./model.ts";
import { PHASE, type Phase } from "./phase.ts";
import { InProcessLink, type OutPort } from "./ports.ts";
import { Simulation } from "./simulation.ts";

const ping = defineMessage("ping", "a number and a place", { number: 1, p_NB_m: 3 }, 8);

function message(number: number): Float64Array {
  return Float64Array.of(number, 10 * number, 20 * number, 30 * number);
}

interface Sending {
  readonly at_ns: number;
  readonly number: number;
  readonly payload?: readonly number[];
}

/** An actor that sends the listed messages, in the order of the list, in the phase react. */
function talker(
  builder: ModelBuilder,
  path: string,
  sendings: readonly Sending[],
  actorPath = path,
): OutPort<typeof ping.fields> {
  const out = builder.outPort(path, ping, PHASE.react);
  const actor = builder.addActor({
    path: actorPath,
    handle(moment, i) {
      const { number, payload = [] } = sendings[i];
      out.send(moment, message(number), 0, Uint8Array.from([99, ...payload]), 1, payload.length);
    },
  });
  sendings.forEach(({ at_ns }, i) => {
    builder.at(at_ns, PHASE.react, actor, i);
  });
  return out;
}

/** A model with one talker and one port. */
function lonelyPort(capacity: number, sendings: readonly Sending[], latency_ns = 0) {
  const builder = new ModelBuilder();
  const into = builder.inPort("b", ping, { capacity });
  new InProcessLink(latency_ns).connect(talker(builder, "a", sendings), into);
  return { sim: new Simulation(builder.build()), into };
}

test("fields lie one behind the other: number at 0, p_NB_m at 1 to 3, four reals in all", () => {
  expect([ping.at.number, ping.at.p_NB_m, ping.size, ping.payload]).toEqual([0, 1, 4, 8]);
});

test("rule 14: over a latency of 100 ns a message sent at 50 is not readable at 149 and is at 150, unchanged", () => {
  const { sim, into } = lonelyPort(4, [{ at_ns: 50, number: 7 }], 100);
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
      const sendings = sends.flatMap((send, i) => (send ? [{ at_ns: i, number: i }] : []));
      const { sim, into } = lonelyPort(capacity, sendings);
      const buffer = new Float64Array(ping.size);
      let oracle: number[] = [];
      let lost = 0;
      sends.forEach((send, i) => {
        sim.runUntil(i);
        if (send) {
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
  const into = builder.inPort("b", ping, { capacity: 3 });
  const slow = talker(builder, "slow", [
    { at_ns: 0, number: 1, payload: [11, 12] },
    { at_ns: 0, number: 2 },
  ]);
  const fast = talker(builder, "fast", [{ at_ns: 1, number: 3, payload: [33] }]);
  new InProcessLink(1000).connect(slow, into);
  new InProcessLink(10).connect(fast, into);
  const sim = new Simulation(builder.build());
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

/** What a port of some capacity holds after messages, some of one round, were sent by several talkers. */
function heard(
  sendings: readonly { from: string; at_ns: number; latency_ns: number }[],
  capacity: number,
  names: readonly string[],
): { numbers: number[]; lost: number } {
  const builder = new ModelBuilder();
  const into = builder.inPort("in", ping, { capacity });
  for (const name of names) {
    // One port for each latency: a port's connection has one.
    for (const latency_ns of [0, 5, 10]) {
      const mine = sendings.flatMap((s, number) =>
        s.from === name && s.latency_ns === latency_ns ? [{ at_ns: s.at_ns, number }] : [],
      );
      // The actors' paths are in the reverse order of their ports': who acts first is not read first.
      const actorPath = `${String.fromCharCode(200 - name.charCodeAt(0))}/${9 - latency_ns}`;
      new InProcessLink(latency_ns).connect(talker(builder, `${name}/${latency_ns}`, mine, actorPath), into);
    }
  }
  const sim = new Simulation(builder.build());
  sim.runUntil(100);
  const numbers: number[] = [];
  const buffer = new Float64Array(ping.size);
  while (into.receive(sim, buffer, 0)) numbers.push(buffer[0]);
  return { numbers, lost: into.lost(sim) };
}

test("rule 14: a full port loses what would be read first, whichever sender was first: against a sorted list", () => {
  const sendings = fc.array(
    fc.record({
      from: fc.constantFrom("a", "b", "c"),
      at_ns: fc.constantFrom(0, 5, 10),
      latency_ns: fc.constantFrom(0, 5, 10),
    }),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(sendings, fc.integer({ min: 1, max: 6 }), (list, capacity) => {
      // The oracle: all rounds in turn; each adds its messages and sorts by (readable, round, path, order); what is too
      // much goes from the front.
      let held: { key: (number | string)[]; number: number }[] = [];
      for (const at_ns of [0, 5, 10]) {
        list.forEach((s, number) => {
          if (s.at_ns !== at_ns) return;
          held.push({ key: [s.at_ns + s.latency_ns, at_ns, `${s.from}/${s.latency_ns}`, number], number });
        });
        held.sort((p, q) => {
          const i = p.key.findIndex((part, k) => part !== q.key[k]);
          return i < 0 ? 0 : p.key[i] < q.key[i] ? -1 : 1;
        });
        held = held.slice(Math.max(0, held.length - capacity));
      }
      const expected = { numbers: held.map(({ number }) => number), lost: list.length - held.length };
      expect(heard(list, capacity, ["a", "b", "c"])).toEqual(expected);
      // Who was built first does not matter.
      expect(heard(list, capacity, ["c", "a", "b"])).toEqual(expected);
    }),
    { seed: 141, numRuns: 200 },
  );
});

test("rule 10: messages under way, with their payloads, are part of a snapshot", () => {
  const sendings = [
    { at_ns: 0, number: 7, payload: [5, 6] },
    { at_ns: 1, number: 8, payload: [9, 9, 9] },
  ];
  const { sim, into } = lonelyPort(4, sendings, 100);
  sim.runUntil(0);
  const snapshot = sim.snapshot();
  sim.runUntil(1);
  sim.bytes.fill(0);
  sim.restore(snapshot);
  const fork = sim.fork();
  sim.bytes.fill(1);
  const bytes = new Uint8Array(8);
  fork.runUntil(100);
  expect([into.peekPayload(fork, bytes, 0), bytes[0], bytes[1]]).toEqual([2, 5, 6]);
  expect(into.receive(fork, new Float64Array(4), 0)).toBe(true);
  expect(into.ready(fork)).toBe(false);
  fork.runUntil(101);
  expect([into.peekPayload(fork, bytes, 0), bytes[2]]).toEqual([3, 9]);
});

test("payloads travel with their messages; one that is too long for a port is lost and counted there", () => {
  const builder = new ModelBuilder();
  const wide = builder.inPort("wide", ping, { capacity: 2 });
  const narrow = builder.inPort("narrow", ping, { capacity: 2, payload: 2 });
  const out = talker(builder, "a", [
    { at_ns: 0, number: 1, payload: [8, 7, 6] },
    { at_ns: 0, number: 2, payload: [5] },
    { at_ns: 9, number: 3, payload: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  ]);
  for (const port of [wide, narrow]) new InProcessLink().connect(out, port);
  const sim = new Simulation(builder.build());
  sim.runUntil(1);
  const bytes = new Uint8Array(8);
  expect(wide.peekPayload(sim, bytes, 0)).toBe(3);
  expect([...bytes.subarray(0, 3)]).toEqual([8, 7, 6]);
  expect([narrow.lost(sim), narrow.peekPayload(sim, bytes, 0), bytes[0]]).toEqual([1, 1, 5]);
  expect(() => sim.runUntil(9)).toThrow(/payload of 9 bytes/);
});

test("payloads above and below the length of a block copy arrive whole, in a ring that has turned", () => {
  const long = defineMessage("long", "bytes", { n: 1 }, 200);
  const builder = new ModelBuilder();
  const into = builder.inPort("in", long, { capacity: 3 });
  const out = builder.outPort("out", long, PHASE.react);
  new InProcessLink().connect(out, into);
  const actor = builder.addActor({
    path: "a",
    handle(moment, k) {
      const length = (37 * k) % 201;
      out.send(
        moment,
        Float64Array.of(k),
        0,
        Uint8Array.from({ length: 210 }, (_, i) => i + k),
        5,
        length,
      );
    },
  });
  builder.every(actor, 1e9, PHASE.react);
  const sim = new Simulation(builder.build());
  const bytes = new Uint8Array(200);
  const fields = new Float64Array(1);
  for (let k = 0; k < 50; k++) {
    sim.runUntil(k);
    if (k < 2) continue;
    const length = into.peekPayload(sim, bytes, 0);
    expect(into.receive(sim, fields, 0)).toBe(true);
    expect(length).toBe((37 * fields[0]) % 201);
    expect([...bytes.subarray(0, length)]).toEqual(Array.from({ length }, (_, i) => (5 + i + fields[0]) & 255));
  }
});

test("rule 13: a message is put into the ports that its port is connected to, and into no other", () => {
  const builder = new ModelBuilder();
  const ports = ["a", "b", "c"].map((path) => builder.inPort(path, ping));
  const out = talker(builder, "t", [{ at_ns: 0, number: 2 }]);
  new InProcessLink().connect(out, ports[0]);
  new InProcessLink().connect(out, ports[2]);
  const sim = new Simulation(builder.build());
  sim.runUntil(0);
  expect(ports.map((port) => port.ready(sim))).toEqual([true, false, true]);
  expect(sim.counts.messages).toBe(2);
});

test("rule 13: twenty controllers with a port each: a state sent to one wakes that one and costs one insertion", () => {
  const builder = new ModelBuilder();
  const woken: number[] = [];
  const outs = Array.from({ length: 20 }, (_, i) => {
    const actor = builder.addActor({ path: `c${i}`, handle: () => void woken.push(i) });
    const into = builder.inPort(`c${i}`, ping, { wake: { actor, phase: PHASE.react } });
    const out = talker(builder, `v${i}`, i === 7 ? [{ at_ns: 3, number: 1 }] : []);
    new InProcessLink().connect(out, into);
    return out;
  });
  expect(outs).toHaveLength(20);
  const sim = new Simulation(builder.build());
  sim.runUntil(10);
  expect(woken).toEqual([7]);
  expect(sim.counts.messages).toBe(1);
});

test("receiveNewest skips what is old", () => {
  const numbers = [1, 2, 3].map((number) => ({ at_ns: 0, number }));
  const { sim, into } = lonelyPort(5, numbers);
  sim.runUntil(0);
  const buffer = new Float64Array(ping.size);
  expect([into.receiveNewest(sim, buffer, 0), buffer[0], into.ready(sim)]).toEqual([true, 3, false]);
  expect(into.receiveNewest(sim, buffer, 0)).toBe(false);
});

test("rule 7: an observer that reads a state in sense wakes a task with it at the same instant, and moves no bit", () => {
  const run = (sensing: boolean): { woken: number[]; state: number[] } => {
    const builder = new ModelBuilder();
    const place = builder.addSystem({
      path: "s",
      size: 1,
      step_ns: 10,
      integrator: new Rk4(1),
      derivativesInto: (dx, x, at) => {
        dx[0] = 1e7 * Math.cos(x[at]);
      },
    });
    const woken: number[] = [];
    const buffer = new Float64Array(ping.size);
    const task = builder.addActor({
      path: "task",
      handle(moment) {
        while (into.receive(moment, buffer, 0)) woken.push(moment.now_ns, buffer[0]);
      },
    });
    const into = builder.inPort("task", ping, { wake: { actor: task, phase: PHASE.react } });
    const out = builder.outPort("sensor", ping, PHASE.sense);
    new InProcessLink().connect(out, into);
    const sensor = builder.addActor({
      path: "sensor",
      reads: [place],
      handle: (moment) => out.send(moment, message(moment.x[place.at] > 0.5 ? 1 : 0), 0),
    });
    if (sensing) builder.every(sensor, 3e7, PHASE.sense);
    const sim = new Simulation(builder.build());
    sim.runUntil(105);
    return { woken, state: [...sim.look().x] };
  };
  const { woken, state } = run(true);
  expect(woken).toEqual([0, 0, 33, 0, 67, 1, 100, 1]);
  expect(state).toEqual(run(false).state);
});

test("types must agree, one connection joins two ports once, and a latency is an instant", () => {
  const builder = new ModelBuilder();
  const into = builder.inPort("in", ping);
  const pong = defineMessage("pong", "other", { number: 1, p_NB_m: 3 }, 8);
  const other = builder.outPort("x", pong, PHASE.react);
  expect(() => new InProcessLink().connect(other, into)).toThrow("x sends pong, in takes ping");
  const out = builder.outPort("y", ping, PHASE.react);
  new InProcessLink().connect(out, into);
  expect(() => new InProcessLink(1).connect(out, into)).toThrow("y is connected to in twice");
  for (const bad of [-1, 0.5, Number.NaN]) expect(() => new InProcessLink(bad)).toThrow(/latency/);
  expect(() => builder.inPort("in", ping)).toThrow(/two components/);
  expect(() => builder.inPort("none", ping, { capacity: 0 })).toThrow(/the capacity must be an integer above 0, not 0/);
});

test("rule 14: a connection without latency into an earlier phase is refused when the model is built", () => {
  const phases = Object.values(PHASE) as Phase[];
  for (const from of phases) {
    for (const to of phases) {
      const builder = new ModelBuilder();
      const actor = builder.addActor({ path: "a", handle: () => {} });
      const into = builder.inPort("in", ping, { wake: { actor, phase: to } });
      const out = builder.outPort("out", ping, from);
      const connect = (latency_ns: number) => () => new InProcessLink(latency_ns).connect(out, into);
      if (to < from) expect(connect(0)).toThrow(`out sends in phase ${from} and cannot wake in in the earlier phase`);
      expect(connect(to < from ? 1 : 0)).not.toThrow();
    }
  }
});

test("an out port sends in the phase that it was made for, and in no other", () => {
  const builder = new ModelBuilder();
  const into = builder.inPort("in", ping);
  const out = builder.outPort("out", ping, PHASE.react);
  new InProcessLink().connect(out, into);
  const actor = builder.addActor({ path: "a", handle: (moment) => out.send(moment, message(1), 0) });
  builder.at(4, PHASE.actuate, actor);
  expect(() => new Simulation(builder.build()).runUntil(5)).toThrow(
    /^a at t = 4 ns .*out sends in phase 2, but is used in phase 3/,
  );
});

test("rule 14: a waking port runs its actor at the instant from which the message can be read", () => {
  const builder = new ModelBuilder();
  const log: string[] = [];
  const buffer = new Float64Array(ping.size);
  const sleeper = builder.addActor({
    path: "sleeper",
    handle(moment, data) {
      log.push(`${moment.now_ns} ${data === WAKE} ${into.receive(moment, buffer, 0)} ${buffer[0]}`);
    },
  });
  const into = builder.inPort("sleeper/in", ping, { wake: { actor: sleeper, phase: PHASE.deliver } });
  const sendings = [1, 2, 3].map((number) => ({ at_ns: 900 + 100 * number, number }));
  new InProcessLink(30).connect(talker(builder, "talker", sendings), into);
  new Simulation(builder.build()).runUntil(1250);
  expect(log).toEqual(["1030 true true 1", "1130 true true 2", "1230 true true 3"]);
});

test("what comes from outside is injected between rounds, read after the model's own of the same instant, and wakes", () => {
  const builder = new ModelBuilder();
  const log: number[] = [];
  const buffer = new Float64Array(ping.size);
  const actor = builder.addActor({
    path: "a",
    handle(moment) {
      while (into.receive(moment, buffer, 0)) log.push(moment.now_ns, buffer[0]);
    },
  });
  const into = builder.inPort("in", ping, { wake: { actor, phase: PHASE.react } });
  const quiet = builder.inPort("quiet", ping);
  new InProcessLink(10).connect(talker(builder, "t", [{ at_ns: 0, number: 1 }]), into);
  const sim = new Simulation(builder.build());
  sim.runUntil(5);
  sim.inject(into, 10, message(2), 0);
  sim.inject(into, 20, message(3), 0, Uint8Array.of(1));
  sim.runUntil(30);
  expect(log).toEqual([10, 1, 10, 2, 20, 3]);
  expect(() => sim.inject(into, 29, message(4), 0)).toThrow(/readable at 29 ns/);
  expect(() => sim.inject(quiet, 29, message(4), 0)).toThrow(/readable at 29 ns/);
  expect(() => sim.inject(into, 30.5, message(4), 0)).toThrow(/30.5/);
});

test("where only the newest message counts, what gives way is not lost: of 6 in a port for 4 the last is 6, and none is counted", () => {
  const lostOf = (newest: boolean): [number, number] => {
    const builder = new ModelBuilder();
    const into = builder.inPort("b", ping, { capacity: 4, newest });
    const sendings = [1, 2, 3, 4, 5, 6].map((number) => ({ at_ns: number, number }));
    new InProcessLink().connect(talker(builder, "a", sendings), into);
    const sim = new Simulation(builder.build());
    sim.runUntil(10);
    const read = new Float64Array(ping.size);
    into.receiveNewest(sim, read, 0);
    return [read[0]!, into.lost(sim)];
  };
  expect(lostOf(true)).toEqual([6, 0]);
  expect(lostOf(false)).toEqual([6, 2]);
});
