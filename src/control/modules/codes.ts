/** What can be wrong with how the modules of a vehicle's software are connected. */
import { type CodeEntry, codeEntry as entry } from "../../core/index.ts";

export const moduleCodes = Object.freeze({
  unknownPort: entry(
    "error",
    "MOD001",
    "A link names a module, a part of the vehicle or a port that does not exist.",
    'there is no port "helm.ruder"; helm has: rudder, shown',
  ),
  wrongWay: entry(
    "error",
    "MOD002",
    "A link begins at an input, ends at an output, or leads to an actuator from something that is not a module.",
    "the link begins at helm.state, which is an input",
  ),
  unequal: entry(
    "error",
    "MOD003",
    "A link connects ports of different types or units.",
    "helm.propeller writes a share (1), but the actuator propeller takes µs",
  ),
  unconnected: entry(
    "error",
    "MOD004",
    "Nothing is linked to an input that a module needs.",
    "nothing is linked to loops.setpoint, which loops needs",
  ),
  cycle: entry(
    "error",
    "MOD005",
    "Modules wait for each other in a circle in which no link states a delay.",
    "helm, filter and helm wait for each other",
  ),
  linkedTwice: entry(
    "error",
    "MOD006",
    "Two links end at one input, use one request, or lead the same event to one input.",
    "two links end at loops.setpoint",
  ),
  notTriggered: entry(
    "error",
    "MOD007",
    "A module has no rate, and nothing can trigger it.",
    'the trigger "measured" of filter is not one of its inputs',
  ),
  namedTwice: entry(
    "error",
    "MOD008",
    "Two modules have one name, a module is called like a device or the vehicle, has two ports of one name, or shows one name twice.",
    "helm has two ports called rudder",
  ),
  unknownRate: entry(
    "error",
    "MOD009",
    "A module without a rate takes the true state, and the other modules do not settle how often it is read.",
    "helm takes the true state, but has no rate_Hz",
  ),
  withoutEffect: entry(
    "warning",
    "MOD010",
    "A link states something that has no effect where it leads.",
    "factor = -1 has no effect: filter.input is not an actuator",
  ),
  converted: entry(
    "note",
    "MOD020",
    "A module drives an actuator that takes another unit: its values are converted by the actuator's own curve.",
    "pilot.propeller writes rad/s, but the actuator propeller takes µs: each value becomes the command at which the shaft turns so fast, by the thruster's own curve",
  ),
  turnedAboutRest: entry(
    "error",
    "MOD021",
    "A set-point is turned round by a factor, but its actuator does not rest at 0.",
    "factor = -1 would turn 1600 µs into -1600 µs: the actuator propeller rests at 1500 µs",
  ),
  sensorLacking: entry(
    "error",
    "MOD022",
    "The navigation of a vehicle names a sensor that the vehicle does not have, or has too few sensors.",
    'the navigation names the sensor "dvl2" for dvl, which auv does not have; it has: depth, ahrs, dvl',
  ),
  sensorUnclear: entry(
    "error",
    "MOD023",
    "Several sensors of a vehicle send what its navigation takes, and it does not say which one it uses.",
    "depth and depth2 of auv both send depthSample: the navigation does not say which one it uses",
  ),
});

export const moduleCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(moduleCodes));
