import { createMeasures, type RobustMeasures } from '../../../../../models/families/robust/loads.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RandomStream } from '../../../../random/stream.js';
import { shareRule } from '../bound/dual.js';
import type { BoundSetting } from '../bound/setting.js';
import type { BagPrices, RobustPrices } from '../outcome.js';
import { Anneal } from './anneal.js';
import { Apportion } from './apportion.js';
import { BagAim } from './bag-aim.js';
import { type Candidates, findCandidates } from './candidates.js';
import { Packing } from './packing.js';
import { shutNodes } from './shut-nodes.js';
import { firstGrade, fullFinishS, type GradePrices } from './grades.js';
import { MANY_PER_CORE, spread } from './spread.js';
import { Target } from './target.js';

/** Number of annealing sweeps in the division of tasks among node groups. */
const APPORTION_SWEEPS = 16;
/**
 * Number of choices made before annealing divides the tasks among node groups. In each, every task takes its cheapest
 * option (node group and P-state), then the dual values are adjusted. After 25, the quantile is stable to 1e-4.
 */
const CHOICES = 25;
/** Number of sweeps of swaps that even out the loads of the cores in a new plan. */
const BALANCE_SWEEPS = 24;
/** Number of sweeps of swaps that even out the loads of the cores in the first plan, which is made quickly. */
const QUICK_BALANCE_SWEEPS = 8;
/**
 * First temperature in the division of tasks among node groups, as a fraction of a task's mean energy. Our choice: low,
 * because tasks start with their cheapest options.
 */
const APPORTION_HOT = 0.00003;
/** Last temperature in the division of tasks among node groups, as a fraction of a task's mean energy. */
const APPORTION_COLD = 0.00001;
/** First temperature of annealing a new plan, as a fraction of a task's mean energy. */
export const POLISH_HOT = 0.0005;
/**
 * First temperature of annealing a new plan if the target quantile is below 0, as a fraction of a task's mean energy.
 * It is higher, because plans then change much: a core may hold more mean work than the deadline allows.
 */
const POLISH_HOT_BELOW_0 = 0.002;
/** Last temperature of annealing a plan, as a fraction of a task's mean energy. */
const POLISH_COLD = 0.00005;
/** Cost of a second over the deadline at the beginning of annealing, as a multiple of the dual value of core time. */
const OVERLOAD_FIRST = 1.2;
/** Cost of a second over the deadline at the end of annealing, as a multiple of the dual value of core time. */
const OVERLOAD_LAST = 20;
/**
 * Cost of load above capacity at the end of the division of tasks among node groups, as a multiple of the dual value of
 * core time.
 */
const APPORTION_OVERLOAD_LAST = 4;
/**
 * Value of unused core time at the beginning of the division of tasks among node groups, as a fraction of the dual
 * value of core time. The value falls to 0.
 */
const SLACK_FIRST = 0.9;
/** Period, in annealing sweeps, of the sweeps that include changes between node groups. */
const CROSS_CORE_PERIOD = 4;
/**
 * Maximum ratio of variance to mean of the tasks on a last core, as a fraction of the ratio of all tasks in the node
 * group. The last core is the core of a node that is meant to end last. If a larger ratio would be best, no core gets
 * special tasks.
 */
const MAX_END_SHARE = 0.6;
/** Fraction of a full core's finish time up to which a later end of a core has no cost. */
const FREE_SHARE = 0.99;
/**
 * Increase of the annealing temperature, as a fraction of a task's mean energy, times the number of tasks. The increase
 * matters only if there are few tasks.
 */
const HEAT_OF_FEW = 0.5;
/** Minimum number of trials per sweep. If there are fewer tasks, each is tried several times. */
const TRIALS = 200;

/**
 * Callbacks after every unit of work. `watch` is called if there is a complete plan, otherwise `pause`. If a callback
 * returns true, the run ends.
 */
export interface Driver {
  readonly pause: () => Promise<boolean>;
  readonly watch: (packing: Packing, measures: RobustMeasures) => Promise<boolean>;
}

