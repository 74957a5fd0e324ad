import { S_PER_H, S_PER_MIN } from '../../../../models/units.js';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import { indexOfGreatest, type PlanFigures } from '../../../runs/plan-figures.js';
import { ledgerEntry } from './ledger.js';

/** Key figures of a geo plan; each is absent if the plan could not be evaluated. */
export interface GeoPlanFigures extends PlanFigures {
  /** Hours that nodes are awake, summed over all nodes of a type, by name of the node type. */
  readonly nodeHours?: Readonly<Record<string, number>>;
  /** Mean of served rate over arrival rate, over all epochs and task types that arrive. */
  readonly servedOverArrivals?: number;
}

/** Returns the key figures of a plan (energy, set-points, tasks, ...); empty if it could not be evaluated. */
export function planFigures(
  { dataCentres, taskTypes, nodeTypes, horizon }: GeoInstance,
  evaluation: Pick<GeoEvaluation, 'costUsd' | 'cells' | 'servedPerS' | 'arrivalPerS'> | null,
): GeoPlanFigures {
  if (evaluation === null || !Number.isFinite(evaluation.costUsd)) return {};
  const { cells, servedPerS, arrivalPerS } = evaluation;
  const all = cells.flat();
  const hottest = indexOfGreatest(all.map(({ hottestInletC }) => hottestInletC));
  const { nodesKwh, cracsKwh, overheadKwh, transitionsKwh } = ledgerEntry(all);
  const mean = (i: number): number => servedPerS.reduce((sum, served) => sum + served[i]!, 0) / servedPerS.length;
  const epochHours = horizon.epochMinutes / (S_PER_H / S_PER_MIN);
  const awakeHours = (j: number): number => all.reduce((sum, { awake }) => sum + awake[j]! * epochHours, 0);
  const shares = servedPerS.flatMap((row, t) =>
    row.flatMap((served, i) => (arrivalPerS[t]![i]! > 0 ? [served / arrivalPerS[t]![i]!] : [])),
  );
  return {
    nodeHours: Object.fromEntries(nodeTypes.map(({ name }, j) => [name, awakeHours(j)])),
    servedOverArrivals: shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length),
    energyByPart: { nodesKwh, cracsKwh, overheadKwh, transitionsKwh },
    setPointsC: Object.fromEntries(dataCentres.map(({ name }, d) => [name, cells.map((row) => row[d]!.setPointC)])),
    hottestInletC: all[hottest]!.hottestInletC,
    hottestInletAt: dataCentres[hottest % dataCentres.length]!.name,
    completionsPerS: Object.fromEntries(taskTypes.map(({ name }, i) => [name, mean(i)])),
  };
}
