/**
 * The world of a scenario as a model for the engine: vehicles, the readings of their true states, their controllers, and
 * whoever looks.
 *
 *   sense/deliver  the true state is read at each controller's rate
 *   react          the controller ticks
 *   actuate        its commands take effect
 *   record         the log looks
 *
 * Controllers are one of three: inside (ticks are events of this calendar: deterministic), outside (readings are handed
 * out, commands come in from another thread whenever they do: online mode), replayed (the commands of a former run, at the
 * instants at which they took effect there, which gives that run's trajectory again).
 */
import type { ControlLaw, Stopwatch } from "../control/index.ts";
import { S_PER_NS } from "../core/index.ts";
import {
  Dialogue,
  InProcessLink,
  type Model,
  ModelBuilder,
  messages,
  type OutPort,
  PHASE,
  type Simulation,
} from "../engine/index.ts";
import { DormandPrince, type Integrator, Rk4, SemiImplicitEuler } from "../math/index.ts";
import { ControllerNode } from "./controller-node.ts";
import type { EventListener } from "./events.ts";
import { ExcerptAsker, ExcerptDesk } from "./excerpts.ts";
import type { Scenario } from "./scenario.ts";
import { SeaQuery } from "./sea.ts";
import { EdgeWatch } from "./sea-edges.ts";
import { addEnvironment, askEnvironment } from "./sea-node.ts";
import { quantitiesOf } from "./sea-quantities.ts";
import { type CommandListener, VehicleNode } from "./vehicle-node.ts";

/** Commands that took effect in a former run: values by index of actuator, NaN where one was left as it was. */
export interface CommandHistory {
  readonly t_ns: Float64Array;
  readonly issued_ns: Float64Array;
  /** Row after row, as many values as the vehicle has actuators. */
  readonly values: Float64Array;
}

/** Told of each reading of the true state, in the order of the dialogue's message: valid only during the call. */
export type ReadingListener = (controller: number, reading: Float64Array) => void;

export type Control =
  | { readonly from: "inside" }
  | { readonly from: "outside"; readonly onReading: ReadingListener }
  | { readonly from: "history"; readonly of: readonly CommandHistory[] };

/** A controller of the world, whether it ticks here or elsewhere. */
export interface WorldController {
  readonly path: string;
  readonly vehicle: number;
  readonly law: ControlLaw;
  /** Where in reals the log finds what the law shows. */
  readonly reportAt: number;
}

/** Whoever wants to look at the world adds its observers here, before the model is closed. */
export type Spectator = (builder: ModelBuilder, world: Omit<World, "model">) => void;

export interface WorldOptions {
  readonly control: Control;
  readonly listener: EventListener;
  readonly onCommand: CommandListener | null;
  readonly spectators: readonly Spectator[];
  /** Measures the reactions of missions that are flown inside. */
  readonly stopwatch?: Stopwatch | undefined;
}

export class World {
  readonly scenario: Scenario;
  readonly vehicles: readonly VehicleNode[];
  readonly controllers: readonly WorldController[];
  /** null for a world of constants. */
  readonly sea: SeaQuery | null;
  /** Those who ask for pictures of the sea. */
  readonly excerpts: readonly ExcerptAsker[];
  readonly model: Model;
  readonly #commandOut: OutPort<typeof messages.actuatorCommand.fields> | null = null;

  constructor(scenario: Scenario, options: WorldOptions) {
    const { control, listener, onCommand } = options;
    const builder = new ModelBuilder({ campaign: scenario.seed, run: 0 });
    const dialogue = new Dialogue(builder);
    this.scenario = scenario;
    const integrator = integratorOf(scenario);
    this.vehicles = scenario.vehicles.map((_, i) => new VehicleNode(builder, scenario, i, integrator));
    this.sea = scenario.sea === null ? null : new SeaQuery(builder, scenario.sea, scenario.world);
    if (this.sea !== null) {
      const names = scenario.vehicles.map(({ name }) => name);
      const edges = new EdgeWatch(builder, this.sea.edges, names, listener);
      const quantities = quantitiesOf(scenario.sea);
      // Some that wait for each of those that ask, and some for sensors that others bring.
      const capacity = 16 + 2 * scenario.excerpts.length;
      const desk = new ExcerptDesk(builder, dialogue, this.sea, quantities, capacity, listener);
      addEnvironment(builder, dialogue, this.sea, desk, edges, this.vehicles.length, scenario.world.refresh_Hz);
      for (const vehicle of this.vehicles) askEnvironment(builder, dialogue, vehicle, scenario.world.refresh_Hz);
    }
    this.excerpts = scenario.excerpts.map(
      (plan, sensor) => new ExcerptAsker(builder, dialogue, this.vehicles[plan.vehicle]!, plan, sensor),
    );
    for (const vehicle of this.vehicles) {
      if (control.from !== "history") vehicle.takeCommands(builder, dialogue, onCommand);
      else replay(builder, vehicle, control.of[vehicle.index]!, onCommand);
    }
    this.controllers = scenario.vehicles.flatMap(({ name, controllers }, vehicle) =>
      controllers.map(({ component, law }) => {
        const path = `${name}/${component.id}`;
        const unknown = law.report.map(() => Number.NaN);
        return { path, vehicle, law, reportAt: builder.layout.reals(`${path}/report`, unknown.length, unknown) };
      }),
    );
    if (control.from === "inside") this.#controlInside(builder, dialogue, options);
    if (control.from === "outside") {
      this.#commandOut = dialogue.out("controllers", "outside", "actuatorCommand");
      this.#readOutside(builder, control.onReading);
    }
    // From outside, commands come between two instants, when the last one is over for everybody who looked at it.
    const commands = new InProcessLink(control.from === "outside" ? 1 : 0);
    dialogue.connect((from) => (from === "controllers" ? commands : new InProcessLink()));
    for (const spectator of options.spectators) spectator(builder, this);
    this.model = builder.build();
  }

