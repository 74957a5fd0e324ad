import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { valueAt } from '../../../../instances/draft.js';
import type { PathSegment } from '../../../../instances/fault.js';
import type { FieldChange } from '../../../../instances/field-path.js';
import type { Certificate } from '../../methods/outcome.js';
import { slopesOf } from '../../runs/explain/limit-slopes.js';
import { limitNamed, ROOM_LIMITS } from '../../../../../models/families/reward-rate/room-limits.js';

/**
 * Slopes of a point's upper bound on reward along an axis, reward/s per unit. A slope is null if it is not known.
 * `perUnit` is the derivative of the bound. `below` and `above` are proven slopes, which bound the reward at any other
 * value v of the axis:
 *
 * bound(v) <= bound + (v < value ? below : above) (v - value)
 */
export type Slope = Readonly<Record<'perUnit' | 'below' | 'above', number | null>>;

/**
 * Value of an axis at which the lines of two neighbouring points meet, with the bound there, reward/s. Null if there is
 * no neighbour or a slope is not proven.
 */
type Crossing = { readonly value: number; readonly bound: number } | null;

/** Slopes of a point without a certificate (proven bound with its dual values). */
export const NO_SLOPE: Slope = { perUnit: null, below: null, above: null };

/** Relative amount by which a point's bound must be below the certified bound to count as lower. */
const LOWER_BY = 1e-9;

/**
 * Returns the slopes of a point's bound along an axis: for each slope, the sum over all fields that the axis changes.
 * If the point's bound is lower than the certified one, as with whole nodes on standby, the slopes `below` and `above`
 * are not proven.
 *
 * @param original instance whose values are multiplied if the axis has factors
 */
export function slopeAlong(
  { places, factors }: Pick<FieldChange, 'places' | 'factors'>,
  original: RewardRateInstance,
  certificate: Certificate | null,
  bound: number | null,
): Slope {
  if (certificate === null) return NO_SLOPE;
  const { boundRewardPerS } = certificate;
  const isLower = bound !== null && bound < boundRewardPerS - LOWER_BY * Math.abs(boundRewardPerS);
  const slopes = places.map((place): Slope => {
    const [slope, perUnit] = slopeAt(place, original, isLower ? { ...certificate, lines: null } : certificate);
    const factor = factors ? perUnit * (valueAt(original, place) as number) : perUnit;
    const times = (value: number | null): number | null => (value === null ? null : value * factor + 0);
    const [below, above] = factor < 0 ? [slope.above, slope.below] : [slope.below, slope.above];
    return { perUnit: times(slope.perUnit), below: times(below), above: times(above) };
  });
  const total = (key: keyof Slope): number | null =>
    slopes.reduce<number | null>((sum, { [key]: one }) => (sum === null || one === null ? null : sum + one), 0);
  return { perUnit: total('perUnit'), below: total('below'), above: total('above') };
}

/**
 * Returns the slopes of a bound with respect to the limit that a field changes, and the change of the limit per unit of
 * the field: -1 for a reserve of the limit and for other loads, which take of the power cap what they draw.
 */
function slopeAt(
  place: readonly PathSegment[],
  instance: RewardRateInstance,
  certificate: Certificate,
): readonly [Slope, perUnit: number] {
  const path = place.filter((segment) => typeof segment === 'string').join('.');
  const entry = ROOM_LIMITS.find(({ field }) => field === path);
  const reserved = path === 'facility.otherLoadW' ? 'powerCap' : entry?.reserveOf;
  const kind = reserved ?? entry?.name;
  if (kind === undefined || limitNamed(kind)!.reserve?.isShare === true) return [NO_SLOPE, 1];
  const where = reserved === undefined ? entry!.stated(instance)[Number(place[2])]?.where : undefined;
  const { estimate, proven } = slopesOf({ kind, where: where ?? '' }, certificate, instance);
  const perUnit = reserved === undefined ? 1 : -1;
  return [{ perUnit: estimate, below: proven?.below ?? null, above: proven?.alone ?? null }, perUnit];
}

/** Point of a grid with its bound, reward/s, and the slopes of the bound along each axis. */
export interface SlopedPoint {
  readonly values: readonly number[];
  readonly bound: number | null;
  readonly slopes: readonly Slope[];
}

/**
 * Returns the slopes of all points along axis number `a`, each with the range in which the point's line is below those
 * of its neighbours. The range ends at the crossings `from` and `to`.
 */
export function rangesAlong(a: number, points: readonly SlopedPoint[]) {
  const others = points.map(({ values }) => values.toSpliced(a, 1).join());
  const order = [...points.keys()].sort((m, n) =>
    others[m] === others[n] ? points[m]!.values[a]! - points[n]!.values[a]! : others[m]! < others[n]! ? -1 : 1,
  );
  const ranges = points.map(({ slopes }) => ({ ...slopes[a]!, from: null as Crossing, to: null as Crossing }));
  for (const [k, right] of order.entries()) {
    const left = order[k - 1];
    if (left === undefined || others[left] !== others[right]) continue;
    ranges[right]!.from = ranges[left]!.to = crossing(points[left]!, points[right]!, a);
  }
  return ranges;
}

function crossing(left: SlopedPoint, right: SlopedPoint, a: number): Crossing {
  const { above } = left.slopes[a]!;
  const { below } = right.slopes[a]!;
  if (left.bound === null || right.bound === null || above === null || below === null) return null;
  const span = right.values[a]! - left.values[a]!;
  // left.bound + above t = right.bound + below (t - span), t from 0 to span
  const turn = above - below;
  const t = turn > 0 ? Math.min(span, Math.max(0, (right.bound - left.bound - below * span) / turn)) : span;
  const bound = Math.min(left.bound + above * t, right.bound + below * (t - span));
  return { value: left.values[a]! + t, bound };
}
