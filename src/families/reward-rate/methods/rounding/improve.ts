import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';

/**
 * Improves a plan by neighbourhoods, each a function that makes an improving change and returns true, or returns false
 * if it has none. After a change the search is back at the first neighbourhood; it ends after the last.
 *
 * @param goesOn returns false to end the search
 */
export function improve(neighbourhoods: readonly (() => boolean)[], goesOn: () => boolean): void {
  for (let n = 0; n < neighbourhoods.length && goesOn();) n = neighbourhoods[n]!() ? 0 : n + 1;
}

/**
 * What changes of nodes earn with each task type if arrivals do not limit it. Entries start[c] to start[c + 1] - 1 are
 * those of change c. Only entries other than 0 are stored, because most configurations run few task types.
 */
export interface Earnings {
  readonly start: Int32Array;
  readonly task: Int32Array;
  /** [entry]: change of the completion rate of task type `task[entry]` times the reward of a task, reward/s. */
  readonly rewardPerS: Float64Array;
}

/** @param ratePerS returns what change c adds to the completion rate of task type i, tasks/s */
export function earningsOf(
  { rewardPerTask }: Pick<RewardRateModel, 'rewardPerTask'>,
  changes: number,
  ratePerS: (c: number, i: number) => number,
): Earnings {
  const start = new Int32Array(changes + 1);
  const task: number[] = [];
  const rewardPerS: number[] = [];
  for (let c = 0; c < changes; c++) {
    for (let i = 0; i < rewardPerTask.length; i++) {
      const reward = rewardPerTask[i]! * ratePerS(c, i);
      if (reward === 0) continue;
      task.push(i);
      rewardPerS.push(reward);
    }
    start[c + 1] = task.length;
  }
  return { start, task: Int32Array.from(task), rewardPerS: Float64Array.from(rewardPerS) };
}

/**
 * Returns `before` plus what change c earns within the arrivals, reward/s.
 *
 * @param room [task type]: reward of the arrivals not yet served, reward/s; negative if more is run than arrives
 */
export function withEarned(
  before: number,
  { start, task, rewardPerS }: Earnings,
  c: number,
  room: Float64Array,
): number {
  let sum = before;
  const end = start[c + 1]!;
  for (let e = start[c]!; e < end; e++) {
    const left = room[task[e]!]!;
    sum += Math.min(rewardPerS[e]!, left) - Math.min(0, left);
  }
  return sum;
}

/** Takes what change c earns from the reward of the arrivals not yet served. */
export function take(room: Float64Array, { start, task, rewardPerS }: Earnings, c: number): void {
  for (let e = start[c]!; e < start[c + 1]!; e++) room[task[e]!]! -= rewardPerS[e]!;
}
