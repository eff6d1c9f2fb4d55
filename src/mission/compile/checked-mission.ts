/** A mission after its names have been looked up: what every later stage reads. */
import type { SourceRange } from "../../core/index.ts";
import type { ProcedureDeclaration, Statement } from "../syntax/tree.ts";

export type Constant = number | string | boolean;

/** A set of arguments of a task, defaults filled in, by parameter name. */
export type Arguments = Readonly<Record<string, Constant>>;

export interface TaskParameter {
  readonly name: string;
  /** null: every call has to give it. */
  readonly initial: Constant | null;
}

/** An exception of type 2. */
export interface StrongException {
  readonly event: string;
  /** "any": an event of the robot. "wait": the time of `pre … within`. "active": the time of `after`. */
  readonly phase: "any" | "wait" | "active";
  /** Seconds, where a time raises it; else null. */
  readonly after_s: number | null;
  readonly at: SourceRange;
}

export interface Task {
  readonly name: string;
  readonly parameters: readonly TaskParameter[];
  readonly resources: readonly string[];
  readonly pre: readonly string[];
  readonly hasInit: boolean;
  readonly post: { readonly any: boolean; readonly conditions: readonly string[] };
  readonly type1: readonly { readonly event: string; readonly sets: Arguments }[];
  /** In the order of declaration, which is their priority. */
  readonly type2: readonly StrongException[];
  readonly type3: readonly string[];
  readonly stopWithin_s: number | null;
  readonly at: SourceRange;
}

export interface Resource {
  readonly name: string;
  readonly software: boolean;
  /** null where the mission names no computers, or leaves it to the first. */
  readonly computer: string | null;
}

/** A signal of the mission's interface that its author named. */
export interface NamedSignal {
  readonly name: string;
  readonly direction: "input" | "output";
  readonly fatal: boolean;
  readonly computer: string | null;
  readonly at: SourceRange;
}

/** exclusive: at most one of them is present. implies: the first only with the second. */
export interface Relation {
  readonly form: "exclusive" | "implies";
  readonly signals: readonly string[];
  readonly at: SourceRange;
}

export interface CheckedMission {
  readonly name: string;
  readonly file: string;
  /** Declared ones in the order of their declaration, then the events of tasks in the order of the tasks. */
  readonly signals: ReadonlyMap<string, NamedSignal>;
  readonly relations: readonly Relation[];
  readonly computers: readonly string[];
  /** Properties that must be proved before the mission is executed, in the order of the text. */
  readonly requires: readonly string[];
  readonly resources: ReadonlyMap<string, Resource>;
  readonly tasks: ReadonlyMap<string, Task>;
  readonly procedures: ReadonlyMap<string, ProcedureDeclaration>;
  readonly main: Statement;
  readonly onFatal: Statement | null;
}
