/**
 * The engine in one page: a profiling float sinks, drops its ballast at 10 m and comes back. docs/engine.md explains it.
 *
 *   ż = w,   m ẇ = W − k w|w|                                              (1)  z down, W weight minus buoyancy
 *   W constant, from rest:  w = w∞ tanh(t/τ),  w∞ = √(W/k),  τ = m/√(W k)    (2)
 *
 * m = 25 kg with added mass, k = 40 kg/m, W = 10 N: w∞ = 0.5 m/s and τ = 1.25 s.
 * Left out: the mass of the ballast itself, the surface, the bottom.
 *
 *   npm run build && node examples/first-engine/run.mjs
 */
import { defineMessage, InProcessLink, instant_ns, ModelBuilder, PHASE, Simulation } from "thetis/engine";
import { Rk4, tanh } from "thetis/math";

// The model: what does not change.
const builder = new ModelBuilder({ campaign: 1, run: 0 });

// Two states [z, w] and, behind them, one held input [W].
const DEPTH = 0;
const SPEED = 1;
const WEIGHT = 2;
const float = builder.addSystem({
  path: "float",
  size: 2,
  held: 1,
  step_ns: 20_000_000,
  integrator: new Rk4(3),
  initialInto(x, at) {
    x[at + WEIGHT] = 10;
  },
  derivativesInto(dx, x, at) {
    const w = x[at + SPEED];
    dx[DEPTH] = w;
    dx[SPEED] = (x[at + WEIGHT] - 40 * w * Math.abs(w)) / 25; // (1)
  },
});

// The depth sensor is polled at 7 Hz, is off by up to 1 cm, and talks over a line of 20 ms.
const depthSample = defineMessage("depthSample", "measured depth", { taken_ns: 1, depth_m: 1 });
const toController = builder.outPort("float/depth", depthSample, PHASE.sense);
const fromSensor = builder.inPort("controller/depth", depthSample);
new InProcessLink(20_000_000).connect(toController, fromSensor);

const noise = builder.layout.stream("float/depth");
const sample = new Float64Array(depthSample.size);
const sensor = builder.addActor({
  path: "float/depth",
  reads: [float],
  handle(moment) {
    sample[depthSample.at.taken_ns] = moment.now_ns;
    sample[depthSample.at.depth_m] = moment.x[float.at + DEPTH] + 0.02 * (noise.uniform(moment.integers) - 0.5);
    toController.send(moment, sample, 0);
  },
});
builder.every(sensor, 7, PHASE.sense);

// The release opens when its order comes, and W jumps.
const order = defineMessage("order", "open the release", {});
const release = builder.addActor({
  path: "float/release",
  writes: [float],
  handle(moment) {
    moment.x[float.at + WEIGHT] = -10;
  },
});
const toRelease = builder.outPort("controller/order", order, PHASE.react);
const opening = builder.inPort("float/release", order, { wake: { actor: release, phase: PHASE.actuate } });
new InProcessLink(50_000_000).connect(toRelease, opening);

// The controller runs at 10 Hz, sees samples only, and sends its order once, over a line of 50 ms.
const ordered = builder.layout.integers("controller/ordered", 1);
const received = new Float64Array(depthSample.size);
const controller = builder.addActor({
  path: "controller",
  handle(moment) {
    if (!fromSensor.receiveNewest(moment, received, 0)) return;
    if (moment.integers[ordered] === 1 || received[depthSample.at.depth_m] < 10) return;
    moment.integers[ordered] = 1;
    toRelease.send(moment, received, 0);
  },
});
builder.every(controller, 10, PHASE.react);

// The log takes 0.2 samples a second and leaves the simulation: what is printed is not state.
const log = builder.addActor({
  path: "log",
  reads: [float],
  handle(moment) {
    const depth = moment.x[float.at + DEPTH].toFixed(3);
    const speed = moment.x[float.at + SPEED].toFixed(3);
    console.log(`t = ${moment.now_ns / 1e9} s   depth ${depth} m   speed ${speed} m/s`);
  },
});
builder.every(log, 0.2, PHASE.record);

// The run: state, and a clock (virtual where none is given).
const sim = new Simulation(builder.build());

// After one second, before anything was ordered, (2) holds.
sim.runUntil(instant_ns(1));
const error_mps = sim.look().x[float.at + SPEED] - 0.5 * tanh(1 / 1.25);
console.log(`off the closed form after 1 s by ${Math.abs(error_mps).toExponential(0)} m/s`);

// Half way, a copy of everything that changes; then on to the end.
sim.runUntil(instant_ns(20));
const halfWay = sim.snapshot();
sim.runUntil(instant_ns(40));
const end = [...sim.look().x];

// Back to the middle, and on again; and a second run that starts there. Both end in the same bits.
sim.restore(halfWay);
const twin = sim.fork();
sim.runUntil(instant_ns(40));
twin.runUntil(instant_ns(40));
const equal = [sim, twin].map((run) => run.look().x.every((value, i) => Object.is(value, end[i])));
console.log(`restored run equal: ${equal[0]}, fork equal: ${equal[1]}`);
