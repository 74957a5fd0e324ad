import {
  availableW,
  isLinear,
  overCapW,
  tangentMeter,
  toleratedOverCapW,
  upsInputPerW,
  withHigherCap,
} from '../../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import type { LinearColumn, LinearProgram } from '../../../../../models/forms/linear-program.js';
import { powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { dualBound } from '../../../../solvers/linear/dual-bound.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { TOLERATED_K, toleratedOf } from '../../../../../models/facility/limits.js';
import { redLineAt, unitInRows } from '../../methods/room-program/coupling.js';
import { lpRow } from '../../methods/room-program/lp-parts.js';
import {
  airRow,
  cheapestLimits,
  type LimitRow,
  type LimitSteps,
  type Relief,
  type ReliefLimit,
  type ReliefState,
  stateOf,
} from './relief.js';

/** Changes after which the facility can idle: nodes switched off and limits loosened. */
export interface ReliefChoice extends LimitSteps {
  /** Number of nodes switched off, by index in the instance's list of node groups; groups without any are absent. */
  readonly nodesOff: ReadonlyMap<number, number>;
}

/** Maximum number of LPs solved in one search for the cheapest changes. */
const MAX_PROGRAMS = 120;
/** Relative gap between the price of the cheapest changes found and its lower bound at which the search ends. */
const NEAR = 1e-3;
/** A set-point range of at most this width is not divided further, K. */
const MIN_PART_K = 0.002;
/** A limit on temperatures gets a row in the LP if it is exceeded by more than this times what the checker tolerates. */
const WARM = 1.1;
/**
 * A row of the power cap is added if the LP's answer exceeds the cap by more than this fraction. Our choice: above the
 * errors of LP engines.
 */
const CAP_TOLERANCE = 1e-7;
/** Maximum number of red-line rows added after one LP. */
const MAX_NEW_ROWS = 5;
/** Numbers of nodes, and violations of limits, up to this are rounding errors of the LP. */
const LP_ERROR = 1e-6;
/** Upper bound of the LP column for violations of limits, K or kW: so large that every LP has an answer. */
const MAX_MISSING = 1e9;
/** Penalty in the LP for each K or kW of violation, as a multiple of the largest price (of a node, K or kW). */
const MISSING = 1e4;

/** Part of the set-point range of the only CRAC, C. `bound` is a lower bound on the price of changes in it. */
interface Part {
  readonly fromC: number;
  readonly toC: number;
  readonly bound: number;
}

/**
 * Returns the cheapest changes after which a facility with one working CRAC can idle, by branch and bound over ranges
 * of its set-point. In each range an LP gives a lower bound on the price, and rounding its answer gives changes.
 * `choice` is the cheapest found, null if none, and `bound` a proven lower bound on the price of any such changes.
 *
 * @param isWhole true if all prices are integers, so that bounds can be rounded up
 */
export function cheapestRelief(relief: Relief, engine: LpEngine, isWhole = false) {
  const { off, groups, levers, setPointMin, setPointMax } = relief;
  const zonesOn = [...new Map(groups.flatMap((group) => group.zones.map((b) => [b, { ...group, b }]))).values()];
  const hot: ((part: Part) => LimitRow)[] = [];
  const capped = [capRow(off.zones.reduce((sum, { idleW }) => sum + idleW, 0))];
  let programs = 0;
  let best = null as ReliefChoice | null;

  const reachK = ({ levers: own }: ReliefLimit): number => own.reduce((sum, { most, step }) => sum + most * step, 0);
  const [fromC, toC] = [off.setPointMinC - reachK(setPointMin), off.setPointMaxC + reachK(setPointMax)];
  let parts: readonly Part[] = [{ fromC, toC, bound: -Infinity }];
  let closed = Infinity;
  while (parts.length > 0 && programs < MAX_PROGRAMS) {
    const [first, ...others] = [...parts].sort((a, b) => a.bound - b.bound) as [Part, ...Part[]];
    if (isHopeless(first.bound)) break;
    parts = others;
    const bound = Math.max(first.bound, boundIn(first));
    if (isHopeless(bound) || first.toC - first.fromC <= MIN_PART_K) closed = Math.min(closed, bound);
    else {
      const middleC = (first.fromC + first.toC) / 2;
      parts = [...parts, { ...first, toC: middleC, bound }, { ...first, fromC: middleC, bound }];
    }
  }
  return { choice: best, bound: Math.max(0, Math.min(priceFound(), closed, ...parts.map((part) => part.bound))) };

  function priceFound(): number {
    return best?.price ?? Infinity;
  }

  /** Returns true if a range with this lower bound on price has no noticeably cheaper changes than the best found. */
  function isHopeless(bound: number): boolean {
    return bound >= priceFound() * (isWhole ? 1 : 1 - NEAR);
  }

  /** Returns the proven lower bound on price in a range of set-points, and keeps cheaper changes found on the way. */
  function boundIn(part: Part): number {
    let bound = -Infinity;
    for (;;) {
      const program = programIn(part);
      const session = engine.open(program);
      programs++;
      const { point, duals } = session.solve();
      session.dispose();
      if (duals !== null) {
        const proven = dualBound(program, duals.rows);
        bound = Math.max(bound, isWhole ? Math.ceil(proven - LP_ERROR) : proven);
      }
      if (point === null) return bound;
      const on = new Float64Array(off.zones.length);
      for (const [column, { b }] of zonesOn.entries()) on[b] = point.columnValues[column]!;
      const moved = point.columnValues.subarray(-levers.length - 1);
      if (moved.at(-1)! < LP_ERROR && !isHopeless(bound)) tryWhole(on);
      const isCut = addCuts(stateOf(relief, on), part, moved);
      if (!isCut || programs >= MAX_PROGRAMS || isHopeless(bound)) return bound;
    }
  }

  /**
   * Adds rows that the LP's answer breaks: of limits on temperatures, and of the power cap where the LP understates the
   * input of the UPS. Returns true if there were any.
   *
   * @param moved values of the levers in the LP, and of its violation
   */
  function addCuts(state: ReliefState, part: Part, moved: Float64Array): boolean {
    const raised = ({ levers: own }: ReliefLimit): number =>
      own.reduce((sum, lever) => sum + lever.gain * moved[levers.indexOf(lever)]!, 0);
    const raisedK = raised(relief.redLine);
    const overK = state.riseC.map((riseC) => riseC + part.fromC - off.redLineC - raisedK - moved.at(-1)!);
    const warm = [...overK.keys()]
      .filter((b) => overK[b]! > WARM * TOLERATED_K)
      .sort((a, b) => overK[b]! - overK[a]!)
      .slice(0, MAX_NEW_ROWS)
      .map((zone) => ({ ...redLineAt(off, zone), reading: { inlets: [[zone, 1]] as const } }));
    const others = relief.warm.filter((one) => {
      const unit = unitInRows(one.air);
      return one.excess(state, part.fromC) / unit - raised(one) - moved.at(-1)! > (WARM * toleratedOf(one.air)) / unit;
    });
    const broken = [...warm.map((air) => ({ air, levers: relief.redLine.levers })), ...others];
    for (const { air, levers: own } of broken) hot.push(({ fromC }) => airRow(off, air, own, fromC, state.zonePowerW));
    const { budget } = off;
    if (isLinear(budget)) return broken.length > 0;
    const loose = withHigherCap(budget, toleratedOverCapW(budget));
    const raisedW = W_PER_KW * (raised(relief.powerCap) + moved.at(-1)!);
    const totalW = totalPowerW(budget, state.nodePowerW, part.toC + TOLERATED_K);
    const isOver = overCapW(loose, totalW, CAP_TOLERANCE) > raisedW;
    if (isOver) capped.push(capRow(state.nodePowerW));
    return isOver || broken.length > 0;
  }

  /** Returns the row of the power cap that is exact at these node powers, W. */
  function capRow(nodePowerW: number): (part: Part) => LimitRow {
    const { budget } = off;
    const tangent = tangentMeter(withHigherCap(budget, toleratedOverCapW(budget)), nodePowerW);
    return (part) => {
      const perNode = upsInputPerW(tangent) + powerPerHeat(budget.cooling, part.toC + TOLERATED_K);
      return { perKW: () => perNode, most: availableW(tangent) / W_PER_KW, levers: relief.powerCap.levers };
    };
  }

  /**
   * Returns an LP whose minimum is a lower bound on the price of changes after which the facility can idle at a
   * set-point of the part. It is a relaxation: numbers of nodes and steps may be fractional, and inlets without a row
   * too warm. Each limit is taken at the end of the part where it is looser, with the checker's tolerance.
   *
   * The columns are, in this order: running nodes by zone, in the order of groups; nodes switched off by group; changes
   * of levers (W as kW); violation.
   */
  function programIn(part: Part): LinearProgram {
    const dearest = Math.max(
      1,
      ...groups.map(({ price }) => price ?? 0),
      ...levers.map((lever) => lever.price * unitInRows(lever)),
    );
    const column = (name: string, cost: number, upper: number): LinearColumn => ({ name, cost, lower: 0, upper });
    const columns = [
      ...zonesOn.map(({ b }) => column(`on${b}`, 0, off.zones[b]!.nodeCount)),
      ...groups.map(({ index, price, mustBeOn }) => column(`off${index}`, price ?? 0, price === null ? 0 : mustBeOn)),
      ...levers.map((lever, n) =>
        column(`lever${n}`, lever.price * unitInRows(lever), (lever.most * lever.step) / unitInRows(lever)),
      ),
      column('missing', MISSING * dearest, MAX_MISSING),
    ];
    const range: LimitRow[] = [
      { perKW: () => 0, most: part.toC - off.setPointMinC, levers: setPointMin.levers },
      { perKW: () => 0, most: off.setPointMaxC - part.fromC, levers: setPointMax.levers },
    ];
    const limits = [...[...hot, ...capped].map((rowOf) => rowOf(part)), ...relief.steady, ...range];
    const rows = limits.map(({ perKW, most, levers: own }, n) => {
      const idle = off.zones.reduce((sum, { idleW }, b) => sum + perKW(b) * (idleW / W_PER_KW), 0);
      const entries = [
        ...zonesOn.map(({ b, wakeW }, at) => [at, perKW(b) * (wakeW / W_PER_KW)] as const),
        ...own.map((lever) => [zonesOn.length + groups.length + levers.indexOf(lever), -lever.gain] as const),
        [columns.length - 1, -1] as const,
      ];
      return lpRow(
        `limit${n}`,
        -Infinity,
        most - idle,
        entries.filter(([, value]) => value !== 0),
      );
    });
    const counts = groups.map(({ zones, mustBeOn }, n) => {
      const running = [...zonesOn.keys()].filter((at) => zones.includes(zonesOn[at]!.b));
      return lpRow(
        `group${n}`,
        mustBeOn,
        Infinity,
        [...running, zonesOn.length + n].map((at) => [at, 1]),
      );
    });
    return { sense: 'minimize', columns, rows: [...rows, ...counts] };
  }

  /**
   * Tries integer numbers of running nodes near an LP's answer, and keeps cheaper changes. First all numbers are
   * rounded down; then nodes are switched on again where that lowers the price.
   */
  function tryWhole(values: Float64Array): void {
    const on = values.map((value) => Math.floor(value + LP_ERROR));
    const missing = (b: number): number => values[b]! - on[b]!;
    for (const { zones, mustBeOn, price } of groups) {
      if (price !== null) continue;
      const short = mustBeOn - zones.reduce((sum, b) => sum + on[b]!, 0);
      const fullest = [...zones].sort((a, b) => missing(b) - missing(a));
      for (const b of fullest.slice(0, Math.max(0, short))) on[b]!++;
    }
    tryOn(on);
    const partly = zonesOn
      .filter(({ b, price }) => price !== null && missing(b) > LP_ERROR)
      .sort((x, y) => missing(y.b) - missing(x.b));
    for (const { b } of partly) {
      const more = on.slice();
      more[b]!++;
      if (tryOn(more)) on[b]!++;
    }
  }

  /** Keeps the changes with these numbers of running nodes if they are cheaper; returns true if so. */
  function tryOn(on: Float64Array): boolean {
    const nodesOff = new Map<number, number>();
    let price = 0;
    for (const { index, zones, mustBeOn, price: each } of groups) {
      const more = mustBeOn - zones.reduce((sum, b) => sum + on[b]!, 0);
      if (more <= 0) continue;
      if (each === null) return false;
      nodesOff.set(index, more);
      price += more * each;
    }
    const limits = cheapestLimits(relief, stateOf(relief, on), priceFound() - price);
    if (limits === null) return false;
    best = { nodesOff, steps: limits.steps, price: price + limits.price };
    return true;
  }
}
