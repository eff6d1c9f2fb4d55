/** Gauges inside and outside of a vehicle, against closed forms: depth, shafts, fins, battery, leak, temperature. */
import { describe, expect, test } from "vitest";
import { loadText } from "./support/scenarios.ts";
import { FLOAT, mean, meanSquare, runSensors, Z } from "./support/sensor-runs.ts";

function node(
  depth_m: number,
  sensors: string,
  world = '<world density_kgpm3="1025" gravity_mps2="9.81"/>',
  duration_s = 2,
): string {
  return `<scenario id="s" duration_s="${duration_s}" seed="2">${world}
    <vehicle id="node" length_m="2" position_m="0 0 ${depth_m}">${sensors}</vehicle><log rate_Hz="0.5"/></scenario>`;
}

describe("depth gauge", () => {
  const depth = (more: string, id = "depth"): string => `<sensor id="${id}" model="depth-gauge" rate_Hz="1" ${more}/>`;

  test("ρ g z = 1025 · 9.81 · 12 Pa at 12 m, and 0.5 m less where it is mounted 0.5 m higher", () => {
    const { column } = runSensors(node(12, depth("") + depth('position_m="0 0 -0.5"', "upper")));
    expect(column("/node/depth", "pressure_Pa")[0]).toBeCloseTo(1025 * 9.81 * 12, 6);
    expect(column("/node/depth", "depth_m")[0]).toBeCloseTo(12, 12);
    expect(column("/node/upper", "depth_m")[0]).toBeCloseTo(11.5, 12);
    expect(column("/node/upper", "pressure_Pa")[0]).toBeCloseTo(1025 * 9.81 * 11.5, 6);
  });

  test("a gauge that is set for the sea reads 1000/1025 of the depth in a lake, and one for another gravity likewise", () => {
    const lake = '<world density_kgpm3="1000" gravity_mps2="9.81"/>';
    const set = 'assumedDensity_kgpm3="1025"';
    const { column } = runSensors(node(20, depth(set) + depth(`${set} assumedGravity_mps2="9.78"`, "both"), lake));
    expect(column("/node/depth", "depth_m")[0]).toBeCloseTo((20 * 1000) / 1025, 10);
    expect(column("/node/both", "depth_m")[0]).toBeCloseTo((20 * 1000 * 9.81) / (1025 * 9.78), 10);
    // The pressure itself is not wrong.
    expect(column("/node/depth", "pressure_Pa")[0]).toBeCloseTo(1000 * 9.81 * 20, 6);
    expect(column("/node/depth", "depthTrue_m")[0]).toBe(20);
  });

  test("beyond 100 m it reads 100 m, calls that invalid or is silent, and says so once", () => {
    const sensors = ["clip", "invalid", "silent"].map((how) => depth(`depthMax_m="100" outOfRange="${how}"`, how));
    const { column, topics, events, table } = runSensors(node(120, sensors.join("")));
    expect(column("/node/clip", "depth_m")).toEqual([100, 100, 100]);
    expect(column("/node/clip", "valid")).toEqual([1, 1, 1]);
    expect(column("/node/invalid", "depth_m")).toEqual([100, 100, 100]);
    expect(column("/node/invalid", "valid")).toEqual([0, 0, 0]);
    if (topics.includes("/node/silent")) expect(table("/node/silent").t_ns).toHaveLength(0);
    expect(events.map(({ name, level, t_ns }) => [name, level, t_ns])).toEqual(
      ["clip", "invalid", "silent"].map((id) => [`node/${id}`, "warning", 0]),
    );
  });

  test("readings are whole steps of its resolution, the nearest ones", () => {
    const { column } = runSensors(node(12.34, depth('depthResolution_m="0.25"')));
    expect(column("/node/depth", "depth_m")[0]).toBe(12.25);
  });

  test("the nearest step to a limit is not beyond it: 120 m on a gauge of 100.6 m and steps of 1 m reads 100.6 m", () => {
    const { column } = runSensors(node(120, depth('depthMax_m="100.6" depthResolution_m="1"')));
    expect(column("/node/depth", "depth_m")[0]).toBe(100.6);
  });

  test("noise, bias and the bias of a run are the stated ones; twice or half of the noise does not pass", () => {
    const look = (sigma: number): boolean => {
      const gauge = `<sensor id="depth" model="depth-gauge" rate_Hz="10" depthNoise_m="${sigma}" depthBias_m="0.3"/>`;
      const errors = runSensors(node(50, gauge, undefined, 400))
        .column("/node/depth", "depth_m")
        .map((z) => z - 50.3);
      expect(Math.abs(mean(errors))).toBeLessThan((Z * sigma) / Math.sqrt(errors.length));
      return Math.abs(meanSquare(errors) / 0.02 ** 2 - 1) < Z * Math.sqrt(2 / errors.length);
    };
    expect([look(0.02), look(0.01), look(0.04)]).toEqual([true, false, false]);
    // One bias for each of 300 gauges: their own streams.
    const gauges = Array.from({ length: 60 }, (_, i) => depth('depthTurnOnBias_m="0.5"', `d${i}`)).join("");
    const biases = [1, 2, 3, 4, 5].flatMap((seed) => {
      const run = runSensors(node(50, gauges).replace('seed="2"', `seed="${seed}"`));
      return Array.from({ length: 60 }, (_, i) => {
        const [first, , last] = run.column(`/node/d${i}`, "depth_m");
        expect(last).toBe(first);
        return first! - 50;
      });
    });
    expect(Math.abs(meanSquare(biases) / 0.25 - 1)).toBeLessThan(Z * Math.sqrt(2 / biases.length));
  });

  test("in a stratified sea the pressure is the integral of the density, and the reading that of the set one", () => {
    const sea = `<world gravity_mps2="9.81"><water model="profile" depths_m="0 200" temperatures_degC="20 10" salinities_psu="38 38"/></world>`;
    const run = runSensors(node(150, depth('assumedDensity_kgpm3="1025" assumedGravity_mps2="9.81"'), sea));
    const pressure = run.column("/node/depth", "pressure_Pa")[0]!;
    // Density of this water lies between 1026.9 (20 °C, surface) and 1030.2 (10 °C, 200 m).
    expect(pressure).toBeGreaterThan(1026.8 * 9.78 * 150);
    expect(pressure).toBeLessThan(1030.3 * 9.83 * 150);
    expect(run.column("/node/depth", "depth_m")[0]).toBeCloseTo(pressure / (1025 * 9.81), 9);
  });
});

