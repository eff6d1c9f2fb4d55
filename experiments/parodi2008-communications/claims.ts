/** What the paper prints of its preliminary simulation. */
import type { Claim } from "../../src/cli/verbs/reproduce/experiment.ts";

const ROUND = "“after 20s” is a round figure, read from a timeline of 2700 s";
const DIGITS = "1 %, of times in whole seconds";
const LINE = "the line of our range of 1845 m passes 145 m nearer than one of 1900 m would, which is 0.10 s of way";

const lost = (id: string, reading: string): Claim => ({
  id,
  claim: `The first message reaches Taipan 300, ${reading}`,
  kind: "result",
  ...{
    published: 0,
    unit: "",
    source: "Fig. 12: “never by Taipan 300”",
    tolerance: 0,
    toleranceReason: "yes is 1, no is 0",
  },
  why: "sent at 60 s, out of range",
});

const delivered = (id: string, which: string, reading: string, why: string): Claim => ({
  id,
  claim: `From sending the ${which} message to its delivery, ${reading}`,
  kind: "result",
  ...{ published: 20, unit: "s", source: "Fig. 12: “after 20s”", tolerance: 2, toleranceReason: ROUND },
  why,
});

const crossing = (id: string, words: string, published: number, reading: string): Claim => ({
  id,
  claim: `Taipan 300 ${words}, ${reading}`,
  kind: "calibration",
  ...{ published, unit: "s", source: "Figs 10 and 11", tolerance: published / 100, toleranceReason: DIGITS },
  why: "the distance of the line was solved from this time",
});

const OWN = "reading published-2009";
const USUAL = "standard reading";

export const claims: readonly Claim[] = [
  {
    id: "range",
    claim: `Range of the Tapac modem, ${OWN}`,
    kind: "result",
    ...{ published: 1900, unit: "m", source: "preliminary simulations", tolerance: 57 },
    toleranceReason: "3 %: five forms of the absorption, of which the paper's is missing, differ by that",
    why: "the root of 21, times the wind in knots: the reading that comes nearest, and cannot be meant (see the errata)",
  },
  {
    id: "range-standard",
    claim: `Range of the Tapac modem, ${USUAL}`,
    kind: "erratum",
    ...{ published: 1900, unit: "m", source: "preliminary simulations", setRight: 2787, tolerance: 5 },
    toleranceReason: "what was rounded in the hand calculation of the errata",
    why: "the root of 21 times the wind; by the paper's own equations 1900 m do not come out",
  },
  crossing("entry", "comes into range", 650, OWN),
  crossing("exit", "leaves it", 2382, OWN),
  lost("first", OWN),
  delivered("second", "second", OWN, "46 characters at 20 bit/s are 18.4 s; 637 m of way 0.42 s"),
  delivered("third", "third", OWN, "18.4 s, and 1.12 s of way"),
  {
    id: "second-equation",
    claim: `The same of the second message by eq. (11) with 1900 m, ${OWN}`,
    kind: "result",
    ...{ published: 18.92, unit: "s", source: "eq. (11), Fig. 10", tolerance: 0.1, toleranceReason: LINE },
    why: "18.4 s + 782 m / 1500 m/s by the published range; ours is of the line that our range gives",
  },
  {
    id: "third-equation",
    claim: `The same of the third message by eq. (11) with 1900 m, ${OWN}`,
    kind: "result",
    ...{ published: 19.57, unit: "s", source: "eq. (11), Fig. 10", tolerance: 0.1, toleranceReason: LINE },
    why: "18.4 s + 1752 m / 1500 m/s by the published range",
  },
  crossing("entry-standard", "comes into range", 650, USUAL),
  crossing("exit-standard", "leaves it", 2382, USUAL),
  lost("first-standard", USUAL),
  delivered("second-standard", "second", USUAL, "18.4 s, and 2184 m of way"),
  delivered("third-standard", "third", USUAL, "18.4 s, and 2689 m of way"),
];
