/**
 * More of the public Foxglove schemas, for what common viewers draw by themselves: shapes of vehicles and the bottom as a scene,
 * pictures as grids, positions on a map of the earth. Field by field those of foxglove.dev/docs; the test holds them against the
 * published definitions.
 */
import type { EnumSchema, FieldSchema, MessageSchema } from "./protobuf.ts";
import { COLOR, message, POSE, TIMESTAMP, VECTOR3 } from "./schemas.ts";

type Numbered = readonly [name: string, number: number, type: FieldSchema["type"], repeated?: "repeated"];

function numbered(name: string, ...fields: readonly Numbered[]): MessageSchema {
  return {
    kind: "message",
    name,
    fields: fields.map(([field, number, type, repeated]) => ({
      name: field,
      number,
      type,
      ...(repeated && { repeated: true }),
    })),
  };
}

const DURATION = message("google.protobuf.Duration", ["seconds", "int64"], ["nanos", "int32"]);
const VECTOR2 = message("foxglove.Vector2", ["x", "double"], ["y", "double"]);
const POINT3 = message("foxglove.Point3", ["x", "double"], ["y", "double"], ["z", "double"]);
const KEY_VALUE = message("foxglove.KeyValuePair", ["key", "string"], ["value", "string"]);

const ARROW = message(
  "foxglove.ArrowPrimitive",
  ["pose", POSE],
  ["shaft_length", "double"],
  ["shaft_diameter", "double"],
  ["head_length", "double"],
  ["head_diameter", "double"],
  ["color", COLOR],
);
const CUBE = message("foxglove.CubePrimitive", ["pose", POSE], ["size", VECTOR3], ["color", COLOR]);
const SPHERE = message("foxglove.SpherePrimitive", ["pose", POSE], ["size", VECTOR3], ["color", COLOR]);
const CYLINDER = message(
  "foxglove.CylinderPrimitive",
  ["pose", POSE],
  ["size", VECTOR3],
  ["bottom_scale", "double"],
  ["top_scale", "double"],
  ["color", COLOR],
);
const LINE_TYPE: EnumSchema = {
  kind: "enum",
  name: "foxglove.LinePrimitive.Type",
  values: { LINE_STRIP: 0, LINE_LOOP: 1, LINE_LIST: 2 },
};
const LINE = numbered(
  "foxglove.LinePrimitive",
  ["type", 1, LINE_TYPE],
  ["pose", 2, POSE],
  ["thickness", 3, "double"],
  ["scale_invariant", 4, "bool"],
  ["points", 5, POINT3, "repeated"],
  ["color", 6, COLOR],
  ["colors", 7, COLOR, "repeated"],
  ["indices", 8, "fixed32", "repeated"],
);
const TRIANGLES = numbered(
  "foxglove.TriangleListPrimitive",
  ["pose", 1, POSE],
  ["points", 2, POINT3, "repeated"],
  ["color", 3, COLOR],
  ["colors", 4, COLOR, "repeated"],
  ["indices", 5, "fixed32", "repeated"],
);
const TEXT = message(
  "foxglove.TextPrimitive",
  ["pose", POSE],
  ["billboard", "bool"],
  ["font_size", "double"],
  ["scale_invariant", "bool"],
  ["color", COLOR],
  ["text", "string"],
);
const MODEL = message(
  "foxglove.ModelPrimitive",
  ["pose", POSE],
  ["scale", VECTOR3],
  ["color", COLOR],
  ["override_color", "bool"],
  ["url", "string"],
  ["media_type", "string"],
  ["data", "bytes"],
);
const ENTITY = numbered(
  "foxglove.SceneEntity",
  ["timestamp", 1, TIMESTAMP],
  ["frame_id", 2, "string"],
  ["id", 3, "string"],
  ["lifetime", 4, DURATION],
  ["frame_locked", 5, "bool"],
  ["metadata", 6, KEY_VALUE, "repeated"],
  ["arrows", 7, ARROW, "repeated"],
  ["cubes", 8, CUBE, "repeated"],
  ["spheres", 9, SPHERE, "repeated"],
  ["cylinders", 10, CYLINDER, "repeated"],
  ["lines", 11, LINE, "repeated"],
  ["triangles", 12, TRIANGLES, "repeated"],
  ["texts", 13, TEXT, "repeated"],
  ["models", 14, MODEL, "repeated"],
);
const DELETION_TYPE: EnumSchema = {
  kind: "enum",
  name: "foxglove.SceneEntityDeletion.Type",
  values: { MATCHING_ID: 0, ALL: 1 },
};
const DELETION = message(
  "foxglove.SceneEntityDeletion",
  ["timestamp", TIMESTAMP],
  ["type", DELETION_TYPE],
  ["id", "string"],
);
export const SCENE_UPDATE = numbered(
  "foxglove.SceneUpdate",
  ["deletions", 1, DELETION, "repeated"],
  ["entities", 2, ENTITY, "repeated"],
);

const ELEMENT_TYPE: EnumSchema = {
  kind: "enum",
  name: "foxglove.PackedElementField.NumericType",
  values: { UNKNOWN: 0, UINT8: 1, INT8: 2, UINT16: 3, INT16: 4, UINT32: 5, INT32: 6, FLOAT32: 7, FLOAT64: 8 },
};
export const FLOAT32 = 7;
const ELEMENT = message(
  "foxglove.PackedElementField",
  ["name", "string"],
  ["offset", "fixed32"],
  ["type", ELEMENT_TYPE],
);
export const GRID = numbered(
  "foxglove.Grid",
  ["timestamp", 1, TIMESTAMP],
  ["frame_id", 2, "string"],
  ["pose", 3, POSE],
  ["column_count", 4, "fixed32"],
  ["cell_size", 5, VECTOR2],
  ["row_stride", 6, "fixed32"],
  ["cell_stride", 7, "fixed32"],
  ["fields", 8, ELEMENT, "repeated"],
  ["data", 9, "bytes"],
);

const COVARIANCE_TYPE: EnumSchema = {
  kind: "enum",
  name: "foxglove.LocationFix.PositionCovarianceType",
  values: { UNKNOWN: 0, APPROXIMATED: 1, DIAGONAL_KNOWN: 2, KNOWN: 3 },
};
/** Its time is not its first field by number; on the wire it comes first all the same. */
export const LOCATION_FIX = numbered(
  "foxglove.LocationFix",
  ["timestamp", 6, TIMESTAMP],
  ["frame_id", 7, "string"],
  ["latitude", 1, "double"],
  ["longitude", 2, "double"],
  ["altitude", 3, "double"],
  ["position_covariance", 4, "double", "repeated"],
  ["position_covariance_type", 5, COVARIANCE_TYPE],
  ["heading", 10, "double"],
  ["velocity", 11, VECTOR3],
  ["color", 8, COLOR],
  ["metadata", 9, KEY_VALUE, "repeated"],
);
