import type { CompareTexts } from '../../../reports/compare/report.js';
import type { ComparisonRecord } from '../../../studies/compare/compare.js';
import type { RobustMeasure } from '../runs/rated.js';

/** Record of a comparison of robust methods, with options of these names and the measure that was maximised. */
type RobustComparisonRecord = ComparisonRecord &
  Readonly<Record<'problem' | 'constraint' | 'improve', string>> & { readonly boundOn: RobustMeasure };

/** Names, in the report, of the probabilities that can be maximised. */
const OBJECTIVES: Readonly<Record<RobustMeasure, string>> = { psi: 'Psi', phi: 'phi', 'whole-bag': 'all in time' };

/** Returns the texts of a comparison report that are specific to robust methods. */
export function robustCompareReport(record: ComparisonRecord): CompareTexts {
  const { problem, boundOn, constraint, improve } = record as RobustComparisonRecord;
  const improved = improve === 'none' ? '' : `, improvements ${improve}`;
  return {
    labels: { objective: OBJECTIVES[boundOn] },
    head: [
      ['problem', `${problem}, the most ${OBJECTIVES[boundOn]}`],
      ['searches', `constraint handling ${constraint}${improved}, where a label says no other`],
    ],
    notes: [
      'All cores in time: probability that all cores are; budget kept: that it lasts until the last core of every node is done, if times are Gaussian and independent.',
      boundOn === 'whole-bag'
        ? "lagrange searches by all cores in time; the others by Psi, the thesis' measure, which is of the least certain core alone."
        : "Psi and phi, which the methods search by, are the thesis' measures: of the least certain core, and until the core expected to be last.",
      'Plans are ranked by their standard normal quantile, z: 0 is a probability of 0.5, 1.282 of 0.9, 2.326 of 0.99. Beyond 40 it is taken as 40. Before promising a deadline or a budget, ask plenum simulate.',
    ],
  };
}
