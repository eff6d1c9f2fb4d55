/**
 * The syntax tree of a mission: what the author wrote, with the place of everything. The formatter prints it, the checks and
 * the expansion read it. Nothing in it refers to anything else by pointer: names are resolved by `check`.
 */
import type { SourceRange } from "../../core/index.ts";

/** A name as written, with its place. */
export interface Name {
  readonly text: string;
  readonly at: SourceRange;
}

/** A constant, or the name of a parameter of the surrounding procedure. */
export type Value =
  | { readonly kind: "number"; readonly value: number; readonly written: string; readonly at: SourceRange }
  | { readonly kind: "text"; readonly value: string; readonly at: SourceRange }
  | { readonly kind: "truth"; readonly value: boolean; readonly at: SourceRange }
  | { readonly kind: "parameter"; readonly name: Name; readonly at: SourceRange };

/** `depth_m = 5`, or `5` in the order of the declaration (name is null). */
export interface Argument {
  readonly name: Name | null;
  readonly value: Value;
  readonly at: SourceRange;
}

/** `depth_m`, or `depth_m = 5`. */
export interface Parameter {
  readonly name: Name;
  readonly initial: Value | null;
}

/** `30 s`, `5 min`, `2 h`, `100 ms`. */
export interface Duration {
  readonly seconds: number;
  /** As written, spaces normalised: the number and the unit. */
  readonly amount: string;
  readonly unit: "ms" | "s" | "min" | "h";
  readonly at: SourceRange;
}

/** A condition on what is present in one reaction. */
export type Condition =
  | { readonly kind: "signal"; readonly name: Name; readonly at: SourceRange }
  | { readonly kind: "not"; readonly operand: Condition; readonly at: SourceRange }
  | {
      readonly kind: "and" | "or";
      readonly left: Condition;
      readonly right: Condition;
      readonly at: SourceRange;
    };

/** What ends a wait: a condition, or a time that begins with the statement. */
export type Trigger =
  | {
      readonly kind: "condition";
      readonly immediate: boolean;
      readonly condition: Condition;
      readonly at: SourceRange;
    }
  | { readonly kind: "delay"; readonly duration: Duration; readonly at: SourceRange };

export type Statement =
  /** Nothing was readable here; already reported. */
  | { readonly kind: "error"; readonly at: SourceRange }
  | { readonly kind: "nothing" | "pause" | "halt"; readonly at: SourceRange }
  | { readonly kind: "emit" | "sustain"; readonly signal: Name; readonly at: SourceRange }
  | { readonly kind: "await"; readonly trigger: Trigger; readonly at: SourceRange }
  /** SEQ( … ; … ), and every list of statements in a body (then `written` is false). */
  | { readonly kind: "seq"; readonly written: boolean; readonly parts: readonly Statement[]; readonly at: SourceRange }
  | { readonly kind: "par"; readonly branches: readonly Statement[]; readonly at: SourceRange }
  /** do BODY [weakly] until|watching TRIGGER */
  | {
      readonly kind: "do";
      readonly body: Statement;
      readonly weak: boolean;
      /** until: ends only with the trigger, even where the body has ended before. watching: ends with either. */
      readonly form: "until" | "watching";
      readonly trigger: Trigger;
      readonly at: SourceRange;
    }
  | { readonly kind: "loop"; readonly body: Statement; readonly at: SourceRange }
  /** loop BODY each TRIGGER: the body starts anew at every occurrence. */
  | { readonly kind: "loopEach"; readonly body: Statement; readonly trigger: Trigger; readonly at: SourceRange }
  | { readonly kind: "repeat"; readonly times: number; readonly body: Statement; readonly at: SourceRange }
  | {
      readonly kind: "if";
      readonly condition: Condition;
      readonly then: Statement;
      /** null where nothing was written. */
      readonly otherwise: Statement | null;
      readonly at: SourceRange;
    }
  | { readonly kind: "every"; readonly trigger: Trigger; readonly body: Statement; readonly at: SourceRange }
  | { readonly kind: "suspend"; readonly body: Statement; readonly trigger: Trigger; readonly at: SourceRange }
  | { readonly kind: "local"; readonly signals: readonly Name[]; readonly body: Statement; readonly at: SourceRange }
  | {
      readonly kind: "exception";
      readonly names: readonly Name[];
      readonly body: Statement;
      readonly handlers: readonly Handler[];
      readonly at: SourceRange;
    }
  | { readonly kind: "raise"; readonly name: Name; readonly at: SourceRange }
  /** A robot-task or a procedure. */
  | {
      readonly kind: "call";
      readonly name: Name;
      /** null where no parentheses were written. */
      readonly arguments: readonly Argument[] | null;
      readonly at: SourceRange;
    };

