import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import { compensatedSum } from '../../../check/compensated-sum.js';
import { type Waiting, waitingOf } from '../../../check/waiting.js';
import { insideS } from './days.js';
import type { JudgedRun } from './runs.js';

/** How long tasks waited and how busy nodes were in the measured time. */
export interface Service extends Waiting {
  /** Number of tasks that arrive in the measured time. */
  readonly arrived: number;
  /** Number of these that ran to their end. Waiting times and slowdowns are theirs. */
  readonly ran: number;
  /** Busy node-seconds of the measured time over all its node-seconds, as a fraction; idle reserve is not left out. */
  readonly utilisation: number;
  /** Fraction of node-seconds in use, by pool in the order of the instance. */
  readonly pools: readonly { readonly name: string; readonly utilisation: number }[];
}

/** Returns how long tasks waited and how busy nodes were in the measured time. */
export function serviceOf(
  { pools, period: { measuredFromS, durationS } }: UtilityInstance,
  { tasks: { count, arrivalS } }: UtilityWorkload,
  runs: readonly JudgedRun[],
): Service {
  let arrived = 0;
  for (let task = 0; task < count; task++) if (arrivalS[task]! >= measuredFromS) arrived++;
  const served = runs
    .filter(({ task, finished }) => finished && arrivalS[task]! >= measuredFromS)
    .map(({ task, pieces }) => ({
      responseS: pieces[pieces.length - 1]![1] - arrivalS[task]!,
      ranS: pieces.length === 1 ? pieces[0]![1] - pieces[0]![0] : insideS(pieces, -Infinity, Infinity),
    }));
  const runsOf: JudgedRun[][] = pools.map(() => []);
  for (const run of runs) runsOf[run.pool]!.push(run);
  const busyS = runsOf.map((own) =>
    compensatedSum(own, ({ nodes, pieces }) => nodes * insideS(pieces, measuredFromS, durationS)),
  );
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
  const share = (busy: number, of: number): number => Math.min(1, busy / (of * (durationS - measuredFromS)));
  return {
    arrived,
    ran: served.length,
    ...waitingOf(served),
    utilisation: share(
      compensatedSum(busyS, (one) => one),
      nodes,
    ),
    pools: pools.map((pool, j) => ({ name: pool.name, utilisation: share(busyS[j]!, pool.nodes) })),
  };
}
