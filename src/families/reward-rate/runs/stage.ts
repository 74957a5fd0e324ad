import { type Driver, type DriverOptions, runDriver } from '../../../runs/control.js';
import { phases } from '../../../runs/stop-watch.js';

/** Part of a run. It adds something to what the run knows if it is asked for and possible. */
export interface Stage<State, Added, Why = string> {
  /** Phase of `timeS` to which the time of the stage counts. */
  readonly name: string;
  /** Absent if the stage is part of every run. */
  readonly asked?: (state: State) => boolean;
  /** Returns why the stage cannot run although it is asked for: a warning, or a fault. Null if it can. */
  readonly whyNot?: (state: State) => Why | null;
  readonly run: (state: State) => Added;
}

/** What a stage adds that was asked for and cannot run. */
interface Warned {
  readonly warnings: readonly string[];
}

/**
 * Returns the state after all stages that are asked for, in order. A stage that cannot run leaves a warning.
 *
 * @param clock called after each stage with the name of its phase
 * @param add returns the state with what a stage added
 */
export async function runStages<State, Added>(
  stages: readonly Stage<State, Added | Promise<Added>>[],
  begun: State,
  clock: Begun['clock'],
  add: (state: State, added: Added | Warned) => State,
): Promise<State> {
  let state = begun;
  for (const { name, asked, whyNot, run } of stages) {
    if (asked?.(state) === false) continue;
    const why = whyNot?.(state) ?? null;
    state = add(state, why === null ? await run(state) : { warnings: [why] });
    clock(name);
  }
  return state;
}

/** A run that has begun: its driver, and the times of its phases so far. */
export interface Begun {
  /** Counts steps and checks the limits of the run. */
  readonly driver: Driver;
  /** Times of the phases so far, s. */
  readonly timeS: Readonly<Record<string, number>>;
  /** Adds the time since its last call, or since the run began, to the named phase of `timeS`. */
  readonly clock: (phase: string) => void;
}

/** Begins a run. */
export function begin(request: DriverOptions): Begun {
  const timeS: Record<string, number> = {};
  return { driver: runDriver(request), timeS, clock: phases(request.nowS, timeS) };
}
