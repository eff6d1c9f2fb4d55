/** What the parts of the page share: the decoded data, the plots as they are driven, and what is common to all of them. */
import type { Display, DisplayPanel } from "../display.ts";
import type { Column, Limits } from "./numbers.ts";

/** A path of display.ts with its columns decoded; t_s, north_m, east_m, depth_m and distance_m are always there. */
export type PagePath = Readonly<Record<string, Column>>;

/** The document's data, decoded. */
export interface PageData extends Omit<Display, "times" | "columns" | "paths"> {
  readonly times: readonly Column[];
  readonly columns: readonly { readonly time: number; readonly values: Column }[];
  readonly paths: readonly (PagePath | null)[];
}

export type Panel = DisplayPanel;

/** A plot, whatever it draws. */
export interface Plot {
  /** The element that must be on the screen for the plot to follow the cursor. */
  readonly host: HTMLElement;
  /** Shows an instant; null shows none. */
  follow(t_s: number | null): void;
  /** The window of time that the plots over time show. */
  window(shown: Limits): void;
  /** Shows the chosen tracks. */
  select(): void;
  resize(): void;
  redraw(): void;
}

export interface Shared {
  readonly dashes: Display["dashes"];
  readonly span: Limits;
  /** The window of time that is shown. */
  shown: Limits;
  /** The instant under the cursor, or null. */
  t_s: number | null;
  visible(track: number): boolean;
  /** `source` leads, the others follow. */
  setTime(t_s: number, source: Plot | null): void;
  setWindow(shown: Limits): void;
}

/** An element that the page is known to have. */
export function part(parent: ParentNode, selector: string): HTMLElement {
  const found = parent.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
