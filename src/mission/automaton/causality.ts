/** A causality cycle in the author's words: which signals depend on which, round and back again. */
import type { MissionCircuit } from "../compile/circuit/build.ts";
import type { Origin } from "../compile/expanded-mission.ts";

export interface CausalityCycle {
  /** Signals of the cycle in order; each depends on the next, the last on the first. */
  readonly signals: readonly string[];
  /** Statements that emit them. */
  readonly origins: readonly Origin[];
}

/** The shortest cycle through a signal, among the nets that stayed unknown. */
export function findCycle({ circuit, named }: MissionCircuit, unknown: readonly number[]): CausalityCycle {
  const { faninStart, fanin } = circuit;
  const inside = new Set(unknown);
  let best: number[] | null = null;
  for (const start of unknown) {
    if (!named.has(start)) continue;
    // Breadth first from the net to itself, along what it depends on.
    const from = new Map<number, number>();
    const queue = [start];
    search: for (const net of queue) {
      for (let f = faninStart[net]!; f < faninStart[net + 1]!; f++) {
        const source = fanin[f]! >> 1;
        if (source === start) {
          const way: number[] = [];
          for (let n = net; n !== start; n = from.get(n)!) way.push(n);
          way.push(start);
          way.reverse();
          if (best === null || way.length < best.length) best = way;
          break search;
        }
        if (!inside.has(source) || from.has(source)) continue;
        from.set(source, net);
        queue.push(source);
      }
    }
  }
  const cycle = (best ?? []).flatMap((net) => named.get(net) ?? []);
  return { signals: cycle.map((n) => n.name), origins: cycle.flatMap((n) => n.origins) };
}
