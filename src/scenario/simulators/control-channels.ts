/** What the log shows of a control law, wherever it runs: its report, and the reactions of a mission. */
import { MissionLaw } from "../../control/index.ts";
import { messageSchema } from "../../logging/index.ts";
import type { ScenarioController } from "../load/scenario.ts";
import { namedFields } from "./log-board.ts";
import { PORTS } from "./routes.ts";
import type { Site } from "./site.ts";

/** A reaction of a mission, see MissionReaction. */
const MISSION_REACTION = messageSchema("thetis.MissionReaction", {
  reaction: "double",
  state: "double",
  inputs: "string",
  outputs: "string",
  tasks: "string",
  statements: "string",
});

/** Declares the channels of a controller. Returns the place in reals of what its law shows: NaN before the first tick. */
export function declareControl(site: Site, { component, law }: ScenarioController, vehicle: number): number {
  const { name } = site.scenario.vehicles[vehicle]!;
  const path = PORTS.law(name, component.id);
  const size = law.report.length;
  const at = site.builder.layout.reals(`${path}/shown`, size, new Array<number>(size).fill(Number.NaN));
  if (size > 0) {
    site.log.sampled({
      group: "control",
      vehicle,
      reads: [],
      topic: `/${path}`,
      schema: `thetis.${path.replace("/", ".")}`,
      fields: namedFields(law.report),
      plot: "lines",
      of: path,
      sampleInto(out, { reals }) {
        for (let i = 0; i < size; i++) out[i] = reals[at + i]!;
      },
    });
  }
  if (law instanceof MissionLaw) {
    const about = { mission: law.automaton.data.mission, hash: law.automaton.hash() };
    site.log.details(path, `/${name}/mission`, MISSION_REACTION, about);
  }
  return at;
}
