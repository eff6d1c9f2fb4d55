/**
 * Order conditions in exact arithmetic. Every rooted tree t of order |t| asks Σ b_i Φ_i(t) = 1/γ(t), where for a tree whose
 * root carries the subtrees t_1 … t_m
 *
 *   Φ_i(t) = Π_k Σ_j a_ij Φ_j(t_k),   γ(t) = |t| Π_k γ(t_k)
 *
 * and the continuous extension asks Σ b_i(θ) Φ_i(t) = θ^|t| / γ(t).
 */
import { expect, test } from "vitest";
import { A, B, B_HAT, C, D, type Fraction } from "./dormand-prince-tableau.ts";

/** Exact rational numbers, in lowest terms. */
class Rational {
  readonly n: bigint;
  readonly d: bigint;
  constructor(n: bigint, d: bigint) {
    let [a, b] = [n < 0n ? -n : n, d];
    while (b !== 0n) [a, b] = [b, a % b];
    this.n = n / a;
    this.d = d / a;
  }
  plus(o: Rational): Rational {
    return new Rational(this.n * o.d + o.n * this.d, this.d * o.d);
  }
  minus(o: Rational): Rational {
    return new Rational(this.n * o.d - o.n * this.d, this.d * o.d);
  }
  times(o: Rational): Rational {
    return new Rational(this.n * o.n, this.d * o.d);
  }
  toString(): string {
    return `${this.n}/${this.d}`;
  }
}

const zero = new Rational(0n, 1n);
const one = new Rational(1n, 1n);
const exact = ([n, d]: Fraction): Rational => new Rational(BigInt(n), BigInt(d));

type Tree = readonly Tree[];
const orderOf = (t: Tree): number => 1 + t.reduce((sum, child) => sum + orderOf(child), 0);
const density = (t: Tree): number => t.reduce((product, child) => product * density(child), orderOf(t));

/** Every rooted tree of one order, once: children are taken in a fixed sequence of trees. */
function trees(order: number): Tree[] {
  const smaller = Array.from({ length: order - 1 }, (_, k) => trees(k + 1)).flat();
  const found: Tree[] = [];
  const grow = (children: Tree[], left: number, from: number): void => {
    if (left === 0) found.push(children);
    for (let k = from; k < smaller.length; k++) {
      const size = orderOf(smaller[k]!);
      if (size <= left) grow([...children, smaller[k]!], left - size, k);
    }
  };
  grow([], order - 1, 0);
  return found;
}

const a = Array.from({ length: 7 }, (_, i) => Array.from({ length: 7 }, (_, j) => exact(A[i]![j] ?? [0, 1])));

function phi(t: Tree): Rational[] {
  const children = t.map(phi);
  return a.map((row) =>
    children.reduce(
      (product, child) => product.times(row.reduce((sum, a_ij, j) => sum.plus(a_ij.times(child[j]!)), zero)),
      one,
    ),
  );
}

function weighted(b: readonly Rational[], t: Tree): string {
  const values = phi(t);
  return b.reduce((sum, b_i, i) => sum.plus(b_i.times(values[i]!)), zero).toString();
}

const upTo = (order: number): Tree[] => Array.from({ length: order }, (_, k) => trees(k + 1)).flat();

test("there are 1, 1, 2, 4 and 9 rooted trees of the orders 1 to 5, so 17 conditions", () => {
  expect([1, 2, 3, 4, 5].map((order) => trees(order).length)).toEqual([1, 1, 2, 4, 9]);
});

test("each row of a sums to its c", () => {
  a.forEach((row, i) => {
    expect(row.reduce((sum, a_ij) => sum.plus(a_ij), zero).toString()).toBe(exact(C[i]!).toString());
  });
});

test("b satisfies all 17 conditions up to order 5, exactly", () => {
  for (const t of upTo(5)) expect(weighted(B.map(exact), t)).toBe(`1/${density(t)}`);
});

test("b̂ satisfies the 8 conditions up to order 4, exactly, and not all of order 5: the difference measures an error", () => {
  for (const t of upTo(4)) expect(weighted(B_HAT.map(exact), t)).toBe(`1/${density(t)}`);
  expect(trees(5).some((t) => weighted(B_HAT.map(exact), t) !== `1/${density(t)}`)).toBe(true);
});

test("the continuous extension satisfies the 8 conditions up to order 4 at five values of θ, and so, being quartic, at all", () => {
  for (const k of [1n, 2n, 3n, 5n, 7n]) {
    const theta = new Rational(k, 8n);
    const rest = one.minus(theta);
    // (3), collected per stage.
    const b = B.map((fraction, i) => {
      const b_i = exact(fraction);
      const first = i === 0 ? one : zero;
      const last = i === 6 ? one : zero;
      const r4 = b_i.plus(b_i).minus(first).minus(last);
      const inner = first.minus(b_i).plus(theta.times(r4.plus(rest.times(exact(D[i]!)))));
      return theta.times(b_i.plus(rest.times(inner)));
    });
    for (const t of upTo(4)) {
      const power = Array.from({ length: orderOf(t) }, () => theta).reduce((product, x) => product.times(x), one);
      expect(weighted(b, t)).toBe(power.times(new Rational(1n, BigInt(density(t)))).toString());
    }
  }
});
