import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { RobustBoundRequest, RobustCertificate, RobustInfeasibility, RobustPrices } from '../outcome.js';
import type { ActiveSet } from './active-set.js';
import { budgetShort, deadlineShort } from './conflict.js';
import { lastCoreTerms, type ShareRule, shareRule } from './dual.js';
import { type EnergyTest, type EnergyVerdict, testEnergy } from './energy-test.js';
import { capacityPrices } from './interior-point.js';
import { leastEnergyJ } from './least-energy.js';
import { type Evaluate, raisePrices } from './prices.js';
import { FARTHEST_Z, leastRefuted } from './root.js';
import { sampleSet } from './sample.js';
import { type BoundSetting, boundSetting, firstPrices, fully, LIMIT_TOLERANCE_Z } from './setting.js';
import { CertifiedVariance } from './variance.js';
import { wholeBagCertificate } from './whole-bag.js';

/** Approximate minimum number of sampled tasks in the first stage of the search for dual values. */
const SAMPLE = 600;
/** Minimum number of sampled tasks per node group. It replaces SAMPLE if there are many groups. */
const SAMPLE_PER_GROUP = 10;
/** Maximum number of options (node group and P-state) per task in the first stage of the search for dual values. */
const SAMPLE_WIDTH = 160;
/** Maximum number of rough rounds, in which dual values are improved by simple ascent steps on a sample. */
const ROUGH_ROUNDS = 4;
/** Maximum number of ascent steps of the dual values in a rough round. */
const ROUGH_STEPS = 40;
/** Rough rounds end if a round changes the estimated bound (a quantile) by at most this amount. */
const ROUGH_CLOSE_Z = 1e-4;
/** Replaces ROUGH_CLOSE_Z if exact rounds follow. It is larger, because estimates on samples are off by 0.1 anyway. */
const GUIDE_CLOSE_Z = 0.01;
/** Approximate number of tasks in the first stage that uses linear programming. The last stage uses all tasks. */
const EXACT_SAMPLE = 20_000;
/** Number of options per task in the stages that use linear programming. */
const WIDTH = 12;
/** A first stage that has all tasks also uses linear programming if it has at most this many options per task. */
const MAX_WIDTH = 40;
/** Maximum number of exact rounds, in which the best dual values are found by linear programming. */
const EXACT_ROUNDS = 12;
/** Maximum number of exact rounds (by linear programming) with all tasks. */
const LAST_ROUNDS = 3;
/** Accuracy of the search for the smallest quantile that is proven out of reach of every plan. */
const CLOSE_Z = 1e-6;
/**
 * In MO-EC (limited energy), the bound on energy variance also holds for plans whose makespan quantile is below the
 * tested quantile, by at most this amount.
 */
const VARIANCE_ROOM_Z = 0.02;
/** Maximum number of node groups for linear programming. Our choice: with more groups it takes too long. */
const MAX_EXACT_GROUPS = 600;
/** The search for multipliers of last cores goes on while a trial lowers the bound (a quantile) by more than this. */
const END_CLOSE_Z = 2e-4;
/** Fractions of the way from present to better multipliers of last cores that are tried in turn. */
const END_STEPS = [1, 0.5, 0.2];
/** Value of the dual, as a multiple of the energy budget, at which a search for dual values ends early. */
const ENOUGH_BUDGETS = 3;
/**
 * If the cost of all core time exceeds this multiple of the energy budget, dual values are scaled down before a search.
 * If the tasks do not fit on the cores, dual values rise without end. They are then a poor start for lower quantiles.
 */
const DEAR_BUDGETS = 30;

/**
 * Returns a proven bound over all plans (docs/robust/bound.md). If the run is stopped, it returns the bound that the
 * dual values so far prove, possibly none (Infinity).
 *
 * For MO-EC (limited energy), it is an upper bound on the makespan quantile of every plan within the energy limit. For
 * EO-MC (limited makespan), it is an upper bound on the energy quantile of every plan within the makespan limit. A
 * lower bound on the expected energy is returned, too.
 */
