/**
 * Elementary functions that give the same bits in every JavaScript engine; Math.sin and its kin do not (measured: Node 20
 * and Chromium differ in the last bits of most of them). Built from operations that IEEE 754 and ECMAScript define exactly.
 *
 * Every result is less than one last place from the true value; special values are those of Math. hypot takes two
 * arguments, hypot3 three. sinCosInto is for hot code that needs both. Calls that V8 inlines, as it does here, allocate
 * nothing, except for angles beyond 10⁸ rad.
 */
export { acos, asin } from "./elementary/arcsine.ts";
export { atan, atan2 } from "./elementary/arctangent.ts";
export { cos, sin, sinCosInto, tan } from "./elementary/circular.ts";
export { exp, expm1 } from "./elementary/exponential.ts";
export { cosh, sinh, tanh } from "./elementary/hyperbolic.ts";
export { log, log1p, log2, log10 } from "./elementary/logarithm.ts";
export { pow } from "./elementary/power.ts";
export { cbrt, hypot, hypot3 } from "./elementary/roots.ts";
