import { mustSurvive } from '../../../../../models/families/reward-rate/failed-rooms.js';
import { boundScope } from '../bound/certificate.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { solveConfigurationLp } from '../room-program/configuration-lp.js';
import type { CouplingRow } from '../room-program/coupling.js';
import type { ClassBound } from '../outcome.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { poolOf } from './pool.js';
import { type ClassSearchRequest, type ClassSearchResult, searchClass } from './search.js';

/** Default maximum number of LPs in the search for one configuration per node: some seconds for tens of nodes. */
export const USUAL_PROGRAMS = 2000;
/**
 * Largest number of nodes for which a plan close to the bound over mixtures (fractional solutions) is still improved.
 * With more the search is too expensive.
 */
const FEW_NODES = 200;
/** Relative gap to the bound over fractional solutions at which a plan counts as close. Ours: rounding's target gap. */
const CLOSE = 2e-4;

export interface OneConfigurationRequest extends Omit<ClassSearchRequest, 'pool'> {
  /** Bound over mixtures, in which a node may divide its time over several configurations; its prices are of `rows`. */
  readonly bound: LagrangianBound;
  readonly oracles: readonly PricingOracle[];
}

export interface OneConfiguration extends Pick<ClassSearchResult, 'better' | 'programs' | 'stoppedEarly'> {
  readonly bound: ClassBound;
  /** Search that proves the bound; null if it is the one over mixtures. */
  readonly by: ClassSearchResult | null;
}

/**
 * Returns a bound on plans in which every node keeps one configuration, and a better such plan if found.
 *
 * The bound over mixtures (fractional solutions) is returned instead if there are several set-points or failures to
 * survive, or if no pool of configurations is small enough. With several set-points, only plans that keep all limits at
 * a common set-point are searched.
 */
export async function ofOneConfiguration(input: OneConfigurationRequest): Promise<OneConfiguration> {
  const { model, bound, incumbentRewardPerS, control } = input;
  const scope = boundScope(model, false, 'oneConfiguration');
  const asBefore: OneConfiguration = {
    bound: { boundRewardPerS: bound.value, scope },
    better: null,
    programs: 0,
    stoppedEarly: false,
    by: null,
  };
  const nodes = model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const isClose = nodes > FEW_NODES && incumbentRewardPerS >= bound.value * (1 - CLOSE);
  if (isClose) return asBefore;
  const isCommon = model.cracs.length === 1 || keepsCommonSetPoint(model);
  if (isCommon && !mustSurvive(model.instance)) {
    const found = await searched(input, bound, input.rows);
    if (found === null) return asBefore;
    return { ...found, bound: { boundRewardPerS: found.boundRewardPerS, scope }, by: found };
  }
  if (model.setPointMinC > model.setPointMaxC || nodes > FEW_NODES) return asBefore;
  const lp = await solveConfigurationLp({
    model,
    control,
    oracles: input.oracles,
    engine: input.engine,
    incumbent: incumbentRewardPerS,
  });
  if ('failure' in lp) return asBefore;
  if (lp.stoppedEarly) return { ...asBefore, stoppedEarly: true };
  const found = lp.bound.value > incumbentRewardPerS ? await searched(input, lp.bound, lp.rows) : null;
  return found === null ? asBefore : { ...found, bound: asBefore.bound, by: null };
}

/**
 * Searches for the best plan with one configuration per node and a common set-point, and for a bound on such plans.
 * Null if no pool of configurations is small enough.
 */
async function searched(
  input: OneConfigurationRequest,
  bound: LagrangianBound,
  rows: readonly CouplingRow[],
): Promise<ClassSearchResult | null> {
  const pool = poolOf(input.model, bound, input.incumbentRewardPerS);
  return pool === null ? null : searchClass({ ...input, pool, rows, bound });
}
