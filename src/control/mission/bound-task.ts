/** A task of a mission with the element that says what it does, and how problems are reported. */
import type { CodeEntry, DiagnosticDetail, SourceRange } from "../../core/index.ts";
import type { Component } from "../../library/index.ts";
import type { RobotTask } from "./robot-task.ts";

export interface BoundTask {
  readonly name: string;
  readonly component: Component;
  readonly task: RobotTask;
  readonly init_s: number;
  readonly stop_s: number;
}

export type Reporter = (entry: CodeEntry, range: SourceRange, message: string, detail?: DiagnosticDetail) => void;

export function childrenOf(component: Component, kind: string): Component[] {
  return component.children.filter((child) => child.kind === kind);
}
