/** The values of a list in order, with where each stands in its file. */
export type Place = { readonly start: number; readonly end: number };

export interface SortedList {
  readonly values: Float64Array;
  readonly first: Place;
  /** Where a value stands; of one between two ends, the first of them. */
  place(value: number): Place;
}

/** `places` are those of the values as they were read: of all of them, or of the two ends of evenly spaced ones. */
export function sortedList(values: Float64Array, places: readonly Place[]): SortedList {
  const byValue = new Map<number, Place>();
  const isEven = places.length === 2 && values.length > 2;
  places.forEach((place, k) => {
    byValue.set(values[isEven && k === 1 ? values.length - 1 : k], place);
  });
  const first = places[0];
  return { values: Float64Array.from(values).sort(), first, place: (value) => byValue.get(value) ?? first };
}
