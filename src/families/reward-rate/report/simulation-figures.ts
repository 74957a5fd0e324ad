import { alignedIn, inUnit, oneLine, percent } from '../../../reports/format.js';
import { interval } from '../../../reports/html/interval.js';
import { nameOf, quantity } from '../../../reports/html/markup.js';
import { numeric, type RowColumn } from '../../../reports/html/table.js';
import type { PlanRecord, SimulationRecord } from '../studies/uncertainty/record.js';

export function planColumns(plans: readonly PlanRecord[]): readonly RowColumn<PlanRecord>[] {
  const reward = alignedIn(
    'reward/s',
    plans.flatMap((plan) => [plan.nominalRewardPerS, plan.rewardPerS.mean]),
  );
  const column = (head: string, of: (plan: PlanRecord) => number): RowColumn<PlanRecord> =>
    numeric(head, (plan) => quantity(reward.write(of(plan))));
  return [
    { head: `Plan (${reward.unit})`, of: ({ name, feasible }) => [nameOf(name), feasible ? '' : ' !'] },
    column('Nominal', ({ nominalRewardPerS }) => nominalRewardPerS),
    column('Mean', ({ rewardPerS }) => rewardPerS.mean),
    numeric('95 % interval of the mean', ({ rewardPerS }) => interval(rewardPerS, reward.write)),
    column('5 % quantile', ({ rewardPerS }) => rewardPerS.p5),
    column('Median', ({ rewardPerS }) => rewardPerS.p50),
    column('95 % quantile', ({ rewardPerS }) => rewardPerS.p95),
    numeric(`At least ${shareText(plans)}`, ({ reaches }) => quantity(percent(reaches.probability))),
  ];
}

/**
 * Returns the columns of the table of differences between the plans' rewards. The plans are compared sample by sample,
 * with the same random numbers for all.
 */
export function differenceColumns({
  differences,
  samples,
}: SimulationRecord): readonly RowColumn<SimulationRecord['differences'][number]>[] {
  const reward = alignedIn(
    'reward/s',
    differences.flatMap(({ rewardPerS }) => [rewardPerS.mean, rewardPerS.low, rewardPerS.high]),
  );
  return [
    { head: `Less ${oneLine(differences[0]?.reference ?? '')} (${reward.unit})`, of: ({ name }) => nameOf(name) },
    numeric('Mean', ({ rewardPerS }) => quantity(reward.write(rewardPerS.mean))),
    numeric('95 % interval', ({ rewardPerS }) => interval(rewardPerS, reward.write)),
    numeric('Earns more', ({ wins }) => quantity(percent(wins / samples))),
    numeric('Earns less', ({ losses }) => quantity(percent(losses / samples))),
    numeric('Variance left', ({ varianceRatio }) => quantity(percent(varianceRatio))),
  ];
}

/** Returns, as text such as "90 %", the fraction of the nominal reward that the plans should reach. */
export function shareText(plans: readonly PlanRecord[]): string {
  return `${Number(inUnit(plans[0]?.reaches.share ?? 1, 'share')!.digits)}\u00a0%`;
}
