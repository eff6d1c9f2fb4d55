/** The ports of a module in one list, whatever their kind. */
import { defineMessage, type Fields, type MessageType } from "../../engine/index.ts";
import { type Module, SHOWN_PORT } from "./module.ts";
import type { ProgramModule } from "./program.ts";

export type PortKind = "dataInput" | "dataOutput" | "eventInput" | "eventOutput" | "parameter" | "request" | "answers";

/** A port of any kind; index among those of its kind, −1 for what a module shows. */
export interface Port {
  readonly kind: PortKind;
  readonly name: string;
  readonly index: number;
  readonly message: MessageType<Fields> | null;
}

export const NO_MESSAGE = defineMessage("nothing", "no fields", {});
/** Kinds at which links end. */
export const ENDS: readonly PortKind[] = ["dataInput", "eventInput", "parameter", "answers"];

export function portsOf({ module }: ProgramModule): Port[] {
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

export const IN_WORDS: Readonly<Record<PortKind, string>> = {
  dataInput: "a data input",
  dataOutput: "a data output",
  eventInput: "an event input",
  eventOutput: "an event output",
  parameter: "a parameter",
  request: "a request",
  answers: "the answering side of a request",
};
