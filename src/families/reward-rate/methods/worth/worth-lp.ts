import { capOf } from '../../../../../models/facility/meter.js';
import { airLimitsOf } from '../../../../../models/facility/air-limits.js';
import type { PowerLimit } from '../../../../../models/facility/power-limits.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import { minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { type LagrangianBound, lagrangianBound } from '../room-program/bound.js';
import { brokenPowerRows, type CouplingRow, excessOf, hottestZones } from '../room-program/coupling.js';
import { groupByZone, zonePowersW } from '../room-program/grouping.js';
import { generate } from '../room-program/generation.js';
import { type MasterSolution, RoomLp } from '../room-program/room-lp.js';
import type { Curve, Tight } from './concave-curve.js';
import { fixedRows } from './fixed-rows.js';

/** Limit whose marginal value is wanted, with how far the LP can change it. */
export interface WorthLimit {
  readonly kind: LimitName;
  readonly where: string;
  /** Value that plans must keep, in W, C, nodes or tasks/s: the limit minus its reserve. */
  readonly kept: number;
  /** Direction in which the limit becomes looser: 1 upwards, -1 downwards. */
  readonly looser: 1 | -1;
  /** Maximum amount by which the limit may be loosened, in its unit. */
  readonly looserBy: number;
  /** Maximum amount by which the limit may be tightened, in its unit. Beyond it there is no plan or no limit. */
  readonly tighterBy: number;
}

/** A limit with its dual value and slack at its present value. */
export interface BaseWorth {
  readonly limit: WorthLimit;
  /** Dual value of the limit: marginal value of the next looser unit, reward/s per unit. */
  readonly price: number;
  /** Slack of the limit in the LP's answer, in its unit; null if not computed. */
  readonly slack: number | null;
}

/** LP over all configurations at fixed set-points, in which one limit at a time may be changed. */
export interface WorthLp {
  /** Reward of the best fractional solution at the present limits, reward/s. */
  readonly rewardPerS: number;
  readonly base: Tight;
  readonly limits: readonly BaseWorth[];
  /** Returns the best reward as a function of the amount by which a limit is loosened or tightened. */
  curve(limit: WorthLimit, direction: 'looser' | 'tighter'): Curve;
  /** Returns the point of a limit's curve at its present value. */
  startOf(limit: WorthLimit, direction: 'looser' | 'tighter'): Tight;
  dispose(): void;
}

export interface WorthRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  /** Set-point of each working CRAC, C. */
  readonly setPointsC: readonly number[];
  /** Called after each LP; resolves to true to end the search. */
  readonly ended: () => Promise<boolean>;
}

/** Excess over the red line up to which no row is added to the LP, K. */
const ROW_TOLERANCE_C = 1e-9;
/** Maximum number of rounds of column and row generation for one point of a curve. */
const MAX_ROUNDS = 200;
/** Relative gap between the LP's value and its bound at which column generation stops. */
const LP_GAP = 1e-9;
/** Largest relative gap between an LP's value and bound for a point of a curve. Ours: the accuracy of LP engines. */
const MAX_GAP = 1e-7;
/** Number of nodes missing from a required minimum that still counts as rounding error. */
const ROUNDING_NODES = 1e-6;
/** Change of a limit that still counts as rounding error, as a fraction of it; for a red line, in kelvins. */
const NEAR = 1e-7;
/**
 * A limit is tightened at most to this distance from the tightest value at which a plan exists. The distance is a
 * fraction of `Curve.near` (the limit's rounding error).
 */
const MARGIN = 0.01;
/** A dual value counts as 0 if, times the limit's whole value, it is less than this fraction of the reward. */
const PRICE_NOISE = 1e-9;

/**
 * Opens the LP at the present limits; null if it has no answer or was stopped. The model must have no CRAC failures to
 * survive and no uncertain temperature rises.
 */