describe("tachometer and encoder", () => {
  test("equal the true speed of the shaft and the true angle of the fin, at every sample of a manoeuvre", () => {
    const run = runSensors(`<scenario id="s" duration_s="6"><world/>
      <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5">
        <script actuator="propeller" times_s="0 2" values="100 60"/><script actuator="rudderTop" times_s="0 1 3" values="0 0.2 -0.1"/>
        <sensor id="rpm" model="tachometer" rate_Hz="10" actuator="propeller"/>
        <sensor id="fin" model="encoder" rate_Hz="10" actuator="rudderTop"/>
        <sensor id="coarse" model="encoder" rate_Hz="10" actuator="rudderTop" angleResolution_deg="1" angleBias_deg="2"/></vehicle>
      <log rate_Hz="10"/></scenario>`);
    const speeds = run.column("/auv/rpm", "speed_radps");
    expect(speeds).toEqual(run.column("/auv/actuators", "propeller_speed_radps"));
    expect(Math.max(...speeds)).toBeGreaterThan(80);
    const angles = run.column("/auv/fin", "angle_rad");
    expect(angles).toEqual(run.column("/auv/actuators", "rudderTop_angle_rad"));
    expect(Math.min(...angles)).toBeLessThan(-0.05);
    const DEG = Math.PI / 180;
    run.column("/auv/coarse", "angle_rad").forEach((angle, k) => {
      // Multiples of a degree in radians: some ulp.
      expect(Math.abs(angle / DEG - Math.round(angles[k]! / DEG + 2))).toBeLessThan(1e-12);
    });
  });

  test("the propeller of the reference hull is counted in rev/min there, and read in rad/s: π/30 of it", () => {
    const run = runSensors(`<scenario id="s" duration_s="4"><world/>
      <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5">
        <script actuator="propeller" times_s="0" values="1200"/>
        <sensor id="rpm" model="tachometer" rate_Hz="10" actuator="propeller"/></vehicle><log rate_Hz="10"/></scenario>`);
    const { names } = run.table("/auv/actuators");
    const logged = run.column("/auv/actuators", names.find((name) => /^propeller(_speed)?_rpm$/.test(name))!);
    expect(Math.max(...logged)).toBeGreaterThan(1000);
    run.column("/auv/rpm", "speed_radps").forEach((speed, k) => {
      expect(Math.abs(speed - (logged[k]! * Math.PI) / 30)).toBeLessThan(1e-12);
    });
  });

  test("one on an actuator that the vehicle does not have is refused, with those that it has", () => {
    const { scenario, diagnostics } = loadText(`<scenario id="s" duration_s="1"><world/>
      <vehicle id="auv" file="components/vehicles/remus100-finned.xml" position_m="0 0 5"><sensor id="rpm" model="tachometer" rate_Hz="1" actuator="propellor"/></vehicle></scenario>`);
    expect(scenario).toBeNull();
    const [found] = diagnostics.filter(({ severity }) => severity === "error");
    expect(found).toMatchObject({ hint: 'did you mean "propeller"?' });
    expect(found!.range!.line).toBe(2);
    expect(found!.message).toContain('no "propellor" with a speed; there are: propeller');
  });
});

