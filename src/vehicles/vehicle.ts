/**
 * The vehicle as a kind: a hull, what is mounted on it, and the figures that belong to the whole. Exchanging a device is
 * exchanging the file name of its element. Where a scenario uses a vehicle, it says where that starts.
 *
 * Frame B: origin Bo, x forward, y to starboard, z down. Places of devices are given from Bo in B.
 */
import { FinGroup, mountedFin, mountedThruster, ThrusterGroup } from "../actuators/index.ts";
import { invariant } from "../core/index.ts";
import { type Component, createModel, type Definitions, defineKind, type ParamsOf } from "../library/index.ts";
import { quaternionFromRpyInto } from "../math/index.ts";
import { hull } from "./hull.ts";
import { STATE, type VehicleParts } from "./vehicle-system.ts";
import { windage } from "./windage.ts";

export const vehicle = defineKind()({
  kind: "vehicle",
  doc: "A marine robot: its hull and the devices on it.",
  example: `
<vehicle id="small-auv" length_m="0.6">
  <provenance of="length_m" status="assumed" note="an example"/>
  <hull id="hull" mass_kg="20" volume_m3="0.0196" cg_m="0 0 0.02" inertia_kgm2="0.2 1 1 0 0 0"
        shape="ellipsoid" size_m="0.6 0.25 0.25" addedMass="2 14 14 0 0.5 0.5"
        linearDamping="4 8 8 0.5 1 1" quadraticDamping="15 60 60 0.1 2 2">
    <provenance of="*" status="assumed" note="an example"/>
  </hull>
  <thruster id="propeller" file="components/thrusters/t200-16V.xml" position_m="-0.3 0 0"/>
  <fin id="rudder" file="components/fins/remus100-fin.xml" position_m="-0.25 0 -0.1" attitude_deg="90 0 0"/>
</vehicle>`,
  params: {
    length_m: { doc: "length over all", above: 0 },
    maxDepth_m: { doc: "depth it is built for", above: 0, optional: true },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_NB at the start: north, east, depth", default: [0, 0, 0] },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch and heading at the start",
      min: -360,
      max: 360,
      default: [0, 0, 0],
    },
    velocity_mps: {
      type: "reals",
      length: 3,
      doc: "v_NB_B at the start: forward, right, down, over ground",
      default: [0, 0, 0],
    },
    rate_degps: {
      type: "reals",
      length: 3,
      doc: "w_NB_B at the start: about forward, right, down",
      default: [0, 0, 0],
    },
  },
  children: {
    hull: { doc: "its body in water", min: 1, max: 1 },
    thruster: { doc: "its thrusters; commands in this order", max: 16 },
    fin: { doc: "its fins and planes; commands in this order, behind the thrusters", max: 32 },
    windage: { doc: "what of it stands in the wind at the surface", max: 1 },
  },
});

/** The state in which a scenario puts a vehicle, to x[at ..] as STATE says. */
export function startInto(x: Float64Array, at: number, component: Component): void {
  const mount = component.mount as ParamsOf<NonNullable<typeof vehicle.mount>> | null;
  invariant(mount !== null, `${component.path} is used nowhere`);
  const [roll, pitch, yaw] = mount.attitude_rad;
  x.set(mount.position_m, at + STATE.p);
  quaternionFromRpyInto(x, at + STATE.q, roll, pitch, yaw);
  x.set(mount.velocity_mps, at + STATE.V);
  x.set(mount.rate_radps, at + STATE.V + 3);
}

/** The parts of a loaded vehicle, made into their models. */
export function vehicleParts(definitions: Definitions, component: Component): VehicleParts {
  const of = (kind: string): Component[] => component.children.filter((child) => child.kind === kind);
  const [body] = of("hull");
  const [topside] = of("windage");
  invariant(body !== undefined, `${component.path} has no hull`);
  return {
    hull: createModel(definitions, body, hull),
    thrusters: new ThrusterGroup(of("thruster").map((child) => mountedThruster(definitions, child))),
    fins: new FinGroup(of("fin").map((child) => mountedFin(definitions, child))),
    windage: topside === undefined ? null : createModel(definitions, topside, windage),
  };
}
