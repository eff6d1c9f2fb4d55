/**
 * A control law of one's own: the zig-zag manoeuvre, by which the steering of ships and underwater vehicles is compared.
 *
 *   rudder = +δ until ψ − ψ₀ ≥ Ψ, then −δ until ψ − ψ₀ ≤ −Ψ, and so on                 (1)
 *   θ_d = −sat(k_z (z_d − z), 15°)                                                   (2)  deeper: bow down
 *   stern plane = sat(k_θ (θ − θ_d) + k_q q, 15°)                                     (3)  positive noses down
 *   propeller = n                                                                    (4)
 *
 * ψ₀, z_d: heading and depth at the first tick. δ, Ψ, n: the three `values` of the element, in degrees, degrees and the
 * unit of the propeller. `actuators` names rudder, stern plane and propeller, in this order; "-name" turns one round.
 *
 * Gains: k_z = 0.25 rad/m, k_θ = 1.25, k_q = 1.1 s, those of components/controllers/remus100-reference-autopilot.xml.
 * Left out: an integral, so a vehicle that is not neutral ends some centimetres off its depth.
 */

/** Places in the reading (control.TRUE_STATE has them all): depth, quaternion, rate of pitch. */
const DOWN = 3;
const Q_NB = 4;
const PITCH_RATE = 12;

/** Places in the memory: all zero at the start of a run. */
const STARTED = 0;
const BASE_HEADING = 1;
const DEPTH = 2;
const SIDE = 3;
const MEMORY = 4;

const RAD_PER_DEG = Math.PI / 180;
const LIMIT_RAD = 15 * RAD_PER_DEG;
const PITCH_PER_DEPTH = 0.25;
const PLANE_PER_PITCH = 1.25;
const PLANE_PER_RATE = 1.1;

const limited = (value, most) => Math.min(Math.max(value, -most), most);

class ZigZag {
  drives = "actuators";
  memory = MEMORY;
  /** What the log shows: channel /VEHICLE/ID, one field for each name. */
  report = ["headingChange_rad", "depthError_m"];
  #math;
  #rudder_rad;
  #turn_rad;
  #propeller;
  /** Holds nothing between ticks. */
  #rpy = new Float64Array(3);

  constructor(p, { math, control }) {
    this.rate_Hz = p.rate_Hz;
    this.outputs = p.actuators.flatMap((word, value) => control.outputsOf([word], value));
    this.#math = math;
    this.#rudder_rad = p.values[0] * RAD_PER_DEG;
    this.#turn_rad = p.values[1] * RAD_PER_DEG;
    this.#propeller = p.values[2];
  }

  step(tick) {
    const { reading, reals, memoryAt, reportAt, out } = tick;
    const rpy = this.#rpy;
    this.#math.rpyFromQuaternionInto(rpy, 0, reading, Q_NB);
    const depth_m = reading[DOWN];
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
    if (change_rad * side >= this.#turn_rad) {
      reals[memoryAt + SIDE] = -side;
      tick.event(side > 0 ? "rudder to port" : "rudder to starboard");
    }
    out[0] = reals[memoryAt + SIDE] * this.#rudder_rad;

    // (2), (3), (4)
    const error_m = reals[memoryAt + DEPTH] - depth_m;
    const wantedPitch_rad = -limited(PITCH_PER_DEPTH * error_m, LIMIT_RAD);
    const plane_rad = PLANE_PER_PITCH * (rpy[1] - wantedPitch_rad) + PLANE_PER_RATE * reading[PITCH_RATE];
    out[1] = limited(plane_rad, LIMIT_RAD);
    out[2] = this.#propeller;

    reals[reportAt] = change_rad;
    reals[reportAt + 1] = error_m;
  }
}

export default ({ defineModel, kinds, math, control }) =>
  defineModel(kinds.controller, {
    model: "zigzag",
    doc: "Zig-zag manoeuvre at constant depth; values: rudder in degrees, change of heading in degrees, propeller",
    reads: ["rate_Hz", "actuators", "values"],
    check(p, report) {
      if (p.actuators?.length !== 3) report("actuators", "zigzag drives a rudder, a stern plane and a propeller");
      if (p.values?.length !== 3) report("values", "zigzag needs the rudder, the change of heading and the propeller");
      else if (!(p.values[0] > 0 && p.values[1] > 0)) report("values", "rudder and change of heading must be above 0");
    },
    create: (p) => new ZigZag(p, { math, control }),
  });
