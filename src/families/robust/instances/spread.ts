import type { TaskTimes } from '../../../../models/problems/robust/times.js';
import type { LocalProblem } from '../../../instances/problem.js';
import { SPREAD } from '../../../instances/quantities.js';

/** Variances so large beside their means that sums of energies lose their digits: how many there are, and the worst; null for none. */
export function spreadProblem(times: TaskTimes): LocalProblem | null {
  const { meanS, varianceS2 } = times;
  let count = 0;
  let worst = -1;
  let most = SPREAD.most ** 2 * (1 + 1e-9);
  for (let place = 0; place < meanS.length; place++) {
    // Where the task cannot run the mean is infinite.
    const squared = varianceS2[place]! / (meanS[place]! * meanS[place]!);
    if (!(squared > SPREAD.most ** 2 * (1 + 1e-9))) continue;
    count++;
    if (squared > most) {
      most = squared;
      worst = place;
    }
  }
  if (worst < 0) return null;
  const columns = times.columnNames.length;
  const task = times.taskName(Math.floor(worst / columns));
  return {
    path: 'workload.tasks',
    value: `varianceS2 ${varianceS2[worst]!} with meanS ${meanS[worst]!}, of "${task}" on "${times.columnNames[worst % columns]!}"${count > 1 ? ` and ${count - 1} more` : ''}`,
    allowed: `a standard deviation of at most ${SPREAD.most} times the mean`,
    remedy: 'Correct the variance (s2) or the mean (s).',
  };
}
