export {
  type Carrier,
  type CarrierModel,
  type CarrierWorld,
  type FadingLaw,
  greatestFade_dB,
  PATH,
  PATH_SIZE,
} from "./carrier.ts";
export { ARRIVAL_RECORD, ARRIVAL_RECORD_SIZE, arrivals, emission, MOST_ARRIVALS, stateQuestion } from "./messages.ts";
export { axisCosine, greatestGain_dB, SIGHT, SIGHT_SIZE, sightInto } from "./sight.ts";
export {
  type BeamPattern,
  bandOverlap,
  MEDIA,
  type MediumName,
  POSED,
  POSED_SIZE,
  type Transducer,
} from "./transducer.ts";
