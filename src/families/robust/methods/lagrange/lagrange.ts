import { coreSums } from '../../../../../models/families/robust/core-sums.js';
import { evaluateMapping } from '../../../../../models/families/robust/evaluate.js';
import type { RobustMeasures } from '../../../../../models/families/robust/loads.js';
import { cloneMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import { normalCdf } from '../../../../../models/families/robust/normal.js';
import { type CoreFinishes, quantileOfLog10, wholeBagLog10 } from '../../../../../models/families/robust/promise.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { RunControl } from '../../../../methods/control.js';
import { everyPlan } from '../bound/every-plan.js';
import { BoundSearch } from '../bound/robust-bound.js';
import { type BoundSetting, boundSetting } from '../bound/setting.js';
import { wholeBagCertificate } from '../bound/whole-bag.js';
import { minEnergyMapping } from '../greedy/min-energy.js';
import { minMinBalanceSchedule } from '../greedy/min-min-balance.js';
import { minMinMapping } from '../greedy/min-min.js';
import type { RobustCertificate, RobustMethodRequest, RobustMethodOutcome } from '../outcome.js';
import type { Packing } from './packing.js';
import { POLISH_HOT, Rounds } from './rounds.js';
import { isSmall, randomMapping, settle } from './settle.js';

/** Number of annealing sweeps over the first plan, which is made before the dual values are final. */
const FIRST_SWEEPS = 25;
/** Number of annealing sweeps in the first round. A round makes or changes a plan and anneals it. */
const ROUND_SWEEPS = 50;
/** Number of sweeps of the first annealing for the objective "whole-bag" (probability that all cores are in time). */
const BAG_SWEEPS = 200;
/** Maximum number of annealing sweeps in a round. Each round has more sweeps than the one before, up to this number. */
const MAX_SWEEPS = 3200;
/** Temperature at which annealing of the best plan starts again, as a fraction of a task's mean energy. */
const REHEAT = 0.001;
/** Number of consecutive rounds without a gain above GAIN_Z after which the run ends. A round anneals one plan. */
const PATIENCE = 4;
/** Minimum gain in the quantile of the maximized measure for a round to count as an improvement. */
const GAIN_Z = 2e-4;
/** Number of random plans that are improved per round if there are few tasks. */
const RANDOM_STARTS = 4;
/**
 * Relative difference by which a plan must be better to replace the best plan. A smaller difference may be a rounding
 * error.
 */
const ROUNDING = 1e-11;

/**
 * Runs method `lagrange` (docs/robust/lagrange.md), which also gives the bound. The bound's dual values tell which node
 * groups suit which tasks. Tasks are divided among node groups, spread over their cores, and improved by simulated
 * annealing.
 */
export async function lagrange(input: RobustMethodRequest): Promise<RobustMethodOutcome> {
  return new LagrangeRun(input).run();
}

interface Standing {
  readonly mapping: Mapping;
  /**
   * True if the plan keeps the limit. `value` is then the quantile of the objective, otherwise that of the limited
   * measure.
   */
  readonly feasible: boolean;
  readonly value: number;
}

class LagrangeRun {
  private readonly setting: BoundSetting;
  private readonly search: BoundSearch;
  private readonly random: RandomStream;
  private best: Standing;
  private boundZ: number | null = null;
  private stopped = false;
  private readonly work = { plans: 0, rounds: 0, sweeps: 0, improvements: 0, visits: 0 };

  constructor(private readonly input: RobustMethodRequest) {
    const { model, goal, random, start } = input;
    this.random = random.fork('lagrange');
    this.setting = boundSetting(model);
    this.best = this.judge(goal === 'mo-ec' ? minEnergyMapping(model) : minMinMapping(model, 'pmin'));
    if (start?.mapping != null) this.consider(start.mapping);
    const control: RunControl = { step: (progress) => this.tell(progress.phase, progress.bound) };
    this.search = new BoundSearch(this.setting, { model, goal, start, control });
  }

  async run(): Promise<RobustMethodOutcome> {
    const { search } = this;
    const conflict = search.conflict();
    if (conflict !== null) return this.outcome(search.certificate(conflict));
    this.considerBalanced();
    let rounds: Rounds | null = null;
    for (const stage of search.stages()) {
      if (await search.advance(stage)) break;
      if (rounds !== null) continue;
      rounds = new Rounds(this.setting, this.input.goal, search.prices(), this.random, {
        pause: () => this.tell('lagrange', null),
        watch: (packing, measures) => this.watch(packing, measures),
      });
      this.work.plans++;
      if (await rounds.build(FIRST_SWEEPS, true)) break;
    }
    const psi = search.proven();
    rounds?.usePrices(search.prices());
    const certificate = this.input.objective === 'whole-bag' ? await this.aimAtBag(psi, rounds) : psi;
    this.boundZ = certificate.boundZ;
    if (rounds !== null && !this.stopped) await this.improve(rounds);
    return this.outcome(await this.comparedWithAll(certificate));
  }

  /**
   * Searches all plans if there are few tasks. Adopts the best plan if it is better than the plan so far. Returns the
   * bound's certificate, with the bound of this search if that is tighter.
   */
  private async comparedWithAll(certificate: RobustCertificate): Promise<RobustCertificate> {
    const { best, input, search, setting } = this;
    if (this.stopped || !best.feasible || this.optimal() || input.objective === 'whole-bag') return certificate;
    const shouldStop = (): Promise<boolean> => this.tell('every plan', null);
    const { nodeJ } = search.prices();
    const { mapping, boundZ, visits } = await everyPlan(setting, input.goal, best.value, nodeJ, shouldStop);
    if (mapping !== null) this.consider(mapping);
    this.work.visits = visits;
    return { ...certificate, boundZ: Math.min(certificate.boundZ, boundZ) };
  }

  /**
   * Switches to the objective "whole-bag" (probability that all cores are in time), which later rounds then maximize.
   * Returns the bound on it, which is derived from the bound on Psi (probability of the core least likely to be in
   * time).
   */
  private async aimAtBag(psi: RobustCertificate, rounds: Rounds | null): Promise<RobustCertificate> {
    const control: RunControl = { step: (progress) => this.tell(progress.phase, psi.boundZ) };
    const { certificate, prices } = await wholeBagCertificate(this.setting, psi, control);
    rounds?.aimAtBag(prices);
    return certificate;
  }

  /**
   * Adopts the plan of method `min-min-balance` if it is better than the best plan. The result of the run is then never
   * worse than that method's.
   */
  private considerBalanced(): void {
    const { model, goal, random } = this.input;
    const { core, pState } = minMinBalanceSchedule(model, goal, random.fork('min-min-balance'));
    this.consider({ core, pState });
  }

  /**
   * Improves the plan in rounds until they no longer gain. Rounds alternately anneal a new plan and the best plan, with
   * more and more sweeps. For the objective "whole-bag", only one new plan is made. All its cores have about the same
   * quantile.
   */
  private async improve(rounds: Rounds): Promise<void> {
    // With few tasks exact local search does the work, and wants new plans to begin from.
    const isOfBag = this.input.objective === 'whole-bag' && !isSmall(this.input.model);
    let vain = 0;
    let sweeps = ROUND_SWEEPS;
    for (let round = 0; vain < PATIENCE && !this.stopped && !this.optimal(); round++) {
      const before = this.best;
      this.work.rounds++;
      if (round === 0 || !this.best.feasible || (round % 2 === 0 && !isOfBag)) {
        this.work.plans++;
        if (await rounds.build(sweeps)) return;
        if (isOfBag) sweeps = BAG_SWEEPS;
      } else {
        rounds.packing.load(this.best.mapping);
        if (await rounds.polish(isOfBag && round === 1 ? POLISH_HOT : REHEAT, sweeps)) return;
        sweeps = Math.min(MAX_SWEEPS, 2 * sweeps);
      }
      this.settleFew(rounds.packing.mapping());
      if (await this.tell('lagrange', null)) return;
      const gained = this.best.feasible && !before.feasible ? Infinity : this.best.value - before.value;
      vain = gained > GAIN_Z ? 0 : vain + 1;
    }
  }

  /** If there are few tasks, applies exact local search to the last plan, to the best plan, and to random plans. */
  private settleFew(last: Mapping): void {
    const { model } = this.input;
    if (!isSmall(model)) return;
    this.consider(settle(this.input, last));
    this.consider(settle(this.input, this.best.mapping));
    for (let n = 0; n < RANDOM_STARTS; n++) {
      this.consider(settle(this.input, randomMapping(model, this.random)));
    }
  }

  /**
   * Returns true if no plan can be better than the best one by more than rounding errors. This is so if the best plan
   * has reached the bound, or if Psi is maximized and is 1 in doubles.
   */
  private optimal(): boolean {
    const { feasible, value } = this.best;
    if (!feasible) return false;
    if (this.input.goal === 'mo-ec' && normalCdf(value) === 1) return true;
    return value === Infinity || (this.boundZ !== null && value >= this.boundZ - ROUNDING);
  }

  /** Adopts the plan under annealing (`packing`) if it is the best so far. Returns true if the run should end. */
  private async watch(packing: Packing, measures: RobustMeasures): Promise<boolean> {
    this.work.sweeps++;
    const finishes = { finishS: packing.finishS, finishVarianceS2: packing.varianceS2 };
    if (this.improves(standing(this.input, measures, () => finishes))) this.consider(packing.mapping());
    return this.tell('lagrange', null);
  }

  private consider(mapping: Mapping): void {
    const found = this.judge(mapping);
    if (!this.improves(found)) return;
    this.best = { ...found, mapping: cloneMapping(mapping) };
    this.work.improvements++;
  }

  private judge(mapping: Mapping): Standing {
    const { model } = this.input;
    const finishes = (): CoreFinishes => coreSums(model, mapping, () => 0);
    return { mapping, ...standing(this.input, evaluateMapping(model, mapping), finishes) };
  }

  private improves({ feasible, value }: Omit<Standing, 'mapping'>): boolean {
    const { best } = this;
    if (feasible !== best.feasible) return feasible;
    return value > best.value + (Number.isFinite(best.value) ? ROUNDING * Math.max(1, Math.abs(best.value)) : 0);
  }

  private async tell(phase: string, bound: number | null): Promise<boolean> {
    const { feasible, value } = this.best;
    const incumbent = feasible && Number.isFinite(value) ? value : null;
    const known = this.boundZ ?? bound;
    const proven = known !== null && Number.isFinite(known) ? known : null;
    if (await this.input.control.step({ phase, bound: proven, incumbent })) this.stopped = true;
    return this.stopped;
  }

  private outcome(certificate: RobustCertificate): RobustMethodOutcome {
    return {
      mapping: this.best.mapping,
      certificate,
      stoppedEarly: this.stopped,
      warnings: this.best.feasible
        ? []
        : ['No plan within the limit was found: the one that breaks it least is given.'],
      next: { mapping: this.best.mapping, prices: certificate.prices ?? this.search.prices() },
      work: { ...this.work },
    };
  }
}

/**
 * Returns whether a plan is feasible, and the value by which it is compared. For the objective "whole-bag", the value
 * of a feasible plan is the quantile of the probability that all cores are in time.
 */
function standing(
  { model, goal, objective }: RobustMethodRequest,
  measures: RobustMeasures,
  finishes: () => CoreFinishes,
): Omit<Standing, 'mapping'> {
  const { energyZ, makespanZ, deadlineS } = model;
  if (goal === 'eo-mc') {
    const feasible = measures.makespanZ >= makespanZ;
    return { feasible, value: feasible ? measures.energyZ : measures.makespanZ };
  }
  const feasible = measures.energyZ >= energyZ;
  if (!feasible) return { feasible, value: measures.energyZ };
  const isOfBag = objective === 'whole-bag';
  return { feasible, value: isOfBag ? quantileOfLog10(wholeBagLog10(finishes(), deadlineS)) : measures.makespanZ };
}
