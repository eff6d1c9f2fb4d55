/** The diagnostics of scenarios; the same rules as for the library's codes. */
import { type CodeEntry, codeEntry as entry } from "../../core/index.ts";

export const scenarioCodes = Object.freeze({
  unknownActuator: entry(
    "error",
    "SCN001",
    "A script or control law drives an actuator that its vehicle does not have.",
    'auv has no actuator "ruder"',
  ),
  drivenTwice: entry(
    "error",
    "SCN002",
    "Two scripts or control laws drive one actuator.",
    "auv/pilot and auv/script1 both drive propeller",
  ),
  notActuated: entry(
    "error",
    "SCN003",
    "A control law asks for forces that the thrusters of its vehicle cannot give.",
    "auv/keeper asks for forces, but auv has no thruster",
  ),
  loggedTwice: entry(
    "error",
    "SCN004",
    "Two logs write one channel of one vehicle.",
    "the state of auv is logged twice",
  ),
  unknownVehicle: entry("error", "SCN005", "A log names a vehicle that is not there.", 'there is no vehicle "avu"'),
  unstableStep: entry(
    "error",
    "SCN006",
    "The step is longer than a vehicle's fastest mode allows: the run would grow without bound.",
    "a step of 0.5 s is unstable for auv with rk4",
  ),
  lawNotMade: entry(
    "error",
    "SCN007",
    "A control law or a module throws when it is made, or what is made is not a module.",
    'auv/pilot: model "mine" of controller cannot be made: gain is undefined',
  ),
  stepNotInstant: entry(
    "error",
    "SCN008",
    "A step is not a whole number of nanoseconds.",
    "step_s = 0.0000000015 is not a whole number of nanoseconds",
  ),
  reservedName: entry(
    "error",
    "SCN009",
    "A vehicle, a control law or a scalar has a name that the log uses for something else.",
    "a control law cannot be called state: that is a channel of its vehicle's log",
  ),
  unknownQuantity: entry(
    "error",
    "SCN010",
    "An excerpt, or another thing, asks for something that the world does not have.",
    'the world has no "turbidty"; it has: bottomDepth_m, turbidity',
  ),
  otherUnit: entry(
    "error",
    "SCN011",
    "Two scalars of one name, whose values are added, have different units.",
    "plume is in mg/m3, but turbidity in NTU: they cannot be added",
  ),
  windUnfelt: entry(
    "warning",
    "SCN012",
    "The world has a wind, but no vehicle has a <windage>, the area that the wind acts on.",
    "the wind has no effect: no vehicle has a <windage>",
  ),
  pushWithoutHull: entry(
    "error",
    "SCN013",
    "A push acts on a vehicle without a hull, which stays where it is put.",
    "dock has no hull: a push does not move it",
  ),
  thingNotMade: entry(
    "error",
    "SCN014",
    "A thing that a vehicle carries, or that lies in the world, throws when it is made, or what is made is not a thing.",
    'auv/thermometer: model "lagged" of thermometer cannot be made: it has no function join',
  ),
  declaredTwice: entry(
    "error",
    "SCN015",
    "A thing declares one port, channel, field or event twice, or two things declare one channel.",
    'auv/thermometer: model "lagged" of thermometer declares the channel "reading" twice',
  ),
  portUnreached: entry(
    "error",
    "SCN016",
    "A thing declares a port that no message reaches.",
    'auv/listener: the port "sound" takes echo, which no simulator sends to a thing',
  ),
  scriptUnit: entry(
    "error",
    "SCN020",
    "A script states a unit that its actuator does not take.",
    "the script spin is in rad/s, but the actuator propeller takes µs",
  ),
  vehicleNotMade: entry(
    "error",
    "SCN030",
    "A vehicle cannot be made of its parts: a model throws.",
    "auv cannot be made: mass matrix: not positive definite: pivot 0 (surge) is -3",
  ),
  startsAground: entry(
    "warning",
    "SCN040",
    "A vehicle starts below the bottom, on it or on land. Nothing stops it there: the bottom exerts no force.",
    "auv starts below the bottom, which is 25 m deep, at north 0 m, east 0 m, depth 30 m",
  ),
  startsInObstacle: entry(
    "warning",
    "SCN041",
    "A vehicle starts in an obstacle. Nothing stops it there: obstacles exert no force.",
    "auv starts in world/pile, at north 30 m, east 0 m, depth 5 m",
  ),
  startsOffMap: entry(
    "warning",
    "SCN042",
    "A vehicle starts where a map of its world has no data: the map or the origin may be another one than was meant.",
    "auv starts outside what world/ground covers, 12000 m from the origin, at north 12000 m, east 0 m, depth 5 m: its border goes on level",
  ),
  otherOrigin: entry(
    "error",
    "SCN043",
    "A map states another origin than the world.",
    "world/eddy states its origin at 42.7° N, 4.6° E, but that of the world is 42.6° N, 4.6° E: 11.1 km apart",
  ),
  differentOrigins: entry(
    "warning",
    "SCN044",
    "Two maps of a world without an origin state different origins.",
    "world/drift states its origin at 42.7° N, 4.6° E, but world/eddy at 42.6° N, 4.6° E: 11.1 km apart",
  ),
  badPlace: entry(
    "error",
    "SCN045",
    "A place in degrees that is half of one, stands beside one in metres, is too far away, or in a world without an origin.",
    "auv: its place is in degrees, but the world has no origin",
  ),
  dateForm: entry(
    "error",
    "SCN080",
    "A start date is not written as a date and time of ISO 8601, to whole seconds.",
    'startDate = "1 June 2026" is not a date and time of ISO 8601',
  ),
  dateZone: entry(
    "error",
    "SCN081",
    "A start date is not in universal time, or does not say so.",
    'startDate = "2026-06-01T08:00:00" does not say its zone',
  ),
  dateImpossible: entry(
    "error",
    "SCN082",
    "A start date names a day or an hour that does not exist.",
    'startDate = "2026-02-30T08:00:00Z" does not exist: February of 2026 has 28 days',
  ),
  dateOutside: entry(
    "error",
    "SCN083",
    "A run starts before 1970, or ends after the last time that a log can hold.",
    'startDate = "1969-12-31T23:59:59Z" is before 1970, where the times of a log begin',
  ),
  scriptBeyond: entry(
    "warning",
    "SCN060",
    "A script asks an actuator for more than it can do; the command is cut off at its limit.",
    "the script script1 asks rudder for 20 rad, but it goes from -0.2618 to 0.2618 rad, and is cut off there",
  ),
});

export const scenarioCodeTable: readonly CodeEntry[] = Object.freeze(Object.values(scenarioCodes));
