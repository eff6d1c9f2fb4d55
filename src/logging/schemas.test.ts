import { foxgloveEnumSchemas, foxgloveMessageSchemas, generateProto } from "@foxglove/schemas/internal.js";
import protobuf from "protobufjs";
import { expect, test } from "vitest";
import "protobufjs/ext/descriptor.js";
import { descriptorSet, schemaFromDescriptorSet } from "./descriptor.ts";
import type { FieldSchema, MessageSchema } from "./protobuf.ts";
import { FRAME_TRANSFORM, identifiers, LOG, POSE_IN_FRAME, recordSchema } from "./schemas.ts";
import { GRID, LOCATION_FIX, SCENE_UPDATE } from "./viewer-schemas.ts";

type WithDescriptor = { fromDescriptor(bytes: Uint8Array): protobuf.Root };
function rootOf(schema: MessageSchema): protobuf.Root {
  const root = (protobuf.Root as unknown as WithDescriptor).fromDescriptor(descriptorSet(schema));
  root.resolveAll();
  return root;
}

/** Name, number and type of every field, as protobufjs understands a .proto text or a descriptor. */
function summary(type: protobuf.Type): unknown {
  return type.fieldsArray.map(({ name, id, type: typeName, repeated, resolvedType }) => ({
    name,
    id,
    repeated,
    type: resolvedType === null ? typeName : resolvedType.fullName,
    inner: resolvedType instanceof protobuf.Type ? summary(resolvedType) : null,
    values: resolvedType instanceof protobuf.Enum ? { ...resolvedType.values } : null,
  }));
}

/** The published schemas as .proto texts, each parsed by protobufjs. */
function published(): protobuf.Root {
  const root = new protobuf.Root();
  for (const schema of Object.values(foxgloveMessageSchemas)) {
    const enums = Object.values(foxgloveEnumSchemas).filter((each) => each.parentSchemaName === schema.name);
    protobuf.parse(generateProto(schema, enums), root, { keepCase: true });
  }
  for (const file of ["timestamp", "duration"]) {
    const common = protobuf.common.get(`google/protobuf/${file}.proto`);
    if (common?.nested) root.addJSON(common.nested);
  }
  root.resolveAll();
  return root;
}
const publishedRoot = published();

const PUBLIC = [POSE_IN_FRAME, FRAME_TRANSFORM, LOG, SCENE_UPDATE, GRID, LOCATION_FIX];

test.each(PUBLIC)("$name equals the published schema, field by field", (schema) => {
  const ours = summary(rootOf(schema).lookupType(schema.name));
  expect(ours).toEqual(summary(publishedRoot.lookupType(schema.name)));
});

test("the descriptor lists dependencies before what needs them, and Timestamp under its well-known file name", () => {
  const text = new TextDecoder("latin1").decode(descriptorSet(POSE_IN_FRAME));
  const places = ["google/protobuf/timestamp.proto", "foxglove/Vector3.proto", "foxglove/Pose.proto"].map((name) =>
    text.indexOf(name),
  );
  const own = text.indexOf("foxglove/PoseInFrame.proto");
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  expect(own).toBeGreaterThan(Math.max(...places));
  expect(places[1]).toBeLessThan(places[2]);
});

const shape = ({ name, fields }: MessageSchema): unknown => ({
  name,
  fields: fields.map(({ name: field, number, type, repeated }: FieldSchema) => ({
    field,
    number,
    repeated: repeated ?? false,
    type: typeof type === "string" ? type : type.kind === "enum" ? type : shape(type),
  })),
});

test.each([...PUBLIC, recordSchema("thetis.State", ["depth_m", "rudder-top"])])(
  "$name read back from its own descriptor is the same schema",
  (schema) => {
    const back = schemaFromDescriptorSet(descriptorSet(schema), schema.name);
    expect(back === null ? null : shape(back)).toEqual(shape(schema));
  },
);

test("a descriptor that protobufjs makes of nested types, enums and a type that holds itself is understood", () => {
  const text = `syntax = "proto3"; package a.b;
    enum Colour { RED = 0; BLUE = 5; }
    message Tree { message Leaf { Colour colour = 1; repeated sint64 n = 2; } Leaf leaf = 1; repeated Tree branches = 2; }`;
  const root = protobuf.parse(text, { keepCase: true }).root.resolveAll() as unknown as {
    toDescriptor(syntax: string): { constructor: { encode(message: unknown): protobuf.Writer } };
  };
  const set = root.toDescriptor("proto3");
  const schema = schemaFromDescriptorSet(set.constructor.encode(set).finish(), "a.b.Tree");
  const [leaf, branches] = schema?.fields ?? [];
  expect(branches).toMatchObject({ name: "branches", number: 2, repeated: true });
  expect(branches?.type).toBe(schema);
  expect(leaf?.type).toMatchObject({ name: "a.b.Tree.Leaf" });
  const [colour, n] = (leaf!.type as MessageSchema).fields;
  expect(colour?.type).toMatchObject({ kind: "enum", values: { RED: 0, BLUE: 5 } });
  expect(n).toMatchObject({ type: "sint64", repeated: true });
});

test("bytes that are not a descriptor, and a name that is not in it, give null", () => {
  expect(schemaFromDescriptorSet(Uint8Array.of(10, 200), "a.B")).toBeNull();
  expect(schemaFromDescriptorSet(descriptorSet(LOG), "foxglove.Pose")).toBeNull();
});

test("a record of names given by users has valid, different names, always the same ones", () => {
  const names = ["rudder-top", "rudder top", "rudder_top_2", "2nd", "depth_m", "depthM", "timestamp", "t_ns", "", "µ"];
  const expected = ["rudder_top", "rudder_top_2", "rudder_top_2_2", "_2nd", "depth_m"];
  const rest = ["depthM_2", "timestamp_2", "t_ns_2", "_", "__2"];
  expect(identifiers(names)).toEqual([...expected, ...rest]);
  // protobufjs accepts them all, with the numbers that the record gives them: the time is 1, then one each.
  const type = rootOf(recordSchema("thetis.my state", names)).lookupType("thetis.my_state");
  expect(type.fieldsArray.map(({ name, id }) => [name, id])).toEqual(
    ["timestamp", ...expected, ...rest].map((name, i) => [name, i + 1]),
  );
});
