import type { RobustPromise } from '../../../../../models/families/robust/outcome.js';
import { marked } from '../../../../reports/figures.js';
import { percent, plain } from '../../../../reports/format.js';
import { type Markup, NOTHING } from '../../../../reports/html/markup.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';
import { bothText } from '../wording.js';

/**
 * Returns the table of the deadline and budget that a plan keeps with 95 % probability. It is empty if `promise` is
 * null.
 */
export function promiseTable(promise: RobustPromise | null): Markup {
  if (promise === null) return NOTHING;
  const { deadlineS, budgetJ, jointDeadlineS, jointBudgetJ } = promise;
  const surely = plain(percent(promise.confidence));
  const rows = [
    { name: `Each is kept with ${surely}`, timeS: deadlineS, energyJ: budgetJ, keys: ['deadlineS', 'budgetJ'] },
    {
      name: `Both are kept together with at least ${surely}`,
      timeS: jointDeadlineS,
      energyJ: jointBudgetJ,
      keys: ['jointDeadlineS', 'jointBudgetJ'],
    },
  ] as const;
  return tableOf(
    `Limits to promise, by all cores and until the last core of every node is done. The deadline and budget of the instance are kept together ${bothText(promise)}.`,
    rows,
    [
      { head: '', of: ({ name }) => name },
      numeric('Deadline', ({ timeS, keys }) => marked(`promise.${keys[0]}`, timeS, 's')),
      numeric('Budget', ({ energyJ, keys }) => marked(`promise.${keys[1]}`, energyJ, 'J')),
    ],
  );
}
