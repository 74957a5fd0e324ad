import { quantileOfLog10 } from '../../../../../models/families/robust/promise.js';
import type { RunControl } from '../../../../methods/control.js';
import type { BagPrices, RobustCertificate, RobustPrices } from '../outcome.js';
import { type BoundSetting, LIMIT_TOLERANCE_Z } from './setting.js';
import { Sum } from './sum.js';
import { lnCdf, MIN_Z } from './whole-core.js';
import {
  type BagPoint,
  bagPoint,
  PROOF_PIECES,
  QUICK_PIECES,
  type RateTable,
  rateTable,
  ratioRanges,
  slopesAt,
  worthOfRate,
} from './whole-dual.js';

/**
 * Bound on the relative rounding error of sums. The budget is increased by this fraction, so that rounding errors
 * cannot make a bound wrong.
 */
const SLACK = 1e-9;
/** Upper bound on the rounding error of the bound, as a fraction of the sum of its terms. Our choice: a safe value. */
const ROUNDING = 1e-13;
/**
 * Largest standard deviation of energy for which the inequality used in the search is valid, as a multiple of the
 * estimated standard deviation.
 */
const REACH = 1.05;
/**
 * Multiples of the estimated standard deviation of energy at which tangents are tried, for energy quantiles below 0.
 */
const TANGENTS = [1, 1.3, 2];
/**
 * Number of values tried for the border between small and large standard deviations of energy. Plans on both sides of
 * the border are bounded separately.
 */
const SPLITS = 4;
/** Minimum number of sampled tasks in the rough search for dual values. */
const SAMPLE = 2500;
/** Minimum number of sampled tasks per node group in the rough search for dual values. */
const SAMPLE_PER_GROUP = 40;
/** Maximum number of descent steps of the dual values on the sample. */
const ROUGH_STEPS = 60;
/** Maximum number of descent steps of the dual values on all tasks. */
const EXACT_STEPS = 16;
/** Number of steps over which the bound must fall by more than STALL for the descent to continue. */
const STALL_STEPS = 8;
/**
 * The descent ends if STALL_STEPS steps lower the bound on ln P by at most this. P is the probability that all cores
 * are in time.
 */
const STALL = 1e-3;
/**
 * First step of the logarithms of dual values: in the descent on the sample (`rough`) and in the descent on all tasks
 * (`exact`).
 */
const FIRST_STEP = { rough: 0.3, exact: 0.02 };
/** Largest and smallest step of the logarithms of dual values. */
const STEP_RANGE = { most: 1, least: 1e-5 };
/** Factors on the step of a dual value: `grow` if its direction stays the same, `shrink` if its direction changes. */
const STEP_FACTOR = { grow: 1.2, shrink: 0.5 };
/**
 * Minimum of a core's dual value, in units of ln P, where P is the probability that all cores are in time. Our choice:
 * practically 0.
 */
const MIN_WORTH = 1e-9;
/**
 * Largest quantile from which the first dual values are derived. If the bound on Psi has a larger quantile, this value
 * replaces it.
 */
const FARTHEST_GUIDE_Z = 8;

/** Bound on the probability that all cores are in time, with the dual values that prove it. */
export interface BagCertificate {
  /**
   * Certificate of the bound on Psi (probability of the core least likely to be in time). `boundZ` is replaced by the
   * quantile of the bound on the probability that all cores are in time, if that is smaller.
   */
  readonly certificate: RobustCertificate;
  /**
   * Dual values that prove the bound. Null if only the bound on Psi is known, because core time has dual value 0 or no
   * plan is feasible.
   */
  readonly prices: BagPrices | null;
}

/**
 * Returns an upper bound on the probability that all cores are in time, over all plans within the energy limit
 * (docs/robust/whole-bag.md). The search starts from the dual values of the bound on Psi. Its result is never above
 * that bound.
 */
