/** What must be impossible. A broken invariant is a fault of Thetis, never of what a user wrote. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
