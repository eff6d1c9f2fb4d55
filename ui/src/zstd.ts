/**
 * zstd in a page: the same WebAssembly as on the command line, so that logs have the same bytes. The package was written for
 * Node and uses two functions of its Buffer; they are given to it here, and nothing else of Node.
 */
import { type LogCompression, type LogDecompression, ZSTD_LEVEL } from "thetis/logging";

interface BufferPart {
  allocUnsafe(size: number): Uint8Array;
  from(heap: ArrayBuffer): { copy(to: Uint8Array, at: number, start: number, end: number): void };
}

const bufferPart: BufferPart = {
  allocUnsafe: (size) => new Uint8Array(size),
  from: (heap) => ({ copy: (to, at, start, end) => to.set(new Uint8Array(heap, start, end - start), at) }),
};

export async function loadZstd(): Promise<LogCompression & LogDecompression> {
  const page = globalThis as { Buffer?: unknown };
  page.Buffer ??= bufferPart;
  const { default: zstd } = await import("@foxglove/wasm-zstd");
  await zstd.isLoaded;
  return {
    name: "zstd",
    compress: (bytes) => zstd.compress(bytes, ZSTD_LEVEL),
    decompress: (bytes, size) => zstd.decompress(bytes, size),
  };
}
