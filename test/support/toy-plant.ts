/**
 * A small hybrid world for tests of the engine, with every kind of state and of event:
 *
 * | part    | what is in it                                                                                        |
 * |---------|------------------------------------------------------------------------------------------------------|
 * | plant   | a driven pendulum (RK4, 3 ms) with a guard at its zero; three masses on springs (Dormand-Prince,     |
 * |         | 7 ms); a group of two masses (RK4, 5 ms); a ball that bounces on a floor (RK4, 11 ms) by a guard;    |
 * |         | a jittered sensor, a motor, a pusher whose sequence stops and starts                                 |
 * | control | a controller at an odd rate that reads a noisy sensor through a port and pushes the pendulum, and a  |
 * |         | monitor with which it talks back and forth inside one phase                                          |
 * | sea     | gusts at random instants that kick the masses, and a floor that moves (guard data)                   |
 *
 * Parts talk by messages only, so they can be put into one model or into several (lock-step).
 */
import {
  ByteReceiver,
  ByteSender,
  type ContinuousSystem,
  defineMessage,
  type Fields,
  type InPort,
  InProcessLink,
  JitteredTimes,
  LockStep,
  type Model,
  ModelBuilder,
  type Moment,
  type OutPort,
  PHASE,
  RegularTimes,
  Simulation,
  type SystemPlace,
  WAKE,
} from "../../src/engine/index.ts";
import { cos, DormandPrince, Rk4, sin } from "../../src/math/index.ts";

const angleSample = defineMessage("angleSample", "measured angle of the pendulum", { taken_ns: 1, angle_rad: 1 });
const torque = defineMessage("torque", "command of the motor", { value: 1 });
const note = defineMessage("note", "a number, and bytes", { value: 1 }, 8);
const kick = defineMessage("kick", "a blow to one of the masses", { mass: 1, speed: 1 });

/** x = [angle, rate], held input [torque]. */
export function pendulum(path: string, step_ns: number): ContinuousSystem {
  return {
    path,
    size: 2,
    held: 1,
    positions: 1,
    step_ns,
    integrator: new Rk4(3),
    initialInto(x, at) {
      x[at] = 1.2;
    },
    derivativesInto(dx, x, at, time) {
      dx[0] = x[at + 1];
      dx[1] = -9.81 * sin(x[at]) - 0.1 * x[at + 1] + x[at + 2] + 0.3 * cos(1.7 * time[0]);
    },
  };
}

/** Three independent masses, x = [place, speed] each. */
function springs(path: string): ContinuousSystem {
  return {
    path,
    size: 2,
    copies: 3,
    step_ns: 7_000_000,
    integrator: new DormandPrince(2, { relativeTolerance: 1e-6, absoluteTolerance: 1e-9, minStep_s: 1e-9 }),
    initialInto(x, at, copy) {
      x[at] = 1 + copy;
    },
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1];
      dx[1] = -40 * x[at] - 0.2 * x[at + 1] * Math.abs(x[at + 1]);
    },
  };
}

/** Two masses and the spring between them, x = [place, speed, place, speed]. */
function pair(path: string): ContinuousSystem {
  return {
    path,
    size: 4,
    step_ns: 5_000_000,
    integrator: new Rk4(4),
    initialInto(x, at) {
      x[at + 2] = 0.5;
    },
    derivativesInto(dx, x, at) {
      const pull = 30 * (x[at + 2] - x[at]);
      dx[0] = x[at + 1];
      dx[1] = pull - x[at];
      dx[2] = x[at + 3];
      dx[3] = -pull;
    },
  };
}

/** x = [height, speed], falling. */
function ball(path: string): ContinuousSystem {
  return {
    path,
    size: 2,
    step_ns: 11_000_000,
    integrator: new Rk4(2),
    initialInto(x, at) {
      x[at] = 0.5;
    },
    derivativesInto(dx, x, at) {
      dx[0] = x[at + 1];
      dx[1] = -9.81;
    },
  };
}

export const PARTS = ["plant", "control", "sea"] as const;
export type Part = (typeof PARTS)[number];

export interface ToyOptions {
  readonly seed?: number;
  /** Which parts are together in a model; all in one where it is left out. */
  readonly models?: readonly (readonly Part[])[];
  /** Rates of observers that are added and that nothing needs; every third has jitter. */
  readonly extraObservers?: readonly number[];
  /** Streams that are added and drawn from. */
  readonly extraStreams?: readonly string[];
  /** Added to the plant before and after everything else. */
  readonly before?: (builder: ModelBuilder) => void;
  readonly after?: (builder: ModelBuilder) => void;
}