export async function robustBound(input: RobustBoundRequest): Promise<RobustCertificate> {
  const setting = boundSetting(input.model);
  const search = new BoundSearch(setting, input);
  const conflict = search.conflict();
  if (conflict !== null) return search.certificate(conflict);
  for (const stage of search.stages()) if (await search.advance(stage)) break;
  const proven = search.proven();
  if (input.objective !== 'whole-bag') return proven;
  return (await wholeBagCertificate(setting, proven, input.control)).certificate;
}

interface PriceStage {
  /** Sampling interval n: one of every n tasks is used. */
  readonly every: number;
  /** Number of options (node group and P-state) kept per task. */
  readonly width: number;
  readonly roughRounds: number;
  readonly exactRounds: number;
  /** Rough rounds end if a round changes the estimated bound (a quantile) by at most this amount. */
  readonly roughCloseZ: number;
}

/**
 * Search in stages for the dual values that prove the best bound. Method `lagrange` builds plans between the stages.
 */
export class BoundSearch {
  private readonly model: RobustModel;
  private readonly goal: RobustGoal;
  private readonly control: RunControl;
  private readonly nodeJ: Float64Array;
  /** Dual value of energy variance in the last energy test, J per J^2. */
  private varianceJPerJ2 = 0;
  /**
   * Quantile that is tested: of the makespan for MO-EC (limited energy), of the energy for EO-MC (limited makespan).
   */
  private quantile = 0;
  /** Smallest quantile that is proven to be out of reach of every plan; Infinity as long as there is none. */
  private provenZ = Infinity;
  private stopped = false;
  private energyBoundJ: number;
  /** Lower bound on the expected energy of any plan if the deadline is ignored, J. */
  private readonly leastEnergyJ: number;
  private readonly leastVariance: CertifiedVariance;
  private likelyVarianceJ2: number;

  constructor(
    private readonly setting: BoundSetting,
    { model, goal, control, start }: RobustBoundRequest,
  ) {
    this.model = model;
    this.goal = goal;
    this.control = control;
    const { point, groups } = setting;
    const nothing = new Float64Array(groups.length);
    const free = shareRule(-Infinity, model.deadlineS);
    this.leastVariance = new CertifiedVariance(setting);
    fully(setting, free)({ nodeJ: nothing, varianceJPerJ2: 0 }, point);
    this.energyBoundJ = Math.max(0, point.valueJ);
    this.leastEnergyJ = this.energyBoundJ;
    this.likelyVarianceJ2 = point.varianceJ2;
    const known = start?.prices;
    // Prices below 0 would prove nothing.
    const usable =
      known?.nodeJ.length === groups.length && known.nodeJ.every((price) => price >= 0 && price < Infinity);
    this.nodeJ = usable ? known.nodeJ.slice() : firstPrices(setting, this.energyBoundJ);
    if (usable && Number.isFinite(known.z)) this.quantile = known.z;
  }

  /** Returns a proof that no plan keeps the limit of the goal; null if none is found. */
  conflict(): RobustInfeasibility | null {
    const { setting, model, goal } = this;
    return goal === 'mo-ec' ? budgetShort(setting, this.test(-Infinity)) : deadlineShort(setting, model.makespanZ);
  }

  /**
   * Returns the stages of the search. The first has a sample of the tasks with many options, and uses ascent steps.
   * Later stages have more tasks and use linear programming.
   */
  stages(): readonly PriceStage[] {
    const { taskCount } = this.model;
    const { options, groups } = this.setting;
    const exactRounds = groups.length <= MAX_EXACT_GROUPS ? EXACT_ROUNDS : 0;
    const roughCloseZ = exactRounds > 0 ? GUIDE_CLOSE_Z : ROUGH_CLOSE_Z;
    const every = Math.ceil(taskCount / Math.max(SAMPLE, SAMPLE_PER_GROUP * groups.length));
    const width = Math.min(options.count, SAMPLE_WIDTH);
    if (every === 1 && width <= MAX_WIDTH)
      return [{ every, width, roughRounds: ROUGH_ROUNDS, exactRounds, roughCloseZ }];
    const rough = { every, width, roughRounds: ROUGH_ROUNDS, exactRounds: 0, roughCloseZ };
    const often = Math.ceil(taskCount / EXACT_SAMPLE);
    const spare = exactRounds === 0 ? ROUGH_ROUNDS : 0;
    const some = { every: often, width: WIDTH, roughRounds: spare, exactRounds, roughCloseZ };
    if (often === 1) return [rough, some];
    return [rough, some, { ...some, every: 1, exactRounds: Math.min(exactRounds, LAST_ROUNDS) }];
  }

