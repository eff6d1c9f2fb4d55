/** All that a simulator may know and touch while it is installed. */

import type { Stopwatch } from "../../control/index.ts";
import type { Fields, InPort, InPortOptions, MessageType, ModelBuilder, OutPort, Phase } from "../../engine/index.ts";
import type { PhysicalConstants } from "../../environment/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { EventListener } from "../run/events.ts";
import type { SoftwarePort } from "./extension.ts";
import type { LogBoard } from "./log-board.ts";
import type { Tap } from "./routes.ts";

/** Where a number that a thing keeps for the summary stands in the reals of its model. */
export interface FigurePlace {
  /** Path of the thing. */
  readonly of: string;
  readonly name: string;
  readonly at: number;
}

export interface Site {
  readonly builder: ModelBuilder;
  /** The description, frozen: the same for every simulator. */
  readonly scenario: Scenario;
  /** As the environment stated them before the world was built. */
  readonly constants: PhysicalConstants;
  readonly taps: readonly Tap[];
  readonly software: readonly SoftwarePort[];
  readonly log: LogBoard;
  readonly tell: EventListener;
  /** Declares a number for the summary. */
  figure(place: FigurePlace): void;
  /** Whether a controller of a vehicle is to be installed here. */
  has(vehicle: number, controller: string): boolean;
  /** Whether a route of a message ends at a port of this simulator. */
  expects(path: string, type: MessageType<Fields>): boolean;
  /** A port on which messages leave, in a phase, along the routes of its path. */
  out<F extends Fields>(path: string, type: MessageType<F>, phase: Phase): OutPort<F>;
  /** The same for a port whose messages may have no taker. */
  offer<F extends Fields>(path: string, type: MessageType<F>, phase: Phase): OutPort<F>;
  in<F extends Fields>(path: string, type: MessageType<F>, options?: InPortOptions): InPort<F>;
  /** The same for a port to which perhaps nothing is sent. */
  accept<F extends Fields>(path: string, type: MessageType<F>, options?: InPortOptions): InPort<F>;
  /** Whether controllers run outside the world and send what they show of themselves. */
  readonly reports: boolean;
  /** Real stalls of a controller's computer: sleeps for so many simulated seconds. Without it, stalls are simulated. */
  sleep?(duration_s: number): void;
  /** Measures the reactions of missions. */
  readonly stopwatch?: Stopwatch | undefined;
}
