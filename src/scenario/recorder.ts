/**
 * Writes a run to a log. What stands in front makes the log run again: every file of the scenario, the seed, the values from
 * outside, the mode. Then samples, at their rates, by observers that change nothing; commands and events when they happen.
 *
 * | topic              | schema                  | what                                                                        |
 * |--------------------|-------------------------|-----------------------------------------------------------------------------|
 * | /NAME/state        | thetis.VehicleState     | position, attitude, velocities over ground and through the water, current     |
 * | /NAME/pose         | foxglove.PoseInFrame    | pose in the frame "ned"                                                      |
 * | /tf                | foxglove.FrameTransform | the same as transforms, and "ned" in "map", the east-north-up frame of viewers |
 * | /NAME/actuators    | thetis.NAME.Actuators   | commands, speeds, angles, thrust, power                                      |
 * | /NAME/water        | thetis.Water            | temperature, salinity, density, sound speed, surface, bottom, altitude; wind; scalars |
 * | /NAME/excerpts/ID  | thetis.Excerpt…         | pictures of the sea around the vehicle                                       |
 * | /NAME/LAW          | thetis.NAME.LAW         | what a control law shows                                                    |
 * | /NAME/commands     | thetis.NAME.Commands    | commands in force from this instant on, and when they were issued             |
 * | /NAME/mission      | thetis.MissionReaction  | what the automaton of a mission did, and what is active since                  |
 * | /events            | foxglove.Log            | what happened                                                               |
 * | /diagnostics       | foxglove.Log            | what the loader had to say, and how the run kept its pace                      |
 */
import { MissionLaw } from "../control/index.ts";
import { formatDiagnostic, NS_PER_S, S_PER_NS } from "../core/index.ts";
import { type ModelBuilder, PHASE, type Simulation } from "../engine/index.ts";
import { attenuation_dBpWavelength, BOTTOM_OBJECT, POINT } from "../environment/index.ts";
import {
  type LogLevel,
  type LogWriter,
  type MessageChannel,
  messageSchema,
  type RecordChannel,
  type TextChannel,
} from "../logging/index.ts";
import { rpyFromQuaternionInto } from "../math/index.ts";
import { ActuatorReport, AIR_SIZE, STATE } from "../vehicles/index.ts";
import type { RunEvent } from "./events.ts";
import type { ExcerptAsker } from "./excerpts.ts";
import type { LogPlan } from "./log-plan.ts";
import type { Scenario } from "./scenario.ts";
import { SEA_FIELDS, type Sea, seaPoint, WIND_FIELDS } from "./sea.ts";
import type { VehicleNode } from "./vehicle-node.ts";
import type { World } from "./world.ts";

export type RunMode = "offline" | "online";

export interface RecorderOptions {
  readonly writer: LogWriter;
  readonly scenario: Scenario;
  /** Of the program; part of the bytes. */
  readonly version: string;
  readonly mode: RunMode;
}

/** Metadata record that tells how to run a log again. */
export const RUN_METADATA = "run";
/** Metadata record of a world that is more than constants: gravity, what the bottom is made of, units of named scalars. */
export const SEA_METADATA = "sea";
const MEDIA_TYPE = "application/xml";
/** Of attachments that are maps and meshes. */
export const BINARY_MEDIA_TYPE = "application/octet-stream";

export const STATE_FIELDS = [
  "north_m",
  "east_m",
  "depth_m",
  "roll_rad",
  "pitch_rad",
  "heading_rad",
  "u_mps",
  "v_mps",
  "w_mps",
  "p_radps",
  "q_radps",
  "r_radps",
  "uWater_mps",
  "vWater_mps",
  "wWater_mps",
  "currentNorth_mps",
  "currentEast_mps",
  "currentDown_mps",
] as const;

/** x, y, z of "map" are y, x, −z of "ned": half a turn about the axis between north and east. */
const MAP_TO_NED = Float64Array.of(0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0);

/** A reaction of a mission, see MissionReaction. */
const MISSION_REACTION = messageSchema("thetis.MissionReaction", {
  reaction: "double",
  state: "double",
  inputs: "string",
  outputs: "string",
  tasks: "string",
  statements: "string",
});

export class Recorder {
  readonly #writer: LogWriter;
  readonly #scenario: Scenario;
  readonly #events: TextChannel;
  readonly #diagnostics: TextChannel;
  readonly #commands: readonly RecordChannel[];
  /** Of missions, by path of their law. */
  readonly #missions = new Map<string, MessageChannel>();
  readonly #values = new Float64Array(256);

