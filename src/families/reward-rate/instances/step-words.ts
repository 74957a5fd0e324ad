import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/problems/reward-rate/plan.js';
import { withStep } from '../../../../models/problems/reward-rate/set-point-steps.js';
import { COMMAND_LINE, type LocalProblem, type Refused } from '../../../instances/problem.js';
import { setPointStepProblems } from './consistency-steps.js';

/** Word for the step of set-points, judged by its declaration. */
export interface StepWords {
  /** Step of the set-points of every CRAC, K. */
  readonly setPointStep?: number;
}

/** Something with an instance that has the step that words ask for, in place of its own; or a refusal. As it is without words. */
export function loadedWithStep<Loaded extends { readonly ok: true; readonly instance: RewardRateInstance }>(
  loaded: Loaded,
  { setPointStep }: StepWords,
): (Loaded & { readonly setPointStepC?: number }) | Refused {
  if (setPointStep === undefined) return loaded;
  const instance = withStep(loaded.instance, setPointStep);
  const problems = problemsOf(instance, '--set-point-step');
  if (problems.length > 0) return { ok: false, problems: problems.map((one) => ({ file: COMMAND_LINE, ...one })) };
  return { ...loaded, instance, setPointStepC: setPointStep };
}

/** Instance with the step that a plan was made for, where nobody asked for another; or what is wrong with it in this room. */
export function withPlannedStep(
  { instance, setPointStepC }: { readonly instance: RewardRateInstance; readonly setPointStepC?: number | undefined },
  { setPointStepC: own }: Pick<RewardRatePlan, 'setPointStepC'>,
):
  | { readonly ok: true; readonly instance: RewardRateInstance; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] } {
  if (own === undefined) return { ok: true, instance, warnings: [] };
  if (setPointStepC !== undefined) {
    const warnings =
      own === setPointStepC ? [] : ['the plan was made for another step of set-points than that asked for.'];
    return { ok: true, instance, warnings };
  }
  const changed = withStep(instance, own);
  const problems = problemsOf(changed, 'setPointStepC');
  if (problems.length > 0) return { ok: false, problems };
  const isSame = instance.facility.cracs.every((crac) => crac.setPointStepC === own);
  const judged = `the plan was judged with the step of set-points it was made for (${own} K), not the instance's.`;
  return { ok: true, instance: changed, warnings: isSame ? [] : [judged] };
}

/** Faults of the steps of an instance, each once, under the name that the step was given by. */
function problemsOf(instance: RewardRateInstance, path: string): LocalProblem[] {
  const all = setPointStepProblems(instance.facility).map((problem) => ({ ...problem, path }));
  return [...new Map(all.map((problem) => [problem.allowed, problem])).values()];
}
