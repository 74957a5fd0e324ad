import { capOf } from '../../../../../models/facility/meter.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { boundIfAny } from '../config-lp.js';
import type { WarmStart } from '../outcome.js';
import { idleFloorW, withCap } from '../with-cap.js';

/** Conversion to money: the income per unit of reward, USD, and the cost of a watt-second of energy, USD. */
export interface MoneyRate {
  readonly usdPerReward: number;
  readonly usdPerWs: number;
}

/**
 * Proven bound on reward under the power cap `capW`. The slopes, reward/s per W, extend it as a line to lower caps
 * (`belowPerW`) and higher caps (`abovePerW`); null if not known.
 */
export interface CapPoint {
  readonly capW: number;
  readonly boundRewardPerS: number;
  readonly belowPerW: number | null;
  readonly abovePerW: number | null;
}

/**
 * Upper bound on the money per second (income from reward minus cost of energy) of any plan, USD/s, and the power at
 * which it is reached, W.
 */
export interface MoneyBound {
  readonly usdPerS: number;
  readonly atW: number;
}

/**
 * Upper bound on reward, reward/s, as a linear function of power P, W:
 *
 * value + slope (P - at)
 */
interface Line {
  readonly at: number;
  readonly value: number;
  readonly slope: number;
}

/**
 * Returns an upper bound on money per second of any plan whose power lies between `floorW` and the largest cap of
 * `points`. A plan with power P keeps every cap of at least P, so all bounds under these caps limit its reward
 * (docs/reward-rate/bounds.md, "Other caps").
 *
 * @param points bounds under several caps, in ascending order of cap
 */
export function moneyBound(points: readonly CapPoint[], floorW: number, rate: MoneyRate): MoneyBound {
  let best: MoneyBound = { usdPerS: -Infinity, atW: floorW };
  for (const [k, { capW }] of points.entries()) {
    const fromW = Math.min(capW, Math.max(floorW, points[k - 1]?.capW ?? floorW));
    const lines = points.flatMap((point, j) => linesBelow(point, j >= k));
    const powersW = [fromW, capW, ...crossings(lines).filter((powerW) => powerW > fromW && powerW < capW)];
    for (const atW of powersW) {
      const rewardPerS = Math.min(...lines.map(({ at, value, slope }) => value + slope * (atW - at)));
      const usdPerS = rate.usdPerReward * Math.max(0, rewardPerS) - rate.usdPerWs * atW;
      if (usdPerS > best.usdPerS) best = { usdPerS, atW };
    }
  }
  return best;
}

/** Returns the reward bounds of a point as lines, for powers below its cap (`isBelow`) or above it. */
function linesBelow({ capW, boundRewardPerS, belowPerW, abovePerW }: CapPoint, isBelow: boolean): Line[] {
  const line = (slope: number): Line => ({ at: capW, value: boundRewardPerS, slope });
  if (isBelow) return [line(0), ...(belowPerW === null ? [] : [line(belowPerW)])];
  return abovePerW === null ? [] : [line(abovePerW)];
}

function crossings(lines: readonly Line[]): number[] {
  return lines.flatMap((one, i) =>
    lines.slice(i + 1).flatMap((other) => {
      const slopes = one.slope - other.slope;
      if (slopes === 0) return [];
      return [(other.value - other.slope * other.at - one.value + one.slope * one.at) / slopes];
    }),
  );
}

export interface MoneyRequest {
  /** Model whose bound was proven before. The search solves it again under other caps. */
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly start: WarmStart | null;
  readonly rate: MoneyRate;
  /** Gap between the money bound and the best LP solution at which the search ends, as a fraction of revenue. */
  readonly precision: number;
  /** Maximum number of configuration LPs solved; each has its own power cap. */
  readonly maxPrograms: number;
}

export interface MoneySearch {
  readonly bound: MoneyBound;
  /**
   * Caps for which a reward bound was proven, W. They are sorted by the money that a plan would make if it attained the
   * bound, the most money first.
   */
  readonly capsW: readonly number[];
}