export async function openWorthLp(input: WorthRequest): Promise<WorthLp | null> {
  const { model, oracles, engine, setPointsC, ended } = input;
  const grouping = groupByZone(model);
  const fixed = fixedRows(model, setPointsC);
  const lp = new RoomLp({ model, oracles, engine, grouping, side: fixed.side });
  const { rows } = lp;
  let moved: { readonly limit: WorthLimit; readonly by: number } | null = null;
  let solution: MasterSolution | null = null;
  let rewardPerS = 0;

  const byOf = (row: CouplingRow): number => (moved !== null && isOf(row, moved.limit) ? moved.by : 0);
  const add = (more: readonly CouplingRow[]): void => {
    const first = lp.add(more);
    for (const [n, row] of more.entries()) {
      const by = byOf(row);
      if (by !== 0) lp.setRhs(first + n, row.rhs + by * row.rhsPerLimit);
    }
  };

  /** Loosens a limit by `by` from its present value, in its unit (negative: tightens it). */
  const apply = (limit: WorthLimit, by: number): void => {
    moved = by === 0 ? null : { limit, by };
    if (limit.kind === 'arrivalRate') lp.setArrivalRate(model.taskNames.indexOf(limit.where), limit.kept + by);
    else if (limit.kind === 'minimumOn') {
      const h = minimumsOf(model).findIndex(({ where }) => where === limit.where);
      lp.setMinimumOn(h, limit.kept - by);
    } else {
      for (const [r, row] of rows.entries())
        if (isOf(row, limit)) lp.setRhs(r, row.rhs + (by === 0 ? 0 : by * row.rhsPerLimit));
    }
  };

  const hotRows = (answer: MasterSolution): CouplingRow[] => {
    const byC = moved?.limit.kind === 'redLine' ? moved.by : 0;
    if (byC === Infinity) return [];
    const inletC = inletsC(answer);
    const isRowed = (b: number): boolean => lp.redLined.has(b);
    return hottestZones(inletC, model.redLineC + byC, isRowed, undefined, ROW_TOLERANCE_C).map(fixed.redLine);
  };
  const powersW = (answer: MasterSolution): Float64Array => zonePowersW(model, grouping, answer);
  const inletsC = (answer: MasterSolution): Float64Array =>
    model.thermal.inletRiseC(powersW(answer)).map((riseC, b) => riseC + fixed.suppliedC[b]!);

  /** Returns the change of a bound, reward/s, per unit by which a limit is loosened. */
  const slopeAt = ({ prices, rows: priced }: LagrangianBound, limit: WorthLimit): number => {
    if (limit.kind === 'arrivalRate') {
      const i = model.taskNames.indexOf(limit.where);
      return model.rewardPerTask[i]! - prices.task[i]!;
    }
    if (limit.kind === 'minimumOn')
      return prices.on?.[minimumsOf(model).findIndex(({ where }) => where === limit.where)] ?? 0;
    return priced.reduce(
      (sum, row, r) => sum + (isOf(row, limit) ? (prices.coupling[r] ?? 0) * row.rhsPerLimit : 0),
      0,
    );
  };

  /** Returns a point of a limit's curve: the LP's value and the line of its dual values; null if not within MAX_GAP. */
  const pointAt = async (
    limit: WorthLimit,
    direction: 'looser' | 'tighter',
    distance: number,
  ): Promise<Point | null> => {
    const by = direction === 'looser' ? distance : -distance;
    apply(limit, by);
    try {
      const found = await generate(lp, {
        rounds: MAX_ROUNDS,
        gap: LP_GAP,
        broken: (answer) => {
          const zoneW = powersW(answer);
          const isMoved = (one: PowerLimit): boolean => one.constraint === limit.kind && one.where === limit.where;
          return [
            ...hotRows(answer),
            ...brokenPowerRows(model, zoneW, undefined, (one) => (isMoved(one) ? by : 0)),
            // Only at the present limits: elsewhere curves stay piecewise linear.
            ...(by === 0 ? fixed.brokenCap(zoneW, answer.side) : []),
          ];
        },
        add,
        gapOf: ({ bound, answer }) => {
          const reached = bound.value + (by === Infinity ? 0 : slopeAt(bound, limit) * by);
          return (reached - answer.objective) / Math.max(1e-12, Math.abs(reached), rewardPerS);
        },
        ends: ended,
      });
      if ('failure' in found || found.end !== 'settled') return null;
      const { answer, bound, gap } = found;
      lp.priceOut(bound);
      solution = answer;
      if (!(gap <= MAX_GAP)) return null;
      // Nothing is completed in vain where as many arrive as one likes.
      const slope = by === Infinity ? 0 : slopeAt(bound, limit);
      const line = { atZero: bound.value, slope: direction === 'looser' ? slope : -slope };
      return { at: distance, value: answer.objective, line, hasPlan: answer.missing <= ROUNDING_NODES, bound };
    } finally {
      apply(limit, 0);
    }
  };

  const prices = { task: model.rewardPerTask, coupling: new Float64Array(0) };
  const first = lagrangianBound(model, oracles, { rows: fixed.rows, prices, side: fixed.side });
  lp.seed(first);
  add([...fixed.rows, ...fixed.moreCaps]);
  const all = limitsOf(model, fixed.rows, fixed.redLine(0), fixed.roomOf);
  const [some] = all;
  const base = some === undefined ? null : await pointAt(some, 'looser', 0);
  const found = solution as MasterSolution | null;
  if (base === null || found === null || !base.hasPlan) {
    lp.dispose();
    return null;
  }
  rewardPerS = base.value;
  const zoneW = powersW(found);
  const inletC = inletsC(found);
  const slackOf = ({ kind, where, kept }: WorthLimit): number | null => {
    if (kind === 'redLine') return kept - inletC.reduce((most, T) => Math.max(most, T), -Infinity);
    if (kind === 'arrivalRate') return kept - found.taskRatePerS[model.taskNames.indexOf(where)]!;
    const own = rows.filter((one) => one.constraint === kind && one.where === where);
    if (own.length === 0) return null;
    const slacks = own.map(
      (row) => -excessOf(row, fixed.room, zoneW, (column) => found.side[column]!) / row.rhsPerLimit,
    );
    return Math.min(...slacks);
  };
  const worth = (kept: number): number => Math.max(Math.abs(kept), Number.MIN_VALUE);
  const startOf = (limit: WorthLimit, direction: 'looser' | 'tighter'): Tight => {
    const slope = slopeAt(base.bound, limit);
    return { ...base, at: 0, line: { atZero: base.line.atZero, slope: direction === 'looser' ? slope : -slope } };
  };
  return {
    rewardPerS,
    base,
    limits: all.map((limit) => ({ limit, price: slopeAt(base.bound, limit), slack: slackOf(limit) })),
    startOf,
    curve: (limit, direction) => {
      const span = limit.kind === 'redLine' ? 1 : worth(limit.kept);
      const near = NEAR * span;
      return {
        at: (distance) => pointAt(limit, direction, distance),
        // At the very least value engines call rounding infeasible.
        farthest: direction === 'looser' ? limit.looserBy : Math.max(0, limit.tighterBy - MARGIN * near),
        tolerance: MAX_GAP * Math.max(rewardPerS, 1e-12),
        near,
        noise: (PRICE_NOISE * rewardPerS) / span,
      };
    },
    dispose() {
      lp.dispose();
    },
  };
}

