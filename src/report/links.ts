/**
 * Who received what of whom: made from timelines that state an address (about.address) and whose rows name the other end (field "other").
 * Those of one run and one medium (about.medium) can hear each other.
 *
 *   share = received / (received + lost),  over the frames of a sender that were for the receiver or for all
 *
 * A row of the receiver names the sender, not whom the frame was for: that is in the sender's own row of the same number, the last one that
 * begins no later than the loss ends. A loss whose frame is not found counts as one for the receiver. What a sender loses before it sends (queue full, no acknowledgement)
 * is not a loss of a link. Frames that never came to the receiver's device have no row there and do not count; those that were for it alone are
 * counted apart (unnoticed): as far as the sender has more rows of frames for it than it has of them.
 *
 * One pass over the rows of the senders, one over those of the receivers.
 */
import { signalOfField } from "./fields.ts";
import type { Timeline } from "./spans.ts";

/** A device with an address. */
export interface LinkNode {
  readonly timeline: Timeline;
  readonly address: number;
}

export interface Link {
  received: number;
  /** Heard well, but for somebody else. */
  heard: number;
  /** By the words of their sorts: frames for this receiver or for all. */
  readonly lost: Map<string, number>;
  /** Lost, but for somebody else. */
  lostForOthers: number;
  /** Sent to this receiver alone, and without a row there. */
  unnoticed: number;
}

export interface Links {
  readonly run: number;
  readonly medium: string;
  readonly nodes: readonly LinkNode[];
  /** null where no row says anything. from, to: indices of nodes. */
  between(from: number, to: number): Link | null;
  /** Rows that name an address which no timeline has. */
  readonly strangers: number;
}

/** To all. */
const BROADCAST = -1;

export function linksOf(timelines: readonly Timeline[]): Links[] {
  const media = new Map<string, LinkNode[]>();
  for (const timeline of timelines) {
    const { address, medium = "" } = timeline.channel.about ?? {};
    if (address === undefined || !/^\d{1,15}$/.test(address) || columnOf(timeline, "other") === null) continue;
    const key = JSON.stringify([timeline.run, medium]);
    const nodes = media.get(key) ?? [];
    nodes.push({ timeline, address: Number(address) });
    media.set(key, nodes);
  }
  return [...media.values()].map(linksAmong);
}

export const mediumOf = ({ channel }: Timeline): string => channel.about?.medium ?? "";

export const lostOf = ({ lost }: Link): number => [...lost.values()].reduce((sum, count) => sum + count, 0);

function linksAmong(nodes: readonly LinkNode[]): Links {
  // Of two that share an address the first is named.
  const byAddress = new Map<number, number>();
  nodes.forEach(({ address }, k) => {
    if (!byAddress.has(address)) byAddress.set(address, k);
  });
  const frames = nodes.map(({ timeline }) => framesOf(timeline));
  const links = new Map<number, Link>();
  let strangers = 0;
  nodes.forEach(({ timeline, address }, to) => {
    const { code, sorts, rows, end_s } = timeline;
    const [others, numbers, delays] = ["other", "number", "delay_s"].map((name) => columnOf(timeline, name));
    for (let k = 0; k < code.length; k++) {
      const { role, word } = sorts[code[k]!]!;
      const [row, isLost] = [rows[k]!, role.startsWith("lost")];
      if (!(isLost || role === "received" || role === "heard") || role === "lost by sender") continue;
      // What happened on the way has a delay; without one the device itself could not send.
      if (role === "lost at either end" && delays && Number.isNaN(delays[row]!)) continue;
      const other = others![row]!;
      if (!(other >= 0)) continue;
      const from = byAddress.get(other);
      if (from === undefined) {
        strangers++;
        continue;
      }
      const key = from * nodes.length + to;
      const link = links.get(key) ?? noLink();
      links.set(key, link);
      const destination = frames[from]!.destinationOf(numbers?.[row] ?? Number.NaN, end_s[k]!);
      if (destination === address && role !== "heard") link.unnoticed--;
      if (role === "received") link.received++;
      else if (role === "heard") link.heard++;
      else {
        if (destination === null || destination === BROADCAST || destination === address)
          link.lost.set(word, (link.lost.get(word) ?? 0) + 1);
        else link.lostForOthers++;
      }
    }
  });
  nodes.forEach((_, from) => {
    for (const [destination, count] of frames[from]!.sentTo) {
      const to = byAddress.get(destination);
      if (to === undefined || to === from) continue;
      const key = from * nodes.length + to;
      const link = links.get(key) ?? noLink();
      links.set(key, link);
      link.unnoticed += count;
    }
  });
  for (const link of links.values()) link.unnoticed = Math.max(0, link.unnoticed);
  const { run, channel } = nodes[0]!.timeline;
  const between = (from: number, to: number): Link | null => links.get(from * nodes.length + to) ?? null;
  return { run, medium: channel.about?.medium ?? "", nodes, between, strangers };
}

const noLink = (): Link => ({ received: 0, heard: 0, lost: new Map<string, number>(), lostForOthers: 0, unnoticed: 0 });

interface Frames {
  /** By destination. */
  readonly sentTo: ReadonlyMap<number, number>;
  /** Of the sender's last frame of that number which begins no later; null where there is none. */
  destinationOf(number: number, until_s: number): number | null;
}

function framesOf(timeline: Timeline): Frames {
  const { code, sorts, rows, begin_s } = timeline;
  const [others, numbers] = ["other", "number"].map((name) => columnOf(timeline, name));
  /** By number: begins and destinations, one behind the other. */
  const byNumber = new Map<number, number[]>();
  const sentTo = new Map<number, number>();
  for (let k = 0; others && numbers && k < code.length; k++) {
    if (sorts[code[k]!]!.role !== "sending") continue;
    const number = numbers[rows[k]!]!;
    const destination = others[rows[k]!]!;
    sentTo.set(destination, (sentTo.get(destination) ?? 0) + 1);
    const known = byNumber.get(number);
    // A frame that is sent again goes where it went before.
    if (known === undefined) byNumber.set(number, [begin_s[k]!, destination]);
    else if (known.at(-1) !== destination) known.push(begin_s[k]!, destination);
  }
  return {
    sentTo,
    destinationOf(number, until_s) {
      const known = byNumber.get(number) ?? [];
      let [low, high] = [-1, known.length / 2];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (known[2 * middle]! <= until_s) low = middle;
        else high = middle;
      }
      return known[2 * low + 1] ?? null;
    },
  };
}

function columnOf({ channel }: Timeline, name: string): Float64Array | null {
  const field = channel.declared.fields.find((each) => each.name === name);
  return (field && signalOfField(channel, field)?.y) ?? null;
}
