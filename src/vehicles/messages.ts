/** What vehicles send and take. The order of fields is the order on the wire. */
import { defineMessage, type MessageType } from "../engine/index.ts";

/** Where a vehicle is and how it moves, at an instant of a tap. */
export const vehicleState = defineMessage("vehicleState", "where a vehicle is and how it moves", {
  t_ns: 1,
  p_NB_m: 3,
  q_NB: 4,
  v_NB_B_mps: 3,
  w_NB_B_radps: 3,
  /** Through the water. */
  v_FB_B_mps: 3,
  /** Above the surface, of the middle of what stands in the wind: there it wants to know the wind; 0 for nothing. */
  windHeight_m: 1,
});

export type ActuatorCommand = MessageType<{ readonly issued_ns: 1; readonly values: number }>;

/** Set-points for the actuators of one vehicle, by index, each in the actuator's own unit; NaN leaves one as it is. */
export function actuatorCommand(actuators: number): ActuatorCommand {
  return defineMessage("actuatorCommand", "set-points for a vehicle's actuators", { issued_ns: 1, values: actuators });
}

/** What the environment has to know of a body that may touch something: it is sent when a guard of the body asks for attention, and in answer. */
export const contactState = defineMessage("contactState", "pose, velocity, inertia and free acceleration of a body", {
  t_ns: 1,
  /** 0: in answer to a question. 1: the body has left its free space, or has been moved from its rest. */
  cause: 1,
  p_NB_m: 3,
  q_NB: 4,
  v_NB_B_mps: 3,
  w_NB_B_radps: 3,
  /** M⁻¹ about Bo in B, row by row: rigid body, added mass and what it carries. */
  massInverse: 36,
  /** Rates of the components of v_NB_B and w_NB_B without the forces of contacts. */
  dv_NB_B_mps2: 3,
  dw_NB_B_radps2: 3,
});

/** A force and a torque on a body, to be added to those that act on it: sign 1 begins it, −1 ends it. */
export const push = defineMessage("push", "an external force on a body begins or ends", {
  sign: 1,
  /** 0: force and torque are given in N; 1: in B. */
  frame: 1,
  force_N: 3,
  torque_Nm: 3,
  /** Where the force acts: from Bo, in B. */
  point_m: 3,
});