  /** Carries out one stage. Returns true if the run should end. */
  async advance(stage: PriceStage): Promise<boolean> {
    const set = sampleSet(this.setting, stage.every, stage.width, this.leastEnergyJ);
    for (let round = 0; round < stage.roughRounds; round++) {
      const before = this.quantile;
      this.roughly(set);
      if (await this.step()) return true;
      if (Math.abs(this.quantile - before) <= stage.roughCloseZ) break;
    }
    let aiming = stage.exactRounds > 0;
    if (aiming) this.quantile = this.refutedBy(set, this.nodeJ, CLOSE_Z);
    for (let round = 0; round < stage.exactRounds; round++) {
      if (aiming) aiming = this.aimEnds(set);
      const better = this.exactly(set);
      if (await this.step()) return true;
      if (!better && !aiming) break;
    }
    return false;
  }

  /** Returns an estimate of the bound: the smallest quantile that no plan reaches according to a reduced problem. */
  get guideZ(): number {
    return this.quantile;
  }

  /**
   * Returns the present dual values for building plans. Those of core time leave out the part that is due to last cores
   * of nodes.
   */
  prices(): RobustPrices {
    const { nodeJ, varianceJPerJ2, quantile } = this;
    const parts = this.endParts(nodeJ);
    return { nodeJ: nodeJ.map((price, g) => price - parts[g]!), varianceJPerJ2, z: quantile };
  }

  /** Returns, by node group, the part of the dual value of core time that is due to the last cores of nodes, J. */
  private endParts(nodeJ: Float64Array): Float64Array {
    const { setting, varianceJPerJ2 } = this;
    const terms = lastCoreTerms(setting.groups, setting.ends, this.rule(this.quantile), { nodeJ, varianceJPerJ2 }, 1);
    return Float64Array.from(setting.groups, ({ node: { overheadW, cores } }, g) =>
      Math.min(nodeJ[g]!, (varianceJPerJ2 * overheadW ** 2 * terms[g]!.nodeS2) / cores),
    );
  }

  /** Proves a bound with the present dual values. Returns the bound with the data of its proof. */
  proven(): RobustCertificate {
    this.prove();
    if (this.goal === 'eo-mc') this.proveEnergy();
    return this.certificate(null);
  }

  certificate(infeasibility: RobustInfeasibility | null): RobustCertificate {
    const { goal, setting, provenZ, energyBoundJ } = this;
    return {
      goal,
      boundZ: infeasibility === null ? provenZ : -Infinity,
      energyBoundJ,
      scope:
        `every assignment of tasks to cores and P-states within the ${goal === 'mo-ec' ? 'energy' : 'makespan'}-robustness limit, ` +
        'where a node draws its overhead until the last of its cores is expected to be done, nothing after that, and nothing without tasks',
      ...(infeasibility === null ? {} : { infeasibility }),
      prices: this.prices(),
      work: { dualEvaluations: setting.work.evaluations, fullDualEvaluations: setting.work.fullEvaluations },
    };
  }

  /** Makes a rough round: it improves the dual values by ascent and then estimates the bound on `set`. */
  private roughly(set: ActiveSet): void {
    const { setting, nodeJ } = this;
    const evaluate = this.quickly(set);
    nodeJ.set(this.affordable());
    set.refresh(this.rule(this.quantile - 2 * ROUGH_CLOSE_Z), { nodeJ, varianceJPerJ2: this.varianceJPerJ2 });
    raisePrices(evaluate, setting.cores, nodeJ, this.varianceJPerJ2, ROUGH_STEPS, setting.point);
    this.quantile = this.refutedBy(set, nodeJ, ROUGH_CLOSE_Z);
  }

