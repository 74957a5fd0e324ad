import type { RunControl } from '../../../methods/control.js';
import type { MethodOutcome } from '../methods/outcome.js';
import { type Method, methodNamed } from '../methods/registry.js';
import { type Driver, runDriver } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import { judged, planOf } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { RunResult } from './result.js';
import { bestOfSiblings, leavesGapTo, siblingsFor } from './siblings.js';

/**
 * Time that each cheaper method gets at least, even if the time limit is shorter, s. Ours: usually it then finishes, so
 * that results are reproducible.
 */
const MIN_SIBLING_S = 10;

/**
 * Returns the control for one cheaper method. The method may use the run's full time limit once more and is stopped by
 * a second Ctrl-C. Its steps do not count towards the run's work limit.
 */
function siblingControl({ limits: { timeLimitS }, nowS, interruptedTwice = never }: RunRequest): RunControl {
  const limits = { timeLimitS: timeLimitS === null ? null : Math.max(timeLimitS, MIN_SIBLING_S), workLimit: null };
  return runDriver({ limits, nowS, interrupted: interruptedTwice, onProgress: () => undefined });
}

const never = (): boolean => false;

/**
 * Fraction of the time limit after which the run tries the cheaper methods. The rest is enough for them, because `lp`
 * takes about half as long as a whole run.
 */
const EARLY_SHARE = 0.5;

/** Control of a run that also tries cheaper methods, and their outcomes. */
export interface EarlySiblings {
  readonly control: RunControl;
  readonly outcomes: ReadonlyMap<string, MethodOutcome>;
}

/**
 * Returns a control that also runs the cheaper methods once half of the time limit has passed. Their plans then exist
 * when the time limit ends the run. They are not run if the gap is already tiny. Their steps are not counted, and the
 * method's own results do not depend on them.
 *
 * @param rate returns the reward of an outcome's plan as computed by the checker, reward/s; null if it is not feasible
 */
export function withEarlySiblings(
  request: RunRequest,
  driver: Driver,
  solveBy: (method: Method, control: RunControl) => Promise<MethodOutcome>,
  rate: (outcome: MethodOutcome) => number | null,
): EarlySiblings {
  const outcomes = new Map<string, MethodOutcome>();
  const { timeLimitS } = request.limits;
  const names = siblingsFor(request.method, request.sharing ?? 'auto').filter((name) => name !== STARTS_FROM);
  if (timeLimitS === null || request.naive || names.length === 0) return { control: driver, outcomes };
  let isAsked = false;
  let best: number | null = null;
  const control: RunControl = {
    async step(progress) {
      const incumbent = best === null ? progress.incumbent : Math.max(best, progress.incumbent ?? best);
      const stop = await driver.step({ ...progress, incumbent });
      const isEarly = (driver.trajectory.at(-1)?.timeS ?? 0) < EARLY_SHARE * timeLimitS;
      if (stop || isAsked || isEarly || !leavesGapTo(progress.bound, progress.incumbent)) return stop;
      isAsked = true;
      for (const name of names) {
        const outcome = await solveBy(methodNamed(name)!, siblingControl(request));
        outcomes.set(name, outcome);
        const rewardPerS = outcome.plan === null ? null : rate(outcome);
        if (rewardPerS !== null) best = Math.max(best ?? 0, rewardPerS);
      }
      return stop;
    },
  };
  return { control, outcomes };
}

/** Name of the cheaper method with whose plan the main method starts. */
const STARTS_FROM = 'greedy-power';

/** Returns the progress of the run over time. A plan adopted from a cheaper method is the last point, at `endS`. */
export function trajectoryOf(
  { trajectory, steps }: Driver,
  adopted: RunResult | null,
  endS: number,
): readonly TrajectoryPoint[] {
  if (adopted?.planFrom === undefined) return trajectory;
  const { bound, objective, planFrom } = adopted;
  const timeS = Math.max(endS, trajectory.at(-1)?.timeS ?? 0);
  return [...trajectory, { timeS, work: steps, phase: planFrom, bound, incumbent: objective }];
}

/**
 * Returns a function that has the checker evaluate the plan of an outcome. The function returns the plan's reward,
 * reward/s; null if the plan violates a limit.
 */
export function ratedBy(request: RunRequest, opened: OpenedModel): (outcome: MethodOutcome) => number | null {
  return (outcome) => {
    const plan = planOf(request, outcome, opened);
    const evaluation = plan === null ? null : judged(request, opened.instance, opened.matrix, plan).evaluation;
    return evaluation === null || evaluation.violations.length > 0 ? null : evaluation.rewardPerS;
  };
}

/**
 * Returns the method's own outcome. If the plan of a cheaper method earns more, as computed by the checker, the outcome
 * contains that plan.
 */
export async function orSibling(
  request: RunRequest,
  own: MethodOutcome,
  solveBy: (method: Method, control: RunControl) => Promise<MethodOutcome>,
  rate: (outcome: MethodOutcome) => number | null,
  early: EarlySiblings['outcomes'],
  driver: Driver,
): Promise<MethodOutcome> {
  if (request.method.siblings === undefined) return own;
  return bestOfSiblings(
    request.method,
    { outcome: own, rewardPerS: rate(own) },
    {
      solve: async (sibling) => early.get(sibling.name) ?? (await solveBy(sibling, siblingControl(request))),
      rate,
      sharing: request.sharing ?? 'auto',
      wasStopped: driver.stopReason !== null,
      isHurried: request.interruptedTwice ?? never,
    },
  );
}
