import { chargedS, greatestChargedS, leastWeight } from '../../../../../models/families/utility/energy-tariff.js';
import { longestTimeS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { CandidateRecord } from '../candidate-record.js';
import { fitsLaterDays } from '../later-days.js';
import type { Candidate, Policy } from '../policy.js';
import { utilityCeiling } from './utility-ceiling.js';

/** Limits that candidates (pool, P-state and start of a task) must keep within a mapping event. */
export interface CandidateLimits {
  /** 1 for each option (pool and P-state) that may be taken, otherwise 0. */
  readonly allowed: Uint8Array;
  /** Midnight before which tasks must start, s. */
  dayEndS: number;
  /** Index of the day that ends at `dayEndS`; Infinity to ignore daily limits. */
  day: number;
  /** Energy budget of the day, J. */
  budgetJ: number;
  /** By day, energy of all tasks whose start is decided, J. */
  readonly committedJ: Float64Array;
}

/** For each pool, the machine that becomes free first. */
export interface Ready {
  /** Moment from which the machine in `machine` is free, s, by pool. */
  readonly startS: Float64Array;
  /** Index of the machine that is free first, by pool. */
  readonly machine: Int32Array;
}

/** Option (pool and P-state) that breaks a limit. */
const REFUSED = 0;
/** Option that keeps all limits. */
const KEPT = 1;
/** Option that keeps all limits and is worse than the best found so far, whatever its utility. */
const BELOW = 2;

/**
 * Finds the best candidate (pool, P-state and start) of a task. The best candidate has the largest key (priority). Ties
 * go to the shortest execution, then the earliest start, then the lowest option. In each pool only the machine that is
 * ready first is examined, because keys do not rise with later starts.
 */
export class BestCandidate {
  /** Key (priority) of the best candidate that `find` found last. */
  key = -Infinity;
  /** Option (pool and P-state) of the candidate found last; -1 if there is none. */
  option = -1;
  /** Start of the candidate found last, s. */
  startS = 0;
  /** Machine of the candidate found last. */
  machine = -1;
  /** Number of candidates (machine, P-state and start) whose utility was computed. */
  evaluated = 0;
  /** Upper bound on the utility that each task can still earn. */
  readonly mostUtility: Float64Array;

  private timeS = 0;
  /**
   * Energy of each option (pool and P-state) for keys, J, if it starts now. With a tariff, it is weighted by the price
   * relative to the mean price.
   */
  private readonly energyJ: Float64Array;
  /**
   * For each option (pool and P-state), the most energy that a run decided in this mapping event can draw from a daily
   * budget, J. With a tariff, it is weighted by its price.
   */
  private readonly mostJ: Float64Array;
  /**
   * For each option (pool and P-state), the least energy that a run started later today draws from a daily budget, J.
   * With a tariff, it is weighted by its price.
   */
  private readonly leastJ: Float64Array;
  /**
   * For each option (pool and P-state), utility at or below which the policy refuses it since `learnRefusals` was called
   * last; null if the policy refuses nothing.
   */
  private readonly refused: Float64Array | null;
  /** Moment of the mapping event, s. */
  private nowS = 0;
  private readonly longestS: number;
  private readonly candidate: CandidateRecord;
  /**
   * For each option (pool and P-state), the option to consider next if this one keeps all limits: where the policy
   * prefers faster ones, the first of the next pool, because the others of this pool are slower.
   */
  private readonly next: Int32Array;
  /**
   * Options (pool and P-state) of each kind by ascending energy, in the places of the kind's options; null if the policy
   * does not prefer less energy.
   */
  private readonly byEnergy: Int32Array | null;

  constructor(
    private readonly model: UtilityModel,
    private readonly policy: Pick<Policy, 'key' | 'refused' | 'prefersFaster' | 'prefersLessEnergy'>,
  ) {
    const { options, tasks } = model;
    this.candidate = new CandidateRecord(model);
    this.energyJ = options.powerW.map((powerW, o) => powerW * options.timeS[o]!);
    const isCharged = model.charging !== undefined;
    this.mostJ = isCharged ? new Float64Array(this.energyJ.length) : this.energyJ;
    this.leastJ = isCharged ? new Float64Array(this.energyJ.length) : this.energyJ;
    this.refused = policy.refused === undefined ? null : new Float64Array(this.energyJ.length).fill(-Infinity);
    this.longestS = longestTimeS(options);
    this.mostUtility = new Float64Array(tasks.count).fill(Infinity);
    this.byEnergy = policy.prefersLessEnergy === true ? byAscending(options.first, this.energyJ) : null;
    this.next = policy.prefersFaster === true ? behindSlower(options) : options.pool.map((_, o) => o + 1);
  }

  /**
   * Begins a mapping event: computes the energy of options (pool and P-state) at the energy prices from now on.
   *
   * @param lastStartS latest start that can be decided in this event, s
   */
  beginEvent(nowS: number, lastStartS: number, dayEndS: number): void {
    this.nowS = nowS;
    const { charging, options } = this.model;
    if (charging === undefined) return;
    const least = leastWeight(charging, nowS, dayEndS + this.longestS);
    for (let o = 0; o < this.energyJ.length; o++) {
      const [timeS, powerW] = [options.timeS[o]!, options.powerW[o]!];
      this.energyJ[o] = powerW * chargedS(charging, nowS, nowS + timeS);
      this.mostJ[o] = powerW * greatestChargedS(charging, timeS, nowS, Math.min(lastStartS, dayEndS), Infinity);
      this.leastJ[o] = powerW * least * timeS;
    }
  }

  /**
   * Asks the policy up to which utility it refuses each option (pool and P-state) in this mapping event. The answers hold
   * until keys (priorities) may rise.
   */
  learnRefusals(): void {
    const { refused, policy, nowS, candidate } = this;
    for (let o = 0; o < (refused?.length ?? 0); o++) {
      this.set(-1, o, nowS);
      refused![o] = policy.refused!(candidate);
    }
  }

  /**
   * Returns a candidate for an option (pool and P-state), without task and start, for filters, which judge options
   * only. Every call overwrites the same record.
   */
  ofOption(option: number): Candidate {
    this.set(-1, option, 0);
    this.candidate.utility = 0;
    return this.candidate;
  }

  /** Returns true if an option (pool and P-state) that starts at `startS` keeps all limits. */
  keeps(limits: CandidateLimits, option: number, startS: number): boolean {
    return limits.allowed[option] === 1 && this.fitsDays(limits, this.mostJ, option, startS);
  }

  /**
   * Returns false only if an option (pool and P-state) exceeds the daily limits at `startS` and at every later start.
   * The lowest energy price is assumed.
   */
  mayFitDays(limits: CandidateLimits, option: number, startS: number): boolean {
    return this.fitsDays(limits, this.leastJ, option, startS);
  }

  /**
   * Returns true if a run on an option (pool and P-state) keeps the daily limits: it starts before midnight, and the
   * budgets of later days cover what it draws on them. Today's remaining budget must cover all of its energy, also that
   * drawn after midnight. Otherwise a later start could be allowed although an earlier one is not, and keys
   * (priorities) could rise within an event.
   *
   * @param energyJ energy of each option that counts towards today's budget, J
   */
  private fitsDays(limits: CandidateLimits, energyJ: Float64Array, option: number, startS: number): boolean {
    const { dayEndS, day, budgetJ, committedJ } = limits;
    if (!(startS < dayEndS)) return false;
    if (day === Infinity) return true;
    if (!(committedJ[day]! + energyJ[option]! <= budgetJ)) return false;
    const { powerW, timeS } = this.model.options;
    return fitsLaterDays(this.model, day, committedJ, powerW[option]!, startS, startS + timeS[option]!);
  }

  /**
   * Finds the best candidate (pool, P-state and start) of a task; returns false if there is none.
   *
   * @param hint option that is probably the best, to save time; -1 if unknown. It does not change the result.
   */
  find(task: number, ready: Ready, limits: CandidateLimits, hint: number): boolean {
    const { options, tasks } = this.model;
    const kind = tasks.kind[task]!;
    const from = options.first[kind]!;
    const to = options.first[kind + 1]!;
    this.key = -Infinity;
    this.option = -1;
    const ofHint = hint === -1 ? REFUSED : this.consider(task, hint, ready, limits);
    if (this.byEnergy !== null) {
      for (let k = from; k < to; k++) {
        const option = this.byEnergy[k]!;
        // Where the greatest utility is not enough, it is not with more energy either.
        if (option !== hint && this.consider(task, option, ready, limits) === BELOW) break;
      }
      return this.option !== -1;
    }
    for (let option = from; option < to;) {
      const found = option === hint ? ofHint : this.consider(task, option, ready, limits);
      option = found === REFUSED ? option + 1 : this.next[option]!;
    }
    return this.option !== -1;
  }

  /**
   * Compares an option (pool and P-state) with the best found so far. Returns REFUSED if it breaks a limit, BELOW if it
   * is worse even at the greatest utility that the task can earn, otherwise KEPT.
   */
  private consider(task: number, option: number, ready: Ready, limits: CandidateLimits): number {
    const { tasks, options, functions } = this.model;
    const pool = options.pool[option]!;
    const startS = ready.startS[pool]!;
    if (this.refused !== null) {
      const ageS = startS + options.timeS[option]! - tasks.arrivalS[task]!;
      if (utilityCeiling(functions, tasks.utility[task]!, ageS) <= this.refused[option]!) return REFUSED;
    }
    if (!this.keeps(limits, option, startS)) return REFUSED;
    this.set(task, option, startS);
    const { candidate } = this;
    // A bound first: most candidates are worse even at the greatest utility.
    candidate.utility = this.mostUtility[task]!;
    if (this.option !== -1 && this.policy.key(candidate) < this.key) return BELOW;
    this.evaluated++;
    candidate.earn(tasks.utility[task]!, tasks.arrivalS[task]!);
    const key = this.policy.key(candidate);
    if (!this.isBetter(key, candidate)) return KEPT;
    this.key = key;
    this.option = option;
    this.startS = startS;
    this.timeS = candidate.timeS;
    this.machine = ready.machine[pool]!;
    return KEPT;
  }

  private isBetter(key: number, { timeS, startS, option }: Candidate): boolean {
    if (key === -Infinity) return false;
    if (this.option === -1 || key > this.key) return true;
    if (key < this.key) return false;
    if (timeS !== this.timeS) return timeS < this.timeS;
    if (startS !== this.startS) return startS < this.startS;
    return option < this.option;
  }

  private set(task: number, option: number, startS: number): void {
    this.candidate.set(task, option, startS, this.model.options.timeS[option]!, this.energyJ[option]!);
  }
}

/**
 * Returns for each option (pool and P-state) the next option of another kind or pool, or the next one at all where the
 * options between them are not in order of ascending execution time.
 */
function behindSlower({ first, pool, timeS }: UtilityModel['options']): Int32Array {
  const next = Int32Array.from(timeS, (_, o) => o + 1);
  for (let kind = 0; kind + 1 < first.length; kind++) {
    for (let o = first[kind + 1]! - 2; o >= first[kind]!; o--) {
      if (pool[o] === pool[o + 1] && timeS[o]! <= timeS[o + 1]!) next[o] = next[o + 1]!;
    }
  }
  return next;
}

/** Returns the options of each kind by ascending value, in the places of the kind's options. */
function byAscending(first: Int32Array, value: Float64Array): Int32Array {
  const order = Int32Array.from(value.keys());
  for (let kind = 0; kind + 1 < first.length; kind++) {
    order.subarray(first[kind], first[kind + 1]).sort((a, b) => value[a]! - value[b]! || a - b);
  }
  return order;
}
