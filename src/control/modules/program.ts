/**
 * A program: modules and the links between them, as an element of the vehicle's file describes it. Ports are named
 * "module.port". Besides modules, a link may name
 *
 *   vehicle.state            the true state
 *   vehicle.ACTUATOR         an actuator, by its name
 *   vehicle.thrusterManager  which shares a force out among the thrusters
 *   DEVICE.PORT              what a sensor or another device of the vehicle sends or takes
 *
 * The vehicle is described by what it offers: this room does not know vehicles.
 */
import type { CodeEntry, SourceRange } from "../../core/index.ts";
import type { Fields, MessageType } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import type { Module } from "./module.ts";

export interface ProgramModule {
  /** Unique in its program: "pilot", "pilot/plan". */
  readonly id: string;
  readonly module: Module;
  /** The element that describes it: the place of diagnostics. */
  readonly component: Component;
  /** Modules with one channel are shown together in the log: the part of the topic behind the program's; "" for the program's own. */
  readonly channel: string;
  /** Its first output is the estimate that the vehicle's software lives on: its error goes into the log. */
  readonly estimates?: boolean;
}

export interface ProgramLink {
  /** "plan.setpoint" */
  readonly from: string;
  readonly to: string;
  /** Of set-points for actuators: −1 for one that works the other way. */
  readonly factor?: number;
  /** The reader gets what was written before the present instant: what a circle of modules needs. */
  readonly delay?: boolean;
  readonly maxAge_s?: number;
  readonly range: SourceRange;
}

export interface Program {
  readonly modules: readonly ProgramModule[];
  readonly links: readonly ProgramLink[];
}

/** What a model of an element of software makes: one module, or several with their links. */
export type Software = Module | Program;

export function isProgram(software: Software): software is Program {
  return "modules" in software && "links" in software;
}

/** A module that stands between a law and an actuator of different units. */
export interface ActuatorConverter {
  /** With a data input "wanted" and a data output "command". */
  readonly module: Module;
  /** What becomes of a value, for a diagnostic: "the command that gives this thrust at rest". */
  readonly words: string;
}

export interface VehicleActuator {
  readonly name: string;
  /** Of its commands, as a suffix. */
  readonly unit: string;
  /** Units, as suffixes, that it converts; none where absent. */
  readonly converts?: readonly string[];
  /** For values in one of these units, times a factor; null for any other. */
  readonly converter?: (unit: string, factor: number) => ActuatorConverter | null;
  /** The command at which it rests, such as 1500 µs; 0 where absent. */
  readonly rest?: number;
  /** Where it is described: the place of diagnostics. */
  readonly range?: SourceRange;
}

/** Of a device in the frame B of the vehicle, as its software is configured. */
export interface DeviceMount {
  readonly p_BS_m: readonly number[];
  /** [w x y z] */
  readonly q_BS: readonly number[];
}

/** The navigation of a vehicle: put into each of its programs that has a use for it. */
export interface VehicleNavigation {
  readonly component: Component;
  readonly model: NavigationModel;
  /** By device. */
  readonly mounts: ReadonlyMap<string, DeviceMount>;
  readonly start: NavigationStart;
}

/** How the vehicle is put at the start, as the crew enters it. */
export interface NavigationStart {
  /** North, east, down. */
  readonly position_m: readonly number[];
  /** [w x y z] */
  readonly q_NB: readonly number[];
  /** Of the magnetic field at the place, as its chart has it. */
  readonly declination_rad: number;
}

export interface NavigationInput {
  readonly name: string;
  readonly message: MessageType<Fields>;
  /** The device that the file names for it; where it names none, the only one that sends such samples. */
  readonly device?: string | undefined;
  /** The parameter that names it: the place of a diagnostic. */
  readonly parameter: string;
}

/** What a model of the kind `navigation` makes. */
export interface NavigationModel {
  /** False: the software flies on the true state. */
  readonly onSensors: boolean;
  readonly inputs: readonly NavigationInput[];
  /** What it lacks where only these inputs are linked, in words; null for nothing. */
  lacks(linked: ReadonlySet<string>): string | null;
  /** With an output "state" of navigationState, first. mounts: by name of input, for those that are linked. */
  make(mounts: ReadonlyMap<string, DeviceMount>, start: NavigationStart): Module;
}

/** What a vehicle offers to its software. */
export interface VehiclePorts {
  readonly name: string;
  /** By index of command. */
  readonly actuators: readonly VehicleActuator[];
  /** Makes the module that shares forces out; null for a vehicle without thrusters. */
  readonly thrusterManager: (() => Module) | null;
  /** What devices of the vehicle send, by "device.port". */
  readonly devices: ReadonlyMap<string, MessageType<Fields>>;
  /** What devices of the vehicle take, likewise: how a sensor is switched. */
  readonly takers?: ReadonlyMap<string, MessageType<Fields>>;
  /** Where its software gets its state from; null, or left out, for the true state. */
  readonly navigation?: VehicleNavigation | null;
  /** The diagnostics for an actuator, and for a thruster, that the vehicle does not have. */
  readonly codes: { readonly unknownActuator: CodeEntry; readonly notActuated: CodeEntry };
}

/** The name under which links know the vehicle itself. */
export const VEHICLE = "vehicle";
export const STATE_PORT = `${VEHICLE}.state`;
export const THRUSTER_MANAGER = "thrusterManager";

/** "pilot/plan.setpoint" is port "setpoint" of "pilot/plan". */
export function splitPort(name: string): { readonly owner: string; readonly port: string } {
  const at = name.lastIndexOf(".");
  return at < 0 ? { owner: name, port: "" } : { owner: name.slice(0, at), port: name.slice(at + 1) };
}

/** A word that names an actuator: "-lower" is "lower", turned round. */
export function driven(word: string): { readonly actuator: string; readonly factor: number } {
  return word.startsWith("-") ? { actuator: word.slice(1), factor: -1 } : { actuator: word, factor: 1 };
}