  /**
   * Makes an exact round: it finds the best dual values on `set` by linear programming. Returns true if the estimated
   * bound falls by more than CLOSE_Z.
   */
  private exactly(set: ActiveSet): boolean {
    const { nodeJ, model, quantile: before } = this;
    const enoughJ = (ENOUGH_BUDGETS * model.energyBudgetJ) / set.weight;
    const found = capacityPrices(set.program(this.varianceJPerJ2), this.affordable(), enoughJ);
    if (found === null) return false;
    // Options that the set lacks may be what the new prices want: then half the way.
    for (let attempt = 0; attempt < 2; attempt++) {
      const after = this.refutedBy(set, found, CLOSE_Z);
      if (after < before) {
        nodeJ.set(found);
        this.quantile = after;
        return before - after > CLOSE_Z;
      }
      if (after - before <= CLOSE_Z) break;
      for (let g = 0; g < found.length; g++) found[g] = (found[g]! + nodeJ[g]!) / 2;
    }
    this.quantile = this.refutedBy(set, nodeJ, CLOSE_Z);
    return false;
  }

  /** Tries better multipliers of last cores. Returns true if the estimated bound falls by more than END_CLOSE_Z. */
  private aimEnds(set: ActiveSet): boolean {
    const { nodeJ, varianceJPerJ2, quantile: before } = this;
    if (!(varianceJPerJ2 > 0)) return false;
    const { ends, point } = this.setting;
    const old = { ratioS: ends.ratioS.slice(), idleS2: ends.idleS2.slice(), tangentS: ends.tangentS.slice() };
    const wanted = set.bestEnds(point, { nodeJ, varianceJPerJ2 });
    const plainJ = this.prices().nodeJ;
    const between = (from: Float64Array, to: Float64Array, part: number): Float64Array =>
      to.map((value, g) => from[g]! + part * (value - from[g]!));
    for (const part of END_STEPS) {
      const ratioS = between(old.ratioS, wanted.ratioS, part);
      const idleS2 = between(old.idleS2, wanted.idleS2, part);
      // A tangent point of 0 stands for none.
      const tangentS = wanted.tangentS.map((value, g) => (value > 0 ? value : old.tangentS[g]!));
      this.varianceJPerJ2 = varianceJPerJ2;
      set.useEnds({ ratioS, idleS2, tangentS }, { nodeJ, varianceJPerJ2 });
      // What the last core pays for is part of the price of time.
      const paidJ = this.endParts(nodeJ).map((partJ, g) => plainJ[g]! + partJ);
      const after = this.refutedWith(set, paidJ, CLOSE_Z);
      if (after >= before) continue;
      this.quantile = after;
      nodeJ.set(paidJ);
      return before - after > END_CLOSE_Z;
    }
    this.varianceJPerJ2 = varianceJPerJ2;
    set.useEnds(old, { nodeJ, varianceJPerJ2 });
    this.quantile = this.refutedWith(set, nodeJ, CLOSE_Z);
    return false;
  }

  private affordable(): Float64Array {
    const { nodeJ, setting, model } = this;
    const worthJ = nodeJ.reduce((sum, price, g) => sum + price * setting.cores[g]!, 0);
    const share = (DEAR_BUDGETS * model.energyBudgetJ) / worthJ;
    return share < 1 ? nodeJ.map((price) => price * share) : nodeJ;
  }

  /**
   * Estimates on a reduced set of tasks and options the smallest quantile that no plan reaches. First replaces the
   * options of the set by the cheapest ones.
   */
  private refutedBy(set: ActiveSet, nodeJ: Float64Array, closeZ: number): number {
    set.refresh(this.rule(this.quantile), { nodeJ, varianceJPerJ2: this.varianceJPerJ2 });
    return this.refutedWith(set, nodeJ, closeZ);
  }

