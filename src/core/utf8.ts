/** Text to UTF-8 and back. Broken UTF-8 decodes to U+FFFD, a lone surrogate encodes as U+FFFD: neither throws. */

// Browsers, workers and Node all have these two; the rooms that run anywhere have no platform's types.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Made once: a decoder without the streaming option keeps nothing between calls. */
const decoder = new TextDecoder();

export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
