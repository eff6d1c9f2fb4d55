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
import type { Fields, MessageType } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import { addNavigation } from "./add-navigation.ts";
import { moduleCodes as codes } from "./codes.ts";
import type { ConnectedProgram } from "./connected-program.ts";
import { addConverters, linksOf, unitHint } from "./converters.ts";
import {
  actuatorSetpoint,
  clockTick,
  navigationState,
  ownUnitSetpoint,
  sameType,
  setpointUnit,
  typeInWords,
  unitInWords,
} from "./messages.ts";
import type { DataOutput } from "./module.ts";
import { ENDS, IN_WORDS, NO_MESSAGE, type Port, portsOf } from "./module-ports.ts";
import {
  type Program,
  type ProgramLink,
  type ProgramModule,
  STATE_PORT,
  splitPort,
  THRUSTER_MANAGER,
  VEHICLE,
  type VehiclePorts,
} from "./program.ts";
import { ProgramDraft, type Trigger } from "./program-draft.ts";

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

class Connector {
  readonly #draft: ProgramDraft;
  readonly #links: readonly ProgramLink[];
  readonly #ports: Port[][];
  readonly #vehicle: VehiclePorts;
  readonly #report: Reporter;
  readonly #drives: DriverListener;
  #failed = false;

  constructor(program: Program, vehicle: VehiclePorts, report: Reporter, drives: DriverListener) {
    this.#vehicle = vehicle;
    this.#report = report;
    this.#drives = drives;
    const modules = [...program.modules];
    const links = [...program.links];
    addNavigation(modules, links, vehicle, (d) => {
      this.#failed = true;
      report(d);
    });
    this.#addManager(modules, links);
    addConverters(modules, links, vehicle, report);
    this.#links = links;
    this.#draft = new ProgramDraft(modules);
    this.#ports = modules.map(portsOf);
  }

