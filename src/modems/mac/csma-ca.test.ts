import { expect, test } from "vitest";
import { Medium, type MediumSpec, plansOf } from "../test/mac-medium.ts";
import { complaints, ms, schemeOf } from "../test/mac-schemes.ts";
import { FIRST_CONTROL, FRAME, FRAME_TYPE } from "./mac.ts";

const RTS = FIRST_CONTROL;
const CTS = FIRST_CONTROL + 1;

/** τ = 150 / 1500 = 100 ms, SIFS = turnaround = 10 ms, σ = 110 ms, DIFS = 10 + 220 = 230 ms; control frames of 50 ms. */
function medium(attributes: string, x_m: readonly number[], more: Partial<MediumSpec> = {}): Medium {
  const scheme = schemeOf(`model="csma-ca" range_m="150" ${attributes}`);
  return new Medium({ nodes: x_m.map((x) => ({ scheme, x_m: x })), overheadBits: 50, turnaround_ns: ms(10), ...more });
}

test("a first frame goes at once where the channel has been free for DIFS = 10 + 2 · 110 = 230 ms", () => {
  const m = medium("", [0, 150]);
  m.offer(ms(230), 0);
  expect(m.run(ms(1000)).begins(0)).toEqual([ms(230)]);
});

test("else it waits: a frame heard until 500 + 100 + 250 = 850 ms, DIFS, and R slots of 110 ms, R from 0 to 3", () => {
  const seen = new Set<number>();
  for (let seed = 1; seed <= 40; seed++) {
    const m = medium('cwMin="3"', [0, 150], { seed });
    m.offer(ms(500), 0, -1, 25);
    m.offer(ms(600), 1);
    const [begin_ns] = m.run(ms(3000)).begins(1);
    seen.add((begin_ns! - ms(850 + 230)) / ms(110));
  }
  expect([...seen].sort()).toEqual([0, 1, 2, 3]);
});

test("the count stands still while the channel is busy: with all R = 2 of cwMin, slots before and after another's frame sum up to 2", () => {
  // Node 1 defers to a frame until 850 ms and counts from 1080 ms; node 2, which hears nothing of it, sends from 1200 to 1250 ms.
  const at = (disturbed: boolean, seed: number): number => {
    const m = medium('cwMin="7"', [0, 150, 150], {
      seed,
      hears: (receiver, sender) => !(receiver === 2 && sender === 0),
    });
    m.offer(ms(500), 0, -1, 25);
    m.offer(ms(600), 1);
    if (disturbed) m.offer(ms(1215), 2);
    return m.run(ms(9000)).begins(1)[0]!;
  };
  for (let seed = 1; seed <= 20; seed++) {
    const free_ns = at(false, seed);
    const slots = (free_ns - ms(1080)) / ms(110);
    if (slots < 2) expect(at(true, seed)).toBe(free_ns);
    // One slot was over at 1190; the frame is heard from 1215 to 1265 ms; DIFS; the rest.
    else expect(at(true, seed)).toBe(ms(1265 + 230 + 110 * (slots - 1)));
  }
});

test("with a handshake: RTS at 300, CTS at 460, frame at 620, acknowledgement after 620 + 250 + 100 + 10 = 980 ms", () => {
  const m = medium('handshake="true"', [0, 150]);
  m.offer(ms(300), 0, 1, 25, true);
  m.run(ms(3000));
  expect(m.begins(0, RTS)).toEqual([ms(300)]);
  expect(m.begins(1, CTS)).toEqual([ms(300 + 50 + 100 + 10)]);
  expect(m.begins(0, FRAME_TYPE.data)).toEqual([ms(460 + 50 + 100 + 10)]);
  expect(m.begins(1, FRAME_TYPE.acknowledgement)).toEqual([ms(980)]);
  expect(m.waiting).toBe(0);
  // (8): CTS 50 + 2 SIFS 20 + 2 τ 200; b: D 250 + SIFS 10 + A 50; (9): b + SIFS 10 + 3 τ 300.
  const [rts, cts] = m.sendings.map(({ frame }) => frame);
  expect([rts![FRAME.a], rts![FRAME.b]]).toEqual([ms(270), ms(310)]);
  expect([cts![FRAME.a], cts![FRAME.b]]).toEqual([ms(620), ms(310)]);
});

test("who does not hear the sender is kept silent by the CTS, and the frame comes through; without a handshake it does not", () => {
  const hidden = (attributes: string): Medium => {
    const hears = (receiver: number, sender: number): boolean => receiver === 1 || sender === 1;
    const m = medium(attributes, [0, 75, 150], { hears });
    m.offer(ms(300), 0, 1, 100);
    m.offer(ms(600), 2, 1, 25);
    return m.run(ms(20_000));
  };
  const without = hidden("");
  expect(without.nodes[1]!.delivered.length).toBe(0);
  const withHandshake = hidden('handshake="true"');
  expect(withHandshake.nodes[1]!.delivered.length).toBe(2);
});

test("a receiver that never answers: 3 RTS, then the frame is given up and the next one goes", () => {
  const m = medium('handshake="true" maxRequests="3"', [0, 150, 75], { hears: (receiver) => receiver !== 1 });
  m.offer(ms(300), 0, 1, 25);
  m.offer(ms(300), 0, 2, 25);
  m.run(ms(60_000));
  expect(m.nodes[0]!.givenUp).toBe(1);
  expect(m.begins(0, RTS).length).toBe(4);
  expect(m.nodes[2]!.delivered.length).toBe(1);
});

test("parameters that contradict each other are refused", () => {
  const said = (attributes: string): string[] => {
    const scheme = schemeOf(`model="csma-ca" ${attributes}`);
    return complaints(scheme, plansOf({ nodes: [{ scheme }], turnaround_ns: ms(10) })[0]!);
  };
  expect(said('cwMin="31" cwMax="7"')).toEqual(["cwMax: cwMax = 7 is below cwMin = 31 (at least cwMin)"]);
  expect(said('sifs_s="0.001"')).toEqual([
    "sifs_s: sifs_s = 0.001 is shorter than the modem's turnaround, 0.01 s (at least 0.01)",
  ]);
});
