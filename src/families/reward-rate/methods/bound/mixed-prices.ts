import type { LagrangianBound } from '../room-program/bound.js';
import { climb, climbFromMixture, expandMixture, lower, Search, tryPoint } from './box-search.js';
import type { CoolingBox } from '../room-program/cooling-columns.js';
import type { Grouping } from '../room-program/grouping.js';
import type { ProvenBound, ProvenValue } from '../room-program/proof.js';
import { mostOf, type SeparateBound, separateBound } from './separate-bound.js';

/**
 * Relative gap between the bound and the best fractional solution (mixture) at which no better dual values are searched
 * for. Ours: half of the target gap.
 */
const MIXING_GAP = 5e-5;
/**
 * A round of improvement takes place only if one block (a CRAC with its zones) causes at least this fraction of the gap
 * between bound and mixture. A round improves only one block and takes about as long as the LP.
 */
const MIN_SHARE_OF_GAP = 0.25;
/** Maximum number of rounds, each of which looks for better dual values for one block (a CRAC with its zones). */
const MAX_ROUNDS = 3;
/** Another round follows only if the last one closed at least this fraction of the gap between bound and mixture. */
const MIN_GAIN = 0.25;
/** Weights of the new dual values in the convex combinations with the old ones that are tried. */
const SHARES = [1 / 4, 1 / 2] as const;
/**
 * Decides which part of a CRAC's set-point range is its far side. There the bound of its block (the CRAC with its
 * zones) exceeds the block's bound at the LP's set-point. The excess is more than this fraction of the largest excess
 * in the range.
 */
const NEAR = 0.25;

type Step = (bound: ProvenBound | null) => Promise<boolean>;

/**
 * Returns the bound that treats each CRAC separately, at the dual values of the best fractional solution. Null without
 * such a solution or when stopped.
 */
export async function provenSeparately(search: Search, grouping: Grouping, step: Step): Promise<SeparateBound | null> {
  const prices = pricesOf(search);
  return prices === null ? null : provenAt(search, grouping, prices, step);
}

/**
 * Searches for a lower separate bound (which treats each CRAC separately) by combining dual solutions.
 *
 * The LP of the best fractional solution has many optimal dual solutions. The one returned may overvalue a block (CRAC
 * with its zones) at other set-points. So the LP is solved once more with that block's set-point on the far side of its
 * range. Then convex combinations of the two dual vectors are tried: the bound is convex in them, so a combination can
 * be lower than both. Any dual values give a valid bound.
 */
export async function boundAtMixedPrices(
  search: Search,
  grouping: Grouping,
  first: SeparateBound,
  step: Step,
): Promise<void> {
  let found = first;
  let prices = pricesOf(search);
  for (let round = 0; round < MAX_ROUNDS && prices !== null && search.mixture !== null; round++) {
    const before = found.value;
    const gap = before - search.mixture.answer.solution.objective;
    const cut = gap <= MIXING_GAP * Math.abs(before) ? null : cutOf(search, found, gap);
    const other = cut === null ? null : await farSide(search, cut);
    if (other === null || search.stopped) return;
    let best: { readonly found: SeparateBound; readonly prices: LagrangianBound } | null = null;
    for (const share of SHARES) {
      const mixed = mixedPrices(prices, other, share);
      const value = await provenAt(search, grouping, mixed, step);
      if (value === null) return;
      // Convex in the share but for intervals: beyond one that is no better none is likely to be.
      if (value.value >= (best?.found.value ?? found.value)) break;
      best = { found: value, prices: mixed };
    }
    if (best === null) return;
    ({ found, prices } = best);
    if (found.value - search.mixture.answer.solution.objective > (1 - MIN_GAIN) * gap) return;
  }
}

function pricesOf({ mixture: best, expanded }: Search): LagrangianBound | null {
  return (expanded ?? best?.answer)?.bound ?? null;
}

/**
 * Returns the convex combination of two vectors of dual values. It has the rows of both, those of `a` first; its
 * `value` is still that of `a`.
 *
 * @param shareOfB weight of `b`, 0 to 1
 */
export function mixedPrices(a: LagrangianBound, b: LagrangianBound, shareOfB: number): LagrangianBound {
  const both = (ofA: Float64Array, ofB?: Float64Array): Float64Array =>
    ofA.map((value, i) => (1 - shareOfB) * value + shareOfB * (ofB?.[i] ?? 0));
  const coupling = Float64Array.from([
    ...a.prices.coupling.map((value) => (1 - shareOfB) * value),
    ...b.prices.coupling.map((value) => shareOfB * value),
  ]);
  const { task, on } = a.prices;
  const prices = {
    task: both(task, b.prices.task),
    coupling,
    ...(on === undefined ? {} : { on: both(on, b.prices.on) }),
  };
  return { ...a, prices, rows: [...a.rows, ...b.rows] };
}

