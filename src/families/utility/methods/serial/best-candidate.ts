import { chargedS, greatestChargedS, leastWeight } from '../../../../../models/families/utility/energy-tariff.js';
import { longestTimeS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import { CandidateRecord } from '../candidate-record.js';
import { fitsLaterDays } from '../later-days.js';
import type { Candidate, Policy } from '../policy.js';

/** Limits that candidates must keep within an event. */
export interface CandidateLimits {
  /** Length O: 1 if the option may be taken. */
  readonly allowed: Uint8Array;
  /** Midnight before which tasks must start, s. */
  dayEndS: number;
  /** Index of the day that ends then; Infinity if days limit nothing. */
  day: number;
  /** Budget of that day, J. */
  budgetJ: number;
  /** Length D: energy committed by day, J. */
  readonly committedJ: Float64Array;
}

/** Earliest start in each pool, s, and the machine that is ready then. */
export interface Ready {
  readonly startS: Float64Array;
  readonly machine: Int32Array;
}

/**
 * Finds the best candidate of a task: largest key, then shorter execution, earlier start, lower option. Only the first
 * ready machine of each pool is examined, because keys do not rise with later starts. N tasks.
 */
export class BestCandidate {
  /** Key of the candidate found last. The next fields are its option (-1 if none), start (s) and machine. */
  key = -Infinity;
  option = -1;
  startS = 0;
  machine = -1;
  /** Number of candidates whose utility was computed. */
  evaluated = 0;
  /** Length N: upper bound on the utility that each task can still earn. */
  readonly mostUtility: Float64Array;

  private timeS = 0;
  /**
   * Length O: energy of an option as candidates show it. The next arrays hold the most and the least that it may take
   * from a budget when it starts later. All are equal unless a tariff charges energy; then they are for a start now,
   * the maximum over starts that may be fixed in this event, and a lower bound over all starts today.
   */
  private readonly energyJ: Float64Array;
  private readonly mostJ: Float64Array;
  private readonly leastJ: Float64Array;
  private readonly longestS: number;
  private readonly candidate: CandidateRecord;

  constructor(
    private readonly model: UtilityModel,
    private readonly policyKey: Policy['key'],
  ) {
    const { options, tasks } = model;
    this.candidate = new CandidateRecord(model);
    this.energyJ = options.powerW.map((powerW, o) => powerW * options.timeS[o]!);
    const isCharged = model.charging !== undefined;
    this.mostJ = isCharged ? new Float64Array(this.energyJ.length) : this.energyJ;
    this.leastJ = isCharged ? new Float64Array(this.energyJ.length) : this.energyJ;
    this.longestS = longestTimeS(options);
    this.mostUtility = new Float64Array(tasks.count).fill(Infinity);
  }

  /**
   * Begins an event: computes energies at the prices from now on. @param lastStartS latest start of anything fixed in
   * this event, s
   */
  beginEvent(nowS: number, lastStartS: number, dayEndS: number): void {
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

  /** Returns the candidate of an option without task and start, for limits on options alone. The record is reused. */
  ofOption(option: number): Candidate {
    this.set(-1, option, 0);
    this.candidate.utility = 0;
    return this.candidate;
  }

  /** Returns true if an option that starts at startS keeps the limits. */
  keeps(limits: CandidateLimits, option: number, startS: number): boolean {
    return limits.allowed[option] === 1 && this.fitsDays(limits, this.mostJ, option, startS);
  }

  /** Returns true if an option that starts at startS or later may keep the daily limits; prices may fall later. */
  mayFitDays(limits: CandidateLimits, option: number, startS: number): boolean {
    return this.fitsDays(limits, this.leastJ, option, startS);
  }

  /**
   * Returns true if an option starts before midnight, the day's remaining budget covers all of its energy, and later
   * days cover what it draws there. If today's budget had to cover only the energy before midnight, a later start could
   * be allowed although an earlier one is not, and keys could rise within an event. @param energyJ energy by option
   * that counts towards today's budget, J
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
   * Finds the best candidate of a task; returns false if there is none. @param hint option that is probably best, -1 if
   * unknown; does not change the result
   */
  find(task: number, ready: Ready, limits: CandidateLimits, hint: number): boolean {
    const { options, tasks } = this.model;
    const kind = tasks.kind[task]!;
    const from = options.first[kind]!;
    const to = options.first[kind + 1]!;
    this.key = -Infinity;
    this.option = -1;
    if (hint !== -1) this.consider(task, hint, ready, limits);
    for (let option = from; option < to; option++) {
      if (option !== hint) this.consider(task, option, ready, limits);
    }
    return this.option !== -1;
  }

  private consider(task: number, option: number, ready: Ready, limits: CandidateLimits): void {
    const { tasks, options } = this.model;
    const pool = options.pool[option]!;
    const startS = ready.startS[pool]!;
    if (!this.keeps(limits, option, startS)) return;
    this.set(task, option, startS);
    const { candidate } = this;
    // A bound first: most candidates are worse even at the greatest utility.
    candidate.utility = this.mostUtility[task]!;
    if (this.option !== -1 && this.policyKey(candidate) < this.key) return;
    this.evaluated++;
    candidate.earn(tasks.utility[task]!, tasks.arrivalS[task]!);
    const key = this.policyKey(candidate);
    if (!this.isBetter(key, candidate)) return;
    this.key = key;
    this.option = option;
    this.startS = startS;
    this.timeS = candidate.timeS;
    this.machine = ready.machine[pool]!;
  }

  private isBetter(key: number, { timeS, startS, option }: Candidate): boolean {
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
