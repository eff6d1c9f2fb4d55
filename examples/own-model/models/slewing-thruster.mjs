/**
 * A model of a kind that ships: a thruster whose shaft turns up at a constant rate instead of exponentially.
 *
 *   ω̇ = ± a_max  towards the command, falling off within a_max τ of it     (1)
 *   T = ρ D⁴ k_T0 n|n|,   n = ω / 2π                                      (2)
 *
 * State: ω. Left out: the fall of thrust with speed, torque, power.
 */

/** Places in the small array that a thruster is handed: what it is told, and what it answers. */
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
  #maxAcceleration_radps2;
  #perLag;
  /** T / (ρ ω|ω|). */
  #coefficient;

  constructor(p) {
    const D = p.diameter_m;
    this.#coefficient = (D * D * D * D * p.kT0) / (4 * Math.PI * Math.PI);
    this.#maxSpeed_radps = p.maxSpeed_radps;
    this.#maxAcceleration_radps2 = p.maxAcceleration_radps2;
    this.#perLag = 1 / p.shaftLag_s;
    this.maxThrust_N = 1000 * this.#coefficient * p.maxSpeed_radps * p.maxSpeed_radps;
    this.minThrust_N = -this.maxThrust_N;
  }

  evaluate(drive, dx, d, x, s) {
    const most = this.#maxSpeed_radps;
    const target = Math.min(Math.max(drive[COMMAND], -most), most);
    const w = x[s];
    const a = this.#maxAcceleration_radps2;
    dx[d] = Math.min(Math.max((target - w) * this.#perLag, -a), a); // (1)
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
    reads: ["diameter_m", "kT0", "shaftLag_s", "maxSpeed_radps", "maxAcceleration_radps2"],
    check(p, report) {
      for (const name of ["shaftLag_s", "maxAcceleration_radps2"]) {
        if (p[name] === undefined) report(name, `the slewing thruster needs ${name}`);
      }
    },
    create: (p) => new SlewingThruster(p),
  });
