/**
 * The world of a scenario: its simulators, assembled into one model or into several that are advanced in lock-step.
 *
 * Controllers are inside (deterministic), or outside: in other threads or computers, whose messages come at any time
 * and take effect 1 ns after the world's present instant; or a recorded history of such messages, which gives that run's
 * trajectory again.
 */
import type { Stopwatch } from "../../control/index.ts";
import type { Seed } from "../../core/index.ts";
import {
  ByteReceiver,
  ByteSender,
  type Clock,
  forEachRecord,
  LockStep,
  Simulation,
  VirtualClock,
} from "../../engine/index.ts";
import type { Scenario } from "../load/scenario.ts";
import { type Assembly, type AssemblyOptions, assemble } from "../simulators/assemble.ts";
import { type InstalledEnvironment, statedConstants } from "../simulators/environment/install.ts";
import type { Extension } from "../simulators/extension.ts";
import { type End, ROLES, type Role } from "../simulators/roles.ts";
import { PORTS, type Route, type RouteTable, routeTable } from "../simulators/routes.ts";
import type { FigurePlace } from "../simulators/site.ts";
import type { InstalledVehicles } from "../simulators/vehicles/install.ts";
import type { EventListener } from "./events.ts";
import { NO_LOG, type Recorder, silentBoard } from "./recorder.ts";

/** Messages that came from outside in a former run, in the order in which they were taken. */
export interface OutsideHistory {
  readonly t_ns: readonly number[];
  /** Records of a byte link. */
  readonly bytes: readonly Uint8Array[];
}

/** Is given what is sent to a controller outside, by its path; the bytes are valid only during the call. */
export type OutsideSender = (path: string, bytes: Uint8Array) => void;

export type Control =
  | { readonly from: "inside" }
  | { readonly from: "outside"; readonly send: OutsideSender }
  | { readonly from: "history"; readonly of: OutsideHistory };

export interface WorldOptions {
  readonly control: Control;
  readonly tell: EventListener;
  readonly recorder: Recorder | null;
  readonly extensions?: readonly Extension[];
  readonly clock?: Clock;
  /** Number of the run in its campaign, which is the scenario's seed: another sea, other gusts, other noise. Default 0. */
  readonly run?: number;
  /** Measures the reactions of missions that are flown inside. */
  readonly stopwatch?: Stopwatch | undefined;
}

/** A world in one model. */
export class World {
  readonly scenario: Scenario;
  readonly sim: Simulation;
  readonly vehicles: InstalledVehicles;
  readonly environment: InstalledEnvironment;
  readonly routes: readonly Route[];
  readonly #figures: readonly FigurePlace[];
  /** Messages for controllers outside, by path. */
  readonly #toOutside = new Map<string, ByteSender>();
  readonly #fromOutside = new ByteReceiver();

  constructor(scenario: Scenario, options: WorldOptions) {
    const { control } = options;
    this.scenario = scenario;
    const outside = control.from !== "inside";
    const table = tableOf(scenario, outside, options);
    this.routes = table.routes;
    const send: OutsideSender = control.from === "outside" ? control.send : () => {};
    const assembly = assemble({
      ...commonOptions(scenario, table, outside, options),
      isHere: ({ role }) => !(outside && role === "controllers"),
      linkTo: (end) => this.#senderTo(computerOf(scenario, end), send),
      linkFrom: () => this.#fromOutside,
    });
    this.vehicles = assembly.vehicles!;
    this.environment = assembly.environment;
    this.#figures = assembly.figures;
    this.sim = new Simulation(assembly.model, options.clock ?? new VirtualClock());
  }

  #senderTo(path: string, send: OutsideSender): ByteSender {
    let sender = this.#toOutside.get(path);
    if (sender === undefined) {
      sender = new ByteSender((bytes) => send(path, bytes));
      this.#toOutside.set(path, sender);
    }
    return sender;
  }

  /** Messages of controllers outside; they take effect 1 ns after the present instant. */
  deliver(bytes: Uint8Array): void {
    this.sim.deliverFrom(this.#fromOutside, bytes, this.sim.now_ns + 1);
    this.sim.closeRound();
  }

  /** What things have counted so far, by path and name. */
  figures(): ReadonlyMap<string, Readonly<Record<string, number>>> {
    const { reals } = this.sim.look([]);
    const out = new Map<string, Record<string, number>>();
    for (const { of, name, at } of this.#figures) {
      const own = out.get(of) ?? {};
      own[name] = reals[at]!;
      out.set(of, own);
    }
    return out;
  }

  /** Batches from outside that were not understood. */
  get malformed(): number {
    return this.#fromOutside.malformed;
  }
}

