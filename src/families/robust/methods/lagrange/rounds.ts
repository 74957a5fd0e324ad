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

/** Number of annealing sweeps when dividing tasks among groups. */
const APPORTION_SWEEPS = 16;
/** Number of price steps before that; by then the quantile is stable to 1e-4. */
const CHOICES = 25;
/** Number of balancing sweeps in a careful plan. */
const BALANCE_SWEEPS = 24;
/** Number of balancing sweeps in the first plan. */
const QUICK_BALANCE_SWEEPS = 8;
/**
 * First temperature when dividing tasks among groups, as a share of an average task's energy. Chosen low: tasks start
 * with their cheapest options.
 */
const APPORTION_HOT = 0.00003;
/** Last temperature when dividing tasks, as a share of an average task's energy. */
const APPORTION_COLD = 0.00001;
/** First temperature for annealing a new plan, as a share of an average task's energy. */
export const POLISH_HOT = 0.0005;
/**
 * Like POLISH_HOT, but if the target quantile is below 0; cores may then hold more than a deadline's mean work, and
 * plans change much.
 */
const POLISH_HOT_BELOW_0 = 0.002;
/** Last temperature for annealing a plan, as a share of an average task's energy. */
const POLISH_COLD = 0.00005;
/** First price of overload, as a multiple of the price of time. */
const OVERLOAD_FIRST = 1.2;
/** Price of overload at the end of annealing, as a multiple of the price of time. */
const OVERLOAD_LAST = 20;
/** Price of overload after dividing tasks among groups, as a multiple of the price of time. */
const APPORTION_OVERLOAD_LAST = 4;
/** First value of unused time when dividing tasks, as a share of its price; it falls to 0. */
const SLACK_FIRST = 0.9;
/** Number of annealing sweeps from one with changes between groups to the next. */
const CROSS_CORE_PERIOD = 4;
/**
 * Largest ratio of variance to mean, relative to that of a group's tasks, for which a separate core is made to end
 * last.
 */
const MAX_END_SHARE = 0.6;
/**
 * Share of a full core's finish up to which all cores of a node may end later together; above it each pays separately.
 */
const FREE_SHARE = 0.99;
/**
 * Extra temperature if there are few tasks, which weigh more individually: energies of a task divided by the number of
 * tasks.
 */
const HEAT_OF_FEW = 0.5;
/** Minimum number of trials per sweep; with fewer tasks each is tried several times. */
const TRIALS = 200;

/** Called after every unit of work, with a plan if there is one; true ends the run. */
export interface Driver {
  readonly pause: () => Promise<boolean>;
  readonly watch: (packing: Packing, measures: RobustMeasures) => Promise<boolean>;
}

/** Makes plans from prices: divides tasks among groups, spreads them over cores, and anneals. */
export class Rounds {
  readonly packing: Packing;
  private readonly model: RobustModel;
  private readonly measures = createMeasures();
  private target: Target;
  private candidates: Candidates;
  private anneal: Anneal;
  /** Aim of annealing for the whole bag; null otherwise. */
  private bag: BagAim | null = null;
  /** Energy that a plan needs beyond its division among groups, J. */
  private reserveJ = 0;
  /** Largest fill of the groups, as in the last plan. */
  private readonly fill: Float64Array;
  /** Prices by group for arranging tasks on a node's cores, from the last new plan. */
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

  /** Makes later annealing aim at the whole bag; the prices of Psi's bound still decide where tasks belong. */
  aimAtBag(prices: BagPrices | null): void {
    this.bag = new BagAim(this.model, prices, this.candidates.meanEnergyJ);
  }

  private consult(prices: RobustPrices): Candidates {
    return findCandidates(this.setting, shareRule(this.target.z, this.model.deadlineS), prices);
  }

  /** Makes a new plan for a common quantile, using experience from the last one. Returns true if the run should end. */
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

  /** Improves the plan in the packing, for the whole bag if that is the aim; returns true if the run should end. */
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

  /** Sets temperature, prices and target for the following sweeps. */
  private heat(temperatureShare: number, overloadFactor: number): void {
    const { anneal, target, measures } = this;
    anneal.temperatureJ = temperatureShare * this.candidates.meanEnergyJ;
    anneal.overloadFactor = target.hopeless ? 0 : overloadFactor;
    anneal.targetZ = target.z;
    anneal.varianceJPerJ2 = target.varianceJPerJ2(measures.energyVarianceJ2);
    anneal.perLnJ = 0;
  }

  /** Divides the tasks among groups; returns null if the run should end. */
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
   * Returns, by group, the ratio of variance to mean for the core that a node waits for. The cost of its deviation
   * sigma, w O^2 sigma^2, minus the price of the time that it saves, z sigma, is smallest at sigma = z price / 2 w O^2.
   * Infinity if other cores vary no more.
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

  /** Chooses the cores that should end last: those of the first grade in nodes where grades pay off. */
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

  /** Returns the prices by group for arranging tasks on a node's cores, and keeps them for annealing. */
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

  /** Records the energy and core time that spreading and balancing cost beyond the division among groups. */
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

  /** Returns the cost of one unit of makespan quantile in core time at the prices, J. */
  private costOfZ(): number {
    const { packing, candidates } = this;
    let sum = 0;
    for (const [g, cores] of packing.coresOf.entries()) {
      for (const core of cores) sum += Math.sqrt(packing.varianceS2[core]!) * candidates.rateJPerS[g]!;
    }
    return sum;
  }
}

/** Returns the geometric interpolation between two values. */
function between(first: number, last: number, progress: number): number {
  return first * (last / first) ** progress;
}