  constructor({ writer, scenario, version, mode }: RecorderOptions) {
    this.#writer = writer;
    this.#scenario = scenario;
    const [root] = [...scenario.files.keys()];
    writer.metadata(RUN_METADATA, {
      scenario: scenario.id,
      doc: scenario.doc,
      file: root ?? "",
      seed: String(scenario.seed),
      duration_s: String(scenario.duration_ns / NS_PER_S),
      overrides: JSON.stringify(scenario.overrides),
      vehicles: JSON.stringify(scenario.vehicles.map((v) => v.name)),
      controllers: JSON.stringify(scenario.vehicles.map((v) => v.controllers.map(({ component }) => component.id))),
      mode,
      version,
    });
    if (scenario.sea !== null) writer.metadata(SEA_METADATA, seaMetadata(scenario.sea, scenario.world.gravity_mps2));
    for (const [file, text] of scenario.files) writer.attach(file, MEDIA_TYPE, text);
    for (const [file, bytes] of scenario.binaries) writer.attach(file, BINARY_MEDIA_TYPE, bytes);
    this.#events = writer.text("/events");
    this.#diagnostics = writer.text("/diagnostics");
    this.#commands = scenario.vehicles.map(({ name, actuators }) =>
      writer.record(`/${name}/commands`, `thetis.${name}.Commands`, [
        "issued_s",
        ...actuators.map((a) => (a.unit === "1" ? a.name : `${a.name}_${a.unit}`)),
      ]),
    );
    for (const { name, controllers } of scenario.vehicles) {
      for (const { component, law } of controllers) {
        if (!(law instanceof MissionLaw)) continue;
        const about = { mission: law.automaton.data.mission, hash: law.automaton.hash() };
        this.#missions.set(`${name}/${component.id}`, writer.messages(`/${name}/mission`, MISSION_REACTION, about));
      }
    }
    if (scenario.logs.some((plan) => plan.channels.includes("transforms"))) {
      writer.transform("/tf", "map", "ned").write(0, MAP_TO_NED, 0);
    }
    for (const d of scenario.warnings)
      this.diagnostic(0, d.severity === "note" ? "info" : d.severity, "load", formatDiagnostic(d));
  }

  event({ t_ns, level, name, message, reaction }: RunEvent): void {
    this.#events.write(t_ns, level, name, message);
    if (reaction !== undefined) this.#missions.get(name)?.write(t_ns, { ...reaction });
  }

  diagnostic(t_ns: number, level: LogLevel, name: string, message: string): void {
    this.#diagnostics.write(t_ns, level, name, message);
  }

  /** Commands have taken effect. Those of actuators that follow a script are not commands: NaN. */
  command(vehicle: number, t_ns: number, issued_ns: number, node: VehicleNode, sim: Simulation): void {
    const values = this.#values;
    const at = node.place.at + node.system.commandsAt;
    values[0] = issued_ns * S_PER_NS;
    for (let i = 0; i < node.system.commands; i++) {
      values[1 + i] = node.system.scripts[i] === null ? sim.x[at + i]! : Number.NaN;
    }
    this.#commands[vehicle]?.write(t_ns, values, 0);
  }

  /** Adds the observers that take the samples. */
  readonly watch = (builder: ModelBuilder, world: Omit<World, "model">): void => {
    for (const [i, plan] of this.#scenario.logs.entries()) this.#sample(builder, world, plan, i);
    for (const asker of world.excerpts) this.#picture(builder, asker);
  };

  /** Pictures come with the answers of the environment, so that is when to look for them. */
  #picture(builder: ModelBuilder, asker: ExcerptAsker): void {
    const { vehicle, id, quantity, range_m } = asker.plan;
    const { name } = this.#scenario.vehicles[vehicle]!;
    const about = { quantity: quantity.name, unit: quantity.unit, range_m: String(range_m) };
    const schema = `thetis.Excerpt${asker.fields.length}`;
    const channel = this.#writer.record(`/${name}/excerpts/${id}`, schema, asker.fields, about);
    const values = new Float64Array(asker.fields.length);
    builder.addObserver({
      path: `log/${name}/excerpts/${id}`,
      rate_Hz: this.#scenario.world.refresh_Hz,
      phase: PHASE.record,
      reads: [],
      observe(view) {
        while (asker.take(view, values)) channel.write(view.now_ns, values, 0);
      },
    });
  }

  #sample(builder: ModelBuilder, world: Omit<World, "model">, plan: LogPlan, i: number): void {
    const writer = this.#writer;
    const values = this.#values;
    const node = world.vehicles[plan.vehicle]!;
    const { name, actuators } = node.vehicle;
    const { at } = node.place;
    const logs = (channel: LogPlan["channels"][number]): boolean => plan.channels.includes(channel);
    const state = logs("state") ? writer.record(`/${name}/state`, "thetis.VehicleState", STATE_FIELDS) : null;
    const pose = logs("pose") ? writer.pose(`/${name}/pose`, "ned") : null;
    const transform = logs("transforms") ? writer.transform("/tf", "ned", name) : null;
    const report = logs("actuators") && actuators.length > 0 ? new ActuatorReport(actuators, node.system) : null;
    const actuation = report && writer.record(`/${name}/actuators`, `thetis.${name}.Actuators`, report.names);
    const laws = logs("control")
      ? world.controllers.filter((c) => c.vehicle === plan.vehicle && c.law.report.length > 0)
      : [];
    const control = laws.map(({ path, law, reportAt }) => ({
      reportAt,
      channel: writer.record(`/${path}`, `thetis.${path.replace("/", ".")}`, law.report),
    }));
    const { sea } = world;
    const seaFields = sea?.hasWind ? [...SEA_FIELDS, ...WIND_FIELDS] : SEA_FIELDS;
    const scalars = this.#scenario.sea?.scalars.map((scalar) => scalar.name) ?? [];
    const waters =
      sea !== null && logs("water")
        ? writer.record(`/${name}/water`, "thetis.Water", [...seaFields, ...scalars])
        : null;
    const air = new Float64Array(AIR_SIZE + 1);
    const point = seaPoint();
    const time = new Float64Array(1);
    builder.addObserver({
      path: `log${i}/${name}`,
      rate_Hz: plan.rate_Hz,
      phase: PHASE.record,
      reads: [node.place],
      observe(view) {
        const { x, now_ns, reals } = view;
        if (state !== null) {
          stateInto(values, x, node, now_ns);
          state.write(now_ns, values, 0);
        }
        pose?.write(now_ns, x, at + STATE.p);
        transform?.write(now_ns, x, at + STATE.p);
        if (report !== null && actuation !== null) {
          time[0] = now_ns * S_PER_NS;
          report.into(values, 0, x, at, time);
          actuation.write(now_ns, values, 0);
        }
        if (sea !== null && waters !== null) {
          for (let i = 0; i < 3; i++) point[POINT.p + i] = x[at + STATE.p + i]!;
          point[POINT.t_s] = now_ns * S_PER_NS;
          sea.fieldsInto(values, 0, point, 0);
          if (sea.hasWind) {
            time[0] = point[POINT.t_s]!;
            node.system.windHeightInto(air, AIR_SIZE, x, at, time);
            sea.windInto(air, 0, air, AIR_SIZE, point, 0, reals);
            for (let k = 0; k < 3; k++) values[SEA_FIELDS.length + k] = air[k]!;
            values[SEA_FIELDS.length + 3] = air[AIR_SIZE]!;
          }
          sea.scalarsInto(values, seaFields.length, point, 0);
          waters.write(now_ns, values, 0);
        }
        for (let k = 0; k < control.length; k++) control[k]!.channel.write(now_ns, reals, control[k]!.reportAt);
      },
    });
  }
}