export interface Toy {
  /** The model with the plant: the only one, unless options.models says otherwise. */
  readonly model: Model;
  readonly models: readonly Model[];
  readonly links: readonly { from: number; to: number; sender: ByteSender; receiver: ByteReceiver }[];
  readonly places: readonly SystemPlace[];
  /** What each actor heard and did, in its own order; filled by every run of the toy. */
  readonly diary: Map<string, string[]>;
  /** Place of the guards' counters in the integers of the plant: bounces, zeros of the pendulum. */
  readonly countersAt: number;
}

export function toyPlant(options: ToyOptions = {}): Toy {
  const split = options.models ?? [PARTS];
  const builders = split.map(() => new ModelBuilder({ campaign: options.seed ?? 1, run: 0 }));
  const modelOf = (part: Part): number => split.findIndex((parts) => parts.includes(part));
  const diary = new Map<string, string[]>();
  const write = (moment: Moment, path: string, what: string): void => {
    const lines = diary.get(path) ?? [];
    diary.set(path, lines);
    lines.push(`${moment.now_ns} ${moment.phase} ${what}`);
  };

  const plantBuilder = builders[modelOf("plant")];
  options.before?.(plantBuilder);
  const plant = plantPart(plantBuilder, write);
  const control = controlPart(builders[modelOf("control")], write);
  const sea = seaPart(builders[modelOf("sea")]);

  const links: { from: number; to: number; sender: ByteSender; receiver: ByteReceiver }[] = [];
  let route = 0;
  const wire = <F extends Fields>(
    from: Part,
    out: OutPort<F>,
    to: Part,
    into: InPort<F>,
    latency_ns: number = 0,
  ): void => {
    const [a, b] = [modelOf(from), modelOf(to)];
    if (a === b) {
      new InProcessLink(latency_ns).connect(out, into);
      return;
    }
    let link = links.find((l) => l.from === a && l.to === b);
    if (link === undefined) {
      link = { from: a, to: b, sender: new ByteSender(), receiver: new ByteReceiver() };
      links.push(link);
    }
    link.sender.connect(out, ++route, latency_ns);
    link.receiver.connect(out.path, route, into);
  };
  wire("plant", plant.encoderOut, "control", control.angleIn, 2_000_000);
  wire("plant", plant.zeroOut, "control", control.newsIn, 1_000_000);
  wire("plant", plant.bounceOut, "control", control.newsIn, 1_000_000);
  wire("control", control.torqueOut, "plant", plant.motorIn);
  wire("control", control.askOut, "control", control.newsIn);
  wire("control", control.answerOut, "control", control.answerIn);
  wire("sea", sea.kickOut, "plant", plant.kickIn);
  wire("sea", sea.floorOut, "plant", plant.floorIn, 4_000_000);

  for (const name of options.extraStreams ?? []) {
    const stream = plantBuilder.layout.stream(name);
    const drawer = plantBuilder.addActor({
      path: `${name}/drawer`,
      handle: (moment) => void stream.uniform(moment.integers),
    });
    plantBuilder.every(drawer, 10, PHASE.record);
  }
  options.extraObservers?.forEach((rate_Hz, i) => {
    addObserver(plantBuilder, `extra${i}`, rate_Hz, plant.places, i);
  });
  options.after?.(plantBuilder);
  const models = builders.map((builder) => builder.build());
  const model = models[modelOf("plant")];
  return { model, models, links, places: plant.places, diary, countersAt: plant.countersAt };
}

type Write = (moment: Moment, path: string, what: string) => void;

