import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import type { RobustGoal } from '../../../../models/problems/robust/plan.js';
import type { RunControl } from '../../control.js';
import type { RobustBoundInput, RobustCertificate, RobustInfeasibility, RobustPrices } from '../outcome.js';
import { ActiveSet } from './active-set.js';
import { cannotHold, longestRefutedDeadlineS } from './capacity.js';
import { type ShareRule, shareRule } from './dual.js';
import { chordPrice, type EnergyTest, leastPricedEnergyJ } from './energy-test.js';
import { type Evaluate, raisePrices } from './prices.js';
import { FARTHEST_Z, leastRefuted } from './root.js';
import { type BoundSetting, boundSetting, firstPrices, fully } from './setting.js';

/** Prices are first sought on about so many tasks, with all their options. */
const SAMPLE = 2000;
/** Options kept per task once the prices are about right. */
const WIDTH = 12;
const SAMPLE_ROUNDS = 4;
const ALL_ROUNDS = 3;
const PRICE_STEPS = 80;
/** Share of the budget that rounding in a sum of 10^5 compensated terms stays far below. */
const ROUNDING = 1e-9;
const GUIDE_CLOSE_Z = 1e-5;
const PROVEN_STEP_Z = 1e-5;
const MOST_STEP_Z = 0.5;
/** The least variance is certified from so far below the quantile in question. */
const VARIANCE_ROOM_Z = 0.02;
/** Multiples of the chord's price at which the least variance is looked for. */
const VARIANCE_PRICES = [4, 16, 64];

/**
 * A proven bound over all plans (docs/methods/robust-bound.md). MO-EC: the least quantile of the makespan for which it is refuted that a
 * plan within the energy limit reaches it. EO-MC: the same with the roles exchanged, and the least expected energy. Anytime: stopped
 * early it returns what is proven so far, which may be nothing (Infinity).
 */
export async function robustBound(input: RobustBoundInput): Promise<RobustCertificate> {
  return new BoundSearch(boundSetting(input.problem), input).run();
}

interface PriceStage {
  /** One task of so many. */
  readonly every: number;
  readonly rounds: number;
  /** Options kept per task. */
  readonly width: number;
}

/** The search for prices and the proof from them, in stages: `lagrange` builds plans between them. */
export class BoundSearch {
  private readonly problem: RobustProblem;
  private readonly goal: RobustGoal;
  private readonly control: RunControl;
  private readonly nodeJ: Float64Array;
  /** The quantile under question: of the makespan (MO-EC) or of the energy (EO-MC). */
  private quantile: number;
  private provenZ = Infinity;
  private energyBoundJ: number;
  /** Of plans whose quantile is near the one in question or above. */
  private leastVarianceJ2: number;
  private likelyVarianceJ2: number;

  constructor(
    private readonly setting: BoundSetting,
    { problem, goal, control, start }: RobustBoundInput,
  ) {
    this.problem = problem;
    this.goal = goal;
    this.control = control;
    const { point, groups } = setting;
    const free = this.unlimited();
    const nothing = new Float64Array(groups.length);
    fully(setting, free, 0)({ nodeJ: nothing, varianceJPerJ2: 1 }, point);
    this.leastVarianceJ2 = Math.max(0, point.valueJ * (1 - ROUNDING));
    fully(setting, free)({ nodeJ: nothing, varianceJPerJ2: 0 }, point);
    this.energyBoundJ = point.valueJ * (1 - ROUNDING);
    this.likelyVarianceJ2 = Math.max(this.leastVarianceJ2, point.varianceJ2);
    const known = start?.prices?.nodeJ;
    this.nodeJ = known?.length === groups.length ? known.slice() : firstPrices(setting, this.energyBoundJ);
    this.quantile = start?.prices?.z ?? 0;
  }

  async run(): Promise<RobustCertificate> {
    const conflict = this.conflict();
    if (conflict !== null) return this.certificate(conflict);
    for (const stage of this.stages()) {
      if (await this.advance(stage)) break;
    }
    return this.proven();
  }

  /** A proof that no plan keeps the goal's limit, or null. */
  conflict(): RobustInfeasibility | null {
    return this.goal === 'mo-ec' ? this.budgetShort() : this.deadlineShort();
  }

