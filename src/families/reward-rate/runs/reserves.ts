import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { keptLimits } from '../../../../models/families/reward-rate/reserve.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';

/** Limit with a reserve, and how much of the reserve a plan uses. */
export interface ReserveUse {
  readonly constraint: 'powerCap' | 'redLine' | 'coolingCapacity';
  /** Name of the CRAC; empty for a limit of the whole facility. */
  readonly where: string;
  readonly unit: 'W' | 'C';
  /** Limit in the instance, W or C, before the reserve is deducted. */
  readonly limit: number;
  /** Distance from the limit that plans must keep, W or K. It may follow from a fraction in the instance. */
  readonly reserve: number;
  /** Limit minus reserve: the value that plans must keep. */
  readonly kept: number;
  /** Value in the plan (meter power, hottest inlet or heat of the CRAC); null without a plan. */
  readonly used: number | null;
  /** Limit minus the plan's value, W or K; null without a plan. */
  readonly left: number | null;
}

/** Returns the limits that have a reserve: cap, red line, then CRACs in the order of the matrix. */
export function reserveUse(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation | null,
): ReserveUse[] {
  const { limits, facility } = instance;
  const kept = keptLimits(instance);
  const hottestC = evaluation?.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity) ?? null;
  const { powerW = 0, inletK = 0, coolingShare = 0 } = limits.reserve ?? {};
  const of = (row: Omit<ReserveUse, 'left'>): ReserveUse[] =>
    row.reserve === 0 ? [] : [{ ...row, left: row.used === null ? null : row.limit - row.used }];
  return [
    ...of({
      constraint: 'powerCap',
      where: '',
      unit: 'W',
      limit: limits.powerCapW,
      reserve: powerW,
      kept: kept.powerCapW,
      used: evaluation?.power.totalW ?? null,
    }),
    ...of({
      constraint: 'redLine',
      where: '',
      unit: 'C',
      limit: limits.redLineC,
      reserve: inletK,
      kept: kept.redLineC,
      used: hottestC,
    }),
    ...matrix.cracNames.flatMap((where, c) => {
      const limit = facility.cracs.find(({ name }) => name === where)?.coolingCapacityW;
      const keptW = kept.cracs.find(({ name }) => name === where)?.coolingCapacityW;
      if (limit === undefined || keptW === undefined) return [];
      const used = evaluation?.cracHeatW[c] ?? null;
      const reserve = coolingShare * limit;
      return of({ constraint: 'coolingCapacity', where, unit: 'W', limit, reserve, kept: keptW, used });
    }),
  ];
}
