/** How much of a modem's rate is left over distance: the trial that [Parodi2008Communications] plans with an AUV and a surface vessel. */
import type { Claim, Experiment, FinishedRun, Outcome } from "../../src/cli/verbs/reproduce/experiment.ts";
import { curvesSvg } from "../../src/report/index.ts";
import { type Span, spansOf } from "../pieces/spans.ts";

const SCENARIO = "rate-trial/trial.xml";
const AUV = { name: "auv", address: 300 } as const;
const VESSEL = "vessel";
const SPEED_OF_SOUND_MPS = 1500;
const TAPAC_BPS = 20;
/** Width of a class of distance. */
const CLASS_M = 100;
const FARTHEST_M = 2200;

/** A message that the vessel has received. */
interface Heard {
  readonly distance_m: number;
  /** Bits over the time from the beginning of its sending to the end of its reception. */
  readonly rate_bps: number;
}

const claims: readonly Claim[] = [
  {
    id: "equation",
    claim: "Largest difference of a message's rate from that of eq. (11), at its distance",
    kind: "result",
    ...{ published: 0, unit: "%", source: "eq. (11): Δt = d/c + Size/D", tolerance: 0.2 },
    toleranceReason:
      "the paper's distance is that at one instant; the vehicle swims 37 m during a frame, which is 0.13 % of way, and sound is lengthened by as much",
    why: "every message of the run, from 40 m to the end of the range",
  },
  {
    id: "farthest",
    claim: "The farthest message that arrives by the Tapac",
    kind: "result",
    ...{ published: 1900, unit: "m", source: "preliminary simulations", tolerance: 92 },
    toleranceReason: "3 % between the readings of the absorption, and a message every 37 m",
    why: "the range of the reading published-2009 is 1845 m; one frame earlier is the last that ends within it",
  },
];

export const experiment: Experiment = {
  name: "rate-trial",
  doc: "Effective rate of modems against distance, between an AUV and a surface vessel: the trial that [Parodi2008Communications] plans",
  about:
    "The paper announces the trial and prints no result. An AUV swims away from a vessel that lies still, at 2 m/s, and always has a message to send: by the Tapac in its safe mode, without acknowledgements, and by a modem that chooses among four rates by the quality of the channel and is acknowledged. The effective rate of a message is its bits over the time from the beginning of its sending to the end of its reception; that of a class of distance counts all bits that arrive while the vehicle crosses it, waiting for acknowledgements included. The vessel is a body without dynamics.",
  claims,
  run: async (context): Promise<Outcome> => {
    const run = await context.run({ name: "trial", scenario: { file: SCENARIO }, isLogged: true });
    const tapac = await heardBy(run, "tapac");
    const fast = await heardBy(run, "fast");
    const worst = tapac.reduce((most, each) => Math.max(most, Math.abs(each.rate_bps / byEquation_bps(each) - 1)), 0);
    return {
      values: {
        equation: 100 * worst,
        farthest: Math.max(...tapac.map(({ distance_m }) => distance_m)),
      },
      tables: [classTable(tapac, fast)],
      pictures: [picture(tapac, fast)],
      runs: [run],
    };
  },
};

/** Size/Δt of eq. (11). */
function byEquation_bps({ distance_m }: Heard): number {
  return MESSAGE_BITS / (distance_m / SPEED_OF_SOUND_MPS + MESSAGE_BITS / TAPAC_BPS);
}

/** 46 characters of 8 bit. */
const MESSAGE_BITS = 368;

async function heardBy({ log }: FinishedRun, modem: string): Promise<Heard[]> {
  const [sent = [], heard = []] = await spansOf(log!.read, [`/${AUV.name}/${modem}`, `/${VESSEL}/${modem}`]);
  const begins = new Map<number, number>(
    sent.filter(({ sort }) => sort === "sending").map(({ number, begin_s }) => [number, begin_s]),
  );
  return heard
    .filter(({ sort, other }) => sort === "received" && other === AUV.address)
    .map(({ number, end_s, bytes, distance_m }: Span) => ({
      distance_m,
      rate_bps: (8 * bytes) / (end_s - (begins.get(number) ?? Number.NaN)),
    }));
}

/** Bits per second that arrive while the vehicle crosses each class of distance, at 2 m/s. */
function classRates(heard: readonly Heard[], bits: number): number[] {
  const counts = new Array<number>(FARTHEST_M / CLASS_M).fill(0);
  for (const { distance_m } of heard) {
    const k = Math.floor(distance_m / CLASS_M);
    if (k < counts.length) counts[k]! += 1;
  }
  return counts.map((count) => (count * bits) / (CLASS_M / 2));
}

const FAST_BITS = 512;

function classTable(tapac: readonly Heard[], fast: readonly Heard[]) {
  const own = classRates(tapac, MESSAGE_BITS);
  const other = classRates(fast, FAST_BITS);
  return {
    title: "Effective rate by distance",
    heads: ["distance (m)", "Tapac (bit/s)", "four rates, acknowledged (bit/s)"],
    rows: own.map((rate, k) => [`${k * CLASS_M} to ${(k + 1) * CLASS_M}`, rate.toFixed(1), other[k]!.toFixed(0)]),
    note: "Bits of users that arrive while the vehicle crosses 100 m. A message of the Tapac takes 37 m of way, so that a class has two or three. The first class begins at 40 m.",
  };
}

function picture(tapac: readonly Heard[], fast: readonly Heard[]) {
  const title = "Effective rate against distance";
  const points = (heard: readonly Heard[]) => ({
    xs: heard.map(({ distance_m }) => distance_m),
    ys: heard.map(({ rate_bps }) => rate_bps),
  });
  return {
    title,
    svg: curvesSvg({
      title,
      note: "Of each message that arrived, from the beginning of its sending to the end of its reception; a curve ends where the modem does.",
      x: { label: "distance (m)", from: 0, to: FARTHEST_M },
      y: { label: "effective rate (bit/s)", from: 10, to: 20_000, isLog: true },
      curves: [
        { words: "Tapac, safe mode", ...points(tapac) },
        { words: "four rates by the quality of the channel", ...points(fast) },
      ],
    }),
  };
}
