import { expect, test } from "vitest";
import { InvariantError, invariant } from "./invariant.ts";

test("what holds passes in silence", () => {
  expect(() => invariant(true, "never said")).not.toThrow();
});

test("what does not hold is an InvariantError with the message as given", () => {
  let caught: unknown;
  try {
    invariant(1 + 1 === 3, "the sum is 2");
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(InvariantError);
  expect(caught).toBeInstanceOf(Error);
  expect(String(caught)).toBe("InvariantError: the sum is 2");
});

test("the compiler believes it: after the call the condition holds", () => {
  const length = (text: string | undefined): number => {
    invariant(text !== undefined, "no text");
    return text.length;
  };
  expect(length("four")).toBe(4);
  expect(() => length(undefined)).toThrow("no text");
});
