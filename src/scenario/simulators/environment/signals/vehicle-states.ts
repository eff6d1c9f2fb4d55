/** The last state of each vehicle that is asked, in the engine's state, and since when its answer to a question is on its way. */
import type { Moment, OutPort } from "../../../../engine/index.ts";
import type { stateQuestion } from "../../../../environment/index.ts";
import { vehicleState } from "../../../../vehicles/index.ts";
import type { Site } from "../../site.ts";

const TOLD = vehicleState.at;
const ASKED_NS = vehicleState.size;
const SIZE = vehicleState.size + 1;

const question = new Float64Array(1);

export class VehicleStates {
  /** By index of the vehicle: its number among those that are asked; −1 for others. */
  readonly numbers: Int32Array;
  readonly #at: number;
  readonly #ports: readonly OutPort<typeof stateQuestion.fields>[];

  /** asked: indices of the vehicles; ports: in their order. */
  constructor(
    { builder, scenario }: Site,
    path: string,
    asked: readonly number[],
    ports: readonly OutPort<typeof stateQuestion.fields>[],
  ) {
    this.numbers = new Int32Array(scenario.vehicles.length).fill(-1);
    asked.forEach((vehicle, n) => {
      this.numbers[vehicle] = n;
    });
    this.#ports = ports;
    const initial = asked.flatMap(() => Array.from({ length: SIZE }, () => Number.NaN));
    this.#at = builder.layout.reals(`${path}/states`, initial.length, initial);
  }

  /** Where the state of a vehicle, by its number, stands in the reals. */
  at(number: number): number {
    return this.#at + SIZE * number;
  }

  keep({ reals }: Moment, number: number, told: Float64Array): void {
    const at = this.at(number);
    for (let k = 0; k < vehicleState.size; k++) reals[at + k] = told[k]!;
  }

  /** Whether its state is that of now. */
  isKnown({ reals, instant_ns }: Moment, number: number): boolean {
    return reals[this.at(number) + TOLD.t_ns] === instant_ns[0];
  }

  /** Asks for its state now, once. */
  ask(moment: Moment, number: number): void {
    const { reals, instant_ns } = moment;
    const asked = this.at(number) + ASKED_NS;
    if (reals[asked] === instant_ns[0]) return;
    reals[asked] = instant_ns[0]!;
    question[0] = instant_ns[0]!;
    this.#ports[number]!.send(moment, question, 0);
  }
}
