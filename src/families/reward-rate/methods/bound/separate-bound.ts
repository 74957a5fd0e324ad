import { W_PER_KW } from '../../../../../models/units.js';
import { powerPerHeat, powerPerHeatBend } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { type BlockPrices, blockBound, blockPrices } from './block-bound.js';
import { divideWorst } from './divide-worst.js';
import { type BlockReference, openBlockLp } from '../room-program/block-lp.js';
import type { LagrangianBound } from '../room-program/bound.js';
import type { CouplingRow } from '../room-program/coupling.js';
import { type CracBlock, type SeparateProblem, separateProblem } from '../room-program/crac-blocks.js';
import type { Grouping } from '../room-program/grouping.js';
import type { PricedInterval, ProofPart, ProvenValue, Scope, SeparateProof, Sharing } from '../room-program/proof.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';

export interface SeparateBoundRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  /** Bound whose dual values are the reference. Its LP has fixed set-points or the CRACs' power linearised. */
  readonly bound: LagrangianBound;
  readonly knownRedLines: readonly CouplingRow[];
  /** Set-points in the LP's answer, C. */
  readonly setPointsC: Float64Array;
  /** Core power of each zone in the LP's answer, kW. */
  readonly coreKW: Float64Array;
  readonly grouping: Grouping;
  readonly heatKW: Float64Array;
  /** Parts of the set-point ranges with a bound on reward at or below this are not examined further, reward/s. */
  readonly cutoff: number;
  /**
   * Called after each CRAC with the lowest bound on all plans so far; null if there is none yet. Resolves to true to
   * end the run.
   */
  readonly step: (bound: ProvenValue | null) => Promise<boolean>;
}

/** Bound that is the sum of one maximum per CRAC over its set-point alone. */
export interface SeparateBound extends ProvenValue {
  /**
   * [CRAC]: bounds of its block (the CRAC with its zones). Their maxima plus a constant add up to `value`. Empty if a
   * later pass narrowed the ranges or the run was stopped.
   */
  readonly blocks: readonly BlockWorth[];
}

/**
 * Contribution of a block (a CRAC with its zones) to the bound, reward/s. `atReference` is its value at the LP's
 * set-point; `intervals` bound it over parts of the set-point range.
 */
export interface BlockWorth {
  readonly atReference: number;
  readonly intervals: readonly (Interval & PricedInterval)[];
}

/** Initial division of a CRAC's set-point range: ends of the intervals, as differences from the LP's set-point, C. */
const STEPS_C = [-12, -6, -3, -1.5, -0.7, -0.3, -0.1, 0.1, 0.3, 0.7, 1.5, 3, 6, 12];
/**
 * In each interval, convex combinations of two vectors of dual values are tried: the vector found for the interval's
 * middle, and that of the LP's answer. These are the weights of the vector for the interval's middle.
 */
const SHARES = [1 / 3, 2 / 3, 1];
/**
 * Permitted error of the bound from the intervals of all CRACs, as a fraction of the LP's bound; each CRAC gets an
 * equal part. Intervals are halved until the error is at most this.
 */
const TOLERANCE = 1e-5;
/** Same as TOLERANCE, but for the first of several passes over the CRACs. */
const FIRST_TOLERANCE = 5e-5;
/**
 * Same as TOLERANCE, but if there are so many CRACs that only one pass is made. With 21,600 nodes and 10 CRACs, the
 * final relative gap is 1.4e-4 for the value 5e-5, and 1.0e-4 for 1e-5.
 */
const ONLY_TOLERANCE = 2e-5;
/** Largest number of CRACs for which several passes over the CRACs are made. */
const MAX_NARROWED = 4;
/** Maximum number of passes over the CRACs; each pass narrows the set-point ranges for the next. */
const PASSES = 4;
/**
 * Products of changes in two CRACs' set-points are bounded by quadratic terms. These may use up this fraction of the
 * curvature of a block's bound (a block is a CRAC with its zones).
 */
const SHARED = 0.25;

/**
 * Returns a bound over all set-points that treats each CRAC separately (docs/reward-rate/bounds.md); null when
 * stopped.
 *
 * Each CRAC with its zones (a block) is maximised over its own set-point by halving intervals. Each interval has its
 * own dual values of the red-line rows; all other dual values are fixed. Effects of other blocks are linearised at the
 * reference set-points. The remaining products are bounded over the set-points' ranges.
 */
