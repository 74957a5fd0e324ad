import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { withStep } from '../../../../models/families/reward-rate/set-point-steps.js';
import { COMMAND_LINE, type LocalFault, type Refused } from '../../../instances/fault.js';
import { setPointStepFaults } from './consistency-steps.js';

export interface StepWords {
  /** Set-point step of every CRAC, K. */
  readonly setPointStep?: number;
}

/** Applies the option for the set-point step to a loaded instance. Without it, returns the same object. */
export function loadedWithStep<Loaded extends { readonly ok: true; readonly instance: RewardRateInstance }>(
  loaded: Loaded,
  { setPointStep }: StepWords,
): (Loaded & { readonly setPointStepC?: number }) | Refused {
  if (setPointStep === undefined) return loaded;
  const instance = withStep(loaded.instance, setPointStep);
  const faults = faultsOf(instance, '--set-point-step');
  if (faults.length > 0) return { ok: false, faults: faults.map((one) => ({ file: COMMAND_LINE, ...one })) };
  return { ...loaded, instance, setPointStepC: setPointStep };
}

/**
 * Returns the instance with the set-point step that a plan was made with, or with the user's, which takes precedence.
 * Returns faults if the plan's step does not fit the set-point ranges.
 */
export function withPlannedStep(
  { instance, setPointStepC }: { readonly instance: RewardRateInstance; readonly setPointStepC?: number | undefined },
  { setPointStepC: own }: Pick<RewardRatePlan, 'setPointStepC'>,
):
  | { readonly ok: true; readonly instance: RewardRateInstance; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly LocalFault[] } {
  if (own === undefined) return { ok: true, instance, warnings: [] };
  if (setPointStepC !== undefined) {
    const warnings =
      own === setPointStepC ? [] : ['the plan was made for another step of set-points than that asked for.'];
    return { ok: true, instance, warnings };
  }
  const changed = withStep(instance, own);
  const faults = faultsOf(changed, 'setPointStepC');
  if (faults.length > 0) return { ok: false, faults };
  const isSame = instance.facility.cracs.every((crac) => crac.setPointStepC === own);
  const judged = `the plan was judged with the step of set-points it was made for (${own} K), not the instance's.`;
  return { ok: true, instance: changed, warnings: isSame ? [] : [judged] };
}

/**
 * Returns the faults of the CRACs' set-point steps, without duplicates.
 *
 * @param path field or option that set the step; it replaces the paths of the faults
 */
function faultsOf(instance: RewardRateInstance, path: string): LocalFault[] {
  const all = setPointStepFaults(instance.facility).map((fault) => ({ ...fault, path }));
  return [...new Map(all.map((fault) => [fault.allowed, fault])).values()];
}
