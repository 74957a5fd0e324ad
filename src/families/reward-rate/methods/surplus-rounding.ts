import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../methods/control.js';
import type { PricingOracle } from '../../../pricing/pricing.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { type ConfigurationLpResult, solveConfigurationLp } from './room-program/configuration-lp.js';
import { allArrivalsRewardPerS } from './room-program/lp-parts.js';
import { columnsOf } from './room-program/warm-start.js';
import { measure } from './rounding/node-plan.js';
import { type RoundedPlan, roundToNodes } from './rounding/rounding.js';
import { commonLimits } from './rounding/plan-limits.js';

/** Largest surplus added to the arrivals, as a fraction. Ours: the work of a few nodes in a facility of a hundred. */
const MAX_SURPLUS = 0.02;
/**
 * Number of bisection steps in the search for the surplus of arrivals. Six are enough to serve all arrivals. On 1,080
 * nodes near the cap, a surplus 6e-4 too large left 4e-3 of the arrivals of the least profitable task type unserved.
 */
const HALVINGS = 6;
/** Fraction of the arrivals' reward that a solution serving all arrivals may miss. Ours: the LP's precision. */
const SERVED = 1e-7;

export interface SurplusRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  /** Control of the run. It should report no progress: bounds and rewards of this search include more than arrives. */
  readonly control: RunControl;
  /** Solved LP whose fractional solution serves all arrivals. */
  readonly lp: ConfigurationLpResult;
}

/** Returns true if the LP's fractional solution serves all arrivals. */
export function servesAll(model: RewardRateModel, { solution }: ConfigurationLpResult): boolean {
  return isReached(model, solution.objective);
}

/** Returns true if a reward equals that of all arrivals, up to the LP's precision. */
export function isReached(model: RewardRateModel, rewardPerS: number): boolean {
  return rewardPerS >= allArrivalsRewardPerS(model) * (1 - SERVED);
}

/**
 * Rounds a fractional solution that serves all arrivals to one configuration per node; null if no plan was found. The
 * model must have one common set-point.
 *
 * The dual values of such a solution are nearly zero and cannot guide rounding. So the LP is solved again with a
 * surplus of arrivals, about as much as can be served. That solution is rounded by exchanges only, which loses part of
 * the surplus. The reward returned counts only what arrives.
 */
export async function roundedWithSurplus(input: SurplusRequest): Promise<RoundedPlan | null> {
  const { model, oracles, engine, control } = input;
  let served = 0;
  let tooMuch = Infinity;
  let share = MAX_SURPLUS;
  let beyond: { readonly of: RewardRateModel; readonly lp: ConfigurationLpResult } | null = null;
  let last = input.lp;
  for (let n = 0; n <= HALVINGS; n++) {
    const of = { ...model, arrivalRatePerS: model.arrivalRatePerS.map((rate) => rate * (1 + share)) };
    const lp = await solveConfigurationLp({
      model: of,
      oracles,
      engine,
      control,
      incumbent: null,
      first: columnsOf(model, last),
    });
    if ('failure' in lp) break;
    last = lp;
    if (servesAll(of, lp)) {
      served = share;
      beyond ??= { of, lp };
    } else {
      tooMuch = share;
      beyond = { of, lp };
    }
    if (lp.stoppedEarly || served === MAX_SURPLUS) break;
    // No more than the mixture earns beyond all arrivals fits.
    if (n === 0) tooMuch = Math.min(tooMuch, lp.solution.objective / allArrivalsRewardPerS(model) - 1);
    share = (served + tooMuch) / 2;
  }
  if (beyond === null) return null;
  const { of, lp } = beyond;
  const rounded = await roundToNodes({
    model: of,
    oracles,
    engine,
    control,
    solution: lp.solution,
    bound: lp.bound,
    goalRewardPerS: lp.bound.value,
    limits: commonLimits(of, lp.rows),
    upTo: 'dive',
  });
  return rounded === null ? null : { ...rounded, rewardPerS: measure(model, rounded.nodes).rewardPerS };
}
