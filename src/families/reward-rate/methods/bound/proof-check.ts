import { withCapOf } from '../../../../../models/facility/meter.js';
import { holdsIn } from '../../../../../models/physics/cooling/heat-power-envelope.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { idleConflict, isProven } from '../infeasibility.js';
import { clipped, finite, lagrangianBound, type PricedRows } from '../room-program/bound.js';
import type { ConfigurationLpResult } from '../room-program/configuration-lp.js';
import type { CoolingBox } from '../room-program/cooling-columns.js';
import { lpRooms, ownColumns, redLineRow } from '../room-program/coupling.js';
import { separateProblem } from '../room-program/crac-blocks.js';
import type { CountRange, Kind, Proof, ProofPart, Scope, SeparateProof } from '../room-program/proof.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import type { Leaf } from '../whole-numbers/best-first.js';
import type { AwakeRanges } from '../whole-standby/awake-sets.js';
import { blockBound, blockPrices } from './block-bound.js';
import { rootBox, tightened } from './cooling-boxes.js';
import { type Counted, countedOf } from './kind-check.js';
import { withinScope } from './set-point-slices.js';

/** Ends of ranges that differ by less than this fraction, or than this number if they are below 1, count as equal. */
const SAME = 1e-12;

/**
 * Returns the proof of the bound that a solved configuration LP states.
 *
 * @param rewardFactor factor on the rewards of a model with which the LP was solved
 */
export function proofOf(
  model: RewardRateModel,
  { bound, sliced }: Pick<ConfigurationLpResult, 'bound' | 'sliced'>,
  rewardFactor = 1,
): Proof {
  const parts = sliced?.parts ?? bound.parts ?? [{ scope: wholeScope(model), by: bound }];
  return { parts, rewardFactor, ...namesOf(model) };
}

/** Returns the proof that no plan of a model exists, because even its idle facility breaks limits. */
export function proofOfNoPlan(model: RewardRateModel): Proof {
  return { parts: [{ scope: wholeScope(model), by: null }], rewardFactor: 1, ...namesOf(model) };
}

/**
 * Returns the proof of the bound of a search over whole numbers of nodes: for one configuration per node, or for nodes
 * that each stay on or on standby.
 *
 * @param rewardFactor factor on the rewards of a model with which the search was made
 */
export function proofOfKind(
  model: RewardRateModel,
  { leaves, ...kind }: Kind & { readonly leaves: readonly Leaf<readonly CountRange[] | AwakeRanges>[] },
  rewardFactor = 1,
): Proof {
  const whole = wholeScope(model);
  const parts = leaves.map(({ ranges, by }) => ({ scope: { ...whole, counts: countRanges(ranges) }, by }));
  const { knownRewardPerS, pool } = kind;
  return { parts, rewardFactor, ...namesOf(model), kind: { knownRewardPerS, ...(pool === undefined ? {} : { pool }) } };
}

function countRanges(ranges: readonly CountRange[] | AwakeRanges): readonly CountRange[] {
  if (!('lower' in ranges)) return ranges;
  return Array.from(ranges.lower, (lower, count) => ({ count, lower, upper: ranges.upper[count]! }));
}

function namesOf(model: RewardRateModel): Omit<Proof, 'parts' | 'rewardFactor' | 'kind'> {
  return withCapOf({ isCommon: isCommon(model), asleep: model.asleep }, model.budget);
}

function isCommon(model: RewardRateModel): boolean {
  return model.cracs.length === 1 || keepsCommonSetPoint(model);
}

/** Returns the scope that contains all plans of a model. */
function wholeScope(model: RewardRateModel): Scope {
  const { setPointMinC, setPointMaxC } = model;
  return isCommon(model)
    ? { setPointMinC: Float64Array.of(setPointMinC), setPointMaxC: Float64Array.of(setPointMaxC) }
    : rootBox(model);
}

