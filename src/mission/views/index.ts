/** Abstract views of missions: what is seen through some signals. */
export * from "./abstract-view.ts";
export * from "./drawing.ts";
export * from "./nominal.ts";
export * from "./view-diagnostics.ts";