  /** First some tasks with all options, then all tasks with the cheapest. */
  stages(): readonly PriceStage[] {
    const { taskCount } = this.problem;
    const every = Math.ceil(taskCount / SAMPLE);
    const sample = { every, rounds: SAMPLE_ROUNDS, width: this.setting.options.count };
    return every === 1 ? [sample] : [sample, { every: 1, rounds: ALL_ROUNDS, width: WIDTH }];
  }

  /** True when the run is to end. */
  async advance({ every, rounds, width }: PriceStage): Promise<boolean> {
    const { setting, problem } = this;
    const tasks = Int32Array.from({ length: Math.ceil(problem.taskCount / every) }, (_, n) => n * every);
    const weight = problem.taskCount / tasks.length;
    const set = new ActiveSet(problem, setting.groups, setting.options, tasks, weight, width);
    for (let round = 0; round < rounds; round++) {
      const before = this.quantile;
      this.improve(set);
      if (await this.step()) return true;
      if (Math.abs(this.quantile - before) <= GUIDE_CLOSE_Z) break;
    }
    return false;
  }

  /** The quantile that the present prices about refute. */
  get guideZ(): number {
    return this.quantile;
  }

  /** As they stand. */
  prices(): RobustPrices {
    return { nodeJ: this.nodeJ.slice(), varianceJPerJ2: chordPrice(this.test(this.quantile)), z: this.quantile };
  }

  /** Better prices for the quantile in question, then the quantile these prices refute. */
  private improve(set: ActiveSet): void {
    const { setting, nodeJ } = this;
    const evaluate: Evaluate = (prices, point) => {
      setting.work.evaluations++;
      set.evaluate(prices, 1, point);
    };
    const price = chordPrice(this.test(this.quantile));
    const rule = this.rule(this.quantile);
    set.refresh(rule, { nodeJ, varianceJPerJ2: price });
    raisePrices(evaluate, setting.cores, nodeJ, price, PRICE_STEPS, setting.point);
    this.likelyVarianceJ2 = Math.max(this.leastVarianceJ2, setting.point.varianceJ2);
    set.refresh(rule, { nodeJ, varianceJPerJ2: price });
    const refuted = (quantile: number): boolean => {
      set.use(this.rule(quantile));
      return this.exceeds(evaluate, this.test(quantile));
    };
    this.quantile = Math.min(FARTHEST_Z, leastRefuted(refuted, this.quantile, GUIDE_CLOSE_Z));
  }

  /** A quantile refuted by the dual itself at the prices found: that of the guide, or a little above. */
  private prove(): void {
    const { setting, goal, problem } = this;
    let quantile = this.quantile;
    const from = quantile - VARIANCE_ROOM_Z;
    // What holds for plans of this quantile holds for those of greater ones.
    if (goal === 'mo-ec' || from >= 0) this.tighten(fully(setting, this.rule(from)), this.test(from));
    const excess = (at: number): number =>
      leastPricedEnergyJ(fully(setting, this.rule(at)), this.nodeJ, this.test(at), setting.point) -
      problem.energyBudgetJ * (1 + ROUNDING);
    let last: { readonly quantile: number; readonly excess: number } | null = null;
    for (let step = PROVEN_STEP_Z; quantile <= FARTHEST_Z; step *= 2) {
      const found = excess(quantile);
      if (found > 0) {
        this.provenZ = Math.min(this.provenZ, quantile);
        return;
      }
      const slope: number = last === null ? 0 : (found - last.excess) / (quantile - last.quantile);
      last = { quantile, excess: found };
      quantile += Math.max(step, Math.min(MOST_STEP_Z, slope > 0 ? (-1.1 * found) / slope : 0));
    }
  }

  /** What the present prices prove. */
  proven(): RobustCertificate {
    this.prove();
    if (this.goal === 'eo-mc') this.proveEnergy();
    return this.certificate(null);
  }

  /** EO-MC: prices for the energy alone. */
  private proveEnergy(): void {
    const { setting, problem } = this;
    const rule = this.rule(this.quantile);
    const prices = this.nodeJ.slice();
    const all = Int32Array.from({ length: problem.taskCount }, (_, task) => task);
    const set = new ActiveSet(problem, setting.groups, setting.options, all, 1, WIDTH);
    set.refresh(rule, { nodeJ: prices, varianceJPerJ2: 0 });
    raisePrices((at, point) => set.evaluate(at, 1, point), setting.cores, prices, 0, PRICE_STEPS, setting.point);
    fully(setting, rule)({ nodeJ: prices, varianceJPerJ2: 0 }, setting.point);
    this.energyBoundJ = Math.max(this.energyBoundJ, setting.point.valueJ * (1 - ROUNDING));
  }

