/** What happens in a run and is worth a line: reported once, kept for the summary, and written to the log. */
import type { MissionReaction } from "../../control/index.ts";

export type EventLevel = "info" | "warning" | "error";

export interface RunEvent {
  readonly t_ns: number;
  readonly level: EventLevel;
  /** Path of what reports it: "auv/pilot". */
  readonly name: string;
  readonly message: string;
  /** Of the automaton of a mission, where the event is one: the log has a channel for them. */
  readonly reaction?: MissionReaction;
}

export type EventListener = (event: RunEvent) => void;
