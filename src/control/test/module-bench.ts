/** Programs that a test puts together by hand of small modules, connected, and run by the bare executor instant by instant. */
import type { Diagnostic, SourceRange } from "../../core/index.ts";
import {
  defineMessage,
  type Fields,
  type InPort,
  type MessageType,
  type Moment,
  State,
  StateLayout,
} from "../../engine/index.ts";
import type { Component } from "../../library/index.ts";
import {
  BareExecutor,
  type ConnectedProgram,
  connectProgram,
  type FailSafe,
  type LogDetail,
  type Module,
  type ProgramLink,
  type ProgramModule,
  type VehiclePorts,
} from "../index.ts";
import { moduleCodes } from "../modules/codes.ts";

/** A number, the plainest message there is. */
export const number: MessageType<Fields> = defineMessage("number", "a number", { value: 1 });

const at = (file: string, line: number, column: number): SourceRange => ({
  file,
  line,
  column,
  endLine: line,
  endColumn: column + 1,
});

/** Modules stand in the lines of modules.xml, links in those of links.xml. */
export function part(id: string, line: number, module: Partial<Module>): ProgramModule {
  const range = at("modules.xml", line, 3);
  const component = { id, kind: "module", range, origin: {}, params: {}, children: [] } as unknown as Component;
  return { id, component, channel: id, module: { memory: 0, shows: [], step: () => {}, ...module } as Module };
}

export function link(from: string, to: string, line = 1, more: Partial<ProgramLink> = {}): ProgramLink {
  return { from, to, range: at("links.xml", line, 5), ...more };
}

export const benchCodes = {
  unknownActuator: { ...moduleCodes.unknownPort, code: "ACT001" },
  notActuated: { ...moduleCodes.unknownPort, code: "ACT002" },
};

export function vehicleWith(more: Partial<VehiclePorts> = {}): VehiclePorts {
  return { name: "auv", actuators: [], thrusterManager: null, devices: new Map(), codes: benchCodes, ...more };
}

export interface Connection {
  readonly program: ConnectedProgram | null;
  readonly diagnostics: readonly Diagnostic[];
  /** "links.xml:3:5 MOD003", in the order of their reports. */
  readonly places: readonly string[];
}

export function connect(
  modules: readonly ProgramModule[],
  links: readonly ProgramLink[],
  vehicle: VehiclePorts = vehicleWith(),
): Connection {
  const diagnostics: Diagnostic[] = [];
  const program = connectProgram({ modules, links }, vehicle, (d) => void diagnostics.push(d));
  const places = diagnostics.map(({ range, code }) => `${range?.file}:${range?.line}:${range?.column} ${code}`);
  return { program, diagnostics, places };
}

/** Externals are given by name: "state", "clock", or "device.port", with "@rate" where there are several. */
export class ModuleBench {
  readonly program: ConnectedProgram;
  readonly executor: BareExecutor;
  readonly reals: Float64Array;
  readonly lines: { readonly t_ns: number; readonly message: string; readonly detail: LogDetail }[] = [];
  readonly #waiting = new Map<string, Float64Array>();

  constructor(
    modules: readonly ProgramModule[],
    links: readonly ProgramLink[],
    vehicle?: VehiclePorts,
    failSafe: FailSafe = "fault",
  ) {
    const { program, diagnostics } = connect(modules, links, vehicle);
    if (program === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
    this.program = program;
    const layout = new StateLayout({ campaign: 0, run: 0 });
    const shownAt = layout.reals("shown", program.shown);
    this.executor = new BareExecutor(program, {
      layout,
      path: "auv/brain",
      log: (t_ns, _, message, detail) => void this.lines.push({ t_ns, message, detail }),
      shownAt,
      failSafe,
    });
    program.externals.forEach(({ source, name, rate_Hz }, k) => {
      const key = source === "device" ? name : `${source}@${rate_Hz}`;
      const receiveNewest = (_: unknown, out: Float64Array, to: number): boolean => {
        const values = this.#waiting.get(key);
        this.#waiting.delete(key);
        if (values !== undefined) out.set(values, to);
        return values !== undefined;
      };
      this.executor.receiveFrom(k, { receiveNewest } as unknown as InPort);
    });
    this.reals = new State(layout, 0, 0).reals;
  }

  give(external: string, ...values: number[]): this {
    this.#waiting.set(external, Float64Array.from(values));
    return this;
  }

  /** One instant: clocks whose period divides it tick by themselves. */
  at(t_ns: number): this {
    for (const { source, rate_Hz } of this.program.externals) {
      if (source === "clock" && (t_ns * rate_Hz) % 1e9 === 0) this.give(`clock@${rate_Hz}`, t_ns);
    }
    const moment = { now_ns: t_ns, reals: this.reals } as Moment;
    if (this.executor.take(moment)) this.executor.run(moment);
    return this;
  }

  value(port: string, field = 0): number {
    return this.reals[this.executor.placeOf(port) + field]!;
  }

  /** When what lies at an output was taken. */
  taken_ns(port: string): number {
    return this.reals[this.executor.placeOf(port) - 1]!;
  }
}

/** A device that sends numbers: what a vehicle offers with it. */
export function withDevices(devices: Readonly<Record<string, MessageType<Fields>>>): VehiclePorts {
  return vehicleWith({ devices: new Map(Object.entries(devices)) });
}
