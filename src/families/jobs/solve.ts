import { withBaseline, withResult } from '../../runs/baseline.js';
import type { Refused } from '../../instances/fault.js';
import type { RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily, Words } from '../family.js';
import { comparedValues } from '../../reports/figures.js';
import { figures } from './figures.js';
import { jobsPlanCsv } from './report/plan-csv.js';
import { jobsSummaryText } from './report/summary.js';
import { type JobsRequest, jobsAsked, unheeded } from './runs/choices.js';
import { monthFigures } from './runs/page/page-figures.js';
import { type JobsOfTrial, type SolvedJobs, solveJobsInstance } from './runs/solve.js';

export const solveOfJobs: SolveOfFamily<JobsOfTrial> = { progressUnit: '', readWords, solve, unknownToSome: [] };

interface ReadWords {
  readonly asked: JobsRequest;
}

function readWords(words: Words): Words | Refused {
  const asked = jobsAsked(words);
  const fault = unheeded(asked, words['bound'] !== false);
  return fault === null ? { asked } : { ok: false, faults: [fault] };
}

async function solve({ file, words, ...request }: SearchRequest<JobsOfTrial>): Promise<SolvedByFamily | Refused> {
  const { asked } = words as unknown as ReadWords;
  const answer = await solveJobsInstance({ ...request, asked, file });
  if (!answer.ok) return answer;
  const { solved } = answer;
  return {
    ok: true,
    result: solved.record.result,
    plan: solved.plan,
    trajectory: null,
    compared: () => comparedValues(figures, solved.record.result),
    summary: (files) => jobsSummaryText(withResult(solved, { files }).record),
    texts: (baseline = null) => textsOf(withBaseline(solved, baseline)),
  };
}

async function textsOf(solved: SolvedJobs): Promise<RunTexts> {
  const { renderJobsReport } = await import('./report/html/report.js');
  const { plan, record, opened } = solved;
  const { instance, month, names, sha256 } = opened;
  const { trajectory, verdict } = record;
  return {
    plan: plan === null ? null : { json: `${JSON.stringify(plan)}\n`, csv: jobsPlanCsv(plan) },
    page: (files) =>
      renderJobsReport({
        instance,
        month,
        sha256,
        record: withResult(solved, { files }).record,
        figures: monthFigures(instance, month, names, record),
      }),
    report: { trajectory, verdict },
  };
}
