import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { configurationBound } from '../config-lp.js';
import { idleConflict } from '../infeasibility.js';
import type { WarmStart } from '../outcome.js';
import { idleFloorW, withCap } from '../with-cap.js';

/** Money earned for each unit of reward and paid for each watt-second of energy, USD. */
export interface MoneyRate {
  readonly usdPerReward: number;
  readonly usdPerWs: number;
}

/**
 * Proven bound on reward under a power cap. If known, slopes (reward/s per W) extend the bound to lower and higher
 * caps.
 */
export interface CapPoint {
  readonly capW: number;
  readonly boundRewardPerS: number;
  readonly belowPerW: number | null;
  readonly abovePerW: number | null;
}

/** Upper bound on the money rate of any plan, USD/s, and the power at which the bound is attained, W. */
export interface MoneyBound {
  readonly usdPerS: number;
  readonly atW: number;
}

/** The line value + slope (P - at) as a function of power P, W. */
interface Line {
  readonly at: number;
  readonly value: number;
  readonly slope: number;
}

/**
 * Returns an upper bound on the money rate of any plan that draws between `floorW` and the largest cap of `points`,
 * which are in ascending order. A plan that draws P keeps every cap of at least P, so the bound under each such cap
 * limits its reward (docs/reward-rate/money.md).
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

/** Returns the lines from a point that are valid below its cap if `isBelow`, otherwise those valid above it. */
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
  /** Gap at which the search ends: bound minus the money of the best LP solution, as a fraction of revenue. */
  readonly precision: number;
  /** Maximum number of LPs solved. */
  readonly maxPrograms: number;
}

export interface MoneySearch {
  readonly bound: MoneyBound;
  /** Caps at which the LP bound was proven, W, the one with the most money first. */
  readonly capsW: readonly number[];
}

/**
 * Returns a proven upper bound on money. The configuration LP is solved under further caps, each where the bound is
 * largest so far. Null if no cap could be bounded. If the run is stopped, what was proven remains valid.
 */
export async function searchMoney(input: MoneyRequest): Promise<MoneySearch | null> {
  const { model, rate, precision, maxPrograms } = input;
  const mostW = model.budget.powerCapW;
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

/** Returns the money rate of a plan that attains the reward bound under a cap and draws all of the cap, USD/s. */
function moneyAt({ boundRewardPerS, capW }: CapPoint, { usdPerReward, usdPerWs }: MoneyRate): number {
  return usdPerReward * boundRewardPerS - usdPerWs * capW;
}

/**
 * Minimum distance of a new cap from the ends of its interval, as a fraction of the interval's width. A cap closer to
 * an end is replaced by the interval's middle.
 */
const MIN_DISTANCE = 0.05;
/** Width of an interval of caps below which it is not divided, as a fraction of the cap. */
const MIN_INTERVAL = 1e-6;

/**
 * Returns the next cap to bound, W: the wanted one, or the middle of its interval if the wanted one is bounded already.
 * Null if no interval is left to divide.
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

/**
 * Returns the reward bound under a cap. 'none': proven that no plan keeps the cap. 'unknown': undecided. Null: the LP
 * gave no answer, for example because it was stopped.
 */
async function pointAt(
  { model, engine, control, start }: MoneyRequest,
  capW: number,
): Promise<CapPoint | 'none' | 'unknown' | null> {
  const capped = withCap(model, capW);
  const conflict = idleConflict(capped);
  if (conflict !== null) return [conflict, ...conflict.others].some(({ proven }) => proven) ? 'none' : 'unknown';
  const certificate = await configurationBound({ model: capped, engine, control, start }, null);
  if (certificate === null) return null;
  const cap = certificate.lines?.cap ?? null;
  return {
    capW,
    boundRewardPerS: certificate.boundRewardPerS,
    belowPerW: cap?.belowPerW ?? null,
    abovePerW: cap?.abovePerW ?? null,
  };
}
