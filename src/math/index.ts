export * from "./allan.ts";
export * from "./bessel.ts";
export * from "./cholesky6.ts";
export * from "./distributions.ts";
export * from "./dormand-prince.ts";
export * from "./eigen.ts";
export * from "./eigen-general.ts";
export * from "./elementary.ts";
export * from "./error-function.ts";
export {
  type EdgeRule,
  type GridAxis,
  isOnAxis,
  rectilinearAxis,
  STRETCH,
  STRETCH_SIZE,
  stretchInto,
  uniformAxis,
} from "./grid-axis.ts";
export * from "./interpolate.ts";
export * from "./ode.ts";
export * from "./pseudo-inverse.ts";
export * from "./quadrature.ts";
export * from "./quaternion.ts";
export * from "./rk4.ts";
export * from "./rotation.ts";
export * from "./semi-implicit-euler.ts";
export * from "./solve.ts";
export * from "./solve-ode.ts";
export * from "./spatial.ts";
export * from "./spatial-matrix.ts";
export * from "./spline.ts";
export * from "./vec3.ts";
