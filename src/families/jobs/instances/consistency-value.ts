import type { DeadlineValue, JobValue, PointValue } from '../../../../models/families/jobs/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalFault, PathSegment } from '../../../instances/fault.js';

type Given<T> = NonNullable<Draft<T>>;
/** Returns the path of a part of a value curve, for messages about faults. */
type PlaceOf = (at: readonly PathSegment[]) => string;

/**
 * Returns the faults of a value curve that can be found without the job's least response time: missing ages, ages out
 * of order, rising values.
 */
export function valueFaults(place: PlaceOf, value: Draft<JobValue>): LocalFault[] {
  if (value?.shape === 'deadlines') return deadlineFaults(place, value);
  return value?.shape === 'points' ? pointFaults(place, value) : [];
}

function deadlineFaults(place: PlaceOf, value: Given<DeadlineValue>): LocalFault[] {
  const soft = sumOf(value, 'softDeadlineS', 'softDeadlineOverLeastTime');
  const end = sumOf(value, 'endS', 'endOverLeastTime');
  const faults: LocalFault[] = [];
  if (soft === 'unsaid')
    faults.push(unsaid(place, [], 'softDeadlineS', 'softDeadlineOverLeastTime', 'its soft deadline'));
  if (end === 'unsaid') faults.push(unsaid(place, [], 'endS', 'endOverLeastTime', 'when it is worth nothing'));
  if (typeof soft === 'string' || typeof end === 'string') return faults;
  // Behind the end whatever the least response time, which is above 0.
  if (!(soft.s >= end.s && soft.multiples >= end.multiples && (soft.s > end.s || soft.multiples > end.multiples)))
    return faults;
  const field = value.softDeadlineS === undefined ? 'softDeadlineOverLeastTime' : 'softDeadlineS';
  const last = field === 'softDeadlineS' ? `${end.s} s` : `${end.multiples} least response times`;
  const remedy = 'The soft deadline lies behind the end: exchange or correct the two.';
  return [...faults, { path: place([field]), value: value[field], allowed: `at most the end, ${last}`, remedy }];
}

interface Age {
  readonly s: number;
  readonly multiples: number;
}

/**
 * Returns an age that is the sum of two optional fields. The field named `seconds` is in s, the field named `multiples`
 * in multiples of the least response time. Returns 'unsaid' if both are missing, and 'refused' if the schema rejected
 * one of them.
 */
function sumOf(of: Readonly<Record<string, unknown>>, seconds: string, multiples: string): Age | 'unsaid' | 'refused' {
  const given = [seconds, multiples].filter((field) => Object.hasOwn(of, field));
  if (given.length === 0) return 'unsaid';
  if (given.some((field) => of[field] === undefined)) return 'refused';
  return { s: (of[seconds] ?? 0) as number, multiples: (of[multiples] ?? 0) as number };
}

function unsaid(
  place: PlaceOf,
  at: readonly PathSegment[],
  seconds: string,
  multiples: string,
  what: string,
): LocalFault {
  const remedy = `Say ${what}: ${seconds}, ${multiples} or both (their sum).`;
  return { path: place([...at, seconds]), value: undefined, allowed: `${seconds} or ${multiples}`, remedy };
}

function pointFaults(place: PlaceOf, { points }: Given<PointValue>): LocalFault[] {
  return entries(points).flatMap(([n, point]): LocalFault[] => {
    const here = ['points', n];
    const before = points?.[n - 1];
    const faults: LocalFault[] = [];
    if (point.value !== undefined && before?.value !== undefined && point.value > before.value) {
      faults.push({
        path: place([...here, 'value']),
        value: point.value,
        allowed: `at most ${before.value}, that of the point before`,
        remedy: 'Value may not rise with age: lower it, or raise what comes before.',
      });
    }
    const age = sumOf(point, 'ageS', 'ageOverLeastTime');
    if (age === 'unsaid') return [...faults, unsaid(place, here, 'ageS', 'ageOverLeastTime', 'at what age')];
    if (age === 'refused') return faults;
    const field = Object.hasOwn(point, 'ageS') ? 'ageS' : 'ageOverLeastTime';
    const path = place([...here, field]);
    if (n === 0) {
      if (age.s === 0 && age.multiples === 0) return faults;
      const remedy = 'Value is needed from age 0 on: begin there.';
      return [...faults, { path, value: point[field], allowed: '0 for the first one', remedy }];
    }
    const last = before === undefined ? 'unsaid' : sumOf(before, 'ageS', 'ageOverLeastTime');
    if (typeof last === 'string' || !(age.s <= last.s && age.multiples <= last.multiples)) return faults;
    if (age.s === last.s && age.multiples === last.multiples) return faults;
    const allowed = 'an age not below that of the point before it';
    return [...faults, { path, value: point[field], allowed, remedy: 'List them in the order of age.' }];
  });
}
