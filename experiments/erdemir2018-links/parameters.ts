/** What the thesis states of its links: section 4.4, Tables 5.2 and 5.3, section 5.2.2. */
export const THESIS = {
  acoustic: {
    frequency_Hz: 100e3,
    bitrate_bps: 10e3,
    /** "Signal power limit", and the power below which nothing is received. Watts at a hydrophone, as the thesis has them. */
    powerLimit_W: 4.5,
    threshold_W: 0.0019,
    spreadingFactor: 1.5,
    soundSpeed_mps: 1500,
    /** v_AC and x_AVG of the slots of the vehicles. */
    averageDistance_m: 50,
  },
  radio: {
    frequency_Hz: 10e6,
    bitrate_bps: 3e6,
    powerLimit_W: 3,
    threshold_W: 0.002,
    relativePermittivity: 80,
    conductivity_Spm: 0.01,
    period_s: 0.04,
    /** Below it a vehicle takes the radio. */
    switchDistance_m: 10,
  },
  vehicles: 8,
  /** M_DS and M_V. */
  stationPacket_bit: 512,
  vehiclePacket_bit: 64,
  /** Receiver, position, reference position, time stamp. */
  stationFields_bit: [16, 112, 112, 64],
  /** Of the orientation controller; the frame is a multiple of it. */
  orientationPeriod_s: 0.02,
  /** North-east-up as in the thesis; only distances are used. */
  station_m: [0, 0, -99.825],
  start_m: [-20, 20, -75],
  dummyDistance_m: 50,
} as const;
