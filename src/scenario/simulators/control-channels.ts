/** What the log shows of a program, wherever it runs: what its modules show, and the reactions of a mission. */
import { MissionModule } from "../../control/index.ts";
import { type ChannelField, messageSchema, QUANTITY } from "../../logging/index.ts";
import type { ScenarioController } from "../load/vehicle.ts";
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

/** What navigation shows under these names is what the vehicle's software takes the true state for. */
const ESTIMATED: Readonly<Record<string, string>> = {
  ...{ north_m: QUANTITY.north, east_m: QUANTITY.east, depth_m: QUANTITY.depth },
  ...{ roll_rad: QUANTITY.roll, pitch_rad: QUANTITY.pitch, heading_rad: QUANTITY.heading },
};

function estimatedFields(fields: readonly ChannelField[]): ChannelField[] {
  return fields.map((field) => {
    const quantity = Object.hasOwn(ESTIMATED, field.name) ? ESTIMATED[field.name] : undefined;
    return quantity === undefined ? field : { ...field, role: "estimate", quantity };
  });
}

/** Declares the channels of a program. Returns the place in reals of what it shows: NaN before the first step. */
export function declareShown(site: Site, { component, program }: ScenarioController, vehicle: number): number {
  const { name } = site.scenario.vehicles[vehicle]!;
  const path = PORTS.law(name, component.id);
  const size = program.shown;
  const at = site.builder.layout.reals(`${path}/shown`, size, new Array<number>(size).fill(Number.NaN));
  const estimating = program.estimate === null ? null : program.modules[program.estimate.module]!.channel;
  for (const { channel, names, places } of program.channels) {
    const fields = namedFields(names);
    const topic = channel === "" ? path : `${path}/${channel}`;
    site.log.sampled({
      group: "control",
      vehicle,
      reads: [],
      topic: `/${topic}`,
      // Of the program and its module, not of the vehicle: those of a fleet share it.
      schema: `thetis.programs.${topic.split("/").slice(1).join(".")}`,
      fields: channel === estimating ? estimatedFields(fields) : fields,
      plot: "lines",
      of: topic,
      sampleInto(out, { reals }) {
        for (let i = 0; i < places.length; i++) out[i] = reals[at + places[i]!]!;
      },
    });
  }
  for (const { module, channel } of program.modules) {
    const of = channel === "" ? path : `${path}/${channel}`;
    for (const item of module.scenery ?? []) site.log.scenery({ ...item, of, vehicle: name });
    if (!(module instanceof MissionModule)) continue;
    const { data } = module.automaton;
    const answers = data.inputs.filter(({ role }) => role === "stopped" || role === "initialised");
    const about = {
      mission: data.mission,
      hash: module.automaton.hash(),
      answers: answers.map((signal) => signal.name).join(" "),
    };
    site.log.details(of, `/${name}/mission`, MISSION_REACTION, about);
  }
  return at;
}