function plantPart(builder: ModelBuilder, write: Write) {
  const swing = builder.addSystem(pendulum("pendulum", 3_000_000));
  const masses = builder.addSystem(springs("springs"));
  const [left, right] = builder.addGroup(pair("pair"), [
    { path: "pair/left", at: 0, size: 2 },
    { path: "pair/right", at: 2, size: 2 },
  ]);
  const thrown = builder.addSystem(ball("ball"));
  const countersAt = builder.layout.integers("plant/counters", 2);
  const message = new Float64Array(8);
  const payload = new Uint8Array(8);

  // Sensor: about 83 times a second, later by up to 4 ms, with noise.
  const noise = builder.layout.stream("pendulum/encoder");
  const encoderOut = builder.outPort("pendulum/encoder", angleSample, PHASE.sense);
  const encoder = builder.addActor({
    path: "pendulum/encoder",
    reads: [swing],
    handle(moment) {
      message[angleSample.at.taken_ns] = moment.now_ns;
      message[angleSample.at.angle_rad] = moment.x[swing.at] + 0.01 * (noise.uniform(moment.integers) - 0.5);
      encoderOut.send(moment, message, 0);
    },
  });
  const late = builder.layout.stream("pendulum/encoder/jitter");
  builder.every(encoder, new JitteredTimes(83, 4_000_000, late), PHASE.sense);

  // Motor: woken by its command.
  const motor = builder.addActor({
    path: "pendulum/motor",
    writes: [swing],
    handle(moment) {
      while (motorIn.receive(moment, message, 0)) {
        moment.x[swing.at + 2] = message[0];
        write(moment, "pendulum/motor", `torque ${message[0]}`);
      }
    },
  });
  const motorIn = builder.inPort("pendulum/motor", torque, { wake: { actor: motor, phase: PHASE.actuate } });

  // The pendulum's zero, counted by an actor that lands nothing.
  const zeroOut = builder.outPort("pendulum/zeros", note, PHASE.correct);
  const zeros = builder.addActor({
    path: "pendulum/zeros",
    reads: [swing],
    handle(moment, data) {
      moment.integers[countersAt + 1]++;
      message[0] = data * moment.x[swing.at + 1];
      payload[0] = moment.integers[countersAt + 1];
      zeroOut.send(moment, message, 0, payload, 0, 1);
      write(moment, "pendulum/zeros", `side ${data}`);
    },
  });
  builder.addGuard({
    path: "pendulum/zero",
    of: swing,
    actor: zeros,
    valueInto(out, x, at) {
      out[0] = x[at];
    },
  });

  // Gusts kick the masses: a jump of the state.
  const kicked = builder.addActor({
    path: "springs/kicked",
    writes: [masses],
    handle(moment) {
      while (kickIn.receive(moment, message, 0)) {
        moment.x[masses.at + message[kick.at.mass] * masses.stride + 1] += message[kick.at.speed];
      }
    },
  });
  const kickIn = builder.inPort("springs/kicked", kick, { wake: { actor: kicked, phase: PHASE.correct } });

  // The ball bounces on a floor that the sea moves; the floor's height is guard data.
  const bounceOut = builder.outPort("ball/bounce", note, PHASE.correct);
  const bounce = builder.addActor({
    path: "ball/bounce",
    writes: [thrown],
    handle(moment, data) {
      write(moment, "ball/bounce", `side ${data}`);
      if (data > 0) return;
      moment.integers[countersAt]++;
      moment.x[thrown.at + 1] = Math.abs(moment.x[thrown.at + 1]) + 0.3;
      moment.x[thrown.at] = moment.reals[floor.dataAt] + 1e-3;
      message[0] = moment.x[thrown.at + 1];
      bounceOut.send(moment, message, 0);
    },
  });
  const floor = builder.addGuard({
    path: "ball/floor",
    of: thrown,
    actor: bounce,
    data: [0],
    valueInto(out, x, at, reals, dataAt) {
      out[0] = x[at] - reals[dataAt];
    },
  });
  const lift = builder.addActor({
    path: "ball/lift",
    handle(moment) {
      if (floorIn.receiveNewest(moment, message, 0)) moment.setGuardData(floor, message, 0);
    },
  });
  const floorIn = builder.inPort("ball/lift", note, { wake: { actor: lift, phase: PHASE.deliver } });

  // Pushes one of the pair five times, rests, and begins again.
  const pusher = builder.addActor({
    path: "pair/pusher",
    writes: [left],
    reads: [right],
    handle(moment, k) {
      moment.x[left.at + 1] += 0.01 * (1 - moment.x[right.at]);
      if (k === -1) moment.startSequence(pushes, moment.now_ns);
      else if (k === 4) {
        moment.stopSequence(pushes);
        moment.schedule(moment.now_ns + 55_555_555, PHASE.actuate, -1);
      }
    },
  });
  const pushTimes = new JitteredTimes(47, 9_000_000, builder.layout.stream("pair/pusher"), 1_000);
  const pushes = builder.every(pusher, pushTimes, PHASE.actuate);

  const places = [swing, masses, left, right, thrown];
  return { places, countersAt, encoderOut, motorIn, zeroOut, bounceOut, kickIn, floorIn };
}

