/**
 * The frame of the thesis's medium access, as arithmetic.
 *
 *   T_FDS  = V M_DS/R                                          (1)  the station's part: a packet for each vehicle
 *   T_SV   = M_V/R + x/v                                       (2)  a vehicle's slot: its packet, and the way of it
 *   T_F    = T_FDS + V T_SV, up to the next multiple of T_O    (3)
 *   g      = (T_F − T_FDS)/V − T_SV                            (4)  guard: what rounding up gives each slot
 *   r      = (T_SV + g − M_V/R) v                              (5)  from nearer than r no packet reaches into the next slot
 *
 * V vehicles, R bit/s, v speed of sound, x the mean distance that slots are made for, T_O the period of the orientation controller.
 * Left out: clocks that differ; the scheme itself is in src/modems.
 * Source: [Erdemir2018, 4.4.1.2]. Test: frames.test.ts.
 */
export interface FrameOptions {
  readonly vehicles: number;
  readonly stationPacket_bit: number;
  readonly vehiclePacket_bit: number;
  readonly bitrate_bps: number;
  readonly soundSpeed_mps: number;
  readonly averageDistance_m: number;
  readonly multiple_s: number;
}

export interface Frame {
  readonly stationPart_s: number;
  readonly vehicleSlot_s: number;
  readonly vehiclePart_s: number;
  /** Before it is rounded up. */
  readonly least_s: number;
  readonly frame_s: number;
  readonly guard_s: number;
  readonly guardedSlot_s: number;
  readonly guardedPart_s: number;
  readonly collisionFree_m: number;
}

/** Of a frame that is a multiple already, rounding does not make one more. */
const SLACK = 1e-9;

export function frameOf(o: FrameOptions): Frame {
  const stationPart_s = (o.vehicles * o.stationPacket_bit) / o.bitrate_bps; // (1)
  const packet_s = o.vehiclePacket_bit / o.bitrate_bps;
  const vehicleSlot_s = packet_s + o.averageDistance_m / o.soundSpeed_mps; // (2)
  const vehiclePart_s = o.vehicles * vehicleSlot_s;
  const least_s = stationPart_s + vehiclePart_s;
  const frame_s = Math.ceil(least_s / o.multiple_s - SLACK) * o.multiple_s; // (3)
  const guardedPart_s = frame_s - stationPart_s;
  const guardedSlot_s = guardedPart_s / o.vehicles;
  return {
    ...{ stationPart_s, vehicleSlot_s, vehiclePart_s, least_s, frame_s, guardedSlot_s, guardedPart_s },
    guard_s: guardedSlot_s - vehicleSlot_s, // (4)
    collisionFree_m: (guardedSlot_s - packet_s) * o.soundSpeed_mps, // (5)
  };
}
