/** Whether a body is held by a latch (latch.ts, eq. (7)): a held input, 1 while it is. It pushes nothing; the equations look at it. */
import type { BodyPart } from "../body.ts";

export const LATCHED_SIZE = 1;

export class Latched implements BodyPart {
  readonly states = 0;
  readonly commands = 0;
  readonly commandSignals = [];
  readonly held = LATCHED_SIZE;
  readonly outputs = [];

  addForce(): void {}

  outputValuesInto(): void {}
}
