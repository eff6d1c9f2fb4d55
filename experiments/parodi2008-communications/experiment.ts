/** Taipan 2 broadcasts while Taipan 300 passes: the preliminary simulation of [Parodi2008Communications], Figs 10 to 12. */
import type { Experiment, ExperimentContext, FinishedRun, Outcome } from "../../src/cli/verbs/reproduce/experiment.ts";
import { type Fate, fatesOf, spansOf } from "../pieces/spans.ts";
import { claims } from "./claims.ts";
import { alongAt_m } from "./geometry.ts";
import { PAPER } from "./paper.ts";
import { type Reading, readingOf } from "./readings.ts";
import { crossings_s, receptionPicture, signal_dB, type Track, trackOf } from "./reception.ts";

const SCENARIO = "parodi2008-communications/taipan.xml";
const DEPTH_M = 5;
const SENDER = { name: "taipan2", address: 2 } as const;
const RECEIVER = "taipan300";

interface Passed {
  readonly reading: Reading;
  readonly run: FinishedRun;
  readonly track: Track;
  readonly fates: readonly Fate[];
}

export const experiment: Experiment = {
  name: "parodi2008-communications",
  doc: "An AUV passes another one that broadcasts three messages: which arrive, and when [Parodi2008Communications]",
  about:
    "The paper prints when Taipan 300 comes into range and leaves it, and its speed, but not the distance of its line: that is solved from them, for the range that each reading of the paper's noise gives. So the times of the crossings are calibrations; which messages arrive and how long they take are results of the scenario, taipan.xml beside the experiment, in which the modems, the sound and the vehicle are those of every other run. The speed of the propeller is that which makes 2 m/s. Taipan 2 is a body without dynamics, since it is fixed.",
  claims,
  run: async (context): Promise<Outcome> => {
    const own = await passed(context, readingOf("published-2009"));
    const usual = await passed(context, readingOf("standard"));
    return {
      values: {
        range: own.reading.range_m,
        "range-standard": usual.reading.range_m,
        ...valuesOf(own, ""),
        "second-equation": own.fates[1]?.delay_s ?? Number.NaN,
        "third-equation": own.fates[2]?.delay_s ?? Number.NaN,
        ...valuesOf(usual, "-standard"),
      },
      why: { first: wordsOf(own.fates[0]), "first-standard": wordsOf(usual.fates[0]) },
      tables: [fateTable([own, usual])],
      pictures: [receptionPicture([own, usual].map(({ reading, track }) => [reading, track] as const))],
      runs: [own.run, usual.run],
    };
  },
};

async function passed(context: ExperimentContext, reading: Reading): Promise<Passed> {
  const north_m = alongAt_m(reading.passage, 0);
  const run = await context.run({
    name: reading.wind,
    scenario: { file: SCENARIO },
    overrides: [
      `world/sea/wind=${reading.wind}`,
      `${RECEIVER}/position_m=${north_m} ${reading.passage.closest_m} ${DEPTH_M}`,
      `${SENDER.name}/modem/range_m=${reading.range_m}`,
    ],
    isLogged: true,
  });
  const log = run.log!.read;
  const [sent = [], heard = []] = await spansOf(log, [`/${SENDER.name}/modem`, `/${RECEIVER}/modem`]);
  return {
    reading,
    run,
    track: await trackOf(log, RECEIVER, SENDER.name),
    fates: fatesOf(sent, heard, SENDER.address),
  };
}

function valuesOf({ reading, track, fates }: Passed, suffix: string): Record<string, number> {
  const [entry, exit] = crossings_s(track.t_s, signal_dB(track, reading), PAPER.modem.threshold_dB);
  const [first, second, third] = fates;
  return {
    [`entry${suffix}`]: entry,
    [`exit${suffix}`]: exit,
    [`first${suffix}`]: first === undefined ? Number.NaN : Number(first.sort === "received"),
    [`second${suffix}`]: second?.delay_s ?? Number.NaN,
    [`third${suffix}`]: third?.delay_s ?? Number.NaN,
  };
}

function wordsOf(fate: Fate | undefined): string {
  return fate === undefined ? "no message was sent" : `sent at ${fate.sent_s.toFixed(0)} s: ${fate.sort}`;
}

function fateTable(all: readonly Passed[]) {
  const rows = all.flatMap(({ reading, fates }) =>
    fates.map(({ sent_s, sort, delay_s }) => [
      reading.wind,
      sent_s.toFixed(0),
      sort,
      Number.isNaN(delay_s) ? "–" : delay_s.toFixed(2),
    ]),
  );
  return {
    title: "What became of the messages",
    heads: ["reading", "sent (s)", "at Taipan 300", "delay (s)"],
    rows,
    note: "From the timelines of the two modems: the delay is from the beginning of the sending to the end of the reception.",
  };
}