export async function separateBound(input: SeparateBoundRequest): Promise<SeparateBound | null> {
  const { model, setPointsC, cutoff } = input;
  const inverseCop = setPointsC.map((T) => powerPerHeat(model.budget.cooling, T));
  const separate = separateProblem(model, input.oracles, inverseCop, input.bound, input.knownRedLines);
  const powerW = Float64Array.from(model.zones, ({ idleW }, b) => idleW + W_PER_KW * input.coreKW[b]!);
  const reference: BlockReference = {
    setPointsC,
    coreKW: input.coreKW,
    grouping: input.grouping,
    powerW,
    riseC: model.thermal.inletRiseC(powerW),
    suppliedC: model.thermal.inletFromSetPointsC(setPointsC),
  };
  let ranges: Scope = {
    setPointMinC: Float64Array.from(model.cracs, (crac) => crac.setPointMinC),
    setPointMaxC: Float64Array.from(model.cracs, (crac) => crac.setPointMaxC),
  };
  let best = Infinity;
  let proven: ProvenValue | null = null;
  /** Parts that were left out when ranges were narrowed: no plan there passes the cutoff. */
  const outside: ProofPart[] = [];
  const answer = (blocks: readonly BlockWorth[]): SeparateBound | null => proven && { ...proven, blocks };
  // With many CRACs, narrower ranges of the others gain less than sharing does.
  const passes = model.cracs.length > MAX_NARROWED ? 1 : PASSES;
  for (let pass = 0; pass < passes; pass++) {
    const found: BlockWorth[] = [];
    const sharing = sharingOf(separate, setPointsC, input.heatKW, pass === 0 ? SHARED : 0);
    const tolerance =
      ((passes === 1 ? ONLY_TOLERANCE : pass === 0 ? FIRST_TOLERANCE : TOLERANCE) * Math.abs(input.bound.value)) /
      model.cracs.length;
    for (const block of separate.blocks) {
      found.push(await worthOf(input, separate, block, reference, ranges, sharing, tolerance));
      if (await input.step(proven)) return answer([]);
    }
    const { rows, prices } = input.bound;
    const by: SeparateProof = {
      rows,
      prices,
      sharing,
      ranges,
      redLines: separate.blocks.flatMap((block) => block.rows.map(({ zone }) => zone)),
      intervals: found.map(({ intervals }) => intervals),
    };
    const most = found.map(({ intervals }) => mostOf(intervals));
    const total = most.reduce((sum, value) => sum + value, separate.constant);
    const better = best - total > 1e-5 * Math.abs(total);
    if (total < best) {
      best = total;
      proven = { value: Math.max(best, cutoff), parts: [...outside, { scope: ranges, by }] };
    }
    if (passes === 1) return answer(found);
    if (!better || best <= cutoff * (1 + TOLERANCE)) break;
    // A plan with this CRAC here cannot pass the cutoff.
    const kept = found.map(({ intervals }, c) => intervals.filter(({ value }) => total - most[c]! + value > cutoff));
    if (kept.some((intervals) => intervals.length === 0)) {
      return { value: cutoff, parts: [...outside, { scope: ranges, by }], blocks: [] };
    }
    const whole = ranges;
    ranges = {
      setPointMinC: Float64Array.from(kept, (intervals) => Math.min(...intervals.map(({ fromC }) => fromC))),
      setPointMaxC: Float64Array.from(kept, (intervals) => Math.max(...intervals.map(({ toC }) => toC))),
    };
    outside.push(...beside(whole, ranges).map((scope) => ({ scope, by })));
  }
  return answer([]);
}

/** Returns the scopes below and above a narrower range of each CRAC's set-point. Together with it they cover all. */
function beside(whole: Scope, narrow: Scope): Scope[] {
  return [...whole.setPointMinC.keys()].flatMap((c) => [
    ...(narrow.setPointMinC[c]! > whole.setPointMinC[c]!
      ? [{ ...whole, setPointMaxC: whole.setPointMaxC.with(c, narrow.setPointMinC[c]!) }]
      : []),
    ...(narrow.setPointMaxC[c]! < whole.setPointMaxC[c]!
      ? [{ ...whole, setPointMinC: whole.setPointMinC.with(c, narrow.setPointMaxC[c]!) }]
      : []),
  ]);
}

/** Returns the upper bound over all the intervals, reward/s. */
export function mostOf(intervals: readonly Pick<Interval, 'value'>[]): number {
  return intervals.reduce((most, { value }) => Math.max(most, value), -Infinity);
}

