/**
 * A program that is connected and in order: a table of places without names. connect.ts makes it, an executor lays it out in the
 * engine's state.
 */
import type { SourceRange } from "../../core/index.ts";
import type { Fields, MessageType } from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import type { Module } from "./module.ts";

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
  /** The command at which the actuator rests, in its own unit. */
  readonly rest: number;
  /** Index of the module that writes it, in the order of steps. */
  readonly module: number;
  /** The element of that module, for the diagnostic of an actuator that is driven twice. */
  readonly by: Component;
  readonly range: SourceRange;
}

/** A message that leaves the program for a device, whenever its module has stepped. */
export interface Delivery {
  /** "device.port" */
  readonly name: string;
  readonly slot: number;
  /** Index of the module that writes it, in the order of steps. */
  readonly module: number;
  /** The link. */
  readonly range: SourceRange;
}

/** A port of a device that modules reach by name: messages that each count, or carry bytes. */
export interface Stream {
  /** "device.port" */
  readonly name: string;
  /** As the program sees it: "in" for what the device sends. */
  readonly direction: "in" | "out";
  readonly message: MessageType<Fields>;
  /** The element of the module that names it. */
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
  /** See ProgramModule. */
  readonly channel: string;
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
  readonly deliveries: readonly Delivery[];
  readonly streams: readonly Stream[];
  /** Where its navigation writes a navigationState; null for a program without one. */
  readonly estimate: Omit<Delivery, "name" | "range"> | null;
  readonly copies: readonly Copy[];
  readonly externalCopies: readonly ExternalCopy[];
  readonly eventCopies: readonly EventCopy[];
  /** Event outputs and copies of them. */
  readonly events: number;
  readonly requests: readonly LinkedRequest[];
  readonly shown: number;
  readonly channels: readonly ShownChannel[];
  /** The fastest of its modules, its navigation left out: how often set-points are to be expected. */
  readonly rate_Hz: number;
}
