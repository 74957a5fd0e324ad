import { type ComparedFigure, type CompareTexts, GAP } from '../../../reports/compare/report.js';
import { labelled } from '../../../reports/compare/words.js';
import type { JobsComparisonRecord } from '../studies/compare/comparison.js';

/** Figures of the runs of a comparison. */
export const FIGURES: readonly ComparedFigure[] = [
  {
    key: 'objective',
    label: 'value',
    unit: '',
    bound: 'bound',
    csv: 'value',
    none: 'no plan',
    in: ['text', 'methods', 'runs', 'differences', 'csv'],
  },
  { key: 'bound', label: 'bound', unit: '', csv: 'bound', in: ['runs', 'csv'] },
  { key: 'rigidBound', label: 'jobs that stay', unit: '', in: ['bounds'] },
  GAP,
  {
    key: 'shareOfBound',
    label: 'of the bound',
    unit: 'share',
    hasInterval: true,
    csv: 'share_of_bound',
    in: ['text', 'methods', 'differences', 'csv'],
  },
  {
    key: 'energyJ',
    label: 'energy',
    unit: 'J',
    csv: 'energy_j',
    in: ['text', 'methods', 'runs', 'differences', 'csv'],
  },
  { key: 'valuePerMJ', label: 'value/MJ', unit: '', csv: 'value_per_mj', in: ['text', 'methods', 'csv'] },
  { key: 'rejectedShare', label: 'rejected', unit: 'share', csv: 'rejected_share', in: ['text', 'methods', 'csv'] },
  { key: 'inTime', label: 'in time', unit: 'count', csv: 'in_time', in: ['runs', 'csv'] },
  { key: 'late', label: 'late', unit: 'count', csv: 'late', in: ['runs', 'csv'] },
  { key: 'worthless', label: 'worthless', unit: 'count', csv: 'worthless', in: ['runs', 'csv'] },
  { key: 'dropped', label: 'dropped', unit: 'count', csv: 'dropped', in: ['runs', 'csv'] },
  { key: 'moves', label: 'moves', unit: 'count', csv: 'moves', in: ['text', 'methods', 'runs', 'csv'] },
];

/** Words and figures of a comparison of methods. */
export function jobsCompareReport({ jobs, variants, boundScope }: JobsComparisonRecord): CompareTexts {
  const same = variants
    ? 'Every trial draws job types, arrivals, values and paces anew, the same for all methods.'
    : 'All trials are of the instance itself: only the search for profiles draws, methods of list schedules are run once.';
  const rigid =
    boundScope === '' ? '' : ' The gap of methods that move no job is to the lower bound for jobs that stay.';
  return {
    head: [labelled('jobs', String(jobs))],
    figures: FIGURES,
    notes: [
      'of the bound: value as a share of the bound above, one for all methods; gap: to the bound for jobs that move or stay, as the method has it; rejected: dropped, or ended for nothing.',
    ],
    page: () =>
      Promise.resolve({
        kind: 'methods for jobs compared',
        chart: {
          key: 'shareOfBound',
          title: 'A point for each method: mean value as a share of the proven bound, with its 95 % interval.',
          axis: 'value, % of the proven bound',
          range: [0, 100],
        },
        caption: `${same} “Rejected” are jobs that were dropped or ended for nothing. Time is that of the month alone, without profiles.${rigid}`,
        convergence: null,
      }),
  };
}
