/** One state for each block of a partition; reached ones only, numbered breadth first, each transition once. */
import { type LabelNumbers, type Lts, LtsBuilder, TAU } from "./lts.ts";

/**
 * `member[b]` is the state whose transitions speak for block b. Transitions with label TAU inside a block are left out unless
 * `internalLoops`; label number `divergence`, if given, is the internal loop of a block that can go on internally for ever.
 */
export function quotient(
  lts: Lts,
  block: Int32Array,
  member: Int32Array,
  { internalLoops, divergence = -1 }: { readonly internalLoops: boolean; readonly divergence?: number },
): Lts {
  const place = new Int32Array(member.length).fill(-1);
  const order = new Int32Array(member.length);
  const builder = new LtsBuilder();
  const labelOf = usedLabels(lts, builder.labels, divergence);
  let count = 1;
  order[0] = block[lts.initial]!;
  place[order[0]!] = 0;
  // A transition is known by label and target; a number below 2⁵³ holds both.
  const known = new Set<number>();
  for (let i = 0; i < count; i++) {
    known.clear();
    const b = order[i]!;
    const s = member[b]!;
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) {
      const to = block[lts.target[t]!]!;
      const a = lts.label[t]!;
      if (a === TAU && to === b && !internalLoops) continue;
      const label = labelOf[a]!;
      const key = label * member.length + to;
      if (known.has(key)) continue;
      known.add(key);
      if (place[to]! < 0) {
        place[to] = count;
        order[count++] = to;
      }
      builder.add(i, label, place[to]!);
    }
  }
  return builder.finish(count);
}

/** The numbers of the labels in the quotient, in their old order, without those that no transition has. */
function usedLabels(lts: Lts, numbers: LabelNumbers, divergence: number): Int32Array {
  const counts = lts.labelCounts();
  return Int32Array.from(lts.labels, (name, a) => (a === divergence || counts[a] === 0 ? TAU : numbers.of(name)));
}

/** Some state of each block, by block. */
export function anyMember(block: Int32Array, blocks: number): Int32Array {
  const member = new Int32Array(blocks).fill(-1);
  for (let s = block.length - 1; s >= 0; s--) member[block[s]!] = s;
  return member;
}
