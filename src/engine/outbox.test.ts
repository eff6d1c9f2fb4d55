import { expect, test } from "vitest";
import { Outbox } from "./outbox.ts";
import type { DeliveryContext, OutPort } from "./ports.ts";

test("more messages than it was made for in one round all arrive, with their fields and payloads, in the order of sending", () => {
  const arrived: number[][] = [];
  const carrier = {
    carry(_: DeliveryContext, reals: Float64Array, at: number, bytes: Uint8Array, from: number, length: number): void {
      arrived.push([...reals.subarray(at, at + 5), ...bytes.subarray(from, from + length)]);
    },
  };
  const port = { type: { size: 5 }, carriers: [carrier] } as unknown as OutPort;
  const outbox = new Outbox();
  // 5000 reals and 15,000 bytes, where it begins with 1024 and 4096.
  const sent = Array.from({ length: 1000 }, (_, k) => [k, 0.5, -k, 1 / (k + 1), 7, ...Array<number>(15).fill(k % 251)]);
  for (const message of sent) {
    outbox.add(port, Float64Array.from(message.slice(0, 5)), 0, Uint8Array.from(message.slice(5)), 0, 15);
  }
  expect(outbox.empty).toBe(false);
  outbox.deliver({} as DeliveryContext);
  expect(arrived).toEqual(sent);
  expect([outbox.empty, outbox.sent]).toEqual([true, 1000]);
});
