/**
 * A latch as a kind: it stands on a vehicle without hull (a dock) and takes hold of the coupling of a vehicle that comes into its window.
 *
 * Frame L: origin Lo in the middle of the latch's plane, x along its axis, the way in: the throat of a funnel with the same attitude lies ahead
 * of Lo or around it. Of a vehicle that comes: C, the point that is caught, and â, the axis that is to lie along x_L (coupling.ts).
 *
 *   r = R_NLᵀ (p_NB + R_NB p_BC − p_NL)                    where C is, in L                                     (1)
 *   s = r_x,  o = √(r_y² + r_z²)                           depth behind the plane, offset from the axis           (2)
 *   a = R_NLᵀ R_NB â,  α = ∠(x_L, a)                       angle between the axes                                (3)
 *   u = |v_NB_B + ω_NB_B × p_BC|                           speed of C; the dock stands                            (4)
 *   inside its window:  0 ≤ s ≤ S,  o ≤ O,  α ≤ A,  u ≤ U                                                        (5)
 *   g = min(s, S − s, O − o, A − α, U − u)                                                                      (6)
 *
 * At the first instant with g ≥ 0 the latch takes hold: ν becomes 0 and stays 0, and so does the pose, until it lets go:
 *
 *   I = M ν⁻,  ṗ = 0,  q̇ = 0,  ν̇ = 0                        the impulse about Bo in B; M with added mass            (7)
 *   load = Σ F                                             of all other forces, held by the latch                (8)
 *
 * For pictures, α has a sign in a second number: positive where the vehicle points away from the axis, r_y a_y + r_z a_z > 0.
 *
 * Let go, the vehicle is at rest where it was held, and moves by the forces on it. The latch takes nothing until that vehicle has left the
 * window: s, S − s or O − o is below −S/10.
 *
 * Symbols: s, o, S, O m; α, A rad; u, U m/s; I N s and N m s.
 * Valid: a dock that stands; a latch that shuts faster than anything moves; a window that is longer than what a vehicle moves in a step, since
 * (6) is looked at at ends of steps, and its instant found to 1 ns where its sign has changed (frame of the engine's guards).
 * Left out: play, give and breaking of the latch, a dock that moves, roll, what tethers pull at a held vehicle in (8).
 * Source: rigid bodies with an inelastic joint, any text; (1) to (6) are definitions. Tests: test/docking.test.ts, latches.test.ts of scenario/load.
 */
import { defineKind } from "../../library/index.ts";

export const latch = defineKind()({
  kind: "latch",
  doc:
    "A latch of a dock, a vehicle without hull: it takes hold of a vehicle whose coupling comes into its window, and lets it go by command. " +
    "It is an actuator of the dock: above 0.5 it is open.",
  example: `
<latch id="clasp" offset_m="0.04" depth_m="0.1" angle_deg="10" speed_mps="1">
  <provenance of="*" status="assumed" note="an example"/>
</latch>`,
  params: {
    offset_m: { doc: "O, how far from its axis the coupling may be", above: 0, example: 0.04 },
    depth_m: { doc: "S, how far behind its plane the coupling may be", above: 0, example: 0.1 },
    angle_deg: { doc: "A, angle that there may be between the two axes", above: 0, max: 180, example: 10 },
    speed_mps: { doc: "U, speed of the coupling that there may be", above: 0, example: 1 },
    gate_m: {
      doc: "how far before its plane the gate is, where approaches are noted for the log and the report: the mouth of a cone; 0 for none",
      min: 0,
      default: 0,
    },
    sight_m: {
      doc: "how far from its axis what passes gate and plane is noted, and reported where it is not caught; four times offset_m where not given",
      above: 0,
      optional: true,
    },
  },
  mount: {
    position_m: { type: "reals", length: 3, doc: "p_BL: from Bo of the dock, in its frame B", default: [0, 0, 0] },
    attitude_deg: {
      type: "reals",
      length: 3,
      doc: "roll, pitch, yaw (Z-Y-X) of frame L in B: its axis x is the way in",
      default: [0, 0, 0],
    },
    takes: {
      type: "words",
      doc: "the vehicles that it takes, by their ids; all where not given",
      optional: true,
      example: ["auv"],
    },
  },
});
