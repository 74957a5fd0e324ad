import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { ScheduleVerdict } from '../check/check-schedule.js';

/** Returns power (idle and largest), set-points and hottest inlet of a schedule in a room. */
export function planFigures(
  { operation }: Pick<UtilityInstance, 'operation'>,
  verdict: ScheduleVerdict | null,
): Omit<PlanFigures, 'completed'> {
  if (verdict === null || verdict.room === null || operation === undefined) return {};
  const { idleW, greatestW, hottestInletC, hottestInletAt } = verdict.room;
  return { power: { idleW, greatestW }, setPointsC: operation.setPointsC, hottestInletC, hottestInletAt };
}