/**
 * Returns the upper bound on the reward of all plans of a model that a proof gives, reward/s: the largest bound of its
 * parts, computed from the model and the proof alone. It is -Infinity if there is no plan. Null if the proof is of
 * another model, or if its parts do not cover all set-points, heats and whole numbers of nodes, or share some of these
 * numbers. A proof of a kind of plans bounds the plans of this kind.
 */
export function boundOfProof(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  { parts, rewardFactor, kind, ...names }: Proof,
): number | null {
  if (JSON.stringify(names) !== JSON.stringify(namesOf(model))) return null;
  const scaled = { ...model, rewardPerTask: model.rewardPerTask.map((reward) => reward * rewardFactor) };
  const all = wholeScope(model);
  if (kind !== undefined && !(names.isCommon && (kind.pool === undefined || isOfScope(model, kind.pool.by, all))))
    return null;
  const counted = kind && countedOf(scaled, oracles, kind);
  if (counted === null) return null;
  const count = model.cracs.length;
  const tighten = (region: Ranges): Ranges | null => {
    if (counted !== undefined) return counted.isPossible(countsIn(region)) ? region : null;
    if (names.isCommon) return region;
    const { least, most } = region;
    const box = tightest(model, {
      setPointMinC: least.subarray(0, count),
      setPointMaxC: most.subarray(0, count),
      leastKW: least.subarray(count),
      mostKW: most.subarray(count),
    });
    return box && rangesOf(count, box);
  };
  const ranges = parts.map(({ scope }) => rangesOf(count, scope, counted?.whole));
  if (!isCovered(rangesOf(count, all, counted?.whole), ranges, tighten)) return null;
  if (counted !== undefined && ranges.some((one, n) => ranges.slice(n + 1).some((other) => overlap(one, other))))
    return null;
  const known = new Map<SeparateProof, BlockWorths>();
  const apart = Math.max(kind?.knownRewardPerS ?? -Infinity, counted?.restRewardPerS ?? -Infinity);
  const most = parts.reduce((sofar, part) => Math.max(sofar, valueOf(scaled, oracles, part, known, counted)), apart);
  return most / rewardFactor;
}

/** Returns a part's bound, reward/s; Infinity if its rows or set-points are those of a narrower scope. */
function valueOf(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  { scope, by }: ProofPart,
  known: Map<SeparateProof, BlockWorths>,
  counted: Counted | undefined,
): number {
  const { counts = [] } = scope;
  if (by === null) {
    if (counted !== undefined) return counted.boundOfOnly(counts);
    const conflict = idleConflict(withinScope(model, scope));
    return conflict !== null && isProven(conflict) ? -Infinity : Infinity;
  }
  if (!('sharing' in by)) {
    if (!isOfScope(model, by, scope)) return Infinity;
    if (counted === undefined || by.prices.count === undefined) return lagrangianBound(model, oracles, by).value;
    return counted.boundAt(counts, by);
  }
  const count = model.cracs.length;
  if (
    !contains(
      rangesOf(count, by.ranges),
      rangesOf(count, { ...by.ranges, setPointMinC: scope.setPointMinC, setPointMaxC: scope.setPointMaxC }),
    )
  )
    return Infinity;
  const { constant, blocks } = known.get(by) ?? blockWorths(model, oracles, by);
  known.set(by, { constant, blocks });
  return blocks.reduce((sum, intervals, c) => {
    const range = { least: scope.setPointMinC.subarray(c, c + 1), most: scope.setPointMaxC.subarray(c, c + 1) };
    const isWide = range.least[0]! < range.most[0]!;
    const within = intervals.filter(({ least, most }) =>
      isWide ? least[0]! < range.most[0]! && most[0]! > range.least[0]! : meets({ least, most }, range),
    );
    if (!isCovered(range, within)) return Infinity;
    return within.reduce((most, { value }) => Math.max(most, value), -Infinity) + sum;
  }, constant);
}

