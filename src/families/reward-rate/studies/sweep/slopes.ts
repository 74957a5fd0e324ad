import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { valueAt } from '../../../../instances/draft.js';
import type { PathSegment } from '../../../../instances/fault.js';
import type { SweepAxis } from '../../../../studies/sweep/axes.js';
import type { Certificate } from '../../methods/outcome.js';

/**
 * Slopes of the upper bound along one axis, from which bounds at other values v of the axis follow, reward/s per unit:
 *
 * bound(v) <= bound + (v < value ? below : above) (v - value)
 *
 * Here `bound` and `value` are those of the point.
 */
export interface Slope {
  /** Derivative of the bound, reward/s per unit of the axis; null if it has none. */
  readonly perUnit: number | null;
  /** Slope that gives bounds at smaller values than the point's; null if nothing is proven. */
  readonly below: number | null;
  readonly above: number | null;
}

/**
 * Slopes with the range `from` to `to` of values in which the line of this point gives lower bounds than those of its
 * neighbours.
 */
export interface AxisSlope extends Slope {
  readonly from: Crossing | null;
  readonly to: Crossing | null;
}

interface Crossing {
  readonly value: number;
  /** Upper bound on the reward rate at this value of the axis, reward/s. */
  readonly bound: number;
}

/** Slope for a point without a proven bound. */
export const NO_SLOPE: Slope = { perUnit: null, below: null, above: null };

/**
 * Relative amount by which a point's bound must be below the certified bound to count as lower; smaller differences are
 * rounding error.
 */
const LOWER_BY = 1e-9;

/**
 * Returns the slope of a point's bound along an axis: the sum over all fields that the axis changes. If the point's
 * bound is lower than the certified one, for example because nodes on standby are whole, nothing is proven on either
 * side.
 *
 * @param original instance whose values are multiplied if the axis is a factor
 */
export function slopeAlong(
  axis: Pick<SweepAxis, 'places' | 'factors'>,
  original: RewardRateInstance,
  certificate: Certificate | null,
  bound: number | null,
): Slope {
  if (certificate === null) return NO_SLOPE;
  const { boundRewardPerS } = certificate;
  const isLower = bound !== null && bound < boundRewardPerS - LOWER_BY * Math.abs(boundRewardPerS);
  const own = isLower ? { ...certificate, lines: null } : certificate;
  return axis.places
    .map((place) => {
      const slope = slopeAt(place, original, own);
      return axis.factors ? scaled(slope, valueAt(original, place) as number) : slope;
    })
    .reduce(plus);
}

/**
 * Returns the slope of the bound with respect to one field of the instance. Nothing is proven for fields that the
 * certificate does not cover.
 */
function slopeAt(place: readonly PathSegment[], instance: RewardRateInstance, certificate: Certificate): Slope {
  const { marginal, lines } = certificate;
  const linear = (perUnit: number | undefined): Slope =>
    perUnit === undefined
      ? NO_SLOPE
      : { perUnit, below: lines == null ? null : perUnit, above: lines == null ? null : perUnit };
  const priced = (constraint: string, where: string): number =>
    marginal.limits.find((limit) => limit.constraint === constraint && limit.where === where)?.marginalValue ?? 0;
  const n = Number(place[2]);
  const cap: Slope = {
    perUnit: marginal.perCapW,
    below: lines?.cap?.belowPerW ?? null,
    above: lines?.cap?.abovePerW ?? null,
  };
  switch (place.filter((segment) => typeof segment === 'string').join('.')) {
    case 'limits.powerCapW':
      return cap;
    case 'facility.otherLoadW':
    case 'limits.reserve.powerW':
      // One watt more of other load or of reserve is one watt less of cap.
      return scaled(cap, -1);
    case 'limits.redLineC':
      return linear(marginal.perRedLineC);
    case 'limits.reserve.inletK':
      return scaled(linear(marginal.perRedLineC), -1);
    case 'workload.taskTypes.arrivalRatePerS':
      return linear(marginal.arrivalPerTaskPerS[n]);
    case 'limits.rackPowerLimits.powerLimitW':
      return linear(priced('rackPower', instance.limits.rackPowerLimits![n]!.rack));
    case 'limits.pdus.powerLimitW':
      return linear(priced('pduPower', instance.limits.pdus![n]!.name));
    default:
      return NO_SLOPE;
  }
}

/**
 * Returns the slopes with respect to another quantity. One unit of it changes the present one by `factor`. A negative
 * factor exchanges `below` and `above`.
 */
function scaled({ perUnit, below, above }: Slope, factor: number): Slope {
  const times = (value: number | null): number | null => (value === null ? null : value * factor + 0);
  return factor < 0
    ? { perUnit: times(perUnit), below: times(above), above: times(below) }
    : { perUnit: times(perUnit), below: times(below), above: times(above) };
}

function plus(one: Slope, other: Slope): Slope {
  const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
  return {
    perUnit: sum(one.perUnit, other.perUnit),
    below: sum(one.below, other.below),
    above: sum(one.above, other.above),
  };
}

/** A point of a grid: its position and value on each axis, its bound, and the slope of the bound along one axis. */
export interface SlopedPoint {
  readonly at: readonly number[];
  readonly values: readonly number[];
  readonly bound: number | null;
  readonly slope: Slope;
}

/**
 * Returns the slopes of all points along axis `a` with their ranges. A range ends where the lines of a point and its
 * neighbour give the same bound.
 */
export function rangesAlong(a: number, points: readonly SlopedPoint[]): AxisSlope[] {
  const slopes = points.map(({ slope }): AxisSlope => ({ ...slope, from: null, to: null }));
  const lines = new Map<string, number[]>();
  for (const [n, { at }] of points.entries()) {
    const key = at.filter((_, other) => other !== a).join();
    lines.set(key, [...(lines.get(key) ?? []), n]);
  }
  for (const line of lines.values()) {
    line.sort((one, other) => points[one]!.values[a]! - points[other]!.values[a]!);
    for (const [k, right] of line.entries()) {
      if (k === 0) continue;
      const left = line[k - 1]!;
      const met = crossing(points[left]!, points[right]!, a);
      slopes[left] = { ...slopes[left]!, to: met };
      slopes[right] = { ...slopes[right]!, from: met };
    }
  }
  return slopes;
}

function crossing(left: SlopedPoint, right: SlopedPoint, a: number): AxisSlope['from'] {
  const { above } = left.slope;
  const { below } = right.slope;
  if (left.bound === null || right.bound === null || above === null || below === null) return null;
  const span = right.values[a]! - left.values[a]!;
  // left.bound + above t = right.bound + below (t - span), t from 0 to span
  const turn = above - below;
  const t = turn > 0 ? Math.min(span, Math.max(0, (right.bound - left.bound - below * span) / turn)) : span;
  const bound = Math.min(left.bound + above * t, right.bound + below * (t - span));
  return { value: left.values[a]! + t, bound };
}
