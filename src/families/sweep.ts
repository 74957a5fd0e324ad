import type { SweepPage } from '../reports/sweep/page.js';
import { sweepCsv, sweepText, type SweepTexts } from '../reports/sweep/table.js';
import type { StudyFound, StudyRecord, SweepOfFamily } from './studies.js';

/** Names of a sweep's files, by their keys in the record. */
export const SWEEP_FILES: SweepOfFamily['files'] = { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' };

/** A finished sweep with the report of its family. */
export interface EndedSweep<Row extends object> extends Pick<StudyFound, 'ended' | 'failure' | 'notes'> {
  /** Record of the sweep. A sweep as a whole has no plan, bound or gap; `gapReason` says why. */
  readonly record: Pick<
    StudyRecord,
    'method' | 'seed' | 'termination' | 'objectiveUnit' | 'gapReason' | 'warnings' | 'timeS' | 'details'
  > &
    Partial<Pick<StudyRecord, 'boundScope'>>;
  /** Content of the text output, the CSV file and the HTML page. A sentence instead if there are too few results. */
  readonly texts: SweepTexts<Row> | string;
  /** Loads the chart code and returns the parts of the HTML page other than its table. */
  readonly page: () => Promise<Omit<SweepPage, 'record'>>;
}

/** Returns a finished sweep as `StudyFound`, the form that sweep, day and simulate share. */
export function foundBySweep<Row extends object>(sweep: EndedSweep<Row>): StudyFound {
  const { ended, failure, notes, record, texts } = sweep;
  return {
    ended,
    ...(failure === undefined ? {} : { failure }),
    ...(notes === undefined ? {} : { notes }),
    record: { boundScope: null, ...record, feasible: null, objective: null, bound: null, gap: null },
    text: typeof texts === 'string' ? `${texts}\n` : sweepText(texts),
    texts: () =>
      typeof texts === 'string' ? {} : { csv: () => sweepCsv(texts), report: () => reportOf(texts, sweep) },
  };
}

async function reportOf<Row extends object>(
  texts: SweepTexts<Row>,
  { page, record }: Pick<EndedSweep<Row>, 'page' | 'record'>,
): Promise<string> {
  const { sweepPage } = await import('../reports/sweep/page.js');
  // Pages of equal sweeps are equal, whatever time each took.
  const { timeS: _, ...embedded } = record;
  return sweepPage(texts, { ...(await page()), record: embedded });
}
