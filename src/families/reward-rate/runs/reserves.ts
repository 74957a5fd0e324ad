import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { reservedOf, statedPlacesOf } from '../../../../models/facility/room-limits.js';
import { limitNamed } from '../../../../models/families/reward-rate/room-limits.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';

/** Limit with a reserve, and how much of the reserve a plan uses. */
export interface ReserveUse {
  readonly constraint: 'powerCap' | 'redLine' | 'coolingCapacity';
  /** Name of the CRAC; empty for a limit of the whole facility. */
  readonly where: string;
  /** W or C. */
  readonly unit: string;
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

/** Returns the limits that have a reserve: cap, red line, then CRACs. */
export function reserveUse(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  evaluation: PlanEvaluation | null,
): ReserveUse[] {
  return (['powerCap', 'redLine', 'coolingCapacity'] as const).flatMap((constraint) => {
    const entry = limitNamed(constraint)!;
    return statedPlacesOf(entry, instance, matrix).flatMap(({ where, unit, value: limit, limit: kept, use }) => {
      const reserve = reservedOf(entry, instance, limit);
      const used = evaluation === null ? null : use(evaluation);
      const left = used === null ? null : limit - used;
      return reserve === 0 ? [] : [{ constraint, where, unit, limit, reserve, kept, used, left }];
    });
  });
}
