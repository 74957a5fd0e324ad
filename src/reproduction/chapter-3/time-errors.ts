import { check, type Solved } from '../../library/index.js';
import { randomStream } from '../../random/stream.js';
import { accepted, alteredInstance } from '../library-calls.js';
import { bundledAir, type RoomFile } from './rooms.js';

/**
 * Maximum relative error of the model's execution times. Ours: uniform errors of at most 12 % have the mean absolute error
 * of 6 % that Appendix F states.
 */
const MAX_TIME_ERROR = 0.12;

/** Reward rates of a plan that only a check of its own gives, reward/s. */
export interface Estimates {
  /** If nothing interfered (NERR, Eq. 23). */
  readonly naivePerS: number;
  /** Time-averaged, where execution times err by 6 % on average. */
  readonly erredPerS: number;
}

/** Fields of `details` in the record of a check that are read here (docs/reward-rate/results.md). */
interface CheckDetails {
  readonly averagedRewardPerS: number;
  readonly naiveRewardPerS: number;
}

/**
 * Returns what a plan would earn without interference, and in the room whose times err, both by the independent checker.
 * Neither hangs on the air, so it is judged in that of the bundled rooms.
 */
export async function estimatesOf(
  file: string,
  plan: NonNullable<Solved['plan']>,
  seed: number,
  folder: string,
): Promise<Estimates> {
  const judged = async (room: string): Promise<CheckDetails> =>
    accepted(await check(room, plan)).record.details as unknown as CheckDetails;
  const { naiveRewardPerS } = await judged(alteredInstance<RoomFile>(file, folder, bundledAir));
  const { averagedRewardPerS } = await judged(erredTimes(file, seed, folder));
  return { naivePerS: naiveRewardPerS, erredPerS: averagedRewardPerS };
}

/**
 * Writes a room whose true execution times are off those of the model: each task type on each node type by a factor of
 * its own, uniform in 1 - MAX_TIME_ERROR to 1 + MAX_TIME_ERROR. Deadlines are as much longer, so that the plan's
 * P-states stay admissible. Returns the path.
 */
function erredTimes(file: string, seed: number, folder: string): string {
  const error = randomStream(seed, 'time errors').uniform;
  return alteredInstance<RoomFile>(file, folder, (room) => {
    const nodeTypes = room.facility.nodeTypes.map((type) => ({
      ...type,
      tasks: type.tasks.map((task) => {
        const factor = error(1 - MAX_TIME_ERROR, 1 + MAX_TIME_ERROR);
        const timeS = Object.fromEntries(Object.entries(task.timeS).map(([at, value]) => [at, factor * Number(value)]));
        return { ...task, timeS };
      }),
    }));
    const taskTypes = room.workload.taskTypes.map((task) => ({
      ...task,
      deadlineS: (1 + MAX_TIME_ERROR) * task.deadlineS,
    }));
    const { facility, workload, ...rest } = bundledAir(room);
    return { ...rest, facility: { ...facility, nodeTypes }, workload: { ...workload, taskTypes } };
  });
}