describe("battery gauge", () => {
  const gauge = (more: string): string =>
    node(
      1,
      `<sensor id="b" model="battery-gauge" rate_Hz="1" supplyVoltage_V="24" supplyCapacity_C="3600" ${more}/>`,
      undefined,
      100,
    );

  test("48 W from 24 V behind 1 Ω: I² − 24 I + 48 = 0, I = 2.2020 A, U = 21.798 V, and I t / Q less charge", () => {
    const { column } = runSensors(gauge('supplyResistance_ohm="1" supplyLoad_W="48"'));
    const I = 12 - Math.sqrt(144 - 48);
    const [U, current, charge] = ["voltage_V", "current_A", "charge"].map((name) => column("/node/b", name));
    expect(current![0]).toBeCloseTo(I, 12);
    expect(U![0]).toBeCloseTo(24 - I, 12);
    expect(U![0]! * current![0]!).toBeCloseTo(48, 10);
    expect(charge![0]).toBe(1);
    expect(charge![100]).toBeCloseTo(1 - (I * 100) / 3600, 12);
    expect(column("/node/b", "chargeTrue")[100]).toBeCloseTo(1 - (I * 100) / 3600, 12);
  });

  test("a bias of 0.1 A is counted: after 100 s the gauge shows 0.1 · 100 / 3600 less than there is", () => {
    const { column } = runSensors(gauge('supplyLoad_W="24" currentBias_A="0.1"'));
    const [charge, truth] = ["charge", "chargeTrue"].map((name) => column("/node/b", name)[100]!);
    expect(truth! - charge!).toBeCloseTo(10 / 3600, 12);
  });

  test("an empty supply is reported once, and shown", () => {
    const { column, events } = runSensors(gauge('supplyLoad_W="2400"'));
    // 100 A out of 3600 C: 36 s.
    expect(column("/node/b", "chargeTrue").indexOf(0)).toBe(36);
    expect(events.map(({ t_ns, level }) => [t_ns, level])).toEqual([[36e9, "warning"]]);
  });

  test("a load that the supply cannot give is refused: 24² / (4 · 1) = 144 W", () => {
    const { diagnostics } = loadText(gauge('supplyResistance_ohm="1" supplyLoad_W="150"'));
    expect(diagnostics.filter(({ severity }) => severity === "error").map((d) => `${d.message} ${d.allowed}`)).toEqual([
      "supplyLoad_W = 150 is more than 24 V behind 1 Ω can give at most 144",
    ]);
  });
});

