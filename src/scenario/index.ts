export { shippedDefinitions } from "./definitions.ts";
