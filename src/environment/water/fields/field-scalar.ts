/** A scalar of the sea from a piece of a map: interpolated by scalar-source.ts, with the map's own borders. */
import { type EdgeRule, rectilinearAxis } from "../../../math/index.ts";
import { MapScalar, type ScalarSource, SeriesScalar } from "../scalar-source.ts";
import type { LocalPiece } from "./local-piece.ts";

export class FieldScalar implements ScalarSource {
  readonly #source: ScalarSource;
  readonly #piece: LocalPiece;

  /** Values by time, north, east and depth. The edge rule is that of north, east and depth; times are held. */
  constructor(piece: LocalPiece, values: Float64Array, edge: EdgeRule) {
    const north = rectilinearAxis(piece.norths_m, edge);
    const east = rectilinearAxis(piece.easts_m, edge);
    this.#piece = piece;
    this.#source =
      piece.depths_m.length === 1 && piece.times_s.length === 1
        ? new MapScalar(north, east, values)
        : new SeriesScalar(
            north,
            east,
            rectilinearAxis(piece.depths_m, edge),
            rectilinearAxis(piece.times_s, "clamp"),
            values,
          );
  }

  addValue(out: Float64Array, o: number, point: Float64Array, i: number): void {
    this.#source.addValue(out, o, point, i);
  }

  covers(point: Float64Array, i: number): boolean {
    return this.#piece.covers(point, i);
  }

  hasGap(point: Float64Array, i: number): boolean {
    return this.#piece.hasGap(point, i);
  }
}
