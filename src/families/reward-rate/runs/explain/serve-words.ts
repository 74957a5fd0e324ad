import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { choiceFault } from '../../../../instances/choice-fault.js';
import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';

/** Demand to serve at least a fraction of a task type's arrivals. */
export interface Demand {
  readonly taskType: string;
  /** Fraction of the arrivals to be served, above 0 and at most 1. */
  readonly share: number;
}

/** Value of `--serve` that demands all arrivals of all task types. */
const ALL = 'all';

/**
 * Reads option `--serve`: `all`, or task types, each optionally followed by "=" and a percentage (default 100). Task
 * types without arrivals are omitted.
 */
export function readDemands(
  { workload: { taskTypes } }: RewardRateInstance,
  words: string | undefined,
): readonly Demand[] | { readonly faults: readonly Fault[] } {
  if (words === undefined) return [];
  const names = taskTypes.map(({ name }) => name);
  const given = words.split(',').map((word) => word.trim());
  const demands =
    given.length === 1 && given[0] === ALL && !names.includes(ALL)
      ? names.map((taskType): Demand => ({ taskType, share: 1 }))
      : given.map((word) => demandOf(word, names));
  const faults = demands.filter((one): one is Fault => 'path' in one);
  const read = demands.filter((one): one is Demand => !('path' in one));
  const twice = read.find(({ taskType }, n) => read.slice(0, n).some((one) => one.taskType === taskType));
  if (twice !== undefined) {
    faults.push(serveFault(twice.taskType, 'each task type once', 'Remove the repetition.'));
  }
  if (faults.length > 0) return { faults };
  return read.filter(({ taskType }) => taskTypes.find(({ name }) => name === taskType)!.arrivalRatePerS > 0);
}

function demandOf(word: string, names: readonly string[]): Demand | Fault {
  if (names.includes(word)) return { taskType: word, share: 1 };
  const cut = word.lastIndexOf('=');
  if (cut < 0) return choiceFault('--serve', word, [ALL, ...names]);
  const taskType = word.slice(0, cut).trim();
  if (!names.includes(taskType)) return choiceFault('--serve', taskType, names);
  const text = word.slice(cut + 1).trim();
  const percent = text === '' ? NaN : Number(text);
  if (percent > 0 && percent <= 100) return { taskType, share: percent / 100 };
  return serveFault(word, 'a task type, "=" and a percentage above 0 and at most 100', 'Correct the percentage.');
}

function serveFault(value: string, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path: '--serve', value, allowed, remedy };
}
