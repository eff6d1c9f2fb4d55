/** A force or a torque on a body from outside, known beforehand: the element <push>, as messages at its begin and its end. */
import { LONGEST_RUN_NS, S_PER_NS } from "../../core/index.ts";
import { instant_ns, PHASE, type Thing } from "../../engine/index.ts";
import { type Definition, defineChildren, defineKind, defineModel } from "../../library/index.ts";
import { push as pushMessage } from "../../vehicles/index.ts";

const PUSH = pushMessage.at;

const kind = defineKind<Thing>()({
  kind: "push",
  doc: "A force or a torque on the vehicle from outside, known beforehand: a hand, a tether that jerks, a gust of one's own.",
  id: "optional",
  provenance: false,
  simulator: "environment",
  example: '<push start_s="10" duration_s="2" frame="N" force_N="0 20 0" point_m="0.5 0 0"/>',
  params: {
    start_s: { doc: "when it begins, since the start of the run", min: 0, max: Math.floor(LONGEST_RUN_NS * S_PER_NS) },
    duration_s: { doc: "for how long; to the end where nothing is said", above: 0, optional: true },
    frame: {
      type: "choice",
      choices: ["N", "B"],
      doc: "frame in which force and torque are given: N, north-east-down, or B, the vehicle's own",
      default: "N",
    },
    force_N: { type: "reals", length: 3, doc: "force", default: [0, 0, 0] },
    torque_Nm: { type: "reals", length: 3, doc: "torque besides that of the force", default: [0, 0, 0] },
    point_m: { type: "reals", length: 3, doc: "where the force acts: from Bo, in B", default: [0, 0, 0] },
  },
  check(p, report) {
    const nothing = (values: readonly number[] | undefined): boolean => values?.every((v) => v === 0) === true;
    if (!nothing(p.force_N) || !nothing(p.torque_Nm)) return;
    report("force_N", "the push has neither a force nor a torque", { hint: 'give force_N="…" or torque_Nm="…"' });
  },
});

const constant = defineModel(kind, {
  model: "constant",
  doc: "The same from its begin to its end",
  default: true,
  ports: [{ name: "push", direction: "out", message: pushMessage }],
  reads: ["start_s", "duration_s", "frame", "force_N", "torque_Nm", "point_m"],
  create({ start_s, duration_s = Number.POSITIVE_INFINITY, frame, force_N, torque_Nm, point_m }): Thing {
    const message = new Float64Array(pushMessage.size);
    message[PUSH.frame] = frame === "N" ? 0 : 1;
    message.set(force_N, PUSH.force_N);
    message.set(torque_Nm, PUSH.torque_Nm);
    message.set(point_m, PUSH.point_m);
    return {
      join(site) {
        const out = site.out("push", PHASE.deliver);
        const actor = site.actor("", (moment, sign) => {
          message[PUSH.sign] = sign;
          out.send(moment, message, 0);
        });
        site.at(instant_ns(start_s), PHASE.deliver, actor, 1);
        // No run reaches the end of one that lasts longer than any.
        const end_s = start_s + duration_s;
        if (end_s < LONGEST_RUN_NS * S_PER_NS) site.at(instant_ns(end_s), PHASE.deliver, actor, -1);
      },
    };
  },
});

export const pushDefinitions: readonly Definition[] = [
  kind,
  constant,
  defineChildren("vehicle", { push: { doc: "forces from outside", max: 64 } }),
];
