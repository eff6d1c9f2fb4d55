/** What happens in a run and is worth a line: reported once, kept for the summary, and written to the log. */
import type { MissionReaction, PlanStanding } from "../../control/index.ts";

export type EventLevel = "info" | "warning" | "error";

export interface RunEvent {
  readonly t_ns: number;
  readonly level: EventLevel;
  /** Path of what reports it: "auv/pilot". */
  readonly name: string;
  readonly message: string;
  /** Of the automaton of a mission, where the event is one: the log has a channel for them. */
  readonly reaction?: MissionReaction;
  /** Of a plan: how it stands from here on. For the summary; the log has the message. */
  readonly plan?: PlanStanding;
}

/** What an event carries besides its message. */
export type EventDetail = Pick<RunEvent, "reaction" | "plan">;

export type EventListener = (event: RunEvent) => void;
