import { currencyOf } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { Figure } from '../../../reports/figures.js';
import { oneLine } from '../../../reports/format.js';
import type { ToldRun } from '../../../reports/told-run.js';
import { figures as ownFigures, type UtilityShown } from '../figures.js';
import type { UtilityRunRecord, UtilityRunResult } from '../runs/result.js';

/** Returns the description of a run (result, figures and words) that its summary and report are written from. */
export function toldRun(
  instance: Pick<UtilityInstance, 'currency'>,
  { result, verdict }: Pick<UtilityRunRecord, 'result' | 'verdict'>,
  figures: readonly Figure<UtilityShown>[] = ownFigures,
): ToldRun<UtilityShown> {
  const currency = currencyOf(instance);
  return {
    result,
    of: { result, currency },
    figures,
    hasPlan: verdict !== null,
    noun: 'schedule',
    passed: 'found no limit exceeded',
    beware: '',
    method: `${oneLine(result.method)}${choicesText(result)}`,
    atLeast: 'earns no less than',
    title: `, ${result.environment}`,
    currency,
  };
}

/** Returns text that follows the name of a policy: filter, leniency and preemption, e.g. ", filter X at leniency 1". */
export function choicesText({ filter, leniency, preemption }: UtilityRunResult): string {
  const filtered = filter === 'none' ? '' : `, filter ${filter}${leniency === null ? '' : ` at leniency ${leniency}`}`;
  return `${filtered}${preemption === 'none' ? '' : `, preemption ${preemption}`}`;
}
