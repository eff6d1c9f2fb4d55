/**
 * Random missions for property tests: legal text in which all names are declared, exceptions are handled and nothing calls
 * itself, so that it passes the checks. Some have instantaneous loops or causality cycles: those must be found, by all who look.
 */
import { formatMission, type MissionTree, parseMission } from "../syntax/index.ts";
import { Draws } from "./random-draws.ts";
import { RandomStatements, type RandomTask, type Scope } from "./random-statements.ts";

export interface RandomMissionOptions {
  /** About how many statements; drawn from 5 to 40 where it is left out. */
  readonly size?: number;
  /** With robot-tasks or without; drawn where it is left out. */
  readonly tasks?: boolean;
  /** How many declared inputs, 2 to 5 where it is left out. Tasks bring their own besides. */
  readonly inputs?: number;
  /** With durations as triggers or without (they bring inputs); drawn where it is left out. */
  readonly durations?: boolean;
}

export interface RandomMission {
  readonly source: string;
  readonly tree: MissionTree;
}

/** The mission of a seed, in canonical layout. */
export function randomMission(seed: number, options: RandomMissionOptions = {}): RandomMission {
  const { tree, diagnostics } = parseMission(randomMissionSource(seed, options), `random-${seed}.mission`);
  if (diagnostics.length > 0) throw new Error(`random mission ${seed}: ${diagnostics[0]!.message}`);
  const source = formatMission(tree);
  return { source, tree: parseMission(source, `random-${seed}.mission`).tree };
}

/** The same mission, as it comes: in a layout that no author would choose. */
export function randomMissionSource(seed: number, options: RandomMissionOptions = {}): string {
  return new RandomProgram(seed, options).text();
}

class RandomProgram {
  readonly #draws: Draws;
  readonly #statements: RandomStatements;
  readonly #size: number;
  readonly #inputs: string[];
  readonly #outputs: string[];
  readonly #computers: readonly string[];
  readonly #required: readonly string[];
  readonly #withTasks: boolean;
  readonly #lines: string[] = [];
  #needsFatal = false;
  #events = 0;

  constructor(seed: number, options: RandomMissionOptions) {
    const d = new Draws(seed, "mission");
    this.#draws = d;
    this.#size = options.size ?? d.between(5, 40);
    this.#withTasks = options.tasks ?? d.chance(0.6);
    const inputs = options.inputs ?? d.between(2, 5);
    this.#inputs = Array.from({ length: inputs }, (_, i) => `I${i + 1}`);
    this.#outputs = Array.from({ length: d.between(2, 4) }, (_, i) => `O${i + 1}`);
    this.#computers = d.chance(0.08) ? ["Hull", "Arm"] : [];
    // A stream of its own: what it draws shifts nothing else.
    const required = new Draws(seed, "requires");
    this.#required = required.chance(0.1)
      ? ["requires Calm, Order;", "requires Shape;"].slice(required.between(0, 1))
      : [];
    this.#statements = new RandomStatements(d, options.durations ?? d.chance(0.5));
  }

