/**
 * A model of a kind that ships, with two parameters of its own: a thruster whose shaft turns up at a constant rate instead of
 * exponentially.
 *
 *   ω̇ = ± a  towards the command, falling off within a τ of it            (1)  a = slewRate_radps2, τ = settlingTime_s
 *   T = ρ D⁴ k_T0 n|n|,   n = ω / 2π                                      (2)
 *
 * State: ω. Left out: the fall of thrust with speed, torque, power.
 */

/** Places in the small array that a thruster gets: its inputs and its outputs. */
const COMMAND = 0;
const DENSITY = 2;
const THRUST = 3;
const TORQUE = 4;
const SPEED = 5;
const POWER = 6;

class SlewingThruster {
  /** One continuous state. */
  states = 1;
  #maxSpeed_radps;
  #slewRate_radps2;
  #perSettlingTime;
  /** T / (ρ ω|ω|). */
  #coefficient;

  constructor(p) {
    const D = p.diameter_m;
    this.#coefficient = (D * D * D * D * p.kT0) / (4 * Math.PI * Math.PI);
    this.#maxSpeed_radps = p.maxSpeed_radps;
    this.#slewRate_radps2 = p.slewRate_radps2;
    this.#perSettlingTime = 1 / p.settlingTime_s;
    this.maxThrust_N = 1000 * this.#coefficient * p.maxSpeed_radps * p.maxSpeed_radps;
    this.minThrust_N = -this.maxThrust_N;
  }

  evaluate(drive, dx, d, x, s) {
    const most = this.#maxSpeed_radps;
    const target = Math.min(Math.max(drive[COMMAND], -most), most);
    const w = x[s];
    const a = this.#slewRate_radps2;
    dx[d] = Math.min(Math.max((target - w) * this.#perSettlingTime, -a), a); // (1)
    drive[SPEED] = w;
    drive[THRUST] = drive[DENSITY] * this.#coefficient * w * Math.abs(w); // (2)
    drive[TORQUE] = 0;
    drive[POWER] = 0;
  }

  invert(drive) {
    const T = drive[THRUST];
    const w = Math.sign(T) * Math.sqrt(Math.abs(T) / (drive[DENSITY] * this.#coefficient));
    drive[COMMAND] = Math.min(Math.max(w, -this.#maxSpeed_radps), this.#maxSpeed_radps);
  }
}

export default ({ defineModel, kinds }) =>
  defineModel(kinds.thruster, {
    model: "slewing",
    doc: "Bollard thrust; the shaft speed changes at a constant rate",
    // maxSpeed_radps is the kind's; diameter_m and kT0 are those of the models that ship, so that a file serves both.
    reads: ["maxSpeed_radps", "diameter_m", "kT0"],
    // Its own, in the same form: the name ends in the unit, what has no default is required.
    params: {
      slewRate_radps2: { doc: "a, how fast the shaft turns up and down", above: 0, max: 1e4, example: 380 },
      settlingTime_s: { doc: "τ, within a τ of the command the rate falls off", above: 0, default: 0.05 },
    },
    create: (p) => new SlewingThruster(p),
  });
