/** Places in the engine's state, as a site of a thing and the layout of a model both give them. */
export interface StatePlaces {
  reals(name: string, size: number, initial?: readonly number[]): number;
  integers(name: string, size: number): number;
  bytes(name: string, size: number): number;
}
