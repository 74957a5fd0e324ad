import type { Figure } from '../../../reports/figures.js';
import { oneLine } from '../../../reports/format.js';
import type { ToldRun } from '../../../reports/told-run.js';
import { figures as ownFigures, type RewardRateShown } from '../figures.js';
import { factsOf } from './facts.js';
import type { ReportRequest } from './input.js';

/** Returns the description of a run (result, figures, words) from which text summary and HTML page are written. */
export function toldRun(
  input: ReportRequest,
  figures: readonly Figure<RewardRateShown>[] = ownFigures,
): ToldRun<RewardRateShown> {
  const { result } = input.record;
  const { currency } = input.instance;
  return {
    result,
    of: { ...input, facts: factsOf(input) },
    figures,
    hasPlan: input.plan !== null,
    noun: 'plan',
    passed: 'found no limit violated',
    beware: 'must not be applied',
    method: `${oneLine(result.method)}${optionWords(result)}`,
    atLeast: 'earns no less than',
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Returns the options of a run that belong to its method's name, such as " --naive"; empty if none was given. */
export function optionWords({
  naive,
  population,
}: Pick<ReportRequest['record']['result'], 'naive' | 'population'>): string {
  return `${population === undefined ? '' : ` --population ${population}`}${naive ? ' --naive' : ''}`;
}
