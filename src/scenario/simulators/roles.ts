/**
 * The simulators of a world. Each is installed by itself (assemble.ts); what they share is the description and the
 * messages of routes.ts.
 *
 *              actuatorCommand                          navigationState
 *  controller ------------------> VEHICLES -vehicleState-> SENSORS ---------> controller
 *      |                             |  ^                   |  ^
 *      |                             |  | surroundings,     |  | excerpt
 *      v                             v  | push              v  | (excerptRequest)
 *  COMMUNICATIONS ---------------- ENVIRONMENT -------------+--+
 *
 * Displays exist only where controllers run outside: they hold what these show of themselves, for the log.
 */
export type Role = "controllers" | "vehicles" | "environment" | "sensors" | "communications" | "displays";

export const ROLES: readonly Role[] = [
  "controllers",
  "vehicles",
  "environment",
  "sensors",
  "communications",
  "displays",
];

/** One end of a route: a port of a role. Controllers may be spread over computers. */
export interface End {
  readonly role: Role;
  readonly path: string;
  /** Index of the vehicle that it belongs to, where it belongs to one. */
  readonly vehicle?: number;
  /** id of the controller, where it is one's: each may run on a computer of its own. */
  readonly controller?: string;
}
