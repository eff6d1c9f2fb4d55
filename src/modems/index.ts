import type { Definition } from "../library/index.ts";
import { hybridDefinitions } from "./hybrid/index.ts";
import { macDefinitions } from "./mac/index.ts";
import { modem, modemSlot, relay } from "./modem.ts";
import { receiverDefinitions } from "./receivers.ts";
import { trafficDefinitions } from "./traffic.ts";

export { type CommunicationsDevice, type DeviceHost, isDevice, MOST_DATA } from "./device.ts";
export * from "./mac/index.ts";
export { BROADCAST, deliveredMessage, LONGEST_MESSAGE, messageReport, OUTCOMES, outgoingMessage } from "./messages.ts";
export { modem } from "./modem.ts";
export { SORTS } from "./modem-design.ts";
export type { StatePlaces } from "./state-places.ts";
export { type Traffic, type TrafficSite, type TrafficSource, traffic } from "./traffic.ts";

/** What this room adds to the library. */
export const modemDefinitions: readonly Definition[] = [
  modem,
  ...receiverDefinitions,
  ...macDefinitions,
  ...trafficDefinitions,
  relay,
  modemSlot,
  ...hybridDefinitions,
];
