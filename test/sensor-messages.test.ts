import { expect, test } from "vitest";
import { samples } from "../src/control/index.ts";
import * as sensors from "../src/sensors/index.ts";

test("what sensors send is what software takes: the two rooms have the same names, fields and units", () => {
  const sent = sensors as unknown as Readonly<Record<string, { readonly name: string; readonly fields: object }>>;
  for (const [name, taken] of Object.entries(samples)) {
    expect(sent[name]?.name).toBe(taken.name);
    expect(Object.entries(sent[name]!.fields)).toEqual(Object.entries(taken.fields));
  }
});
