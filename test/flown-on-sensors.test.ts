/** Software that flies on its sensors: what it needs of them, and how far off it is. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../src/core/index.ts";
import { loadComponent } from "../src/library/index.ts";
import { loadScenario } from "../src/scenario/index.ts";
import { nodeReader } from "./support/node-reader.ts";
import { definitions, loadText } from "./support/scenarios.ts";
import { mean, runSensors, Z } from "./support/sensor-runs.ts";

const SENSORS = {
  depth: '<sensor id="depth" file="components/sensors/keller-33x.xml" position_m="0.5 0 0"/>',
  ahrs: '<sensor id="ahrs" file="components/sensors/xsens-mti.xml"/>',
  dvl: '<sensor id="dvl" file="components/sensors/rdi-workhorse-navigator-1200.xml" position_m="0.3 0 0.08"/>',
};
const ALL = Object.values(SENSORS).join("");

function scenario(inside: string, duration_s = 60): string {
  return `<scenario id="s" duration_s="${duration_s}">
<world><bottom id="ground" model="flat" depth_m="25"><provenance of="*" status="assumed" note="test"/></bottom></world>
<vehicle id="auv" file="components/vehicles/remus100-finned.bare.xml" position_m="10 20 3" velocity_mps="1.5 0 0">
${inside}
<autopilot id="pilot" file="components/controllers/remus100-autopilot.xml"><leg heading_deg="60" depth_m="6" speed_mps="1.5" duration_s="600"/></autopilot>
</vehicle><log rate_Hz="1"/></scenario>`;
}

function said(inside: string): string[] {
  return loadText(scenario(inside)).diagnostics.map(formatDiagnostic);
}

describe("a REMUS on depth gauge, attitude reference and Doppler log", () => {
  test("holds course and depth, and knows its place to the errors of its sheets", () => {
    const { column } = runSensors(scenario(`${ALL}<navigation/>`, 120));
    const heading = column("/auv/state", "heading_rad").at(-1)!;
    const depth = column("/auv/state", "depth_m").at(-1)!;
    // The sheet of the reference says 1° of heading at rest and 2° in motion: three times that. The gauge is good to centimetres.
    expect(Math.abs((heading * 180) / Math.PI - 60)).toBeLessThan(6);
    expect(Math.abs(depth - 6)).toBeLessThan(0.2);
    // 180 m of way at 2° are 6.3 m across; the log's own error of scale of 0.2 % is far below.
    expect(Math.max(...column("/auv/navigation", "horizontalError_m"))).toBeLessThan(6.3);
    expect(Math.max(...column("/auv/navigation", "horizontalError_m"))).toBeGreaterThan(0.01);
  });

  test("commands go out at the rate of the pilot, not with each sample", () => {
    const { times_s } = runSensors(scenario(`${ALL}<navigation/>`, 10));
    expect(times_s("/auv/commands")).toHaveLength(101);
  });

  test("a dead depth gauge shows as an age, and the depth goes on with the log's vertical velocity", () => {
    const dead = SENSORS.depth.replace("/>", '><failure mode="dead" from_s="30"/></sensor>');
    const { column, events } = runSensors(scenario(`${dead}${SENSORS.ahrs}${SENSORS.dvl}<navigation/>`, 60));
    expect(column("/auv/pilot/navigation", "depthAge_s").at(-1)).toBeCloseTo(30, 0);
    expect(events.some(({ name, level }) => name === "auv/depth" && level === "warning")).toBe(true);
    // Estimates every 50 ms, samples more often: the age passes 5 s at 35.0 s or at the estimate behind it.
    const reports = events.filter(({ name }) => name === "auv/pilot/navigation");
    expect(reports).toEqual([
      { ...reports[0]!, level: "warning", message: expect.stringContaining("its last depth is 5") },
    ]);
    expect(reports[0]!.t_ns / 1e9).toBeGreaterThan(34.9);
    expect(reports[0]!.t_ns / 1e9).toBeLessThan(35.1);
    expect(Math.abs(column("/auv/navigation", "depthError_m").at(-1)!)).toBeLessThan(1.5);
  });
});

describe("another maker's Doppler log is another file name", () => {
  const folder = new URL("../components/sensors/", import.meta.url);
  const makers = readdirSync(folder).filter((name) =>
    readFileSync(new URL(name, folder), "utf8").includes('model="dvl"'),
  );

  test("there are several", () => {
    expect(makers.length).toBeGreaterThanOrEqual(4);
  });

  test.each(makers)(
    "%s: the same vehicle flies on it, and measures its speed to the bias and the scale of the file",
    (maker) => {
      const file = `components/sensors/${maker}`;
      const name = "components/sensors/rdi-workhorse-navigator-1200.xml";
      const text = scenario(`${ALL}<navigation/>`, 60);
      expect(text).toContain(name);
      expect(loadText(text.replace(name, file)).diagnostics.map(formatDiagnostic)).toEqual([]);
      const { column, times_s, events } = runSensors(text.replace(name, file));
      const p = loadComponent(definitions, nodeReader(), file).component!.params as Readonly<Record<string, number>>;
      expect(events.filter(({ level }) => level !== "info")).toEqual([]);
      // Two pings at most: its own rate, and what of it an echo of 20 m takes.
      expect(Math.max(...column("/auv/pilot/navigation", "velocityAge_s").slice(60))).toBeLessThan(
        2 / p.rate_Hz! + 0.1,
      );
      // From 20 s on it is on its course at 1.5 m/s: bias and scale of the run are left of the mean; noise of 300 pings is not seen.
      const steady = times_s("/auv/navigation").map((t) => t >= 20);
      const error = mean(column("/auv/navigation", "uError_mps").filter((_, k) => steady[k]));
      expect(Math.abs(error)).toBeLessThan(Z * Math.hypot(p.velocityTurnOnBias_mps!, 1.5 * p.velocityScaleError!));
      expect(Math.abs(error)).toBeGreaterThan(0);
      const heading = column("/auv/state", "heading_rad").at(-1)!;
      expect(Math.abs((heading * 180) / Math.PI - 60)).toBeLessThan(6);
    },
  );
});

test.each([
  ["that of the world where it is not given", "", 0],
  ["the one that is given", 'declination_deg="4"', -6],
])("magnetometers of an inertial unit, 10° of declination: navigation takes %s", (_, given, error_deg) => {
  const imu = '<sensor id="imu" model="imu" rate_Hz="50"><provenance of="*" status="assumed" note="exact"/></sensor>';
  const text = scenario(`${SENSORS.depth}${SENSORS.dvl}${imu}<navigation ${given}/>`, 1);
  const { column } = runSensors(text.replace("<world>", '<world magneticDeclination_deg="10">'));
  // The vehicle heads north; in the first estimates, with the field as measured, it has hardly turned.
  expect((column("/auv/navigation", "headingError_rad")[1]! * 180) / Math.PI).toBeCloseTo(error_deg, 0);
});

test("source=truth is the flight without navigation, to the byte of its trajectory", () => {
  const states = (inside: string): number[] => runSensors(scenario(inside, 20)).column("/auv/state", "north_m");
  expect(states(`${ALL}<navigation source="truth"/>`)).toEqual(states(""));
});

describe("vehicles that carry their sensors", () => {
  const fly = (inside: string) =>
    runSensors(`<scenario id="s" duration_s="20">
<world><bottom id="ground" model="flat" depth_m="25"/></world>
<vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="10 20 3" velocity_mps="1.5 0 0">${inside}
<autopilot id="pilot" file="components/controllers/remus100-autopilot.xml"><leg heading_deg="60" depth_m="6" speed_mps="1.5" duration_s="600"/></autopilot>
</vehicle><log rate_Hz="1"/></scenario>`);

  test("fly with another maker's log by the name of its file alone: at the same place, with its own rate and its own errors", () => {
    const place = (inside: string): unknown => {
      const { scenario } = loadText(`<scenario id="s" duration_s="1">
<vehicle id="auv" file="components/vehicles/remus100-finned.xml">${inside}</vehicle></scenario>`);
      return scenario!.vehicles[0]!.component.children.find(({ id }) => id === "dvl")!.mount;
    };
    const other = '<sensor id="dvl" file="components/sensors/waterlinked-a50.xml"/>';
    expect(place(other)).toEqual(place(""));
    const [own, exchanged] = [fly(""), fly(other)];
    // Pings at 7 Hz and at 8 Hz, both with the time of their echo.
    expect(own.column("/auv/dvl", "taken_s").slice(0, 3)).toEqual([0, 0.142857143, 0.285714286]);
    expect(exchanged.column("/auv/dvl", "taken_s").slice(0, 3)).toEqual([0, 0.125, 0.25]);
    expect(Math.max(...exchanged.column("/auv/navigation", "horizontalError_m"))).toBeLessThan(6);
    expect(exchanged.column("/auv/dvl", "velocityX_mps")).not.toEqual(own.column("/auv/dvl", "velocityX_mps"));
  });

  test("no program of a shipped scenario reads the true state, but in the pool, which says so", () => {
    const files = readdirSync(new URL("../scenarios", import.meta.url)).filter(
      (file) => file.endsWith(".xml") && file !== "pool.xml",
    );
    expect(files.length).toBeGreaterThan(9);
    for (const file of files) {
      const { scenario } = loadScenario(definitions, nodeReader(), `scenarios/${file}`);
      for (const { controllers } of scenario!.vehicles)
        for (const { program } of controllers)
          expect([file, program.externals.filter(({ source }) => source === "state")]).toEqual([file, []]);
    }
  });
});

describe("what navigation needs", () => {
  test.each([
    ["depth", "a depth gauge", "ahrs, dvl"],
    ["ahrs", "an attitude: an ahrs, an imu, or gyrometers with inclinometers and a compass", "depth, dvl"],
    ["dvl", "a velocity: a dvl, or a tachometer and speedPerShaft_m", "depth, ahrs"],
  ] as const)("without %s it is refused with what the vehicle has", (left, lacks, has) => {
    const others = Object.entries(SENSORS).flatMap(([name, text]) => (name === left ? [] : [text]));
    const [first, ...more] = said(`${others.join("")}<navigation/>`);
    expect(more).toEqual([]);
    expect(first).toContain(`error MOD022: auv/navigation needs ${lacks}; auv has: ${has}`);
  });

  test("a sensor that the vehicle does not have is named with those it has", () => {
    expect(said(`${ALL}<navigation dvl="dlv"/>`)[0]).toContain(
      'error MOD022: navigation names the sensor "dlv" for dvl, which auv does not have; it has: depth, ahrs, dvl (did you mean "dvl"?)',
    );
  });

  test("a sensor that sends something else is named with those that would fit", () => {
    expect(said(`${ALL}<navigation depth="dvl"/>`)[0]).toMatch(
      /error MOD022: navigation takes depthSample .* for depth, but the sensor dvl sends dvlSample .* \(depth would fit\)/,
    );
    expect(said(`${ALL}<navigation gps="dvl"/>`)[0]).toContain("(no sensor of the vehicle sends such samples)");
  });

  test("of two depth gauges it must say which one it uses", () => {
    const two = `${ALL}${SENSORS.depth.replace('id="depth"', 'id="spare"')}`;
    expect(said(`${two}<navigation/>`)[0]).toContain("error MOD023: depth and spare of auv both send depthSample");
    expect(said(`${two}<navigation depth="spare"/>`)).toEqual([]);
  });
});
