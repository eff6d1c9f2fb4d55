/** What is wrong with the <traffic> of a device among the others that it can reach. */
import type { SourceRange } from "../core/index.ts";
import type { ThingReport } from "../engine/index.ts";
import type { TrafficChild } from "./own-traffic.ts";

export interface Reach {
  /** The device's own address, and all that it can reach, its own among them. */
  readonly address: number;
  readonly addresses: readonly number[];
  /** Bytes of the longest message that it takes. */
  readonly longest: number;
}

export function checkTraffic(
  path: string,
  traffic: readonly TrafficChild[],
  { address, addresses, longest }: Reach,
  report: ThingReport,
): void {
  const there = addresses.join(", ");
  for (const { component: child, made } of traffic) {
    const { destination, bytes } = made;
    const place: { readonly origin: Readonly<Record<string, SourceRange>>; readonly range: SourceRange } = child;
    if (destination >= 0 && !addresses.includes(destination)) {
      const message = `${path}: no modem of its band has the address ${destination}`;
      report("to", message, { allowed: there, hint: "all, or one of these" }, place);
    }
    if (destination === address) report("to", `${path} sends to itself`, { allowed: there }, place);
    if (bytes.length > longest) {
      const message = `${path}: a message of ${bytes.length} bytes; its frames carry ${longest}`;
      const parameter = child.origin.messageBytes === undefined ? "text" : "messageBytes";
      report(parameter, message, { allowed: `at most ${longest}` }, place);
    }
  }
}
