/** Deep copies of plain data: what a record of state may consist of. */
import { InvariantError } from "../core/index.ts";

/**
 * Copies numbers, strings, booleans, null, undefined, bigints, arrays, plain objects, Maps, Sets and typed arrays.
 * Anything else (a function, a class instance, a generator) could hold state that a copy would share or lose, so it is
 * refused, naming its place.
 */
export function clonePlain<T>(value: T, place = "record"): T {
  return clone(value, place) as T;
}

function clone(value: unknown, place: string): unknown {
  switch (typeof value) {
    case "number":
    case "string":
    case "boolean":
    case "undefined":
    case "bigint":
      return value;
    case "object":
      return value === null ? null : cloneObject(value, place);
    default:
      throw new InvariantError(`${place} is a ${typeof value}; state must be plain data`);
  }
}

function cloneObject(value: object, place: string): unknown {
  if (Array.isArray(value)) return value.map((item, i) => clone(item, `${place}[${i}]`));
  if (value instanceof Map) {
    return new Map([...value].map(([k, v]) => [clone(k, `${place} key`), clone(v, `${place}.get(${String(k)})`)]));
  }
  if (value instanceof Set) return new Set([...value].map((item) => clone(item, `${place} member`)));
  if (ArrayBuffer.isView(value) && "slice" in value) return (value as Float64Array).slice();
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, clone(v, `${place}.${k}`)]));
  }
  const name = (prototype as { constructor?: { name?: string } }).constructor?.name ?? "unknown";
  throw new InvariantError(`${place} is a ${name}; state must be plain data`);
}
