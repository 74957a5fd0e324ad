import type { CompareTexts } from '../../../reports/compare/report.js';
import type { ComparisonRecord } from '../../../studies/compare/record.js';

/** Record of a comparison of methods for jobs, with the size of the instance. */
export type JobsComparisonRecord = ComparisonRecord & {
  /** Number of jobs in the original instance. */
  readonly jobs: number;
  /** Sum of the jobs' values at their arrival, in the original instance. */
  readonly startingValue: number;
};

/** Returns the texts of a comparison of methods for jobs, apart from its figures. */
export function jobsCompareReport(record: ComparisonRecord): CompareTexts {
  const { jobs, variants } = record as JobsComparisonRecord;
  return {
    head: [['jobs', String(jobs)]],
    notes: [
      'Of the bound: value as a share of the bound above, one for all methods; gap: to the bound for jobs that move or stay, as the method has it; rejected: dropped, or ended for nothing.',
      variants
        ? 'Every trial draws job types, arrivals, values and paces anew, the same for all methods.'
        : 'All trials are of the instance itself: only the search for profiles draws, methods of list schedules are run once.',
    ],
  };
}
