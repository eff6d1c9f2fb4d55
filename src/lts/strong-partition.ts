/**
 * Strong bisimilarity: the coarsest partition of the states such that states of one block have the same labels to the same blocks.
 * [Valmari2010], O(m log n) for n states and m transitions: three partitions are refined together,
 *
 *   blocks    of states
 *   bunches   of transitions: one label, targets in one union of blocks that was a block once
 *   fans      of transitions: one source, one bunch
 *
 * 1  all states are one block, the transitions of a label one bunch; blocks are split by "has a transition of the bunch"
 * 2  each block b that was made as the smaller part of another is taken once: its incoming transitions leave their bunches and
 *    fans, and blocks are split by "has a transition of the new bunch" and then by "and one of the rest", which a fan knows that was cut
 *
 * A state is in a block that is taken at most log₂ n times, since the block is at most half as large each time. Internal actions count as
 * any other label here.
 */
import { type Lts, sortedBy, sourcesOf, upTo } from "./lts.ts";
import { RefinablePartition } from "./refinable-partition.ts";

/** The block of every state; blocks are numbered from 0. */
export function strongPartition(lts: Lts): { readonly block: Int32Array; readonly blocks: number } {
  const { states } = lts;
  const source = sourcesOf(lts);
  const incoming = sortedBy(lts.target, states);
  const byLabel = sortedBy(lts.label, lts.labels.length).order;
  // Sorted by label and then by source, since the transitions were sorted by source before.
  const newLabel = (i: number): boolean => lts.label[byLabel[i]!] !== lts.label[byLabel[i - 1]!];
  const bunches = new RefinablePartition(byLabel.slice(), newLabel);
  const fans = new RefinablePartition(byLabel, (i) => newLabel(i) || source[byLabel[i]!] !== source[byLabel[i - 1]!]);
  const blocks = new RefinablePartition(upTo(states), () => false);

  const splitBlocks = (): void => {
    for (let i = 0; i < blocks.touchedCount; i++) blocks.split(blocks.touched[i]!, true);
    blocks.touchedCount = 0;
  };

  // 1
  const labels = bunches.count;
  for (let b = 0; b < labels; b++) {
    for (let i = bunches.first[b]!; i < bunches.end[b]!; i++) blocks.mark(source[bunches.elements[i]!]!);
    splitBlocks();
  }

  // 2
  for (let b = 1; b < blocks.count; b++) {
    const oldFans = fans.count;
    const oldBunches = bunches.count;
    for (let i = blocks.first[b]!; i < blocks.end[b]!; i++) {
      const s = blocks.elements[i]!;
      for (let k = incoming.first[s]!; k < incoming.first[s + 1]!; k++) {
        const t = incoming.order[k]!;
        bunches.mark(t);
        fans.mark(t);
      }
    }
    for (let i = 0; i < fans.touchedCount; i++) fans.split(fans.touched[i]!, false);
    for (let i = 0; i < bunches.touchedCount; i++) bunches.split(bunches.touched[i]!, false);
    fans.touchedCount = 0;
    bunches.touchedCount = 0;
    for (let w = oldBunches; w < bunches.count; w++) {
      const from = bunches.first[w]!;
      const to = bunches.end[w]!;
      for (let i = from; i < to; i++) blocks.mark(source[bunches.elements[i]!]!);
      splitBlocks();
      // A fan that was cut just now has transitions to the rest as well.
      for (let i = from; i < to; i++) {
        const t = bunches.elements[i]!;
        if (fans.setOf[t]! >= oldFans) blocks.mark(source[t]!);
      }
      splitBlocks();
    }
  }
  return { block: blocks.setOf, blocks: blocks.count };
}
