import { type Curve, type End, endOf, type Side, sideOf } from './concave-curve.js';
import type { WorthLimit, WorthLp } from './worth-lp.js';

/** Marginal values of one limit as it becomes looser (or tighter), at fixed set-points. */
export interface SideWorth {
  /** Marginal value at the limit's present value: change of the best reward, reward/s per unit. */
  readonly perUnit: number;
  /** Value that the limit may reach before its marginal value differs from `perUnit`; null if it never does. */
  readonly holdsTo: number | null;
  /** Marginal value just beyond `holdsTo`. Null if `holdsTo` is null, or if no plan or no limit exists beyond it. */
  readonly beyondPerUnit: number | null;
  /**
   * Value that the limit may reach before its marginal value differs from `perUnit` by over a tenth; null if it never
   * does.
   */
  readonly withinTenthTo: number | null;
}

/**
 * Marginal values of a limit at fixed set-points, reward/s per unit, and the values of the limit, less its reserve, at
 * which they change.
 */
export interface LimitWorth {
  readonly limit: WorthLimit;
  readonly looser: SideWorth;
  readonly tighter: SideWorth;
  /** Value of the limit from which one more unit earns less than half of the first unit; null if there is none. */
  readonly knee: number | null;
  /** Rise of the best reward if the limit is removed, reward/s. */
  readonly without: number;
}

/** A marginal value counts as nearly the same while it differs by at most this fraction. */
const TENTH = 0.1;
/**
 * The knee is where the marginal value falls below this fraction of its present value. The power cap's knee is defined
 * in the same way.
 */
const KNEE_SHARE = 0.5;

/**
 * Returns the marginal values of a limit, and the exact values of the limit at which they change. Null if an LP gave no
 * answer or the search was stopped.
 */
export async function limitWorth(lp: WorthLp, limit: WorthLimit): Promise<LimitWorth | null> {
  const up = lp.curve(limit, 'looser');
  const looser = await sideOf(up, lp.startOf(limit, 'looser'));
  if (looser === null) return null;
  const tenthUp = await withinTenth(up, looser, 1 - TENTH);
  const half = looser.slope <= up.noise ? null : await endAt(up, looser, KNEE_SHARE * looser.slope);
  const [last] = [...looser.points].sort((a, b) => b.at - a.at);
  const down = lp.curve(limit, 'tighter');
  const tighter = await sideOf(down, lp.startOf(limit, 'tighter'));
  if (tighter === null || tenthUp === 'open' || half === 'open' || last === undefined) return null;
  const tenthDown = await withinTenth(down, tighter, 1 + TENTH);
  if (tenthDown === 'open') return null;
  const valueAt = (distance: number): number => limit.kept + limit.looser * distance;
  return {
    limit,
    looser: {
      perUnit: unsigned(limit.looser * looser.slope),
      holdsTo: valueOf(looser.end, limit.looserBy, valueAt),
      beyondPerUnit: beyondOf(looser.end, limit.looser),
      withinTenthTo: valueOf(tenthUp, limit.looserBy, valueAt),
    },
    tighter: {
      perUnit: unsigned(-limit.looser * tighter.slope),
      holdsTo: valueOf(tighter.end, limit.tighterBy, (distance) => valueAt(-distance)),
      beyondPerUnit: beyondOf(tighter.end, -limit.looser),
      withinTenthTo: valueOf(tenthDown, limit.tighterBy, (distance) => valueAt(-distance)),
    },
    knee: half === null ? null : valueAt(half.at),
    without: last.value - lp.rewardPerS > up.tolerance ? last.value - lp.rewardPerS : 0,
  };
}

function withinTenth(curve: Curve, { slope, points }: Side, factor: number): Promise<End | null | 'open'> {
  return endAt(curve, { points }, factor * slope - curve.noise);
}

function endAt(curve: Curve, { points }: Pick<Side, 'points'>, least: number): Promise<End | null | 'open'> {
  return endOf(curve, points, (slope) => slope >= least);
}

function valueOf(end: End | null, farthest: number, valueAt: (distance: number) => number): number | null {
  if (end !== null) return valueAt(end.at);
  return Number.isFinite(farthest) ? valueAt(farthest) : null;
}

function beyondOf(end: End | null, sign: number): number | null {
  return end === null || end.beyond === null || !end.hasPlan ? null : unsigned(sign * end.beyond);
}

function unsigned(value: number): number {
  return value === 0 ? 0 : value;
}
