export { type ArrivalsFile, type ArrivalsResult, readArrivals, writeArrivals } from "./arrivals-file.ts";
export { type EnvironmentFile, RUN_TASKS, type RunTask } from "./environment-file.ts";
export { acousticFileCodes, acousticFileCodeTable } from "./file-codes.ts";
export { type CompanionReader, type EnvironmentResult, readEnvironment } from "./read-environment.ts";
export { pressureOfLoss, readShade, type ShadeFile, type ShadeResult, writeShade } from "./shade-file.ts";
export { type WrittenEnvironment, writeEnvironment } from "./write-environment.ts";
