export {
  type Carrier,
  type CarrierModel,
  type CarrierWorld,
  type FadingLaw,
  PATH,
  PATH_SIZE,
} from "./carrier.ts";
export { ARRIVAL_RECORD, ARRIVAL_RECORD_SIZE, arrivals, emission, MOST_ARRIVALS } from "./messages.ts";
export {
  type BeamPattern,
  bandOverlap,
  MEDIA,
  type MediumName,
  POSED,
  POSED_SIZE,
  type Transducer,
} from "./transducer.ts";
