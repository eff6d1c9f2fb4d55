/**
 * Schemas as protobuf describes them itself: a FileDescriptorSet, which an MCAP file carries for every schema, so that a
 * reader needs nothing but the file. descriptor.proto is data like any other schema here, written and read by our codec.
 *
 * Each message gets a file of its own, dependencies first; an enum lies inside the message whose name it extends.
 * Left out: services, extensions, options, oneof groups (their members are ordinary fields when read), defaults of proto2.
 * Source: google/protobuf/descriptor.proto, the numbers of fields, types and labels. Test: protobufjs builds types from it.
 */
import { invariant } from "../core/index.ts";
import type { EnumSchema, FieldSchema, MessageSchema, ProtoMessage, ScalarType } from "./protobuf.ts";
import { encodeMessage } from "./protobuf.ts";
import { decodeMessage } from "./protobuf-decode.ts";

function schema(name: string, fields: readonly (readonly [string, number, FieldSchema["type"], "repeated"?])[]) {
  return {
    kind: "message",
    name: `google.protobuf.${name}`,
    fields: fields.map(([field, number, type, repeated]) => ({
      name: field,
      number,
      type,
      repeated: repeated !== undefined,
    })),
  } as const satisfies MessageSchema;
}

const ENUM_VALUE = schema("EnumValueDescriptorProto", [
  ["name", 1, "string"],
  ["number", 2, "int32"],
]);
const ENUM = schema("EnumDescriptorProto", [
  ["name", 1, "string"],
  ["value", 2, ENUM_VALUE, "repeated"],
]);
const FIELD = schema("FieldDescriptorProto", [
  ["name", 1, "string"],
  ["number", 3, "int32"],
  ["label", 4, "int32"],
  ["type", 5, "int32"],
  ["type_name", 6, "string"],
]);
/** A message may hold messages. This deep is enough for every published schema; what lies deeper is not read. */
const NESTING = 6;
function messageDescriptor(depth: number): MessageSchema {
  return schema("DescriptorProto", [
    ["name", 1, "string"],
    ["field", 2, FIELD, "repeated"],
    ...(depth > 0 ? [["nested_type", 3, messageDescriptor(depth - 1), "repeated"] as const] : []),
    ["enum_type", 4, ENUM, "repeated"],
  ]);
}
const FILE = schema("FileDescriptorProto", [
  ["name", 1, "string"],
  ["package", 2, "string"],
  ["dependency", 3, "string", "repeated"],
  ["message_type", 4, messageDescriptor(NESTING), "repeated"],
  ["enum_type", 5, ENUM, "repeated"],
  ["syntax", 12, "string"],
]);
const FILE_SET = schema("FileDescriptorSet", [["file", 1, FILE, "repeated"]]);

/** Index is the number that descriptor.proto gives the type; groups, messages and enums are not scalars. */
const TYPES: readonly (ScalarType | null)[] = [
  ...([null, "double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string"] as const),
  ...([null, null, "bytes", "uint32", null, "sfixed32", "sfixed64", "sint32", "sint64"] as const),
];
const TYPE_MESSAGE = 11;
const TYPE_ENUM = 14;
const LABEL_OPTIONAL = 1;
const LABEL_REPEATED = 3;

const packageOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")));
const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

function fileName(name: string): string {
  // The well-known types live in files that are named otherwise.
  if (name === "google.protobuf.Timestamp") return "google/protobuf/timestamp.proto";
  if (name === "google.protobuf.Duration") return "google/protobuf/duration.proto";
  return `${name.replaceAll(".", "/")}.proto`;
}

function fieldDescriptor(field: FieldSchema): ProtoMessage {
  const { name, number, type } = field;
  const label = field.repeated ? LABEL_REPEATED : LABEL_OPTIONAL;
  if (typeof type === "string") return { name, number, label, type: TYPES.indexOf(type) };
  return { name, number, label, type: type.kind === "enum" ? TYPE_ENUM : TYPE_MESSAGE, type_name: `.${type.name}` };
}

function enumDescriptor(type: EnumSchema): ProtoMessage {
  return { name: lastPart(type.name), value: Object.entries(type.values).map(([name, number]) => ({ name, number })) };
}