  connect(): ConnectedProgram | null {
    this.#checkNames();
    this.#draft.modules.forEach(({ id, module }, m) => {
      this.#draft.outputs[m] = (module.outputs ?? []).map(({ name, message }) =>
        this.#draft.slot(`${id}.${name}`, message),
      );
      this.#draft.parameters[m] = (module.parameters ?? []).map(({ name, message, initial }) =>
        this.#draft.slot(`${id}.${name}`, message, initial),
      );
      this.#draft.eventOutputs[m] = (module.eventOutputs ?? []).map(() => this.#draft.events++);
    });
    for (const link of this.#links) this.#link(link);
    this.#linkByDefault();
    this.#stream();
    const triggers = this.#draft.modules.map((_, m) => this.#triggerOf(m));
    this.#checkRequired();
    const order = this.#order();
    if (this.#failed || order === null) return null;
    return this.#draft.table(order, triggers);
  }

  /** What modules take and send by name. Several modules may name one port. */
  #stream(): void {
    for (const { id, module, component } of this.#draft.modules) {
      for (const name of module.streams ?? []) {
        const sent = this.#vehicle.devices.get(name);
        const message = sent ?? this.#vehicle.takers?.get(name);
        if (message === undefined) {
          const known = [...this.#vehicle.devices.keys(), ...(this.#vehicle.takers?.keys() ?? [])];
          const words = `${id} takes or sends ${JSON.stringify(name)}, but no device of the vehicle has such a port`;
          this.#fail(codes.unknownPort, component.range, words, guess(name, known));
        } else if (!this.#draft.streams.some((stream) => stream.name === name)) {
          const direction = sent === undefined ? "out" : "in";
          this.#draft.streams.push({ name, direction, message, range: component.range });
        }
      }
    }
  }

  /** A module for the thruster manager, where anything is meant for it. */
  #addManager(modules: ProgramModule[], links: ProgramLink[]): void {
    const wanted = `${VEHICLE}.${THRUSTER_MANAGER}`;
    const asks = (output: DataOutput, id: string): boolean =>
      output.drives === THRUSTER_MANAGER && !links.some(({ from }) => from === `${id}.${output.name}`);
    const byDefault = modules.flatMap((m) =>
      (m.module.outputs ?? []).filter((o) => asks(o, m.id)).map(({ name }) => ({ m, name })),
    );
    const [first] = byDefault;
    const linked = links.find(({ to }) => to === wanted);
    if (first === undefined && linked === undefined) return;
    const by = first?.m ?? modules.find(({ id }) => linked?.from.startsWith(`${id}.`)) ?? modules[0];
    const { thrusterManager, name: vehicle } = this.#vehicle;
    if (by === undefined) return;
    if (thrusterManager === null) {
      const message = `${by.component.id} asks for forces, but ${vehicle} has no thruster`;
      this.#fail(this.#vehicle.codes.notActuated, linked?.range ?? by.component.range, message);
      for (let i = links.length - 1; i >= 0; i--) if (links[i]!.to === wanted) links.splice(i, 1);
      return;
    }
    const id = `${VEHICLE}/${THRUSTER_MANAGER}`;
    modules.push({ id, module: thrusterManager(), component: by.component, channel: "" });
    links.forEach((link, i) => {
      if (link.to === wanted) links[i] = { ...link, to: `${id}.force` };
    });
    for (const { m, name } of byDefault) {
      links.push({ from: `${m.id}.${name}`, to: `${id}.force`, range: m.component.range });
    }
  }

  #fail(entry: CodeEntry, range: SourceRange, message: string, detail: DiagnosticDetail = {}): void {
    this.#failed = true;
    this.#report(codedDiagnostic(entry, range, message, detail));
  }

  #checkNames(): void {
    const seen = new Map<string, ProgramModule>();
    const devices = this.#devices();
    this.#draft.modules.forEach((m, i) => {
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
    const m = this.#draft.modules.findIndex(({ id }) => id === owner);
    const devices = this.#devices();
    if (m < 0 && devices.includes(owner)) {
      const of = (ports: Iterable<string>): string[] =>
        [...ports].map(splitPort).flatMap((p) => (p.owner === owner ? [p.port] : []));
      const sent = of(this.#vehicle.devices.keys());
      const taken = of(this.#vehicle.takers?.keys() ?? []);
      const takes = taken.length === 0 ? "" : `; it takes: ${taken.join(", ")}`;
      const message = `there is no port ${JSON.stringify(name)}; ${owner} sends: ${sent.join(", ")}${takes}`;
      this.#fail(codes.unknownPort, range, message, guess(port, [...sent, ...taken]));
      return null;
    }
    if (m < 0) {
      const known = [...this.#draft.modules.map(({ id }) => id), VEHICLE, ...devices];
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
    this.#checkEffect(link);
    if (owner === VEHICLE) this.#linkActuator(link, port);
    else if (splitPort(link.from).owner === VEHICLE) this.#linkState(link);
    else if (this.#vehicle.takers?.has(link.to) === true) this.#linkToDevice(link);
    else if (this.#vehicle.devices.has(link.from)) this.#linkDevice(link);
    else this.#linkModules(link);
  }

  /** What a link states and nothing acts on. */
  #checkEffect({ from, to, factor = 1, delay = false, maxAge_s, range }: ProgramLink): void {
    const warn = (message: string, hint?: string): void =>
      this.#report(codedDiagnostic(codes.withoutEffect, range, message, { hint }));
    const device = this.#vehicle.takers?.get(to) ?? this.#vehicle.devices.get(from);
    if (device !== undefined && device.payload > 0) {
      const message = `a link carries no bytes, and a ${device.name} has some: from ${from} to ${to} come its numbers alone, anew with every step`;
      warn(message, "name the port among the streams of the module, and use tick.ports");
    }
    const target = splitPort(to);
    const toActuator = target.owner === VEHICLE;
    const outside = splitPort(from).owner === VEHICLE || this.#vehicle.devices.has(from);
    const m = this.#draft.modules.findIndex(({ id }) => id === target.owner);
    const kind = this.#ports[m]?.find(({ name }) => name === target.port)?.kind;
    if (factor !== 1 && !toActuator) warn(`factor = ${factor} has no effect: ${to} is not an actuator`);
    if (delay && (toActuator || outside)) warn(`delay has no effect: only links between modules may have one`);
    if (maxAge_s !== undefined && (toActuator || (kind !== undefined && kind !== "dataInput")))
      warn(`maxAge_s = ${maxAge_s} has no effect: ${to} is not a data input`);
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
    const { unit, range: place, rest = 0 } = actuators[actuator]!;
    const { m, port } = from;
    const type = port.message ?? NO_MESSAGE;
    const fits = sameType(type, ownUnitSetpoint) || sameType(type, actuatorSetpoint(unit));
    const { id, component } = this.#draft.modules[m]!;
    const related = [
      { message: `from ${id}`, range: component.range },
      ...(place === undefined ? [] : [{ message: `to ${name}`, range: place }]),
    ];
    if (port.kind !== "dataOutput" || !fits) {
      const own = port.kind === "dataOutput" ? setpointUnit(type) : null;
      const writes = own === null ? typeInWords(type) : unitInWords(own);
      const message = `${link.from} writes ${writes}, but the actuator ${name} takes ${unitInWords(unit)}`;
      const detail = { allowed: typeInWords(actuatorSetpoint(unit)), hint: unitHint(actuators[actuator]!), related };
      this.#fail(codes.unequal, link.range, message, detail);
      return;
    }
    const { factor = 1 } = link;
    if (factor !== 1 && rest !== 0) {
      const [words, example] = [unitInWords(unit), rest + 100];
      const message = `factor = ${factor} would turn ${example} ${words} into ${factor * example} ${words}: the actuator ${name} rests at ${rest} ${words}`;
      this.#fail(codes.turnedAboutRest, link.range, message, { hint: unitHint(actuators[actuator]!), related });
      return;
    }
    this.#drives(actuator, this.#draft.modules[m]!.component, link.range);
    this.#draft.commands.push({
      module: m,
      slot: this.#draft.outputs[m]![port.index]!,
      actuator,
      factor,
      rest,
      range: link.range,
    });
  }

  #isSource({ m, port }: { m: number; port: Port }, link: ProgramLink): boolean {
    if (!ENDS.includes(port.kind)) return true;
    const related = [{ message: "the module", range: this.#draft.modules[m]!.component.range }];
    this.#fail(codes.wrongWay, link.range, `the link begins at ${link.from}, which is an input`, { related });
    return false;
  }

  #linkState(link: ProgramLink): void {
    const to = this.#target(link);
    if (link.from !== STATE_PORT) {
      const message = `there is no port ${JSON.stringify(link.from)}; the vehicle sends: state`;
      this.#fail(codes.unknownPort, link.range, message, guess(link.from, [STATE_PORT]));
    } else if (to !== null && this.#agreeOutside(navigationState, to, link)) {
      this.#connectOutside(to, this.#stateSlot(to.m), link);
    }
  }

  #linkDevice(link: ProgramLink): void {
    const to = this.#target(link);
    const message = this.#vehicle.devices.get(link.from)!;
    if (to === null || !this.#agreeOutside(message, to, link)) return;
    let external = this.#draft.externals.find(({ source, name }) => source === "device" && name === link.from);
    if (external === undefined) {
      external = { source: "device", name: link.from, rate_Hz: 0, slot: this.#draft.slot(link.from, message) };
      this.#draft.externals.push(external);
    }
    this.#connectOutside(to, external.slot, link);
  }

  #linkToDevice(link: ProgramLink): void {
    if (this.#vehicle.devices.has(link.from)) {
      const message = `${link.from} cannot be linked to ${link.to}: a device is switched by a module`;
      this.#fail(codes.wrongWay, link.range, message, { hint: "put a module between them" });
      return;
    }
    const from = this.#end(link.from, link.range);
    if (from === null || !this.#isSource(from, link)) return;
    const wanted = this.#vehicle.takers!.get(link.to)!;
    const { m, port } = from;
    const type = port.message ?? NO_MESSAGE;
    if (port.kind !== "dataOutput" || port.index < 0 || !sameType(type, wanted)) {
      const message = `${link.from} is ${port.kind === "dataOutput" ? typeInWords(type) : IN_WORDS[port.kind]}, but ${link.to} takes ${typeInWords(wanted)}`;
      this.#fail(codes.unequal, link.range, message, { allowed: typeInWords(wanted), ...this.#bothEnds(m, m) });
      return;
    }
    this.#draft.deliveries.push({
      name: link.to,
      slot: this.#draft.outputs[m]![port.index]!,
      module: m,
      range: link.range,
    });
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
      const external = this.#draft.externals.findIndex((e) => e.slot === slot);
      this.#draft.externalCopies.push({ external, to: this.#draft.parameters[to.m]![to.port.index]! });
    }
    this.#connectInput(to, slot, link);
  }

  #target(link: ProgramLink): { readonly m: number; readonly port: Port } | null {
    const to = this.#end(link.to, link.range);
    if (to === null || ENDS.includes(to.port.kind)) return to;
    const related = [{ message: "the module", range: this.#draft.modules[to.m]!.component.range }];
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
    let number = this.#draft.eventOutputs[from.m]![from.port.index]!;
    if (link.delay === true) {
      // A count of its own, which is renewed when all have stepped.
      this.#draft.eventCopies.push({ from: number, to: this.#draft.events });
      number = this.#draft.events++;
    } else this.#draft.after[to.m]!.add(from.m);
    this.#draft.eventInputs[to.m]![to.port.index]!.push(number);
  }

  #linkRequest(from: { m: number; port: Port }, to: { m: number; port: Port }, link: ProgramLink): void {
    const asks = this.#draft.modules[from.m]!.module.requests![from.port.index]!;
    const answers = this.#draft.modules[to.m]!.module.requests![to.port.index]!;
    if (!sameType(asks.question, answers.question) || !sameType(asks.answer, answers.answer)) {
      const words = (r: typeof asks): string => `${typeInWords(r.question)} for ${typeInWords(r.answer)}`;
      const message = `${link.from} asks ${words(asks)}, ${link.to} answers ${words(answers)}`;
      this.#fail(codes.unequal, link.range, message, this.#bothEnds(from.m, to.m));
      return;
    }
    const linked = (end: { m: number; port: Port }): ProgramLink | null =>
      this.#draft.requestLinks[end.m]![end.port.index] ?? null;
    const other = linked(to) ?? linked(from);
    if (other !== null) {
      const related = [{ message: "the other link", range: other.range }];
      this.#fail(codes.linkedTwice, link.range, `two links use ${linked(to) === null ? link.from : link.to}`, {
        related,
      });
      return;
    }
    const delay = link.delay === true;
    if (!delay) this.#draft.after[to.m]!.add(from.m);
    const number = this.#draft.linkedRequests.push({ question: asks.question, answer: asks.answer, delay }) - 1;
    this.#draft.requestLinks[from.m]![from.port.index] = link;
    this.#draft.requestLinks[to.m]![to.port.index] = link;
    this.#draft.requests[from.m]![from.port.index] = number;
    this.#draft.requests[to.m]![to.port.index] = number;
  }

  #linkData(from: { m: number; port: Port }, to: { m: number; port: Port }, link: ProgramLink): void {
    const delay = link.delay === true;
    if (!delay) this.#draft.after[to.m]!.add(from.m);
    const own = from.port.index < 0 ? -1 : this.#draft.outputs[from.m]![from.port.index]!;
    // What is shown has no slot of its own; a parameter keeps its initial value until something comes.
    if (own >= 0 && !delay && to.port.kind === "dataInput") {
      this.#connectInput(to, own, link);
      return;
    }
    const slot =
      to.port.kind === "parameter"
        ? this.#draft.parameters[to.m]![to.port.index]!
        : this.#draft.slot(`${link.from} for ${link.to}`, from.port.message ?? NO_MESSAGE);
    this.#draft.copies.push({ module: from.m, output: from.port.index, to: slot, delay });
    this.#connectInput(to, slot, link);
  }

  #connectInput({ m, port }: { m: number; port: Port }, slot: number, link: ProgramLink): void {
    const links = (port.kind === "parameter" ? this.#draft.parameterLinks : this.#draft.inputLinks)[m]!;
    const other = links[port.index] ?? null;
    if (other !== null) {
      const related = [{ message: "the other link", range: other.range }];
      this.#fail(codes.linkedTwice, link.range, `two links end at ${link.to}`, { related });
      return;
    }
    links[port.index] = link;
    if (port.kind === "dataInput") this.#draft.inputs[m]![port.index] = slot;
  }

  #agree(type: MessageType<Fields>, port: Port, link: ProgramLink, fromModule?: number): boolean {
    const wanted = port.message ?? NO_MESSAGE;
    if (sameType(type, wanted)) return true;
    const message = `${link.from} is ${typeInWords(type)}, but ${link.to} takes ${typeInWords(wanted)}`;
    const m = this.#draft.modules.findIndex(({ id }) => id === splitPort(link.to).owner);
    this.#fail(codes.unequal, link.range, message, {
      allowed: typeInWords(wanted),
      ...this.#bothEnds(fromModule ?? m, m),
    });
    return false;
  }

  #bothEnds(from: number, to: number): Pick<Diagnostic, "related"> {
    const end = (m: number, word: string) => ({
      message: `${word} ${this.#draft.modules[m]!.id}`,
      range: this.#draft.modules[m]!.component.range,
    });
    return { related: from === to ? [end(to, "to")] : [end(from, "from"), end(to, "to")] };
  }

  /** The slot of the true state at the rate of a module. */
  #stateSlot(m: number): number {
    const { id, module, component } = this.#draft.modules[m]!;
    let rate_Hz = module.rate_Hz;
    if (rate_Hz === undefined) {
      const rates = new Set(
        this.#draft.modules.flatMap((other) => (other.module.rate_Hz === undefined ? [] : [other.module.rate_Hz])),
      );
      if (rates.size !== 1) {
        const message = `${id} takes the true state, but has no rate_Hz`;
        this.#fail(codes.unknownRate, component.range, message, { hint: "give the module a rate_Hz" });
        return -1;
      }
      [rate_Hz] = rates;
    }
    return this.#draft.external("state", rate_Hz!, navigationState);
  }

  /** What no link says: the true state for modules that take a state, time for those that take it, and the actuators that outputs name. */
  #linkByDefault(): void {
    this.#draft.modules.forEach(({ id, module, component }, m) => {
      (module.inputs ?? []).forEach(({ message }, k) => {
        if (this.#draft.inputLinks[m]![k] !== null) return;
        if (message !== navigationState && (message !== clockTick || module.rate_Hz === undefined)) return;
        this.#draft.inputs[m]![k] =
          message === clockTick ? this.#draft.external("clock", module.rate_Hz!, clockTick) : this.#stateSlot(m);
        this.#draft.inputLinks[m]![k] = { from: STATE_PORT, to: id, range: component.range };
      });
      for (const output of module.outputs ?? []) {
        if (this.#links.some((l) => l.from === `${id}.${output.name}`)) continue;
        for (const link of linksOf(this.#draft.modules[m]!, output)) this.#linkActuator(link, splitPort(link.to).port);
      }
    });
  }

  #triggerOf(m: number): Trigger {
    const { id, module, component } = this.#draft.modules[m]!;
    const none = { trigger: -1, triggerEvent: -1, triggerQuestion: -1 };
    if (module.rate_Hz !== undefined) {
      const reading = this.#draft.externals.find((e) => e.source === "state" && e.rate_Hz === module.rate_Hz);
      const reads = reading !== undefined && this.#draft.inputs[m]!.includes(reading.slot);
      return { ...none, trigger: reads ? reading.slot : this.#draft.external("clock", module.rate_Hz, clockTick) };
    }
    const port = this.#ports[m]!.find(({ name }) => name === module.trigger);
    if (port?.kind === "dataInput") return { ...none, trigger: this.#draft.inputs[m]![port.index]! };
    if (port?.kind === "eventInput") return { ...none, triggerEvent: port.index };
    if (port?.kind === "answers") return { ...none, triggerQuestion: port.index };
    const names = this.#ports[m]!.filter(({ kind }) => ENDS.includes(kind)).map(({ name }) => name);
    const message = `the trigger ${JSON.stringify(module.trigger)} of ${id} is not one of its inputs`;
    this.#fail(codes.notTriggered, component.range, message, { allowed: names.join(", ") });
    return none;
  }

  #checkRequired(): void {
    this.#draft.modules.forEach(({ id, module, component }, m) => {
      (module.inputs ?? []).forEach(({ name, message, required = true }, k) => {
        if (!required || this.#draft.inputs[m]![k]! >= 0 || this.#draft.inputLinks[m]![k] !== null) return;
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
    const left = new Set(this.#draft.modules.keys());
    while (left.size > 0) {
      const next = [...left].find((m) => [...this.#draft.after[m]!].every((before) => !left.has(before)));
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
      m = [...this.#draft.after[m]!].find((before) => left.has(before))!;
    }
    const circle = trail.slice(trail.indexOf(m)).reverse();
    const names = [...circle, circle[0]!].map((i) => this.#draft.modules[i]!.id).join(" -> ");
    const related = circle.map((i) => ({
      message: this.#draft.modules[i]!.id,
      range: this.#draft.modules[i]!.component.range,
    }));
    const owner = (port: string): number => this.#draft.modules.findIndex(({ id }) => id === splitPort(port).owner);
    const link = this.#links.find(({ from, to, delay }) => {
      const at = circle.indexOf(owner(from));
      return delay !== true && at >= 0 && circle[(at + 1) % circle.length] === owner(to);
    });
    const range = link?.range ?? this.#draft.modules[circle[0]!]!.component.range;
    const hint = 'say delay="true" at the link whose reader may use the value of the step before';
    this.#fail(codes.cycle, range, `modules wait for each other in a circle: ${names}`, { hint, related });
    return circle;
  }
}

function guess(name: string, candidates: readonly string[]): DiagnosticDetail {
  return { allowed: candidates.join(", "), hint: didYouMean(name, candidates) };
}
