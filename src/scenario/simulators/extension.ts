/**
 * What is put into a world besides what ships: a device that is tried, a test's own sensor or modem. An extension adds taps
 * and routes to the table, ports to the software of controllers, and components to simulators. Every part of a world that
 * runs elsewhere must be given the same extensions.
 */
import type { Fields, MessageType } from "../../engine/index.ts";
import type { Scenario } from "../load/scenario.ts";
import type { Role } from "./roles.ts";
import type { Route, Tap } from "./routes.ts";
import type { Site } from "./site.ts";

/** Puts a simulator's part of a scenario into a model. */
export type Installer = (site: Site) => void;

/** A port of a controller besides its reading and its commands: samples of a sensor by name, messages of a modem, power. */
export interface SoftwarePort {
  readonly vehicle: number;
  /** id of the controller. */
  readonly controller: string;
  readonly name: string;
  readonly direction: "in" | "out";
  readonly type: MessageType<Fields>;
  /** Of its messages, where that is not its name. */
  readonly path?: string;
}

export interface Extension {
  taps?(scenario: Scenario): readonly Tap[];
  routes?(scenario: Scenario): readonly Route[];
  software?(scenario: Scenario): readonly SoftwarePort[];
  readonly install?: Partial<Readonly<Record<Role, Installer>>>;
}
