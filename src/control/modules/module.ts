/**
 * What every piece of a vehicle's software is: a module with ports, a period or a trigger, and memory that the engine owns. A
 * control law is a module, so is guidance, the sharing out of a force, a plan, a mission. An executor runs it: at once in the
 * calendar (executor.ts), on a simulated computer, or in another thread or process. The module does not know which.
 *
 * There are six kinds of ports.
 *
 * | kind         | what it is                                                                                      |
 * |--------------|-------------------------------------------------------------------------------------------------|
 * | data input   | the newest message of a type, with the time at which it was taken                               |
 * | data output  | a message of a type; what is not written in a step stays as it was                               |
 * | event input  | how often something was raised since the module's last step                                     |
 * | event output | something that is raised                                                                        |
 * | parameter    | a message with initial values, which a link may change while the module runs                       |
 * | request      | a question and a later answer, never a call; one question at a time                               |
 *
 * A module keeps nothing in itself: what it remembers lies in reals[memoryAt ..], what the log shows of it in reals[shownAt ..].
 * So a run can be stopped, copied and repeated, and an executor may let a step work on copies. A step allocates nothing.
 */
import type { Fields, MessageType, SceneryItem } from "../../engine/index.ts";

export interface DataInput {
  readonly name: string;
  readonly message: MessageType<Fields>;
  /** True where nothing is said: a program in which nothing is linked to it is refused. */
  readonly required?: boolean;
  /** What is older when the module steps is reported. A link may state another limit. */
  readonly maxAge_s?: number;
  /** The module minds its age itself: it does not count as the age of what the module writes. */
  readonly ageless?: boolean;
}

export interface DataOutput {
  readonly name: string;
  readonly message: MessageType<Fields>;
  /**
   * What it drives where no link says more: actuators by name, "-name" for one that works the other way, or the thruster manager of
   * the vehicle.
   */
  readonly drives?: readonly string[] | "thrusterManager";
  /** The parameter of the element that names these actuators: the place of a diagnostic. */
  readonly parameter?: string;
}

export interface EventPort {
  readonly name: string;
}

export interface ParameterPort {
  readonly name: string;
  readonly message: MessageType<Fields>;
  readonly initial: readonly number[];
}

export interface RequestPort {
  readonly name: string;
  readonly question: MessageType<Fields>;
  readonly answer: MessageType<Fields>;
  /** True for the side that answers. */
  readonly answers?: boolean;
}

/** What the automaton of a mission did in one reaction, for the log. */
export interface MissionReaction {
  /** Number of the reaction, from 1, and of the state after it. */
  readonly reaction: number;
  readonly state: number;
  /** Names, separated by spaces. */
  readonly inputs: string;
  readonly outputs: string;
  /** What is active after it, separated by "; ": tasks with their phases, and statements with their lines. */
  readonly tasks: string;
  readonly statements: string;
}

/** What a line of the log says besides its text. */
export interface LogDetail {
  /** "info" where nothing is said. */
  readonly level?: "info" | "warning" | "error";
  readonly reaction?: MissionReaction;
  /** Of a plan, where the line says how it goes on: the summary of a run reports where it stands. */
  readonly plan?: PlanStanding;
}

/** Where a plan stands from now on. */
export interface PlanStanding {
  /** "runs" towards an end, "holds" without one, or is "over". */
  readonly state: "runs" | "holds" | "over";
  /** In words: leg "dive". */
  readonly at: string;
}

/** Measures spans of wall time; nothing of it gets back into a module. */
export interface Stopwatch {
  begin(): void;
  end(): void;
}

/** Messages with payloads, or of which each one counts, by name: what modems and buses bring. */
export interface SoftwarePorts {
  /** Copies the fields of the oldest waiting message to out and removes it; false for none. */
  receive(name: string, out: Float64Array): boolean;
  /** Copies the payload of the oldest waiting message, which stays; returns its length, or −1 for no message. */
  payloadInto(name: string, out: Uint8Array): number;
  send(name: string, values: Float64Array, payload?: Uint8Array): void;
}

/** What a module works on in one step. One object per module, used again in every step. Ports have the order of their declaration. */
export interface ModuleTick {
  readonly reals: Float64Array;
  /** reals[memoryAt .. memoryAt + module.memory): the module's own. */
  readonly memoryAt: number;
  /** reals[shownAt .. shownAt + module.shows.length): what the log shows of it. */
  readonly shownAt: number;
  /**
   * Where each data input lies in reals, −1 for one that nothing is linked to. In front of it, at inAt[k] − 1, stands the time in ns at
   * which it was taken; NaN before the first message.
   */
  readonly inAt: readonly number[];
  readonly outAt: readonly number[];
  readonly parameterAt: readonly number[];
  /** Where the fields of question and answer of each request lie. */
  readonly questionAt: readonly number[];
  readonly answerAt: readonly number[];
  /** How often event input k was raised since the last step. */
  raised(k: number): number;
  /** Raises event output k. */
  raise(k: number): void;
  /** Sends the question of request k, as it lies in place; false while an earlier one is not answered. */
  ask(k: number): boolean;
  /** On the side that asks: whether the answer to the last question has come. */
  answered(k: number): boolean;
  /** On the side that answers: whether a question waits. */
  asked(k: number): boolean;
  /** Answers the question of request k with the fields that lie in place. */
  answer(k: number): void;
  /** A line for the log and the summary: "leg dive begins". Rare: it may allocate. */
  log(message: string, detail?: LogDetail): void;
  /** Absent where a module is tried by itself. */
  readonly ports?: SoftwarePorts;
  /** Of the reactions of a mission; absent where they are not measured. */
  readonly stopwatch?: Stopwatch | undefined;
}

