import { expect, test } from "vitest";
import { figureLines, figureText, worldFigureLines } from "./figures.ts";

const figures = new Map([
  ["auv/modem", { sent: 3, delivered: 2, outOfRange: 1, queueFull: 0 }],
  ["auv/gauge", { readings: 0 }],
  ["auv2/modem", { sent: 1 }],
  ["world/buoys", { energy_J: 12.34567 }],
]);

test("a thing that has counted anything has one line below its vehicle, without what is 0", () => {
  expect(figureLines(figures, "auv")).toEqual(["         modem: 3 sent, 2 delivered, 1 out of range"]);
  expect(figureLines(figures, "auv2")).toEqual(["         modem: 1 sent"]);
  expect(figureLines(figures, "rov")).toEqual([]);
});

test("things of the world have a heading of their own, where they have counted anything", () => {
  expect(worldFigureLines(figures)).toEqual(["world", "         buoys: 12.35 J energy"]);
  expect(worldFigureLines(new Map([["auv/modem", { sent: 1 }]]))).toEqual([]);
});

test("a name ends in its unit, or is a count, in full however large", () => {
  expect(figureText("sendingTime_s", 0.123456)).toBe("0.1235 s sending time");
  expect(figureText("bytes", 123_456_789)).toBe("123456789 bytes");
  expect(figureText("lost", Number.NaN)).toBe("NaN lost");
});
