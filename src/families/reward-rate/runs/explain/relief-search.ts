import type { LimitName } from '../../../../../models/facility/limits.js';
import { isLinear, overCapW, toleratedOverCapW, withHigherCap } from '../../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { dualBound } from '../../../../solvers/linear/dual-bound.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { TOLERATED_K } from '../../../../../models/facility/limits.js';
import { cheapestLimits, type LimitSteps } from './limit-prices.js';
import { leversOf, type Relief, type ReliefState, stateOf } from './relief.js';
import { type InletRow, inletRowAt, reliefProgram, type SetPointPart } from './relief-program.js';

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
/** An inlet gets a row in the LP if it exceeds the red line by more than this, K. */
const WARM_K = 1e-7;
/**
 * A row of the power cap is added if the LP's answer exceeds the cap by more than this fraction. Our choice: above the
 * errors of LP engines.
 */
const CAP_TOLERANCE = 1e-7;
/** Maximum number of red-line rows added after one LP. */
const MAX_NEW_ROWS = 5;

/** Range of set-points, with a lower bound on the price of changes after which the facility can idle at one of them. */
interface Part extends SetPointPart {
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
  return new ReliefSearch(relief, engine, isWhole).run();
}

class ReliefSearch {
  private readonly inlets: InletRow[] = [];
  /** Node powers at which the LP has a row of the power cap, W. */
  private readonly capAtW: number[];
  private programs = 0;
  private best: ReliefChoice | null = null;

  constructor(
    private readonly relief: Relief,
    private readonly engine: LpEngine,
    private readonly isWhole: boolean,
  ) {
    this.capAtW = [relief.off.zones.reduce((sum, { idleW }) => sum + idleW, 0)];
  }

  run() {
    const { off, levers } = this.relief;
    const reach = (kind: 'setPointMin' | 'setPointMax'): number =>
      leversOf(levers, [kind]).reduce((sum, { most, step }) => sum + most * step, 0);
    const [fromC, toC] = [off.setPointMinC - reach('setPointMin'), off.setPointMaxC + reach('setPointMax')];
    let parts: readonly Part[] = [{ fromC, toC, bound: -Infinity }];
    let closed = Infinity;
    while (parts.length > 0 && this.programs < MAX_PROGRAMS) {
      const [first, ...others] = [...parts].sort((a, b) => a.bound - b.bound) as [Part, ...Part[]];
      if (this.isHopeless(first.bound)) break;
      parts = others;
      const bound = Math.max(first.bound, this.boundIn(first));
      if (this.isHopeless(bound) || first.toC - first.fromC <= MIN_PART_K) closed = Math.min(closed, bound);
      else {
        const middleC = (first.fromC + first.toC) / 2;
        parts = [...parts, { ...first, toC: middleC, bound }, { ...first, fromC: middleC, bound }];
      }
    }
    const bound = Math.min(this.price(), closed, ...parts.map((part) => part.bound));
    return { choice: this.best, bound: Math.max(0, bound) };
  }

  private price(): number {
    return this.best?.price ?? Infinity;
  }

  /** Returns true if a range with this lower bound on price has no noticeably cheaper changes than the best found. */
  private isHopeless(bound: number): boolean {
    return bound >= this.price() * (this.isWhole ? 1 : 1 - NEAR);
  }

  /** Returns the proven lower bound on price in a range of set-points, and keeps cheaper changes found on the way. */
  private boundIn(part: SetPointPart): number {
    let bound = -Infinity;
    for (;;) {
      const program = reliefProgram(this.relief, part, this.inlets, this.capAtW);
      const session = this.engine.open(program);
      this.programs++;
      const { point, duals } = session.solve();
      session.dispose();
      if (duals !== null) bound = Math.max(bound, this.rounded(dualBound(program, duals.rows)));
      if (point === null) return bound;
      const on = this.onOf(point.columnValues);
      const levers = this.relief.levers.length;
      const missing = point.columnValues.at(-1)!;
      if (missing < 1e-6 && !this.isHopeless(bound)) this.tryWhole(on);
      const moved = point.columnValues.subarray(-levers - 1);
      const state = stateOf(this.relief, on);
      const added = [this.addWarm(state, part, moved), this.addCap(state, part, moved)].includes(true);
      if (!added || this.programs >= MAX_PROGRAMS || this.isHopeless(bound)) return bound;
    }
  }

