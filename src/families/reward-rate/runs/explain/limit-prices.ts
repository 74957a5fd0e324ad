import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { type Lever, leversOf, type Relief, type ReliefState, steadyLimits } from './relief.js';

/** Cheapest changes of limits, in whole steps, after which the facility can idle with given zone powers. */
export interface LimitSteps {
  /** [lever, as in `Relief.levers`]: number of steps. A lever is a limit that can be loosened step by step. */
  readonly steps: readonly number[];
  readonly price: number;
}

/**
 * Maximum number of set-points tried on either side of the range. Ours: no instance has so many set-points at steps of
 * 0.01 K.
 */
const MAX_SET_POINTS = 20_000;

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
  const steady = steadyLimits(relief).map(({ share, limitW, levers: own }) => {
    const drawnW = state.powersW.reduce((sum, powerW, b) => sum + share(b) * powerW, 0);
    return filled(drawnW - limitW, own);
  });
  const fixed = joined(steady);
  if (fixed === null) return null;
  const ofRedLine = leversOf(levers, ['redLine', 'inletReserve']);
  const ofCap = leversOf(levers, ['powerCap', 'powerReserve']);
  const ofMin = leversOf(levers, ['setPointMin']);
  const ofMax = leversOf(levers, ['setPointMax']);
  const allowedC = redLineC - state.hottestK;
  let best: Filled | null = null;
  let bestPrice = most;
  for (const setPointC of setPointsOf({ allowedC, setPointMinC, setPointMaxC }, ofRedLine, ofMin, ofMax)) {
    const red = filled(setPointC - allowedC, ofRedLine);
    if (red === null || fixed.price + red.price >= bestPrice) continue;
    const own = joined([fixed, red, filled(setPointMinC - setPointC, ofMin), filled(setPointC - setPointMaxC, ofMax)]);
    if (own === null || own.price >= bestPrice) continue;
    const cap = filled(totalPowerW(budget, state.nodePowerW, setPointC) - budget.powerCapW, ofCap);
    const all = joined([own, cap]);
    if (all === null || all.price >= bestPrice) continue;
    [best, bestPrice] = [all, all.price];
  }
  return best === null ? null : { steps: levers.map((lever) => best.steps.get(lever) ?? 0), price: best.price };
}

/**
 * Yields the set-points at which to compute prices, C. At set-points between two neighbours in this list, changes cost
 * at least as much as at the warmer neighbour.
 */
function* setPointsOf(
  { allowedC, setPointMinC, setPointMaxC }: { allowedC: number; setPointMinC: number; setPointMaxC: number },
  ofRedLine: readonly Lever[],
  ofMin: readonly Lever[],
  ofMax: readonly Lever[],
): Generator<number, void> {
  const steps = (own: readonly Lever[]): number =>
    Math.min(
      MAX_SET_POINTS,
      own.reduce((sum, { knob }) => sum + knob.most, 0),
    );
  const step = (own: readonly Lever[]): number => own[0]?.knob.step ?? 0;
  const warmestC = setPointMaxC + steps(ofMax) * step(ofMax);
  const coldestC = setPointMinC - steps(ofMin) * step(ofMin);
  const inRange = (setPointC: number): boolean => setPointC >= coldestC && setPointC <= warmestC;
  yield setPointMaxC;
  for (let n = 0; n <= steps(ofRedLine); n++) {
    const setPointC = allowedC + n * step(ofRedLine);
    if (inRange(setPointC)) yield setPointC;
    if (setPointC > warmestC) break;
  }
  for (let n = 1; n <= steps(ofMax); n++) yield setPointMaxC + n * step(ofMax);
  for (let n = 0; n <= steps(ofMin); n++) yield setPointMinC - n * step(ofMin);
}

/** Numbers of steps of the levers that together loosen a limit by some amount, and their price. */
interface Filled {
  readonly steps: ReadonlyMap<Lever, number>;
  readonly price: number;
}

/** A remainder of at most this counts as 0, in W, K or steps. The resulting changes are tested separately. */
const ROUNDING = 1e-9;

/**
 * Returns the number of steps of each lever that together loosen a limit by `amount`. Null if even the maximum steps of
 * all levers do not suffice. Levers are used up in the order of the list.
 */
function filled(amount: number, levers: readonly Lever[]): Filled | null {
  const steps = new Map<Lever, number>();
  let [left, price] = [amount, 0];
  for (const lever of levers) {
    if (left <= ROUNDING) break;
    const { knob, gain } = lever;
    const own = Math.min(knob.most, Math.ceil(left / (gain * knob.step) - ROUNDING));
    steps.set(lever, own);
    price += own * knob.step * lever.price;
    left -= own * knob.step * gain;
  }
  return left <= ROUNDING * Math.max(1, levers[0]?.knob.step ?? 1) ? { steps, price } : null;
}

function joined(parts: readonly (Filled | null)[]): Filled | null {
  const steps = new Map<Lever, number>();
  let price = 0;
  for (const part of parts) {
    if (part === null) return null;
    for (const [lever, own] of part.steps) steps.set(lever, own);
    price += part.price;
  }
  return { steps, price };
}
