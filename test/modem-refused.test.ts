/** What is wrong with modems in a file is reported when it is loaded, with the place, what was seen and what is allowed; all of it at once. */
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { node, ROUND, runModems, sea } from "./support/modem-runs.ts";
import { loadText } from "./support/scenarios.ts";

/** Errors of a text in which ⟦ marks the place of the first; line and column count from 1. */
function refusal(marked: string): { place: string; expected: string; errors: string[] } {
  const at = marked.indexOf("⟦");
  const before = marked.slice(0, at).split("\n");
  const { scenario, diagnostics } = loadText(marked.replace("⟦", ""));
  expect(scenario === null).toBe(true);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic);
  const place = errors[0]!.split(" ")[0]!;
  return { place, expected: `test.xml:${before.length}:${before.at(-1)!.length + 1}:`, errors };
}

function expectRefused(marked: string, ...words: readonly RegExp[]): void {
  const { place, expected, errors } = refusal(marked);
  for (const word of words) expect(errors.join("\n")).toMatch(word);
  expect([errors, place]).toEqual([errors, expected]);
}

const at = (k: number): readonly [number, number, number] => [100 * k, 0, 5];
const pair = (first: string, inside = "", second = ROUND): string =>
  sea(10, [node("a", at(0), 1, first, inside), node("b", at(1), 2, second)]);

describe("refused when the file is loaded", () => {
  test("an unknown medium: the media are listed", () => {
    expectRefused(pair(`medium="⟦light" ${ROUND}`), /light/, /sound, radio/);
  });

  test("a band that reaches below 0 Hz", () => {
    expectRefused(pair(ROUND.replace('bandwidth_Hz="6e3"', 'bandwidth_Hz="⟦7e4"')), /below 0 Hz/, /at most 66000/);
  });

  test.each([
    ["frequency_Hz", '"33e3"', '"-33e3"'],
    ["bandwidth_Hz", '"6e3"', '"0"'],
    ["bitRate_bps", '"1000"', '"-20"'],
  ])("%s of %s is not %s: it must be above 0", (name, good, bad) => {
    expectRefused(
      pair(ROUND.replace(`${name}=${good}`, `${name}=${bad.replace('"', '"⟦')}`)),
      new RegExp(name),
      /above 0|below its minimum/,
    );
  });

  test.each(["transmitPower_W", "listenPower_W"])("a negative power: %s = −1", (name) => {
    expectRefused(pair(`${ROUND} ${name}="⟦-1"`), new RegExp(`${name} = -1`), /minimum 0|at least 0/);
  });

  test("a negative radiated power", () => {
    const radio = `medium="radio" frequency_Hz="868e6" bandwidth_Hz="1e6" bitRate_bps="1000" threshold_dB="8" radiatedPower_W="⟦-1"`;
    expectRefused(pair(radio), /radiatedPower_W = -1/);
  });

  test("a modem of sound without a source level, and one of radio without a power", () => {
    const sound = ROUND.replace('sourceLevel_dBre1uPam="177"', "");
    const { errors } = refusal(pair(`⟦${sound}`));
    expect(errors.join()).toMatch(/source level/);
    const radio = 'medium="radio" frequency_Hz="868e6" bandwidth_Hz="1e6" bitRate_bps="1000" threshold_dB="8"';
    expect(refusal(pair(`⟦${radio}`)).errors.join()).toMatch(/radiated power/);
  });

  test("two modems of one band with one address: both are named, and a free address", () => {
    const text = sea(10, [node("a", at(0), 7, ROUND), node("b", at(1), 7, ROUND)]);
    const marked = text.replace('address="7"', 'address="⟦7"');
    expectRefused(marked, /s\/a\/modem and s\/b\/modem both have the address 7/, /1 is free/);
  });

  test("one address in two bands is no mistake", () => {
    const other = ROUND.replace("33e3", "60e3");
    const { scenario } = loadText(sea(10, [node("a", at(0), 7, ROUND), node("b", at(1), 7, other)]));
    expect(scenario !== null).toBe(true);
  });

  test("an address that is not one", () => {
    expectRefused(pair(ROUND).replace('address="1"', 'address="⟦-3"'), /address/, /-3/);
    expectRefused(pair(ROUND).replace('address="1"', 'address="⟦70000"'), /address/, /65534/);
  });

  test("slots shorter than the longest frame, of TDMA and of slotted ALOHA, with the length that is needed", () => {
    expectRefused(
      pair(ROUND, '<mac model="tdma" slots_s="⟦0.5" guards_s="0.1"/>'),
      /0\.5 s is shorter/,
      /at least 1\.1/,
    );
    expectRefused(pair(ROUND, '<mac model="slotted-aloha" slot_s="⟦0.5"/>'), /slot_s = 0\.5/, /at least 1/);
  });

  test("a frame above the greatest: 126 bytes where 125 are carried", () => {
    const traffic = '<traffic model="schedule" times_s="1" messageBytes="⟦126"/>';
    expectRefused(pair(ROUND, traffic), /126 bytes/, /at most 125/);
    const long = `<traffic model="schedule" times_s="1" text="⟦${"x".repeat(126)}"/>`;
    expectRefused(pair(ROUND, long), /126 bytes/, /at most 125/);
    expectRefused(pair(ROUND.replace('longestMessageBytes="125"', 'longestMessageBytes="⟦5000"')), /4096/);
  });

  test("an unknown destination: the addresses that exist are listed", () => {
    const to = (what: string): string =>
      pair(ROUND, `<traffic model="schedule" times_s="1" to=${what} messageBytes="5"/>`);
    expectRefused(to('"⟦9"'), /no modem of its band has the address 9/, /1, 2/);
    expectRefused(to('"⟦harbour"'), /harbour/, /0 to 65534, all, any/);
    expectRefused(to('"⟦1"'), /to itself/);
  });

  test("what is for all cannot be acknowledged", () => {
    expectRefused(pair(ROUND, '<traffic model="schedule" times_s="1" messageBytes="5" reliable="⟦true"/>'), /all/);
  });

  test("a relay that is not there, or is the modem itself", () => {
    expectRefused(pair(ROUND, '<relay to="2" via="⟦5"/>'), /address 5/, /1, 2/);
    expectRefused(pair(ROUND, '<relay to="2" via="⟦1"/>'), /itself/);
  });

  test("relays in a circle: 1 sends what is for 3 over 2, and 2 sends it over 1", () => {
    const text = sea(10, [
      node("a", at(0), 1, ROUND, '<relay to="3" via="⟦2"/>'),
      node("b", at(1), 2, ROUND, '<relay to="3" via="1"/>'),
      node("c", at(2), 3, ROUND),
    ]);
    expectRefused(text, /circle/, /1, 2, 1/);
  });

  test("CSMA/CD with a modem that does not hear while it sends", () => {
    expectRefused(pair(ROUND, '<⟦mac model="csma-cd"/>'), /half-duplex/, /csma-ca/);
  });

  test("several mistakes are reported at once", () => {
    const text = pair(`${ROUND} transmitPower_W="⟦-1"`, '<mac model="tdma" slots_s="-2"/>');
    expect(refusal(text).errors.length).toBeGreaterThan(1);
  });
});

test("a file whose frames just fit is accepted and runs", () => {
  const run = runModems(
    pair(ROUND, '<mac model="slotted-aloha" slot_s="1"/><traffic model="schedule" times_s="1" messageBytes="125"/>'),
  );
  expect(run.figures("b/modem").delivered).toBe(1);
});