/** Point of a curve, with the bound whose dual values give its supporting line. */
interface Point extends Tight {
  readonly bound: LagrangianBound;
}

/** Returns true if an LP row belongs to a limit. The red lines of all zones are one limit. */
function isOf({ constraint, where }: CouplingRow, limit: WorthLimit): boolean {
  if (constraint !== limit.kind) return false;
  return constraint === 'redLine' || constraint === 'powerCap' || where === limit.where;
}

/** Returns all limits whose marginal values the LP can give. Those of the whole facility come first. */
function limitsOf(
  model: RewardRateModel,
  rows: readonly CouplingRow[],
  redLine: CouplingRow,
  roomOf: (row: CouplingRow) => number,
): WorthLimit[] {
  const { budget, redLineC, powerLimits, taskNames, arrivalRatePerS } = model;
  const kept = new Map<string, number>([
    ...[...powerLimits, ...airLimitsOf(model)].map(
      ({ constraint, where, limit }) => [`${constraint} ${where}`, limit] as const,
    ),
    ['powerCap ', capOf(budget)] as const,
    ['redLine ', redLineC] as const,
  ]);
  const ofRows = [redLine, ...rows].flatMap((row): WorthLimit[] => {
    const { constraint: kind } = row;
    if (kind === 'cooling') return [];
    const where = kind === 'redLine' ? '' : row.where;
    const value = kept.get(`${kind} ${where}`);
    if (value === undefined) return [];
    const tighterBy = Math.max(0, roomOf(row));
    return [{ kind, where, kept: value, looser: 1, looserBy: Infinity, tighterBy }];
  });
  const minimums = minimumsOf(model).map(({ where, zones, nodes }): WorthLimit => {
    const all = zones.reduce((sum, b) => sum + model.zones[b]!.nodeCount, 0);
    return { kind: 'minimumOn', where, kept: nodes, looser: -1, looserBy: nodes, tighterBy: all - nodes };
  });
  const arrivals = taskNames.map((where, i): WorthLimit => {
    const rate = arrivalRatePerS[i]!;
    return { kind: 'arrivalRate', where, kept: rate, looser: 1, looserBy: Infinity, tighterBy: rate };
  });
  return [...ofRows, ...minimums, ...arrivals];
}
