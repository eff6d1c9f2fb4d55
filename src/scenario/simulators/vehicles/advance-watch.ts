/**
 * Thrusters whose model knows their thrust at rest only (a table of bollard pulls), on a vehicle that moves: once for each, when it pushes
 * with some force and advances so fast that a real propeller would have lost a tenth of its thrust, a warning says the speed and the
 * error to expect (actuators/advance-loss.ts). Where the file gives no diameter the loss is not known; the warning comes at 0.5 m/s then.
 *
 * An observer at the rate of the summary, at the same instants: the state is copied once for both.
 */
import { advanceLoss } from "../../../actuators/index.ts";
import { S_PER_NS } from "../../../core/index.ts";
import { PHASE } from "../../../engine/index.ts";
import { columnName, STATE } from "../../../vehicles/index.ts";
import type { Site } from "../site.ts";
import type { MovingBody } from "./body.ts";
import { SUMMARY_RATE_HZ } from "./summary.ts";

/** Loss from which it is reported, and the speed where no loss is known. */
const WORTH_A_WARNING = 0.1;
const UNKNOWN_MPS = 0.5;
/** Part of the largest thrust below which an error does not matter. */
const WEAK = 0.1;

export function watchAdvance(site: Site, body: MovingBody): void {
  const { vehicle, system, place, reads } = body;
  const thrusters = vehicle.parts?.thrusters;
  const watched = thrusters?.mounted.flatMap(({ model }, k) => (model.atRestOnly === true ? [k] : [])) ?? [];
  if (thrusters === undefined || watched.length === 0) return;
  const path = `${vehicle.name}/advance`;
  const { density_kgpm3 } = site.constants;
  /** 1 for one that has been reported. */
  const reported = site.builder.layout.integers(path, watched.length);
  const way = new Float64Array(6);
  const V = new Float64Array(6);
  const columns = system.outputs.map(columnName);
  const outputs = new Float64Array(columns.length);
  const thrustAt = thrusters.mounted.map(({ name }) => columns.indexOf(`${name}_thrust_N`));
  const time = new Float64Array(1);
  const actor = site.builder.addActor({
    path,
    reads,
    handle(moment) {
      const { x, integers } = moment;
      body.wayInto(way, moment);
      for (let i = 0; i < 3; i++) {
        V[i] = way[3 + i]!;
        V[3 + i] = x[place.at + STATE.V + 3 + i]!;
      }
      time[0] = moment.instant_ns[0]! * S_PER_NS;
      system.partOutputsInto(outputs, 0, x, place.at, time);
      for (let i = 0; i < watched.length; i++) {
        if (integers[reported + i] === 1) continue;
        const k = watched[i]!;
        const { model, diameter_m, name } = thrusters.mounted[k]!;
        const thrust_N = outputs[thrustAt[k]!]!;
        const advance_mps = thrusters.advance(k, V);
        const most_N = thrust_N > 0 ? model.maxThrust_N : -model.minThrust_N;
        if (thrust_N * advance_mps <= 0 || Math.abs(thrust_N) < WEAK * most_N) continue;
        const known = diameter_m !== undefined;
        const loss = known ? advanceLoss(thrust_N, advance_mps, diameter_m, density_kgpm3) : Number.NaN;
        if (known ? loss < WORTH_A_WARNING : Math.abs(advance_mps) < UNKNOWN_MPS) continue;
        integers[reported + i] = 1;
        const speed = `it advances at ${Math.abs(advance_mps).toFixed(2)} m/s`;
        const error = known
          ? `a propeller of ${diameter_m} m would give some ${Math.round(100 * Math.min(loss, 1))} % less there (an estimate, a quarter more or less)`
          : "how much less a real one would give there is not known: its file gives no diameter_m";
        const message = `its thrust of ${Math.abs(thrust_N).toFixed(1)} N is that at rest, but ${speed}: ${error}`;
        site.tell({ t_ns: moment.now_ns, level: "warning", name: `${vehicle.name}/${name}`, message });
      }
    },
  });
  site.builder.every(actor, SUMMARY_RATE_HZ, PHASE.record);
}
