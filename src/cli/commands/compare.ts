import { compareCsv } from '../../families/reward-rate/report/compare-csv.js';
import { compareText } from '../../families/reward-rate/report/compare-summary.js';
import { digestOf } from '../../runs/digest.js';
import { openProblem, type OpenedProblem } from '../../families/reward-rate/runs/open.js';
import type { LpEngineName } from '../../solvers/linear/load.js';
import { compareMethods } from '../../families/reward-rate/studies/compare/compare.js';
import type { Contestant } from '../../families/reward-rate/studies/compare/contestants.js';
import type { ComparisonRecord } from '../../families/reward-rate/studies/compare/record.js';
import { type CompareRequest, designOf, labelsOf } from '../../families/reward-rate/studies/compare/run.js';
import { orError } from '../study-files.js';
import { COMPARE_FILES, type CompareStudyOptions, runCompareStudy, type RunSurroundings } from './compare-study.js';

export interface CompareOptions extends CompareStudyOptions {
  readonly methods: readonly Contestant[];
  readonly vary: boolean;
  readonly engine: LpEngineName;
}

/** `plenum compare` of a reward-rate instance: returns the exit code. */
export function compareCommand(file: string, options: CompareOptions): Promise<number> {
  const { methods, trials, seed, vary, engine, out } = options;
  const request = (opened: OpenedProblem, run: RunSurroundings): CompareRequest => ({
    opened,
    contestants: methods,
    variants: vary,
    trials,
    seed,
    run: { ...run, engine },
    // Only a journal outlives what was read.
    ...(out === undefined ? {} : { inputs: digestOf([opened.sha256, opened.matrix]) }),
    onTrial: () => undefined,
  });
  return runCompareStudy(
    {
      file,
      labels: labelsOf(methods),
      unit: '',
      fileNames: COMPARE_FILES,
      open: (shouldStop) => openProblem(file, undefined, shouldStop),
      design: (opened, run) => designOf(request(opened, run)),
      compare: async (opened, run, more): Promise<Compared> => ({
        record: await compareMethods({ ...request(opened, run), ...more }),
      }),
      text: ({ record }) => compareText(record),
      files: filesOf,
    },
    options,
  );
}

interface Compared {
  readonly record: ComparisonRecord;
}

async function filesOf({ record }: Compared): Promise<Map<string, string | Error>> {
  const { comparePage } = await import('../../families/reward-rate/report/html/compare-page.js');
  return new Map([
    ['compare.csv', orError(() => compareCsv(record))],
    ['compare.html', orError(() => comparePage(record))],
    ['compare.json', `${JSON.stringify(record, null, 1)}\n`],
  ]);
}
