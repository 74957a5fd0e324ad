import { lnTailRatio, normalCdf, normalTail } from '../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import { type ConstraintHandling, type Improvements, PENALTY_WEIGHT } from './outcome.js';

/** Amount by which the weight c of the dynamic penalty changes after each iteration (thesis 2.6.3). */
export const PENALTY_STEP = 0.01;

/** Standard normal quantiles of a mapping (makespan and energy) that a search compares. */
export interface Quantiles {
  readonly makespanZ: number;
  readonly energyZ: number;
}

/** Values by which mappings are compared: probabilities, or quantiles with the improvement zSpace. */
interface Weighed {
  feasible: boolean;
  objective: number;
  limited: number;
}

/**
 * Compares mappings under a goal and its limit (thesis 2.6, appendix C). One mapping is the reference (`hold`);
 * candidates are tested for being strictly better than the reference. The result is monotone in both quantiles, so a
 * search may test upper bounds on the quantiles first.
 *
 * As in the thesis, probabilities are compared, as exact numbers: those that round to the same double are told apart.
 * With the improvement zSpace, quantiles are compared, and the penalty weight c multiplies differences of quantiles.
 *
 * With the improvement ties, equal mappings are decided by the larger quantile of the limited measure, then of the
 * objective. Within the limit, a smaller quantile of the objective never wins.
 */
export class ConstraintHandler {
  /** Weight c of the penalty; `adapt` changes it if the penalty is dynamic. */
  weight = PENALTY_WEIGHT;

  private readonly maximisesMakespan: boolean;
  private readonly penalises: boolean;
  private readonly limitZ: number;
  private readonly limit: number;
  /** Quantile of the reference mapping's objective. */
  private objectiveZ = NaN;
  /** Quantile of the reference mapping's limited measure. */
  private limitedZ = NaN;
  private readonly held: Weighed = { feasible: false, objective: NaN, limited: NaN };
  /** Rank of the reference mapping, as `rank` returns it. */
  private value = NaN;
  /** Largest makespan quantile for which `mayImprove` is known to be false, for the present reference mapping. */
  private failingZ = NaN;
  /** Smallest makespan quantile for which `mayImprove` is known to be true; NaN if none is known. */
  private passingZ = NaN;

  constructor(
    readonly model: RobustModel,
    readonly goal: RobustGoal,
    readonly handling: ConstraintHandling,
    readonly improvements: Pick<Improvements, 'zSpace' | 'ties'>,
  ) {
    this.maximisesMakespan = goal === 'mo-ec';
    this.penalises = handling === 'static' || handling === 'dynamic';
    this.limitZ = goal === 'mo-ec' ? model.energyZ : model.makespanZ;
    this.limit = this.inSpace(this.limitZ);
  }

  keeps(makespanZ: number, energyZ: number): boolean {
    return (this.maximisesMakespan ? energyZ : makespanZ) >= this.limitZ;
  }

  /** Sets the reference mapping with which `improves` compares. It must be called again after `weight` has changed. */
  hold(makespanZ: number, energyZ: number): void {
    const objectiveZ = this.maximisesMakespan ? makespanZ : energyZ;
    const limitedZ = this.maximisesMakespan ? energyZ : makespanZ;
    const { held } = this;
    if (objectiveZ !== this.objectiveZ) held.objective = this.inSpace(objectiveZ);
    if (limitedZ !== this.limitedZ) held.limited = this.inSpace(limitedZ);
    held.feasible = limitedZ >= this.limitZ;
    this.objectiveZ = objectiveZ;
    this.limitedZ = limitedZ;
    this.failingZ = NaN;
    this.passingZ = NaN;
    this.value = this.rank(held.feasible, held.objective, held.limited);
  }

  /**
   * Returns true if a mapping is strictly better than the reference. With handling 'limit', the mapping must also keep
   * the limit.
   */
  improves(makespanZ: number, energyZ: number): boolean {
    const objectiveZ = this.maximisesMakespan ? makespanZ : energyZ;
    const limitedZ = this.maximisesMakespan ? energyZ : makespanZ;
    const greater = objectiveZ > this.objectiveZ;
    if (!greater && limitedZ <= this.limitedZ) return false;
    const feasible = limitedZ >= this.limitZ;
    if (!feasible && this.handling === 'limit') return false;
    const held = this.held.feasible;
    if (!this.penalises && feasible !== held) return feasible;
    // From here on most are decided without a probability, which takes long to compute, or by bounds on it.
    if (held && !greater && (!feasible || objectiveZ < this.objectiveZ)) return false;
    const { ties, zSpace } = this.improvements;
    const most = this.mostRank(objectiveZ, limitedZ, greater);
    const tells = !zSpace && (greater || !held);
    if (most < this.value || (most === this.value && !ties && !tells)) return false;
    const objective = greater || objectiveZ < this.objectiveZ ? this.inSpace(objectiveZ) : this.held.objective;
    const value = feasible ? objective : this.rank(feasible, objective, this.inSpace(limitedZ));
    if (value !== this.value) return value > this.value;
    if (ties) return limitedZ > this.limitedZ || (limitedZ === this.limitedZ && greater);
    return tells && this.isAheadRounded(objectiveZ, limitedZ, feasible);
  }

