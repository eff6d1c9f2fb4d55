/**
 * Loading a document of 500 components: one root with 500 children, half of them written out, half taken from ten
 * files and overriding two values. Everything is read, parsed and checked anew in each run, as a start of the program
 * does; reading from disk is left out.
 */
import {
  type Definition,
  Definitions,
  defineKind,
  defineModel,
  loadComponent,
  memoryReader,
} from "../src/library/index.ts";
import { type Benchmark, figure } from "./harness.ts";

const CHILDREN = 500;
const FILES = 10;

const device = defineKind<number>()({
  kind: "device",
  doc: "A device with as many parameters as a thruster",
  params: {
    diameter_m: { doc: "a length", min: 1e-3 },
    kT0: { doc: "a ratio", unit: "1" },
    kT1: { doc: "a ratio", unit: "1", max: 0 },
    kQ0: { doc: "a ratio", unit: "1" },
    kQ1: { doc: "a ratio", unit: "1", max: 0 },
    shaftLag_s: { doc: "a time", above: 0, default: 0.1 },
    maxSpeed_rps: { doc: "a speed", min: 0 },
    handedness: { doc: "a sign", unit: "1", oneOf: [1, -1], default: 1 },
    tiltLimit_deg: { doc: "an angle", min: 0, max: 90, default: 45 },
    inertia_kgm2: { type: "reals", length: 9, doc: "a matrix" },
    medium: { type: "choice", choices: ["fresh", "sea"], doc: "a choice", default: "sea" },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "a place" },
    attitude_deg: { type: "reals", length: 3, doc: "an attitude", default: [0, 0, 0] },
  },
});

const coarse = defineModel(device, {
  model: "coarse",
  doc: "Reads little",
  default: true,
  reads: ["diameter_m", "kT0", "shaftLag_s"],
  create: (params) => params.diameter_m,
});

const world = defineKind()({
  kind: "world",
  doc: "A document",
  params: { duration_s: { doc: "length of the run", above: 0 } },
  provenance: false,
  children: { device: { doc: "everything in it" } },
});

const VALUES = `diameter_m="0.076" kT0="0.44" kT1="-0.31" kQ0="0.05" kQ1="-0.04" shaftLag_s="0.08" maxSpeed_rps="60"
    handedness="-1" tiltLimit_deg="30" inertia_kgm2="0.1 0 0 0 0.1 0 0 0 0.2" medium="fresh"`;
const NOTES = `<doc>A device.</doc>
    <provenance of="diameter_m kT0 kT1" status="published" source="Somebody2019" note="table 2"/>
    <provenance of="*" status="assumed"/>`;

function documents(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < FILES; i++)
    files[`devices/${i}.xml`] = `<device id="d${i}" ${VALUES}>\n    ${NOTES}\n</device>\n`;
  const children = Array.from({ length: CHILDREN }, (_, i) => {
    const place = `position_m="${i} 0 -1" attitude_deg="0 90 ${i % 360}"`;
    if (i % 2 === 0) return `  <device id="d${i}" ${VALUES} ${place}>\n    ${NOTES}\n  </device>`;
    const override = '<provenance of="kT0 maxSpeed_rps" status="derived" source="Tank"/>';
    return `  <device id="d${i}" file="devices/${(i >> 1) % FILES}.xml" ${place} kT0="0.5" maxSpeed_rps="50">${override}</device>`;
  });
  files["world.xml"] = `<world id="w" duration_s="60">\n${children.join("\n")}\n</world>\n`;
  return files;
}

export const benchmark: Benchmark = {
  name: "library",
  doc: `loading a document of ${CHILDREN} components, half of them from ${FILES} files`,
  run: () => {
    const list: readonly Definition[] = [device, coarse, world];
    const { definitions } = Definitions.create(list);
    const reader = memoryReader(documents());
    const runs_ms: number[] = [];
    // No warm-up: a program loads its scenario once, with a cold compiler. The median is the warm figure.
    for (let run = 0; run < 9; run++) {
      const start = process.hrtime.bigint();
      const { component, diagnostics } = loadComponent(definitions, reader, "world.xml");
      runs_ms.push(Number(process.hrtime.bigint() - start) / 1e6);
      if (component?.children.length !== CHILDREN || diagnostics.length > 0)
        throw new Error("the document did not load");
    }
    const goal = { of: "value", atMost: 500 } as const;
    return [
      figure("load 500 components, first time", "ms", runs_ms.slice(0, 1), goal),
      figure("load 500 components", "ms", runs_ms, goal),
    ];
  },
};
