import type { NonlinearProgram } from '../../../models/forms/nonlinear-program.js';
import { barrierAt } from './barrier.js';
import { Iterate } from './iterate.js';
import { type KktResidual, kktResidual, largest, type Multipliers } from './kkt.js';

export interface NonlinearOptions {
  /** Maximum of each part of the KKT residual at a local optimum (default 1e-6). */
  readonly tolerance?: number;
  /** Maximum number of iterations (default 300). */
  readonly iterationLimit?: number;
  /** Initial barrier parameter (default 0.1). With small values the method stays near the starting point. */
  readonly barrier?: number;
  /** How far the starting point is moved inside its bounds, as a fraction of their range (default 0.01). */
  readonly push?: number;
  /** Called after every iteration; resolves to true to stop. */
  readonly onIteration?: (progress: NonlinearProgress) => Promise<boolean>;
}

export interface NonlinearProgress {
  readonly iteration: number;
  readonly objective: number;
  readonly violation: number;
  readonly barrier: number;
}

export interface NonlinearAnswer {
  /**
   * Why the method ended.
   *
   * localOptimum: the KKT residual is within the tolerance.
   *
   * infeasible: the constraint violation cannot be reduced locally at this point. Another point may still be feasible.
   *
   * stalled: no further progress in double precision.
   *
   * stopped: `onIteration` asked for it.
   */
  readonly status: 'localOptimum' | 'infeasible' | 'stalled' | 'iterationLimit' | 'stopped';
  readonly x: Float64Array;
  readonly objective: number;
  readonly multipliers: Multipliers;
  readonly kkt: KktResidual;
  readonly iterations: number;
}

/** The barrier parameter mu is reduced once the residual of the barrier problem is at most this multiple of mu. */
const SOLVED_TO = 10;
/** Factor by which the barrier parameter is reduced. Our choice: usual for interior-point methods. */
const SHRINK = 0.2;
/** The barrier parameter becomes mu to this power, if that is below SHRINK * mu. Our choice: the usual one. */
const SUPERLINEAR = 1.5;
/** Maximum number of diagonal shifts of the Hessian tried before a Newton step is given up. */
const REGULARISATIONS = 8;

/**
 * Searches a local optimum of a nonlinear program by a primal-dual interior-point method. Exact second derivatives are
 * made positive definite for each block of variables by itself. The line search uses an exact penalty function. The
 * barrier parameter is reduced in steps (Fiacco-McCormick).
 *
 * Deterministic. Function values that are not finite only shorten a step (docs/engines/nonlinear-solver.md).
 */
export async function interiorPoint(
  program: NonlinearProgram,
  start: Float64Array,
  options: NonlinearOptions = {},
): Promise<NonlinearAnswer> {
  const tolerance = options.tolerance ?? 1e-6;
  const limit = options.iterationLimit ?? 300;
  let mu = options.barrier ?? 0.1;
  const least = tolerance / 10;
  const iterate = new Iterate(program, barrierAt(program, start, mu, options.push ?? 0.01));
  const answer = (status: NonlinearAnswer['status'], iterations: number): NonlinearAnswer => {
    const x = iterate.insideBounds();
    const multipliers = iterate.multipliers();
    return {
      status,
      x,
      objective: program.objective(x),
      multipliers,
      kkt: kktResidual(program, x, multipliers),
      iterations,
    };
  };
  for (let iteration = 0; iteration < limit; iteration++) {
    if (iterate.residual(0) <= tolerance) return answer('localOptimum', iteration);
    while (mu > least && iterate.residual(mu) <= SOLVED_TO * mu) {
      mu = Math.max(least, Math.min(SHRINK * mu, mu ** SUPERLINEAR));
      iterate.newBarrier();
    }
    const moved = step(iterate, mu);
    if (!moved) {
      if (iterate.residual(0) <= 100 * tolerance) return answer('localOptimum', iteration);
      if (mu > least && iterate.violation() <= 100 * tolerance) {
        // Rounding hides further progress at this barrier parameter.
        mu = Math.max(least, SHRINK * mu);
        iterate.newBarrier();
        continue;
      }
      return answer(iterate.violationIsStationary(tolerance) ? 'infeasible' : 'stalled', iteration);
    }
    const stop = await options.onIteration?.({
      iteration: iteration + 1,
      objective: iterate.objective,
      violation: iterate.violation(),
      barrier: mu,
    });
    if (stop === true) return answer('stopped', iteration + 1);
  }
  const last = answer(iterate.residual(0) <= tolerance ? 'localOptimum' : 'iterationLimit', limit);
  const stuck = last.status === 'iterationLimit' && largest(last.kkt) > tolerance;
  return stuck && iterate.violationIsStationary(tolerance) ? { ...last, status: 'infeasible' } : last;
}

/** Makes one Newton step, with larger shifts of the Hessian's diagonal on failure; false if none succeeds. */
function step(iterate: Iterate, mu: number): boolean {
  for (let attempt = 0, shift = 0; attempt < REGULARISATIONS; attempt++) {
    iterate.direction(mu, shift);
    if (iterate.search(mu)) return true;
    shift = shift === 0 ? 1e-4 : shift * 20;
  }
  return false;
}
