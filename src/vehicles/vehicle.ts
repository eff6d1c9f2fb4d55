/**
 * The vehicle as a kind: a hull, what is mounted on it, and the figures that belong to the whole. Exchanging a device is
 * exchanging the file name of its element. Where a scenario uses a vehicle, it says where that starts.
 *
 * Frame B: origin Bo, x forward, y to starboard, z down. Places of devices are given from Bo in B.
 */
import { FinGroup, mountedFin, mountedThruster, ThrusterGroup } from "../actuators/index.ts";
import { invariant } from "../core/index.ts";
import {
  type Component,
  createModel,
  type Definitions,
  defineKind,
  geographicPlace,
  type ParamsOf,
} from "../library/index.ts";
import { quaternionFromRpyInto } from "../math/index.ts";
import { ballast } from "./ballast.ts";
import { battery } from "./battery.ts";
import { type BodyPart, STATE } from "./body.ts";
import { Coupling } from "./docking/coupling.ts";
import { dropWeight } from "./drop-weight.ts";
import { Flooding } from "./flooding.ts";
import { HELD_NAMES, type HeldName } from "./hold.ts";
import { hull } from "./hull.ts";
import { BEYOND_LIMITS, type BeyondLimits, type HullLimits } from "./limits.ts";
import type { VehicleParts } from "./vehicle-system.ts";
import { windage } from "./windage.ts";

const FAIL_SAFES = ["fault", "rest", "keep"] as const;

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
    beyondLimits: {
      type: "choice",
      choices: BEYOND_LIMITS,
      doc: "what happens below maxDepth_m: an event in the log, water that comes in, or the end of the run",
      default: "warn",
    },
    failSafe: {
      type: "choice",
      choices: FAIL_SAFES,
      doc: "what happens where a control law writes a set-point that is not a number: the end of the run with a fault; or, with an event, all that the law drives goes to rest, or keeps its last commands. Online, rest also holds for a law that fails or is silent",
      default: "fault",
    },
    floodRate_m3ps: { doc: "flow through the breach, for beyondLimits flood", above: 0, optional: true },
    floodVolume_m3: { doc: "what can fill with water then", above: 0, optional: true },
    floodCentre_m: {
      type: "reals",
      length: 3,
      doc: "centre of that volume from Bo; Bo where not given",
      optional: true,
    },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_NB at the start: north, east, depth", default: [0, 0, 0] },
    ...geographicPlace,
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
    hold: {
      type: "words",
      choices: HELD_NAMES,
      doc: "degrees of freedom that stay as they are at the start, as in a test rig",
      maxLength: 6,
      optional: true,
    },
  },
  children: {
    hull: { doc: "its body in water; without one it stays where it is put", max: 1 },
    thruster: { doc: "its thrusters; commands in this order", max: 16 },
    fin: { doc: "its fins and planes; commands in this order, behind the thrusters", max: 32 },
    windage: { doc: "what of it stands in the wind at the surface", max: 1 },
    ballast: { doc: "its tanks; commands in this order, behind the fins", max: 16 },
    dropWeight: { doc: "weights that it can let go", max: 8 },
    shape: {
      doc: "what it is made of, as others touch it and rays meet it; from the size of the hull where there is none",
      max: 64,
    },
    latch: { doc: "of a dock, a vehicle without hull: what takes hold of vehicles that come", max: 8 },
    coupling: { doc: "what latches take hold of; the foremost point of its shape where there is none", max: 1 },
    battery: { doc: "what everything on it draws from; without one, power is not counted and never ends", max: 1 },
  },
  check(p, report, mount) {
    if (p.beyondLimits !== undefined && p.beyondLimits !== "warn" && p.maxDepth_m === undefined) {
      report("beyondLimits", `beyondLimits="${p.beyondLimits}" needs maxDepth_m, which is not given`, {
        hint: 'add maxDepth_m="…"',
      });
    }
    if (p.beyondLimits === "flood") {
      for (const name of ["floodRate_m3ps", "floodVolume_m3"] as const) {
        if (p[name] === undefined)
          report("beyondLimits", `beyondLimits="flood" needs ${name}, which is not given`, { hint: `add ${name}="…"` });
      }
    }
    const hold = mount?.hold ?? [];
    const twice = hold.find((name, i) => hold.indexOf(name) !== i);
    if (twice !== undefined) report("hold", `hold names ${twice} twice`, { allowed: "each name once" });
  },
});

/** The state in which a scenario puts a vehicle, to x[at ..] as STATE says. */
export function startInto(x: Float64Array, at: number, component: Component): void {
  const mount = component.mount as ParamsOf<NonNullable<typeof vehicle.mount>> | null;
  invariant(mount !== null, `${component.path} is not used in a scenario`);
  const [roll, pitch, yaw] = mount.attitude_rad;
  x.set(mount.position_m, at + STATE.p);
  quaternionFromRpyInto(x, at + STATE.q, roll, pitch, yaw);
  x.set(mount.velocity_mps, at + STATE.V);
  x.set(mount.rate_radps, at + STATE.V + 3);
}

/** Whether a loaded vehicle has a body that moves: a hull. A dock or a moored node has none, and no continuous system. */
export function hasDynamics(component: Component): boolean {
  return component.children.some((child) => child.kind === "hull");
}

/** The parts of a loaded vehicle, made into their models; null for one without dynamics. */
export function vehicleDynamics(definitions: Definitions, component: Component): VehicleParts | null {
  return hasDynamics(component) ? vehicleParts(definitions, component) : null;
}

/** The parts of a loaded vehicle with a hull, made into their models. */
export function vehicleParts(definitions: Definitions, component: Component): VehicleParts {
  const of = (kind: string): Component[] => component.children.filter((child) => child.kind === kind);
  const [body] = of("hull");
  const [topside] = of("windage");
  const [supply] = of("battery");
  invariant(body !== undefined, `${component.path} has no hull`);
  const limits = limitsOf(component);
  const others: BodyPart[] = of("ballast").map((child) => createModel(definitions, child, ballast));
  others.push(...of("dropWeight").map((child) => createModel(definitions, child, dropWeight)));
  others.push(...of("coupling").map(({ id }) => new Coupling(id)));
  if (limits.flooding !== null) others.push(new Flooding(limits.flooding));
  const { hold } = (component.mount ?? {}) as { readonly hold?: readonly HeldName[] };
  return {
    hull: createModel(definitions, body, hull),
    thrusters: new ThrusterGroup(of("thruster").map((child) => mountedThruster(definitions, child))),
    fins: new FinGroup(of("fin").map((child) => mountedFin(definitions, child))),
    windage: topside === undefined ? null : createModel(definitions, topside, windage),
    others,
    battery: supply === undefined ? null : createModel(definitions, supply, battery),
    hold: hold ?? [],
    limits,
  };
}

/** What a loaded vehicle bears, and what happens beyond it. */
export function limitsOf(component: Component): HullLimits {
  const { maxDepth_m, beyondLimits, floodRate_m3ps, floodVolume_m3, floodCentre_m } = component.params as Partial<
    ParamsOf<typeof vehicle.params>
  >;
  const beyond: BeyondLimits = beyondLimits ?? "warn";
  const breached = beyond === "flood" && floodRate_m3ps !== undefined && floodVolume_m3 !== undefined;
  return {
    maxDepth_m: maxDepth_m ?? null,
    beyond,
    flooding: breached ? { floodRate_m3ps, floodVolume_m3, floodCentre_m: floodCentre_m ?? [0, 0, 0] } : null,
  };
}
