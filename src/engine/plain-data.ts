/** Deep copies of plain data: what a record of state may consist of. */
import { InvariantError } from "../core/index.ts";

/** Arrays whose copy is `slice()`. A subclass, such as Node's Buffer, may share its memory instead, and is refused. */
const typedArrays: ReadonlySet<unknown> = new Set(
  [
    Float64Array,
    Float32Array,
    Int32Array,
    Uint32Array,
    Int16Array,
    Uint16Array,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    BigInt64Array,
    BigUint64Array,
  ].map((type) => type.prototype),
);

/**
 * Copies numbers, strings, booleans, null, undefined, bigints, arrays, plain objects, Maps, Sets and typed arrays. What
 * occurs twice, or contains itself, does so in the copy. Anything else (a function, a class instance, a generator) could
 * hold state that a copy would share or lose, so it is refused, naming its place.
 */
export function clonePlain<T>(value: T, place = "record"): T {
  return clone(value, place, new Map()) as T;
}

function clone(value: unknown, place: string, done: Map<object, unknown>): unknown {
  switch (typeof value) {
    case "number":
    case "string":
    case "boolean":
    case "undefined":
    case "bigint":
      return value;
    case "object":
      return value === null ? null : (done.get(value) ?? cloneObject(value, place, done));
    default:
      throw new InvariantError(`${place} is a ${typeof value}; state must be plain data`);
  }
}

function cloneObject(value: object, place: string, done: Map<object, unknown>): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Array.prototype) {
    const copy: unknown[] = [];
    done.set(value, copy);
    (value as unknown[]).forEach((item, i) => {
      copy[i] = clone(item, `${place}[${i}]`, done);
    });
    return copy;
  }
  if (prototype === Map.prototype) {
    const copy = new Map();
    done.set(value, copy);
    for (const [k, v] of value as Map<unknown, unknown>) {
      copy.set(clone(k, `${place} key`, done), clone(v, `${place}.get(${String(k)})`, done));
    }
    return copy;
  }
  if (prototype === Set.prototype) {
    const copy = new Set();
    done.set(value, copy);
    for (const item of value as Set<unknown>) copy.add(clone(item, `${place} member`, done));
    return copy;
  }
  if (typedArrays.has(prototype)) {
    const copy = (value as Float64Array).slice();
    done.set(value, copy);
    return copy;
  }
  if (prototype === Object.prototype || prototype === null) {
    const copy: Record<string, unknown> = {};
    done.set(value, copy);
    for (const [k, v] of Object.entries(value)) copy[k] = clone(v, `${place}.${k}`, done);
    return copy;
  }
  const name = (prototype as { constructor?: { name?: string } }).constructor?.name ?? "unknown";
  throw new InvariantError(`${place} is a ${name}; state must be plain data`);
}
