/**
 * Connects the modules of a program and puts them in order. All that does not fit is reported, with the places of both
 * ends; what comes out is a table of places without names, which an executor lays out in the engine's state.
 *
 * Every message that is read has a slot: that of a data output, of a message from outside, of a parameter, or of a copy. Modules
 * that are due at one instant step in the topological order of their links, those without an order as they stand in the file. A
 * link with a delay gives no order; its reader finds a copy that is renewed when all modules have stepped.
 */
import {
  type CodeEntry,
  codedDiagnostic,
  type Diagnostic,
  type DiagnosticDetail,
  didYouMean,
  type SourceRange,
} from "../../core/index.ts";
import { defineMessage, type Fields, type MessageType } from "../../engine/index.ts";
import { type Component, placeOfValue } from "../../library/index.ts";
import { moduleCodes as codes } from "./codes.ts";
import { actuatorSetpoint, clockTick, ownUnitSetpoint, sameType, trueState, typeInWords } from "./messages.ts";
import { type DataOutput, type Module, SHOWN_PORT } from "./module.ts";
import {
  driven,
  type Program,
  type ProgramLink,
  type ProgramModule,
  STATE_PORT,
  splitPort,
  THRUSTER_MANAGER,
  VEHICLE,
  type VehiclePorts,
} from "./program.ts";

export interface Slot {
  readonly name: string;
  readonly message: MessageType<Fields>;
  /** NaN where nothing is said. */
  readonly initial?: readonly number[];
}

/** A message that comes from outside the program. */
export interface ExternalInput {
  readonly source: "state" | "clock" | "device";
  /** Of a device: "device.port"; else "". */
  readonly name: string;
  /** How often the vehicle is asked for it; 0 for what devices send by themselves. */
  readonly rate_Hz: number;
  readonly slot: number;
}

/** A set-point that leaves the program. */
export interface Command {
  readonly slot: number;
  /** Index of the actuator among those of the vehicle. */
  readonly actuator: number;
  readonly factor: number;
  /** Index of the module that writes it, in the order of steps. */
  readonly module: number;
  /** The element of that module, for the diagnostic of an actuator that is driven twice. */
  readonly by: Component;
  readonly range: SourceRange;
}

/** A copy of what has come from outside, for a parameter. */
export interface ExternalCopy {
  /** Index of the external input. */
  readonly external: number;
  readonly to: number;
}

/** A count of events that readers behind a delay see: renewed when all modules have stepped. */
export interface EventCopy {
  readonly from: number;
  readonly to: number;
}

export interface LinkedRequest {
  readonly question: MessageType<Fields>;
  readonly answer: MessageType<Fields>;
  /** The side that answers sees a question one instant later. */
  readonly delay: boolean;
}

/** A copy of what a module has written or shown: taken at once, or, for links with a delay, when all have stepped. */
export interface Copy {
  readonly module: number;
  /** Index of an output of the module, or −1 for what it shows. */
  readonly output: number;
  readonly to: number;
  readonly delay: boolean;
}

export interface ConnectedModule {
  readonly id: string;
  readonly module: Module;
  /** What lets it step: a slot, an event input (by index), or a question (by index). −1 for the others. */
  readonly trigger: number;
  readonly triggerEvent: number;
  readonly triggerQuestion: number;
  /** By port: the slot that is read, or −1. */
  readonly inputs: readonly number[];
  /** By input: the oldest that is not reported, s. */
  readonly maxAges_s: readonly number[];
  /** Inputs, by index, whose age is that of what the module writes: those without a delay. */
  readonly ageing: readonly number[];
  readonly outputs: readonly number[];
  readonly parameters: readonly number[];
  /** By event input: the numbers of the event outputs that raise it. */
  readonly eventInputs: readonly (readonly number[])[];
  /** By event output: its number among all of the program. */
  readonly eventOutputs: readonly number[];
  /** By request: its number among the linked ones of the program, or −1. */
  readonly requests: readonly number[];
  /** Place of what it shows among all that the program shows. */
  readonly shown: number;
}

export interface ShownChannel {
  /** See ProgramModule. */
  readonly channel: string;
  readonly names: readonly string[];
  /** Places of these among all that the program shows. */
  readonly places: readonly number[];
}

