import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { type PlanReserve, withPlannedReserve } from './reserve-words.js';
import { withPlannedStep } from './step-words.js';
import { survivingAsPlanned } from './survive-words.js';

/**
 * Returns the instance with the reserve, set-point step and failures to survive that a plan was made with. Options of
 * the user take precedence.
 */
export function asPlanned(
  opened: Parameters<typeof withPlannedReserve>[0] &
    Parameters<typeof withPlannedStep>[0] &
    Parameters<typeof survivingAsPlanned>[0],
  plan: Pick<RewardRatePlan, 'reserve' | 'setPointStepC' | 'survive'>,
  planFile: string,
): PlanReserve {
  const reserved = withPlannedReserve(opened, plan, planFile);
  if (!reserved.ok) return reserved;
  const stepped = withPlannedStep({ ...opened, instance: reserved.instance }, plan);
  if (!stepped.ok) return { ok: false, faults: stepped.faults.map((one) => ({ file: planFile, ...one })) };
  const surviving = survivingAsPlanned({ ...opened, instance: stepped.instance }, plan, planFile);
  if (!surviving.ok) return surviving;
  const warnings = [...reserved.warnings, ...stepped.warnings, ...surviving.warnings];
  return { ok: true, instance: surviving.instance, warnings };
}
