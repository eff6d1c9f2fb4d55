/**
 * The messages of our logs. Poses, transforms and texts are the public Foxglove schemas, field by field, so that common
 * viewers draw them; everything else is a flat record: a time and named doubles.
 */
import { invariant } from "../core/index.ts";
import type { EnumSchema, FieldSchema, MessageSchema } from "./protobuf.ts";

type NamedType = readonly [name: string, type: FieldSchema["type"]];

/** Fields numbered from 1 in the order given. */
export function message(name: string, ...fields: readonly NamedType[]): MessageSchema {
  return { kind: "message", name, fields: fields.map(([field, type], i) => ({ name: field, number: i + 1, type })) };
}

export const TIMESTAMP = message("google.protobuf.Timestamp", ["seconds", "int64"], ["nanos", "int32"]);

export const VECTOR3 = message("foxglove.Vector3", ["x", "double"], ["y", "double"], ["z", "double"]);
const QUATERNION = message("foxglove.Quaternion", ["x", "double"], ["y", "double"], ["z", "double"], ["w", "double"]);
export const POSE = message("foxglove.Pose", ["position", VECTOR3], ["orientation", QUATERNION]);

export const COLOR = message("foxglove.Color", ["r", "double"], ["g", "double"], ["b", "double"], ["a", "double"]);

export const POSE_IN_FRAME = message(
  "foxglove.PoseInFrame",
  ["timestamp", TIMESTAMP],
  ["frame_id", "string"],
  ["pose", POSE],
);

export const FRAME_TRANSFORM = message(
  "foxglove.FrameTransform",
  ["timestamp", TIMESTAMP],
  ["parent_frame_id", "string"],
  ["child_frame_id", "string"],
  ["translation", VECTOR3],
  ["rotation", QUATERNION],
);

export const LOG_LEVEL: EnumSchema = {
  kind: "enum",
  name: "foxglove.Log.Level",
  values: { UNKNOWN: 0, DEBUG: 1, INFO: 2, WARNING: 3, ERROR: 4, FATAL: 5 },
};

export const LOG = message(
  "foxglove.Log",
  ["timestamp", TIMESTAMP],
  ["level", LOG_LEVEL],
  ["message", "string"],
  ["name", "string"],
  ["file", "string"],
  ["line", "fixed32"],
);

/** The columns that every export has of its own; a field of that name gets a number behind it. */
const RESERVED = ["timestamp", "t_ns", "t_s"];

/** A valid identifier: letters, digits and underscores, not beginning with a digit. "rudder-top" is rudder_top. */
export function identifier(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

/**
 * Identifiers for names given by users, in their order. Two that differ only by capitals or underscores would clash in
 * the JSON form of protobuf, so the later one gets the first free number: depth_m, depthM → depth_m, depthM_2.
 */
export function identifiers(names: readonly string[], reserved: readonly string[] = RESERVED): string[] {
  const key = (name: string): string => name.replace(/_/g, "").toLowerCase();
  const taken = new Set(reserved.map(key));
  return names.map((name) => {
    const plain = identifier(name);
    let unique = plain;
    for (let n = 2; taken.has(key(unique)); n++) unique = `${plain}_${n}`;
    taken.add(key(unique));
    return unique;
  });
}

/** A flat record: `timestamp`, then one double per name. The name of the record may have dots: "thetis.State". */
export function recordSchema(name: string, fieldNames: readonly string[]): MessageSchema {
  invariant(name !== "", "a record needs a name");
  const fullName = name.split(".").map(identifier).join(".");
  const doubles = identifiers(fieldNames).map((field): NamedType => [field, "double"]);
  return message(fullName, ["timestamp", TIMESTAMP], ...doubles);
}

/** A message with fields of the caller's: `timestamp`, then the given fields in their order. */
export function messageSchema(
  name: string,
  fields: Readonly<Record<string, "double" | "string" | "bytes">>,
): MessageSchema {
  return message(name, ["timestamp", TIMESTAMP], ...Object.entries(fields));
}