  private rounded(bound: number): number {
    return this.isWhole ? Math.ceil(bound - 1e-6) : bound;
  }

  /** Returns the number of running nodes of each zone, from the values of the LP's columns. */
  private onOf(values: Float64Array): Float64Array {
    const on = new Float64Array(this.relief.off.zones.length);
    let column = 0;
    for (const { zones } of this.relief.groups) for (const b of zones) on[b] = values[column++]!;
    return on;
  }

  /** Adds rows for inlets above the red line in the LP's answer; returns true if there were any. */
  private addWarm(state: ReliefState, { fromC }: SetPointPart, moved: Float64Array): boolean {
    const { relief, inlets } = this;
    const raisedK = this.raised(['redLine', 'inletReserve'], moved);
    const overK = state.riseC.map((riseC) => riseC + fromC - relief.off.redLineC - raisedK - moved.at(-1)!);
    const warm = [...overK.keys()]
      .filter((b) => overK[b]! > WARM_K + 1e-6)
      .sort((a, b) => overK[b]! - overK[a]!)
      .slice(0, MAX_NEW_ROWS);
    for (const zone of warm) inlets.push(inletRowAt(relief, zone, state));
    return warm.length > 0;
  }

  /**
   * Adds a row of the power cap that is exact at the LP's answer, if the answer exceeds the cap because the LP
   * understates the input of the UPS. Returns true if it did. With a constant efficiency it never does.
   */
  private addCap({ nodePowerW }: ReliefState, { toC }: SetPointPart, moved: Float64Array): boolean {
    const { budget } = this.relief.off;
    if (isLinear(budget)) return false;
    const loose = withHigherCap(budget, toleratedOverCapW(budget));
    const raisedW = W_PER_KW * (this.raised(['powerCap', 'powerReserve'], moved) + moved.at(-1)!);
    const isOver = overCapW(loose, totalPowerW(budget, nodePowerW, toC + TOLERATED_K), CAP_TOLERANCE) > raisedW;
    if (isOver) this.capAtW.push(nodePowerW);
    return isOver;
  }

  /** Returns by how much the LP's answer loosens a limit through the levers of the given kinds, K or kW. */
  private raised(kinds: readonly LimitName[], moved: Float64Array): number {
    const { levers } = this.relief;
    return leversOf(levers, kinds).reduce((sum, lever) => sum + lever.gain * moved[levers.indexOf(lever)]!, 0);
  }

  /**
   * Tries integer numbers of running nodes near an LP's answer, and keeps cheaper changes. First all numbers are
   * rounded down; then nodes are switched on again where that lowers the price.
   */
  private tryWhole(values: Float64Array): void {
    const { relief } = this;
    const on = values.map((value) => Math.floor(value + 1e-6));
    for (const { zones, mustBeOn, price } of relief.groups) {
      if (price !== null) continue;
      const short = mustBeOn - zones.reduce((sum, b) => sum + on[b]!, 0);
      const fullest = [...zones].sort((a, b) => values[b]! - on[b]! - (values[a]! - on[a]!));
      for (const b of fullest.slice(0, Math.max(0, short))) on[b]!++;
    }
    this.tryOn(on);
    const loose = relief.groups.flatMap(({ zones, price }, g) => (price === null ? [] : zones.map((b) => ({ b, g }))));
    const partly = loose
      .filter(({ b }) => values[b]! - on[b]! > 1e-6)
      .sort((x, y) => values[y.b]! - on[y.b]! - (values[x.b]! - on[x.b]!));
    for (const { b } of partly) {
      const before = this.best;
      const more = on.slice();
      more[b]!++;
      this.tryOn(more);
      if (this.best !== before) on[b]!++;
    }
  }

  private tryOn(on: Float64Array): void {
    const { relief } = this;
    const nodesOff = new Map<number, number>();
    let price = 0;
    for (const { index, zones, mustBeOn, price: each } of relief.groups) {
      const more = mustBeOn - zones.reduce((sum, b) => sum + on[b]!, 0);
      if (more <= 0) continue;
      if (each === null) return;
      nodesOff.set(index, more);
      price += more * each;
    }
    const limits = cheapestLimits(relief, stateOf(relief, on), this.price() - price);
    if (limits === null) return;
    this.best = { nodesOff, steps: limits.steps, price: price + limits.price };
  }
}
