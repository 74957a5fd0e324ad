import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import { indexOfGreatest, type PlanFigures } from '../../../runs/plan-figures.js';
import { ledgerEntry } from './ledger.js';

/** Returns energy, set-points by data centre and epoch, hottest inlet and completions of a plan; nothing of one that cannot be rated. */
export function planFigures(
  { dataCentres, taskTypes }: GeoInstance,
  evaluation: Pick<GeoEvaluation, 'costUsd' | 'cells' | 'servedPerS'> | null,
): PlanFigures {
  if (evaluation === null || !Number.isFinite(evaluation.costUsd)) return {};
  const { cells, servedPerS } = evaluation;
  const all = cells.flat();
  const hottest = indexOfGreatest(all.map(({ hottestInletC }) => hottestInletC));
  const { nodesKwh, cracsKwh, overheadKwh, transitionsKwh } = ledgerEntry(all);
  const mean = (i: number): number => servedPerS.reduce((sum, served) => sum + served[i]!, 0) / servedPerS.length;
  return {
    energyByPart: { nodesKwh, cracsKwh, overheadKwh, transitionsKwh },
    setPointsC: Object.fromEntries(dataCentres.map(({ name }, d) => [name, cells.map((row) => row[d]!.setPointC)])),
    hottestInletC: all[hottest]!.hottestInletC,
    hottestInletAt: dataCentres[hottest % dataCentres.length]!.name,
    completionsPerS: Object.fromEntries(taskTypes.map(({ name }, i) => [name, mean(i)])),
  };
}