/**
 * Returns a proven upper bound on the money that a plan can make; null if no cap could be bounded. The configuration LP
 * is solved again and again, each time under the cap where the money bound is largest so far.
 */
export async function searchMoney(input: MoneyRequest): Promise<MoneySearch | null> {
  const { model, rate, precision, maxPrograms } = input;
  const mostW = capOf(model.budget);
  let floorW = Math.min(idleFloorW(model), mostW);
  const first = await pointAt(input, mostW);
  if (first === null || first === 'none' || first === 'unknown') return null;
  const points: CapPoint[] = [first];
  const scaleUsdPerS = rate.usdPerReward * first.boundRewardPerS + rate.usdPerWs * mostW;
  // Caps under which neither idling nor its impossibility is known are tried no more.
  let triedToW = floorW;
  for (let programs = 1; programs < maxPrograms; programs++) {
    const bound = moneyBound(points, floorW, rate);
    const reached = Math.max(...points.map((point) => moneyAt(point, rate)));
    if (bound.usdPerS - reached <= precision * scaleUsdPerS) break;
    const capW = nextCapW(points, Math.max(floorW, triedToW), bound.atW);
    if (capW === null) break;
    const point = await pointAt(input, capW);
    if (point === null) break;
    if (point === 'none') floorW = capW;
    else if (point === 'unknown') triedToW = capW;
    else points.push(point);
    points.sort((a, b) => a.capW - b.capW);
  }
  const capsW = [...points].sort((a, b) => moneyAt(b, rate) - moneyAt(a, rate)).map(({ capW }) => capW);
  return { bound: moneyBound(points, floorW, rate), capsW };
}

/** Returns the money, USD/s, of a plan that attains the reward bound and draws exactly the cap. */
function moneyAt({ boundRewardPerS, capW }: CapPoint, { usdPerReward, usdPerWs }: MoneyRate): number {
  return usdPerReward * boundRewardPerS - usdPerWs * capW;
}

/**
 * The next cap to try keeps at least this distance from both neighbouring caps with a proven bound, as a fraction of
 * the interval between them. If the wanted cap is closer, the middle of the interval is tried.
 */
const MIN_DISTANCE = 0.05;
/** An interval between caps is divided only if it is at least this wide, as a fraction of its upper cap. */
const MIN_INTERVAL = 1e-6;

/**
 * Returns the next cap for which the LP is solved, W. This is `wantedW`, or the middle of its interval between bounded
 * caps if `wantedW` is near an end.
 *
 * If `wantedW` is bounded already, the interval above it is divided. Null if the interval is too narrow.
 */
function nextCapW(points: readonly CapPoint[], floorW: number, wantedW: number): number | null {
  const upper = points.findIndex(({ capW }) => capW >= wantedW);
  if (upper < 0) return null;
  // At a cap already bounded it is the interval above, whose plans draw hardly more, that holds the bound up.
  const k = points[upper]!.capW === wantedW && upper + 1 < points.length ? upper + 1 : upper;
  const toW = points[k]!.capW;
  const fromW = Math.max(floorW, points[k - 1]?.capW ?? floorW);
  const length = toW - fromW;
  if (!(length > MIN_INTERVAL * toW)) return null;
  const keptW = MIN_DISTANCE * length;
  return wantedW < fromW + keptW || wantedW > toW - keptW ? fromW + length / 2 : wantedW;
}

/** Returns the reward bound under a cap, or why there is none (see `boundIfAny`). */
async function pointAt(
  { model, engine, control, start }: MoneyRequest,
  capW: number,
): Promise<CapPoint | 'none' | 'unknown' | null> {
  const found = await boundIfAny({ model: withCap(model, capW), engine, control, start });
  if (found === null || typeof found === 'string') return found;
  const { boundRewardPerS, lines } = found.certificate;
  const { belowPerW = null, abovePerW = null } = lines?.cap ?? {};
  return { capW, boundRewardPerS, belowPerW, abovePerW };
}
