/** Entry of a thread of online mode: loads the definitions, then is the computer on board of one vehicle. */
import { parentPort, workerData } from "node:worker_threads";
import {
  runVehicleComputer,
  type VehicleComputerData,
  type VehicleComputerMessage,
} from "../../../federation/index.ts";
import { usableDefinitions } from "../../io/definitions.ts";
import { guardExit } from "../../io/leaving.ts";
import { projections } from "../../io/projections.ts";

// As in the main thread: standard output belongs to results.
console.log = console.error;
console.info = console.error;
guardExit();

const { extra, ...data } = workerData as VehicleComputerData & { readonly extra: { readonly models?: string } };
const post = (message: VehicleComputerMessage): void => parentPort?.postMessage(message);
runVehicleComputer(await usableDefinitions(extra.models), data, post, [], projections);
