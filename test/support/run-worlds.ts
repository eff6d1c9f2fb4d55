/** Scenarios and control laws of a user's own, as texts: small worlds around a vehicle that ships. */
import { join } from "node:path";
import { root } from "./run-thetis.ts";

const REMUS = join(root, "components/vehicles/remus100.xml");

interface World {
  readonly duration_s: number;
  readonly step_s?: number;
  readonly rate_Hz?: number;
  /** What is inside the vehicle; the shipped autopilot's element by default. */
  readonly inside?: string;
}

/** A REMUS at 10 m. */
export function world({ duration_s, step_s = 0.02, rate_Hz = 10, inside = autopilot() }: World): string {
  return `<scenario id="sea" duration_s="${duration_s}" step_s="${step_s}" seed="7">
  <vehicle id="auv" file="${REMUS}" position_m="0 0 10">
    ${inside}
  </vehicle>
  <log rate_Hz="${rate_Hz}"/>
</scenario>
`;
}

/** Turns for as long as anybody looks, so that every actuator moves and no two samples are equal. */
export function autopilot(also = ""): string {
  return `<autopilot id="pilot" rate_Hz="10" rudder="rudder" sternPlane="sternPlane" propeller="propeller"
      propellerUnit="rpm" propellerMax="1525" propellerPerSpeed="600">
      <depth kp="0.1" ki="0.002"/><pitch kp="2" ki="0.2" kd="1"/><heading kp="1.5" kd="1"/><speed kp="200" ki="50"/>
      <leg id="east" heading_deg="90" depth_m="12" speed_mps="1.5" duration_s="7"/>
      <leg id="south" heading_deg="180" depth_m="8" speed_mps="1.2" duration_s="100000"/>
      ${also}
    </autopilot>`;
}

/** A law of lawsFile() that drives the rudder and the propeller. */
export function law(model: string): string {
  return `<controller id="own" model="${model}" actuators="rudder propeller" rate_Hz="10"/>`;
}

/**
 * Laws of a user's own, all a slow weave with the rudder at constant propeller speed:
 *
 *   weave          nothing else
 *   witness        writes the time of every tick to the file that the environment names, at once; where the environment gives
 *                  a last time, it makes the file NAME-stopped there and never comes back
 *   sleepy, busy   do not come back from the tick at 5 s for 0.6 s of wall time
 *   held           does not come back from the tick at 5 s before it has been let through the two gates that the
 *                  environment names: it makes the file NAME-1-reached and waits for NAME-1-open, then the same with 2
 *   throws, reads  fail at 5 s: with an error of their own, with that of a file that is not there
 *   hangs          does not come back from the tick at 5 s
 *   exits          calls process.exit at 5 s
 *   infinite       asks for an infinite propeller speed at 5 s
 */
export function lawsFile(): string {
  return `import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const gate = (name) => { for (writeFileSync(name + "-reached", "!"); !existsSync(name + "-open"); ) wait(1); };
const spin = (ms) => { for (const end = performance.now() + ms; performance.now() < end; ); };

const seconds = ({ reals, inAt }) => reals[inAt[0]] * 1e-9;
const at5s = (act) => (tick) => {
  const { reals, memoryAt } = tick;
  if (seconds(tick) < 5 || reals[memoryAt] === 1) return;
  reals[memoryAt] = 1;
  act();
};

const laws = {
  weave: () => {},
  witness: (tick) => {
    const { THETIS_WITNESS: name, THETIS_LAST_S: last_s } = process.env;
    appendFileSync(name, seconds(tick) + "\\n");
    if (last_s !== undefined && seconds(tick) >= last_s) for (writeFileSync(name + "-stopped", "!"); ; ) wait(1000);
  },
  sleepy: at5s(() => wait(600)),
  busy: at5s(() => spin(600)),
  held: at5s(() => [1, 2].forEach((k) => gate(process.env.THETIS_GATE + "-" + k))),
  throws: at5s(() => { throw new Error("the gyro is upside down"); }),
  reads: at5s(() => readFileSync("no-such-table.txt")),
  hangs: at5s(() => { for (;;); }),
  exits: at5s(() => process.exit(0)),
  infinite: (tick) => { if (seconds(tick) >= 5) tick.reals[tick.outAt[1]] = Infinity; },
};

export default ({ defineModel, kinds, math, control }) => Object.entries(laws).map(([model, act]) =>
  defineModel(kinds.controller, {
    model,
    doc: "A law of a test",
    reads: ["rate_Hz", "actuators"],
    create: (p) => ({
      rate_Hz: p.rate_Hz,
      inputs: [{ name: "state", message: control.navigationState }],
      outputs: control.actuatorOutputs(p.actuators),
      memory: 1,
      shows: ["weave_rad"],
      step(tick) {
        const { reals, shownAt, outAt } = tick;
        reals[outAt[0]] = 0.2 * math.sin(seconds(tick));
        reals[outAt[1]] = 1200;
        reals[shownAt] = reals[outAt[0]];
        act(tick);
      },
    }),
  }));
`;
}