export async function wholeBagCertificate(
  setting: BoundSetting,
  certificate: RobustCertificate,
  control: RunControl,
): Promise<BagCertificate> {
  const { infeasibility, prices, boundZ } = certificate;
  if (infeasibility !== undefined || prices === null || !Number.isFinite(boundZ)) return { certificate, prices: null };
  const start = firstBagPrices(setting, prices, boundZ);
  if (start === null) return { certificate, prices: null };
  const search = new WholeBagSearch(setting, start);
  await search.run(control);
  const bagZ = quantileOfLog10(search.boundLog10());
  return { certificate: { ...certificate, boundZ: Math.min(boundZ, bagZ) }, prices: search.prices };
}

/**
 * Returns the initial dual values, derived from those of the bound on Psi (probability of the core least likely to be
 * in time). Returns null if these give no positive dual value of a joule. P is the probability that all cores are in
 * time, and all cores are assumed to have the same quantile. The dual value of a joule is then the gain in ln P per
 * joule spent on a higher quantile.
 *
 * The dual value of a core is chosen so that tasks with the mean ratio of variance to mean have the same cost as in the
 * bound on Psi.
 */
function firstBagPrices(
  setting: BoundSetting,
  { nodeJ, varianceJPerJ2 }: RobustPrices,
  boundZ: number,
): BagPrices | null {
  const { model, groups } = setting;
  if (!nodeJ.every((price) => price >= 0 && Number.isFinite(price))) return null;
  const z = Math.min(FARTHEST_GUIDE_Z, Math.max(0, boundZ));
  let [gained, spentJ] = [0, 0];
  const rates: { readonly ratioS: number; readonly joulesPerS: number }[] = [];
  for (const [g, { cores, node }] of groups.entries()) {
    let [meanS, varianceS2] = [0, 0];
    for (let task = 0; task < model.taskCount; task++) {
      const place = task * model.columnCount + node.column;
      if (model.meanS[place] === Infinity) continue;
      meanS += model.meanS[place]!;
      varianceS2 += model.varianceS2[place]!;
    }
    const ratioS = meanS > 0 ? varianceS2 / meanS : 0;
    const root = Math.sqrt(ratioS / (4 * model.deadlineS));
    const slopes = slopesAt(root, z);
    if (nodeJ[g]! > 0) gained += cores * slopes.ln;
    spentJ += cores * nodeJ[g]! * slopes.fill;
    rates.push({ ratioS, joulesPerS: (nodeJ[g]! * Math.exp(2 * Math.asinh(z * root))) / model.deadlineS });
  }
  const perJ = gained / spentJ;
  if (!(perJ > 0 && Number.isFinite(perJ))) return null;
  const worth = Float64Array.from(rates, ({ ratioS, joulesPerS }) =>
    Math.max(MIN_WORTH, worthOfRate(model.deadlineS, ratioS, perJ * joulesPerS)),
  );
  return { worth, perJ, varianceJPerJ2 };
}

/**
 * Inequality that holds for plans in some range of the standard deviation of energy: energy + priceJPerJ2 x energy
 * variance <= limitJ.
 */
interface EnergyClaim {
  readonly priceJPerJ2: number;
  readonly limitJ: number;
}

/** Search for the dual values that give the best bound on the probability that all cores are in time. */
class WholeBagSearch {
  private readonly ranges: [number, number][];
  /** Quantile that the energy of plans must reach at the budget. */
  private readonly energyZ: number;
  /** Energy budget, J, increased by an allowance for rounding errors. */
  private readonly budgetJ: number;
  /** Lower bound on the standard deviation of the energy of any plan, J. */
  private readonly leastSdJ: number;
  /** Standard deviation of the energy of the options chosen at the present dual values, J. */
  private likelySdJ: number;

  constructor(
    private readonly setting: BoundSetting,
    public prices: BagPrices,
  ) {
    const { model } = setting;
    this.ranges = ratioRanges(setting);
    this.energyZ = model.energyZ - LIMIT_TOLERANCE_Z;
    this.budgetJ = model.energyBudgetJ * (1 + SLACK);
    this.leastSdJ = Math.sqrt(leastVarianceJ2(setting));
    this.likelySdJ = Math.sqrt(this.point(prices, this.tables(prices, false), this.every).varianceJ2);
  }

  private get every(): number {
    const { model, groups } = this.setting;
    return Math.ceil(model.taskCount / Math.max(SAMPLE, SAMPLE_PER_GROUP * groups.length));
  }

