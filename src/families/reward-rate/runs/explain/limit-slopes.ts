import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { Certificate } from '../../methods/outcome.js';
import type { ProvenSlope } from './combination.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import type { Movable } from './movable.js';

/** Kinds of limits that may be changed to reach a wanted reward or demand. */
export const KINDS_WANTED: readonly LimitName[] = ['powerCap', 'redLine', 'rackPower', 'pduPower', 'coolingCapacity'];

/**
 * Returns the dual value of a limit in a proven bound: the estimated rise of the bound per unit, reward/s; 0 if it does
 * not restrict the bound.
 */
export function priceAtBound({ kind, where }: Pick<Movable, 'kind' | 'where'>, { marginal }: Certificate): number {
  if (kind === 'powerCap') return marginal.perCapW;
  if (kind === 'redLine') return marginal.perRedLineC;
  return marginal.limits.find((one) => one.constraint === kind && one.where === where)?.marginalValue ?? 0;
}

/**
 * Returns the proven slope of a bound for all looser values of this limit, if all other limits stay, reward/s per unit.
 * Null if none is proven (docs/reward-rate/sweeps.md).
 */
export function slopeAbove(movable: Pick<Movable, 'kind' | 'where'>, certificate: Certificate): number | null {
  const { lines } = certificate;
  if (lines === null || lines === undefined || movable.kind === 'coolingCapacity') return null;
  return movable.kind === 'powerCap' ? (lines.cap?.abovePerW ?? null) : priceAtBound(movable, certificate);
}

/**
 * Returns the bound on reward that the certificate's slopes extend to other limits, reward/s; null if there is none. It
 * may be above the run's own `bound`, which may hold only under the run's limits and tighter ones.
 */
export function lineBoundOf(bound: number | null, certificate: Certificate | null): number | null {
  return bound === null || certificate === null ? null : Math.max(bound, certificate.boundRewardPerS);
}

/**
 * Returns the proven slopes of a bound per unit of this limit, reward/s, that hold also if other limits change. Null if
 * none are proven (docs/reward-rate/explain.md).
 */
export function jointSlope(
  movable: Pick<Movable, 'kind' | 'where'>,
  certificate: Certificate,
  { limits }: RewardRateInstance,
): ProvenSlope | null {
  const { lines } = certificate;
  if (lines === null || lines === undefined) return null;
  if (movable.kind === 'powerCap') {
    return lines.cap === null ? null : { below: lines.cap.belowPerW, above: lines.cap.aboveAnyRedLinePerW };
  }
  // Of a watt of capacity the share that is reserved is no use.
  const gain = movable.kind === 'coolingCapacity' ? 1 - (limits.reserve?.coolingShare ?? 0) : 1;
  const slope = gain * priceAtBound(movable, certificate);
  return { below: slope, above: slope };
}