  /** Returns true if a mapping is better than the reference though both ranks round to the same double. */
  private isAheadRounded(objectiveZ: number, limitedZ: number, feasible: boolean): boolean {
    if (!this.penalises) return feasible ? objectiveZ > this.objectiveZ : limitedZ > this.limitedZ;
    // A distance below 0 earns nothing.
    const mostZ = this.limitZ;
    const heldZ = Math.min(mostZ, this.limitedZ);
    return exactOrder(objectiveZ, Math.min(mostZ, limitedZ), this.objectiveZ, heldZ, this.weight) > 0;
  }

  /**
   * Returns true if a mapping with this makespan quantile and the best possible energy would be better than the
   * reference. Most answers follow from earlier ones, because they are monotone in the quantile.
   */
  mayImprove(makespanZ: number): boolean {
    if (makespanZ <= this.failingZ) return false;
    if (makespanZ >= this.passingZ) return true;
    const may = this.improves(makespanZ, Infinity);
    if (may) this.passingZ = makespanZ;
    else this.failingZ = makespanZ;
    return may;
  }

  /** Returns the values by which a mapping is compared, for a later call of `gainedOver`. */
  weigh({ makespanZ, energyZ }: Quantiles): Readonly<Weighed> {
    const limitedZ = this.maximisesMakespan ? energyZ : makespanZ;
    return {
      feasible: limitedZ >= this.limitZ,
      objective: this.inSpace(this.maximisesMakespan ? makespanZ : energyZ),
      limited: this.inSpace(limitedZ),
    };
  }

  /**
   * Returns true if the reference mapping is better than an earlier one by more than `share` of the earlier rank. With
   * a penalty, ranks are penalised objectives with the present weight c. Otherwise a feasible mapping beats an
   * infeasible one. Ranks are objectives if both mappings are feasible, and negative distances from the limit if
   * neither is.
   *
   * @param reference values of the earlier mapping, from `weigh`
   */
  gainedOver(reference: Readonly<Weighed>, share: number): boolean {
    if (!this.penalises && this.held.feasible !== reference.feasible) return this.held.feasible;
    const before = this.rank(reference.feasible, reference.objective, reference.limited);
    return this.value > before + share * Math.abs(before);
  }

  /**
   * Ends an iteration. If the penalty is dynamic, its weight grows by PENALTY_STEP if the search is infeasible.
   * Otherwise it shrinks by PENALTY_STEP, but not below 0.
   */
  adapt(feasible: boolean): void {
    if (this.handling !== 'dynamic') return;
    const steps = Math.round(this.weight / PENALTY_STEP) + (feasible ? -1 : 1);
    this.weight = Math.max(0, steps) / Math.round(1 / PENALTY_STEP);
  }

  /**
   * Returns the rank of a mapping; larger is better. With a penalty, the rank follows Eqs. 13 and 14. Otherwise it is
   * the objective of a feasible mapping, and minus the distance from the limit (Eqs. 11 and 12) of an infeasible
   * mapping.
   */
  private rank(feasible: boolean, objective: number, limited: number): number {
    if (feasible) return objective;
    const distance = this.limit - limited;
    return this.penalises ? objective - this.weight * distance : -distance;
  }

  /**
   * Returns an upper bound on the rank of a mapping. `greater` says whether the mapping's objective is known to exceed
   * that of the reference.
   */
  private mostRank(objectiveZ: number, limitedZ: number, greater: boolean): number {
    if (this.improvements.zSpace) return Infinity;
    const most = greater ? cdfAtMost(objectiveZ) : this.held.objective;
    if (limitedZ >= this.limitZ) return most;
    const distance = this.limit - cdfAtMost(limitedZ);
    return this.penalises ? most - this.weight * distance : -distance;
  }

  private inSpace(z: number): number {
    return this.improvements.zSpace ? clamped(z) : normalCdf(z);
  }
}

/** Finite number that replaces infinite quantiles, so that differences are not NaN. */
const MAX_Z = 1e100;

/** Returns a finite quantile in place of an infinite one. */
export function clamped(z: number): number {
  return z > MAX_Z ? MAX_Z : z < -MAX_Z ? -MAX_Z : z;
}