function seaMetadata({ scene, scalars }: Sea, gravity_mps2: number): Record<string, string> {
  const ground = scene?.materialOf(BOTTOM_OBJECT) ?? null;
  return {
    gravity_mps2: String(gravity_mps2),
    units: JSON.stringify(Object.fromEntries(scalars.map(({ name, unit }) => [name, unit]))),
    ...(ground?.type != null && {
      bottomType: ground.type,
      bottomDensityRatio: String(ground.densityRatio),
      bottomSoundSpeedRatio: String(ground.soundSpeedRatio),
      bottomAttenuation_dBpWavelength: String(attenuation_dBpWavelength(ground)),
    }),
    ...(ground !== null && { bottomRoughness_m: String(ground.roughness_m) }),
  };
}

/** STATE_FIELDS. */
function stateInto(out: Float64Array, x: Float64Array, node: VehicleNode, now_ns: number): void {
  const { at } = node.place;
  for (let i = 0; i < 3; i++) out[i] = x[at + STATE.p + i]!;
  rpyFromQuaternionInto(out, 3, x, at + STATE.q);
  for (let i = 0; i < 6; i++) out[6 + i] = x[at + STATE.V + i]!;
  node.waterVelocityInto(out, 12, x, now_ns);
  for (let i = 0; i < 3; i++) out[12 + i] = out[6 + i]! - out[12 + i]!;
  node.currentInto(out, 15, x, now_ns);
}
