export {
  type ComputerThread,
  type ControllerStatistics,
  ControllerThreads,
  type ThreadOptions,
  workerThread,
} from "./controller-threads.ts";
export { SharedBell, SharedRing } from "./shared-memory.ts";
export {
  runVehicleComputer,
  VehicleComputer,
  type VehicleComputerData,
  type VehicleComputerMessage,
} from "./vehicle-computer.ts";
