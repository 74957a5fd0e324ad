import { S_PER_DAY, S_PER_H } from '../../../models/units.js';
import type { BestRun, StudyStatus } from '../../studies/status.js';
import { countOf, gapPercent, inUnit, oneLine, plain, significant } from '../format.js';

/**
 * Facts about a study's folder besides the records: number of files set aside, time of the last record, rate of
 * records.
 */
export interface FolderFacts {
  /** Number of files set aside because they are not complete records. */
  readonly setAside: number;
  /** Time since the last record was written, s; null without a record. */
  readonly lastAgeS: number | null;
  /**
   * Rate at which the last records were written, 1/s. Null if there are fewer than two records, or if all have the same
   * time.
   */
  readonly ratePerS: number | null;
}

/** Maximum number of best plans listed. Our choice: about one screen. */
const MAX_BEST = 20;

export function statusLines(name: string, status: StudyStatus, facts: FolderFacts): string[] {
  const { runs, done, missing, otherVersions, notAsked, best } = status;
  const { setAside, lastAgeS, ratePerS } = facts;
  const counted = (count: number, label: string, what: string): string[] =>
    count === 0 ? [] : [line(label, countOf(count, what))];
  return [
    `${oneLine(name)}: ${done} of ${countOf(runs, 'run')} done, ${missing} missing`,
    ...Object.entries(status.failures).map(([reason, count]) => line('failed', `${countOf(count, 'run')}: ${reason}`)),
    ...counted(setAside, 'set aside', 'file'),
    ...counted(otherVersions, 'other version', 'record'),
    ...counted(notAsked, 'not asked for', 'record'),
    ...(lastAgeS === null ? [] : [line('last record', `${durationText(lastAgeS)} ago${rateText(ratePerS)}`)]),
    ...bestLines(best, 'more with --json'),
  ];
}

/**
 * Returns the lines on the best plan of each question (instance with its options).
 *
 * @param rest words on where plans beyond the maximum are listed
 */
export function bestLines(best: readonly BestRun[], rest: string): string[] {
  return [
    ...best.slice(0, MAX_BEST).map((one) => line('best', bestText(one))),
    ...(best.length > MAX_BEST ? [line('', `${best.length - MAX_BEST} ${rest}`)] : []),
  ];
}

function line(label: string, text: string): string {
  return `${label.padEnd(13)} ${text}`;
}

function bestText({ instance, asked, method, equal, objective, objectiveUnit, gap }: BestRun): string {
  const question = asked === '' ? instance : `${instance} (${asked})`;
  const value = plain(inUnit(objective, objectiveUnit ?? ''));
  const others = equal.filter((name) => name !== method);
  const ties = others.length === 0 ? '' : ` (equal: ${others.join(', ')})`;
  const by = method === null ? '' : ` by ${method}${ties}`;
  return oneLine(`${question}: ${value}${by}${gap === null ? '' : `, gap ${plain(gapPercent(gap))}`}`);
}

/**
 * Returns a rate as text. Its time unit is the shortest of second, minute and hour in which the rate is at least 1,
 * otherwise the hour.
 */
function rateText(perS: number | null): string {
  if (perS === null) return '';
  const units = [
    ['s', 1],
    ['min', 60],
    ['h', 3600],
  ] as const;
  const [unit, lengthS] = units.find(([, length]) => perS * length >= 1) ?? units[2];
  return `, lately ${significant(perS * lengthS, 3)} per ${unit}`;
}

/** Returns a duration as text: in s below 2 min, min below 2 h, h below 2 days, otherwise days. */
function durationText(s: number): string {
  if (s < 120) return `${Math.round(s)} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  return s < 172_800 ? `${Math.round(s / S_PER_H)} h` : `${Math.round(s / S_PER_DAY)} days`;
}
