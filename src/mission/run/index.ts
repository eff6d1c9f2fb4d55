/** Missions executed: the executor, and mock robot-tasks with scripts to exercise a mission alone. */
export * from "./executor.ts";
export * from "./exercise.ts";
export * from "./mock-tasks.ts";
export * from "./script.ts";
export * from "./script-codes.ts";
