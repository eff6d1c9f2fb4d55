/**
 * The bands of some modems: those of one band hear each other's frames as frames. They are worked out once for each list of modems, since every
 * modem of a network asks.
 */
import type { ModemDesign } from "./modem-design.ts";

export interface Band {
  /** The same for all of it, and for no other. */
  readonly key: string;
  /** By address. */
  readonly designs: readonly ModemDesign[];
  readonly addresses: readonly number[];
  /** Addresses of those whose schemes are of a model; null for those without one. */
  membersOf(model: string | null): readonly number[];
}

/** By a list of things or devices, which is not changed. */
const KNOWN = new WeakMap<readonly unknown[], ReadonlyMap<string, Band>>();

function keyOf({ transducer: { medium, frequency_Hz, bandwidth_Hz } }: ModemDesign): string {
  return `${medium} ${frequency_Hz} ${bandwidth_Hz}`;
}

/** Whether two modems hear each other's frames as frames. */
export function shareBand(a: ModemDesign, b: ModemDesign): boolean {
  return keyOf(a) === keyOf(b);
}

/** The modems among all things or devices of a list. */
export function designsAmong(all: readonly unknown[]): ModemDesign[] {
  return all.flatMap((each) => {
    const design = (each as { readonly design?: Partial<ModemDesign> } | null)?.design;
    return design?.transducer === undefined ? [] : [design as ModemDesign];
  });
}

/** The band of a modem among all things or devices of a list, of which it is one. What is not a modem is passed over. */
export function bandOf(design: ModemDesign, all: readonly unknown[]): Band {
  let bands = KNOWN.get(all);
  if (bands === undefined) {
    bands = bandsOf(all);
    KNOWN.set(all, bands);
  }
  return bands.get(keyOf(design))!;
}

function bandsOf(all: readonly unknown[]): ReadonlyMap<string, Band> {
  const groups = new Map<string, ModemDesign[]>();
  for (const design of designsAmong(all)) {
    const key = keyOf(design);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [design]);
    else group.push(design);
  }
  return new Map([...groups].map(([key, group]) => [key, bandFrom(key, group)]));
}

function bandFrom(key: string, group: readonly ModemDesign[]): Band {
  const designs = [...group].sort((a, b) => a.address - b.address);
  const members = new Map<string | null, number[]>();
  for (const { macComponent, address } of designs) {
    const model = macComponent?.model ?? null;
    const list = members.get(model);
    if (list === undefined) members.set(model, [address]);
    else list.push(address);
  }
  for (const list of members.values()) Object.freeze(list);
  return Object.freeze({
    key,
    designs: Object.freeze(designs),
    addresses: Object.freeze(designs.map(({ address }) => address)),
    membersOf: (model: string | null) => members.get(model) ?? [],
  });
}

/** Place of an address in an increasing list; −1 where it is not there. */
export function placeOf(address: number, addresses: readonly number[]): number {
  let low = 0;
  let high = addresses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (addresses[middle] < address) low = middle + 1;
    else high = middle;
  }
  return addresses[low] === address ? low : -1;
}
