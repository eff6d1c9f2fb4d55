/** What `thetis export` can be asked for. */
export interface ExportOptions {
  readonly channel?: readonly string[];
  /** One of those below. */
  readonly format?: string;
  readonly dates?: boolean;
  readonly output?: string;
  /** Whether a file that is there is replaced. */
  readonly force?: boolean;
  readonly observe?: string;
  readonly distribute?: boolean;
  readonly json?: boolean;
}

export const LOG_FORMATS = ["csv", "json", "xml"] as const;
export const MISSION_FORMATS = ["aut", "dot", "json", "promela", "c"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
export type MissionFormat = (typeof MISSION_FORMATS)[number];
