/** Bytes as base64 [RFC4648, section 4], the same in Node and in browsers. */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const left = bytes.length - i;
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += DIGITS[group >> 18]! + DIGITS[(group >> 12) & 63]!;
    text += left > 1 ? DIGITS[(group >> 6) & 63]! : "=";
    text += left > 2 ? DIGITS[group & 63]! : "=";
    // One long text grown by pieces would be a deep rope.
    if (text.length >= 8192) {
      parts.push(text);
      text = "";
    }
  }
  parts.push(text);
  return parts.join("");
}