/** One controller in a model of its own: what a computer on board runs. */
export class Computer {
  readonly sim: Simulation;
  readonly #sender = new ByteSender();
  readonly #receiver = new ByteReceiver();
  readonly #routes: readonly Route[];

  constructor(
    scenario: Scenario,
    vehicle: number,
    controller: string,
    options: {
      readonly tell: EventListener;
      readonly extensions?: readonly Extension[];
      readonly run?: number;
      /** Real stalls sleep; without it, stalls are simulated. */
      readonly sleep?: (duration_s: number) => void;
    },
  ) {
    const table = tableOf(scenario, true, options);
    this.#routes = table.routes;
    const assembly = assemble({
      ...commonOptions(scenario, table, true, { ...options, recorder: null }),
      board: () => NO_LOG,
      isHere: (part) => part.role === "controllers" && part.vehicle === vehicle && part.controller === controller,
      linkTo: () => this.#sender,
      linkFrom: () => this.#receiver,
      sleep: options.sleep,
    });
    this.sim = new Simulation(assembly.model);
  }

  /**
   * Lets the software react to messages that have come, all at once at the instant at which the newest was sent; what is on its way
   * for longer waits for its own. Returns what it sends.
   */
  react(bytes: Uint8Array): Uint8Array {
    const { sim } = this;
    // What has been handled at an instant is over: what comes late for it comes 1 ns later.
    let t_ns = sim.now_ns + 1;
    const sizeOf = (route: number): number | undefined => this.#routes[route]?.message.size;
    forEachRecord(bytes, sizeOf, ({ route, readable_ns }) => {
      t_ns = Math.max(t_ns, readable_ns - this.#routes[route]!.latency_ns);
      return true;
    });
    sim.runUntil(t_ns - 1);
    sim.deliverFrom(this.#receiver, bytes, t_ns);
    sim.closeRound();
    sim.runUntil(t_ns);
    return this.#sender.take();
  }
}

/** A world whose roles run in models of their own, in lock-step over links of bytes. */
export class SplitWorld {
  readonly lockStep: LockStep;
  readonly models: readonly Simulation[];

  /** places: the roles of each model; every role is in exactly one. */
  constructor(scenario: Scenario, places: readonly (readonly Role[])[], options: Omit<WorldOptions, "control">) {
    const table = tableOf(scenario, false, options);
    const placeOf = (role: Role): number => places.findIndex((roles) => roles.includes(role));
    const halves = places.map(() => places.map(() => ({ sender: new ByteSender(), receiver: new ByteReceiver() })));
    const assemblies = places.map(
      (roles, here): Assembly =>
        assemble({
          ...commonOptions(scenario, table, false, options),
          isHere: ({ role }) => roles.includes(role),
          linkTo: ({ role }) => halves[here]![placeOf(role)]!.sender,
          linkFrom: ({ role }) => halves[placeOf(role)]![here]!.receiver,
        }),
    );
    this.models = assemblies.map(({ model }) => new Simulation(model));
    const links = this.models.flatMap((from, i) =>
      this.models.flatMap((to, j) => (i === j ? [] : [{ from, to, ...halves[i]![j]! }])),
    );
    this.lockStep = new LockStep(this.models, links, options.clock);
  }
}

/** Each role by itself. */
export const APART: readonly (readonly Role[])[] = ROLES.filter((role) => role !== "displays").map((role) => [role]);

/** The path of the controller that an end of a route belongs to. */
function computerOf(scenario: Scenario, { vehicle = 0, controller = "" }: End): string {
  return PORTS.law(scenario.vehicles[vehicle]?.name ?? "", controller);
}

type TableOptions = Pick<WorldOptions, "extensions" | "run">;

function tableOf(scenario: Scenario, outside: boolean, { extensions = [], run }: TableOptions): RouteTable {
  return routeTable(scenario, { outside, extensions, seed: seedOf(scenario, run) });
}

/** One loaded scenario serves any number of runs: each has random streams of its own. */
function seedOf({ seed }: Scenario, run = 0): Seed {
  return Object.freeze({ campaign: seed, run });
}

function commonOptions(
  scenario: Scenario,
  table: RouteTable,
  outside: boolean,
  options: Pick<WorldOptions, "tell" | "recorder" | "extensions" | "stopwatch" | "run">,
): Omit<AssemblyOptions, "isHere" | "linkTo" | "linkFrom"> {
  const { tell, recorder, extensions = [], stopwatch, run } = options;
  return {
    scenario,
    constants: statedConstants(scenario),
    seed: seedOf(scenario, run),
    table,
    extensions,
    tell,
    outside,
    stopwatch,
    board: (builder) => recorder?.board(builder) ?? silentBoard(scenario, builder),
  };
}
