import { evaluateMapping } from '../../../../../models/problems/robust/evaluate.js';
import type { RobustMeasures } from '../../../../../models/problems/robust/loads.js';
import { cloneMapping, type Mapping } from '../../../../../models/problems/robust/mapping.js';
import { normalCdf } from '../../../../../models/problems/robust/normal.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { RunControl } from '../../../../methods/control.js';
import { BoundSearch } from '../bound/robust-bound.js';
import { type BoundSetting, boundSetting } from '../bound/setting.js';
import { minEnergyMapping } from '../greedy/min-energy.js';
import { minMinBalanceSchedule } from '../greedy/min-min-balance.js';
import { minMinMapping } from '../greedy/min-min.js';
import type { RobustCertificate, RobustMethodInput, RobustMethodOutcome } from '../outcome.js';
import type { Packing } from './packing.js';
import { Rounds } from './rounds.js';
import { isSmall, randomMapping, settle } from './settle.js';

/** Number of sweeps of the polish in the first plan (ours). */
const FIRST_SWEEPS = 25;
/** Number of sweeps in the first of the rounds that follow with the final prices (ours). */
const ROUND_SWEEPS = 100;
/** Greatest number of sweeps of a round (ours). */
const LONGEST_SWEEPS = 3200;
/**
 * Temperature at the beginning of a round that goes on from the best plan, as a share of an average task's energy
 * (ours).
 */
const REHEAT = 0.001;
/** Number of rounds in a row without a gain above GAIN_Z that end the run (ours). */
const PATIENCE = 4;
/** Gain, in quantiles, that counts as one (ours). */
const GAIN_Z = 2e-4;
/** Number of plans drawn at random per round where tasks are few (ours). */
const RANDOM_STARTS = 4;
/** Relative difference by which a plan must be better: less is rounding (ours). */
const ROUNDING = 1e-11;

/**
 * `lagrange`: prices from the dual of the bound say where every task belongs; tasks apportioned to groups of like nodes, spread over
 * their cores and polished by simulated annealing at these prices make a plan (docs/robust/lagrange.md). Gives the bound as well.
 */
export async function lagrange(input: RobustMethodInput): Promise<RobustMethodOutcome> {
  return new LagrangeRun(input).run();
}

interface Standing {
  readonly mapping: Mapping;
  /** Flag: the goal's limit is kept; if not, `value` is the limit's quantile. */
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
  private readonly work = { plans: 0, rounds: 0, sweeps: 0, improvements: 0 };

  constructor(private readonly input: RobustMethodInput) {
    const { problem, goal, random, start } = input;
    this.random = random.fork('lagrange');
    this.setting = boundSetting(problem);
    this.best = this.judge(goal === 'mo-ec' ? minEnergyMapping(problem) : minMinMapping(problem, 'pmin'));
    if (start?.mapping != null) this.consider(start.mapping);
    const control: RunControl = { step: (progress) => this.tell(progress.phase, progress.bound) };
    this.search = new BoundSearch(this.setting, { problem, goal, start, control });
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
    const certificate = search.proven();
    this.boundZ = certificate.boundZ;
    if (rounds !== null && !this.stopped) {
      rounds.usePrices(search.prices());
      await this.improve(rounds);
    }
    return this.outcome(certificate);
  }

  /** The plan that `min-min-balance` gives for the seed: never to be worse than that, however soon the run ends. */
  private considerBalanced(): void {
    const { problem, goal, random } = this.input;
    const { core, pState } = minMinBalanceSchedule(problem, goal, random.fork('min-min-balance'));
    this.consider({ core, pState });
  }

  /**
   * Improvement by turns, a new plan and the best one polished, longer and longer, until nothing is gained any more.
   */
  private async improve(rounds: Rounds): Promise<void> {
    let vain = 0;
    let sweeps = ROUND_SWEEPS;
    for (let round = 0; vain < PATIENCE && !this.stopped && !this.optimal(); round++) {
      const before = this.best;
      this.work.rounds++;
      if (round % 2 === 0 || !this.best.feasible) {
        this.work.plans++;
        if (await rounds.build(sweeps)) return;
      } else {
        rounds.packing.load(this.best.mapping);
        if (await rounds.polish(REHEAT, sweeps)) return;
        sweeps = Math.min(LONGEST_SWEEPS, 2 * sweeps);
      }
      this.settleFew(rounds.packing.mapping());
      if (await this.tell('lagrange', null)) return;
      const gained = this.best.feasible && !before.feasible ? Infinity : this.best.value - before.value;
      vain = gained > GAIN_Z ? 0 : vain + 1;
    }
  }

  /**
   * Exact local search where tasks are few enough for it to be quick: from the last plan, the best, and random ones
   * that owe nothing to prices.
   */
  private settleFew(last: Mapping): void {
    const { problem, goal } = this.input;
    if (!isSmall(problem)) return;
    this.consider(settle(problem, goal, last));
    this.consider(settle(problem, goal, this.best.mapping));
    for (let n = 0; n < RANDOM_STARTS; n++) {
      this.consider(settle(problem, goal, randomMapping(problem, this.random)));
    }
  }

  /**
   * Test whether nothing better exists, or nothing that anyone could tell from it: Psi is 1 to the last digit (EO-MC
   * still saves energy there).
   */
  private optimal(): boolean {
    const { feasible, value } = this.best;
    if (!feasible) return false;
    if (this.input.goal === 'mo-ec' && normalCdf(value) === 1) return true;
    return value === Infinity || (this.boundZ !== null && value >= this.boundZ - ROUNDING);
  }

  /** Note of the packing's plan if it is the best so far; true when the run is to end. */
  private async watch(packing: Packing, measures: RobustMeasures): Promise<boolean> {
    this.work.sweeps++;
    const { problem, goal } = this.input;
    if (this.improves(standing(problem, goal, measures))) this.consider(packing.mapping());
    return this.tell('lagrange', null);
  }

  private consider(mapping: Mapping): void {
    const found = this.judge(mapping);
    if (!this.improves(found)) return;
    this.best = { ...found, mapping: cloneMapping(mapping) };
    this.work.improvements++;
  }

  private judge(mapping: Mapping): Standing {
    const { problem, goal } = this.input;
    return { mapping, ...standing(problem, goal, evaluateMapping(problem, mapping)) };
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

function standing(
  { energyZ, makespanZ }: RobustMethodInput['problem'],
  goal: RobustMethodInput['goal'],
  measures: RobustMeasures,
): Omit<Standing, 'mapping'> {
  const [value, limited, limit] =
    goal === 'mo-ec'
      ? [measures.makespanZ, measures.energyZ, energyZ]
      : [measures.energyZ, measures.makespanZ, makespanZ];
  const feasible = limited >= limit;
  return { feasible, value: feasible ? value : limited };
}
