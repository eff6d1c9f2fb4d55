/** The kind `navigation`: how the software of a vehicle finds out where it is, from its sensors. */
import { defineKind } from "../../library/index.ts";
import type { NavigationModel } from "../modules/program.ts";

/** Inputs of every navigation, which a file may name sensors for. */
export const NAVIGATION_INPUTS = [
  "depth",
  "ahrs",
  "imu",
  "compass",
  "tilt",
  "gyros",
  "yawGyro",
  "dvl",
  "gps",
  "shaft",
] as const;

const sensorFor = (what: string) =>
  ({
    type: "text",
    doc: `the sensor for ${what}, by its name; where not given, the only one of the vehicle that sends such samples`,
    optional: true,
  }) as const;

export const navigation = defineKind<NavigationModel>()({
  kind: "navigation",
  doc: "Where the vehicle is and how it moves, as its software finds it from its sensors: autopilots, station keepers and missions read it.",
  id: "optional",
  provenance: false,
  example: '<navigation source="sensors" model="dead-reckoning" rate_Hz="20" fixDeviation_m="4"/>',
  params: {
    source: {
      type: "choice",
      choices: ["sensors", "truth"],
      doc: "sensors; truth: the true state, which no real vehicle knows, for trying control without sensors",
      default: "sensors",
    },
    rate_Hz: { doc: "estimates per second", above: 0, max: 1000, default: 20 },
    depth: sensorFor("the depth"),
    ahrs: sensorFor("the attitude"),
    imu: sensorFor("rates of turn and specific force, where there is no attitude sensor"),
    compass: sensorFor("the heading, where there is no attitude sensor"),
    tilt: sensorFor("roll and pitch, where there is no attitude sensor"),
    gyros: sensorFor("rates of turn"),
    yawGyro: sensorFor("the rate of turn about one axis, which is believed more than the gyros about it"),
    dvl: sensorFor("the velocity"),
    gps: sensorFor("fixes"),
    shaft: sensorFor("the speed of the propeller, from which the speed through the water is guessed"),
  },
});
