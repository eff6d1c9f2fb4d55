/** All conformance programs, by what they are about. */
import { abortionCases } from "./abortion.ts";
import { causalityCases } from "./causality.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { durationCases } from "./durations.ts";
import { exceptionCases } from "./exceptions.ts";
import { fatalCases } from "./fatal.ts";
import { instantaneousLoopCases } from "./instantaneous-loops.ts";
import { loopCases } from "./loops.ts";
import { reincarnationCases } from "./reincarnation.ts";
import { relationCases } from "./relations.ts";
import { resourceCases } from "./resources.ts";
import { suspensionCases } from "./suspension.ts";
import { taskCallCases } from "./task-calls.ts";
import { taskPhaseCases } from "./task-phases.ts";
import { taskSurroundingCases } from "./task-surroundings.ts";

export const conformanceCases: Readonly<Record<string, readonly ConformanceCase[]>> = {
  abortion: abortionCases,
  suspension: suspensionCases,
  exceptions: exceptionCases,
  reincarnation: reincarnationCases,
  loops: loopCases,
  causality: causalityCases,
  "instantaneous loops": instantaneousLoopCases,
  "phases of robot-tasks": taskPhaseCases,
  "calls of robot-tasks": taskCallCases,
  "robot-tasks and the mission around them": taskSurroundingCases,
  resources: resourceCases,
  "fatal exceptions": fatalCases,
  durations: durationCases,
  relations: relationCases,
};

export * from "./conformance-case.ts";
