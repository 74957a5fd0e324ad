import { type Configuration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { ConstantAssignment } from '../../../../../models/families/reward-rate/plan.js';
import { mustSurvive } from '../../../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyNodes } from '../../../../../models/families/reward-rate/standby.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { boundScope } from '../bound/certificate.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { solveConfigurationLp } from '../room-program/configuration-lp.js';
import type { CouplingRow } from '../room-program/coupling.js';
import type { ClassBound, DraftPlan } from '../outcome.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { type PoolConfiguration, poolOf } from './pool.js';
import { searchClass } from './search.js';

/**
 * Largest number of nodes for which a plan close to the bound over mixtures (fractional solutions) is still improved.
 * With more the search is too expensive.
 */
const FEW_NODES = 200;
/** Relative gap to the bound over fractional solutions at which a plan counts as close. Ours: rounding's target gap. */
const CLOSE = 2e-4;

export interface OneConfigurationRequest {
  readonly model: RewardRateModel;
  /** Bound over mixtures, in which a node may divide its time over several configurations. */
  readonly bound: LagrangianBound;
  /** LP rows to which the bound's dual values belong. */
  readonly rows: readonly CouplingRow[];
  /** Reward of the best plan known with one configuration per node, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly oracles: readonly PricingOracle[];
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly most: number;
}

export interface OneConfiguration {
  readonly bound: ClassBound;
  /** Plan better than the incumbent; null if none was found. */
  readonly better: BetterPlan | null;
  readonly programs: number;
  readonly stoppedEarly: boolean;
}

export interface BetterPlan {
  /** [zone][node]: rates and power of each node of the plan. For what the cores run, see `placement`. */
  readonly nodes: Configuration[][];
  readonly placement: Omit<DraftPlan, 'setPointsC'>;
  readonly rewardPerS: number;
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
  };
  const nodes = model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const isClose = nodes > FEW_NODES && incumbentRewardPerS >= bound.value * (1 - CLOSE);
  if (isClose) return asBefore;
  const isCommon = model.cracs.length === 1 || keepsCommonSetPoint(model);
  if (isCommon && !mustSurvive(model.instance)) {
    const found = await searched(input, bound, input.rows);
    return found === null ? asBefore : { ...found, bound: { boundRewardPerS: found.boundRewardPerS, scope } };
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
  return found === null ? asBefore : { ...found, bound: asBefore.bound };
}

/**
 * Searches for the best plan with one configuration per node and a common set-point, and for a bound on such plans.
 * Null if no pool of configurations is small enough.
 */
async function searched(
  { model, incumbentRewardPerS, engine, control, most }: OneConfigurationRequest,
  bound: LagrangianBound,
  rows: readonly CouplingRow[],
): Promise<(Omit<OneConfiguration, 'bound'> & { readonly boundRewardPerS: number }) | null> {
  const pool = poolOf(model, bound, incumbentRewardPerS);
  if (pool === null) return null;
  const { nodes, rewardPerS, boundRewardPerS, programs, stoppedEarly } = await searchClass({
    model,
    pool,
    rows,
    engine,
    control,
    most,
    incumbentRewardPerS,
    boundRewardPerS: bound.value,
  });
  const better = nodes === null ? null : { nodes, rewardPerS, placement: placementOf(model, nodes) };
  return { better, boundRewardPerS, programs, stoppedEarly };
}

/**
 * Returns what the nodes run as plans state it. A task type may run in several P-states on one node, which a
 * Configuration cannot describe.
 */
function placementOf(
  model: RewardRateModel,
  nodes: readonly (readonly PoolConfiguration[])[],
): Omit<DraftPlan, 'setPointsC'> {
  const standby = standbyNodes(model, nodes);
  const assignments = nodes.flatMap((ofZone, b) => {
    const { name: zone, type } = model.zones[b]!;
    const { tasks } = model.nodeTypes[type]!;
    const counted = new Map<PoolConfiguration, number>();
    for (const one of ofZone) if (!isWithoutWork(one)) counted.set(one, (counted.get(one) ?? 0) + 1);
    return [...counted].map(([{ cores }, count]): ConstantAssignment => ({
      zone,
      nodes: count,
      cores: cores.map(({ task, state, count: each }) => ({
        count: each,
        slices: [{ taskType: model.taskNames[tasks[task]!.task]!, pState: tasks[task]!.pStates[state]!, fraction: 1 }],
      })),
    }));
  });
  return { assignments, ...(standby.length === 0 ? {} : { standby }) };
}