  #controlInside(builder: ModelBuilder, dialogue: Dialogue, { listener, stopwatch }: WorldOptions): void {
    let k = 0;
    for (const { vehicle, controllers } of this.vehicles.map((node) => ({ vehicle: node, ...node.vehicle }))) {
      for (const controller of controllers) {
        const { path, reportAt } = this.controllers[k++]!;
        const options = { builder, dialogue, listener, reportAt, stopwatch };
        new ControllerNode(controller, vehicle.vehicle, vehicle.index, options);
        const out = dialogue.out("sensors", `${path}/trueState`, "trueState");
        const message = new Float64Array(messages.trueState.size);
        const reader = builder.addActor({
          path: `${path}/trueState`,
          handle(sim) {
            vehicle.trueStateInto(message, 0, sim);
            out.send(sim, message, 0);
          },
        });
        builder.every(reader, controller.law.rate_Hz, PHASE.deliver);
      }
    }
  }

  #readOutside(builder: ModelBuilder, onReading: ReadingListener): void {
    this.controllers.forEach(({ path, vehicle, law }, k) => {
      const node = this.vehicles[vehicle]!;
      const message = new Float64Array(messages.trueState.size);
      builder.addObserver({
        path: `${path}/trueState`,
        rate_Hz: law.rate_Hz,
        phase: PHASE.sense,
        reads: [node.place],
        observe(view) {
          node.trueStateInto(message, 0, view);
          onReading(k, message);
        },
      });
    });
  }

  /** Commands from outside, laid out as the dialogue's actuatorCommand; they take effect 1 ns after the run's present instant. */
  command(sim: Simulation, message: Float64Array, at: number): void {
    this.#commandOut?.send(sim, message, at);
  }
}

function integratorOf({ integrator, tolerance, vehicles, step_ns }: Scenario): Integrator {
  const largest = Math.max(...vehicles.map(sizeOf));
  if (integrator === "rk4") return new Rk4(largest);
  if (integrator === "semi-implicit-euler") return new SemiImplicitEuler(largest);
  const minStep_s = Math.min(1e-9, step_ns * S_PER_NS);
  return new DormandPrince(largest, { relativeTolerance: tolerance, absoluteTolerance: tolerance, minStep_s });
}

/** An upper bound: states and held inputs of every vehicle that the kind allows. */
function sizeOf({
  parts,
}: {
  readonly parts: { hull: { states: number }; thrusters: { states: number }; fins: { states: number } };
}): number {
  return 128 + parts.hull.states + parts.thrusters.states + parts.fins.states;
}

/** Plays a history: each command schedules the next, so that the calendar stays short. */
function replay(
  builder: ModelBuilder,
  node: VehicleNode,
  history: CommandHistory,
  onCommand: CommandListener | null,
): void {
  const { t_ns, issued_ns, values } = history;
  const width = node.system.commands;
  const actor: number = builder.addActor({
    path: `${node.vehicle.name}/history`,
    handle(sim, k) {
      node.applyCommands(sim.x, values, k * width);
      onCommand?.(node.index, sim.now_ns, issued_ns[k]!, node, sim);
      if (k + 1 < t_ns.length) sim.schedule(t_ns[k + 1]!, PHASE.actuate, actor, k + 1);
    },
  });
  if (t_ns.length > 0) builder.at(t_ns[0]!, PHASE.actuate, actor, 0);
}
