import type { Highs, Model } from 'highs';
import type { LpAnswer, LpDuals, LpPoint } from './engine.js';

type Outcome = Pick<LpAnswer, 'stopped' | 'proven' | 'detail'>;

/**
 * Returns the answer of a model's last run. HiGHS follows the sign convention of models/forms/linear-program.ts for
 * minimisation and maximisation.
 */
export function highsAnswer(highs: Highs, model: Model, isMip: boolean): LpAnswer {
  const outcome = outcomeOf(highs, model);
  const optimal = outcome.proven === 'optimal';
  let point: LpPoint | null = null;
  let duals: LpDuals | null = null;
  const hasPoint = model.info.get('primal_solution_status') === 2;
  if (hasPoint) {
    const solution = model.getSolution();
    point = { objective: model.getObjectiveValue(), columnValues: solution.colValue, rowActivities: solution.rowValue };
    if (optimal && !isMip) duals = { rows: solution.rowDual, reducedCosts: solution.colDual };
  }
  const answer: LpAnswer = {
    ...(optimal && !hasPoint ? { ...outcome, stopped: 'failed', proven: 'nothing' } : outcome),
    point,
    duals,
    iterations:
      count(model, 'simplex_iteration_count') +
      count(model, 'ipm_iteration_count') +
      count(model, 'crossover_iteration_count'),
  };
  if (!isMip) return answer;
  const mipBound = Number(model.info.get('mip_dual_bound'));
  return Number.isFinite(mipBound) ? { ...answer, mipBound } : answer;
}

function outcomeOf(highs: Highs, model: Model): Outcome {
  const status = highs.constants.modelStatus;
  switch (model.getModelStatus()) {
    case status.optimal:
      return { stopped: 'finished', proven: 'optimal', detail: 'optimal' };
    case status.infeasible:
      return { stopped: 'finished', proven: 'infeasible', detail: 'infeasible' };
    case status.unbounded:
      return { stopped: 'finished', proven: 'unbounded', detail: 'unbounded' };
    case status.unboundedOrInfeasible:
      return { stopped: 'finished', proven: 'infeasibleOrUnbounded', detail: 'primal infeasible or unbounded' };
    case status.timeLimit:
      return { stopped: 'timeLimit', proven: 'nothing', detail: 'time limit reached' };
    case status.iterationLimit:
      return { stopped: 'iterationLimit', proven: 'nothing', detail: 'iteration limit reached' };
    default:
      return { stopped: 'failed', proven: 'nothing', detail: `HiGHS model status ${model.getModelStatus()}` };
  }
}

/** Returns a counter of HiGHS for the last run; 0 if HiGHS reports -1, because the counter does not apply. */
function count(model: Model, name: string): number {
  return Math.max(0, Number(model.info.get(name)));
}
