import { expect, test } from "vitest";
import { fatesOf, type Span } from "./spans.ts";

const span = (sort: string, number: number, begin_s: number, end_s: number, other = -1): Span => ({
  ...{ sort, number, begin_s, end_s, other, bytes: 4, snr_dB: 20, distance_m: 100 },
});

test("each frame that was sent has its fate at the receiver: received after begin to end, lost with its reason, or not heard", () => {
  const sent = [span("sending", 1, 10, 12), span("sending", 2, 20, 22), span("sending", 3, 30, 32)];
  const heard = [span("out of range", 1, 10.5, 12.5, 7), span("received", 2, 20.5, 22.75, 7)];
  expect(fatesOf(sent, heard, 7)).toEqual([
    { sent_s: 10, sort: "out of range", delay_s: Number.NaN },
    { sent_s: 20, sort: "received", delay_s: 2.75 },
    { sent_s: 30, sort: "not heard", delay_s: Number.NaN },
  ]);
});

test("frames of others with the same number, and what the receiver sends itself, do not count", () => {
  const sent = [span("waiting to send", 0, 1, 10), span("sending", 1, 10, 12)];
  const heard = [span("received", 1, 10, 13, 8), span("sending", 1, 40, 41, 7), span("collision", 1, 10, 14, 7)];
  expect(fatesOf(sent, heard, 7)).toEqual([{ sent_s: 10, sort: "collision", delay_s: Number.NaN }]);
});