function controlPart(builder: ModelBuilder, write: Write) {
  const message = new Float64Array(8);
  const payload = new Uint8Array(8);
  const angleIn = builder.inPort("controller/angle", angleSample, { capacity: 8 });
  const torqueOut = builder.outPort("controller/torque", torque, PHASE.react);
  const askOut = builder.outPort("controller/ask", note, PHASE.react);
  const answerOut = builder.outPort("monitor/answer", note, PHASE.react);

  // A filter in reals, a history in a record. What the monitor answers in the same phase raises the gain a little.
  const filterAt = builder.layout.reals("controller/filter", 2);
  const history = builder.layout.record("controller/history", () => ({ commands: [] as number[] }));
  const controller = builder.addActor({
    path: "controller",
    handle(moment, data) {
      const { reals } = moment;
      if (data === WAKE) {
        while (answerIn.receive(moment, message, 0)) reals[filterAt + 1] = message[0];
        write(moment, "controller", `answer ${reals[filterAt + 1]}`);
        return;
      }
      while (angleIn.receive(moment, message, 0)) {
        reals[filterAt] += 0.3 * (message[angleSample.at.angle_rad] - reals[filterAt]);
      }
      const command = -(2 + reals[filterAt + 1]) * reals[filterAt];
      const { commands } = moment.record(history);
      commands.push(command);
      if (commands.length > 5) commands.shift();
      message[0] = command;
      torqueOut.send(moment, message, 0);
      askOut.send(moment, message, 0);
    },
  });
  const answerIn = builder.inPort("controller/answer", note, { wake: { actor: controller, phase: PHASE.react } });
  builder.every(controller, new RegularTimes(31, 1_234_567), PHASE.react);

  const heardAt = builder.layout.integers("monitor/heard", 1);
  const monitor = builder.addActor({
    path: "monitor",
    handle(moment) {
      for (let n = newsIn.peekPayload(moment, payload, 0); n >= 0; n = newsIn.peekPayload(moment, payload, 0)) {
        newsIn.receive(moment, message, 0);
        write(moment, "monitor", `${message[0]} ${[...payload.subarray(0, n)]}`);
        moment.integers[heardAt]++;
      }
      message[0] = 0.01 * (moment.integers[heardAt] % 7);
      answerOut.send(moment, message, 0);
    },
  });
  const newsIn = builder.inPort("monitor/news", note, { capacity: 5, wake: { actor: monitor, phase: PHASE.react } });
  return { angleIn, torqueOut, askOut, answerOut, answerIn, newsIn };
}

function seaPart(builder: ModelBuilder) {
  const message = new Float64Array(8);
  const luck = builder.layout.stream("gusts");
  const kickOut = builder.outPort("gusts", kick, PHASE.correct);
  const gusts = builder.addActor({
    path: "gusts",
    handle(moment, k) {
      message[kick.at.mass] = luck.integerBelow(moment.integers, 3);
      message[kick.at.speed] = luck.uniform(moment.integers) - 0.5;
      kickOut.send(moment, message, 0);
      moment.schedule(moment.now_ns + 1 + luck.integerBelow(moment.integers, 40_000_000), PHASE.correct, k + 1);
    },
  });
  builder.at(0, PHASE.correct, gusts);
  const floorOut = builder.outPort("tide", note, PHASE.deliver);
  const tide = builder.addActor({
    path: "tide",
    handle(moment, k) {
      message[0] = 0.05 * sin(k);
      floorOut.send(moment, message, 0);
    },
  });
  builder.every(tide, 13.7, PHASE.deliver);
  return { kickOut, floorOut };
}

/** Looks at everything, keeps a running sum in its own state. */
export function addObserver(
  builder: ModelBuilder,
  path: string,
  rate_Hz: number,
  reads: readonly SystemPlace[],
  i: number,
): void {
  const sumAt = builder.layout.reals(`${path}/sum`, 1);
  const observer = builder.addActor({
    path,
    reads,
    handle(moment) {
      for (const { at } of reads) moment.reals[sumAt] += moment.x[at];
    },
  });
  const jitter_ns = i % 3 === 0 ? Math.floor(1e9 / rate_Hz) : 0;
  const times = new JitteredTimes(rate_Hz, jitter_ns, builder.layout.stream(`${path}/jitter`), i);
  builder.every(observer, times, [PHASE.sense, PHASE.record, PHASE.react][i % 3]);
}

/** A toy in several models: their runs, and the coordinator. The first has the plant when options.models begins with it. */
export function lockStep(toy: Toy): { readonly run: LockStep; readonly sims: readonly Simulation[] } {
  const sims = toy.models.map((model) => new Simulation(model));
  const links = toy.links.map(({ from, to, ...halves }) => ({ from: sims[from], to: sims[to], ...halves }));
  return { run: new LockStep(sims, links), sims };
}

/** The trajectory as bytes: after every pause, every bit of the continuous state. */
export function trajectory(toy: Toy, times_ns: readonly number[], sim = new Simulation(toy.model)): string[] {
  return times_ns.map((t_ns) => {
    sim.runUntil(t_ns);
    return fingerprint(toy, sim);
  });
}

export function fingerprint(toy: Toy, sim: Simulation): string {
  const { x } = sim.look();
  const used = toy.places.flatMap(({ at, stride, copies }) => [...x.subarray(at, at + stride * copies)]);
  return `${sim.now_ns} ${hex(used)}`;
}

/** Every bit of some numbers. */
export function hex(values: Iterable<number>): string {
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
