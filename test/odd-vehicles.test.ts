/** What an engineer would raise an eyebrow at is said by check and by run, at the attribute concerned; shipped files are silent. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../src/core/index.ts";
import { formatDiagnostic } from "../src/core/index.ts";
import { loadComponent } from "../src/library/index.ts";
import { placeOf, unmark } from "../src/library/test/marks.ts";
import { loadScenario } from "../src/scenario/index.ts";
import { assessVehicle, hullOddities } from "../src/vehicles/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, loadText, readerOver } from "./support/scenarios.ts";
import { warmThetis } from "./support/warm-thetis.ts";

/** A body of revolution of 20 kg and 0.6 m; each case spoils one attribute. */
const hull: Readonly<Record<string, string>> = {
  mass_kg: "20",
  volume_m3: "0.0196",
  cg_m: "0 0 0.02",
  inertia_kgm2: "0.2 1 1 0 0 0",
  shape: "ellipsoid",
  size_m: "0.6 0.25 0.25",
  addedMass: "2 14 14 0 0.5 0.5",
  linearDamping: "4 8 8 0.5 1 1",
  quadraticDamping: "15 60 60 0.1 2 2",
};

interface Spoilt {
  readonly hull?: Readonly<Record<string, string>>;
  readonly length_m?: string;
  readonly thruster?: string;
  readonly fin?: string;
}

function vehicleFile(spoilt: Spoilt): string {
  const attributes = Object.entries({ ...hull, ...spoilt.hull }).map(([name, value]) => `${name}="${value}"`);
  return `<vehicle id="v" length_m="${spoilt.length_m ?? "0.6"}">
  <provenance of="*" status="assumed"/>
  <hull id="h"
    ${attributes.join("\n    ")}><provenance of="*" status="assumed"/></hull>
  <thruster id="stern" file="components/thrusters/t200-16V.xml"
    position_m="${spoilt.thruster ?? "-0.3 0 0"}"/>
  <fin id="rudder" file="components/fins/remus100-fin.xml"
    position_m="-0.25 0 -0.1" attitude_deg="90 0 0" ${spoilt.fin ?? ""}><provenance of="*" status="assumed"/></fin>
</vehicle>`;
}

const odd: [string, string, Spoilt, string][] = [
  ["VEH007", "a centre of mass above the centre of buoyancy", { hull: { cg_m: "<|0 0 -0.02|>" } }, "turns over"],
  [
    "VEH007",
    "a centre of mass far above",
    { hull: { cg_m: "<|0 0 -0.12|>" } },
    "under water it turns over; afloat it turns over in roll, where GM is -0.12 m, and in pitch, where GM is -0.117 m",
  ],
  ["VEH020", "180 kg on 17.9 L", { hull: { mass_kg: "<|180|>", volume_m3: "0.0179" } }, "times what it displaces, 18."],
  [
    "VEH020",
    "0.2 kg on 19.6 L",
    { hull: { mass_kg: "<|0.2|>", inertia_kgm2: "0.002 0.01 0.01 0 0 0" } },
    "floats like a cork",
  ],
  ["VEH021", "a length ten times the hull", { length_m: "<|6|>" }, "its hull is 0.6 m long"],
  [
    "VEH021",
    "an inertia that does not fit into the hull",
    { hull: { inertia_kgm2: "<|0.2 10 10 0 0 0|>" } },
    "0.707 m from the centre of mass",
  ],
  [
    "VEH021",
    "strips ten times as wide as the hull",
    { hull: { crossFlowDrag: "1.1", crossFlowDiameter_m: "<|2.5|>" } },
    "0.25 m wide",
  ],
  ["VEH021", "a fin longer than the hull", { fin: 'span_m="<|0.8|>"' }, "largest size, 0.6 m"],
  ["VEH022", "a thruster 54 m aft", { thruster: "<|-54 0 0|>" }, 'thruster "stern" stands 53.7 m off the hull'],
  ["VEH022", "a centre of mass 20 m below", { hull: { cg_m: "<|0 0 20|>" } }, "outside the hull"],
  ["VEH022", "a hull 50 m from Bo", { hull: { cg_m: "50 0 0.02", cb_m: "<|50 0 0|>" } }, "49.7 m from Bo"],
  ["VEH023", "negative linear damping", { hull: { linearDamping: "<|4 -8 8 0.5 1 1|>" } }, "-8 in sway"],
  ["VEH023", "negative quadratic damping", { hull: { quadraticDamping: "<|15 60 60 0.1 2 -2|>" } }, "-2 in yaw"],
];

