import { expect, test } from "vitest";
import {
  CHANNELS_METADATA,
  type ChannelDeclaration,
  declarationText,
  readDeclarations,
} from "./channel-declaration.ts";

const read = (record: Record<string, string>) => readDeclarations(new Map([[CHANNELS_METADATA, record]]));

const LAW: ChannelDeclaration = {
  ...{ topic: "/auv/pilot", group: "control", plot: "lines", vehicle: "auv", of: "auv/pilot", title: "Pilot" },
  fields: [
    { name: "depthError_m", unit: "m", role: "error", quantity: "depth", label: "depth error" },
    { name: "rudder-top_rad", unit: "rad", role: "command", quantity: "angle", part: "rudder-top" },
  ],
};

test("what is declared is read back, with the names of fields as the log has them", () => {
  const { fieldsOf, ...rest } = read({ "/auv/pilot": declarationText(LAW) }).get("/auv/pilot")!;
  const { fields, ...said } = LAW;
  expect(rest).toEqual(said);
  expect(fieldsOf(["depthError_m", "rudder_top_rad"])).toEqual([fields[0], { ...fields[1], name: "rudder_top_rad" }]);
  // A column that was not declared has its name; a field without column is left out.
  expect(fieldsOf(["more", "depthError_m"])).toEqual([{ name: "more", unit: "" }, fields[0]]);
});

test("a field names what says whether it is valid as the log names that, and roles of samples are read back", () => {
  const fields = [
    { name: "taken_s", unit: "s", role: "taken" },
    { name: "water-valid", unit: "" },
    { name: "speed_mps", unit: "m/s", quantity: "speed_mps", validBy: "water-valid" },
    { name: "speedTrue_mps", unit: "m/s", role: "truth", quantity: "speed_mps" },
    { name: "north_m", unit: "m", role: "estimate", quantity: "north" },
  ] as const;
  const declared = read({ "/auv/log": declarationText({ ...LAW, topic: "/auv/log", fields }) }).get("/auv/log")!;
  const columns = ["taken_s", "water_valid", "speed_mps", "speedTrue_mps", "north_m"];
  const [taken, valid, speed, truth, estimate] = declared.fieldsOf(columns);
  expect([taken, truth, estimate]).toEqual([fields[0], fields[3], fields[4]]);
  expect(valid!.name).toBe("water_valid");
  expect(speed).toEqual({ ...fields[2], validBy: "water_valid" });
});

test("ten thousand cells of a picture are one field with a count, and each column gets its meaning", () => {
  const cells = Array.from({ length: 10_000 }, (_, k) => ({ name: `c${k}`, unit: "m" }));
  const text = declarationText({
    topic: "/p",
    group: "excerpts",
    plot: "picture",
    fields: [{ name: "rows", unit: "" }, ...cells],
  });
  expect(text.length).toBeLessThan(200);
  const fields = read({ "/p": text })
    .get("/p")!
    .fieldsOf(["rows", ...cells.map(({ name }) => name)]);
  expect(fields[0]).toEqual({ name: "rows", unit: "" });
  expect(fields.slice(1)).toEqual(cells);
});

test("a record that is anything else is left out, and what does not fit in a sound one, too", () => {
  for (const text of [
    "",
    "no JSON",
    "null",
    "[]",
    "7",
    '{"plot":"lines"}',
    '{"group":"a","fields":7}',
    '{"units":["m"]}',
  ])
    expect([text, [...read({ "/x": text }).keys()]]).toEqual([text, []]);
  const strange = {
    plot: "cake",
    group: "g",
    title: 7,
    fields: [null, 7, { name: "a" }, { name: "b", unit: "m", role: "?", count: -1 }],
  };
  const { fieldsOf, ...rest } = read({ "/x": JSON.stringify(strange) }).get("/x")!;
  expect(rest).toEqual({ topic: "/x", group: "g", plot: "lines" });
  expect(fieldsOf(["a", "b"])).toEqual([
    { name: "a", unit: "" },
    { name: "b", unit: "m" },
  ]);
  // A count that no log has columns for costs nothing.
  const huge = { group: "g", fields: [{ name: "a", unit: "m", count: 1e15 }] };
  expect(
    read({ "/x": JSON.stringify(huge) })
      .get("/x")!
      .fieldsOf(["a", "b"]),
  ).toHaveLength(2);
  expect(readDeclarations(new Map()).size).toBe(0);
});
