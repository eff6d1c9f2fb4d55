/** The arguments of calls: which one a parameter gets, what it is worth, and the numbered sets of each task (rule 42). */
import type { Argument, Value } from "../syntax/tree.ts";
import type { Arguments, Constant } from "./checked-mission.ts";

/** By name, or by place. */
export function argumentOf(given: readonly Argument[], name: string, place: number): Argument | undefined {
  return given.find((a) => a.name?.text === name) ?? (given[place]?.name === null ? given[place] : undefined);
}

/** `values` are those of the parameters of the procedure around it. */
export function constantOf(value: Value, values: ReadonlyMap<string, Constant>): Constant {
  return value.kind === "parameter" ? values.get(value.name.text)! : value.value;
}

export function writtenConstant(value: Constant): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** The different sets of arguments that each task is called with, in the order of the text. */
export class ArgumentSets {
  readonly #sets = new Map<string, { readonly key: string; readonly values: Arguments }[]>();

  of(task: string): Arguments[] {
    return (this.#sets.get(task) ?? []).map((s) => s.values);
  }

  /** The place of a set among those of its task; a new one is entered. */
  placeOf(task: string, values: Arguments): number {
    const key = JSON.stringify(values);
    const sets = this.#sets.get(task) ?? [];
    this.#sets.set(task, sets);
    const known = sets.findIndex((s) => s.key === key);
    return known >= 0 ? known : sets.push({ key, values }) - 1;
  }
}
