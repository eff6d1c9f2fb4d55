/**
 * A control law of one's own: the zig-zag manoeuvre, by which the steering of ships and underwater vehicles is compared.
 *
 *   rudder = +δ until ψ − ψ₀ ≥ Ψ, then −δ until ψ − ψ₀ ≤ −Ψ, and so on                 (1)
 *   θ_d = −sat(k_z (z_d − z), 15°)                                                   (2)  deeper: bow down
 *   stern plane = sat(k_θ (θ − θ_d) + k_q q, 15°)                                     (3)  positive noses down
 *   propeller = n                                                                    (4)
 *
 * ψ₀, z_d: heading and depth at the first tick. δ, Ψ, n: rudder_deg, turn_deg and propeller of the element, parameters of
 * this model alone; rate_Hz and actuators are those of every controller. `actuators` names rudder, stern plane and propeller, in
 * this order; "-name" turns one round.
 *
 * Gains: k_z = 0.25 rad/m, k_θ = 1.25, k_q = 1.1 s, those of components/controllers/remus100-reference-autopilot.xml.
 * Left out: an integral, so a vehicle that is not neutral ends some centimetres off its depth.
 */

/** Ports, by number. */
const STATE = 0;
const [RUDDER, STERN_PLANE, PROPELLER] = [0, 1, 2];

const UNITS = ["rad", "rad", "rpm"];

/** Places in the memory: all zero at the start of a run. */
const STARTED = 0;
const BASE_HEADING = 1;
const DEPTH = 2;
const SIDE = 3;
const MEMORY = 4;

const LIMIT_RAD = (15 * Math.PI) / 180;
const PLANE_PER_PITCH = 1.25;
const PLANE_PER_RATE = 1.1;

const limited = (value, most) => Math.min(Math.max(value, -most), most);

class ZigZag {
  memory = MEMORY;
  /** What the log shows: channel /VEHICLE/ID, one field for each name. */
  shows = ["headingChange_rad", "depthError_m"];
  #p;
  #math;
  #place;
  /** Holds nothing between ticks. */
  #rpy = new Float64Array(3);

  constructor(p, { math, control }) {
    this.rate_Hz = p.rate_Hz;
    this.inputs = [{ name: "state", message: control.navigationState }];
    // The units in which it writes: an actuator that takes another one converts by its own curve, or the file is refused.
    this.outputs = control.actuatorOutputs(p.actuators, UNITS);
    this.#p = p;
    this.#math = math;
    this.#place = control.NAVIGATION_STATE;
  }

  step(tick) {
    const { reals, memoryAt, shownAt, inAt, outAt } = tick;
    const state = inAt[STATE];
    const rpy = this.#rpy;
    this.#math.rpyFromQuaternionInto(rpy, 0, reals, state + this.#place.q);
    const depth_m = reals[state + this.#place.p + 2];
    if (reals[memoryAt + STARTED] === 0) {
      reals[memoryAt + STARTED] = 1;
      reals[memoryAt + BASE_HEADING] = rpy[2];
      reals[memoryAt + DEPTH] = depth_m;
      reals[memoryAt + SIDE] = 1;
    }

    // (1); the difference of two headings, wrapped to ±π.
    let change_rad = rpy[2] - reals[memoryAt + BASE_HEADING];
    change_rad -= 2 * Math.PI * Math.round(change_rad / (2 * Math.PI));
    const side = reals[memoryAt + SIDE];
    if (change_rad * side >= this.#p.turn_rad) {
      reals[memoryAt + SIDE] = -side;
      tick.log(side > 0 ? "rudder to port" : "rudder to starboard");
    }
    reals[outAt[RUDDER]] = reals[memoryAt + SIDE] * this.#p.rudder_rad;

    // (2), (3), (4)
    const error_m = reals[memoryAt + DEPTH] - depth_m;
    const wantedPitch_rad = -limited(this.#p.pitchPerDepth_radpm * error_m, LIMIT_RAD);
    const pitchRate_radps = reals[state + this.#place.w + 1];
    const plane_rad = PLANE_PER_PITCH * (rpy[1] - wantedPitch_rad) + PLANE_PER_RATE * pitchRate_radps;
    reals[outAt[STERN_PLANE]] = limited(plane_rad, LIMIT_RAD);
    reals[outAt[PROPELLER]] = this.#p.propeller;

    reals[shownAt] = change_rad;
    reals[shownAt + 1] = error_m;
  }
}

export default ({ defineModel, kinds, math, control }) =>
  defineModel(kinds.controller, {
    model: "zigzag",
    doc: "Zig-zag manoeuvre at constant depth, with a rudder, a stern plane and a propeller.",
    params: {
      rudder_deg: { doc: "δ, deflection of the rudder to either side", above: 0, max: 45, example: 10 },
      turn_deg: {
        doc: "Ψ, change of heading at which the rudder goes to the other side",
        above: 0,
        max: 90,
        example: 10,
      },
      propeller: { doc: "n, speed of the propeller", unit: "rev/min", example: 900 },
      pitchPerDepth_radpm: {
        doc: "k_z, pitch asked for per metre off the depth",
        unit: "rad/m",
        min: 0,
        default: 0.25,
      },
    },
    reads: ["rate_Hz", "actuators"],
    check(p, report) {
      if (p.actuators?.length !== 3) report("actuators", "zigzag drives a rudder, a stern plane and a propeller");
    },
    create: (p) => new ZigZag(p, { math, control }),
  });
