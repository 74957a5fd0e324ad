import { evaluateMapping } from '../../../../models/families/robust/evaluate.js';
import type { RobustGoal, RobustObjective } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import type { RunControl } from '../../../methods/control.js';
import { BoundSearch, robustBound } from '../methods/bound/robust-bound.js';
import { boundSetting } from '../methods/bound/setting.js';
import { minEnergyMapping } from '../methods/greedy/min-energy.js';
import { minMinMapping } from '../methods/greedy/min-min.js';
import type { RobustCertificate, RobustStart } from '../methods/outcome.js';
import { type DriverOptions, runDriver } from '../../../runs/control.js';

/**
 * Returns a proof that no plan keeps the goal's limit; null if none is found. It is called before a search, which would
 * be useless with such a proof. If a greedy plan keeps the limit, no proof is searched for.
 */
export function conflictBefore(model: RobustModel, goal: RobustGoal, control: RunControl): RobustCertificate | null {
  const example = evaluateMapping(model, goal === 'mo-ec' ? minEnergyMapping(model) : minMinMapping(model, 'pmin'));
  const keeps = goal === 'mo-ec' ? example.energyZ >= model.energyZ : example.makespanZ >= model.makespanZ;
  if (keeps) return null;
  const search = new BoundSearch(boundSetting(model), { model, goal, control, start: null });
  const conflict = search.conflict();
  return conflict === null ? null : search.certificate(conflict);
}

/** Returns a run control that stops a method after its first unit of work. It is used if no plan is feasible. */
export function endingAtOnce(control: RunControl): RunControl {
  return {
    async step(progress) {
      await control.step(progress);
      return true;
    },
  };
}

/** Goal, objective and limits for the computation of a bound. */
export interface BoundRequest extends DriverOptions {
  readonly goal: RobustGoal;
  /**
   * Measure that is bounded for MO-EC (limited energy). If undefined, it is Psi, the probability of the core least
   * likely to be in time.
   */
  readonly objective?: RobustObjective | undefined;
  readonly boundTimeLimitS?: number | null;
}

/**
 * Computes a bound for a plan of a method that proves none. If the computation is stopped early, returns the bound so
 * far, with a warning.
 */
export async function boundAfter(
  request: BoundRequest,
  model: RobustModel,
  start: RobustStart | null,
): Promise<{ readonly certificate: RobustCertificate; readonly warnings: readonly string[] }> {
  const { goal, objective, limits, boundTimeLimitS = limits.timeLimitS } = request;
  // Work limits hold for the search only: without a time limit the bound does not depend on the clock either.
  const control = runDriver({ ...request, limits: { timeLimitS: boundTimeLimitS, workLimit: null } });
  const certificate = await robustBound({ model, goal, objective, control, start });
  const stopped = certificate.infeasibility === undefined && control.stopReason !== null;
  return { certificate, warnings: stopped ? [STOPPED] : [] };
}

/** Warning about a bound whose computation was stopped early. */
const STOPPED =
  'The bound was stopped before it was as tight as it can be made: it holds, but more time (--bound-time-limit) may lower it.';