/** Returns true if priced rows hold for all plans of a scope, as far as they depend on ranges of set-points and heats. */
function isOfScope(model: RewardRateModel, { rows, side }: PricedRows, scope: Scope): boolean {
  // Without rows all columns are left out, whatever their ranges.
  if (rows.length === 0) return true;
  const { setPointMinC, setPointMaxC, leastKW, mostKW } = scope;
  const holdsSetPoints = [...setPointMinC].every(
    (least, c) => side[c]!.lower <= least && side[c]!.upper >= setPointMaxC[c]!,
  );
  if (!holdsSetPoints) return false;
  const { heat, power } = ownColumns(model);
  return rows.every(({ constraint, defines, side: terms, rhs, within }) => {
    const isWithin = (least: number, c: number): boolean =>
      within!.setPointMinC[c]! <= least && within!.setPointMaxC[c]! >= setPointMaxC[c]!;
    if (within !== undefined && !setPointMinC.every(isWithin)) return false;
    if (constraint !== 'cooling' || defines !== undefined) return true;
    const valueOf = (column: number): number => terms.find((term) => term.column === column)?.value ?? 0;
    return [...setPointMinC.keys()].every((c) => {
      const perHeat = valueOf(heat + c);
      const range = {
        leastHeat: leastKW?.[c] ?? -Infinity,
        mostHeat: mostKW?.[c] ?? Infinity,
        setPointMinC: setPointMinC[c]!,
        setPointMaxC: setPointMaxC[c]!,
      };
      const cut = { constant: -rhs, perHeat, perC: -valueOf(c) };
      if (valueOf(power + c) !== 0) return holdsIn(model.budget.cooling, range, cut);
      return perHeat === 0 || rhs >= perHeat * (perHeat > 0 ? range.mostHeat : range.leastHeat);
    });
  });
}

/** Bounds of the blocks of all CRACs by interval of the set-point, reward/s, and the terms of no block. */
interface BlockWorths {
  readonly constant: number;
  readonly blocks: readonly (readonly (Ranges & { readonly value: number })[])[];
}

function blockWorths(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  { rows, prices: raw, sharing, ranges, redLines, intervals }: SeparateProof,
): BlockWorths {
  const prices = clipped(model, raw);
  const inverseCop = sharing.setPointsC.map((T) => powerPerHeat(model.budget.cooling, T));
  const [room] = lpRooms(model, 'own');
  const lines = redLines.map((zone) => redLineRow(room, zone));
  const separate = separateProblem(model, oracles, inverseCop, { rows, prices }, lines);
  const weight = sharing.weight.map((row) => row.map((s) => Math.max(0, finite(s))));
  const blocks = separate.blocks.map((block, c) => {
    const bound = blockBound(separate, block, ranges, { ...sharing, weight });
    return intervals[c]!.map(({ fromC, toC, by }) => {
      const price = Array.from(by.price, finite);
      const value =
        by.fromC <= fromC && by.toC >= toC
          ? bound.over(blockPrices(separate, block, price), by.fromC, by.toC)
          : Infinity;
      return { least: Float64Array.of(fromC), most: Float64Array.of(toC), value };
    });
  });
  return { constant: separate.constant, blocks };
}

