/** SHA-256 [FIPS180-4] of a text in UTF-8. Synchronous, and the same in Node and in browsers. */
import { utf8 } from "./utf8.ts";

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const { ROUND, START } = constants();

function constants(): { ROUND: Uint32Array; START: Uint32Array } {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) if (primes.every((p) => n % p !== 0n)) primes.push(n);
  // floor(root · 2³²) by integer arithmetic: exact, whatever the engine's cube root.
  const root = (value: bigint, degree: 2 | 3): number => {
    let low = 0n;
    let high = 1n << 40n;
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      const power = degree === 2 ? middle * middle : middle * middle * middle;
      if (power <= value << BigInt(32 * degree)) low = middle;
      else high = middle - 1n;
    }
    return Number(low & 0xffffffffn);
  };
  return {
    ROUND: Uint32Array.from(primes, (p) => root(p, 3)),
    START: Uint32Array.from(primes.slice(0, 8), (p) => root(p, 2)),
  };
}

/** As hexadecimal digits. */
export function sha256(text: string): string {
  return Array.from(sha256Bytes(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function sha256Bytes(text: string): Uint8Array {
  const bytes = utf8(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const h = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15]!;
      const b = w[i - 2]!;
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
    }
    compress(h, w);
  }
  const digest = new DataView(new ArrayBuffer(32));
  h.forEach((word, i) => {
    digest.setUint32(4 * i, word);
  });
  return new Uint8Array(digest.buffer);
}

function compress(state: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i]! += word;
  });
}

function turned(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}
