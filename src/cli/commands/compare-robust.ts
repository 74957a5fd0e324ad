import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { LARGEST_SEED } from '../../families/robust/instances/schema.js';
import { robustCompareCsv } from '../../families/robust/report/compare-csv.js';
import { robustCompareText } from '../../families/robust/report/compare-summary.js';
import type { Refused } from '../../instances/problem.js';
import { openRobust, type OpenedRobust } from '../../families/robust/runs/open.js';
import { compareRobustMethods, type RobustComparison } from '../../families/robust/studies/compare/compare.js';
import type { RobustContestant, RobustForm } from '../../families/robust/studies/compare/contestants.js';
import { type RobustCompareRequest, robustDesign } from '../../families/robust/studies/compare/run.js';
import { noVariants } from '../../families/robust/studies/compare/shelf.js';
import { OptionError } from '../options.js';
import { orError } from '../study-files.js';
import { COMPARE_FILES, type CompareStudyOptions, runCompareStudy, type RunSurroundings } from './compare-study.js';

export interface CompareRobustOptions extends CompareStudyOptions {
  readonly contestants: readonly RobustContestant[];
  readonly form: RobustForm;
  readonly goal: RobustGoal;
  readonly vary: boolean;
  readonly workers: number;
}

/** `plenum compare` of a robust instance: returns the exit code. */
export function compareRobustCommand(file: string, options: CompareRobustOptions): Promise<number> {
  const { contestants, form, goal, trials, seed, vary, workers } = options;
  if (workers > 1 && (options.workLimit === undefined || options.timeLimit !== undefined)) {
    const allowed = 'with --work-limit and without --time-limit: runs side by side slow each other down';
    throw new OptionError('--workers', workers, allowed, 'Leave one of them out.');
  }
  if (vary && seed + trials - 1 > LARGEST_SEED) {
    throw new OptionError('--seed', seed, `with --vary at most ${LARGEST_SEED - trials + 1}`, 'Take a smaller seed.');
  }
  const request = (opened: OpenedRobust, run: RunSurroundings): RobustCompareRequest => ({
    ...{ opened, file, goal, contestants, form, trials, seed, workers, run },
    variants: vary,
    onTrial: () => undefined,
  });
  return runCompareStudy(
    {
      file,
      labels: contestants.map(({ label }) => label),
      unit: 'z',
      fileNames: COMPARE_FILES,
      open: () => openVaried(file, vary),
      design: (opened, run) => robustDesign(request(opened, run)),
      compare: (opened, run, more) => compareRobustMethods({ ...request(opened, run), ...more }),
      text: ({ record }) => robustCompareText(record),
      files: filesOf,
    },
    options,
  );
}

function openVaried(file: string, vary: boolean): OpenedRobust | Refused {
  const opened = openRobust(file);
  const source = opened.ok && vary ? noVariants(opened.instance) : null;
  if (source === null) return opened;
  const allowed = 'with --vary generated times ("source": "generated"): others have no seed';
  const remedy = 'Leave --vary out, or name another instance.';
  return { ok: false, problems: [{ file, path: 'workload.tasks.source', value: source, allowed, remedy }] };
}

async function filesOf({ record, records }: RobustComparison): Promise<Map<string, string | Error>> {
  const { robustComparePage } = await import('../../families/robust/report/html/compare-page.js');
  return new Map<string, string | Error>([
    ['compare.csv', orError(() => robustCompareCsv(record))],
    ['compare.html', orError(() => robustComparePage(record))],
    ...(records === null ? [] : [['compare.records.jsonl', records] as const]),
    ['compare.json', `${JSON.stringify(record, null, 1)}\n`],
  ]);
}
