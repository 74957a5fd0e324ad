import { COMMAND_LINE, type Fault } from '../instances/fault.js';
import { oneLine } from '../reports/format.js';
import type { SweepPage } from '../reports/sweep/page.js';
import { sweepCsv, sweepText, type SweepTexts } from '../reports/sweep/table.js';
import { errorOf, type StudyFound, type StudyRecord, type SweepOfFamily, type SweepRequest } from './studies.js';

/** Files of a sweep, by their keys in the record. */
export const SWEEP_FILES: SweepOfFamily['files'] = { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' };

/** A sweep that ended, and how its family tells it. */
export interface EndedSweep<Row extends object> extends Pick<StudyFound, 'ended' | 'failure' | 'notes'> {
  /** Record of the sweep, which has no plan, bound or gap of its own; `gapReason` says why. */
  readonly record: Pick<
    StudyRecord,
    'method' | 'seed' | 'termination' | 'objectiveUnit' | 'gapReason' | 'warnings' | 'timeS' | 'details'
  > &
    Partial<Pick<StudyRecord, 'boundScope'>>;
  /** What text, CSV and page show; a sentence where there is too little to show. */
  readonly texts: SweepTexts<Row> | string;
  /** Returns what the page has beside it; charts are loaded on request. */
  readonly page: () => Promise<SweepPage>;
}

/** Returns the findings of a sweep. */
export function foundBySweep<Row extends object>(sweep: EndedSweep<Row>): StudyFound {
  const { ended, failure, notes, record, texts, page } = sweep;
  return {
    ended,
    ...(failure === undefined ? {} : { failure }),
    ...(notes === undefined ? {} : { notes }),
    record: { boundScope: null, ...record, feasible: null, objective: null, bound: null, gap: null },
    text: (files) => {
      const named = Object.entries(files).map(([name, file]) => `${name.padEnd(12)}  ${oneLine(file)}\n`);
      return `${typeof texts === 'string' ? `${texts}\n` : sweepText(texts)}${named.join('')}`;
    },
    texts: async () => {
      if (typeof texts === 'string') return {};
      const report = async (): Promise<string> => {
        const { sweepPage } = await import('../reports/sweep/page.js');
        return sweepPage(texts, await page());
      };
      return { csv: sweepCsv(texts), report: await report().catch(errorOf) };
    },
  };
}

/** Returns the fault of a limit of single runs, which a sweep over trials does not take; null without one. */
export function limitsFault({ limits: { timeLimitS, workLimit } }: Pick<SweepRequest, 'limits'>): Fault | null {
  const [path, value] = timeLimitS === null ? ['--work-limit', workLimit] : ['--time-limit', timeLimitS];
  if (value === null) return null;
  const allowed = 'no limit: a run that is stopped has no schedule, and means over different trials cannot be compared';
  const remedy = 'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.';
  return { file: COMMAND_LINE, path, value, allowed, remedy };
}
