/** What is wrong with a <software> in a scenario's file is reported with its place, all at once. */
import { expect, test } from "vitest";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { loadText } from "./support/scenarios.ts";

function scenario(software: string): string {
  return `<scenario id="s" duration_s="10"><world/>
<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5">
${software}
</vehicle><log rate_Hz="1"/></scenario>`;
}

const PILOT = `<autopilot id="pilot" file="components/controllers/remus100-autopilot.xml"/>`;
const PLAN = `<module id="route" model="plan"><leg heading_deg="90" depth_m="5" speed_mps="1.5" duration_s="60"/></module>`;
const LINK = `<link from="route.setpoint" to="pilot.setpoint"/>`;

test("a plan linked to an autopilot is accepted", () => {
  const { scenario: made, diagnostics } = loadText(scenario(`<software>${PLAN}${PILOT}${LINK}</software>`));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(made).not.toBeNull();
});

test.each([
  [
    "an unknown module",
    `${PLAN}${PILOT}${LINK}<<|link|> from="rout.setpoint" to="pilot.override"/>`,
    "MOD001",
    'did you mean "route"?',
  ],
  [
    "another type",
    `${PLAN}${PILOT}${LINK}<<|link|> from="route.setpoint" to="pilot.override"/>`,
    "MOD003",
    "flightOverride",
  ],
  [
    "the wrong way",
    `${PLAN}${PILOT}${LINK}<<|link|> from="pilot.override" to="route.state"/>`,
    "MOD002",
    "is an input",
  ],
  [
    "a second link",
    `${PLAN}${PILOT}${LINK}<<|link|> from="route.setpoint" to="pilot.setpoint"/>`,
    "MOD006",
    "two links end",
  ],
])("%s: the link is the place", (_, software, code, says) => {
  const { files, mark } = unmark(scenario(`<software>${software}</software>`));
  const { scenario: made, diagnostics } = loadText(files["main.xml"]!);
  expect(made).toBeNull();
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map((d) => d.code)).toEqual([code]);
  expect(errors[0]?.range).toMatchObject({ file: "test.xml", ...placeOf(files["main.xml"]!, mark!.start) });
  expect(`${errors[0]?.message} ${errors[0]?.hint}`).toContain(says);
});

test("two programs, or a program and a script, that drive one actuator; and every other mistake beside it", () => {
  const two = `<software id="a">${PLAN}${PILOT}${LINK}<link from="x.y" to="pilot.override"/></software>
<script actuator="propeller" times_s="0" values="0"/>`;
  const { diagnostics } = loadText(scenario(two));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map((d) => d.message).join("\n")).toMatch(/both drive propeller/);
  expect(errors.map((d) => d.code)).toContain("MOD001");
  for (const { range } of errors) expect(range?.line).toBeGreaterThan(0);
});
