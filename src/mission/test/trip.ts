/** A small mission with all that a script can speak about: levels, events of three types, times, relations, tasks with and without init. */
import { invariant } from "../../core/index.ts";
import type { Automaton } from "../automaton/automaton.ts";
import { compileMission } from "../compile/compile.ts";

export const tripSource = `mission Trip;
resource vehicle;
input BatteryLow, Port, Starboard, Echo, Ping;
relation Port # Starboard;
relation Echo => Ping;
output Success, Heard;
fatal Leak;

task Dive(depth_m, speed_mps = 1.5) on vehicle
  pre   GpsFix within 60 s else NoFix;
  init;
  post  DepthReached;
  type1 Sinking sets speed_mps = 2;
  type2 TooSlow after 5 min;
  stop  within 10 s;
end task

task Surface on vehicle
  post  AtSurface;
end task

main
  exception NoFix, TooSlow in
    do SEQ( Dive(5); Dive(10) ) watching BatteryLow;
    Surface;
    emit Success;
    await Port or Starboard or (Echo and Ping);
    pause;
    emit Heard
  handle NoFix do Surface
  handle TooSlow do Surface
  end exception
end main

on fatal
  Surface
end fatal
`;

export function tripAutomaton(): Automaton {
  return automatonOf(tripSource);
}

export function automatonOf(source: string): Automaton {
  const { automaton, diagnostics } = compileMission(source, "test.mission");
  invariant(automaton !== null, diagnostics[0]?.message ?? "");
  return automaton;
}