  /** Improves the dual values by descent until the bound hardly falls any more or the run should end. */
  async run(control: RunControl): Promise<void> {
    if (!this.mayRise()) return;
    const { every } = this;
    if (await this.descend(every, ROUGH_STEPS, FIRST_STEP.rough, control)) return;
    if (every > 1) await this.descend(1, EXACT_STEPS, FIRST_STEP.exact, control);
  }

  /**
   * Returns true if a bound below 1 is possible: the energy must reach some quantile, and all dual values of cores are
   * finite.
   */
  private mayRise(): boolean {
    return this.energyZ > -Infinity && this.prices.worth.every((worth) => Number.isFinite(worth));
  }

  /**
   * Lowers the bound by descent on the dual values. The dual value of a core rises if its group is overloaded,
   * otherwise it falls. In addition, the dual values of all cores and of a joule change by a common factor. Each group
   * and the common factor have a step of their own. Returns true if the run should end.
   *
   * @param every sampling interval: one of every `every` tasks is used
   */
  private async descend(every: number, steps: number, firstStep: number, control: RunControl): Promise<boolean> {
    const { groups } = this.setting;
    const step = new Float64Array(groups.length + 1).fill(firstStep);
    const last = new Float64Array(groups.length + 1);
    const next = (at: number, drive: number): number => {
      const sign = Math.sign(drive);
      if (last[at] !== 0) step[at]! *= sign === last[at] ? STEP_FACTOR.grow : STEP_FACTOR.shrink;
      step[at] = Math.min(STEP_RANGE.most, Math.max(STEP_RANGE.least, step[at]!));
      last[at] = sign;
      return Math.exp(sign * step[at]);
    };
    let trial = this.prices;
    let least = Infinity;
    let reference = Infinity;
    for (let n = 0; n < steps; n++) {
      const claim = this.likelyClaim();
      trial = { ...trial, varianceJPerJ2: claim.priceJPerJ2 };
      const point = this.point(trial, this.tables(trial, false), every);
      const value = valueOf(point, trial.perJ, claim.limitJ);
      if (value < least) {
        least = value;
        this.prices = trial;
      }
      if (n % STALL_STEPS === STALL_STEPS - 1) {
        if (reference - least <= STALL) break;
        reference = least;
      }
      const leftJ = claim.limitJ - point.energyJ - claim.priceJPerJ2 * point.varianceJ2;
      const idle = groups.map(({ cores }, g) => cores - point.loadCores[g]!);
      const all = trial.perJ * leftJ + idle.reduce((sum, cores, g) => sum + cores * trial.worth[g]!, 0);
      const factor = next(groups.length, -all);
      trial = {
        ...trial,
        perJ: trial.perJ * factor,
        worth: trial.worth.map((worth, g) => Math.max(MIN_WORTH, worth * factor * next(g, -idle[g]!))),
      };
      // The claim moves with the choices at first, and stands when the steps are small.
      if (n < STALL_STEPS && point.varianceJ2 > 0) this.likelySdJ = Math.sqrt(point.varianceJ2);
      if (await control.step({ phase: 'bound', bound: null, incumbent: null })) return true;
    }
    return false;
  }

  /**
   * Returns the inequality that the search uses. It is valid for standard deviations of energy near that of the chosen
   * options.
   */
  private likelyClaim(): EnergyClaim {
    const { energyZ, likelySdJ } = this;
    if (energyZ > 0) return this.chord(Math.max(this.leastSdJ, REACH * likelySdJ));
    return energyZ < 0 && likelySdJ > 0 ? this.tangent(likelySdJ) : { priceJPerJ2: 0, limitJ: this.budgetJ };
  }

  /**
   * Returns the inequality for an energy quantile y > 0, by a chord of the square root. It is valid for standard
   * deviations of energy up to `mostJ`.
   */
  private chord(mostJ: number): EnergyClaim {
    const { energyZ: y, leastSdJ, budgetJ } = this;
    if (!(mostJ + leastSdJ > 0)) return { priceJPerJ2: 0, limitJ: budgetJ };
    const priceJPerJ2 = y / (mostJ + leastSdJ);
    return { priceJPerJ2, limitJ: budgetJ - y * leastSdJ + priceJPerJ2 * leastSdJ * leastSdJ };
  }