/** Box in any number of dimensions, ends included. */
interface Ranges {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/**
 * Returns a scope's ranges: set-points, heats if each CRAC has a set-point of its own, and whole numbers of nodes. A
 * whole number n is the range from n - 1/2 to n + 1/2, so that neighbouring numbers leave no gap.
 *
 * @param whole ranges of the whole numbers that the scope does not limit
 */
function rangesOf(
  count: number,
  { setPointMinC, setPointMaxC, leastKW, mostKW, counts = [] }: Scope,
  whole: readonly CountRange[] = [],
): Ranges {
  const heats = setPointMinC.length === count && count > 1 ? count : 0;
  const numbers = whole.map((one, n) => counts.find((own) => own.count === n) ?? one);
  const all = (setPointsC: Float64Array, heatKW: Float64Array | undefined, without: number): number[] => [
    ...setPointsC,
    ...(heatKW ?? new Float64Array(heats).fill(without)),
  ];
  return {
    least: Float64Array.from([...all(setPointMinC, leastKW, -Infinity), ...numbers.map(({ lower }) => lower - 0.5)]),
    most: Float64Array.from([...all(setPointMaxC, mostKW, Infinity), ...numbers.map(({ upper }) => upper + 0.5)]),
  };
}

/** Returns the ranges of whole numbers of nodes in a region that has one set-point. */
function countsIn({ least, most }: Ranges): CountRange[] {
  return Array.from(least.subarray(1), (from, count) => ({
    count,
    lower: Math.floor(from + 0.5),
    upper: Math.ceil(most[count + 1]! - 0.5),
  }));
}

/** Returns a box narrowed by the heat balance again and again until nothing changes; null if it has no plan. */
function tightest(model: RewardRateModel, box: CoolingBox): CoolingBox | null {
  let now = box;
  for (let n = 0; n < 100; n++) {
    const next = tightened(model, now);
    if (next === null) return null;
    const { leastKW, mostKW } = now;
    now = next;
    if (next.leastKW.every((kW, c) => kW === leastKW[c]) && next.mostKW.every((kW, c) => kW === mostKW[c])) break;
  }
  return now;
}

/**
 * Returns true if boxes together contain a region, as far as `tighten` leaves it. The region is cut in two along a side
 * of a box, and each half again, until one box contains what is left.
 *
 * @param tighten returns the part of a region that may have plans; null if there is none
 */
export function isCovered(
  whole: Ranges,
  boxes: readonly Ranges[],
  tighten: (region: Ranges) => Ranges | null = (region) => region,
): boolean {
  const region = tighten(whole);
  if (region === null) return true;
  const near = boxes.filter((box) => meets(box, region));
  if (near.some((box) => contains(box, region))) return true;
  // Boxes that only touch the region matter where it is as narrow as rounding errors.
  const cut =
    cutOf(
      region,
      near.filter((box) => overlap(region, box)),
    ) ?? cutOf(region, near);
  if (cut === null) return false;
  const { d, at } = cut;
  return (
    isCovered({ ...region, most: region.most.with(d, at) }, near, tighten) &&
    isCovered({ ...region, least: region.least.with(d, at) }, near, tighten)
  );
}

/**
 * Returns a side of a box within a region along which to cut it: one that cuts no box, if there is one, for along it the
 * parts of a search come apart as they were made. Null if no side is within the region.
 */
function cutOf(region: Ranges, boxes: readonly Ranges[]): { readonly d: number; readonly at: number } | null {
  let first = null;
  for (const box of boxes) {
    for (const d of box.least.keys()) {
      for (const at of [box.least[d]!, box.most[d]!]) {
        if (at <= region.least[d]! || at >= region.most[d]!) continue;
        if (boxes.every(({ least, most }) => at <= least[d]! || at >= most[d]!)) return { d, at };
        first ??= { d, at };
      }
    }
  }
  return first;
}

function overlap(one: Ranges, other: Ranges): boolean {
  return one.least.every((least, d) => {
    const [from, to] = [Math.max(least, other.least[d]!), Math.min(one.most[d]!, other.most[d]!)];
    return from < to || one.least[d] === one.most[d];
  });
}

function meets(box: Ranges, region: Ranges): boolean {
  return box.least.every((least, d) => least <= region.most[d]! && box.most[d]! >= region.least[d]!);
}

function contains(box: Ranges, region: Ranges): boolean {
  const slack = (value: number): number => (Number.isFinite(value) ? SAME * Math.max(1, Math.abs(value)) : 0);
  return box.least.every(
    (least, d) =>
      least <= region.least[d]! + slack(region.least[d]!) && box.most[d]! >= region.most[d]! - slack(region.most[d]!),
  );
}
