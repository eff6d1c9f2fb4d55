/** Logs whose bytes come by ranges: a Blob, which a page has of a file, and a server that answers range requests. */
import type { AsyncLogSource } from "./log-source.ts";

/** What is used of a Blob. */
export interface BlobPart {
  readonly size: number;
  slice(start: number, end: number): { stream(): { getReader(options: { mode: "byob" }): PieceReader } };
}

interface PieceReader {
  read(into: Uint8Array<ArrayBuffer>): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

/** Buffers are as long as a multiple of this, so that those of one chunk serve the next. */
const STEP = 64 * 1024;
/** Buffers that are kept for the next reads. */
const MOST_KEPT = 4;

/**
 * A Blob is read as a stream into memory of ours, which is used again when it was given back. What arrayBuffer() and other streams give,
 * browsers keep until they collect garbage, and they do that late, since it is not the scripts' own: measured in Chromium, 300 reads of
 * 512 KiB took 60 to 160 MB, this way 5 MB.
 */
export function blobSource(blob: BlobPart): AsyncLogSource {
  const kept: ArrayBuffer[] = [];
  const bufferFor = (length: number): ArrayBuffer => {
    const fits = kept.findIndex(({ byteLength }) => byteLength >= length);
    const [used] = fits < 0 ? [] : kept.splice(fits, 1);
    return used ?? new ArrayBuffer(STEP * Math.ceil(length / STEP));
  };
  return {
    size: async () => blob.size,
    async read(offset, length) {
      const reader = blob
        .slice(offset, offset + length)
        .stream()
        .getReader({ mode: "byob" });
      const wanted = Math.max(0, Math.min(length, blob.size - offset));
      let buffer = bufferFor(wanted);
      let at = 0;
      while (at < wanted) {
        // The buffer goes to the stream and comes back with the piece.
        const { done, value } = await reader.read(new Uint8Array(buffer, at, wanted - at));
        if (value !== undefined) buffer = value.buffer as ArrayBuffer;
        if (done || value === undefined) break;
        at += value.length;
      }
      return new Uint8Array(buffer, 0, at);
    },
    release: ({ buffer }) => {
      kept.push(buffer as ArrayBuffer);
      if (kept.length > MOST_KEPT) kept.shift();
    },
  };
}

/** What is used of fetch; passed in, since not every room may know of it. */
export type FetchRange = (
  address: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}>;

/** A file on a server. The server must answer with 206 and say in Content-Range which bytes it sends, and of how many. */
export function httpSource(address: string, fetchRange: FetchRange): AsyncLogSource {
  let known: Promise<number> | null = null;
  const part = async (first: number, last: number): Promise<{ bytes: Uint8Array; size: number }> => {
    const response = await fetchRange(address, { headers: { Range: `bytes=${first}-${last}` } });
    if (response.status !== 206)
      throw new Error(
        `${address} was answered with status ${response.status}; a log is read by ranges, with status 206`,
      );
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "");
    const [from, until, size] = (range ?? []).slice(1).map(Number);
    if (range === null || from !== first || until > last || until >= size)
      throw new Error(`${address} sent other bytes than were asked for: ${response.headers.get("Content-Range")}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== until - from + 1)
      throw new Error(`${address} sent ${bytes.length} bytes where it announced ${until - from + 1}`);
    return { bytes, size };
  };
  const size = (): Promise<number> => {
    known ??= part(0, 0).then((first) => first.size);
    return known;
  };
  return {
    size,
    async read(offset, length) {
      if (length === 0) return new Uint8Array(0);
      const { bytes, size: now } = await part(offset, offset + length - 1);
      if (now !== (await size())) throw new Error(`${address} has changed while it was read`);
      return bytes;
    },
  };
}
