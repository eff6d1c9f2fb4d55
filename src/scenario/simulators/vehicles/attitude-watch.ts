/**
 * A vehicle that lies on its back or stands on end, and stays so: once for each, a warning with the angles. Few vehicles are built for it,
 * and a law that was tuned upright steers the wrong way there.
 *
 *   on its back   |roll| > 90°, at pitches below 75°
 *   on end        |pitch| > 75°
 *
 * for LONG_S without interruption; a loop or a roll that is flown through is not reported, and neither is what a vehicle starts in (a profiler
 * stands). An observer at the rate of the summary, at the same instants.
 */
import { S_PER_NS } from "../../../core/index.ts";
import { PHASE } from "../../../engine/index.ts";
import type { Site } from "../site.ts";
import { type MovingBody, STATE_FIELDS } from "./body.ts";
import { SUMMARY_RATE_HZ } from "./summary.ts";

const LONG_S = 5;
const OVER_RAD = Math.PI / 2;
const STEEP_RAD = (75 * Math.PI) / 180;

const ROLL = STATE_FIELDS.indexOf("roll_rad");
const PITCH = STATE_FIELDS.indexOf("pitch_rad");

const WORDS = ["lies on its back", "stands on end"] as const;
/** Integers: whether it was looked at, and for each posture whether there is nothing more to report. Reals: since when, NaN for not now. */
const LOOKED = WORDS.length;

const fields = new Float64Array(STATE_FIELDS.length);

export function watchAttitude(site: Site, body: MovingBody): void {
  const { name } = body.vehicle;
  const path = `${name}/attitude`;
  const integersAt = site.builder.layout.integers(path, WORDS.length + 1);
  const realsAt = site.builder.layout.reals(path, WORDS.length);
  const is = new Float64Array(WORDS.length);
  const actor = site.builder.addActor({
    path,
    reads: body.reads,
    handle(moment) {
      const { integers, reals } = moment;
      body.fieldsInto(fields, moment);
      const steep = Math.abs(fields[PITCH]!) > STEEP_RAD;
      is[0] = !steep && Math.abs(fields[ROLL]!) > OVER_RAD ? 1 : 0;
      is[1] = steep ? 1 : 0;
      const t_s = moment.instant_ns[0]! * S_PER_NS;
      const isFirst = integers[integersAt + LOOKED] === 0;
      integers[integersAt + LOOKED] = 1;
      for (let k = 0; k < WORDS.length; k++) {
        if (isFirst) {
          reals[realsAt + k] = Number.NaN;
          if (is[k] === 1) integers[integersAt + k] = 1;
        }
        if (is[k] === 0) reals[realsAt + k] = Number.NaN;
        else if (Number.isNaN(reals[realsAt + k]!)) reals[realsAt + k] = t_s;
        if (integers[integersAt + k] === 1 || !(t_s - reals[realsAt + k]! >= LONG_S)) continue;
        integers[integersAt + k] = 1;
        const degrees = (i: number): string => `${((fields[i]! * 180) / Math.PI).toFixed(0)}°`;
        const message = `${WORDS[k]} since ${reals[realsAt + k]!.toFixed(1)} s, at roll ${degrees(ROLL)}, pitch ${degrees(PITCH)}`;
        site.tell({ t_ns: moment.now_ns, level: "warning", name, message });
      }
    },
  });
  site.builder.every(actor, SUMMARY_RATE_HZ, PHASE.record);
}
