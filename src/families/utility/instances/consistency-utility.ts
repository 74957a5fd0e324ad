import type {
  IntervalClass,
  PointClass,
  PriorityShare,
  UtilityDefinitions,
} from '../../../../models/families/utility/definitions.js';
import { duplicateNames, entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';

/** Path of the field whose rules are in this file. */
const HERE: readonly PathSegment[] = ['utility'];

/**
 * Returns the faults of utility functions: ages (times since arrival) not ascending, rising utility, weights that are
 * all 0.
 */
export function definitionFaults(utility: Draft<UtilityDefinitions>): LocalFault[] {
  const at = [...HERE, 'classes'];
  return [
    ...duplicateNames(at, utility?.classes),
    ...entries(utility?.classes).flatMap(([c, one]) => {
      const own = one.shape === 'intervals' ? intervalFaults : pointFaults;
      return own([...at, c], one as never);
    }),
    ...noWeight(at, utility?.classes),
    ...priorityFaults([...HERE, 'priorities'], utility?.priorities),
  ];
}

function intervalFaults(at: readonly PathSegment[], { intervals }: NonNullable<Draft<IntervalClass>>): LocalFault[] {
  const list = entries(intervals);
  return list.flatMap(([m, interval]) => {
    const here = [...at, 'intervals', m];
    const { fraction, approaches } = interval;
    const before = intervals?.[m - 1];
    const faults = startFaults(here, m, interval, before, INTERVAL);
    if (fraction !== undefined && approaches !== undefined && approaches > fraction) {
      faults.push(rising([...here, 'approaches'], approaches, `at most fraction, ${fraction}`));
    }
    if (fraction !== undefined && before?.fraction !== undefined && fraction > before.fraction) {
      faults.push(rising([...here, 'fraction'], fraction, `at most ${before.fraction}, that of the interval before`));
    }
    return faults;
  });
}

function pointFaults(at: readonly PathSegment[], { points }: NonNullable<Draft<PointClass>>): LocalFault[] {
  return entries(points).flatMap(([n, point]) => {
    const { utility } = point;
    const here = [...at, 'points', n];
    const before = points?.[n - 1];
    const faults = startFaults(here, n, point, before, POINT);
    if (utility !== undefined && before?.utility !== undefined && utility > before.utility) {
      faults.push(rising([...here, 'utility'], utility, `at most ${before.utility}, that of the point before`));
    }
    return faults;
  });
}

/** Names of the two fields whose sum is the start of an entry (interval or point) of a utility class. */
interface StartFields {
  readonly seconds: string;
  /** Name of the field that is a multiple of the mean execution time. */
  readonly multiples: string;
  /** True if two entries may start at the same age (time since arrival). */
  readonly mayMeet: boolean;
}

/** Fields that state the start of an interval. */
const INTERVAL: StartFields = { seconds: 'startS', multiples: 'startOverMeanTime', mayMeet: false };
/** Fields that state the age (time since arrival) of a point. Two points may have the same age; utility drops there. */
const POINT: StartFields = { seconds: 'ageS', multiples: 'ageOverMeanTime', mayMeet: true };

type Entry = Readonly<Record<string, number | undefined>>;

/**
 * Returns the faults of the start of an interval or point. The start must be stated, must be 0 for the first entry, and
 * must not be before that of the previous entry. Two starts are compared only if their order is the same for every mean
 * execution time.
 */
function startFaults(
  here: readonly PathSegment[],
  n: number,
  entry: Entry,
  before: Entry | undefined,
  { seconds, multiples, mayMeet }: StartFields,
): LocalFault[] {
  const given = [seconds, multiples].filter((field) => Object.hasOwn(entry, field));
  if (given.length === 0) {
    const remedy = `Say at what age it starts: ${seconds}, ${multiples} or both (their sum)${n === 0 ? '; the first one at 0' : ''}.`;
    return [{ path: jsonPath([...here, seconds]), value: undefined, allowed: `${seconds} or ${multiples}`, remedy }];
  }
  // What the schema refused is not judged again.
  if (given.some((field) => entry[field] === undefined)) return [];
  const [s, m] = [entry[seconds] ?? 0, entry[multiples] ?? 0];
  const value = entry[given[0]!];
  const path = jsonPath([...here, given[0]!]);
  if (n === 0) {
    if (s === 0 && m === 0) return [];
    return [{ path, value, allowed: '0 for the first one', remedy: 'Utility is needed from age 0 on: begin there.' }];
  }
  const [lastS, lastM] = [before?.[seconds] ?? 0, before?.[multiples] ?? 0];
  const isSame = s === lastS && m === lastM;
  if (!(s < lastS && m <= lastM) && !(s <= lastS && m < lastM) && !(isSame && !mayMeet)) return [];
  const allowed = isSame
    ? 'a later age than that of the entry before it'
    : 'an age not below that of the entry before it';
  const remedy = isSame ? 'The one before it is empty: remove one of the two.' : 'List them in the order of age.';
  return [{ path, value, allowed, remedy }];
}

function rising(path: readonly PathSegment[], value: number, allowed: string): LocalFault {
  return {
    path: jsonPath(path),
    value,
    allowed,
    remedy: 'Utility may not rise with age: lower it, or raise what comes before.',
  };
}

export function priorityFaults(at: readonly PathSegment[], priorities: Draft<readonly PriorityShare[]>): LocalFault[] {
  const ranges = entries(priorities).flatMap(([n, { startingUtility: most, startingUtilityAbove: above }]) => {
    if (most === undefined || above === undefined || above <= most) return [];
    const remedy = 'Utilities are drawn from above the one up to the other: exchange or correct them.';
    const path = jsonPath([...at, n, 'startingUtilityAbove']);
    return [{ path, value: above, allowed: `at most startingUtility, ${most}`, remedy }];
  });
  return [...ranges, ...noWeight(at, priorities)];
}

/** Returns a fault if all weights in a list are 0, so that nothing can be drawn. A missing weight is 1. */
export function noWeight(
  at: readonly PathSegment[],
  list: readonly ({ readonly share?: number | undefined } | undefined)[] | undefined,
): LocalFault[] {
  if (list === undefined || list.length === 0 || list.some((one) => one?.share !== 0)) return [];
  const path = jsonPath([...at, 0, 'share']);
  return [
    {
      path,
      value: 0,
      allowed: 'a share above 0 in at least one entry',
      remedy: 'Nothing can be drawn: raise a share.',
    },
  ];
}