export interface ConnectedProgram {
  /** In the order in which they step. */
  readonly modules: readonly ConnectedModule[];
  readonly slots: readonly Slot[];
  readonly externals: readonly ExternalInput[];
  readonly commands: readonly Command[];
  readonly copies: readonly Copy[];
  readonly externalCopies: readonly ExternalCopy[];
  readonly eventCopies: readonly EventCopy[];
  /** Event outputs and copies of them. */
  readonly events: number;
  readonly requests: readonly LinkedRequest[];
  readonly shown: number;
  readonly channels: readonly ShownChannel[];
  /** The fastest of its modules. */
  readonly rate_Hz: number;
}

type Reporter = (d: Diagnostic) => void;

/** Who drives an actuator, by its index. */
export type DriverListener = (actuator: number, by: Component, range: SourceRange) => void;

/** drives: is called for everything that drives an actuator, also where the program is refused for other reasons. */
export function connectProgram(
  program: Program,
  vehicle: VehiclePorts,
  report: Reporter,
  drives: DriverListener = () => {},
): ConnectedProgram | null {
  const connector = new Connector(program, vehicle, report, drives);
  return connector.connect();
}

type PortKind = "dataInput" | "dataOutput" | "eventInput" | "eventOutput" | "parameter" | "request" | "answers";

interface Port {
  readonly kind: PortKind;
  readonly name: string;
  readonly index: number;
  readonly message: MessageType<Fields> | null;
}

const NO_MESSAGE = defineMessage("nothing", "no fields", {});
const ENDS: readonly PortKind[] = ["dataInput", "eventInput", "parameter", "answers"];

function portsOf({ module }: ProgramModule): Port[] {
  const data = (kind: PortKind, list: readonly { name: string; message?: MessageType<Fields> }[] = []): Port[] =>
    list.map(({ name, message = null }, index) => ({ kind, name, index, message }));
  const requests = (module.requests ?? []).map(
    ({ name, question, answers }, index): Port => ({
      kind: answers === true ? "answers" : "request",
      name,
      index,
      message: question,
    }),
  );
  return [
    ...data("dataInput", module.inputs),
    ...data("dataOutput", module.outputs),
    ...data("eventInput", module.eventInputs),
    ...data("eventOutput", module.eventOutputs),
    ...data("parameter", module.parameters),
    ...requests,
    ...(module.shows.length > 0
      ? [{ kind: "dataOutput", name: SHOWN_PORT, index: -1, message: shownMessage(module) } as const]
      : []),
  ];
}

/** What a module shows, as a message: fields by name. */
export function shownMessage({ shows }: Module): MessageType<Fields> {
  return defineMessage("shown", "what the log shows of a module", Object.fromEntries(shows.map((name) => [name, 1])));
}

type Trigger = Pick<ConnectedModule, "trigger" | "triggerEvent" | "triggerQuestion">;

class Connector {
  readonly #modules: ProgramModule[];
  readonly #ports: Port[][];
  readonly #vehicle: VehiclePorts;
  readonly #report: Reporter;
  readonly #drives: DriverListener;
  #failed = false;

  // What the links make of the program, by index of module as in the file.
  readonly #slots: Slot[] = [];
  readonly #externals: ExternalInput[] = [];
  readonly #outputs: number[][] = [];
  readonly #inputs: number[][];
  readonly #inputLinks: (ProgramLink | null)[][];
  readonly #parameters: number[][] = [];
  readonly #parameterLinks: (ProgramLink | null)[][];
  readonly #eventInputs: number[][][];
  readonly #eventOutputs: number[][] = [];
  readonly #requests: number[][];
  readonly #linkedRequests: LinkedRequest[] = [];
  /** By request: the link that uses it. */
  readonly #requestLinks: (ProgramLink | null)[][];
  readonly #after: Set<number>[];
  readonly #copies: { module: number; output: number; to: number; delay: boolean }[] = [];
  readonly #commands: { module: number; slot: number; actuator: number; factor: number; range: SourceRange }[] = [];
  readonly #externalCopies: ExternalCopy[] = [];
  readonly #eventCopies: EventCopy[] = [];
  #events = 0;

