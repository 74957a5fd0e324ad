import type { JobsPlan } from '../../../../models/families/jobs/plan.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { MonthVerdict } from '../check/check-month.js';

/**
 * Returns the key figures of a plan: completed jobs and, with a machine room, its energy by use, set-points and hottest
 * inlet. Empty without a plan or verdict.
 */
export function planFigures(plan: JobsPlan | null, verdict: MonthVerdict | null): PlanFigures {
  if (plan === null || verdict === null) return {};
  const { inTime, late, worthless } = verdict.outcomes;
  const completed = inTime + late + worthless;
  const { room } = verdict;
  if (room === null) return { completed };
  const setPoints = plan.room?.setPoints ?? [];
  return {
    energyByPart: room.energyByPart,
    setPointsC: Object.fromEntries(room.cracNames.map((name) => [name, setPoints.map(({ setPointC }) => setPointC)])),
    setPointsFromS: setPoints.map(({ fromS }) => fromS),
    hottestInletC: room.hottestInletC,
    hottestInletAt: room.hottestInletAt,
    completed,
  };
}
