/** The schemes that are compared. */
import { RECEIVER, type Scheme } from "./network.ts";

/** Of slotted ALOHA: what the delays to the receiver may differ by in a network of 100 m, 33 ms, and a little more. */
export const SLOT_GUARD_S = 0.05;

export const ALOHA: Scheme = { name: "ALOHA", mac: () => '<mac model="aloha"/>' };
export const SLOTTED: Scheme = {
  name: "slotted ALOHA",
  mac: () => `<mac model="slotted-aloha" guard_s="${SLOT_GUARD_S}"/>`,
};
export const CSMA_CA: Scheme = { name: "CSMA/CA", mac: (size_m) => `<mac model="csma-ca" range_m="${size_m}"/>` };
/** Needs a modem that hears while it sends. */
export const CSMA_CD: Scheme = { name: "CSMA/CD", mac: () => '<mac model="csma-cd"/>', isFullDuplex: true };
export const TDMA: Scheme = {
  name: "TDMA",
  mac: (size_m) => `<mac model="tdma" range_m="${size_m}"/>`,
  isCollisionFree: true,
};
export const TIMED_TDMA: Scheme = {
  name: "TDMA for the receiver",
  mac: (size_m) => `<mac model="tdma" range_m="${size_m}" receiver="${RECEIVER.address}"/>`,
  isCollisionFree: true,
};
export const FDMA: Scheme = { name: "FDMA", mac: () => '<mac model="fdma"/>', isCollisionFree: true };
export const POLLING: Scheme = {
  name: "polling",
  mac: (size_m) => `<mac model="polling" range_m="${size_m}" coordinator="${RECEIVER.address}"/>`,
  isCollisionFree: true,
};
export const WAITING_ROOM: Scheme = {
  name: "waiting room",
  mac: (size_m) => `<mac model="waiting-room" range_m="${size_m}" coordinator="${RECEIVER.address}"/>`,
  isCollisionFree: true,
};

export const SCHEMES: readonly Scheme[] = [
  ...[ALOHA, SLOTTED, CSMA_CA, CSMA_CD],
  ...[TDMA, TIMED_TDMA, FDMA, POLLING, WAITING_ROOM],
];
