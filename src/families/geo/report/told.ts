import { currencyOf } from '../../../../models/units.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { Figure } from '../../../reports/figures.js';
import { oneLine } from '../../../reports/format.js';
import type { ToldRun } from '../../../reports/told-run.js';
import { figures as ownFigures, type GeoShown } from '../figures.js';
import type { GeoReportRecord } from './input.js';
import { energyUse, ratedEvaluation } from './sums.js';

/** Returns what the summary and the report page of a run share: its figures, and phrases about them. */
export function toldRun(
  instance: GeoInstance,
  record: GeoReportRecord,
  figures: readonly Figure<GeoShown>[] = ownFigures,
): ToldRun<GeoShown> {
  const { result } = record;
  const evaluation = ratedEvaluation(record);
  const hasPlan = record.evaluation !== null;
  const use = evaluation === null ? null : energyUse(evaluation.cells.flat());
  return {
    result,
    of: { instance, result, hasPlan, evaluation, use },
    figures,
    hasPlan,
    noun: 'plan',
    passed: 'found every task served and no limit violated',
    beware: 'must not be applied',
    method: oneLine(result.method),
    atLeast: 'costs no more than',
    currency: currencyOf(instance),
  };
}
