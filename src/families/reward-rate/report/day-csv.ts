import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/problems/reward-rate/plan.js';
import type { DayResult } from '../studies/day/result.js';
import { type CsvLine, csvText } from '../../../reports/csv.js';
import { PLAN_CSV_COLUMNS, planLines } from './plan-csv.js';
import { MONEY_COLUMNS, moneyCells } from './money-cells.js';
import { firstLimit } from '../../../reports/wording.js';

/** Columns of the money of whole epochs, USD. */
const EPOCH_MONEY: readonly string[] = ['revenue_usd', 'energy_usd', 'money_usd'];

/**
 * One record per epoch: limits, reward, energy by use (J), nodes on standby, set-points, tasks by type; prices and money where it was made best; what
 * waking costs where nodes wake.
 */
export function dayCsv({ epochs, taskTypes }: DayResult): string {
  const cracs = [...new Set(epochs.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const wakes = epochs.some(({ waking }) => waking !== undefined);
  const isWeighed = epochs.some(({ alone }) => alone !== undefined);
  const hasMoney = epochs.some(({ prices }) => prices !== undefined);
  const header = [
    'epoch',
    'start_s',
    'epoch_s',
    'power_cap_w',
    'red_line_c',
    'termination',
    'feasible',
    'reward',
    'reward_bound',
    'gap',
    'idle_j',
    'cores_j',
    'cooling_j',
    'ups_loss_j',
    'other_j',
    'total_j',
    'hottest_inlet_c',
    'on_standby',
    ...cracs.map((crac) => `set_point_c ${crac}`),
    ...taskTypes.flatMap((name) => [`arrived ${name}`, `completed ${name}`, `lost ${name}`, `reward ${name}`]),
    'least_power_w',
    'power_gap',
    ...(hasMoney ? [...MONEY_COLUMNS, 'energy_usd_per_kwh', 'carbon_g_per_kwh', 'usd_per_kwh', ...EPOCH_MONEY] : []),
    'no_plan_because',
    'plan_from',
    ...(wakes ? ['woken_nodes', 'waking_j', 'waking_reward_lost'] : []),
    ...(isWeighed ? ['alone_reward_per_s', 'alone_power_w', 'alone_on_standby'] : []),
  ];
  const lines = epochs.map((epoch): CsvLine => {
    const { energy } = epoch;
    return [
      epoch.epoch,
      epoch.startS,
      epoch.epochS,
      epoch.powerCapW,
      epoch.redLineC,
      epoch.termination,
      String(epoch.feasible),
      epoch.reward,
      epoch.rewardBound,
      epoch.gap,
      energy?.idleJ ?? null,
      energy?.coresJ ?? null,
      energy?.coolingJ ?? null,
      energy?.upsLossJ ?? null,
      energy?.otherJ ?? null,
      energy?.totalJ ?? null,
      epoch.hottestInletC,
      epoch.onStandby,
      ...cracs.map((crac) => epoch.setPointsC?.[crac] ?? null),
      ...epoch.tasks.flatMap(({ arrived, completed, lost, reward }) => [arrived, completed, lost, reward]),
      epoch.leastPower?.boundW ?? null,
      epoch.leastPower?.gap ?? null,
      ...(hasMoney
        ? [
            ...[
              ...moneyCells(epoch),
              epoch.prices?.energyUsdPerKWh ?? null,
              epoch.prices?.carbonGPerKWh ?? null,
              epoch.usdPerKWh ?? null,
            ],
            ...[epoch.usd?.revenueUsd ?? null, epoch.usd?.energyUsd ?? null, epoch.usd?.usd ?? null],
          ]
        : []),
      firstLimit(epoch.infeasibility) ?? epoch.failure ?? null,
      epoch.planFrom ?? null,
      ...(wakes ? [epoch.waking?.nodes ?? 0, epoch.waking?.energyJ ?? 0, epoch.waking?.rewardLost ?? 0] : []),
      ...(isWeighed
        ? [epoch.alone?.objective ?? null, epoch.alone?.powerW ?? null, epoch.alone?.onStandby ?? null]
        : []),
    ];
  });
  return csvText([header, ...lines]);
}

/** Plans of all epochs in CSV: the records of plan.csv with the epoch in front. Epochs without a plan have none. */
export function dayPlansCsv(
  instance: Pick<RewardRateInstance, 'facility'>,
  { zones }: Pick<InfluenceMatrix, 'zones'>,
  { epochs }: DayResult,
  plans: readonly (RewardRatePlan | null)[],
): string {
  const lines = plans.flatMap((plan, n): CsvLine[] =>
    plan === null ? [] : planLines(instance, zones, plan).map((line) => [epochs[n]!.epoch, ...line]),
  );
  return csvText([['epoch', ...PLAN_CSV_COLUMNS], ...lines]);
}
