import { limitNamed } from '../../../../../models/families/reward-rate/room-limits.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { significant } from '../../../../reports/format.js';
import type { OpenedModel } from '../open.js';
import { OBJECTIVE_UNIT } from '../result-of.js';
import type { Solved } from '../solve.js';
import { type Asking, runsAfter } from './goal.js';
import { valueText } from './words.js';

export interface AtCap {
  readonly capW: number;
  /** Reward of the best plan found, reward/s; null if none was found. */
  readonly objective: number | null;
  /** Proven upper bound on the reward under this cap, reward/s; null if none was proven. */
  readonly bound: number | null;
}

/** Marginal value of the power cap, measured by runs under higher and lower caps. */
export interface NextKilowatt {
  /** Step in which caps are changed, W: the first run above the present cap is this much above it. */
  readonly stepW: number;
  /** Rise of the proven bound per kW when the cap rises by one step, reward/s per kW; null if not proven. */
  readonly boundPerKW: number | null;
  /** Rise of the best plan's reward per kW over the same step, reward/s per kW; null without a plan under both caps. */
  readonly planPerKW: number | null;
  /**
   * Lowest and highest cap tried, W, between which one more kW raises the bound by `boundPerKW`, to within a tenth. Null
   * if `boundPerKW` is null.
   */
  readonly holdsFromW: number | null;
  readonly holdsToW: number | null;
  /**
   * Knee of the curve: the lowest cap tried, W, above which one more kW raises the bound by less than half of
   * `boundPerKW`. Null if there is none.
   */
  readonly kneeW: number | null;
  /** All runs, in ascending order of their caps. */
  readonly runs: readonly AtCap[];
}

/** A rise of the bound per kW counts as equal to `boundPerKW` if it differs by at most this fraction. */
const SAME_SHARE = 0.1;
/** The knee of the curve is where the rise of the bound per kW falls below this fraction of `boundPerKW`. */
const KNEE_SHARE = 0.5;
/** Maximum number of runs above the present cap, each twice as far from it as the one before, up to 32 steps. */
const MAX_ABOVE = 6;
/** Maximum number of runs below the present cap, each twice as far from it as the one before, up to 8 steps. */
const MAX_BELOW = 4;

/** Returns the step in which caps are changed, W: the largest power of ten that is at most a hundredth of the cap. */
export function capStepW(capW: number): number {
  return 10 ** Math.floor(Math.log10(capW / 100));
}

/** Measures the marginal value of the power cap by runs under other caps, each with the previous one as warm start. */
export function worthOfCap(opened: OpenedModel, base: Solved, asking: Asking): Promise<NextKilowatt> {
  const { instance } = opened;
  const { reserve } = instance.limits;
  const cap = limitNamed('powerCap')!;
  const run = runsAfter(opened, base, asking);
  const atCap = (capW: number, { record: { result } }: Solved): AtCap => {
    return { capW, objective: result.feasible ? result.objective : null, bound: result.bound };
  };
  return nextKilowatt(atCap(cap.stated(instance)[0]!.value, base), async (capW) => {
    // No instance has a reserve as large as its cap.
    if (capW <= (reserve?.powerW ?? 0)) return null;
    const solved = await run(cap.with(instance, '', capW));
    return solved === null ? null : atCap(capW, solved);
  });
}

/**
 * Measures the marginal value of the power cap by runs under other caps. Caps are raised until the marginal value falls
 * below half (the knee), and lowered until it changes by more than a tenth.
 *
 * @param first the run under the present cap
 * @param runAt makes a run under another cap; null if no more runs are allowed
 */
export async function nextKilowatt(
  first: AtCap,
  runAt: (capW: number) => Promise<AtCap | null>,
): Promise<NextKilowatt> {
  const stepW = capStepW(first.capW);
  // Sums of decimal steps stay decimal.
  const digits = Math.min(20, Math.max(0, 6 - Math.floor(Math.log10(stepW))));
  const capAt = (steps: number): number => Number((first.capW + steps * stepW).toFixed(digits));
  const runs = [first];
  let price: number | null = null;
  for (let n = 0; n < MAX_ABOVE; n++) {
    const run = await runAt(capAt(2 ** n));
    if (run === null) break;
    const own = perKW(runs.at(-1)!, run, 'bound');
    runs.push(run);
    price ??= own;
    if (price === null || price <= 0 || own === null || own < KNEE_SHARE * price) break;
  }
  const next = runs[1];
  let at = 0;
  for (; at < MAX_BELOW && price !== null && price > 0 && capAt(-(2 ** at)) > 0; at++) {
    const run = await runAt(capAt(-(2 ** at)));
    // Without a bound there is no plan any more.
    if (run?.bound == null) break;
    runs.unshift(run);
    if (!isSame(perKW(run, runs[1]!, 'bound'), price)) {
      at++;
      break;
    }
  }
  const prices = runs.slice(1).map((run, n) => perKW(runs[n]!, run, 'bound'));
  const told = { stepW, boundPerKW: price, planPerKW: next === undefined ? null : perKW(first, next, 'objective') };
  if (price === null) return { ...told, holdsFromW: null, holdsToW: null, kneeW: null, runs };
  let [from, to] = [at, at];
  while (isSame(prices[from - 1], price)) from--;
  while (isSame(prices[to], price)) to++;
  const knee = prices.findIndex((own, n) => n > at && own !== null && own < KNEE_SHARE * price);
  const kneeW = knee < 0 ? null : runs[knee]!.capW;
  return { ...told, holdsFromW: runs[from]!.capW, holdsToW: runs[to]!.capW, kneeW, runs };
}

function isSame(own: number | null | undefined, price: number): boolean {
  return own != null && Math.abs(own - price) <= SAME_SHARE * Math.abs(price);
}

/** Returns the change of a run's bound or objective per kW of cap between two runs; null if one of them has none. */
function perKW(from: AtCap, to: AtCap, key: 'bound' | 'objective'): number | null {
  const [a, b] = [from[key], to[key]];
  return a === null || b === null ? null : (W_PER_KW * (b - a)) / (to.capW - from.capW);
}

/** Returns a sentence about the marginal value of the power cap. */
export function nextText(next: NextKilowatt): string {
  const { stepW, boundPerKW, planPerKW, holdsFromW, holdsToW, kneeW, runs } = next;
  if (boundPerKW === null) return 'What more cap is worth was not found: a bound is missing.';
  const price = `The next ${valueText(stepW, 'W')} of cap raise the bound by ${significant(boundPerKW)} ${OBJECTIVE_UNIT} per kW`;
  const plans = planPerKW === null ? '' : `, the plans found by ${significant(planPerKW)}`;
  if (boundPerKW <= 0) return `${price}${plans}: the cap holds nothing down.`;
  const [first, last] = [runs[0]!.capW, runs.at(-1)!.capW];
  const end = (capW: number | null, tried: number, which: string): string =>
    `${valueText(capW!, 'W')}${capW === tried ? ` (the ${which} cap tried)` : ''}`;
  const range =
    holdsFromW === first && holdsToW === last
      ? `Between all neighbouring caps tried, ${valueText(first, 'W')} to ${valueText(last, 'W')}, the bound's price stays within a tenth of that`
      : `Between neighbouring caps the bound's price stays within a tenth of that from ${end(holdsFromW, first, 'lowest')} to ${end(holdsToW, last, 'highest')}`;
  const knee = kneeW === null ? 'no knee was met' : `from ${valueText(kneeW, 'W')} on it is less than half`;
  return `${price}${plans}. ${range}; ${knee}.`;
}
