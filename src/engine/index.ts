export { ByteReceiver, type ByteRecord, ByteSender, forEachRecord, singleRecord } from "./byte-link.ts";
export * from "./clock.ts";
export * from "./fault.ts";
export * from "./lateness.ts";
export { LockStep, type LockStepLink } from "./lock-step.ts";
export * from "./message.ts";
export * from "./model.ts";
export type { Look, Moment } from "./moment.ts";
export * from "./paced-clock.ts";
export * from "./phase.ts";
export * from "./plain-data.ts";
export {
  type DeliveryContext,
  InPort,
  type InPortOptions,
  InProcessLink,
  type Link,
  OutPort,
  type PortContext,
  type SendContext,
  type Wake,
} from "./ports.ts";
export * from "./sample-times.ts";
export * from "./scenery.ts";
export { type RunCounts, Simulation, type SimulationOptions } from "./simulation.ts";
export * from "./state.ts";
export * from "./thing.ts";
export * from "./time.ts";