  private exceeds(evaluate: Evaluate, test: EnergyTest): boolean {
    const budgetJ = this.problem.energyBudgetJ;
    return leastPricedEnergyJ(evaluate, this.nodeJ, test, this.setting.point) > budgetJ * (1 + ROUNDING);
  }

  /** A plan within the budget has energy of at most the budget (y >= 0), so a price on variance shows how much of it there is at least. */
  private tighten(evaluate: Evaluate, test: EnergyTest): void {
    const price = chordPrice(test);
    if (test.energyZ <= 0 || price <= 0) return;
    const { nodeJ, setting, problem } = this;
    for (const factor of VARIANCE_PRICES) {
      const varianceJPerJ2 = factor * price;
      evaluate({ nodeJ, varianceJPerJ2 }, setting.point);
      const least = (setting.point.valueJ - problem.energyBudgetJ * (1 + ROUNDING)) / varianceJPerJ2;
      if (Number.isFinite(least)) this.leastVarianceJ2 = Math.max(this.leastVarianceJ2, least * (1 - ROUNDING));
    }
  }

  private rule(quantile: number): ShareRule {
    return shareRule(this.goal === 'mo-ec' ? quantile : this.problem.makespanZ, this.problem.deadlineS);
  }

  /** A rule that asks nothing of the cores. */
  private unlimited(): ShareRule {
    return shareRule(-1, this.problem.deadlineS);
  }

  private test(quantile: number): EnergyTest {
    const { leastVarianceJ2, likelyVarianceJ2 } = this;
    return { energyZ: this.goal === 'mo-ec' ? this.problem.energyZ : quantile, leastVarianceJ2, likelyVarianceJ2 };
  }

  /** MO-EC: even with all the time in the world. */
  private budgetShort(): RobustInfeasibility | null {
    const { setting, problem } = this;
    const nothing = new Float64Array(setting.groups.length);
    const least = leastPricedEnergyJ(fully(setting, this.unlimited()), nothing, this.test(0), setting.point);
    const amount = least * (1 - ROUNDING) - problem.energyBudgetJ;
    if (!(amount > 0)) return null;
    return {
      constraint: 'energyBudget',
      amount,
      unit: 'J',
      message: `Even without a deadline the energy limit cannot be kept: the budget is at least ${amount.toPrecision(4)} J short.`,
    };
  }

  /** EO-MC: even with all the energy in the world. */
  private deadlineShort(): RobustInfeasibility | null {
    const { setting, problem } = this;
    const prices = new Float64Array(setting.groups.length).fill(1);
    if (!cannotHold(setting, shareRule(problem.makespanZ, problem.deadlineS), prices)) return null;
    const amount = longestRefutedDeadlineS(setting, problem.makespanZ) - problem.deadlineS;
    return {
      constraint: 'deadline',
      amount,
      unit: 's',
      message: `Even without an energy budget the cores cannot finish robustly: the deadline is at least ${amount.toPrecision(4)} s short.`,
    };
  }

  private async step(): Promise<boolean> {
    const bound = Number.isFinite(this.provenZ) ? this.provenZ : null;
    return this.control.step({ phase: 'bound', bound, incumbent: null });
  }

  certificate(infeasibility: RobustInfeasibility | null): RobustCertificate {
    const { goal, setting, provenZ, energyBoundJ } = this;
    return {
      goal,
      boundZ: infeasibility === null ? provenZ : -Infinity,
      energyBoundJ,
      scope:
        goal === 'mo-ec'
          ? 'every assignment of tasks to cores and P-states within the energy-robustness limit'
          : 'every assignment of tasks to cores and P-states within the makespan-robustness limit',
      ...(infeasibility === null ? {} : { infeasibility }),
      prices: this.prices(),
      work: { dualEvaluations: setting.work.evaluations, fullDualEvaluations: setting.work.fullEvaluations },
    };
  }
}