export interface Module {
  /** Steps per second. With a true state among its inputs, one step for each reading. */
  readonly rate_Hz?: number;
  /** Instead of a rate: the data input, event input or question whose arrival lets it step. */
  readonly trigger?: string;
  /** How long a step takes on a computer that takes time; the bare executor takes none. */
  readonly duration_s?: number;
  readonly inputs?: readonly DataInput[];
  readonly outputs?: readonly DataOutput[];
  readonly eventInputs?: readonly EventPort[];
  readonly eventOutputs?: readonly EventPort[];
  readonly parameters?: readonly ParameterPort[];
  readonly requests?: readonly RequestPort[];
  /**
   * Ports of devices of the vehicle, "modem.delivered", whose messages carry bytes, or of which each one counts: the module takes and sends them by
   * these names through `tick.ports`. A message that a device has sent waits until a step takes it.
   */
  readonly streams?: readonly string[];
  /**
   * Of modules of the package: its steps keep to their places, which tests hold. It works on the engine's reals at once; any other module works on a
   * copy, which costs some 0.1 µs, and is ended where it writes elsewhere.
   */
  readonly inPlace?: boolean;
  /** Reals kept between steps; zero at the start, unless initialInto says otherwise. */
  readonly memory: number;
  initialInto?(reals: Float64Array, memoryAt: number): void;
  /** Names, with units, of what the log shows of it: "depthSetpoint_m", "crossTrack_m". Other modules may read it as its output "shown". */
  readonly shows: readonly string[];
  /** What is drawn of it on a map of the run: its routes, the places that it is to hold. */
  readonly scenery?: readonly SceneryItem[];
  step(tick: ModuleTick): void;
}

/** The output of every module that shows something: what the log shows of it, for other modules. */
export const SHOWN_PORT = "shown";

function isMessage(type: unknown): boolean {
  const t = type as Partial<MessageType<Fields>> | null | undefined;
  return typeof t?.size === "number" && typeof t.fields === "object" && typeof t.at === "object";
}

function isListOfTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((text) => typeof text === "string");
}

/** What a module that a user wrote lacks, in words; null for nothing. */
export function faultOf(module: unknown): string | null {
  if (typeof module !== "object" || module === null) return "it is not a module";
  const m = module as Partial<Module>;
  if (typeof m.step !== "function") return "it has no function step";
  if (m.rate_Hz !== undefined && !(typeof m.rate_Hz === "number" && m.rate_Hz > 0 && m.rate_Hz <= 1e6))
    return `its rate_Hz is ${String(m.rate_Hz)}, which must be above 0 and at most 1e6`;
  if ((m.rate_Hz === undefined) === (m.trigger === undefined)) return "it needs either a rate_Hz or a trigger";
  if (!isListOfTexts(m.shows)) return "its shows is not a list of names";
  if (m.streams !== undefined && !isListOfTexts(m.streams)) return "its streams is not a list of names";
  if (!(Number.isInteger(m.memory) && m.memory! >= 0)) return "its memory is not a number of reals";
  for (const list of ["inputs", "outputs", "eventInputs", "eventOutputs", "parameters", "requests"] as const) {
    const ports = m[list];
    if (ports === undefined) continue;
    if (!Array.isArray(ports)) return `its ${list} is not a list of ports`;
    for (const port of ports) if (typeof port?.name !== "string") return `a port in its ${list} has no name`;
  }
  for (const port of [...(m.inputs ?? []), ...(m.outputs ?? []), ...(m.parameters ?? [])]) {
    if (!isMessage(port.message)) return `its port ${port.name} has no message`;
  }
  for (const { name, drives } of m.outputs ?? []) {
    if (drives !== undefined && drives !== "thrusterManager" && !isListOfTexts(drives))
      return `the drives of its output ${name} is neither a list of actuators nor "thrusterManager"`;
  }
  for (const { name, maxAge_s } of m.inputs ?? []) {
    if (maxAge_s !== undefined && !(maxAge_s > 0)) return `the maxAge_s of its input ${name} must be above 0`;
  }
  for (const { name, message, initial } of m.parameters ?? []) {
    if (initial?.length !== message.size) return `its parameter ${name} needs ${message.size} initial values`;
  }
  for (const { name, question, answer } of m.requests ?? []) {
    if (!isMessage(question) || !isMessage(answer)) return `its request ${name} needs a question and an answer`;
  }
  return null;
}
