/** Ports of one program whose messages each count or carry payloads, by name. */
import type { SoftwarePorts } from "../../../control/index.ts";
import { invariant } from "../../../core/index.ts";
import { type Fields, type InPort, type Moment, type OutPort, PHASE } from "../../../engine/index.ts";
import { PORTS } from "../routes.ts";
import type { Site } from "../site.ts";

export class NodePorts implements SoftwarePorts {
  /** The event that is handled. */
  moment: Moment | null = null;
  readonly #ins = new Map<string, InPort<Fields>>();
  readonly #outs = new Map<string, OutPort<Fields>>();

  constructor(site: Site, vehicle: number, controller: string) {
    const { name: vehicleName } = site.scenario.vehicles[vehicle]!;
    for (const port of site.software) {
      if (port.vehicle !== vehicle || port.controller !== controller) continue;
      const path = PORTS.software(vehicleName, controller, port.path ?? port.name);
      if (port.direction === "in") this.#ins.set(port.name, site.in(path, port.type));
      else this.#outs.set(port.name, site.out(path, port.type, PHASE.react));
    }
  }

  receive(name: string, out: Float64Array): boolean {
    return this.#port(this.#ins, name).receive(this.#now(), out, 0);
  }

  payloadInto(name: string, out: Uint8Array): number {
    return this.#port(this.#ins, name).peekPayload(this.#now(), out, 0);
  }

  send(name: string, values: Float64Array, payload?: Uint8Array): void {
    this.#port(this.#outs, name).send(this.#now(), values, 0, payload, 0, payload?.length ?? 0);
  }

  #now(): Moment {
    invariant(this.moment !== null, "ports are used inside a tick");
    return this.moment;
  }

  #port<P>(ports: ReadonlyMap<string, P>, name: string): P {
    const port = ports.get(name);
    invariant(port !== undefined, `there is no port "${name}"; there are: ${[...ports.keys()].join(", ") || "none"}`);
    return port;
  }
}
