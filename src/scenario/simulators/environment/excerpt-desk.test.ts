/** The environment's answers to requests for excerpts, asked by an actor as a sensor with a task would. */
import { expect, test } from "vitest";
import { scenarioOf } from "../../../../test/support/scenarios.ts";
import { type InPort, InProcessLink, ModelBuilder, type OutPort, PHASE, Simulation } from "../../../engine/index.ts";
import { excerpt, excerptRequest } from "../../../environment/index.ts";
import { quantitiesOf } from "../../load/sea-quantities.ts";
import type { RunEvent } from "../../run/events.ts";
import { NO_LOG } from "../../run/recorder.ts";
import type { Site } from "../site.ts";
import { ExcerptDesk } from "./excerpt-desk.ts";
import { statedConstants } from "./install.ts";
import { SeaQuery } from "./sea-query.ts";

const ASKED = excerptRequest.at;
const ANSWER = excerpt.at;

interface Question {
  readonly map: number;
  readonly range_m: number;
  readonly spacing_m: number;
}

/** Asks one question a second; the answers, and what the desk counted and reported. */
function ask(questions: readonly Question[]) {
  const scenario = scenarioOf(`<scenario id="t" duration_s="1">
    <world><bottom id="ground" model="slope" depth_m="40" slope_deg="45"/></world>
    <vehicle id="auv" file="components/vehicles/remus100.xml"/></scenario>`);
  const { sea } = scenario;
  const builder = new ModelBuilder();
  const events: RunEvent[] = [];
  // The desk's ports are joined by hand: there is no route to a sonar yet.
  const deskOut: OutPort<typeof excerpt.fields>[] = [];
  const deskIn: InPort<typeof excerptRequest.fields>[] = [];
  const site: Pick<Site, "builder" | "tell" | "out" | "in" | "log"> = {
    builder,
    log: NO_LOG,
    tell: (event) => events.push(event),
    out: (path, type, phase) => {
      const port = builder.outPort(path, type, phase);
      deskOut.push(port as never);
      return port;
    },
    in: (path, type, options) => {
      const port = builder.inPort(path, type, options);
      deskIn.push(port as never);
      return port;
    },
  };
  const query = new SeaQuery(sea!, statedConstants(scenario), new Map());
  const desk = new ExcerptDesk(site as Site, query, quantitiesOf(sea));
  desk.open(site as Site, "environment/sonar");
  const out = builder.outPort("sonar/excerptRequest", excerptRequest, PHASE.deliver);
  const request = new Float64Array(excerptRequest.size);
  const sonar = builder.addActor({
    path: "sonar",
    handle(sim, k) {
      const { map, range_m, spacing_m } = questions[k]!;
      request[ASKED.t_ns] = sim.now_ns;
      request[ASKED.map] = map;
      request.set([10, 20, 5], ASKED.p_NS_m);
      request[ASKED.range_m] = range_m;
      request[ASKED.spacing_m] = spacing_m;
      out.send(sim, request, 0);
    },
  });
  builder.every(sonar, 1, PHASE.deliver);
  const port = builder.inPort("sonar/excerpt", excerpt, { capacity: questions.length });
  new InProcessLink().connect(out, deskIn[0]!);
  new InProcessLink().connect(deskOut[0]!, port);
  const sim = new Simulation(builder.build());
  sim.runUntil((questions.length - 1) * 1e9);

  const answer = new Float64Array(excerpt.size);
  const payload = new Uint8Array(excerpt.payload);
  const answers = questions.map(() => {
    const bytes = port.peekPayload(sim, payload, 0);
    port.receive(sim, answer, 0);
    const values = Array.from({ length: bytes / 8 }, (_, k) => new DataView(payload.buffer).getFloat64(8 * k, true));
    return { ...Object.fromEntries(Object.entries(ANSWER).map(([name, at]) => [name, answer[at]])), values };
  });
  return { answers, events, counts: [desk.answered(sim), desk.refused(sim)], lost: port.lost(sim) };
}

const FLOOR = { map: 0, range_m: 2, spacing_m: 2 };

test("map 0 of a world with nothing but a slope is its depth: 40 m + north, from 8 m to 12 m", () => {
  const { answers, counts, lost } = ask([FLOOR]);
  expect(answers[0]).toMatchObject({ t_ns: 0, map: 0, rows: 3, columns: 3, origin_N_m: 8, spacing_m: 2 });
  const expected = [48, 48, 48, 50, 50, 50, 52, 52, 52];
  // tan 45° is 1 to the last bit or two.
  expected.forEach((depth_m, k) => {
    expect(answers[0]!.values[k]).toBeCloseTo(depth_m, 12);
  });
  expect([...counts, lost]).toEqual([1, 0, 0]);
});

test("a map that does not exist and a range of nothing are answered with no rows, counted, and reported once", () => {
  const wrong = [
    { ...FLOOR, map: 99 },
    { ...FLOOR, map: -1 },
    { ...FLOOR, map: 0.5 },
    { ...FLOOR, map: Number.NaN },
    { ...FLOOR, range_m: 0 },
    { ...FLOOR, spacing_m: -1 },
  ];
  const { answers, events, counts } = ask([...wrong, FLOOR]);
  answers.slice(0, -1).forEach((answer) => {
    expect(answer).toMatchObject({ rows: 0, columns: 0, values: [] });
  });
  expect(answers.at(-1)).toMatchObject({ rows: 3, columns: 3 });
  expect(counts).toEqual([1, 6]);
  expect(events).toEqual([
    {
      ...{ t_ns: 0, level: "warning", name: "environment/sonar" },
      message:
        "asked for 2 m of map 99 every 2 m, which cannot be answered; there are: 0 bottomDepth_m, 1 currentNorth_mps, " +
        "2 currentEast_mps, 3 currentSpeed_mps",
    },
  ]);
});