/**
 * Returns the sign of Phi(objectiveZ) + c Phi(limitedZ) less the same of another mapping (`otherObjectiveZ`,
 * `otherLimitedZ`): the order of penalised objectives (Eqs. 13 and 14) as exact numbers. Doubles hold probabilities near
 * 1 to 1e-16 and none below 1e-323; here tails, at any distance, are compared by their logarithms.
 *
 * @param c weight of the penalty, at least 0
 */
export function exactOrder(
  objectiveZ: number,
  limitedZ: number,
  otherObjectiveZ: number,
  otherLimitedZ: number,
  c: number,
): number {
  if (c === 0 || limitedZ === otherLimitedZ) return Math.sign(comparedZ(objectiveZ, otherObjectiveZ));
  if (objectiveZ === otherObjectiveZ) return Math.sign(comparedZ(limitedZ, otherLimitedZ));
  // Phi is 1 less a tail above 0, and a tail below. First the ones.
  const ones = unit(objectiveZ) - unit(otherObjectiveZ) + c * (unit(limitedZ) - unit(otherLimitedZ));
  if (ones !== 0) {
    const tails = tailOf(objectiveZ) - tailOf(otherObjectiveZ) + c * (tailOf(limitedZ) - tailOf(otherLimitedZ));
    return Math.sign(ones + tails);
  }
  // Equal ones: each quantile has the sign of its counterpart or, if c = 1, of the other one's counterpart.
  const isCrossed = unit(objectiveZ) !== unit(otherObjectiveZ);
  const [first, second] = isCrossed ? [otherLimitedZ, otherObjectiveZ] : [otherObjectiveZ, otherLimitedZ];
  const objective = tailGain(objectiveZ, first);
  const limited = tailGain(limitedZ, second);
  if (objective.sign * limited.sign >= 0) return Math.sign(objective.sign + limited.sign);
  const ahead = lnTailRatio(objective.z, limited.z) + objective.lnShare - limited.lnShare - Math.log(c);
  return ahead === 0 ? 0 : ahead > 0 ? objective.sign : limited.sign;
}

function comparedZ(z: number, other: number): number {
  return z === other ? 0 : z - other;
}

/** Returns the whole number that Phi(z) is near to: 0 or 1. */
function unit(z: number): number {
  return z >= 0 ? 1 : 0;
}

/** Returns Phi(z) less `unit(z)`. */
function tailOf(z: number): number {
  return z >= 0 ? -normalTail(z) : normalTail(-z);
}

/**
 * Returns Phi(a) - Phi(b), for a and b of the same sign: its sign, and as magnitude the tail beyond `z`, times
 * exp(`lnShare`).
 */
function tailGain(a: number, b: number): { readonly sign: number; readonly z: number; readonly lnShare: number } {
  const [near, far] = [Math.min(Math.abs(a), Math.abs(b)), Math.max(Math.abs(a), Math.abs(b))];
  if (near === far) return { sign: 0, z: near, lnShare: 0 };
  return { sign: a > b ? 1 : -1, z: near, lnShare: Math.log(-Math.expm1(lnTailRatio(far, near))) };
}

/** Number of steps of the table of the normal distribution function Phi per unit of z. */
const CDF_STEPS_PER_UNIT = 64;
/** Beginning of the table of Phi: the quantile below which Phi is 0 in doubles (about -38.6), rounded down. */
const CDF_FROM = -40;
/** End of the table of Phi: the quantile above which Phi is 1 in doubles (about 8.3), rounded up. */
const CDF_TO = 9;
/** Table of Phi from CDF_FROM to CDF_TO in equal steps. Values are slightly raised to cover rounding errors. */
const CDF_STEPS = Float64Array.from({ length: (CDF_TO - CDF_FROM) * CDF_STEPS_PER_UNIT + 1 }, (_, n) =>
  Math.min(1, normalCdf(CDF_FROM + n / CDF_STEPS_PER_UNIT) * (1 + 1e-12)),
);

/**
 * Upper bound on the height of Phi above the chord between two table steps, for z > 0. It is step^2 / 8 times the
 * largest curvature, 0.242.
 */
const CDF_ARCH = 7.5e-6;

/** Returns a tight upper bound on Phi(z): the chord between table steps. Where Phi is concave, CDF_ARCH is added. */
function cdfAtMost(z: number): number {
  if (z <= CDF_FROM) return 0;
  if (z >= CDF_TO) return 1;
  const place = (z - CDF_FROM) * CDF_STEPS_PER_UNIT;
  const step = Math.floor(place);
  const low = CDF_STEPS[step]!;
  const chord = low + (CDF_STEPS[step + 1]! - low) * (place - step);
  return z <= 0 ? chord : Math.min(1, chord + CDF_ARCH);
}
