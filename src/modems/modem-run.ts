/**
 * What the parts of one modem in a run share: its design, its places in the engine's state, and each other.
 *
 *   modem-outbox.ts    messages that wait, and what is reported of them
 *   modem-sending.ts   a frame: rate, level, emission
 *   modem-hearing.ts   signals: what arrives, and whether it is received
 *   modem-inbox.ts     a frame that was received: whose it is, and whether it is new
 *   modem-answers.ts   acknowledgements, of both ends
 *   modem-log.ts       rows of its channel
 */
import type { Moment, ThingSite } from "../engine/index.ts";
import type { DeviceHost } from "./device.ts";
import { Frames } from "./frames.ts";
import type { Mac, MacLink } from "./mac/mac.ts";
import type { ModemAnswers } from "./modem-answers.ts";
import type { FigureName, ModemDesign, ModemPlan } from "./modem-design.ts";
import type { ModemHearing } from "./modem-hearing.ts";
import type { ModemInbox } from "./modem-inbox.ts";
import type { ModemListener } from "./modem-listener.ts";
import type { ModemLog } from "./modem-log.ts";
import { ANSWERS, KIND, MEMORY, memoryAtStart, UNDER_WAY } from "./modem-memory.ts";
import type { ModemOutbox } from "./modem-outbox.ts";
import type { ModemSending } from "./modem-sending.ts";

const FIGURES: readonly FigureName[] = [
  "sent",
  "delivered",
  "outOfRange",
  "noise",
  "collisions",
  "halfDuplex",
  "fading",
  "cutOff",
  "lostAntenna",
  "queueFull",
  "refused",
  "unacknowledged",
  "sending_s",
  "transmitEnergy_J",
];

export class ModemRun {
  readonly design: ModemDesign;
  readonly site: ThingSite;
  /** Place of MEMORY in the state's reals. */
  readonly at: number;
  /** Places of figures in the state's reals. */
  readonly figures: Readonly<Record<FigureName, number>>;
  readonly queue: Frames;
  readonly underWay: Frames;
  /** Frames of acknowledgements that wait. */
  readonly waitingAnswers: Frames;
  // The parts
  log!: ModemLog;
  outbox!: ModemOutbox;
  sending!: ModemSending;
  hearing!: ModemHearing;
  inbox!: ModemInbox;
  answers!: ModemAnswers;
  // Known when all devices have joined
  host!: DeviceHost;
  link!: MacLink;
  mac!: Mac;
  plan!: ModemPlan;
  /** A device of the vehicle that uses this modem, and which of its modems this is; null for none. */
  listener: ModemListener | null = null;
  place = 0;
  /** Place in reals of the count of its messages. */
  serialAt: number;
  /** Addresses of the band, increasing, its own among them. */
  band: readonly number[] = [];
  /** By transducer: the modem, where there is one; and where it shares the band. */
  modems: readonly (ModemRun | null)[] = [];
  peers: readonly (ModemRun | null)[] = [];
  /** Reals, for each of the band: c of modem-device.ts, (1); −1 where nothing is learnt. */
  costsAt = -1;

  constructor(site: ThingSite, design: ModemDesign) {
    const { params } = design;
    this.design = design;
    this.site = site;
    const memory = memoryAtStart();
    this.at = site.reals("", memory.length, memory);
    this.serialAt = this.at + MEMORY.serial;
    this.figures = Object.fromEntries(FIGURES.map((name) => [name, site.figure(name)])) as Record<FigureName, number>;
    this.queue = new Frames(site, "queue", params.queue, params.longestMessageBytes);
    this.underWay = new Frames(site, "underWay", UNDER_WAY, params.longestMessageBytes);
    this.waitingAnswers = new Frames(site, "answers", ANSWERS, 0);
  }

  isSending({ reals }: Moment): boolean {
    return reals[this.at + MEMORY.sending] !== KIND.none;
  }

  isOff({ reals }: Moment): boolean {
    return reals[this.at + MEMORY.isOff] === 1;
  }
}
