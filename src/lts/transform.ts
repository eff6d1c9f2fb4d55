/** Systems from systems, state by state: hiding, renaming, what can be reached, two side by side. */
import { LabelNumbers, Lts, TAU } from "./lts.ts";

/** Every label by its new name; names may meet, and "tau" or "i" hides. Labels that no transition has are dropped. */
export function renamed(lts: Lts, nameOf: (name: string) => string): Lts {
  const counts = lts.labelCounts();
  const numbers = new LabelNumbers();
  const map = Int32Array.from(lts.labels, (name, a) => (a === TAU || counts[a] === 0 ? TAU : numbers.of(nameOf(name))));
  const label = lts.label.map((a) => map[a]!);
  return new Lts(lts.initial, numbers.names, lts.first, label, lts.target);
}

export function hidden(lts: Lts, hides: (name: string) => boolean): Lts {
  return renamed(lts, (name) => (hides(name) ? "tau" : name));
}

/** All transitions with these labels removed, and what can then no longer be reached. */
export function restricted(lts: Lts, forbids: (name: string) => boolean): Lts {
  const keep = lts.labels.map((name) => !forbids(name));
  const first = new Int32Array(lts.states + 1);
  const label = new Int32Array(lts.transitions);
  const target = new Int32Array(lts.transitions);
  let m = 0;
  for (let s = 0; s < lts.states; s++) {
    first[s] = m;
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) {
      if (!keep[lts.label[t]!]) continue;
      label[m] = lts.label[t]!;
      target[m++] = lts.target[t]!;
    }
  }
  first[lts.states] = m;
  return reachable(new Lts(lts.initial, lts.labels, first, label.slice(0, m), target.slice(0, m)));
}

/** The states that the initial one can reach, in the order of a breadth-first search. */
export function reachedStates({ states, initial, first, target }: Lts): Int32Array<ArrayBuffer> {
  const queue = new Int32Array(states);
  const seen = new Uint8Array(states);
  let count = 1;
  queue[0] = initial;
  seen[initial] = 1;
  for (let i = 0; i < count; i++) {
    const s = queue[i]!;
    for (let t = first[s]!; t < first[s + 1]!; t++) {
      const to = target[t]!;
      if (seen[to] === 1) continue;
      seen[to] = 1;
      queue[count++] = to;
    }
  }
  return queue.subarray(0, count);
}

/** Without unreachable states; numbered breadth first. The system itself if it is that already. */
export function reachable(lts: Lts): Lts {
  const order = reachedStates(lts);
  if (order.length === lts.states && order.every((s, i) => s === i)) return lts;
  const place = new Int32Array(lts.states).fill(-1);
  let m = 0;
  order.forEach((s, i) => {
    place[s] = i;
    m += lts.first[s + 1]! - lts.first[s]!;
  });
  const first = new Int32Array(order.length + 1);
  const label = new Int32Array(m);
  const target = new Int32Array(m);
  m = 0;
  for (let i = 0; i < order.length; i++) {
    const s = order[i]!;
    for (let t = lts.first[s]!; t < lts.first[s + 1]!; t++) {
      label[m] = lts.label[t]!;
      target[m++] = place[lts.target[t]!]!;
    }
    first[i + 1] = m;
  }
  return new Lts(0, lts.labels, first, label, target);
}

/** Two systems in one, which begins where the first does; the states of the second follow those of the first. */
export function sideBySide(a: Lts, b: Lts): Lts {
  const numbers = new LabelNumbers();
  const map = (lts: Lts): Int32Array => Int32Array.from(lts.labels, (name) => numbers.of(name));
  const mapA = map(a);
  const mapB = map(b);
  const first = new Int32Array(a.states + b.states + 1);
  first.set(a.first);
  for (let s = 1; s <= b.states; s++) first[a.states + s] = a.transitions + b.first[s]!;
  const label = new Int32Array(a.transitions + b.transitions);
  const target = new Int32Array(a.transitions + b.transitions);
  for (let t = 0; t < a.transitions; t++) label[t] = mapA[a.label[t]!]!;
  for (let t = 0; t < b.transitions; t++) label[a.transitions + t] = mapB[b.label[t]!]!;
  target.set(a.target);
  for (let t = 0; t < b.transitions; t++) target[a.transitions + t] = a.states + b.target[t]!;
  return new Lts(a.initial, numbers.names, first, label, target);
}

/** Whether a name may be given to a label: one line. The reader of .aut files cannot meet others. */
export function isLabelName(name: string): boolean {
  return !/[\r\n]/.test(name);
}
