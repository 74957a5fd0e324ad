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

/** Relative rounding of sums and of the budget. */
const SLACK = 1e-9;
/** Rounding of a bound, as a share of its parts. Our choice: it cannot be larger. */
const ROUNDING = 1e-13;
/**
 * Largest energy deviation for which variance is priced during the search, as a multiple of the estimated deviation.
 */
const REACH = 1.05;
/** Multiples of the estimated deviation at which the tangent is tried if variance is desirable; the best is used. */
const TANGENTS = [1, 1.3, 2];
/** Number of splits of the deviation that are tried. */
const SPLITS = 4;
/** Minimum number of tasks in the rough search for prices. */
const SAMPLE = 2500;
/** Like SAMPLE, but for each group. */
const SAMPLE_PER_GROUP = 40;
/** Maximum number of steps of the prices on the sample. */
const ROUGH_STEPS = 60;
/** Maximum number of steps of the prices on all tasks. */
const EXACT_STEPS = 16;
/** Number of steps over which the bound must fall by STALL for the search to continue. */
const STALL_STEPS = 8;
/** Least fall of the bound over STALL_STEPS steps, in units of ln P. */
const STALL = 1e-3;
/** First steps of the logarithms of prices, on the sample and on all tasks. */
const FIRST_STEP = { rough: 0.3, exact: 0.02 };
/** Longest and shortest of these steps. */
const STEP_RANGE = { most: 1, least: 1e-5 };
/** Factors on a step: if its direction stays the same, and if it changes. */
const STEP_FACTOR = { grow: 1.2, shrink: 0.5 };
/** Minimum value of a core: practically 0. */
const MIN_WORTH = 1e-9;
/** Quantile from which Psi's bound no longer helps to guess prices. */
const FARTHEST_GUIDE_Z = 8;

/** Certificate for the probability that all cores are in time, and the prices that prove it. */
export interface BagCertificate {
  /** Certificate for Psi, with `boundZ` replaced by this bound's quantile if that is smaller. */
  readonly certificate: RobustCertificate;
  /** Prices; null if time costs nothing or nothing is feasible, so that only Psi's bound exists. */
  readonly prices: BagPrices | null;
}

/**
 * Returns a certificate for the probability that all cores are in time, derived from one for Psi (MO-EC) and its
 * prices: within the energy limit its quantile is at most `boundZ` (docs/robust/whole-bag.md). Never above Psi's own
 * bound.
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
 * Returns the first prices, derived from Psi's bound. The price of a joule balances cost and gain of a common quantile;
 * the price of a core makes work of the mean ratio cost the same. Null if time has no price.
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

/** Claim about energy that holds for all plans of a range: zeta + priceJPerJ2 x gamma <= limitJ. */
interface EnergyClaim {
  readonly priceJPerJ2: number;
  readonly limitJ: number;
}

/** Search for the prices of the whole bag's dual, and the bound they prove. */
class WholeBagSearch {
  private readonly ranges: [number, number][];
  /** Quantile of the energy that plans must keep. */
  private readonly energyZ: number;
  /** Energy budget, J, relaxed by the tolerance. */
  private readonly budgetJ: number;
  /** Smallest standard deviation of the energy in any plan, J. */
  private readonly leastSdJ: number;
  /** Deviation of the energy of the choices at the prices, J. */
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

  /** Improves the prices step by step until they no longer improve or the run should end. */
  async run(control: RunControl): Promise<void> {
    if (!this.mayRise()) return;
    const { every } = this;
    if (await this.descend(every, ROUGH_STEPS, FIRST_STEP.rough, control)) return;
    if (every > 1) await this.descend(1, EXACT_STEPS, FIRST_STEP.exact, control);
  }

  /** Returns true if the energy limit restricts plans. */
  private mayRise(): boolean {
    return this.energyZ > -Infinity && this.prices.worth.every((worth) => Number.isFinite(worth));
  }

  /**
   * Lowers the bound: the price of overfull cores rises, that of underused ones falls, and all change together with the
   * price of a joule, each by its own step that shrinks when its direction changes. Returns true if the run should end.
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
   * Returns the claim used while prices are searched, for plans whose energy varies about as much as that of the
   * choices.
   */
  private likelyClaim(): EnergyClaim {
    const { energyZ, likelySdJ } = this;
    if (energyZ > 0) return this.chord(Math.max(this.leastSdJ, REACH * likelySdJ));
    return energyZ < 0 && likelySdJ > 0 ? this.tangent(likelySdJ) : { priceJPerJ2: 0, limitJ: this.budgetJ };
  }

  /** Returns the claim for plans whose energy deviates by at most `mostJ`, y > 0, using a chord of the square root. */
  private chord(mostJ: number): EnergyClaim {
    const { energyZ: y, leastSdJ, budgetJ } = this;
    if (!(mostJ + leastSdJ > 0)) return { priceJPerJ2: 0, limitJ: budgetJ };
    const priceJPerJ2 = y / (mostJ + leastSdJ);
    return { priceJPerJ2, limitJ: budgetJ - y * leastSdJ + priceJPerJ2 * leastSdJ * leastSdJ };
  }

  /** Returns the claim for all plans, y < 0: sqrt(gamma) <= gamma / 2b + b / 2. */
  private tangent(b: number): EnergyClaim {
    const { energyZ: y, budgetJ } = this;
    return { priceJPerJ2: y / (2 * b), limitJ: budgetJ - (y * b) / 2 };
  }

  /**
   * Returns the upper bound on log10 of the probability that all cores are in time, at most 0, for plans within the
   * energy limit.
   */
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

/** Returns the bound on ln P at prices, for plans whose energy keeps a limit. */
function valueOf({ worth, charged }: BagPoint, perJ: number, limitJ: number): number {
  const spendable = perJ * limitJ;
  return worth + spendable - charged + ROUNDING * (worth + Math.abs(spendable) + Math.abs(charged));
}

/** Returns the smallest energy variance of any plan, J^2. */
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