  text(): string {
    const d = this.#draws;
    const [inputs, outputs] = [this.#inputs, this.#outputs];
    if (this.#computers.length > 0) this.#lines.push(`computer ${this.#computers.join(", ")};`);
    this.#lines.push(...this.#required);
    this.#lines.push(`input ${inputs.join(", ")}${this.#at()};`, `output ${outputs.join(", ")}${this.#at()};`);
    if (d.chance(0.25)) {
      this.#lines.push("fatal Leak;");
      this.#needsFatal = true;
    }
    this.#relation();
    const tasks = this.#withTasks ? this.#tasks() : [];
    const raised = [...new Set(tasks.flatMap((t) => t.raises))];
    const own = d.chance(0.3) ? ["E0"] : [];
    const exceptions = [...own, ...raised];
    const scope: Scope = {
      inputs: [
        ...inputs,
        ...(this.#needsFatal && d.chance(0.2) && this.#lines.includes("fatal Leak;") ? ["Leak"] : []),
      ],
      signals: d.shuffled(outputs),
      exceptions: own,
      tasks,
      procedures: [],
      parameters: [],
      ends: tasks.map((t) => `BF_${t.name}`),
      depth: 0,
      concurrent: false,
      floor: 0,
    };
    // Most of it in main; procedures are small and called.
    const count = this.#size < 8 ? 0 : d.between(0, 2);
    const sizes = Array.from({ length: count }, () => d.between(1, Math.ceil(this.#size / 5)));
    const procedures = sizes.map((size, i) => this.#procedure(`P${i + 1}`, scope, size));
    const rest = this.#size - sizes.reduce((sum, size) => sum + size, 0);
    const everything = { ...scope, procedures };
    const main = this.#guarded(everything, exceptions, rest);
    this.#lines.push(`main\n${main}\nend main`);
    if (this.#needsFatal || d.chance(0.1)) this.#onFatal(everything, exceptions);
    return `mission Random;\n${this.#lines.join("\n")}\n`;
  }

  /** A body inside a block that takes all that its calls may raise. */
  #guarded(scope: Scope, exceptions: readonly string[], size: number): string {
    const d = this.#draws;
    if (exceptions.length === 0) return this.#statements.body(scope, size);
    const body = this.#statements.body(scope, Math.max(1, size - 1));
    // Handlers stand outside the block: they may neither raise nor call what raises.
    const outside = {
      ...scope,
      exceptions: [],
      procedures: [],
      tasks: scope.tasks.filter((t) => t.raises.length === 0),
    };
    const handlers = exceptions
      .filter(() => d.chance(0.6))
      .map((e) => `handle ${e} do\n${this.#statements.body(outside, 1)}\n`);
    return `exception ${exceptions.join(", ")} in\n${body}\n${handlers.join("")}end exception`;
  }

  #procedure(name: string, scope: Scope, size: number): RandomTask {
    const d = this.#draws;
    const parameters = d.chance(0.4)
      ? [{ name: "level", initial: d.chance(0.3) ? String(d.between(1, 3)) : null }]
      : [];
    const inner = { ...scope, parameters: parameters.map((p) => p.name), depth: 2, concurrent: d.chance(0.5) };
    const body = this.#statements.body(inner, size);
    this.#lines.push(`procedure ${name}${printParameters(parameters)}\n${body}\nend procedure`);
    return { name, parameters, raises: [] };
  }

  #onFatal(scope: Scope, exceptions: readonly string[]): void {
    this.#lines.push(`on fatal\n${this.#guarded(scope, exceptions, this.#draws.between(1, 4))}\nend fatal`);
  }

  #at(): string {
    return this.#computers.length > 0 && this.#draws.chance(0.5) ? ` at ${this.#draws.one(this.#computers)}` : "";
  }

  #relation(): void {
    const d = this.#draws;
    if (!d.chance(0.25)) return;
    const [a, b, c] = d.shuffled(this.#inputs);
    if (d.chance(0.4)) this.#lines.push(`relation ${a} => ${b};`);
    else this.#lines.push(`relation ${[a, b, ...(c !== undefined && d.chance(0.3) ? [c] : [])].join(" # ")};`);
  }

  #tasks(): RandomTask[] {
    const d = this.#draws;
    const resources = d.chance(0.6) ? ["vehicle"] : ["vehicle", "arm"];
    for (const r of resources) this.#lines.push(`resource ${r}${d.chance(0.1) ? " software" : ""}${this.#at()};`);
    const names = ["Dive", "Follow", "Grip"].slice(0, d.weighted({ "1": 4, "2": 5, "3": 1 }) as unknown as number);
    return names.map((name) => this.#task(name, resources));
  }

  #task(name: string, resources: readonly string[]): RandomTask {
    const d = this.#draws;
    // Each event once in a task: mostly declared inputs, so that the mission has few.
    const left = d.shuffled(this.#inputs);
    const event = (): string => (d.chance(0.75) && left.length > 0 ? left.pop()! : `V${++this.#events}`);
    const parameters = ["depth", "speed"]
      .slice(0, d.weighted({ "0": 5, "1": 3, "2": 1 }) as unknown as number)
      .map((p) => ({ name: p, initial: d.chance(0.5) ? String(d.between(1, 2)) : null }));
    const clauses: string[] = [];
    const raises: string[] = [];
    if (d.chance(0.35)) {
      const timed = d.chance(0.3) ? `N${++this.#events}` : null;
      if (timed !== null) raises.push(timed);
      const conditions = d.some(this.#inputs, 0.3).join(", ");
      clauses.push(`pre ${conditions}${timed === null ? "" : ` within ${d.between(1, 60)} s else ${timed}`};`);
    }
    if (d.chance(0.25)) clauses.push("init;");
    if (d.chance(0.85)) {
      const conditions = d.chance(0.08)
        ? [d.one(this.#outputs)]
        : Array.from({ length: d.chance(0.75) ? 1 : 2 }, event);
      clauses.push(`post ${conditions.length > 1 && d.chance(0.5) ? "any " : ""}${conditions.join(", ")};`);
    }
    if (d.chance(0.2)) {
      const sets = parameters.length > 0 && d.chance(0.5) ? ` sets ${parameters[0]!.name} = ${d.between(5, 9)}` : "";
      clauses.push(`type1 ${event()}${sets};`);
    }
    if (d.chance(0.4)) {
      const events = Array.from({ length: d.chance(0.75) ? 1 : 2 }, () => {
        const after = d.chance(0.25) ? ` after ${d.between(1, 9)} min` : "";
        const e = after === "" ? event() : `T${++this.#events}`;
        raises.push(e);
        return e + after;
      });
      clauses.push(`type2 ${events.join(", ")};`);
    }
    if (d.chance(0.12)) {
      clauses.push(`type3 Z${++this.#events};`);
      this.#needsFatal = true;
    }
    if (d.chance(0.12)) {
      clauses.push(`stop within ${d.between(1, 20)} s;`);
      this.#needsFatal = true;
    }
    const on = d.chance(0.1) ? "" : ` on ${d.some(resources, 0.3).join(", ")}`;
    this.#lines.push(`task ${name}${printParameters(parameters)}${on}\n${clauses.join("\n")}\nend task`);
    return { name, parameters, raises };
  }
}

function printParameters(parameters: RandomTask["parameters"]): string {
  if (parameters.length === 0) return "";
  return `(${parameters.map((p) => (p.initial === null ? p.name : `${p.name} = ${p.initial}`)).join(", ")})`;
}
