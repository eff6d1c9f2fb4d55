/** Budgets and gains allocate nothing. */
import { expect, test } from "vitest";
import { probeOf } from "../../test/support/allocation.ts";

const bytesOf = probeOf(
  import.meta.url,
  `
import { RandomStream } from "../core/index.ts";
import { pistonTable } from "./beam-patterns.ts";
import { BlockFading } from "./fading.ts";
import { BUDGET_SIZE, LinkBudget, TRANSDUCER_SIZE, transducerInto } from "./link-budget.ts";

const beam = pistonTable(2);
const plain = { sourceLevel_dB: 177, spreading: { law: "factor", k: 2 } };
const links = {
  "omnidirectional": new LinkBudget(plain),
  "directional, geometric": new LinkBudget({ ...plain, spreading: { law: "geometric", transition_m: 50 }, transmitter: beam, receiver: beam }),
};
const link = links[process.env.LINK];
const fading = new BlockFading(new RandomStream({ campaign: 1, run: 0 }, "link"), 21e6, 1);
const body = new Float64Array(13);
body[3] = 1;
body[7] = 1.5;
const mount = Float64Array.of(0.5, 0, -0.1, 1, 0, 0, 0);
const current = Float64Array.of(0.1, 0, 0);
const source = new Float64Array(TRANSDUCER_SIZE);
const receiver = new Float64Array(TRANSDUCER_SIZE);
receiver[3] = 1;
const medium = Float64Array.of(1500, 9.6, 66, 40);
const out = new Float64Array(BUDGET_SIZE + 1);
const now = new Float64Array(1);
function run(messages) {
  for (let i = 0; i < messages; i++) {
    body[0] = (body[0] + 0.37) % 60;
    receiver[0] = (receiver[0] + 11.3) % 3000;
    now[0] += 1e7;
    transducerInto(source, 0, body, 0, mount, 0, current, 0);
    link.budgetInto(out, 0, source, 0, receiver, 0, medium, 0);
    fading.gainInto(out, BUDGET_SIZE, now, 0);
  }
}
process.stdout.write(String(leastBytes(run, 200_000)));
`,
);

test.each(["omnidirectional", "directional, geometric"])(
  "a warm budget of a link, %s, with its transducer and its fading, allocates less than a byte",
  (link) => {
    expect(bytesOf({ LINK: link })).toBeLessThan(1);
  },
);
