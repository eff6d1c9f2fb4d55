/** Contacts in a run: bodies fall on the bottom, strike one another, rest, and slide. */
import { describe, expect, test } from "vitest";
import type { ScenarioRun } from "../src/scenario/index.ts";
import { runToEnd, scenarioOf } from "./support/scenarios.ts";

const G = 9.81;

interface Ball {
  readonly name?: string;
  readonly at?: string;
  readonly velocity?: string;
  readonly mass_kg?: number;
  readonly e?: number;
  readonly mu?: number;
}

/** A ball of 0.4 m and 0.02 m³ without drag in water of 1000 kg/m³, with 10 kg of added mass. */
function ball({ name = "ball", at = "0 0 5", velocity = "0 0 0", mass_kg = 25, e = 0.5, mu = 0.3 }: Ball = {}): string {
  return `<vehicle id="${name}" length_m="0.4" position_m="${at}" velocity_mps="${velocity}">
    <hull id="hull" mass_kg="${mass_kg}" volume_m3="0.02" cg_m="0 0 0" inertia_kgm2="0.5 0.5 0.5 0 0 0" shape="ellipsoid"
      size_m="0.4 0.4 0.4" addedMass="10 10 10 0 0 0"/>
    <shape model="sphere" diameter_m="0.4" friction="${mu}" restitution="${e}"><provenance of="*" status="assumed" note="a test"/></shape></vehicle>`;
}

function world(inside: string, duration_s: number, attributes = ""): string {
  return `<scenario id="s" duration_s="${duration_s}" step_s="0.02"><world density_kgpm3="1000" gravity_mps2="${G}" ${attributes}>
    ${inside}</world>`;
}

function flat(depth_m: number, e: number, mu = 0.3): string {
  return `<bottom id="ground" depth_m="${depth_m}" friction="${mu}" restitution="${e}"><provenance of="*" status="assumed" note="a test"/></bottom>`;
}

const log = '<log rate_Hz="50" channels="state"/></scenario>';

function texts(run: ScenarioRun): string[] {
  return run.events.map(({ t_ns, name, message }) => `${(t_ns / 1e9).toFixed(3)} ${name} ${message}`);
}

describe("a ball on a flat bottom", () => {
  test("falls, rebounds with e of its speed, and comes to rest", () => {
    const { run } = runToEnd(scenarioOf(`${world(flat(6, 0.5), 20)}${ball()}${log}`));
    console.log(texts(run).slice(0, 20));
    expect(run.events.length).toBeGreaterThan(0);
  });
});
