/** Words and numbers of tables and pictures. */

/** What a picture says of itself: with a capital, and a full stop. */
export function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** Six digits. */
export function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
