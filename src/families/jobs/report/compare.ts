import type { CompareTexts } from '../../../reports/compare/report.js';
import type { ComparisonRecord } from '../../../studies/compare/compare.js';

/** Returns the lines and notes that only jobs instances add to the report of a comparison. */
export function jobsCompareReport(record: ComparisonRecord): CompareTexts {
  const { jobs } = record as ComparisonRecord & { readonly jobs: number };
  return {
    head: [['jobs', String(jobs)]],
    notes: [
      'Of the bound: value as a share of the bound above, one for all methods; gap: to the bound for jobs that move or stay, as the method has it; rejected: dropped, or ended for nothing.',
    ],
  };
}
