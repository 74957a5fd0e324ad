import { COMMAND_LINE, type Fault } from '../instances/fault.js';
import type { TrajectoryPoint } from '../runs/result.js';
import type { PartStore } from '../runs/store/part-store.js';
import { readAxes, type SweepAxis, type SweptName } from '../studies/sweep/axes.js';
import { oneLine } from '../reports/format.js';
import type { SweepPage } from '../reports/sweep/page.js';
import { sweepCsv, sweepText, type SweepTexts } from '../reports/sweep/table.js';
import {
  errorOf,
  type StudyFound,
  type StudyRecord,
  type SweepOfFamily,
  type SweepRequest,
  type PreparedStudy,
} from './studies.js';

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
  /** Content of the text output, the CSV file and the page; a sentence instead if there is too little to show. */
  readonly texts: SweepTexts<Row> | string;
  /** Returns the parts of the page other than the table. Charts are loaded on request. */
  readonly page: () => Promise<SweepPage>;
}

/** Returns the findings of a sweep in the form that all studies share. */
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

/** Maximum number of values in a sweep over trials. Our choice, because each value is run in every trial. */
const MAX_VALUES = 100;

/**
 * Returns the axis of a sweep over trials with its values ascending, or the fault if the name is unknown or a value is
 * out of range.
 */
export function trialsAxis(
  over: readonly string[],
  ranges: Readonly<Record<string, NonNullable<SweptName['range']>>>,
): SweepAxis | readonly Fault[] {
  const names = Object.keys(ranges).join(', ');
  const read = readAxes(over, null, {
    named: (path) =>
      Object.hasOwn(ranges, path) ? { path, places: [], range: ranges[path]! } : { fault: `"${path}" is not swept` },
    names: `one of ${names}`,
    maxAxes: 1,
    maxPoints: MAX_VALUES,
  });
  return read.ok ? read.axes[0]! : read.faults.map((fault) => ({ file: COMMAND_LINE, ...fault }));
}

/** A sweep over trials that is ready to run, with the parts that each family supplies. */
export interface SweptTrials<Run, Sweep extends object, Row extends object> {
  readonly opened: { readonly instance: { readonly name: string }; readonly sha256: string };
  readonly method: string;
  readonly objectiveUnit: string;
  readonly warnings: readonly string[];
  /** Number of runs, including those that compute bounds. */
  readonly count: number;
  /** Makes the runs that `parts` does not contain, and reports each that ended. */
  readonly make: (
    parts: PartStore,
    onRun: (done: number, name: string | null, told?: Pick<TrajectoryPoint, 'bound' | 'incumbent'>) => void,
  ) => Promise<{ readonly runs: readonly Run[]; readonly left: number; readonly totalS: number }>;
  readonly outcome: (runs: readonly Run[]) => Sweep;
  readonly texts: (sweep: Sweep) => SweepTexts<Row>;
  readonly page: (sweep: Sweep) => Promise<Omit<SweepPage, 'record' | 'made'>>;
}

/** Returns a sweep over trials that is ready to start. It reports means only if all runs are complete. */
export function preparedTrials<Run, Sweep extends object, Row extends object>(
  { seed, nowS, onProgress }: SweepRequest,
  swept: SweptTrials<Run, Sweep, Row>,
): PreparedStudy {
  const { opened, method, objectiveUnit, warnings, count, make, outcome, texts, page } = swept;
  const { instance, sha256 } = opened;
  return {
    ok: true,
    instance: instance.name,
    parts: { count, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      const { runs, left, totalS } = await make(parts, (done, name, told = { bound: null, incumbent: null }) => {
        const phase = `${done} of ${count} runs${name === null ? '' : `: ${name}`}`;
        onProgress({ timeS: nowS() - startS, work: done, phase, ...told });
      });
      const sweep = left > 0 ? null : outcome(runs);
      return foundBySweep({
        ended: sweep === null ? 'stopped' : 'solved',
        record: {
          method,
          seed,
          termination: sweep === null ? 'interrupted' : 'finished',
          objectiveUnit,
          gapReason: 'a sweep has a mean share of the bound for each of its values (details)',
          warnings,
          timeS: { total: totalS },
          details: { sha256, ...sweep, pointsLeft: left, runs },
        },
        texts: sweep === null ? `Interrupted: ${runs.length} runs are kept.` : texts(sweep),
        page: async () => {
          const made = [
            ['Method', method],
            ['Instance file, SHA-256', sha256],
          ] as const;
          return { ...(await page(sweep!)), record: sweep, made };
        },
      });
    },
  };
}

/**
 * Returns the fault of a limit on single runs, which a sweep over trials does not accept; null if no such limit is set.
 */
export function limitsFault({ limits: { timeLimitS, workLimit } }: Pick<SweepRequest, 'limits'>): Fault | null {
  const [path, value] = timeLimitS === null ? ['--work-limit', workLimit] : ['--time-limit', timeLimitS];
  if (value === null) return null;
  const allowed = 'no limit: a run that is stopped has no schedule, and means over different trials cannot be compared';
  const remedy = 'Leave it out, take fewer --trials, or stop the sweep (Ctrl-C): with --out it is taken up again.';
  return { file: COMMAND_LINE, path, value, allowed, remedy };
}
