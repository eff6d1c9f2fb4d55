import fc from "fast-check";
import { expect, test } from "vitest";
import { finishCircuit } from "../compile/circuit/circuit.ts";
import { type Literal, NetBuilder, not } from "../compile/circuit/netlist.ts";
import { ABSENT, PRESENT, Ternary, UNKNOWN } from "./ternary.ts";

/** A random net: gates and wires over inputs, with circles through the wires. */
const nets = fc.record({
  inputs: fc.integer({ min: 1, max: 5 }),
  wires: fc.integer({ min: 0, max: 4 }),
  gates: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.boolean(), fc.boolean()), { maxLength: 25 }),
  joins: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 8 }),
  set: fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 6 }),
});

function build({
  inputs,
  wires,
  gates,
  joins,
}: {
  inputs: number;
  wires: number;
  gates: readonly (readonly [number, number, number, boolean, boolean])[];
  joins: readonly (readonly [number, number])[];
}) {
  const net = new NetBuilder();
  const literals: Literal[] = Array.from({ length: inputs }, () => net.input());
  const made = Array.from({ length: wires }, () => net.wire());
  literals.push(...made.map((w) => w.literal));
  for (const [a, b, c, negateA, isOr] of gates) {
    const pick = (n: number): Literal => literals[n % literals.length]!;
    const first = negateA ? not(pick(a)) : pick(a);
    literals.push(isOr ? net.or(first, pick(b), pick(c)) : net.and(first, pick(b), not(pick(c))));
  }
  for (const [w, a] of joins) if (made.length > 0) made[w % made.length]!.join(literals[a % literals.length]!);
  return finishCircuit(net, { outputs: literals, locals: [] }).circuit;
}

test("what spreads is the least fixpoint: a sweep over all gates until nothing changes finds the same", () => {
  fc.assert(
    fc.property(nets, (spec) => {
      const circuit = build(spec);
      const ternary = new Ternary(circuit);
      const sweep = new Uint8Array(circuit.size);
      sweep[0] = PRESENT;
      for (const [i, on] of spec.set) {
        const input = circuit.inputs[i % circuit.inputs.length]!;
        if (sweep[input] !== UNKNOWN) continue;
        sweep[input] = on ? PRESENT : ABSENT;
        ternary.set(input, on);
      }
      ternary.spread();
      for (let changed = true; changed; ) {
        changed = false;
        for (let g = 0; g < circuit.size; g++) {
          const fanin = circuit.fanin.subarray(circuit.faninStart[g]!, circuit.faninStart[g + 1]!);
          if (sweep[g] !== UNKNOWN || fanin.length === 0) continue;
          const values = [...fanin].map((a) => {
            const v = sweep[a >> 1]!;
            return v === UNKNOWN || (a & 1) === 0 ? v : 3 - v;
          });
          if (values.includes(ABSENT)) sweep[g] = ABSENT;
          else if (values.every((v) => v === PRESENT)) sweep[g] = PRESENT;
          else continue;
          changed = true;
        }
      }
      expect([...ternary.value]).toEqual([...sweep]);
    }),
    { seed: 11, numRuns: 500 },
  );
});

test("taking back leaves no trace: the same question has the same answer afterwards", () => {
  fc.assert(
    fc.property(nets, (spec) => {
      const circuit = build(spec);
      const ternary = new Ternary(circuit);
      const ask = (): number[] => {
        const mark = ternary.mark;
        for (const [i, on] of spec.set) {
          const input = circuit.inputs[i % circuit.inputs.length]!;
          if (ternary.value[input] === UNKNOWN) ternary.set(input, on);
          ternary.spread();
        }
        const answer = [...ternary.value];
        ternary.undoTo(mark);
        return answer;
      };
      const before = [...ternary.value];
      const first = ask();
      expect([...ternary.value]).toEqual(before);
      expect(ask()).toEqual(first);
    }),
    { seed: 12, numRuns: 300 },
  );
});

test("x and not x stays unknown while x is: nothing is concluded by guessing", () => {
  const net = new NetBuilder();
  const x = net.input();
  const both = net.and(x, not(x));
  const { circuit, renamed } = finishCircuit(net, { outputs: [both], locals: [] });
  const ternary = new Ternary(circuit);
  expect(ternary.of(renamed(both))).toBe(UNKNOWN);
});
