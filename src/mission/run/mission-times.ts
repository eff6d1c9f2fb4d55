/**
 * The times that have to be measured while a mission runs: its own timers (rule 23), and the limits of its tasks. The executor and
 * the exported C take them from here.
 */
import type { Automaton, AutomatonTask } from "../automaton/automaton.ts";

export interface MissionTime {
  /** Output that starts it; given again, it starts anew. */
  readonly arm: number;
  /** Any of these outputs ends it. */
  readonly disarm: readonly number[];
  /** All of these inputs in one reaction end it; empty: no inputs do. */
  readonly disarmByInputs: readonly number[];
  /** Input that is due when it is over. */
  readonly input: number;
  readonly duration_s: number;
  readonly duration_ns: number;
}

export function missionTimes(automaton: Automaton): MissionTime[] {
  const { data } = automaton;
  const input = (name: string): number => data.inputs.findIndex((s) => s.name === name);
  const output = (name: string): number => data.outputs.findIndex((s) => s.name === name);
  const time = (
    arm: number,
    due: number,
    duration_s: number,
    ends: readonly number[] = [],
    inputs: readonly number[] = [],
  ): MissionTime => ({
    arm,
    disarm: ends.filter((o) => o >= 0),
    // A pre-condition that the mission itself emits is not an input; INIT or START then ends the wait.
    disarmByInputs: inputs.includes(-1) ? [] : inputs,
    input: due,
    duration_s,
    duration_ns: Math.round(duration_s * 1e9),
  });
  const limits = ({ name, pre, waitLimit, activeLimits, stopWithin_s }: AutomatonTask): MissionTime[] => {
    const start = automaton.outputFor("start", name);
    const stop = automaton.outputFor("stop", name);
    const all = activeLimits.map(({ event, after_s }) => time(start, input(event), after_s, [stop]));
    if (waitLimit !== null) {
      const wait = automaton.outputFor("wait", name);
      const ends = [automaton.outputFor("init", name), start, stop];
      all.unshift(time(wait, input(waitLimit.event), waitLimit.after_s, ends, pre.map(input)));
    }
    if (stopWithin_s !== null) {
      const overdue = automaton.inputFor("stopOverdue", name);
      all.push(time(stop, overdue, stopWithin_s, [], [automaton.inputFor("stopped", name)]));
    }
    return all;
  };
  const own = data.timers.map(({ arm, expired, duration_s }) => time(output(arm), input(expired), duration_s));
  return [...own, ...data.tasks.flatMap(limits)].filter(({ arm, input: due }) => arm >= 0 && due >= 0);
}