describe("a vehicle that is allowed, and odd", () => {
  const found = (list: readonly Diagnostic[]): string[] => list.map(formatDiagnostic);

  test("the sound one that the others are made of is silent", () => {
    const { component } = loadComponent(definitions, readerOver({ "v.xml": vehicleFile({}) }), "v.xml");
    const { diagnostics } = assessVehicle(definitions, component!, { density_kgpm3: 1025, gravity_mps2: 9.81 });
    expect(found(diagnostics)).toEqual([]);
  });

  test.each(odd)("%s: %s is said at its place by check and by run", (code, _what, spoilt, says) => {
    const { files, mark } = unmark(vehicleFile(spoilt));
    const text = files["main.xml"]!;
    const reader = readerOver({
      "v.xml": text,
      "s.xml": '<scenario id="s" duration_s="1"><vehicle id="a" file="v.xml"/></scenario>',
    });
    const place = { ...placeOf(text, mark!.start), file: "v.xml" };
    const { component } = loadComponent(definitions, reader, "v.xml");
    const alone = assessVehicle(definitions, component!, { density_kgpm3: 1025, gravity_mps2: 9.81 }).diagnostics;
    const inScenario = loadScenario(definitions, reader, "s.xml", ["step_s=0.001"]).diagnostics;
    for (const list of [alone, inScenario]) {
      const those = list.filter((d) => d.code === code);
      // One message, also where a vehicle turns over under water and afloat, in roll and in pitch: the attribute is the same.
      expect(those.length, found(list).join("\n")).toBe(1);
      expect(those[0]).toMatchObject({ severity: "warning", range: place });
      expect(those[0]!.message).toContain(says);
    }
  });

  test("a boat, which cannot dive and lies well afloat, is not told how it would lie under water", () => {
    // 20 kg on a box of 1 m x 0.6 m x 0.2 m: it draws 3 cm, GM is some metres, and the centre of mass stands 2 cm above that of the box.
    const boat = { shape: "box", size_m: "1 0.6 0.2", volume_m3: "0.12", cg_m: "0 0 -0.02" };
    const { component } = loadComponent(
      definitions,
      readerOver({ "v.xml": vehicleFile({ hull: boat, length_m: "1" }) }),
      "v.xml",
    );
    const { diagnostics, statics } = assessVehicle(definitions, component!, {
      density_kgpm3: 1025,
      gravity_mps2: 9.81,
    });
    expect(statics!.submerged.bg_m).toBeLessThan(0);
    expect(statics!.floating!.waterplane.rollMetacentricHeight_m).toBeGreaterThan(0);
    expect(found(diagnostics)).toEqual([]);
  });

  test("derivatives that drive are named, where the model reads them", () => {
    const file = "components/vehicles/remus100-prestero.xml";
    const answer = nodeReader().read(file);
    const text = "text" in answer ? answer.text.replace(/Yvv="-/, 'Yvv="') : "";
    const { component } = loadComponent(definitions, readerOver({ [file]: text }), file);
    const body = component!.children.find((child) => child.kind === "hull")!;
    expect(found(hullOddities(body)).join()).toContain("VEH023: Yvv = 131: the damping in sway drives");
  });
});

test("a value of --set is blamed at its place", () => {
  const text =
    '<scenario id="s" duration_s="1">\n<vehicle id="auv" file="components/vehicles/remus100-finned.xml"/></scenario>';
  const { scenario, diagnostics } = loadText(text, ["auv/hull/cg_m=0 0 20"]);
  expect(scenario).not.toBeNull();
  expect(diagnostics.map(({ code, range }) => [code, range?.file, range?.line, range?.column])).toEqual([
    ["VEH022", "--set", 1, 15],
  ]);
});

test("run prints what the vehicle will suffer from, and not what is said of provenance", async () => {
  const call = [
    "run",
    "scenarios/first-dive.xml",
    "--no-log",
    "--set",
    "duration_s=0.1",
    "--set",
    "auv/hull/cg_m=0 0 -0.05",
  ];
  const { stderr, status } = await warmThetis(call);
  expect(status).toBe(0);
  expect(stderr).toContain("--set:2:15: warning VEH007");
  expect(stderr).not.toContain("LIB035");
});

describe("what ships is silent", () => {
  const below = (folder: string): string[] => readdirSync(folder).map((name) => `${folder}/${name}`);

  test.each(below("components/vehicles"))("%s", (file) => {
    const { component } = loadComponent(definitions, nodeReader(), file);
    const { diagnostics } = assessVehicle(definitions, component!, { density_kgpm3: 1025, gravity_mps2: 9.81 });
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  });

  test.each(below("scenarios").filter((file) => file.endsWith(".xml")))("%s", (file) => {
    expect(loadScenario(definitions, nodeReader(), file).diagnostics.map(formatDiagnostic)).toEqual([]);
  });
});