/**
 * Makes plans from the bound's dual values. It divides the tasks among node groups, spreads them over the cores of each
 * group, and anneals the plan.
 */
export class Rounds {
  readonly packing: Packing;
  private readonly model: RobustModel;
  private readonly measures = createMeasures();
  private target: Target;
  private candidates: Candidates;
  private anneal: Anneal;
  /**
   * Adjusts the price of ln P for the objective "whole-bag", where P is the probability that all cores are in time.
   * Null for other objectives.
   */
  private bag: BagAim | null = null;
  /** Energy of the last plan minus the estimate made when its tasks were divided among node groups, J. */
  private reserveJ = 0;
  /** For each node group, fraction of its core time that tasks could use in the last plan. */
  private readonly fill: Float64Array;
  /**
   * For each node group, dual values that decide how tasks are arranged on a node's cores. They come from the last new
   * plan.
   */
  private prices: readonly GradePrices[] = [];

  constructor(
    private readonly setting: BoundSetting,
    private readonly goal: RobustGoal,
    prices: RobustPrices,
    private readonly random: RandomStream,
    private readonly driver: Driver,
  ) {
    this.model = setting.model;
    this.packing = new Packing(setting);
    this.fill = new Float64Array(setting.groups.length).fill(1);
    this.target = new Target(setting.model, goal, prices.z);
    this.candidates = this.consult(prices);
    this.anneal = new Anneal(this.packing, this.candidates, random);
  }

  private get heatOfFew(): number {
    return HEAT_OF_FEW / this.model.taskCount;
  }

  usePrices(prices: RobustPrices): void {
    this.target = new Target(this.model, this.goal, prices.z);
    this.candidates = this.consult(prices);
    this.anneal = new Anneal(this.packing, this.candidates, this.random);
  }

  /**
   * Makes later annealing maximize the probability that all cores are in time. The dual values of the bound on Psi
   * (probability of the core least likely to be in time) still decide which options of tasks are cheap.
   *
   * @param prices dual values of the bound on the probability that all cores are in time; null if there are none
   */
  aimAtBag(prices: BagPrices | null): void {
    this.bag = new BagAim(this.model, prices, this.candidates.meanEnergyJ);
  }

  private consult(prices: RobustPrices): Candidates {
    return findCandidates(this.setting, shareRule(this.target.z, this.model.deadlineS), prices);
  }

  /**
   * Makes a new plan in which all cores have about the same quantile, and anneals it. It uses what the last plan has
   * shown: `reserveJ` and `fill`. Returns true if the run should end.
   */
  async build(polishSweeps: number, quickly = false): Promise<boolean> {
    const { packing, setting, measures, target } = this;
    const apportion = await this.apportion();
    if (apportion === null) return true;
    packing.load(spread(setting, apportion.option, target.z, this.gradePrices(apportion)));
    packing.measure(measures);
    this.chooseEnds();
    this.heat(0, 1);
    for (let sweep = 0; sweep < (quickly ? QUICK_BALANCE_SWEEPS : BALANCE_SWEEPS); sweep++) {
      this.anneal.balance();
      if (await this.driver.pause()) return true;
    }
    packing.resum();
    packing.measure(measures);
    this.learn(apportion);
    if (await this.driver.watch(packing, measures)) return true;
    return this.polish(target.z < 0 ? POLISH_HOT_BELOW_0 : POLISH_HOT, polishSweeps, null);
  }

