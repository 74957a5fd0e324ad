import { csvText } from '../../../reports/csv.js';
import type { LeniencySweep, SetFigures } from '../studies/leniency/result.js';

/** Text of one record per setting and set of trials: means with their 95 % intervals. Empty where there is none. */
export function leniencyCsv({ points, others, trials }: LeniencySweep): string {
  const header = [
    ...['setting', 'leniency', 'trials', 'set', 'utility', 'utility_low', 'utility_high'],
    ...['share_of_bound', 'share_low', 'share_high', 'budget_used'],
  ];
  const line = ({ utility, shareOfBound, budgetUsed }: SetFigures): (number | null)[] => [
    ...[utility.mean, utility.interval?.low ?? null, utility.interval?.high ?? null],
    ...[shareOfBound?.mean ?? null, shareOfBound?.interval?.low ?? null, shareOfBound?.interval?.high ?? null],
    budgetUsed?.mean ?? null,
  ];
  return csvText([
    header,
    ...[...points, ...others].flatMap(({ label, leniency, tuning, heldOut }) => [
      [label, leniency, `1-${trials}`, 'tuning', ...line(tuning)],
      [label, leniency, `${trials + 1}-${2 * trials}`, 'held-out', ...line(heldOut)],
    ]),
  ]);
}
