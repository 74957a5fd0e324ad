import { join } from 'node:path';
import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import type { Month } from '../../../models/families/jobs/month.js';
import type { MonthSchedule } from '../../../models/families/jobs/month-schedule.js';
import { policyOf } from '../../../src/families/jobs/methods/month/policies.js';
import { renderJobsReport } from '../../../src/families/jobs/report/html/report.js';
import { monthFigures } from '../../../src/families/jobs/runs/page/page-figures.js';
import type { JobsRunRecord, JobsRunResult } from '../../../src/families/jobs/runs/result.js';
import { solveOfJobs } from '../../../src/families/jobs/solve.js';
import type { Words } from '../../../src/families/family.js';
import { repository } from '../repository.js';

/** Result and report of a bundled instance, solved in this process without a clock. */
export async function pageOf(name: string, words: Words): Promise<[JobsRunResult, string]> {
  const solved = await solveOfJobs.solve({
    file: join(repository, 'instances/jobs', `${name}.json`),
    words: solveOfJobs.readWords!(words),
    seed: 1,
    withBound: true,
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
  } as unknown as Parameters<typeof solveOfJobs.solve>[0]);
  if (!solved.ok) throw new Error(JSON.stringify(solved.faults));
  const { page } = await solved.texts();
  return [solved.result as JobsRunResult, page!({ report: 'report.html' })];
}

/** Parts of a record besides a schedule and its sums. */
type Parts = Partial<Omit<JobsRunRecord, 'result' | 'schedule'>> & { readonly result?: Partial<JobsRunResult> };

/** Record of a schedule, or of none, with bounds and profiles as given, none by default. */
export function recordOf(
  month: Month,
  schedule: MonthSchedule | null,
  { result, ...parts }: Parts = {},
): JobsRunRecord {
  const ledger = schedule?.ledger ?? null;
  const energyJ = ledger?.energyJ ?? null;
  return {
    schedule,
    profiles: null,
    rigid: null,
    malleable: null,
    frontier: null,
    trajectory: [],
    verdict: null,
    ...parts,
    result: {
      instance: 'month',
      family: 'jobs',
      method: 'price',
      policy: policyOf('price'),
      provenProducts: 0,
      frontier: null,
      seed: 1,

      termination: 'finished',
      feasible: schedule !== null,
      objective: ledger?.value ?? null,
      objectiveUnit: 'value',
      bound: null,
      gap: null,
      gapReason: 'no bound was asked for',
      boundScope: '',
      violations: [],
      warnings: [],
      timeS: {},
      work: {},
      files: {},
      energyJ,
      service: null,
      room: null,
      valuePerMJ: ledger !== null && ledger.energyJ > 0 ? (ledger.value / ledger.energyJ) * 1e6 : null,

      jobs: month.typeOf.length,
      outcomes: ledger?.jobs ?? null,
      rejectedShare: null,
      moves: ledger?.moves ?? null,
      startingValue: 0,
      binding: [],
      rigidBound: null,
      malleableBound: null,
      valueBoundAtEnergy: null,
      energyBoundForValueJ: null,
      fronts: 0,
      exactFronts: 0,
      ...result,
    },
  };
}

/** Page of a month without a file. @param durationS length of its period, which begins on a Monday */
export function pageOfMonth(
  month: Month,
  record: JobsRunRecord,
  durationS: number,
  jobName: (job: number) => string = (job) => `job ${job}`,
): string {
  const instance = {
    seed: 1,
    period: { durationS },
    jobTypes: { source: 'table', types: [] },
    arrivals: { source: 'table', jobs: [] },
  } as unknown as JobsInstance;
  const tasks = month.types.map(({ graphs }) =>
    Array.from({ length: graphs[0]?.tasks ?? 0 }, (_, task) => `task ${task}`),
  );
  const figures = monthFigures(instance, month, { job: jobName, tasks }, record);
  return renderJobsReport({ instance, month, sha256: '0', record, figures });
}

/** Record embedded in a page. */
export function embeddedIn(page: string): {
  readonly result: JobsRunResult;
  readonly figures: ReturnType<typeof monthFigures>;
} {
  const [, text] = /<script type="application\/json" id="plenum-data">(.*?)<\/script>/s.exec(page)!;
  return JSON.parse(text!) as ReturnType<typeof embeddedIn>;
}
