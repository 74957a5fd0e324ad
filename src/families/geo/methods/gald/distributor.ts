import type { Score } from '../../../../solvers/genetic/problem.js';
import { CentreGreedy, SERVED_SHARE } from './centre-greedy.js';
import type { Distribution, StaleCentres } from './distribution.js';
import type { EpochTerms } from './epoch-terms.js';
import type { GreedyTables } from './greedy-tables.js';

/**
 * Largest deviation of a task type's sum of shares from 1 at which its shares are not scaled. It is far below the
 * checker's tolerance.
 */
const ROW_TOLERANCE = 1e-12;
/** Maximum number of times that a centre's requested rates are reduced to those served; then bisection follows. */
const MAX_CUTS = 6;
/** Number of bisections for the fraction of the requested rates that a centre's limits allow: exact to 2^-14. */
const BISECTIONS = 14;
/** Maximum number of rounds in which shares that cannot be served move to other centres (step 17 of Algorithm 5). */
const MAX_ROUNDS = 12;
/**
 * Weight of a started node, relative to its centre's capacity, when an excess share is divided. The weight is added to
 * the capacity of the sleeping nodes, because a started node may have a free core.
 */
const BEGUN_SHARE = 1e-6;

/** Steps 5-17 of Algorithm 5 for one epoch: evaluates a distribution, and repairs shares that a centre cannot serve. */
export class Distributor {
  /** Numbers of greedy fillings of a centre (`fills`) and of reductions of a centre's requested rates (`cuts`). */
  readonly work = { fills: 0, cuts: 0 };
  readonly greedy: CentreGreedy;
  private readonly wishedPerS: Float64Array;
  private readonly uncutPerS: Float64Array;
  /** For each task type, share of its arrivals that some centre could not serve and none has taken over yet. */
  private readonly excess: Float64Array;
  /** 1 if a centre can take no more of a task type, else 0; at index task * D + centre, with D centres. */
  private readonly blocked: Uint8Array;
  /** For each centre, weight in proportion to which it gets a part of the excess of the task type being divided. */
  private readonly weight: Float64Array;
  private readonly everywhere: StaleCentres;
  /** Meter energy of the centre filled last, kWh. */
  private filledKwh = 0;
  /** True if the centre filled last keeps its limits. */
  private keepsLimits = true;

  constructor(
    readonly tables: GreedyTables,
    readonly terms: EpochTerms,
  ) {
    const { taskNames, centres } = tables.model;
    this.greedy = new CentreGreedy(tables);
    this.wishedPerS = new Float64Array(taskNames.length);
    this.uncutPerS = new Float64Array(taskNames.length);
    this.excess = new Float64Array(taskNames.length);
    this.blocked = new Uint8Array(taskNames.length * centres.length);
    this.weight = new Float64Array(centres.length);
    this.everywhere = new Uint8Array(centres.length);
  }

  /** Evaluates a distribution of which only the shares are known. */
  evaluate(distribution: Distribution, score: Score): void {
    this.evaluateChange(distribution, this.everywhere.fill(1), score);
  }

  /** Evaluates a distribution again for the centres marked in `stale`, repairs its shares and clears `stale`. */
  evaluateChange(distribution: Distribution, stale: StaleCentres, score: Score): void {
    this.scaleRows(distribution, stale);
    this.blocked.fill(0);
    for (let round = 0; this.rateStale(distribution, stale) && round < MAX_ROUNDS; round++) {
      this.giveAway(distribution, stale);
    }
    // What was cut in the last round goes nowhere.
    for (let i = 0; i < this.excess.length; i++) distribution.missing[i]! += this.excess[i]!;
    score.objective = -sum(distribution.usd);
    score.violations[0] = sum(distribution.missing);
    score.violations[1] = sum(distribution.broken);
    score.preference = 0;
  }

  /** Scales the shares of each task type to sum 1, with 0 where the task type may not be served. Clears `missing`. */
  private scaleRows({ shares, missing }: Distribution, stale: StaleCentres): void {
    const { capacityPerS } = this.tables;
    const centres = stale.length;
    for (let i = 0; i < missing.length; i++) {
      const at = i * centres;
      let total = 0;
      for (let d = 0; d < centres; d++) total += capacityPerS[at + d]! > 0 ? shares[at + d]! : 0;
      missing[i] = 0;
      if (Math.abs(total - 1) <= ROW_TOLERANCE) continue;
      stale.fill(1);
      let capacity = 0;
      for (let d = 0; d < centres; d++) capacity += capacityPerS[at + d]!;
      for (let d = 0; d < centres; d++) {
        const may = capacityPerS[at + d]! > 0;
        shares[at + d] = !may ? 0 : total > 0 ? shares[at + d]! / total : capacityPerS[at + d]! / capacity;
      }
      if (capacity === 0) missing[i] = this.terms.arrivalPerS[i]! > 0 ? 1 : 0;
    }
  }

  /**
   * Evaluates the centres marked in `stale`. Returns true if a centre could not serve its shares; `excess` then holds
   * what it could not serve.
   */
  private rateStale(distribution: Distribution, stale: StaleCentres): boolean {
    this.excess.fill(0);
    let cut = false;
    for (let d = 0; d < stale.length; d++) {
      if (stale[d] === 0) continue;
      if (!this.rate(distribution, d)) cut = true;
      stale[d] = 0;
    }
    return cut;
  }