  /** Estimates on a reduced set of tasks, with its present options, the smallest quantile that no plan reaches. */
  private refutedWith(set: ActiveSet, nodeJ: Float64Array, closeZ: number): number {
    const evaluate = this.quickly(set);
    const excess = (quantile: number): number => {
      set.use(this.rule(quantile));
      return this.judge(evaluate, nodeJ, quantile).excessJ;
    };
    const found = Math.min(FARTHEST_Z, leastRefuted(excess, this.quantile, closeZ, 10 * closeZ));
    // Just below what is refuted: above, a task may have lost its last option, and then no prices are better than others.
    const below = found - 2 * closeZ;
    set.use(this.rule(below));
    this.varianceJPerJ2 = this.judge(evaluate, nodeJ, below).varianceJPerJ2;
    this.likelyVarianceJ2 = this.setting.point.varianceJ2;
    return found;
  }

  private quickly(set: ActiveSet): Evaluate {
    return (prices, point) => {
      this.setting.work.evaluations++;
      set.evaluate(prices, 1, point);
    };
  }

  /**
   * Sets `provenZ` to the smallest quantile that the present dual values prove out of reach, with all tasks and
   * options.
   */
  private prove(): void {
    const { setting, nodeJ, quantile } = this;
    this.certifyVariance();
    const excess = (at: number): number => {
      const verdict = this.judge(fully(setting, this.rule(at)), nodeJ, at);
      if (verdict.excessJ > 0) this.provenZ = Math.min(this.provenZ, at);
      return verdict.excessJ;
    };
    leastRefuted(excess, quantile, CLOSE_Z, CLOSE_Z);
  }

  /**
   * Proves a lower bound on the energy variance of plans within the budget. For MO-EC, the plans reach a makespan
   * quantile just below the tested one. For EO-MC, they reach an energy quantile of at least 0.
   */
  private certifyVariance(): void {
    const { goal, quantile, setting, model, nodeJ, varianceJPerJ2, leastVariance } = this;
    const fromZ = goal === 'mo-ec' ? quantile - VARIANCE_ROOM_Z : 0;
    if (goal === 'mo-ec' && !(this.test(fromZ).energyZ > 0)) return;
    const evaluate = fully(setting, this.rule(fromZ));
    leastVariance.raise(fromZ, evaluate, nodeJ, model.energyBudgetJ, varianceJPerJ2, setting.point);
  }

  private proveEnergy(): void {
    const { setting, model, nodeJ } = this;
    const exact = setting.groups.length <= MAX_EXACT_GROUPS && !this.stopped;
    const set = exact ? sampleSet(setting, Math.ceil(model.taskCount / EXACT_SAMPLE), WIDTH, this.leastEnergyJ) : null;
    this.energyBoundJ = Math.max(this.energyBoundJ, leastEnergyJ(setting, this.rule(this.quantile), nodeJ, set));
  }

  private judge(evaluate: Evaluate, nodeJ: Float64Array, quantile: number): EnergyVerdict {
    const parts = this.endParts(nodeJ);
    const plainJ = nodeJ.map((price, g) => price - parts[g]!);
    return testEnergy(evaluate, nodeJ, this.test(quantile), this.setting.point, plainJ);
  }

  /** Returns the constraint that every core of a plan must keep if the plan reaches the tested quantile. */
  private rule(quantile: number): ShareRule {
    const { goal, model } = this;
    const z = goal === 'mo-ec' ? quantile : Math.min(FARTHEST_Z, model.makespanZ - LIMIT_TOLERANCE_Z);
    return shareRule(z, model.deadlineS);
  }

  /** Returns an energy test that every plan passes if it reaches the tested quantile. */
  private test(quantile: number): EnergyTest {
    const { goal, model, likelyVarianceJ2 } = this;
    return {
      energyZ: goal === 'mo-ec' ? model.energyZ - LIMIT_TOLERANCE_Z : quantile,
      budgetJ: model.energyBudgetJ,
      leastVarianceJ2: this.leastVariance.at(quantile),
      likelyVarianceJ2,
    };
  }

  private async step(): Promise<boolean> {
    const bound = Number.isFinite(this.provenZ) ? this.provenZ : null;
    this.stopped = await this.control.step({ phase: 'bound', bound, incumbent: null });
    return this.stopped;
  }
}
