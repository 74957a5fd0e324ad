import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../methods/control.js';
import type { PricingOracle } from '../../../pricing/pricing.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { type ConfigurationLpResult, solveConfigurationLp } from './master/configuration-lp.js';
import type { FirstColumns } from './master/first-columns.js';
import { handedOn } from './master/warm-start.js';
import { measure } from './rounding/node-plan.js';
import { type RoundedPlan, roundToNodes } from './rounding/rounding.js';
import { commonLimits } from './rounding/rounding-limits.js';

/**
 * Largest surplus that is served, as a share of the arrivals. Our choice: the work of several nodes in a room of a
 * hundred.
 */
const MAX_SURPLUS = 0.02;
/**
 * Number of halvings of the surplus. With too much, the task type that earns least falls short: on 1,080 nodes near the
 * cap, a surplus 6e-4 beyond what fits lacked 4e-3 of it; after six halvings all arrivals are served.
 */
const HALVINGS = 6;
/**
 * Share of all arrivals' reward that may be missing in a mixture that counts as serving all. Our choice: the LP's
 * precision.
 */
const SERVED = 1e-7;

export interface SurplusRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  /** Control without progress reports: bounds and rewards of this search include more than arrives. */
  readonly control: RunControl;
  /** Solved LP whose mixture serves all arrivals. */
  readonly lp: ConfigurationLpResult;
}

/** Returns the reward of all arrivals, reward/s. */
function rewardOfAllArrivals({ rewardPerTask, arrivalRatePerS }: RewardRateModel): number {
  return rewardPerTask.reduce((sum, reward, i) => sum + reward * arrivalRatePerS[i]!, 0);
}

/** Returns true if the mixture of an LP serves all arrivals. */
export function servesAll(model: RewardRateModel, { solution }: ConfigurationLpResult): boolean {
  return isReached(model, solution.objective);
}

/** Returns true if a reward is that of all arrivals. */
export function isReached(model: RewardRateModel, rewardPerS: number): boolean {
  return rewardPerS >= rewardOfAllArrivals(model) * (1 - SERVED);
}

/**
 * Rounds a mixture that serves all arrivals to whole nodes; null if no plan was found. Its prices are nearly zero and
 * guide nothing, so the LP first serves a surplus, about as much as fits, and that mixture is rounded without programs:
 * rounding then loses part of the surplus. For one common set-point. The reward counts only what arrives.
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
      unitsPerNode: model.nodeTypes.map(() => 1),
      first: columnsOf(model, last),
    });
    if (lp === null || 'failure' in lp) break;
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
    if (n === 0) tooMuch = Math.min(tooMuch, lp.solution.objective / rewardOfAllArrivals(model) - 1);
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
    exchangesOnly: true,
  });
  return rounded === null ? null : { ...rounded, rewardPerS: measure(model, rounded.nodes).rewardPerS };
}

function columnsOf(model: RewardRateModel, lp: ConfigurationLpResult): FirstColumns {
  const hotZones = lp.rows.flatMap(({ constraint, zone }) => (constraint === 'redLine' ? [zone] : []));
  return { configurations: handedOn(model, lp), hotZones: [...new Set(hotZones)] };
}