  /**
   * Fills a centre by the greedy heuristic, after reducing shares that exceed its limits. Returns true if no share was
   * reduced.
   */
  private rate(distribution: Distribution, d: number): boolean {
    const { wishedPerS, terms, tables } = this;
    const { shares } = distribution;
    const centres = tables.model.centres.length;
    for (let i = 0; i < wishedPerS.length; i++) wishedPerS[i] = shares[i * centres + d]! * terms.arrivalPerS[i]!;
    const whole = this.fillWithin(d);
    if (!whole) this.cut(distribution, d);
    this.note(distribution, d);
    return whole;
  }

  private fillWithin(d: number): boolean {
    const { greedy, tables, terms } = this;
    this.work.fills++;
    const served = greedy.fill(tables.model.centres[d]!, this.wishedPerS);
    this.filledKwh = terms.energyKwh(d, greedy.nodePowerW);
    this.keepsLimits = terms.keepsLimits(d, this.filledKwh, greedy.awake, 0);
    return served && this.keepsLimits;
  }

  /**
   * Reduces a centre's requested rates. As long as the cores do not suffice, each rate is lowered to the rate served.
   * Then all rates are multiplied by a factor that keeps the centre's limits.
   */
  private cut({ shares, usd }: Distribution, d: number): void {
    const { wishedPerS, uncutPerS, terms, blocked, excess } = this;
    const centres = usd.length;
    this.work.cuts++;
    uncutPerS.set(wishedPerS);
    let within = false;
    for (let tries = 0; tries < MAX_CUTS && !within && this.lowerToServed(); tries++) within = this.fillWithin(d);
    if (!within) this.lowerToLimits(d);
    for (let i = 0; i < wishedPerS.length; i++) {
      if (wishedPerS[i] === uncutPerS[i]) continue;
      const lost = (uncutPerS[i]! - wishedPerS[i]!) / terms.arrivalPerS[i]!;
      shares[i * centres + d] = Math.max(0, shares[i * centres + d]! - lost);
      excess[i]! += lost;
      blocked[i * centres + d] = 1;
    }
  }

  /** Reduces each requested rate to the rate served. Returns false if all requested rates were served. */
  private lowerToServed(): boolean {
    const { servedPerS } = this.greedy;
    let lowered = false;
    for (let i = 0; i < servedPerS.length; i++) {
      if (servedPerS[i]! >= this.wishedPerS[i]! * SERVED_SHARE) continue;
      this.wishedPerS[i] = servedPerS[i]!;
      lowered = true;
    }
    return lowered;
  }

  /** Fills a centre with the largest fraction of the requested rates that its limits allow, by bisection. */
  private lowerToLimits(d: number): void {
    const base = this.wishedPerS.slice();
    const part = this.greatestPart((wished) => {
      for (let i = 0; i < base.length; i++) this.wishedPerS[i] = wished * base[i]!;
      return this.fillWithin(d);
    });
    if (part === 0 && this.keepsLimits) this.serveInTurn(d, base);
  }

  /**
   * Fills a centre with one task type after the other, each as far as the limits allow. This way of filling is used if
   * the limits allow no common fraction of all rates. The first task type is a different one in each centre.
   */
  private serveInTurn(d: number, base: Float64Array): void {
    for (let n = 0; n < base.length; n++) {
      const i = (n + d) % base.length;
      const fillPart = (wished: number): boolean => {
        this.wishedPerS[i] = wished * base[i]!;
        return this.fillWithin(d);
      };
      if (base[i]! > 0 && !fillPart(1)) this.greatestPart(fillPart);
    }
  }

  /**
   * Returns the largest fraction below 1 for which `fillPart` is true, by bisection. The last call of `fillPart` has
   * the returned fraction.
   */
  private greatestPart(fillPart: (part: number) => boolean): number {
    let [low, high] = [0, 1];
    for (let n = 0; n < BISECTIONS; n++) {
      const middle = (low + high) / 2;
      if (fillPart(middle)) low = middle;
      else high = middle;
    }
    fillPart(low);
    return low;
  }

  private note({ awake, energyKwh, usd, broken }: Distribution, d: number): void {
    const { greedy, terms } = this;
    const at = d * greedy.awake.length;
    awake.set(greedy.awake, at);
    // A room that cannot be cooled at all has no energy; what is broken says enough.
    energyKwh[d] = this.filledKwh === Infinity ? 0 : this.filledKwh;
    broken[d] = Number(!this.keepsLimits);
    usd[d] = terms.costUsd(d, energyKwh[d], greedy.awake, 0);
  }

  /** Step 17 of Algorithm 5: gives excess shares to other centres, in proportion to their sleeping capacity. */
  private giveAway({ shares, missing, awake }: Distribution, stale: StaleCentres): void {
    const { tables, blocked, excess, weight } = this;
    const { centres, nodeTypes } = tables.model;
    for (let i = 0; i < excess.length; i++) {
      if (excess[i] === 0) continue;
      let total = 0;
      for (const [d, { nodeCount }] of centres.entries()) {
        const n = i * centres.length + d;
        let free = 0;
        if (blocked[n] === 0 && tables.capacityPerS[n]! > 0) {
          for (let j = 0; j < nodeTypes.length; j++) {
            const asleep = nodeCount[j]! - awake[d * nodeTypes.length + j]!;
            free += asleep * tables.fullRatePerS[i * nodeTypes.length + j]!;
          }
          free += BEGUN_SHARE * tables.capacityPerS[n]!;
        }
        weight[d] = free;
        total += free;
      }
      if (total === 0) {
        missing[i]! += excess[i]!;
        excess[i] = 0;
        continue;
      }
      for (let d = 0; d < centres.length; d++) {
        if (weight[d] === 0) continue;
        shares[i * centres.length + d]! += (excess[i]! * weight[d]!) / total;
        stale[d] = 1;
      }
      excess[i] = 0;
    }
  }
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let n = 0; n < values.length; n++) total += values[n]!;
  return total;
}
