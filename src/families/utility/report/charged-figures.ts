import { countUpTo } from '../../../../models/bisection.js';
import { J_PER_MJ, S_PER_H } from '../../../../models/units.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityRunRecord } from '../runs/result.js';
import { meansOf, type TimeBins, type Values } from './time-bins.js';

/** Prices that a policy charged, and what was drawn and dropped meanwhile. Lists are by column of the heat maps. */
export interface ChargedFigures {
  /**
   * Mean price of energy for a run that takes next to none of it, utility/MJ; null in a column in which energy is free.
   * With a tariff, of charged MJ.
   */
  readonly utilityPerMJ: Values;
  /** Mean price of a node over all nodes, utility per node-hour; null while the policy has none. */
  readonly meanPerNodeH: Values;
  /** Mean dual value of a node over all nodes in the bound, utility per node-hour; null without a bound. */
  readonly boundPerNodeH: Values | null;
  /** Mean price of a node of each shown pool, utility per node-hour. */
  readonly utilityPerNodeH: readonly Values[];
  /** Energy drawn, MJ. */
  readonly drawnMJ: Values;
  /**
   * Budget of the day less what is drawn or committed once the last event of the column has decided, MJ (with a tariff,
   * charged MJ); null without a budget, or an event of that day before the end of the column.
   */
  readonly leftMJ: Values;
  readonly dropped: Values;
}

/**
 * Returns the prices that a policy charged; null if it puts no price on nodes.
 *
 * @param shown indices of the shown pools
 * @param drawnJ energy drawn in each column, J
 * @param boundPerNodeH mean dual value of a node in each column, utility per node-hour; null without a bound
 */
export function chargedFigures(
  { pools, days }: UtilityModel,
  {
    timeS,
    price,
    nodePrice,
    committedJ,
    dropped,
  }: Pick<NonNullable<UtilityRunRecord['series']>, 'timeS' | 'price' | 'nodePrice' | 'committedJ' | 'dropped'>,
  columns: TimeBins,
  shown: readonly number[],
  drawnJ: Float64Array,
  boundPerNodeH: Values | null,
): ChargedFigures | null {
  if (nodePrice.length === 0) return null;
  const all = pools.reduce((sum, { nodes }) => sum + nodes, 0);
  const perNodeH = (e: number, j: number): number => nodePrice[e * pools.length + j]! * S_PER_H;
  const { borderS } = columns;
  /** For each column, number of events before its end. */
  const until = Array.from(drawnJ, (_, b) => {
    const count = countUpTo(timeS, borderS[b + 1]!);
    return count > 0 && timeS[count - 1] === borderS[b + 1] ? count - 1 : count;
  });
  return {
    utilityPerMJ: meansOf(columns, timeS, (e) => price[e]! * J_PER_MJ),
    meanPerNodeH: meansOf(columns, timeS, (e) =>
      pools.reduce((sum, { nodes }, j) => sum + (nodes / all) * perNodeH(e, j), 0),
    ),
    boundPerNodeH,
    utilityPerNodeH: shown.map((j) => meansOf(columns, timeS, (e) => perNodeH(e, j))),
    drawnMJ: Array.from(drawnJ, (joules) => joules / J_PER_MJ),
    leftMJ: until.map((count, b) => {
      const { startS, budgetJ } = days.find(({ endS }) => endS > borderS[b]!)!;
      const hasEvent = count > 0 && timeS[count - 1]! >= startS;
      return budgetJ === Infinity || !hasEvent ? null : (budgetJ - committedJ[count - 1]!) / J_PER_MJ;
    }),
    dropped: until.map((count, b) => dropped.subarray(b === 0 ? 0 : until[b - 1]!, count).reduce((a, n) => a + n, 0)),
  };
}
