import { agrees, type Cell } from './design.js';
import type { TrialRecord } from './record.js';

/**
 * Returns the value named `value` of each trial of the only cell that matches `where`, by the trial's index. Trials
 * without this value, and trials for which `keep` returns false, are left out.
 *
 * @throws RangeError if two cells match, or the value is no number.
 */
export function byTrial(
  records: readonly TrialRecord[],
  where: Cell,
  value: string,
  keep: (record: TrialRecord) => boolean = () => true,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const seen = new Set<number>();
  for (const record of records) {
    if (!agrees(record.cell, where)) continue;
    if (seen.has(record.trial)) throw new RangeError(`Two cells agree with ${JSON.stringify(where)}`);
    seen.add(record.trial);
    const given = record.values[value];
    if (given === null || !keep(record)) continue;
    if (typeof given !== 'number') throw new RangeError(`The value "${value}" is no number`);
    found.set(record.trial, given);
  }
  return found;
}

export interface Pairs {
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** Number of trials that occur in only one of the two samples. */
  readonly unpaired: number;
}

/** Pairs the values of two samples by trial, in the order of trials. Equal trials have equal seeds. */
export function pairsOf(first: ReadonlyMap<number, number>, second: ReadonlyMap<number, number>): Pairs {
  const common = [...first.keys()].filter((trial) => second.has(trial)).sort((one, other) => one - other);
  return {
    first: common.map((trial) => first.get(trial)!),
    second: common.map((trial) => second.get(trial)!),
    unpaired: first.size + second.size - 2 * common.length,
  };
}
