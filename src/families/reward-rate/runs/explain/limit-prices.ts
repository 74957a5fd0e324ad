import { overCapW } from '../../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { type Lever, leversOf, type Relief, type ReliefState, steadyLimits } from './relief.js';
import type { Steps } from './search.js';

/** Changes of limits in whole steps of the levers of a `Relief`, with their price. */
export interface LimitSteps {
  readonly steps: Steps;
  readonly price: number;
}

/**
 * Maximum number of set-points tried on either side of the range. Ours: no instance has so many set-points at steps of
 * 0.01 K.
 */
const MAX_SET_POINTS = 20_000;
/** A remainder of at most this counts as 0, in W, K or steps. The resulting changes are tested separately. */
const ROUNDING = 1e-9;

/**
 * Returns the cheapest changes of limits after which the facility can idle with the zone powers of `state`. Null if
 * none suffice or all cost at least `most`.
 *
 * At a given set-point the necessary changes follow directly. So set-points are tried one after another: those at which
 * the red line or an end of the set-point range has changed by whole steps.
 */
export function cheapestLimits(relief: Relief, state: ReliefState, most = Infinity): LimitSteps | null {
  const { off, levers } = relief;
  const { budget, redLineC, setPointMinC, setPointMaxC } = off;
  const { powersW, nodePowerW, hottestK } = state;
  const allowedC = redLineC - hottestK;
  /** Returns `from` and further steps of the levers `own`, the cheapest first, that loosen a limit by `amount`. */
  const filled = (from: LimitSteps | null, amount: number, own: readonly Lever[]): LimitSteps | null => {
    if (from === null || amount <= ROUNDING) return from;
    const steps = [...from.steps];
    let [left, price] = [amount, from.price];
    for (const lever of own) {
      if (left <= ROUNDING) break;
      const { step, gain } = lever;
      const taken = Math.min(lever.most, Math.ceil(left / (gain * step) - ROUNDING));
      steps[levers.indexOf(lever)] = taken;
      price += taken * step * lever.price;
      left -= taken * step * gain;
    }
    return left <= ROUNDING * Math.max(1, own[0]?.step ?? 1) ? { steps, price } : null;
  };
  const fixed = steadyLimits(relief).reduce<LimitSteps | null>(
    (sum, { excess, levers: own }) => filled(sum, excess(powersW), own),
    { steps: levers.map(() => 0), price: 0 },
  );
  if (fixed === null) return null;
  const ofRedLine = leversOf(levers, ['redLine', 'inletReserve']);
  const ofMin = leversOf(levers, ['setPointMin']);
  const ofMax = leversOf(levers, ['setPointMax']);
  const ofCap = leversOf(levers, ['powerCap', 'powerReserve']);
  let best: LimitSteps | null = null;
  for (const setPointC of setPoints()) {
    const below = best?.price ?? most;
    let all = filled(fixed, setPointC - allowedC, ofRedLine);
    if (all === null || all.price >= below) continue;
    all = filled(filled(all, setPointMinC - setPointC, ofMin), setPointC - setPointMaxC, ofMax);
    if (all === null || all.price >= below) continue;
    all = filled(all, overCapW(budget, totalPowerW(budget, nodePowerW, setPointC)), ofCap);
    if (all !== null && all.price < below) best = all;
  }
  return best;

  /** Yields the set-points to try, C. Between two neighbours changes cost at least as much as at the warmer one. */
  function* setPoints(): Generator<number, void> {
    const stepsOf = (own: readonly Lever[]): number =>
      Math.min(
        MAX_SET_POINTS,
        own.reduce((sum, lever) => sum + lever.most, 0),
      );
    const stepK = (own: readonly Lever[]): number => own[0]?.step ?? 0;
    const warmestC = setPointMaxC + stepsOf(ofMax) * stepK(ofMax);
    const coldestC = setPointMinC - stepsOf(ofMin) * stepK(ofMin);
    yield setPointMaxC;
    for (let n = 0; n <= stepsOf(ofRedLine); n++) {
      const setPointC = allowedC + n * stepK(ofRedLine);
      if (setPointC >= coldestC && setPointC <= warmestC) yield setPointC;
      if (setPointC > warmestC) break;
    }
    for (let n = 1; n <= stepsOf(ofMax); n++) yield setPointMaxC + n * stepK(ofMax);
    for (let n = 0; n <= stepsOf(ofMin); n++) yield setPointMinC - n * stepK(ofMin);
  }
}
