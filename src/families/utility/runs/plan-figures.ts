import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { ScheduleVerdict } from '../check/check-schedule.js';

/** Returns the energy of a schedule; with a facility also set-points, idle and largest power, and the hottest inlet. */
export function planFigures(
  { operation, period }: Pick<UtilityInstance, 'operation' | 'period'>,
  verdict: ScheduleVerdict | null,
): Omit<PlanFigures, 'completed'> {
  if (verdict === null || verdict.energyJ.length === 0) return {};
  const { room, energyJ } = verdict;
  const tasksJ = energyJ.reduce((sum, ofDay) => sum + ofDay, 0);
  if (room === null || operation === undefined) return { energyByPart: { tasksJ } };
  const { idleW, greatestW, hottestInletC, hottestInletAt } = room;
  return {
    power: { idleW, greatestW },
    energyByPart: { tasksJ, idleJ: idleW * period.durationS },
    setPointsC: operation.setPointsC,
    hottestInletC,
    hottestInletAt,
  };
}
