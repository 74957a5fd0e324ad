import type { RunControl } from '../../../methods/control.js';
import type { MethodOutcome } from '../methods/outcome.js';
import type { Method } from '../methods/registry.js';
import { type Driver, runDriver } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import { judged, planOf } from './judged.js';
import type { OpenedProblem } from './open.js';
import type { RunRequest } from './request.js';
import type { RunResult } from './result.js';
import { bestOfSiblings } from './siblings.js';

/**
 * Time that a sibling has however short the time limit, s: in most rooms enough for its end, and then the run's steps
 * repeat its answer. Ours.
 */
const MIN_SIBLING_S = 10;

/**
 * Control of one sibling: the run's time limit over again, so that it finds all that it finds when asked itself, and
 * the second Ctrl-C. Its steps are no steps of the run: a limit of the run's work means the same whether siblings are
 * asked or not.
 */
function siblingControl({ limits: { timeLimitS }, nowS, interruptedTwice = never }: RunRequest): RunControl {
  const limits = { timeLimitS: timeLimitS === null ? null : Math.max(timeLimitS, MIN_SIBLING_S), workLimit: null };
  return runDriver({ limits, nowS, interrupted: interruptedTwice, onProgress: () => undefined });
}

const never = (): boolean => false;

/** Trajectory with the plan of a sibling, where there is one, as its last point. */
export function trajectoryOf(
  { trajectory, steps }: Driver,
  adopted: RunResult | null,
  endS: number,
): readonly TrajectoryPoint[] {
  if (adopted?.planFrom === undefined) return trajectory;
  const { bound, objective, planFrom } = adopted;
  return [...trajectory, { timeS: endS, work: steps, phase: planFrom, bound, incumbent: objective }];
}

/** Outcome itself, or with the plan of a cheaper method where that earns more by the checker. */
export async function orSibling(
  request: RunRequest,
  own: MethodOutcome,
  solveBy: (method: Method, control: RunControl) => Promise<MethodOutcome>,
  opened: OpenedProblem,
  driver: Driver,
): Promise<MethodOutcome> {
  if (request.method.siblings === undefined) return own;
  const rate = (outcome: MethodOutcome): number | null => {
    const plan = planOf(request, outcome, opened);
    const evaluation = plan === null ? null : judged(request, opened.instance, opened.matrix, plan).evaluation;
    return evaluation === null || evaluation.violations.length > 0 ? null : evaluation.rewardPerS;
  };
  return bestOfSiblings(
    request.method,
    { outcome: own, rewardPerS: rate(own) },
    {
      solve: (sibling) => solveBy(sibling, siblingControl(request)),
      rate,
      sharing: request.sharing ?? 'auto',
      wasStopped: driver.stopReason !== null,
      isHurried: request.interruptedTwice ?? never,
    },
  );
}
