import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { keptPerStated } from '../../../../../models/facility/room-limits.js';
import { limitNamed } from '../../../../../models/families/reward-rate/room-limits.js';
import type { Certificate } from '../../methods/outcome.js';
import type { Movable } from './knobs.js';

/** How a proven bound changes with one limit, reward/s per unit by which the limit is loosened. */
interface LimitSlopes {
  /** Slope of the bound at the limit's present value: an estimate for other values. */
  readonly estimate: number;
  /** Proven slopes; null if none are proven. */
  readonly proven: ProvenSlope | null;
}

/** Proven slopes of a bound for tighter (`below`) and looser (`above`) values of a limit. Those of several limits add up. */
export interface ProvenSlope {
  readonly below: number;
  readonly above: number;
  /** Slope for looser values if all other limits stay; at most `above`. */
  readonly alone: number;
}

/**
 * Returns how a proven bound changes with a limit, or with a demand (kind 'arrivals'), of which the lowered part counts
 * as served (docs/reward-rate/explain.md, sweeps.md).
 */
export function slopesOf(
  limit: Pick<Movable, 'kind' | 'where'> & Partial<Pick<Movable, 'from' | 'entry'>>,
  certificate: Certificate | null,
  instance: RewardRateInstance,
): LimitSlopes {
  if (certificate === null) return { estimate: 0, proven: null };
  const { lines = null, marginal } = certificate;
  const { kind, where, from = 1, entry = limitNamed(kind) ?? {} } = limit;
  const linear = (slope: number): ProvenSlope | null =>
    lines === null ? null : { below: slope, above: slope, alone: slope };
  if (kind === 'powerCap') {
    const cap = lines?.cap ?? null;
    const proven = cap === null ? null : { below: cap.belowPerW, above: cap.aboveAnyRedLinePerW, alone: cap.abovePerW };
    return { estimate: marginal.perCapW, proven };
  }
  if (kind === 'arrivals' || kind === 'arrivalRate') {
    const index = instance.workload.taskTypes.findIndex(({ name }) => name === where);
    const perTask = marginal.arrivalPerTaskPerS[index] ?? 0;
    if (kind === 'arrivalRate') return { estimate: perTask, proven: linear(perTask) };
    const { arrivalRatePerS } = instance.workload.taskTypes[index]!;
    const slope = ((1 / arrivalRatePerS - perTask) * arrivalRatePerS) / from;
    return { estimate: slope, proven: linear(slope) };
  }
  const own = marginal.limits.find((one) => one.constraint === kind && one.where === where);
  const estimate = kind === 'redLine' ? marginal.perRedLineC : (own?.marginalValue ?? 0);
  return { estimate, proven: linear(keptPerStated(entry, instance) * estimate) };
}