describe("leak detector", () => {
  test("is wet from the stated time on", () => {
    const { column, events } = runSensors(
      node(1, '<sensor id="leak" model="leak-detector" rate_Hz="1" wetAt_s="3"/>', undefined, 5),
    );
    expect(column("/node/leak", "wet")).toEqual([0, 0, 0, 1, 1, 1]);
    expect(events).toEqual([{ t_ns: 3e9, level: "warning", name: "node/leak", message: "water is inside" }]);
  });

  test("is wet once 0.05 kg have come in through a breach, as the flooding of the vehicle says", () => {
    const run = runSensors(`<scenario id="s" duration_s="40"><world density_kgpm3="1000"/>
      <vehicle id="float" length_m="0.3" position_m="0 0 4" maxDepth_m="5" beyondLimits="flood" floodRate_m3ps="0.00001" floodVolume_m3="0.001">${FLOAT}
        <push start_s="2" duration_s="38" force_N="0 0 20"/>
        <sensor id="leak" model="leak-detector" rate_Hz="2" floods="true" wetMass_kg="0.05"/></vehicle><log rate_Hz="2"/></scenario>`);
    const masses = run.column("/float/actuators", "flooding_mass_kg");
    const expected = masses.map((kg) => (kg >= 0.05 ? 1 : 0));
    expect(run.column("/float/leak", "wet")).toEqual(expected);
    expect(expected[0]).toBe(0);
    expect(expected.at(-1)).toBe(1);
  });

  test("on a vehicle that cannot flood the probe for it is refused, at its attribute", () => {
    const { scenario, diagnostics } = loadText(`<scenario id="s" duration_s="1"><world/>
      <vehicle id="auv" file="components/vehicles/remus100.xml" position_m="0 0 5"><sensor id="leak" model="leak-detector" rate_Hz="1" floods="true"/></vehicle></scenario>`);
    expect(scenario).toBeNull();
    expect(diagnostics.map(({ message }) => message).join()).toContain('no "flooding" with a mass');
  });
});

describe("thermometer inside", () => {
  const inside = (more: string): string => `<sensor id="t" model="thermometer" rate_Hz="1" hullLag_s="50" ${more}/>`;

  test("T = T_e + (T₀ − T_e) e^(−t/τ) with T_e = 15 + 10 · 0.4 = 19 °C", () => {
    const { column } = runSensors(
      node(
        1,
        inside('heat_W="10" heatingPerWatt_K="0.4" waterTemperature_degC="15" initialTemperature_degC="25"'),
        undefined,
        120,
      ),
    );
    column("/node/t", "temperature_degC").forEach((T, k) => {
      expect(Math.abs(T - (19 + 6 * Math.exp(-k / 50)))).toBeLessThan(1e-12);
    });
  });

  test("begins in balance with the water of the world at its place", () => {
    const sea = `<world><water model="profile" depths_m="0 50" temperatures_degC="20 10" salinities_psu="35 35"/></world>`;
    const { column } = runSensors(node(10, inside('heat_W="10" heatingPerWatt_K="0.4"'), sea));
    expect(column("/node/t", "temperature_degC")).toEqual([22, 22, 22].map((T) => expect.closeTo(T, 9)));
  });

  test("without any temperature of the water its samples are invalid", () => {
    const { column } = runSensors(node(1, inside("")));
    expect(column("/node/t", "valid")).toEqual([0, 0, 0]);
  });
});
