import type { GeneratedJobs, JobsInstance, JobTypeRow } from '../../../../models/families/jobs/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';
import { cumulativeRate } from './arrivals/generated.js';
import { JobRowJudge } from './arrivals/row-judge.js';
import { platformFaults } from './consistency-platform.js';
import { rangeFaults } from './consistency-ranges.js';
import { typeFaults } from './consistency-types.js';

/**
 * Returns the faults between fields of an instance: names, references, order, cycles. Missing fields of the draft are
 * skipped, so a file with one wrong number also gets its unknown names reported.
 */
export function jobsConsistencyFaults(draft: Draft<JobsInstance>): LocalFault[] {
  return [
    ...platformFaults(draft?.platform),
    ...typeFaults(draft),
    ...(['softDeadlineOverLeastTime', 'fallOverLeastTime', 'worthPerCoreHour'] as const).flatMap((field) =>
      rangeFaults(['value', field], draft?.value?.[field]),
    ),
    ...rangeFaults(['pace'], draft?.pace),
    ...arrivalFaults(draft),
  ];
}

function arrivalFaults(draft: Draft<JobsInstance>): LocalFault[] {
  const arrivals = draft?.arrivals;
  switch (arrivals?.source) {
    case 'table': {
      const judge = new JobRowJudge(draft);
      return entries(arrivals.jobs).flatMap(([j, row]) =>
        judge.faults(row, (at) => jsonPath(['arrivals', 'jobs', j, ...at])),
      );
    }
    case 'generated':
      return [...drawnTypeFaults(draft), ...rateFaults(arrivals, draft)];
    case 'swf':
      return drawnTypeFaults(draft);
    default:
      return [];
  }
}

/** Returns the faults of an instance that draws jobs: no job type has a share above 0, or a value curve is missing. */
function drawnTypeFaults(draft: Draft<JobsInstance>): LocalFault[] {
  const types = draft?.jobTypes;
  if (types?.source === undefined || draft === undefined) return [];
  const rows = types.source === 'table' ? types.types : undefined;
  const faults: LocalFault[] = [];
  if (rows !== undefined && rows.length > 0 && rows.every((row) => row?.share === 0)) {
    const path = jsonPath(['jobTypes', 'types', 0, 'share']);
    const allowed = 'a share above 0 in at least one type';
    faults.push({ path, value: 0, allowed, remedy: 'Nothing can be drawn: raise a share.' });
  }
  if (Object.hasOwn(draft, 'value')) return faults;
  const valueless = rows?.findIndex((row) => row !== undefined && !Object.hasOwn(row, 'value')) ?? 0;
  if (valueless < 0) return faults;
  return [...faults, valueWanted(rows?.[valueless])];
}

function valueWanted(row: Draft<JobTypeRow>): LocalFault {
  const whose = row?.name === undefined ? 'Job types' : `Jobs of "${row.name}"`;
  const remedy = `${whose} have no value curve of their own: add the ranges it is drawn from.`;
  return { path: 'value', value: undefined, allowed: 'an object where jobs have no value curve', remedy };
}

function rateFaults({ rates }: NonNullable<Draft<GeneratedJobs>>, draft: Draft<JobsInstance>): LocalFault[] {
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
