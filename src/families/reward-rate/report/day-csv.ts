import { currencyOf } from '../../../../models/units.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { DayResult, EpochResult } from '../studies/day/result.js';
import { type CsvColumn, type CsvLine, csvOf, csvText } from '../../../reports/csv.js';
import { csvColumns, csvHeading } from '../../../reports/figures.js';
import { figures } from '../figures.js';
import { PLAN_CSV_COLUMNS, planLines } from './plan-csv.js';
import { firstLimit } from '../../../reports/wording.js';

/**
 * Returns the results of a day as CSV, one record for each epoch. Columns are limits, figures of the run, energy by
 * use, nodes on standby, set-points, and tasks by type. Prices and money are added if money was the objective, costs of
 * waking if nodes wake up.
 */
export function dayCsv(day: DayResult): string {
  const { epochs, taskTypes } = day;
  const cracs = [...new Set(epochs.flatMap(({ setPointsC }) => Object.keys(setPointsC ?? {})))];
  const has = (key: 'waking' | 'alone' | 'prices'): boolean => epochs.some((epoch) => epoch[key] !== undefined);
  const currency = currencyOf(day);
  const usd = (name: string): string => name.replace('usd', currency.toLowerCase());
  const column = (name: string, of: CsvColumn<EpochResult>['of']): CsvColumn<EpochResult> => ({ name, of });
  const isOfMoney = ({ name }: { readonly name: string }): boolean => name.startsWith('money_');
  return csvOf(epochs, [
    column('epoch', ({ epoch }) => epoch),
    column('start_s', ({ startS }) => startS),
    column('epoch_s', ({ epochS }) => epochS),
    column('power_cap_w', ({ powerCapW }) => powerCapW),
    column('red_line_c', ({ redLineC }) => redLineC),
    column('termination', ({ termination }) => termination),
    column('feasible', ({ feasible }) => String(feasible)),
    column('reward', ({ reward }) => reward),
    column('reward_bound', ({ rewardBound }) => rewardBound),
    ...csvColumns(figures, currency).filter((one) => has('prices') || !isOfMoney(one)),
    ...USES.map((use) => column(csvHeading({ key: use }), ({ energy }) => energy?.[use] ?? null)),
    column('on_standby', ({ onStandby }) => onStandby),
    ...cracs.map((crac) => column(`set_point_c ${crac}`, ({ setPointsC }) => setPointsC?.[crac] ?? null)),
    ...taskTypes.flatMap((name, i) =>
      TASK_FIGURES.map((key) => column(`${key} ${name}`, ({ tasks }) => tasks[i]![key])),
    ),
    ...(has('prices')
      ? [
          column(usd('energy_usd_per_kwh'), ({ prices }) => prices?.energyUsdPerKWh ?? null),
          column('carbon_g_per_kwh', ({ prices }) => prices?.carbonGPerKWh ?? null),
          column(usd('usd_per_kwh'), ({ usdPerKWh }) => usdPerKWh ?? null),
          column(usd('revenue_usd'), ({ usd: made }) => made?.revenueUsd ?? null),
          column(usd('energy_usd'), ({ usd: made }) => made?.energyUsd ?? null),
          column(usd('money_usd'), ({ usd: made }) => made?.usd ?? null),
        ]
      : []),
    column('no_plan_because', ({ infeasibility, failure }) => firstLimit(infeasibility) ?? failure ?? null),
    column('plan_from', ({ planFrom }) => planFrom ?? null),
    ...(has('waking')
      ? [
          column('woken_nodes', ({ waking }) => waking?.nodes ?? 0),
          column('waking_j', ({ waking }) => waking?.energyJ ?? 0),
          column('waking_reward_lost', ({ waking }) => waking?.rewardLost ?? 0),
        ]
      : []),
    ...(has('alone')
      ? [
          column('alone_reward_per_s', ({ alone }) => alone?.objective ?? null),
          column('alone_power_w', ({ alone }) => alone?.powerW ?? null),
          column('alone_on_standby', ({ alone }) => alone?.onStandby ?? null),
        ]
      : []),
  ]);
}

/** Uses of energy, in the order of their columns in the CSV. */
const USES = ['idleJ', 'coresJ', 'coolingJ', 'upsLossJ', 'otherJ', 'totalJ'] as const;
/** Figures of each task type, in the order of their columns in the CSV. */
const TASK_FIGURES = ['arrived', 'completed', 'lost', 'reward'] as const;

/**
 * Returns the plans of all epochs as CSV: the records of plan.csv with a first column for the epoch. An epoch without a
 * plan has no records.
 */
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
