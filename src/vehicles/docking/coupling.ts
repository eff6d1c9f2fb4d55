/**
 * A coupling as a kind: the point and the axis of a vehicle that latches take hold of. Without one it is the foremost point of the vehicle's
 * shape, with the axis x.
 *
 * It is an actuator of the vehicle, which pushes nothing: a command above ½ makes whatever holds it let go, and nothing takes it meanwhile.
 * Without power no command is in force. Test: test/docking.test.ts.
 */
import type { CommandSignal } from "../../actuators/index.ts";
import { type Component, defineKind, type ParamsOf } from "../../library/index.ts";
import { quaternionFromRpyInto } from "../../math/index.ts";
import type { BodyPart, Signal } from "../body.ts";
import type { VehicleShape } from "../vehicle-shape.ts";

export const coupling = defineKind()({
  kind: "coupling",
  doc:
    "The point and the axis of a vehicle that latches take hold of; without one, the foremost point of its shape and the axis x. It is an " +
    "actuator: above 0.5 whatever holds it lets go.",
  provenance: false,
  example: `
<coupling id="probe"/>`,
  params: {},
  mount: {
    position_m: {
      type: "reals",
      length: 3,
      doc: "p_BC: from Bo, in B; the foremost point of the shape where not given",
      optional: true,
      example: [0.85, 0, 0],
    },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch, yaw (Z-Y-X) of its frame in B: the axis x of that is to lie along the axis of the latch",
      default: [0, 0, 0],
    },
  },
});

/** The part of a body that takes the command. */
export class Coupling implements BodyPart {
  readonly states = 0;
  readonly commands = 1;
  readonly commandSignals: readonly CommandSignal[];
  readonly outputs: readonly Signal[];

  constructor(name: string) {
    this.commandSignals = [{ name, unit: "1", range: [0, 1] }];
    this.outputs = [{ name: `${name}_command`, unit: "1" }];
  }

  addForce(): void {}

  outputValuesInto(
    out: Float64Array,
    o: number,
    _motion: Float64Array,
    _x: Float64Array,
    _s: number,
    commands: Float64Array,
    c: number,
  ): void {
    out[o] = commands[c];
  }
}

/** C in B, and the attitude in B of the coupling's frame, whose axis x is â. */
export interface CouplingPlace {
  readonly point_m: readonly number[];
  readonly q_BC: readonly number[];
}

/** Of a loaded vehicle. */
export function couplingOf(vehicle: Component, shape: VehicleShape): CouplingPlace {
  const found = vehicle.children.find(({ kind }) => kind === "coupling");
  const mount = found?.mount as ParamsOf<NonNullable<typeof coupling.mount>> | null | undefined;
  const [roll = 0, pitch = 0, yaw = 0] = mount?.attitude_rad ?? [];
  const q_BC = new Float64Array(4);
  quaternionFromRpyInto(q_BC, 0, roll, pitch, yaw);
  return { point_m: mount?.position_m ?? noseOf(shape), q_BC: [...q_BC] };
}

/** The foremost point: in the middle of the solid that reaches farthest along x; Bo of a vehicle without shape. */
function noseOf({ body }: VehicleShape): readonly number[] {
  let nose: readonly number[] = [0, 0, 0];
  let most = Number.NEGATIVE_INFINITY;
  for (const { bounds_m: b } of body?.solids ?? []) {
    if (!(b[3] > most)) continue;
    most = b[3];
    nose = [b[3], (b[1] + b[4]) / 2, (b[2] + b[5]) / 2];
  }
  return nose;
}