  /**
   * Improves the present plan (`packing`) by annealing. If `bag` is given, annealing maximizes the probability that all
   * cores are in time. Returns true if the run should end.
   *
   * @param hotShare first temperature, as a fraction of a task's mean energy
   */
  async polish(hotShare: number, sweeps: number, bag = this.bag): Promise<boolean> {
    const { packing, measures, target } = this;
    packing.resum();
    shutNodes(packing, this.candidates);
    packing.measure(measures);
    this.chooseEnds();
    const repeats = Math.ceil(TRIALS / this.model.taskCount);
    for (let sweep = 0; sweep < sweeps; sweep++) {
      const progress = sweep / Math.max(1, sweeps - 1);
      for (let repeat = 0; repeat < repeats; repeat++) {
        this.heat(
          between(hotShare + this.heatOfFew, POLISH_COLD, progress),
          between(OVERLOAD_FIRST, OVERLOAD_LAST, progress),
        );
        this.anneal.perLnJ = bag?.perLnJ ?? 0;
        this.anneal.sweep({ crossCore: (sweep + repeat) % CROSS_CORE_PERIOD === 0 });
        packing.resum();
        packing.measure(measures);
        if (bag === null) target.follow(measures, this.costOfZ(), progress);
        else bag.follow(measures);
      }
      if (await this.driver.watch(packing, measures)) return true;
    }
    return false;
  }

  /** Sets temperature, dual values and target quantile for the following sweeps. */
  private heat(temperatureShare: number, overloadFactor: number): void {
    const { anneal, target, measures } = this;
    anneal.temperatureJ = temperatureShare * this.candidates.meanEnergyJ;
    anneal.overloadFactor = target.hopeless ? 0 : overloadFactor;
    anneal.targetZ = target.z;
    anneal.varianceJPerJ2 = target.varianceJPerJ2(measures.energyVarianceJ2);
    anneal.perLnJ = 0;
  }

  /** Divides the tasks among node groups. Returns the division; null if the run should end. */
  private async apportion(): Promise<Apportion | null> {
    const { target, candidates, measures, model } = this;
    const apportion = new Apportion(this.setting, candidates, this.random);
    for (const [g, cores] of this.setting.cores.entries()) apportion.capacityCores[g] = cores * this.fill[g]!;
    const costOfZ = apportion.costOfZ(target.z);
    const repeats = Math.ceil(TRIALS / model.taskCount);
    for (let step = 0; step < CHOICES; step++) {
      apportion.aim(target.z);
      apportion.varianceJPerJ2 = target.varianceJPerJ2(Math.max(measures.energyVarianceJ2, apportion.varianceJ2));
      const moreJ = apportion.choose(target.z);
      target.nudge(this.pricedJ(apportion) + moreJ + this.reserveJ, costOfZ);
      if (await this.driver.pause()) return null;
    }
    for (let sweep = 0; sweep < APPORTION_SWEEPS; sweep++) {
      const progress = sweep / (APPORTION_SWEEPS - 1);
      apportion.temperatureJ =
        candidates.meanEnergyJ * between(APPORTION_HOT + this.heatOfFew, APPORTION_COLD, progress);
      apportion.overloadFactor = target.hopeless ? 0 : between(OVERLOAD_FIRST, APPORTION_OVERLOAD_LAST, progress);
      apportion.slackShare = SLACK_FIRST * (1 - progress);
      apportion.varianceJPerJ2 = target.varianceJPerJ2(Math.max(measures.energyVarianceJ2, apportion.varianceJ2));
      for (let repeat = 0; repeat < repeats; repeat++) apportion.sweep();
      apportion.aim(target.z);
      target.nudge(this.pricedJ(apportion) + this.reserveJ, costOfZ);
      apportion.aim(target.z);
      if (await this.driver.pause()) return null;
    }
    return apportion;
  }

  /**
   * Returns, for each node group, the best ratio of variance to mean of the tasks on a node's last core, s. Returns
   * Infinity where this ratio is hardly below that of all tasks of the group.
   *
   * A last core of standard deviation sigma costs w O^2 sigma^2 as energy variance, with overhead power O and dual
   * value w of energy variance. Compared with a core without variance it saves core time z sigma, a second of which is
   * worth the smaller of O and the dual value p of core time. The cost is smallest at
   *
   * sigma = z min(p, O) / (2 w O^2).
   */
  private endRatiosS(apportion: Apportion): Float64Array {
    const { target, candidates, setting, model } = this;
    const varianceJPerJ2 = target.varianceJPerJ2(apportion.varianceJ2);
    return Float64Array.from(setting.groups, ({ node: { overheadW } }, g) => {
      const deviationS =
        (target.z * Math.min(candidates.priceJPerS[g]!, overheadW)) / (2 * varianceJPerJ2 * overheadW ** 2);
      const ratioS = deviationS ** 2 / model.deadlineS;
      return ratioS < MAX_END_SHARE * apportion.ratioS[g]! ? ratioS : Infinity;
    });
  }

