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
 * Time that a sibling has however short the time limit, s: in most rooms enough for its end, and then the run's steps
 * repeat its answer.
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

/**
 * Share of the time limit after which siblings are asked, while the method goes on later: `lp` takes about half as long
 * as a whole run.
 */
const EARLY_SHARE = 0.5;

/** A run's control, and what siblings asked within the run found. */
export interface EarlySiblings {
  readonly control: RunControl;
  readonly outcomes: ReadonlyMap<string, MethodOutcome>;
}

/**
 * Control of a run with a time limit that asks the method's siblings after half of it, unless the plan then known leaves hardly a gap: their plans are there when the
 * limit ends the run. No step of the run is counted for them, and nothing that the method finds depends on them.
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

/** Name of the sibling from whose plan the method starts. */
const STARTS_FROM = 'greedy-power';

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

/** Rating of an outcome's plan by the checker, reward/s; null if it breaks a limit. */
export function ratedBy(request: RunRequest, opened: OpenedModel): (outcome: MethodOutcome) => number | null {
  return (outcome) => {
    const plan = planOf(request, outcome, opened);
    const evaluation = plan === null ? null : judged(request, opened.instance, opened.matrix, plan).evaluation;
    return evaluation === null || evaluation.violations.length > 0 ? null : evaluation.rewardPerS;
  };
}

/** Outcome itself, or with the plan of a cheaper method where that earns more by the checker. */
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
