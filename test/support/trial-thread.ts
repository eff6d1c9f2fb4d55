/** Entry of a thread of online mode that knows the devices and the law of trial-devices.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { runVehicleComputer, type VehicleComputerData } from "../../src/federation/index.ts";
import { trialDefinitions, trialDevices } from "./trial-devices.ts";

runVehicleComputer(trialDefinitions, workerData as VehicleComputerData, (message) => parentPort?.postMessage(message), [
  trialDevices,
]);
