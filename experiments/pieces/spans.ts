/** What modems have sent, received and lost, from the timelines of a log. */
import { type IndexedLog, readDeclarations, readTablesOf } from "../../src/logging/index.ts";

/** One row of a modem's channel. NaN for what a sort does not have. */
export interface Span {
  readonly begin_s: number;
  readonly end_s: number;
  /** "sending", "waiting to send", "received", or why it was lost. */
  readonly sort: string;
  /** Address of the other end; −1 for all. */
  readonly other: number;
  /** The sender's count of its frames. */
  readonly number: number;
  readonly bytes: number;
  readonly snr_dB: number;
  readonly distance_m: number;
}

/** Rows of some channels, such as /taipan2/modem, as they were logged. */
export async function spansOf(log: IndexedLog, topics: readonly string[]): Promise<Span[][]> {
  const declarations = readDeclarations(log.metadata);
  return (await readTablesOf(log, topics)).map((table) => {
    const fields = declarations.get(table.topic)?.fieldsOf(table.names) ?? [];
    const words = fields.find(({ name }) => name === "sort")?.words ?? [];
    const column = (name: string): Float64Array | undefined => table.columns[table.names.indexOf(name)];
    const columns = {
      ...{ begin_s: column("begin_s"), end_s: column("end_s"), sort: column("sort"), other: column("other") },
      ...{ number: column("number"), bytes: column("bytes"), snr_dB: column("snr_dB") },
      distance_m: column("distance_m"),
    };
    const value = (name: keyof typeof columns, k: number): number => columns[name]?.[k] ?? Number.NaN;
    return Array.from(table.t_ns, (_, k) => ({
      begin_s: value("begin_s", k),
      end_s: value("end_s", k),
      sort: words[value("sort", k)] ?? "",
      other: value("other", k),
      number: value("number", k),
      bytes: value("bytes", k),
      snr_dB: value("snr_dB", k),
      distance_m: value("distance_m", k),
    }));
  });
}

/** What became at a receiver of one message of a sender. */
export interface Fate {
  readonly sent_s: number;
  /** "received", or why not; "not heard" where the receiver's log has nothing of it. */
  readonly sort: string;
  /** From the beginning of its sending to the end of its reception; NaN where it was not received. */
  readonly delay_s: number;
}

/** Of every frame that `sender` has sent, in the order of sending; `address` is the sender's. */
export function fatesOf(sender: readonly Span[], receiver: readonly Span[], address: number): Fate[] {
  const heard = new Map<number, Span>();
  for (const span of receiver) {
    if (span.sort === "sending" || span.sort === "waiting to send" || span.other !== address) continue;
    // A frame is received once, and lost at most once.
    if (!heard.has(span.number) || span.sort === "received") heard.set(span.number, span);
  }
  return sender
    .filter(({ sort }) => sort === "sending")
    .map(({ begin_s, number }) => {
      const span = heard.get(number);
      const sort = span?.sort ?? "not heard";
      return { sent_s: begin_s, sort, delay_s: sort === "received" ? span!.end_s - begin_s : Number.NaN };
    });
}