async function worthOf(
  input: SeparateBoundRequest,
  separate: SeparateProblem,
  block: CracBlock,
  reference: BlockReference,
  ranges: Scope,
  sharing: Sharing,
  tolerance: number,
): Promise<BlockWorth> {
  const { crac } = block;
  const bound = blockBound(separate, block, ranges, sharing);
  const leastC = ranges.setPointMinC[crac]!;
  const mostC = ranges.setPointMaxC[crac]!;
  const here = Math.min(mostC, Math.max(leastC, reference.setPointsC[crac]!));
  const atReference = blockPrices(separate, block, block.rowPrice);
  const worthHere = bound.at(atReference, here);
  let floor = worthHere;
  const lp = openBlockLp(separate, block, reference, input.engine, sharing, ranges);
  const known: { readonly atC: number; readonly price: Float64Array }[] = [];
  /** Returns the row dual values found at the nearest set-point below `toC` and the nearest above it. */
  const near = (toC: number): Float64Array[] =>
    [known.filter(({ atC }) => atC <= toC), known.filter(({ atC }) => atC > toC)].flatMap((side) =>
      side.length === 0
        ? []
        : [side.reduce((best, one) => (Math.abs(one.atC - toC) < Math.abs(best.atC - toC) ? one : best)).price],
    );
  const examine = (fromC: number, toC: number): Interval & PricedInterval => {
    const middle = (fromC + toC) / 2;
    const tried: { readonly price: ArrayLike<number>; readonly prices: BlockPrices; readonly value: number }[] = [];
    const attempt = (price: ArrayLike<number>, prices = blockPrices(separate, block, price)): void => {
      tried.push({ price, prices, value: bound.over(prices, fromC, toC) });
    };
    const attemptBetween = (price: Float64Array): void => {
      // Prices between the two change the effect of other blocks here less.
      for (const share of SHARES)
        attempt(block.rows.map((_, k) => (1 - share) * (block.rowPrice[k] ?? 0) + share * (price[k] ?? 0)));
    };
    const least = (): number => tried.reduce((most, { value }) => Math.min(most, value), Infinity);
    attempt(block.rowPrice, atReference);
    // Prices found nearby also serve where the LP has none, its block being too warm even when idle.
    for (const price of near(middle)) if (least() > floor + tolerance) attemptBetween(price);
    if (least() > floor + tolerance) {
      const price = lp.pricesAt(middle);
      if (price !== null) {
        known.push({ atC: middle, price });
        attemptBetween(price);
      }
    }
    floor = Math.max(
      floor,
      tried.reduce((most, { prices }) => Math.min(most, bound.at(prices, middle)), Infinity),
    );
    const best = tried.reduce((one, other) => (other.value < one.value ? other : one));
    return { fromC, toC, value: best.value, by: { fromC, toC, price: best.price } };
  };
  try {
    const cuts = [leastC, ...STEPS_C.map((step) => here + step).filter((T) => T > leastC && T < mostC), mostC];
    return { atReference: worthHere, intervals: await intervalCover(cuts, examine, () => floor + tolerance) };
  } finally {
    lp.dispose();
  }
}

/**
 * Returns weights s of the quadratic terms s t^2 / 2 (see Sharing), in proportion to the heat that two CRACs exchange.
 * Together they use up the fraction `share` of the curvature of w q h(T), where w is the dual value of the cap, q a
 * CRAC's heat and h(T) = 1 / CoP.
 */
function sharingOf(
  { model, capPrice }: SeparateProblem,
  setPointsC: Float64Array,
  heatKW: Float64Array,
  share: number,
): Sharing {
  const { cooling } = model.budget;
  const exchange = model.cracs.map((_, c) => model.thermal.cracHeatPerSetPoint(c));
  const budget = setPointsC.map((T, d) => {
    return share * capPrice * Math.max(0, heatKW[d]!) * Math.max(0, powerPerHeatBend(cooling, T));
  });
  const total = setPointsC.map((_, d) => exchange.reduce((sum, row, c) => (c === d ? sum : sum + row[d]!), 0));
  const weight = exchange.map((row, c) =>
    row.map((perC, d) => (c === d || perC <= 0 || total[d]! <= 0 ? 0 : (budget[d]! * perC) / total[d]!)),
  );
  return { weight, setPointsC };
}

/**
 * Interval of a CRAC's set-point, C. `value` is an upper bound, reward/s, on the contribution of the CRAC with its
 * zones at set-points in the interval.
 */
export interface Interval {
  readonly fromC: number;
  readonly toC: number;
  readonly value: number;
}

/** Maximum number of intervals into which a CRAC's set-point range is divided. */
const MAX_INTERVALS = 30;
/** An interval of a set-point is halved only if it is at least this wide, C. */
const MIN_WIDTH_C = 0.01;

/**
 * Returns intervals from the first to the last of `cuts`, each with an upper bound. The interval with the largest bound
 * is halved until that bound is at most `floor` or the interval is too narrow.
 *
 * @param cuts ends of the initial intervals, ascending, C
 * @param examine returns an interval with its bound
 */
export async function intervalCover<One extends Interval>(
  cuts: readonly number[],
  examine: (fromC: number, toC: number) => One,
  floor: () => number,
): Promise<One[]> {
  const open = cuts.slice(1).flatMap((toC, n) => (toC > cuts[n]! || n === 0 ? [examine(cuts[n]!, toC)] : []));
  await divideWorst(
    open,
    ({ value }) => value,
    (top) => {
      const { fromC, toC, value } = top;
      if (open.length >= MAX_INTERVALS || value <= floor() || toC - fromC < MIN_WIDTH_C) return null;
      const middle = (fromC + toC) / 2;
      return [examine(fromC, middle), examine(middle, toC)].map((half) =>
        half.value > value ? { ...top, fromC: half.fromC, toC: half.toC } : half,
      );
    },
  );
  return open;
}
