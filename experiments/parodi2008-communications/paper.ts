/** What the paper states: its section of preliminary simulations, and Figs 10 to 12. */
export const PAPER = {
  modem: { frequency_Hz: 33e3, bandwidth_Hz: 6e3, sourceLevel_dB: 177, threshold_dB: 15, bitrate_bps: 20 },
  wind_kn: 5,
  range_m: 1900,
  speed_mps: 2,
  soundSpeed_mps: 1500,
  /** Taipan 300 comes into the range of Taipan 2, and leaves it. */
  entry_s: 650,
  exit_s: 2382,
  sent_s: [60, 1500, 2300],
  /** As it is printed. */
  message: "HELLO WOLRD TAIPAN 2 IS BROADCASTING A MESSAGE",
  /** "After 20s". */
  delay_s: 20,
} as const;
