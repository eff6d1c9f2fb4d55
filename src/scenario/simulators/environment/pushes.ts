/** Plays the <push> elements: what pushes a body from outside, known beforehand, as messages at its begin and its end. */
import { LONGEST_RUN_NS, S_PER_NS } from "../../../core/index.ts";
import { instant_ns, PHASE } from "../../../engine/index.ts";
import { push } from "../../../vehicles/index.ts";
import { PORTS } from "../routes.ts";
import type { Site } from "../site.ts";

const PUSH = push.at;

export function playPushes(site: Site): void {
  for (const { name, pushes } of site.scenario.vehicles) {
    if (pushes.length === 0) continue;
    const message = new Float64Array(push.size);
    const out = site.out(PORTS.environment(name), push, PHASE.deliver);
    const actor = site.builder.addActor({
      path: `${PORTS.environment(name)}/pushes`,
      handle(moment, data) {
        const { frame, force_N, torque_Nm, point_m } = pushes[data >> 1]!;
        message[PUSH.sign] = data % 2 === 0 ? 1 : -1;
        message[PUSH.frame] = frame === "N" ? 0 : 1;
        message.set(force_N, PUSH.force_N);
        message.set(torque_Nm, PUSH.torque_Nm);
        message.set(point_m, PUSH.point_m);
        out.send(moment, message, 0);
      },
    });
    pushes.forEach(({ start_s, duration_s }, k) => {
      site.builder.at(instant_ns(start_s), PHASE.deliver, actor, 2 * k);
      // No run reaches the end of one that lasts longer than any.
      const end_s = start_s + duration_s;
      if (end_s < LONGEST_RUN_NS * S_PER_NS) site.builder.at(instant_ns(end_s), PHASE.deliver, actor, 2 * k + 1);
    });
  }
}
