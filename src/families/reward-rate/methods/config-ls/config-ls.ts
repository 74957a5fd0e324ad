import type { Configuration } from '../../../../../models/facility/configuration.js';
import { type PlanConstraint, planView } from '../../../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { configLp } from '../config-lp.js';
import { configurationOfAssignment, nodesOf } from '../rounding/node-assignments.js';
import { idleNodes, measure, setPointsFor } from '../rounding/node-plan.js';
import { type DraftPlan, type MethodRequest, type MethodOutcome, placementOf } from '../outcome.js';
import { localSearch } from './local-search.js';
import { randomMoves } from './moves.js';

/**
 * Runs method `config-ls`: local search over one configuration per node, for limits that a linear program cannot
 * express (PlanConstraint). It starts with the plan of `config-lp` and draws from the LP's configurations. The LP's
 * bound stays valid, because further limits only remove plans. All CRACs share one set-point during the search.
 */
export async function configLs(input: MethodRequest): Promise<MethodOutcome> {
  const { model, control, constraints = [] } = input;
  const first = await configLp(input);
  if (first.plan === null) return first;
  const lpNodes = nodesOf(model, first.plan.assignments)!;
  const bound = first.certificate?.boundRewardPerS ?? null;
  const random = input.random.fork('config-ls');
  const result = await localSearch([lpNodes, idleNodes(model)], {
    model,
    constraints,
    propose: randomMoves(model, startingConfigurations(model, first), random),
    rewardPerC: first.certificate?.marginal.perRedLineC ?? 0,
    stopped: first.stoppedEarly,
    round: (incumbent) => control.step({ phase: 'local search', bound, incumbent }),
  });
  const { rewardPerS } = measure(model, result.nodes);
  const work = { ...first.work, proposals: result.proposals, acceptedMoves: result.accepted };
  const stoppedEarly = first.stoppedEarly || result.stoppedEarly;
  // The search knows a common set-point only; the first plan may keep the facility's limits with a set-point for each CRAC.
  const keptByFirst = model.cracs.length > 1 && keepsOwn(model, constraints, first.plan);
  if (keptByFirst && (!result.keepsAll || rewardPerS <= (first.claimedRewardPerS ?? 0))) {
    return { ...first, stoppedEarly, work };
  }
  const { planFrom, ...own } = first;
  const improved = rewardPerS > (first.claimedRewardPerS ?? 0) * (1 + 1e-9);
  return {
    ...own,
    ...(improved || planFrom === undefined ? {} : { planFrom }),
    plan: { setPointsC: setPointsFor(model, result.nodes), ...placementOf(model, result.nodes) },
    claimedRewardPerS: rewardPerS,
    stoppedEarly,
    warnings: [
      ...first.warnings,
      ...(result.keepsAll ? [] : ['Local search found no plan that keeps all limits: this one comes nearest.']),
    ],
    work,
  };
}

function keepsOwn(model: RewardRateModel, constraints: readonly PlanConstraint[], plan: DraftPlan): boolean {
  const view = planView(model.matrix, plan.assignments);
  return constraints.every((constraint) => constraint.violation(view) <= 0);
}

/** Returns the configurations to draw from, [zone][configuration]: those of the plan and those the LP (nearly) used. */
function startingConfigurations(model: RewardRateModel, { plan, next }: MethodOutcome): Configuration[][] {
  const planned = nodesOf(model, plan?.assignments ?? [])!;
  return model.zones.map((zone, b) => {
    const own = (next?.assignments.get(zone.name) ?? []).flatMap(
      (assignment) => configurationOfAssignment(model, b, assignment) ?? [],
    );
    return [...own, ...planned[b]!];
  });
}
