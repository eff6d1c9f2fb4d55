/**
 * A picture of the sea as foxglove.Grid, which viewers lay into their view: the values of a channel of pictures, as 32-bit numbers.
 *
 * Cells go east along a row and rows go north, so the grid lies in the frame "map" (east, north, up) as it is; the value of a point
 * fills the cell around it.
 */
import { FLOAT32, PICTURE_FIELDS, type ProtoMessage } from "../../logging/index.ts";

const AT = Object.fromEntries(PICTURE_FIELDS.map((name, i) => [name, i])) as Readonly<
  Record<(typeof PICTURE_FIELDS)[number], number>
>;
const BYTES = 4;

/** Of the values of a picture; `quantity` names its field. null where they are not so many as its rows and columns say. */
export function pictureGrid(values: Float64Array, quantity: string): ProtoMessage | null {
  const of = (name: keyof typeof AT): number => values[AT[name]]!;
  const [rows, columns, spacing] = [of("rows"), of("columns"), of("spacing_m")];
  if (rows * columns !== values.length - PICTURE_FIELDS.length) return null;
  const data = new Uint8Array(BYTES * rows * columns);
  const view = new DataView(data.buffer);
  const first = PICTURE_FIELDS.length;
  for (let k = 0; k < rows * columns; k++) view.setFloat32(BYTES * k, values[first + k]!, true);
  // The corner of the first cell, half a spacing from its value.
  const corner = { x: of("originEast_m") - spacing / 2, y: of("originNorth_m") - spacing / 2, z: -of("depth_m") };
  return {
    frame_id: "map",
    pose: { position: corner, orientation: { x: 0, y: 0, z: 0, w: 1 } },
    column_count: columns,
    cell_size: { x: spacing, y: spacing },
    row_stride: BYTES * columns,
    cell_stride: BYTES,
    fields: [{ name: quantity, offset: 0, type: FLOAT32 }],
    data,
  };
}