/**
 * Part of a CRAC's set-point range in which the bound of its block (the CRAC with its zones) is much above the LP's
 * value. It lies below `atC` if `isFarBelow`, otherwise above.
 */
interface Cut {
  readonly crac: number;
  readonly atC: number;
  readonly isFarBelow: boolean;
}

/**
 * Returns the far side of the CRAC whose block bound most exceeds its value at the reference set-point. Null if no
 * block causes a fraction MIN_SHARE_OF_GAP of the gap.
 */
function cutOf({ mixture: best, input }: Search, { blocks }: SeparateBound, gap: number): Cut | null {
  const excess = blocks.map((block) => mostOf(block.intervals) - block.atReference);
  const crac = excess.reduce((most, value, c) => (value > (excess[most] ?? -Infinity) ? c : most), -1);
  if (crac < 0 || excess[crac]! < MIN_SHARE_OF_GAP * gap) return null;
  const { intervals, atReference } = blocks[crac]!;
  const { setPointMinC, setPointMaxC } = input.model.cracs[crac]!;
  const hereC = Math.min(setPointMaxC, Math.max(setPointMinC, best!.setPointsC[crac]!));
  const top = intervals.reduce((most, one) => (one.value > most.value ? one : most));
  const isFarBelow = top.toC <= hereC;
  const ends = intervals
    .map(({ fromC, toC }) => (isFarBelow ? toC : fromC))
    .filter((endC) => (isFarBelow ? endC >= top.toC && endC < hereC : endC <= top.fromC && endC > hereC))
    .sort((a, b) => Math.abs(b - hereC) - Math.abs(a - hereC));
  const isNear = (endC: number): boolean => {
    const near = intervals.filter(({ fromC, toC }) => (isFarBelow ? fromC >= endC : toC <= endC));
    return mostOf(near) - atReference <= NEAR * excess[crac]!;
  };
  const atC = ends.find(isNear) ?? ends.at(-1);
  return atC === undefined ? null : { crac, atC, isFarBelow };
}

/**
 * Solves the LP with CRAC `crac`'s set-point on the far side of its range and returns the dual values; null if there
 * are none. A better fractional solution found on the way replaces the best one so far.
 */
async function farSide(search: Search, { crac, atC, isFarBelow }: Cut): Promise<LagrangianBound | null> {
  const { answer, setPointsC } = search.mixture!;
  const { root } = search;
  const box: CoolingBox = isFarBelow
    ? { ...root, setPointMaxC: root.setPointMaxC.with(crac, atC) }
    : { ...root, setPointMinC: root.setPointMinC.with(crac, atC) };
  const there = new Search(search.input, search.lp, search.proven, box);
  const point = { ...answer.point, setPointsC: setPointsC.with(crac, atC) };
  await tryPoint(there, point);
  await (there.mixture === null ? climb(there, point) : climbFromMixture(there));
  if (there.expanded === null) await expandMixture(there);
  search.stopped ||= there.stopped;
  const found = there.mixture?.answer.solution.objective ?? -Infinity;
  if (found > search.mixture!.answer.solution.objective) {
    search.mixture = there.mixture;
    search.expanded = null;
    await climbFromMixture(search);
  }
  return pricesOf(there);
}

/** Computes the bound that treats each CRAC separately, with the dual values of `bound`; null when stopped. */
async function provenAt(
  search: Search,
  grouping: Grouping,
  bound: LagrangianBound,
  step: Step,
): Promise<SeparateBound | null> {
  const { input, lp, mixture: best, stopped } = search;
  if (best === null || stopped) return null;
  const { model } = input;
  const { answer, setPointsC } = best;
  const boundOf = (found: ProvenValue | null): ProvenBound | null =>
    found && { ...bound, value: found.value, parts: found.parts };
  const coreKW = Float64Array.from(model.zones, (zone, b) => {
    const g = grouping.groupOf[b]!;
    return (answer.solution.groupKW[g]! * zone.nodeCount) / grouping.groups[g]!.nodeCount;
  });
  const found = await separateBound({
    ...input,
    bound,
    setPointsC,
    coreKW,
    grouping,
    knownRedLines: lp.room.rows.filter((row) => row.constraint === 'redLine'),
    heatKW: answer.point.heatKW,
    cutoff: answer.solution.objective,
    step: async (told) => (search.stopped ||= await step(boundOf(told))),
  });
  lower(search.proven, boundOf(found));
  return found;
}
