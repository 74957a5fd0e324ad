import type { GeneratedJobs, JobsInstance, JobTypeRow } from '../../../../models/problems/jobs/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalProblem } from '../../../instances/problem.js';
import { cumulativeRate } from './arrivals/generated.js';
import { JobRowJudge } from './arrivals/row-judge.js';
import { platformProblems } from './consistency-platform.js';
import { rangeProblems } from './consistency-ranges.js';
import { typeProblems } from './consistency-types.js';

/**
 * Problems of the fields taken together: unique names, known references, order, cycles. Works on a draft, so that a file with a wrong number still hears
 * about its unknown names; whatever is missing is not judged.
 */
export function jobsConsistencyProblems(draft: Draft<JobsInstance>): LocalProblem[] {
  return [
    ...platformProblems(draft?.platform),
    ...typeProblems(draft),
    ...(['softDeadlineOverLeastTime', 'fallOverLeastTime', 'worthPerCoreHour'] as const).flatMap((field) =>
      rangeProblems(['value', field], draft?.value?.[field]),
    ),
    ...rangeProblems(['pace'], draft?.pace),
    ...arrivalProblems(draft),
  ];
}

function arrivalProblems(draft: Draft<JobsInstance>): LocalProblem[] {
  const arrivals = draft?.arrivals;
  switch (arrivals?.source) {
    case 'table': {
      const judge = new JobRowJudge(draft);
      return entries(arrivals.jobs).flatMap(([j, row]) =>
        judge.problems(row, (at) => jsonPath(['arrivals', 'jobs', j, ...at])),
      );
    }
    case 'generated':
      return [...drawnTypeProblems(draft), ...rateProblems(arrivals, draft)];
    case 'swf':
      return drawnTypeProblems(draft);
    default:
      return [];
  }
}

/** Problems of types that are drawn: something to draw, and value curves for what is drawn. */
function drawnTypeProblems(draft: Draft<JobsInstance>): LocalProblem[] {
  const types = draft?.jobTypes;
  if (types?.source === undefined || draft === undefined) return [];
  const rows = types.source === 'table' ? types.types : undefined;
  const problems: LocalProblem[] = [];
  if (rows !== undefined && rows.length > 0 && rows.every((row) => row?.share === 0)) {
    const path = jsonPath(['jobTypes', 'types', 0, 'share']);
    const allowed = 'a share above 0 in at least one type';
    problems.push({ path, value: 0, allowed, remedy: 'Nothing can be drawn: raise a share.' });
  }
  if (Object.hasOwn(draft, 'value')) return problems;
  const valueless = rows?.findIndex((row) => row !== undefined && !Object.hasOwn(row, 'value')) ?? 0;
  if (valueless < 0) return problems;
  return [...problems, valueWanted(rows?.[valueless])];
}

function valueWanted(row: Draft<JobTypeRow>): LocalProblem {
  const whose = row?.name === undefined ? 'Job types' : `Jobs of "${row.name}"`;
  const remedy = `${whose} have no value curve of their own: add the ranges it is drawn from.`;
  return { path: 'value', value: undefined, allowed: 'an object where jobs have no value curve', remedy };
}

function rateProblems({ rates }: NonNullable<Draft<GeneratedJobs>>, draft: Draft<JobsInstance>): LocalProblem[] {
  const { durationS, startsOn } = draft?.period ?? {};
  const { weekday, weekend } = rates ?? {};
  if (durationS === undefined || weekday === undefined || weekend === undefined) return [];
  if ([...weekday, ...weekend].includes(undefined)) return [];
  const whole = { weekday: weekday as readonly number[], weekend: weekend as readonly number[] };
  if (cumulativeRate(whole, { durationS, startsOn }).upTo.at(-1)! > 0) return [];
  const allowed = 'a weight above 0 in at least one hour of the period';
  const remedy = 'No job can arrive: raise a weight of an hour that the period has.';
  return [{ path: 'arrivals.rates', value: 'weights of 0 alone', allowed, remedy }];
}