  /**
   * Returns the inequality for an energy quantile y < 0, by a tangent of the square root at standard deviation b:
   * sqrt(v) <= v / 2b + b / 2. It is valid for all plans.
   */
  private tangent(b: number): EnergyClaim {
    const { energyZ: y, budgetJ } = this;
    return { priceJPerJ2: y / (2 * b), limitJ: budgetJ - (y * b) / 2 };
  }

  /** Returns the upper bound on log10 of the probability that all cores are in time. It is at most 0. */
  boundLog10(): number {
    if (!this.mayRise()) return 0;
    const tables = this.tables(this.prices, true);
    const ln = this.proven(tables);
    // Plans with a core of less than MIN_Z are not followed, and have no more than that.
    return Math.min(0, Math.max(Number.isNaN(ln) ? 0 : ln, lnCdf(MIN_Z)) / Math.LN10 + SLACK);
  }

  private proven(tables: readonly RateTable[]): number {
    const { prices, energyZ, likelySdJ, leastSdJ, budgetJ } = this;
    const of = ({ priceJPerJ2, limitJ }: EnergyClaim): number =>
      valueOf(this.point({ ...prices, varianceJPerJ2: priceJPerJ2 }, tables), prices.perJ, limitJ);
    if (energyZ === 0 || !(likelySdJ > 0)) return energyZ >= 0 ? of({ priceJPerJ2: 0, limitJ: budgetJ }) : Infinity;
    if (energyZ < 0) return Math.min(...TANGENTS.map((multiple) => of(this.tangent(multiple * likelySdJ))));
    // Either the energy deviates by no more than a split, and the chord holds, or by more, and the budget is less by so much.
    const unpriced = this.point({ ...prices, varianceJPerJ2: 0 }, tables);
    const above = (splitJ: number): number => valueOf(unpriced, prices.perJ, budgetJ - energyZ * splitJ);
    let least = Infinity;
    let splitJ = Math.max(leastSdJ, REACH * likelySdJ);
    for (let n = 0; n < SPLITS; n++) {
      const below = of(this.chord(splitJ));
      least = Math.min(least, Math.max(below, above(splitJ)));
      // Where both cases are alike.
      splitJ = Math.max(leastSdJ, splitJ + (above(splitJ) - below) / (prices.perJ * energyZ));
    }
    return least;
  }

  private tables({ worth }: BagPrices, certified: boolean): RateTable[] {
    const pieces = certified ? PROOF_PIECES : QUICK_PIECES;
    return this.ranges.map((range, g) =>
      rateTable(this.setting.model.deadlineS, range, worth[g]!, { pieces, certified }),
    );
  }

  private point(prices: BagPrices, tables: readonly RateTable[], every = 1): BagPoint {
    return bagPoint(this.setting, prices, tables, every);
  }
}

/**
 * Returns the bound on ln P for plans with energy up to `limitJ`, where P is the probability that all cores are in
 * time. `perJ` is the dual value of a joule.
 */
function valueOf({ worth, charged }: BagPoint, perJ: number, limitJ: number): number {
  const spendable = perJ * limitJ;
  return worth + spendable - charged + ROUNDING * (worth + Math.abs(spendable) + Math.abs(charged));
}

/** Returns a lower bound on the energy variance of any plan, J^2. */
function leastVarianceJ2({ model, groups, options }: BoundSetting): number {
  const sum = new Sum();
  for (let task = 0; task < model.taskCount; task++) {
    let least = Infinity;
    for (let o = 0; o < options.count; o++) {
      const place = task * model.columnCount + groups[options.group[o]!]!.node.column;
      if (model.meanS[place] === Infinity) continue;
      const scale = options.scale[model.taskType[task]! * options.count + o]!;
      least = Math.min(least, options.powerSquareW2[o]! * model.varianceS2[place]! * (scale * scale));
    }
    sum.add(least);
  }
  return sum.total * (1 - SLACK);
}
