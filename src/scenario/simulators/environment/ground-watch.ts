/**
 * Reports that a vehicle touches the bottom or an obstacle, is below the bottom, or over land: when it begins, as a warning, and when
 * it is clear again. Nothing stops it: bottom and obstacles exert no force.
 *
 * Looked at are the instants at which the vehicle's state comes for its surroundings (`refresh_Hz`), by its outline
 * (environment/geometry/body-touch.ts); a place passed between two of them is found by the line between. What was reported is in the
 * engine's state. A vehicle is clear again when it is so with CLEAR_M more on all sides, so that one that grazes the bottom is
 * reported once. One obstacle is reported at a time: the next when the vehicle is clear of the first.
 */
import type { ModelBuilder, PortContext } from "../../../engine/index.ts";
import { BodyTouch, NO_OBJECT, type Scene, TOUCH, TOUCH_SIZE } from "../../../environment/index.ts";
import { outlineOf } from "../../../vehicles/index.ts";
import { groundWords, placeWords } from "../../load/touch-words.ts";
import type { ScenarioVehicle } from "../../load/vehicle.ts";
import type { EventListener } from "../../run/events.ts";

const CLEAR_M = 0.1;

/** Integers of each vehicle: whether it was looked at, whether it is on the ground, and 1 + the obstacle that it is in. */
const SEEN = 0;
const GROUND = 1;
const OBSTACLE = 2;
const INTEGERS = 3;

export class GroundWatch {
  readonly #names: readonly string[];
  readonly #obstacles: readonly string[];
  readonly #bodies: readonly BodyTouch[];
  readonly #listener: EventListener;
  readonly #integersAt: number;
  /** reals: the last place of each vehicle's centre. */
  readonly #realsAt: number;
  readonly #touch = new Float64Array(TOUCH_SIZE);
  readonly #margin = new Float64Array(1);
  readonly #passed = new Float64Array(1);

  /** obstacles: their paths, by index in the scene. */
  constructor(
    builder: ModelBuilder,
    scene: Scene,
    obstacles: readonly string[],
    vehicles: readonly ScenarioVehicle[],
    listener: EventListener,
  ) {
    this.#names = vehicles.map(({ name }) => name);
    this.#obstacles = obstacles;
    this.#bodies = vehicles.map(({ component }) => new BodyTouch(scene, outlineOf(component)));
    this.#listener = listener;
    this.#integersAt = builder.layout.integers("environment/ground", INTEGERS * vehicles.length);
    this.#realsAt = builder.layout.reals("environment/ground", 3 * vehicles.length);
  }

  /** Reports what has changed for a vehicle whose p_NB and q_NB are pose[i ..]. */
  look(sim: PortContext, vehicle: number, pose: Float64Array, i: number): void {
    const { integers, reals } = sim;
    const at = this.#integersAt + INTEGERS * vehicle;
    const last = this.#realsAt + 3 * vehicle;
    const touch = this.#touch;
    const held = integers[at + OBSTACLE]! - 1;
    this.#margin[0] = integers[at + GROUND] === 0 ? 0 : CLEAR_M;
    const body = this.#bodies[vehicle]!;
    body.groundInto(touch, 0, pose, i, this.#margin);
    this.#ground(sim, vehicle, at, pose, i);

    if (this.#obstacles.length === 0) return;
    if (held >= 0) {
      this.#margin[0] = CLEAR_M;
      body.obstacleInto(touch, 0, pose, i, this.#margin, held);
      if (touch[TOUCH.object] === NO_OBJECT) this.#leave(sim, vehicle, at, held);
    } else {
      this.#margin[0] = 0;
      body.obstacleInto(touch, 0, pose, i, this.#margin);
      if (touch[TOUCH.object] !== NO_OBJECT) this.#enter(sim, vehicle, at, touch[TOUCH.object]!);
      else if (integers[at + SEEN] !== 0) {
        body.betweenInto(this.#passed, 0, reals, last, touch, TOUCH.centre);
        if (this.#passed[0] !== NO_OBJECT) this.#pass(sim, vehicle, this.#passed[0]!);
      }
    }
    integers[at + SEEN] = 1;
    for (let k = 0; k < 3; k++) reals[last + k] = touch[TOUCH.centre + k]!;
  }

  #ground(sim: PortContext, vehicle: number, at: number, pose: Float64Array, i: number): void {
    const touch = this.#touch;
    const isOn = touch[TOUCH.clearance]! < 0 || touch[TOUCH.bottomDepth]! <= 0;
    if (isOn === (sim.integers[at + GROUND] !== 0)) return;
    sim.integers[at + GROUND] = isOn ? 1 : 0;
    if (isOn)
      this.#tell(sim, "warning", vehicle, `${groundWords(touch, 0, "is")}, at ${placeWords(pose, i)}: no force acts`);
    else this.#tell(sim, "info", vehicle, `is clear of the bottom again, at ${placeWords(pose, i)}`);
  }

  #enter(sim: PortContext, vehicle: number, at: number, obstacle: number): void {
    sim.integers[at + OBSTACLE] = 1 + obstacle;
    this.#tell(sim, "warning", vehicle, `touches ${this.#obstacles[obstacle]}, at ${this.#where()}: no force acts`);
  }

  #leave(sim: PortContext, vehicle: number, at: number, obstacle: number): void {
    sim.integers[at + OBSTACLE] = 0;
    this.#tell(sim, "info", vehicle, `is clear of ${this.#obstacles[obstacle]} again, at ${this.#where()}`);
  }

  #pass(sim: PortContext, vehicle: number, obstacle: number): void {
    this.#tell(
      sim,
      "warning",
      vehicle,
      `has passed through ${this.#obstacles[obstacle]}, before ${this.#where()}: no force acts`,
    );
  }

  #where(): string {
    return placeWords(this.#touch, TOUCH.centre);
  }

  #tell(sim: PortContext, level: "info" | "warning", vehicle: number, message: string): void {
    this.#listener({ t_ns: sim.now_ns, level, name: this.#names[vehicle]!, message });
  }
}
