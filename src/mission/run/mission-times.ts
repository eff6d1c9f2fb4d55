/**
 * The times that whoever runs a mission has to measure: its own timers (rule 23), and the limits of its tasks. The executor and
 * the exported C take them from here.
 */
import type { AutomatonData, AutomatonTask } from "../automaton/automaton.ts";

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

export function missionTimes(data: AutomatonData): MissionTime[] {
  const input = (name: string): number => data.inputs.findIndex((s) => s.name === name);
  const output = (name: string): number => data.outputs.findIndex((s) => s.name === name);
  const time = (
    arm: string,
    due: string,
    duration_s: number,
    ends: readonly string[] = [],
    inputs: readonly string[] = [],
  ): MissionTime => {
    const places = inputs.map(input);
    return {
      arm: output(arm),
      disarm: ends.map(output).filter((o) => o >= 0),
      // A pre-condition that the mission itself emits is no input; INIT or START then ends the wait.
      disarmByInputs: places.includes(-1) ? [] : places,
      input: input(due),
      duration_s,
      duration_ns: Math.round(duration_s * 1e9),
    };
  };
  const limits = ({ name, pre, waitLimit, activeLimits, stopWithin_s }: AutomatonTask): MissionTime[] => {
    const all = activeLimits.map(({ event, after_s }) => time(`START_${name}`, event, after_s, [`STOP_${name}`]));
    if (waitLimit !== null) {
      const ends = [`INIT_${name}`, `START_${name}`, `STOP_${name}`];
      all.unshift(time(`WAIT_${name}`, waitLimit.event, waitLimit.after_s, ends, pre));
    }
    if (stopWithin_s !== null) all.push(time(`STOP_${name}`, `STOPTO_${name}`, stopWithin_s, [], [`STOPPED_${name}`]));
    return all;
  };
  const own = data.timers.map(({ arm, expired, duration_s }) => time(arm, expired, duration_s));
  return [...own, ...data.tasks.flatMap(limits)].filter(({ arm, input: due }) => arm >= 0 && due >= 0);
}
