/**
 * Puts simulators of a scenario into one model and connects their ports by the routes of the table: within the model by the
 * short cut, to and from other models by links that share bytes.
 */
import type { Stopwatch } from "../../control/index.ts";
import { invariant, type Seed } from "../../core/index.ts";
import {
  type ByteReceiver,
  type ByteSender,
  type Fields,
  type InPort,
  InProcessLink,
  type Model,
  ModelBuilder,
  type OutPort,
} from "../../engine/index.ts";
import type { PhysicalConstants } from "../../environment/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { EventListener } from "../run/events.ts";
import { installCommunications } from "./communications/install.ts";
import { installControllers } from "./controllers/install.ts";
import { installDisplays } from "./displays/install.ts";
import { type InstalledEnvironment, installEnvironment } from "./environment/install.ts";
import type { Extension } from "./extension.ts";
import type { LogBoard } from "./log-board.ts";
import { type End, ROLES, type Role } from "./roles.ts";
import { programStreams, type RouteTable } from "./routes.ts";
import { installSensors } from "./sensors/install.ts";
import type { FigurePlace, Site } from "./site.ts";
import { type InstalledVehicles, installVehicles } from "./vehicles/install.ts";

export interface AssemblyOptions {
  readonly scenario: Scenario;
  readonly constants: PhysicalConstants;
  /** Of the random streams of this run. */
  readonly seed: Seed;
  readonly table: RouteTable;
  readonly extensions: readonly Extension[];
  /** Whether a part of the world is in this model: a role, or one controller. */
  isHere(part: Pick<End, "role" | "vehicle" | "controller">): boolean;
  /** To and from the model in which the other end of a route is. */
  linkTo(end: End): ByteSender;
  linkFrom(end: End): ByteReceiver;
  /** Made for the builder, since samplers are actors of the model. */
  board(builder: ModelBuilder): LogBoard;
  readonly tell: EventListener;
  /** Controllers run outside the world, and send what they show of themselves. */
  readonly outside: boolean;
  readonly sleep?: ((duration_s: number) => void) | undefined;
  readonly stopwatch?: Stopwatch | undefined;
}

export interface Assembly {
  readonly model: Model;
  /** Where they are in this model. */
  readonly vehicles: InstalledVehicles | null;
  readonly environment: InstalledEnvironment;
  /** Numbers that things of this model keep for the summary. */
  readonly figures: readonly FigurePlace[];
}

export function assemble(options: AssemblyOptions): Assembly {
  const { scenario, constants, table, extensions, isHere } = options;
  const builder = new ModelBuilder(options.seed);
  const ports = new PortBook(builder);
  const log = options.board(builder);
  const software = [
    ...programStreams(scenario),
    ...extensions.flatMap((extension) => extension.software?.(scenario) ?? []),
  ];
  const ends = new Set(table.routes.map(({ message, to }) => key(to.role, to.path, message.name)));
  const figures: FigurePlace[] = [];
  const siteOf = (role: Role): Site => ({
    builder,
    scenario,
    constants,
    taps: table.taps,
    software,
    log,
    tell: options.tell,
    figure: (place) => figures.push(place),
    reports: options.outside,
    stopwatch: options.stopwatch,
    has: (vehicle, controller) => isHere({ role, vehicle, controller }),
    expects: (path, { name }) => ends.has(key(role, path, name)),
    out: (path, type, phase) => ports.out(role, path, type, phase),
    offer: (path, type, phase) => ports.offer(role, path, type, phase),
    in: (path, type, inOptions) => ports.in(role, path, type, inOptions),
    accept: (path, type, inOptions) => ports.accept(role, path, type, inOptions),
    ...(options.sleep === undefined ? {} : { sleep: options.sleep }),
  });
  const present = (role: Role): boolean =>
    (role !== "displays" || options.outside) &&
    (isHere({ role }) ||
      scenario.vehicles.some(({ controllers }, vehicle) =>
        controllers.some(({ component }) => isHere({ role, vehicle, controller: component.id })),
      ));
  const vehicles = present("vehicles") ? installVehicles(siteOf("vehicles")) : null;
  const environment = present("environment") ? installEnvironment(siteOf("environment")) : null;
  if (present("sensors")) installSensors(siteOf("sensors"));
  if (present("communications")) installCommunications(siteOf("communications"));
  if (present("controllers")) installControllers(siteOf("controllers"));
  if (present("displays")) installDisplays(siteOf("displays"));
  for (const role of ROLES) {
    if (!present(role)) continue;
    for (const extension of extensions) extension.install?.[role]?.(siteOf(role));
  }
  log.close();
  ports.connect(options);
  return { model: builder.build(), vehicles, environment, figures };
}

/** The ports that simulators have asked for, by role, path and message. */
class PortBook {
  readonly #builder: ModelBuilder;
  readonly #outs = new Map<string, OutPort<Fields>>();
  readonly #ins = new Map<string, InPort<Fields>>();
  /** Those that may be on no route. */
  readonly #offered = new Set<unknown>();

  constructor(builder: ModelBuilder) {
    this.#builder = builder;
  }

  out: <F extends Fields>(role: Role, ...rest: Parameters<Site["out"]>) => OutPort<F> = (role, path, type, phase) => {
    const port = this.#builder.outPort(`${path}/${type.name}`, type, phase);
    this.#outs.set(key(role, path, type.name), port);
    return port as never;
  };

  offer: <F extends Fields>(role: Role, ...rest: Parameters<Site["offer"]>) => OutPort<F> = (role, ...rest) => {
    const port = this.out(role, ...rest);
    this.#offered.add(port);
    return port as never;
  };

  in: <F extends Fields>(role: Role, ...rest: Parameters<Site["in"]>) => InPort<F> = (role, path, type, options) => {
    const port = this.#builder.inPort(`${path}/${type.name}`, type, options);
    this.#ins.set(key(role, path, type.name), port);
    return port as never;
  };

  accept: <F extends Fields>(role: Role, ...rest: Parameters<Site["accept"]>) => InPort<F> = (role, ...rest) => {
    const port = this.in(role, ...rest);
    this.#offered.add(port);
    return port as never;
  };

  connect({ table, isHere, linkTo, linkFrom }: AssemblyOptions): void {
    const used = new Set<unknown>();
    const take = <P>(ports: ReadonlyMap<string, P>, end: End, message: string, verb: string): P => {
      const port = ports.get(key(end.role, end.path, message));
      invariant(
        port !== undefined,
        `a route of ${message} ends at ${end.path} of ${end.role}, which does not ${verb} it`,
      );
      used.add(port);
      return port;
    };
    table.routes.forEach(({ message, from, to, latency_ns }, number) => {
      const fromHere = isHere(from);
      const toHere = isHere(to);
      const out = fromHere ? take(this.#outs, from, message.name, "send") : null;
      const into = toHere ? take(this.#ins, to, message.name, "take") : null;
      if (out !== null && into !== null) new InProcessLink(latency_ns).connect(out, into);
      else if (out !== null) linkTo(to).connect(out, number, latency_ns);
      else if (into !== null) linkFrom(from).connect(`${from.path}/${message.name}`, number, into);
    });
    for (const port of [...this.#outs.values(), ...this.#ins.values()]) {
      invariant(used.has(port) || this.#offered.has(port), `${port.path} is on no route`);
    }
  }
}

function key(role: Role, path: string, message: string): string {
  return `${role} ${path} ${message}`;
}
