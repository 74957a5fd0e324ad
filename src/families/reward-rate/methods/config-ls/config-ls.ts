import type { Configuration } from '../../../../../models/facility/configuration.js';
import { type PlanConstraint, planView } from '../../../../../models/problems/reward-rate/plan-constraint.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { configLp } from '../config-lp.js';
import { configurationOfAssignment, nodesOf } from '../rounding/node-assignments.js';
import { idleNodes, measure, setPointsFor } from '../rounding/node-plan.js';
import { type DraftPlan, type MethodInput, type MethodOutcome, placementOf } from '../outcome.js';
import { candidates } from './candidates.js';
import { localSearch } from './local-search.js';

/**
 * `config-ls`: local search over whole-node configurations, for limits that a linear program cannot express
 * (PlanConstraint). Starts with the plan of `config-lp` and draws from the configurations its LP used; the LP's bound
 * stays valid, because a further limit only removes plans. Can be stopped at any time. Several CRACs keep one common
 * set-point while searching.
 */
export async function configLs(input: MethodInput): Promise<MethodOutcome> {
  const { problem, control, constraints = [] } = input;
  const first = await configLp(input);
  if (first.plan === null) return first;
  const lpNodes = nodesOf(problem, first.plan.assignments);
  const bound = first.certificate?.boundRewardPerS ?? null;
  const random = input.random.fork('config-ls');
  const result = await localSearch([lpNodes, idleNodes(problem)], {
    problem,
    constraints,
    candidates: candidates(problem, startingConfigurations(problem, first), random),
    random,
    rewardPerC: first.certificate?.marginal.perRedLineC ?? 0,
    stopped: first.stoppedEarly,
    round: (incumbent) => control.step({ phase: 'local search', bound, incumbent }),
  });
  const { rewardPerS } = measure(problem, result.nodes);
  const work = { ...first.work, proposals: result.proposals, acceptedMoves: result.accepted };
  const stoppedEarly = first.stoppedEarly || result.stoppedEarly;
  // The search knows a common set-point only; the first plan may keep the facility's limits with a set-point for each CRAC.
  const keptByFirst = problem.cracs.length > 1 && keepsOwn(problem, constraints, first.plan);
  if (keptByFirst && (!result.keepsAll || rewardPerS <= (first.claimedRewardPerS ?? 0))) {
    return { ...first, stoppedEarly, work };
  }
  const { planFrom, ...own } = first;
  const improved = rewardPerS > (first.claimedRewardPerS ?? 0) * (1 + 1e-9);
  return {
    ...own,
    ...(improved || planFrom === undefined ? {} : { planFrom }),
    plan: { setPointsC: setPointsFor(problem, result.nodes), ...placementOf(problem, result.nodes) },
    claimedRewardPerS: rewardPerS,
    stoppedEarly,
    warnings: [
      ...first.warnings,
      ...(result.keepsAll ? [] : ['Local search found no plan that keeps all limits: this one comes nearest.']),
    ],
    work,
  };
}

function keepsOwn(problem: RewardRateProblem, constraints: readonly PlanConstraint[], plan: DraftPlan): boolean {
  const view = planView(problem.matrix, plan.assignments);
  return constraints.every((constraint) => constraint.violation(view) <= 0);
}

/** Returns the configurations by zone that the LP used or kept at hand, and those that its plan runs. */
function startingConfigurations(problem: RewardRateProblem, { plan, next }: MethodOutcome): Configuration[][] {
  const planned = nodesOf(problem, plan?.assignments ?? []);
  return problem.zones.map((zone, b) => {
    const own = (next?.assignments.get(zone.name) ?? []).flatMap(
      (assignment) => configurationOfAssignment(problem, b, assignment) ?? [],
    );
    return [...own, ...planned[b]!];
  });
}
