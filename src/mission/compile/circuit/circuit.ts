/** A finished circuit, in typed arrays: what the exploration of states works on. */
import type { Literal, NetBuilder } from "./netlist.ts";

export interface Circuit {
  /** Count of nets; net 0 is the constant true. */
  readonly size: number;
  /** Inputs of gate g: fanin[faninStart[g] .. faninStart[g + 1]); a net without is an input, a register or the constant. */
  readonly faninStart: Int32Array;
  readonly fanin: Int32Array;
  /** Gates that read net n, as 2 · gate, + 1 where they read its negation. */
  readonly fanoutStart: Int32Array;
  readonly fanout: Int32Array;
  /** Nets of the inputs, in the order of the interface's inputs. */
  readonly inputs: Int32Array;
  /** Nets, first values and next values of the registers. */
  readonly registers: Int32Array;
  readonly initial: Uint8Array;
  readonly next: Int32Array;
  /** Literals of the outputs, in the order of the interface's outputs. */
  readonly outputs: Int32Array;
  /** Literals that must be known in every reaction: outputs, next values and all local signals. */
  readonly roots: Int32Array;
}

/**
 * Keeps what the roots need. Wires with one input are passed through, unless they lead in a circle: that circle is a cause
 * for refusal, and has to stay.
 */
export function finishCircuit(
  net: NetBuilder,
  ports: { readonly outputs: readonly Literal[]; readonly locals: readonly Literal[] },
): { readonly circuit: Circuit; readonly renamed: (a: Literal) => Literal } {
  net.close();
  const { gates } = net;
  const through = (a: Literal): Literal => {
    const seen = new Set<number>();
    let literal = a;
    for (;;) {
      const gate = gates[literal >> 1];
      if (gate === null || gate === undefined || gate.length > 1 || seen.has(literal >> 1)) return literal;
      // An AND of nothing is true.
      if (gate.length === 0) return literal & 1;
      seen.add(literal >> 1);
      literal = gate[0]! ^ (literal & 1);
    }
  };

  const number = new Int32Array(gates.length).fill(-1);
  const order: number[] = [0];
  number[0] = 0;
  const need = (a: Literal): Literal => {
    const literal = through(a);
    const old = literal >> 1;
    if (number[old]! < 0) {
      number[old] = order.length;
      order.push(old);
    }
    return 2 * number[old]! + (literal & 1);
  };
  const inputs = Int32Array.from(net.inputs, (n) => need(2 * n) >> 1);
  const registers = Int32Array.from(net.registers, (r) => need(2 * r.net) >> 1);
  const outputs = Int32Array.from(ports.outputs, need);
  const next = Int32Array.from(net.registers, (r) => need(r.next));
  const locals = ports.locals.map(need);
  const fanin: number[] = [];
  const faninStart: number[] = [];
  for (let i = 0; i < order.length; i++) {
    faninStart.push(fanin.length);
    for (const a of gates[order[i]!] ?? []) fanin.push(need(a));
  }
  faninStart.push(fanin.length);

  const size = order.length;
  const fanoutStart = new Int32Array(size + 1);
  for (const a of fanin) fanoutStart[(a >> 1) + 1]!++;
  for (let n = 0; n < size; n++) fanoutStart[n + 1]! += fanoutStart[n]!;
  const fill = fanoutStart.slice();
  const fanout = new Int32Array(fanin.length);
  for (let g = 0; g < size; g++) {
    for (let k = faninStart[g]!; k < faninStart[g + 1]!; k++) {
      const a = fanin[k]!;
      fanout[fill[a >> 1]!++] = 2 * g + (a & 1);
    }
  }
  return {
    circuit: {
      size,
      faninStart: Int32Array.from(faninStart),
      fanin: Int32Array.from(fanin),
      fanoutStart,
      fanout,
      inputs,
      registers,
      initial: Uint8Array.from(net.registers, (r) => (r.initial ? 1 : 0)),
      next,
      outputs,
      roots: Int32Array.from(new Set([...outputs, ...next, ...locals].filter((a) => a > 1))),
    },
    renamed: (a) => {
      const literal = through(a);
      const n = number[literal >> 1]!;
      return n < 0 ? -1 : 2 * n + (literal & 1);
    },
  };
}