/** The FileDescriptorSet of a message and of all that it holds, dependencies first. */
export function descriptorSet(root: MessageSchema): Uint8Array {
  const files = new Map<string, ProtoMessage>();
  const visit = (message: MessageSchema): void => {
    const dependencies = new Set<string>();
    const enums = new Map<string, ProtoMessage>();
    for (const { type } of message.fields) {
      if (typeof type === "string") continue;
      if (type.kind === "message") {
        if (!files.has(type.name)) visit(type);
        dependencies.add(fileName(type.name));
      } else {
        invariant(packageOf(type.name) === message.name, `enum ${type.name} does not lie in ${message.name}`);
        enums.set(type.name, enumDescriptor(type));
      }
    }
    files.set(message.name, {
      name: fileName(message.name),
      package: packageOf(message.name),
      dependency: [...dependencies],
      message_type: [
        { name: lastPart(message.name), field: message.fields.map(fieldDescriptor), enum_type: [...enums.values()] },
      ],
      syntax: "proto3",
    });
  };
  visit(root);
  return encodeMessage(FILE_SET, { file: [...files.values()] });
}

interface DescribedField {
  readonly name: string;
  readonly number: number;
  readonly label: number;
  readonly type: number;
  readonly type_name: string;
}
interface DescribedEnum {
  readonly name: string;
  readonly value: readonly { readonly name: string; readonly number: number }[];
}
interface DescribedMessage {
  readonly name: string;
  readonly field: readonly DescribedField[];
  readonly nested_type?: readonly DescribedMessage[];
  readonly enum_type: readonly DescribedEnum[];
}
interface DescribedFile {
  readonly package: string;
  readonly message_type: readonly DescribedMessage[];
  readonly enum_type: readonly DescribedEnum[];
}

/** A name with a dot in front is full; another is looked for in the message, then in all that encloses it. */
function resolve<T>(scope: string, typeName: string, find: (fullName: string) => T | undefined): T | undefined {
  if (typeName.startsWith(".")) return find(typeName.slice(1));
  for (let outer = scope; outer !== ""; outer = packageOf(outer)) {
    const found = find(`${outer}.${typeName}`);
    if (found !== undefined) return found;
  }
  return find(typeName);
}

/**
 * The schema called `name` in a FileDescriptorSet of any program, or null where there is none or where the bytes are
 * not such a set. A field whose type is missing is left out, and with it its values.
 */
export function schemaFromDescriptorSet(bytes: Uint8Array, name: string): MessageSchema | null {
  const set = decodeMessage(FILE_SET, bytes);
  if (set === null) return null;
  const messages = new Map<string, { schema: MessageSchema; fields: FieldSchema[]; from: DescribedMessage }>();
  const enums = new Map<string, EnumSchema>();

  // 1. Every message and enum by its full name, messages still empty: they may refer to each other, and to themselves.
  const addEnum = (prefix: string, from: DescribedEnum): void => {
    const values = Object.fromEntries(from.value.map((value) => [value.name, value.number]));
    enums.set(prefix + from.name, { kind: "enum", name: prefix + from.name, values });
  };
  const addMessage = (prefix: string, from: DescribedMessage): void => {
    const fields: FieldSchema[] = [];
    const fullName = prefix + from.name;
    messages.set(fullName, { schema: { kind: "message", name: fullName, fields }, fields, from });
    for (const inner of from.nested_type ?? []) addMessage(`${fullName}.`, inner);
    for (const inner of from.enum_type) addEnum(`${fullName}.`, inner);
  };
  for (const file of set.file as unknown as readonly DescribedFile[]) {
    const prefix = file.package === "" ? "" : `${file.package}.`;
    for (const message of file.message_type) addMessage(prefix, message);
    for (const type of file.enum_type) addEnum(prefix, type);
  }

  // 2. Fields, with their types found.
  for (const { schema: owner, fields, from } of messages.values()) {
    for (const field of from.field) {
      const find = (fullName: string) =>
        field.type === TYPE_ENUM ? enums.get(fullName) : messages.get(fullName)?.schema;
      const named = resolve(owner.name, field.type_name, find);
      const type = TYPES[field.type] ?? named;
      // The one name that a plain object cannot have as a key of its own.
      if (type !== undefined && field.name !== "__proto__")
        fields.push({ name: field.name, number: field.number, type, repeated: field.label === LABEL_REPEATED });
    }
  }
  return messages.get(name)?.schema ?? null;
}
