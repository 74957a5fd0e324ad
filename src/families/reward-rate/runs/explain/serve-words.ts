import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import { choiceProblem } from '../../../../instances/choice-problem.js';
import { COMMAND_LINE, type Problem } from '../../../../instances/problem.js';

/** Share of a task type's arrivals that must be served. */
export interface Demand {
  readonly taskType: string;
  /** Share of what arrives, above 0 and at most 1. */
  readonly share: number;
}

/** Word for all arrivals of all task types. */
const ALL = 'all';

/**
 * Reads `--serve`: `all`, or task types, each with a percentage behind "=" (100 without). Types without arrivals need
 * no service. Returns the faults if there are any.
 */
export function readDemands(
  { workload: { taskTypes } }: RewardRateInstance,
  words: string | undefined,
): readonly Demand[] | { readonly problems: readonly Problem[] } {
  if (words === undefined) return [];
  const names = taskTypes.map(({ name }) => name);
  const given = words.split(',').map((word) => word.trim());
  const demands =
    given.length === 1 && given[0] === ALL && !names.includes(ALL)
      ? names.map((taskType): Demand => ({ taskType, share: 1 }))
      : given.map((word) => demandOf(word, names));
  const problems = demands.filter((one): one is Problem => 'path' in one);
  const read = demands.filter((one): one is Demand => !('path' in one));
  const twice = read.find(({ taskType }, n) => read.slice(0, n).some((one) => one.taskType === taskType));
  if (twice !== undefined) {
    problems.push(serveProblem(twice.taskType, 'each task type once', 'Remove the repetition.'));
  }
  if (problems.length > 0) return { problems };
  return read.filter(({ taskType }) => taskTypes.find(({ name }) => name === taskType)!.arrivalRatePerS > 0);
}

function demandOf(word: string, names: readonly string[]): Demand | Problem {
  if (names.includes(word)) return { taskType: word, share: 1 };
  const cut = word.lastIndexOf('=');
  if (cut < 0) return choiceProblem('--serve', word, [ALL, ...names]);
  const taskType = word.slice(0, cut).trim();
  if (!names.includes(taskType)) return choiceProblem('--serve', taskType, names);
  const text = word.slice(cut + 1).trim();
  const percent = text === '' ? NaN : Number(text);
  if (percent > 0 && percent <= 100) return { taskType, share: percent / 100 };
  return serveProblem(word, 'a task type, "=" and a percentage above 0 and at most 100', 'Correct the percentage.');
}

function serveProblem(value: string, allowed: string, remedy: string): Problem {
  return { file: COMMAND_LINE, path: '--serve', value, allowed, remedy };
}
