/**
 * Poses with the axes of REP 103, for users of ROS: the world is east, north, up ("map"), a body forward, left, up ("base_link").
 *
 *   p_map = (east, north, −down),   q = q_map_ned ⊗ q_NB ⊗ q_frd_flu                                       (1)
 *   q = √½ (w + z, x + y, x − y, w − z)                                                                     (1')
 *
 * with q_map_ned half a turn about the axis between north and east, and q_frd_flu half a turn about forward. (1') is −1 times the
 * product, which is the same rotation, and has w > 0 for a level body that looks east.
 * Source: REP 103, Standard Units of Measure and Coordinate Conventions. Test: against the product by the quaternions of math.
 */
import type { PoseChannel } from "../simulators/log-board.ts";

export const BASE_LINK = "base_link";

/** p_NB, q_NB at out[0 .. 6] becomes the pose of base_link in map. */
export function toRep103(out: Float64Array): void {
  const [north, east, down] = [out[0]!, out[1]!, out[2]!];
  const [w, x, y, z] = [out[3]!, out[4]!, out[5]!, out[6]!];
  out[0] = east;
  out[1] = north;
  out[2] = -down;
  out[3] = Math.SQRT1_2 * (w + z);
  out[4] = Math.SQRT1_2 * (x + y);
  out[5] = Math.SQRT1_2 * (x - y);
  out[6] = Math.SQRT1_2 * (w - z);
}

/** A channel of poses in these axes; its child frame is NAME/base_link. */
export function rep103Channel(channel: PoseChannel): PoseChannel {
  const { child, sampleInto } = channel;
  return {
    ...channel,
    frame: "map",
    ...(child === undefined ? {} : { child: `${child}/${BASE_LINK}` }),
    sampleInto(out, moment) {
      sampleInto(out, moment);
      toRep103(out);
    },
  };
}