  /**
   * Chooses the last core of each node (the core that should end last) and the number of cores in its first grade (the
   * cores that should end together with the last core). The first grade has only the cores with the smallest ratios of
   * variance to mean if that lowers the cost. Otherwise it has all cores.
   */
  private chooseEnds(): void {
    const { packing, target, model } = this;
    const { ends } = this.anneal;
    const rule = shareRule(target.z, model.deadlineS);
    for (const [n, { cores, overheadW }] of model.nodes.entries()) {
      const tasks = packing.timesOf(n);
      const { coreJ } = this.prices[packing.groupOfNode[n]!]!;
      const pays = target.z > 0 && tasks.length > 0 && coreJ * cores > overheadW * model.deadlineS;
      ends.freeUntilS[n] = pays ? FREE_SHARE * fullFinishS(tasks, rule) : 0;
      ends.firstGrade[n] =
        target.z > 0 && tasks.length >= MANY_PER_CORE * cores
          ? firstGrade(tasks, cores, rule, this.prices[packing.groupOfNode[n]!]!)
          : cores;
    }
    ends.choose();
  }

  /**
   * Returns, by node group, the dual values that decide how tasks are arranged on a node's cores. Stores them in
   * `prices`.
   */
  private gradePrices(apportion: Apportion): readonly GradePrices[] {
    const { target, candidates, setting } = this;
    const ends = this.endRatiosS(apportion);
    const varianceJPerJ2 = Math.max(0, target.varianceJPerJ2(apportion.varianceJ2));
    this.prices = setting.groups.map(({ node: { overheadW } }, g) => ({
      coreJ: candidates.coreJ[g]!,
      overheadW,
      varianceJPerJ2,
      endRatioS: ends[g]!,
    }));
    return this.prices;
  }

  private pricedJ({ energyJ, varianceJ2 }: { energyJ: number; varianceJ2: number }): number {
    return energyJ + this.target.energyZ * Math.sqrt(varianceJ2);
  }

  /**
   * Records the energy and core time that the plan needs beyond the estimates, so that the next plan allows for them.
   */
  private learn(apportion: Apportion): void {
    const { measures, packing, target, fill } = this;
    const { energyMeanJ, energyVarianceJ2 } = measures;
    const spentJ = energyMeanJ + target.energyZ * Math.sqrt(energyVarianceJ2);
    this.reserveJ = spentJ - this.pricedJ(apportion);
    for (const [g, cores] of packing.coresOf.entries()) {
      let levelS = 0;
      for (const core of cores) levelS += packing.finishS[core]! + target.z * Math.sqrt(packing.varianceS2[core]!);
      const load = (apportion.loadCores[g]! * this.model.deadlineS) / levelS;
      fill[g] = load > 0.9 && load <= 1 ? load : 1;
    }
  }

  /**
   * Returns the cost of raising the makespan quantile by 1, J. It is the additional core time of the present plan at
   * the cost of a second over the deadline.
   */
  private costOfZ(): number {
    const { packing, candidates } = this;
    let sum = 0;
    for (const [g, cores] of packing.coresOf.entries()) {
      for (const core of cores) sum += Math.sqrt(packing.varianceS2[core]!) * candidates.rateJPerS[g]!;
    }
    return sum;
  }
}

/** Returns the geometric interpolation between two values at `progress` from 0 to 1. */
function between(first: number, last: number, progress: number): number {
  return first * (last / first) ** progress;
}