export interface Handler {
  readonly name: Name;
  readonly body: Statement;
  readonly at: SourceRange;
}

/** A clause of a robot-task. */
export type Clause =
  /** pre A, B [within 30 s else NoFix] */
  | {
      readonly kind: "pre";
      readonly conditions: readonly Name[];
      readonly limit: { readonly duration: Duration; readonly exception: Name } | null;
      readonly at: SourceRange;
    }
  /** init: the task has a phase of initialisation, which the robot ends with INITOK_task. */
  | { readonly kind: "init"; readonly at: SourceRange }
  /** post [any] A, B */
  | { readonly kind: "post"; readonly any: boolean; readonly conditions: readonly Name[]; readonly at: SourceRange }
  /** type1 Drift [sets speed_mps = 2, …] */
  | { readonly kind: "type1"; readonly event: Name; readonly sets: readonly Argument[]; readonly at: SourceRange }
  /** type2 BottomClose, TooLong after 120 s */
  | {
      readonly kind: "type2";
      readonly events: readonly { readonly name: Name; readonly after: Duration | null }[];
      readonly at: SourceRange;
    }
  /** type3 MotorFailure */
  | { readonly kind: "type3"; readonly events: readonly Name[]; readonly at: SourceRange }
  /** stop within 5 s: a task that has not stopped by then is a fatal exception. */
  | { readonly kind: "stop"; readonly duration: Duration; readonly at: SourceRange };

export type Declaration =
  | { readonly kind: "error"; readonly at: SourceRange }
  /** input A, B [at COMPUTER] */
  | {
      readonly kind: "input" | "output";
      readonly signals: readonly Name[];
      readonly computer: Name | null;
      readonly at: SourceRange;
    }
  /** fatal WaterLeak: inputs that are type 3 exceptions of the whole mission. */
  | {
      readonly kind: "fatal";
      readonly signals: readonly Name[];
      readonly computer: Name | null;
      readonly at: SourceRange;
    }
  /** relation A # B # C (at most one of them), relation A => B. */
  | {
      readonly kind: "relation";
      readonly form: "exclusive" | "implies";
      readonly signals: readonly Name[];
      readonly at: SourceRange;
    }
  /** resource vehicle, arm [software] [at COMPUTER] */
  | {
      readonly kind: "resource";
      readonly names: readonly Name[];
      readonly software: boolean;
      readonly computer: Name | null;
      readonly at: SourceRange;
    }
  /** computer A, B */
  | { readonly kind: "computer"; readonly names: readonly Name[]; readonly at: SourceRange }
  /** requires LeakSurfaces, NoConflict: properties that must be proved before the mission is executed. */
  | { readonly kind: "requires"; readonly properties: readonly Name[]; readonly at: SourceRange }
  /** task NAME(parameters) [on resource, …] clauses end task */
  | {
      readonly kind: "task";
      readonly name: Name;
      readonly parameters: readonly Parameter[];
      readonly resources: readonly Name[];
      readonly clauses: readonly Clause[];
      readonly at: SourceRange;
    }
  | {
      readonly kind: "procedure";
      readonly name: Name;
      readonly parameters: readonly Parameter[];
      readonly body: Statement;
      readonly at: SourceRange;
    }
  /** main … end main; on fatal … end fatal. */
  | { readonly kind: "main" | "onFatal"; readonly body: Statement; readonly at: SourceRange };

export type TaskDeclaration = Extract<Declaration, { kind: "task" }>;
export type ProcedureDeclaration = Extract<Declaration, { kind: "procedure" }>;

/** A comment as written, with its marks: `// …` or `/* … *​/`. */
export interface Comment {
  readonly text: string;
  readonly at: SourceRange;
}

export interface MissionTree {
  /** null where the header is missing; already reported. */
  readonly name: Name | null;
  readonly declarations: readonly Declaration[];
  readonly comments: readonly Comment[];
  readonly file: string;
}
