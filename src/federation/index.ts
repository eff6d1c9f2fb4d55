export { type ControllerStatistics, ControllerThreads, type ThreadOptions } from "./controller-threads.ts";
export { SharedBell, SharedRing } from "./shared-memory.ts";
export {
  runVehicleComputer,
  type VehicleComputerData,
  type VehicleComputerMessage,
} from "./vehicle-computer.ts";
