import { keptDrawing } from '../../../facility/kept-air.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { withSurvivedAir } from '../../../../models/families/reward-rate/failed-rooms.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { type PlanReserve, withPlannedReserve } from './reserve-words.js';
import { withPlannedStep } from './step-words.js';
import { survivingAsPlanned } from './survive-words.js';

/** An instance as a plan was made for it. */
type AsPlanned = Extract<PlanReserve, { readonly ok: true }> & { readonly matrix: InfluenceMatrix };

/**
 * Returns the instance with the reserve, set-point step and failures to survive that a plan was made with, and the air
 * after these failures. Options of the user take precedence.
 */
export function asPlanned(
  opened: Parameters<typeof withPlannedReserve>[0] &
    Parameters<typeof withPlannedStep>[0] &
    Parameters<typeof survivingAsPlanned>[0] & { readonly matrix: InfluenceMatrix },
  plan: Pick<RewardRatePlan, 'reserve' | 'setPointStepC' | 'survive'>,
  planFile: string,
): AsPlanned | Extract<PlanReserve, { readonly ok: false }> {
  const reserved = withPlannedReserve(opened, plan, planFile);
  if (!reserved.ok) return reserved;
  const stepped = withPlannedStep({ ...opened, instance: reserved.instance }, plan);
  if (!stepped.ok) return { ok: false, faults: stepped.faults.map((one) => ({ file: planFile, ...one })) };
  const surviving = survivingAsPlanned({ ...opened, instance: stepped.instance }, plan, planFile);
  if (!surviving.ok) return surviving;
  const warnings = [...reserved.warnings, ...stepped.warnings, ...surviving.warnings];
  const { instance } = surviving;
  return { ok: true, instance, matrix: withSurvivedAir(instance, opened.matrix, keptDrawing()), warnings };
}
