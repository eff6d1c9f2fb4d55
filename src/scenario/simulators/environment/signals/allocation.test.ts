/** An emission between transducers that stay allocates nothing, however many hear it. */
import { expect, test } from "vitest";
import { probeOf } from "../../../../../test/support/allocation.ts";

const bytesOf = probeOf(
  import.meta.url,
  `
import { emission } from "../../../../environment/index.ts";
import { Definitions, memoryReader } from "../../../../library/index.ts";
import { shippedDefinitions } from "../../../load/definitions.ts";
import { loadScenario } from "../../../load/scenario.ts";
import { PairFading } from "./pair-fading.ts";
import { Post } from "./post.ts";
import { SteadyNeighbours } from "./steady-neighbours.ts";
import { Transducers } from "./transducers.ts";

const { definitions } = Definitions.create(shippedDefinitions);
const nodes = Array.from({ length: 40 }, (_, k) => '<vehicle id="n' + k + '" length_m="1" position_m="' + 10 * k + ' 0 20"><modem id="m" ' +
  'address="' + (k + 1) + '" frequency_Hz="25e3" bandwidth_Hz="5e3" bitRate_bps="1e3" sourceLevel_dBre1uPam="170" threshold_dB="0"/></vehicle>');
const text = '<scenario id="s" duration_s="1"><world><sound ' + process.env.SOUND + '/></world>' + nodes.join("") + "</scenario>";
const { scenario, diagnostics } = loadScenario(definitions, memoryReader({ "s.xml": text }), "s.xml");
if (scenario === null) throw new Error(diagnostics[0].message);
const transducers = new Transducers(scenario, { current_N_mps: [0, 0, 0] });
const fading = new PairFading({ campaign: 1, run: 0 }, transducers.all);
const port = { send() {} };
const post = new Post(transducers, fading, port, transducers.all.map(() => null));
const steady = new SteadyNeighbours(transducers, scenario.media.sound, post, fading);
const moment = { instant_ns: new Float64Array(1) };
const sent = new Float64Array(emission.size);
sent[emission.at.duration_ns] = 1e7;
sent[emission.at.level_dB] = 170;
sent[emission.at.frequency_Hz] = 25e3;
sent[emission.at.bandwidth_Hz] = 5e3;
function run(emissions) {
  for (let i = 0; i < emissions; i++) {
    moment.instant_ns[0] += 1e6;
    sent[0] = moment.instant_ns[0];
    sent[1] = i % 40;
    sent[2] = i & 1023;
    post.open(sent, 0);
    steady.sendKept(moment, sent, 0);
    post.close(moment);
  }
}
process.stdout.write(String(leastBytes(run, 20_000)));
`,
);

test.each(["", 'riceFactor="1"'])(
  "a warm emission that 39 others hear (<sound %s/>) allocates less than a byte",
  (sound) => {
    expect(bytesOf({ SOUND: sound })).toBeLessThan(1);
  },
);
