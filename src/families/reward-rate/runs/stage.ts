/** Part of a solve. It adds something to the run if it is asked for and possible. */
export interface Stage<State, Added> {
  /** Name of the stage, also of its time in `timeS`. */
  readonly name: string;
  readonly asked: (state: State) => boolean;
  /** Returns the warning that the stage cannot run although it was asked for; null if it can. Absent if it always can. */
  readonly whyNot?: (state: State) => string | null;
  readonly run: (state: State) => Added | Promise<Added>;
}

/** What the driver of stages needs: a stop watch, and how to put into a state what a stage added, with its time, s. */
export interface StageDriver<State, Added> {
  readonly watch: Watch;
  readonly add: (state: State, added: Added | Warned, name: string, tookS: number) => State;
}

/** Stop watch that measures laps, so that the times of all stages add up to that of the whole. */
export interface Watch {
  /** Time of the clock at which the watch was started, s. */
  readonly startS: number;
  /** Returns the time since the previous lap, or since the start, s. */
  readonly lapS: () => number;
}

/** Starts a stop watch. */
export function stopWatch(nowS: () => number): Watch {
  const startS = nowS();
  let lastS = startS;
  return {
    startS,
    lapS() {
      const beforeS = lastS;
      lastS = nowS();
      return lastS - beforeS;
    },
  };
}

/** What a stage adds that was asked for and cannot run. */
export interface Warned {
  readonly warnings: readonly string[];
}

/** Returns the state after all stages that are asked for, in order. A stage that cannot run leaves a warning. */
export async function runStages<State, Added>(
  stages: readonly Stage<State, Added>[],
  begun: State,
  { watch, add }: StageDriver<State, Added>,
): Promise<State> {
  let state = begun;
  for (const { name, asked, whyNot, run } of stages) {
    if (!asked(state)) continue;
    const why = whyNot?.(state) ?? null;
    const added = why === null ? await run(state) : { warnings: [why] };
    state = add(state, added, name, watch.lapS());
  }
  return state;
}
