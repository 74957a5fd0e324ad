import type { SweepPage } from '../reports/sweep/page.js';
import { sweepCsv, sweepText, type SweepTexts } from '../reports/sweep/table.js';
import type { StudyFound, StudyRecord, SweepOfFamily } from './studies.js';

/** Names of a sweep's files, by their keys in the record. */
export const SWEEP_FILES: SweepOfFamily['files'] = { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' };
/** Fields of a record that a sweep as a whole does not have; its `gapReason` says why. */
const NONE = { feasible: null, objective: null, bound: null, gap: null };

/** A finished sweep with the report of its family. */
interface EndedSweep<Row extends object> extends Pick<StudyFound, 'ended' | 'failure' | 'notes'> {
  readonly record: Omit<StudyRecord, keyof typeof NONE>;
  /** Content of the text output, the CSV file and the page's table; a sentence if there are too few results. */
  readonly texts: SweepTexts<Row> | string;
  /** Loads the chart code and returns the other parts of the page. */
  readonly page: () => Promise<SweepPage>;
}

/** Returns a finished sweep in the form that sweep, day and simulate share. */
export function foundBySweep<Row extends object>({ record, texts, page, ...end }: EndedSweep<Row>): StudyFound {
  const own = { ...end, record: { ...record, ...NONE } };
  if (typeof texts === 'string') return { ...own, text: `${texts}\n`, texts: () => ({}) };
  const report = async (): Promise<string> => {
    const { sweepPage } = await import('../reports/sweep/page.js');
    // Pages of equal sweeps are equal, whatever time each took.
    const { timeS: _, ...embedded } = record;
    return sweepPage(texts, await page(), embedded);
  };
  return { ...own, text: sweepText(texts), texts: () => ({ csv: () => sweepCsv(texts), report }) };
}
