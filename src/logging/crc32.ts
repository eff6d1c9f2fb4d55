/**
 * CRC-32 as MCAP, zip and Ethernet use it: reflected polynomial 0xEDB88320, start and end inverted.
 *
 * Table k holds the remainder of each byte followed by k zero bytes, so eight bytes are folded in with eight independent
 * look-ups. A running value is kept inverted: `crc32(b, crc32(a))` equals the CRC of a followed by b.
 */
const POLYNOMIAL = 0xedb88320;
const WAYS = 8;

function makeTables(): Int32Array {
  const tables = new Int32Array(256 * WAYS);
  for (let byte = 0; byte < 256; byte++) {
    let r = byte;
    for (let bit = 0; bit < 8; bit++) r = (r >>> 1) ^ (r & 1 ? POLYNOMIAL : 0);
    tables[byte] = r;
  }
  for (let i = 256; i < tables.length; i++) {
    const shorter = tables[i - 256];
    tables[i] = tables[shorter & 0xff] ^ (shorter >>> 8);
  }
  return tables;
}

const T = makeTables();

/** CRC of the bytes, as an unsigned integer; `before` is the CRC of what came in front of them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length;
  const wholes = end - (end % WAYS);
  let r = ~before;
  let i = 0;
  for (; i < wholes; i += WAYS) {
    const a = r ^ view.getInt32(i, true);
    const b = view.getInt32(i + 4, true);
    r =
      T[1792 + (a & 0xff)] ^
      T[1536 + ((a >>> 8) & 0xff)] ^
      T[1280 + ((a >>> 16) & 0xff)] ^
      T[1024 + (a >>> 24)] ^
      T[768 + (b & 0xff)] ^
      T[512 + ((b >>> 8) & 0xff)] ^
      T[256 + ((b >>> 16) & 0xff)] ^
      T[b >>> 24];
  }
  for (; i < end; i++) r = T[(r ^ bytes[i]) & 0xff] ^ (r >>> 8);
  return ~r >>> 0;
}
