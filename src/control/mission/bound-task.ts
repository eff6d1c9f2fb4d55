/** A task of a mission with the element that says what it does; and how what does not fit is told. */
import { nearest, type SourceRange } from "../../core/index.ts";
import type { CodeEntry, Component } from "../../library/index.ts";
import type { RobotTask } from "./robot-task.ts";

export interface BoundTask {
  readonly name: string;
  readonly component: Component;
  readonly task: RobotTask;
  readonly init_s: number;
  readonly stop_s: number;
}

export type Tell = (
  entry: CodeEntry,
  range: SourceRange,
  message: string,
  detail?: { readonly allowed?: string; readonly hint?: string | undefined },
) => void;

export function childrenOf(component: Component, kind: string): Component[] {
  return component.children.filter((child) => child.kind === kind);
}

export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const guess = nearest(name, candidates);
  return guess === undefined ? undefined : `did you mean "${guess}"?`;
}
