/** The thermometer of examples/own-things: its port "reading" is what the detector takes. */
export { default } from "../../own-things/models/thermometer.mjs";
