/**
 * Joins the things of a scenario to the simulator that they name: a thing gets a site that knows its own path, ports,
 * channels and events, and nothing of the simulator around it.
 */
import { SimulationFault, type ThingChannel, type ThingOutside, thingSite, type Wake } from "../../engine/index.ts";
import { isForSoftware, mayBeSilent, type ScenarioThing, type ThingSimulator, thingTopic } from "../load/things.ts";
import { type Channel, namedFields } from "./log-board.ts";
import type { Site } from "./site.ts";
import { THING_PORTS } from "./thing-routes.ts";

/** Returns what each of them made for its simulator, by path. */
export function joinThings(site: Site, simulator: ThingSimulator, wake?: Wake): ReadonlyMap<string, unknown> {
  const things = site.scenario.things.filter((each) => each.simulator === simulator);
  return new Map(things.map((each) => [each.path, joinThing(site, each, wake)]));
}

/** wake: of an actor of the simulator that is woken by messages for ports for which the thing has no handler. */
function joinThing(site: Site, each: ScenarioThing, wake: Wake | undefined): unknown {
  const { path, thing, mount } = each;
  const outside: ThingOutside = {
    mount,
    world: site.scenario.described,
    in: (port, options) => {
      const take = isForSoftware(port) || mayBeSilent(port) ? site.accept : site.in;
      const woken = options.wake === undefined && wake !== undefined ? { ...options, wake } : options;
      return take(THING_PORTS.port(path, port.name), port.message, woken) as never;
    },
    isLinked: (port) => site.expects(THING_PORTS.port(path, port.name), port.message),
    out: (port, phase) => site.offer(THING_PORTS.port(path, port.name), port.message, phase) as never,
    channel: (channel) => site.log.told(logged(each, channel)),
    figure: (figure, at) => site.figure({ of: path, name: figure.name, at }),
    tell: (t_ns, { level }, message) => site.tell({ t_ns, level, name: path, message }),
  };
  const owner = each.vehicle === null ? undefined : site.scenario.vehicles[each.vehicle]?.name;
  for (const item of thing.scenery ?? [])
    site.log.scenery({ ...item, of: path, ...(owner !== undefined && { vehicle: owner }) });
  try {
    return thing.join(thingSite(site.builder, path, each, outside));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SimulationFault(0, path, [], `it cannot join: ${reason}`, { cause: error });
  }
}

/** Of what a vehicle carries, without the vehicle: those of a fleet share it. */
function schemaPath(topic: string, isCarried: boolean): string {
  return topic
    .split("/")
    .slice(isCarried ? 2 : 1)
    .join(".");
}

/** A declared channel as the log has it. */
function logged(each: ScenarioThing, channel: ThingChannel): Channel {
  const { fields, plot, about, schema, title, folder } = channel;
  const { path, vehicle, simulator } = each;
  const topic = thingTopic(each, channel);
  const named = namedFields(fields.map(({ name }) => name));
  return {
    topic,
    schema: schema ?? `thetis.things.${schemaPath(topic, vehicle !== null)}`,
    // A field that states a unit is a quantity, whatever its name ends in.
    fields: fields.map(({ name, unit, truthOf, validBy, isTaken, words }, i) => {
      const bare = unit === undefined ? named[i]! : { name, unit };
      const plain = words === undefined ? bare : { ...bare, words };
      if (truthOf !== undefined) return { ...plain, role: "truth" as const, quantity: truthOf };
      if (isTaken === true) return { ...plain, role: "taken" as const };
      const field = validBy === undefined ? plain : { ...plain, validBy };
      // What has a truth beside it stands in one plot with it.
      return fields.some((other) => other.truthOf === name) ? { ...field, quantity: name } : field;
    }),
    plot,
    group: folder ?? simulator,
    of: path,
    ...(vehicle === null ? {} : { vehicle }),
    ...(title === undefined ? {} : { title }),
    ...(about === undefined ? {} : { about }),
  };
}
