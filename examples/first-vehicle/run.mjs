/**
 * A vehicle from its file, under the engine: the REMUS 100 runs up to speed, turns with 10° of rudder for a minute, and
 * what happened is printed every ten seconds.
 *
 *   npm run build && node examples/first-vehicle/run.mjs
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script } from "thetis/actuators";
import { ModelBuilder, PHASE, Simulation } from "thetis/engine";
import { Definitions, loadComponent, resolvePath } from "thetis/library";
import { Rk4, rpyFromQuaternionInto } from "thetis/math";
import { shippedDefinitions } from "thetis/scenario";
import { playScripts, STATE, VehicleSystem, vehicleParts } from "thetis/vehicles";

// 1. The vehicle, from its file. Try another one: components/vehicles/*.xml.
const file = fileURLToPath(new URL("../../components/vehicles/remus100.xml", import.meta.url));
const reader = { read: (name) => ({ text: readFileSync(name, "utf8") }), resolve: resolvePath };
const { definitions } = Definitions.create(shippedDefinitions);
const { component, diagnostics } = loadComponent(definitions, reader, file);
if (component === null) throw new Error(diagnostics.map((d) => d.message).join("\n"));

// 2. As a continuous system, with its commands scripted: rudder, stern plane (rad), propeller (rev/min).
const rudder = Script.steps([
  [0, 0],
  [20, (10 * Math.PI) / 180],
  [80, 0],
]);
const system = new VehicleSystem(vehicleParts(definitions, component), {
  path: component.id,
  step_ns: 20_000_000,
  integrator: new Rk4(64),
  gravity_mps2: 9.81,
  density_kgpm3: 1026,
  scripts: [rudder, null, Script.steps([[0, 1200]])],
  initialInto(x, at) {
    x[at + STATE.p + 2] = 10; // metres deep
  },
});

// 3. In a model, with a log that looks and changes nothing.
const builder = new ModelBuilder();
const place = builder.addSystem(system);
playScripts(builder, system, place);
const rpy = new Float64Array(3);
const log = builder.addActor({
  path: "log",
  reads: [place],
  handle({ x, now_ns }) {
    const at = place.at;
    rpyFromQuaternionInto(rpy, 0, x, at + STATE.q);
    const [north, east, depth] = x.subarray(at, at + 3);
    const heading_deg = (rpy[2] * 180) / Math.PI;
    const line = [
      `t = ${String(now_ns / 1e9).padStart(3)} s`,
      `north ${north.toFixed(2).padStart(7)} m`,
      `east ${east.toFixed(2).padStart(7)} m`,
      `depth ${depth.toFixed(2)} m`,
      `speed ${x[at + STATE.V].toFixed(2)} m/s`,
      `heading ${heading_deg.toFixed(1).padStart(6)}°`,
    ];
    console.log(line.join("   "));
  },
});
builder.every(log, 0.1, PHASE.record);
new Simulation(builder.build()).runUntil(100e9);
