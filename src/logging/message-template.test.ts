import fc from "fast-check";
import { expect, test } from "vitest";
import { MessageTemplate } from "./message-template.ts";
import { encodeMessage } from "./protobuf.ts";
import { POSE_IN_FRAME, recordSchema } from "./schemas.ts";

/** The plain way: seconds and nanoseconds by integer division. */
function timestamp(t_ns: number) {
  return { seconds: BigInt(t_ns) / 1_000_000_000n, nanos: Number(BigInt(t_ns) % 1_000_000_000n) };
}

const schema = recordSchema("test.Two", ["a", "b"]);
const template = new MessageTemplate(schema, { a: 0, b: 0 }, [1, 0]);

test("a record from the template equals the plain encoding, byte for byte, at every length of the time", () => {
  const instants = [0, 1, 127, 128, 16383, 16384, 2097151, 2097152, 268435455, 268435456, 999_999_999, 1e9];
  const wholeSeconds = [127, 128, 16383, 16384, 2097151, 2097152, 9007198].map((s) => s * 1e9);
  const edges = wholeSeconds.flatMap((t_ns) => [t_ns - 1, t_ns, t_ns + 1]);
  for (const t_ns of [...instants, ...edges, Number.MAX_SAFE_INTEGER]) {
    const plain = encodeMessage(schema, { timestamp: timestamp(t_ns), a: -1.5, b: Math.PI });
    expect([...template.encode(t_ns, Float64Array.of(9, Math.PI, -1.5), 1)]).toEqual([...plain]);
  }
});

test("so does a pose, whose scalar-first quaternion w x y z is stored as x y z w", () => {
  const zeros = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 0 } };
  const pose = new MessageTemplate(POSE_IN_FRAME, { frame_id: "N", pose: zeros }, [0, 1, 2, 4, 5, 6, 3]);
  const x = Float64Array.of(1, 2, 3, 40, 50, 60, 70);
  fc.assert(
    fc.property(fc.maxSafeNat(), (t_ns) => {
      const plain = encodeMessage(POSE_IN_FRAME, {
        timestamp: timestamp(t_ns),
        frame_id: "N",
        pose: { position: { x: 1, y: 2, z: 3 }, orientation: { x: 50, y: 60, z: 70, w: 40 } },
      });
      expect([...pose.encode(t_ns, x, 0)]).toEqual([...plain]);
    }),
    { seed: 5 },
  );
});

test("zeros are in the bytes: a record of two doubles at t = 0 takes 6 bytes of time and twice 1 + 8", () => {
  expect(template.encode(0, new Float64Array(2), 0)).toHaveLength(6 + 2 * 9);
});