  constructor(program: Program, vehicle: VehiclePorts, report: Reporter, drives: DriverListener) {
    this.#vehicle = vehicle;
    this.#report = report;
    this.#drives = drives;
    const links = [...program.links];
    this.#modules = [...program.modules];
    this.#addManager(links);
    this.#links = links;
    this.#ports = this.#modules.map(portsOf);
    const perPort = <T>(value: () => T, of: (m: Module) => readonly unknown[] | undefined): T[][] =>
      this.#modules.map(({ module }) => (of(module) ?? []).map(value));
    this.#inputs = perPort(
      () => -1,
      (m) => m.inputs,
    );
    this.#inputLinks = perPort(
      (): ProgramLink | null => null,
      (m) => m.inputs,
    );
    this.#parameterLinks = perPort(
      (): ProgramLink | null => null,
      (m) => m.parameters,
    );
    this.#eventInputs = perPort(
      (): number[] => [],
      (m) => m.eventInputs,
    );
    this.#requests = perPort(
      () => -1,
      (m) => m.requests,
    );
    this.#requestLinks = perPort(
      (): ProgramLink | null => null,
      (m) => m.requests,
    );
    this.#after = this.#modules.map(() => new Set<number>());
  }

  readonly #links: readonly ProgramLink[];

  connect(): ConnectedProgram | null {
    this.#checkNames();
    this.#modules.forEach(({ id, module }, m) => {
      this.#outputs[m] = (module.outputs ?? []).map(({ name, message }) => this.#slot(`${id}.${name}`, message));
      this.#parameters[m] = (module.parameters ?? []).map(({ name, message, initial }) =>
        this.#slot(`${id}.${name}`, message, initial),
      );
      this.#eventOutputs[m] = (module.eventOutputs ?? []).map(() => this.#events++);
    });
    for (const link of this.#links) this.#link(link);
    this.#linkByDefault();
    const triggers = this.#modules.map((_, m) => this.#triggerOf(m));
    this.#checkRequired();
    const order = this.#order();
    if (this.#failed || order === null) return null;
    return this.#table(order, triggers);
  }

  /** A module for the thruster manager, where anything is meant for it. */
  #addManager(links: ProgramLink[]): void {
    const wanted = `${VEHICLE}.${THRUSTER_MANAGER}`;
    const asks = (output: DataOutput, id: string): boolean =>
      output.drives === THRUSTER_MANAGER && !links.some(({ from }) => from === `${id}.${output.name}`);
    const byDefault = this.#modules.flatMap((m) =>
      (m.module.outputs ?? []).filter((o) => asks(o, m.id)).map(({ name }) => ({ m, name })),
    );
    const [first] = byDefault;
    const linked = links.find(({ to }) => to === wanted);
    if (first === undefined && linked === undefined) return;
    const by = first?.m ?? this.#modules.find(({ id }) => linked?.from.startsWith(`${id}.`)) ?? this.#modules[0];
    const { thrusterManager, name: vehicle } = this.#vehicle;
    if (by === undefined) return;
    if (thrusterManager === null) {
      const message = `${by.component.id} asks for forces, but ${vehicle} has no thruster`;
      this.#fail(this.#vehicle.codes.notActuated, linked?.range ?? by.component.range, message);
      for (let i = links.length - 1; i >= 0; i--) if (links[i]!.to === wanted) links.splice(i, 1);
      return;
    }
    const id = `${VEHICLE}/${THRUSTER_MANAGER}`;
    this.#modules.push({ id, module: thrusterManager(), component: by.component, channel: "" });
    links.forEach((link, i) => {
      if (link.to === wanted) links[i] = { ...link, to: `${id}.force` };
    });
    for (const { m, name } of byDefault) {
      links.push({ from: `${m.id}.${name}`, to: `${id}.force`, range: m.component.range });
    }
  }

  #slot(name: string, message: MessageType<Fields>, initial?: readonly number[]): number {
    return this.#slots.push(initial === undefined ? { name, message } : { name, message, initial }) - 1;
  }

  #fail(entry: CodeEntry, range: SourceRange, message: string, detail: DiagnosticDetail = {}): void {
    this.#failed = true;
    this.#report(codedDiagnostic(entry, range, message, detail));
  }

  #checkNames(): void {
    const seen = new Map<string, ProgramModule>();
    const devices = this.#devices();
    this.#modules.forEach((m, i) => {
      if (m.id === VEHICLE || devices.includes(m.id)) {
        const message = `a module cannot be called ${m.id}: links know ${m.id === VEHICLE ? "the vehicle itself" : "a device of the vehicle"} by that name`;
        this.#fail(codes.namedTwice, m.component.range, message, { hint: "give it another id" });
      }
      const other = seen.get(m.id);
      if (other !== undefined) {
        const related = [{ message: "the other one", range: other.component.range }];
        this.#fail(codes.namedTwice, m.component.range, `two modules are called ${m.id}`, { related });
      }
      seen.set(m.id, m);
      const names = this.#ports[i]!.map(({ name }) => name);
      for (const name of new Set(names.filter((n, k) => names.indexOf(n) < k))) {
        this.#fail(codes.namedTwice, m.component.range, `${m.id} has two ports called ${name}`);
      }
      const { shows } = m.module;
      for (const name of new Set(shows.filter((n, k) => shows.indexOf(n) < k))) {
        this.#fail(codes.namedTwice, m.component.range, `${m.id} shows ${name} twice`);
      }
    });
  }

  /** The module and port that an end names; reports and returns null where there is none. */
  #end(name: string, range: SourceRange): { readonly m: number; readonly port: Port } | null {
    const { owner, port } = splitPort(name);
    const m = this.#modules.findIndex(({ id }) => id === owner);
    const devices = this.#devices();
    if (m < 0 && devices.includes(owner)) {
      const sent = [...this.#vehicle.devices.keys()].map(splitPort).filter((p) => p.owner === owner);
      const known = sent.map((p) => p.port);
      const message = `there is no port ${JSON.stringify(name)}; ${owner} sends: ${known.join(", ")}`;
      this.#fail(codes.unknownPort, range, message, guess(port, known));
      return null;
    }
    if (m < 0) {
      const known = [...this.#modules.map(({ id }) => id), VEHICLE, ...devices];
      const message = `there is no module ${JSON.stringify(owner)}; there are: ${known.join(", ")}`;
      this.#fail(codes.unknownPort, range, message, guess(owner, known));
      return null;
    }
    const found = this.#ports[m]!.find((p) => p.name === port);
    if (found !== undefined) return { m, port: found };
    const known = this.#ports[m]!.map((p) => p.name);
    const message = `there is no port ${JSON.stringify(name)}; ${owner} has: ${known.join(", ") || "none"}`;
    this.#fail(codes.unknownPort, range, message, guess(port, known));
    return null;
  }

  /** Names of the devices that send anything. */
  #devices(): string[] {
    return [...new Set([...this.#vehicle.devices.keys()].map((key) => splitPort(key).owner))];
  }

  #link(link: ProgramLink): void {
    const { owner, port } = splitPort(link.to);
    if (owner === VEHICLE) this.#linkActuator(link, port);
    else if (splitPort(link.from).owner === VEHICLE) this.#linkState(link);
    else if (this.#vehicle.devices.has(link.from)) this.#linkDevice(link);
    else this.#linkModules(link);
  }

  #linkActuator(link: ProgramLink, name: string): void {
    const { actuators, name: vehicle, devices } = this.#vehicle;
    const outside = splitPort(link.from).owner === VEHICLE || devices.has(link.from);
    const from = outside ? null : this.#end(link.from, link.range);
    if (outside) {
      const message = `${link.from} cannot be linked to ${link.to}: only a module drives an actuator`;
      this.#fail(codes.wrongWay, link.range, message, { hint: "put a module between them" });
    }
    const actuator = actuators.findIndex((a) => a.name === name);
    if (actuator < 0) {
      const names = actuators.map((a) => a.name);
      const message = `${vehicle} has no actuator ${JSON.stringify(name)}; it has: ${names.join(", ") || "none"}`;
      this.#fail(this.#vehicle.codes.unknownActuator, link.range, message, guess(name, names));
      return;
    }
    if (from === null || !this.#isSource(from, link)) return;
    const { unit, range: place } = actuators[actuator]!;
    const { m, port } = from;
    const type = port.message ?? NO_MESSAGE;
    const fits = sameType(type, ownUnitSetpoint) || sameType(type, actuatorSetpoint(unit));
    if (port.kind !== "dataOutput" || !fits) {
      const message = `${link.from} writes ${typeInWords(type)}, but the actuator ${name} takes ${unit}`;
      const hint = "put a module between them that converts, or choose an actuator with that unit";
      const { id, component } = this.#modules[m]!;
      const related = [
        { message: `from ${id}`, range: component.range },
        ...(place === undefined ? [] : [{ message: `to ${name}`, range: place }]),
      ];
      this.#fail(codes.unequal, link.range, message, { allowed: typeInWords(actuatorSetpoint(unit)), hint, related });
      return;
    }
    this.#drives(actuator, this.#modules[m]!.component, link.range);
    this.#commands.push({
      module: m,
      slot: this.#outputs[m]![port.index]!,
      actuator,
      factor: link.factor ?? 1,
      range: link.range,
    });
  }

  #isSource({ m, port }: { m: number; port: Port }, link: ProgramLink): boolean {
    if (!ENDS.includes(port.kind)) return true;
    const related = [{ message: "the module", range: this.#modules[m]!.component.range }];
    this.#fail(codes.wrongWay, link.range, `the link begins at ${link.from}, which is an input`, { related });
    return false;
  }

  #linkState(link: ProgramLink): void {
    const to = this.#target(link);
    if (link.from !== STATE_PORT) {
      const message = `there is no port ${JSON.stringify(link.from)}; the vehicle sends: state`;
      this.#fail(codes.unknownPort, link.range, message, guess(link.from, [STATE_PORT]));
    } else if (to !== null && this.#agreeOutside(trueState, to, link)) {
      this.#connectOutside(to, this.#stateSlot(to.m), link);
    }
  }

  #linkDevice(link: ProgramLink): void {
    const to = this.#target(link);
    const message = this.#vehicle.devices.get(link.from)!;
    if (to === null || !this.#agreeOutside(message, to, link)) return;
    let external = this.#externals.find(({ source, name }) => source === "device" && name === link.from);
    if (external === undefined) {
      external = { source: "device", name: link.from, rate_Hz: 0, slot: this.#slot(link.from, message) };
      this.#externals.push(external);
    }
    this.#connectOutside(to, external.slot, link);
  }

  /** Data from outside go to data inputs and parameters. */
  #agreeOutside(message: MessageType<Fields>, to: { m: number; port: Port }, link: ProgramLink): boolean {
    const { kind } = to.port;
    if (kind === "dataInput" || kind === "parameter") return this.#agree(message, to.port, link);
    const text = `${link.from} is data and ${link.to} is ${IN_WORDS[kind]}: they cannot be linked`;
    this.#fail(codes.unequal, link.range, text, this.#bothEnds(to.m, to.m));
    return false;
  }

  #connectOutside(to: { m: number; port: Port }, slot: number, link: ProgramLink): void {
    if (to.port.kind === "parameter") {
      // It keeps its initial value until something comes.
      const external = this.#externals.findIndex((e) => e.slot === slot);
      this.#externalCopies.push({ external, to: this.#parameters[to.m]![to.port.index]! });
    }
    this.#connectInput(to, slot, link);
  }

  #target(link: ProgramLink): { readonly m: number; readonly port: Port } | null {
    const to = this.#end(link.to, link.range);
    if (to === null || ENDS.includes(to.port.kind)) return to;
    const related = [{ message: "the module", range: this.#modules[to.m]!.component.range }];
    this.#fail(codes.wrongWay, link.range, `the link ends at ${link.to}, which is an output`, { related });
    return null;
  }

  #linkModules(link: ProgramLink): void {
    const from = this.#end(link.from, link.range);
    const to = this.#target(link);
    if (from === null || to === null || !this.#isSource(from, link)) return;
    const [a, b] = [from.port.kind, to.port.kind];
    const data = b === "dataInput" || b === "parameter";
    const fits =
      (a === "dataOutput" && data) ||
      (a === "eventOutput" && b === "eventInput") ||
      (a === "request" && b === "answers");
    if (!fits) {
      const message = `${link.from} is ${IN_WORDS[a]} and ${link.to} is ${IN_WORDS[b]}: they cannot be linked`;
      this.#fail(codes.unequal, link.range, message, this.#bothEnds(from.m, to.m));
      return;
    }
    if (b === "eventInput") this.#linkEvent(from, to, link);
    else if (b === "answers") this.#linkRequest(from, to, link);
    else if (this.#agree(from.port.message ?? NO_MESSAGE, to.port, link, from.m)) this.#linkData(from, to, link);
  }

  #linkEvent(from: { m: number; port: Port }, to: { m: number; port: Port }, link: ProgramLink): void {
    const before = this.#links.slice(0, this.#links.indexOf(link));
    const other = before.find((l) => l.from === link.from && l.to === link.to);
    if (other !== undefined) {
      const message = `two links lead from ${link.from} to ${link.to}: each event would count twice`;
      this.#fail(codes.linkedTwice, link.range, message, {
        related: [{ message: "the other link", range: other.range }],
      });
      return;
    }
    let number = this.#eventOutputs[from.m]![from.port.index]!;
    if (link.delay === true) {
      // A count of its own, which is renewed when all have stepped.
      this.#eventCopies.push({ from: number, to: this.#events });
      number = this.#events++;
    } else this.#after[to.m]!.add(from.m);
    this.#eventInputs[to.m]![to.port.index]!.push(number);
  }

  #linkRequest(from: { m: number; port: Port }, to: { m: number; port: Port }, link: ProgramLink): void {
    const asks = this.#modules[from.m]!.module.requests![from.port.index]!;
    const answers = this.#modules[to.m]!.module.requests![to.port.index]!;
    if (!sameType(asks.question, answers.question) || !sameType(asks.answer, answers.answer)) {
      const words = (r: typeof asks): string => `${typeInWords(r.question)} for ${typeInWords(r.answer)}`;
      const message = `${link.from} asks ${words(asks)}, ${link.to} answers ${words(answers)}`;
      this.#fail(codes.unequal, link.range, message, this.#bothEnds(from.m, to.m));
      return;
    }
    const linked = (end: { m: number; port: Port }): ProgramLink | null =>
      this.#requestLinks[end.m]![end.port.index] ?? null;
    const other = linked(to) ?? linked(from);
    if (other !== null) {
      const related = [{ message: "the other link", range: other.range }];
      this.#fail(codes.linkedTwice, link.range, `two links use ${linked(to) === null ? link.from : link.to}`, {
        related,
      });
      return;
    }
    const delay = link.delay === true;
    if (!delay) this.#after[to.m]!.add(from.m);
    const number = this.#linkedRequests.push({ question: asks.question, answer: asks.answer, delay }) - 1;
    this.#requestLinks[from.m]![from.port.index] = link;
    this.#requestLinks[to.m]![to.port.index] = link;
    this.#requests[from.m]![from.port.index] = number;
    this.#requests[to.m]![to.port.index] = number;
  }

  #linkData(from: { m: number; port: Port }, to: { m: number; port: Port }, link: ProgramLink): void {
    const delay = link.delay === true;
    if (!delay) this.#after[to.m]!.add(from.m);
    const own = from.port.index < 0 ? -1 : this.#outputs[from.m]![from.port.index]!;
    // What is shown has no slot of its own; a parameter keeps its initial value until something comes.
    if (own >= 0 && !delay && to.port.kind === "dataInput") {
      this.#connectInput(to, own, link);
      return;
    }
    const slot =
      to.port.kind === "parameter"
        ? this.#parameters[to.m]![to.port.index]!
        : this.#slot(`${link.from} for ${link.to}`, from.port.message ?? NO_MESSAGE);
    this.#copies.push({ module: from.m, output: from.port.index, to: slot, delay });
    this.#connectInput(to, slot, link);
  }

  #connectInput({ m, port }: { m: number; port: Port }, slot: number, link: ProgramLink): void {
    const links = (port.kind === "parameter" ? this.#parameterLinks : this.#inputLinks)[m]!;
    const other = links[port.index] ?? null;
    if (other !== null) {
      const related = [{ message: "the other link", range: other.range }];
      this.#fail(codes.linkedTwice, link.range, `two links end at ${link.to}`, { related });
      return;
    }
    links[port.index] = link;
    if (port.kind === "dataInput") this.#inputs[m]![port.index] = slot;
  }

  #agree(type: MessageType<Fields>, port: Port, link: ProgramLink, fromModule?: number): boolean {
    const wanted = port.message ?? NO_MESSAGE;
    if (sameType(type, wanted)) return true;
    const message = `${link.from} is ${typeInWords(type)}, but ${link.to} takes ${typeInWords(wanted)}`;
    const m = this.#modules.findIndex(({ id }) => id === splitPort(link.to).owner);
    this.#fail(codes.unequal, link.range, message, {
      allowed: typeInWords(wanted),
      ...this.#bothEnds(fromModule ?? m, m),
    });
    return false;
  }

  #bothEnds(from: number, to: number): Pick<Diagnostic, "related"> {
    const end = (m: number, word: string) => ({
      message: `${word} ${this.#modules[m]!.id}`,
      range: this.#modules[m]!.component.range,
    });
    return { related: from === to ? [end(to, "to")] : [end(from, "from"), end(to, "to")] };
  }

  /** The slot of the true state at the rate of a module. */
  #stateSlot(m: number): number {
    const { id, module, component } = this.#modules[m]!;
    let rate_Hz = module.rate_Hz;
    if (rate_Hz === undefined) {
      const rates = new Set(
        this.#modules.flatMap((other) => (other.module.rate_Hz === undefined ? [] : [other.module.rate_Hz])),
      );
      if (rates.size !== 1) {
        const message = `${id} takes the true state, but has no rate_Hz`;
        this.#fail(codes.unknownRate, component.range, message, { hint: "give the module a rate_Hz" });
        return -1;
      }
      [rate_Hz] = rates;
    }
    return this.#external("state", rate_Hz!, trueState);
  }

  #external(source: "state" | "clock", rate_Hz: number, message: MessageType<Fields>): number {
    const known = this.#externals.find((e) => e.source === source && e.rate_Hz === rate_Hz);
    if (known !== undefined) return known.slot;
    const slot = this.#slot(`${VEHICLE}.${source} at ${rate_Hz} Hz`, message);
    this.#externals.push({ source, name: "", rate_Hz, slot });
    return slot;
  }

  /** What no link says: the true state for modules that take it, and the actuators that outputs name. */
  #linkByDefault(): void {
    this.#modules.forEach(({ id, module, component }, m) => {
      (module.inputs ?? []).forEach(({ message }, k) => {
        if (this.#inputLinks[m]![k] === null && message === trueState) {
          this.#inputs[m]![k] = this.#stateSlot(m);
          this.#inputLinks[m]![k] = { from: STATE_PORT, to: id, range: component.range };
        }
      });
      (module.outputs ?? []).forEach(({ name, drives, parameter = "" }) => {
        const from = `${id}.${name}`;
        if (drives === undefined || drives === THRUSTER_MANAGER || this.#links.some((l) => l.from === from)) return;
        for (const word of drives as readonly string[]) {
          const { actuator, factor } = driven(word);
          const range = placeOfValue(component, parameter);
          this.#linkActuator({ from, to: `${VEHICLE}.${actuator}`, factor, range }, actuator);
        }
      });
    });
  }

  #triggerOf(m: number): Trigger {
    const { id, module, component } = this.#modules[m]!;
    const none = { trigger: -1, triggerEvent: -1, triggerQuestion: -1 };
    if (module.rate_Hz !== undefined) {
      const reading = this.#externals.find((e) => e.source === "state" && e.rate_Hz === module.rate_Hz);
      const reads = reading !== undefined && this.#inputs[m]!.includes(reading.slot);
      return { ...none, trigger: reads ? reading.slot : this.#external("clock", module.rate_Hz, clockTick) };
    }
    const port = this.#ports[m]!.find(({ name }) => name === module.trigger);
    if (port?.kind === "dataInput") return { ...none, trigger: this.#inputs[m]![port.index]! };
    if (port?.kind === "eventInput") return { ...none, triggerEvent: port.index };
    if (port?.kind === "answers") return { ...none, triggerQuestion: port.index };
    const names = this.#ports[m]!.filter(({ kind }) => ENDS.includes(kind)).map(({ name }) => name);
    const message = `the trigger ${JSON.stringify(module.trigger)} of ${id} is not one of its inputs`;
    this.#fail(codes.notTriggered, component.range, message, { allowed: names.join(", ") });
    return none;
  }

  #checkRequired(): void {
    this.#modules.forEach(({ id, module, component }, m) => {
      (module.inputs ?? []).forEach(({ name, message, required = true }, k) => {
        if (!required || this.#inputs[m]![k]! >= 0 || this.#inputLinks[m]![k] !== null) return;
        if (this.#failed && this.#links.some(({ to }) => to === `${id}.${name}`)) return;
        const text = `nothing is linked to ${id}.${name}, which ${id} needs`;
        this.#fail(codes.unconnected, component.range, text, { allowed: typeInWords(message) });
      });
    });
  }

  /** Indices of the modules in the order of their steps; null where there is a circle. */
  #order(): number[] | null {
    const order: number[] = [];
    let circles = 0;
    const left = new Set(this.#modules.keys());
    while (left.size > 0) {
      const next = [...left].find((m) => [...this.#after[m]!].every((before) => !left.has(before)));
      if (next === undefined) {
        circles++;
        // Without its modules the others go on, so that further circles are found.
        for (const m of this.#reportCircle(left)) left.delete(m);
        continue;
      }
      order.push(next);
      left.delete(next);
    }
    return circles > 0 ? null : order;
  }

  #reportCircle(left: ReadonlySet<number>): readonly number[] {
    // From any module that waits, backwards along what it waits for, until one comes again.
    const trail: number[] = [];
    let m = [...left][0]!;
    while (!trail.includes(m)) {
      trail.push(m);
      m = [...this.#after[m]!].find((before) => left.has(before))!;
    }
    const circle = trail.slice(trail.indexOf(m)).reverse();
    const names = [...circle, circle[0]!].map((i) => this.#modules[i]!.id).join(" -> ");
    const related = circle.map((i) => ({ message: this.#modules[i]!.id, range: this.#modules[i]!.component.range }));
    const owner = (port: string): number => this.#modules.findIndex(({ id }) => id === splitPort(port).owner);
    const link = this.#links.find(({ from, to, delay }) => {
      const at = circle.indexOf(owner(from));
      return delay !== true && at >= 0 && circle[(at + 1) % circle.length] === owner(to);
    });
    const range = link?.range ?? this.#modules[circle[0]!]!.component.range;
    const hint = 'say delay="true" at the link whose reader may use the value of the step before';
    this.#fail(codes.cycle, range, `modules wait for each other in a circle: ${names}`, { hint, related });
    return circle;
  }

  #table(order: readonly number[], triggers: readonly Trigger[]): ConnectedProgram {
    const place = new Map(order.map((m, i) => [m, i]));
    let shown = 0;
    const shownAt = this.#modules.map(({ module }) => {
      const at = shown;
      shown += module.shows.length;
      return at;
    });
    const modules = order.map((m): ConnectedModule => {
      const { id, module } = this.#modules[m]!;
      const stated = (module.inputs ?? []).map(({ maxAge_s }) => maxAge_s);
      return {
        id,
        module,
        ...triggers[m]!,
        inputs: this.#inputs[m]!,
        ageing: this.#inputs[m]!.flatMap((slot, k) =>
          slot >= 0 && this.#inputLinks[m]![k]?.delay !== true ? [k] : [],
        ),
        maxAges_s: stated.map((own, k) => this.#inputLinks[m]![k]?.maxAge_s ?? own ?? Number.POSITIVE_INFINITY),
        outputs: this.#outputs[m]!,
        parameters: this.#parameters[m]!,
        eventInputs: this.#eventInputs[m]!,
        eventOutputs: this.#eventOutputs[m]!,
        requests: this.#requests[m]!,
        shown: shownAt[m]!,
      };
    });
    const names = [...new Set(this.#modules.map(({ channel }) => channel))];
    const channels = names.map((channel): ShownChannel => {
      const own = this.#modules.flatMap((m, i) =>
        m.channel === channel ? [{ shows: m.module.shows, at: shownAt[i]! }] : [],
      );
      return {
        channel,
        names: own.flatMap(({ shows }) => shows),
        places: own.flatMap(({ shows, at }) => shows.map((_, k) => at + k)),
      };
    });
    const rates = this.#modules.map(({ module }) => module.rate_Hz ?? 0);
    return Object.freeze({
      modules,
      slots: this.#slots,
      externals: this.#externals,
      commands: this.#commands.map(({ module, ...command }): Command => {
        return { ...command, module: place.get(module)!, by: this.#modules[module]!.component };
      }),
      copies: this.#copies.map((copy) => ({ ...copy, module: place.get(copy.module)! })),
      externalCopies: this.#externalCopies,
      eventCopies: this.#eventCopies,
      events: this.#events,
      requests: this.#linkedRequests,
      shown,
      channels: channels.filter((c) => c.names.length > 0),
      rate_Hz: Math.max(0, ...rates),
    });
  }
}

const IN_WORDS: Readonly<Record<PortKind, string>> = {
  dataInput: "a data input",
  dataOutput: "a data output",
  eventInput: "an event input",
  eventOutput: "an event output",
  parameter: "a parameter",
  request: "a request",
  answers: "the answering side of a request",
};

function guess(name: string, candidates: readonly string[]): DiagnosticDetail {
  return { allowed: candidates.join(", "), hint: didYouMean(name, candidates) };
}
