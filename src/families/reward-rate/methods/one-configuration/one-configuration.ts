import { type Configuration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { ConstantAssignment } from '../../../../../models/problems/reward-rate/plan.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { standbyNodes } from '../../../../../models/problems/reward-rate/standby.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { boundScope } from '../bound/certificate.js';
import type { LagrangianBound } from '../bound/bound.js';
import type { CouplingRow } from '../master/coupling.js';
import type { ClassBound, DraftPlan } from '../outcome.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import { type PoolConfiguration, poolOf } from './pool.js';
import { searchClass } from './search.js';

/** Number of nodes above which a plan close to the bound over mixtures is left as it is (ours): the search is dear there. */
const FEW_NODES = 200;
/** Gap to the bound over mixtures, as a share of it, that is close (ours): rounding aims no closer. */
const CLOSE = 2e-4;

export interface OneConfigurationInput {
  readonly problem: RewardRateProblem;
  /** Bound over mixtures with its prices, and the rows that it was found with. */
  readonly bound: LagrangianBound;
  readonly rows: readonly CouplingRow[];
  /** Reward of the best plan of one configuration per node so far, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly most: number;
}

export interface OneConfiguration {
  readonly bound: ClassBound;
  /** A better plan than the one known; null where none was found. */
  readonly better: BetterPlan | null;
  readonly programs: number;
  readonly stoppedEarly: boolean;
}

export interface BetterPlan {
  /** Configurations that measure like the plan's nodes; what their cores run is in the placement. */
  readonly nodes: Configuration[][];
  readonly placement: Omit<DraftPlan, 'setPointsC'>;
  readonly rewardPerS: number;
}

/**
 * Bound of the plans in which every node runs one configuration for good, and a better such plan if one was found. With several set-points, or where no pool
 * fits, the bound is that over mixtures.
 */
export async function ofOneConfiguration(input: OneConfigurationInput): Promise<OneConfiguration> {
  const { problem, bound, rows, incumbentRewardPerS, engine, control, most } = input;
  const scope = boundScope(problem, false, 'oneConfiguration');
  const asBefore: OneConfiguration = {
    bound: { boundRewardPerS: bound.value, scope },
    better: null,
    programs: 0,
    stoppedEarly: false,
  };
  const isCommon = problem.cracs.length === 1 || keepsCommonSetPoint(problem);
  const nodes = problem.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const isClose = nodes > FEW_NODES && incumbentRewardPerS >= bound.value * (1 - CLOSE);
  const pool = isCommon && !isClose ? poolOf(problem, bound, incumbentRewardPerS) : null;
  if (pool === null) return asBefore;
  const found = await searchClass({
    ...{ problem, pool, rows, engine, control, most, incumbentRewardPerS },
    boundRewardPerS: bound.value,
  });
  const { nodes: better, rewardPerS, boundRewardPerS, programs, stoppedEarly } = found;
  return {
    bound: { boundRewardPerS, scope },
    better: better === null ? null : { nodes: better, rewardPerS, placement: placementOf(problem, better) },
    programs,
    stoppedEarly,
  };
}

/** Assignments of nodes whose cores on one task type may be in several P-states. */
function placementOf(
  problem: RewardRateProblem,
  nodes: readonly (readonly PoolConfiguration[])[],
): Omit<DraftPlan, 'setPointsC'> {
  const standby = standbyNodes(problem, nodes);
  const assignments = nodes.flatMap((ofZone, b) => {
    const { name: zone, type } = problem.zones[b]!;
    const { tasks } = problem.nodeTypes[type]!;
    const counted = new Map<PoolConfiguration, number>();
    for (const one of ofZone) if (!isWithoutWork(one)) counted.set(one, (counted.get(one) ?? 0) + 1);
    return [...counted].map(([{ cores }, count]): ConstantAssignment => ({
      zone,
      nodes: count,
      cores: cores.map(({ task, state, count: each }) => ({
        count: each,
        slices: [
          {
            taskType: problem.taskNames[tasks[task]!.task]!,
            pState: tasks[task]!.pStates[state]!,
            fraction: 1,
          },
        ],
      })),
    }));
  });
  return { assignments, ...(standby.length === 0 ? {} : { standby }) };
}
