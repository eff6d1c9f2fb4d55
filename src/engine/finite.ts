/** True when x[at .. at + size − 1] holds neither NaN nor an infinity: x − x is 0 for every finite x and NaN otherwise. */
export function allFinite(x: Float64Array, at: number, size: number): boolean {
  let sum = 0;
  for (let j = at; j < at + size; j++) sum += x[j] - x[j];
  return sum === 0;
}
