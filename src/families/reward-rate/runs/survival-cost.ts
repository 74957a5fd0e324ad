import { mustSurvive } from '../../../../models/families/reward-rate/failed-rooms.js';
import { hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { leftOutBeside } from '../combinations.js';
import { withSurvive } from '../instances/survive-words.js';
import { keepsCommonSetPoint } from '../methods/rounding/node-plan.js';
import { modelInMemory } from './open.js';
import type { RunRequest } from './request.js';
import type { RunResult, SurvivalCost } from './result.js';
import { solveOpened, type Solved } from './solve.js';

/**
 * Fraction by which rewards may differ and still count as equal. Not 0, because a reward that was reduced to save power
 * is divided by the fraction kept.
 */
const SAME = 1e-12;

/**
 * Returns the run with the cost of surviving failures. To find the cost, the same run is made without this requirement,
 * which may take as long again.
 *
 * The run is returned unchanged if no failure must be survived, there is no feasible plan, or the user interrupted the
 * run. It gets a warning if plans maximise money, the air flow depends on which nodes are on standby, or only one of the
 * two runs has a common set-point.
 */
export async function withSurvivalCost(solved: Solved, request: RunRequest): Promise<Solved> {
  const { instance, matrix, record } = solved;
  const { result } = record;
  const { survive } = instance.limits;
  if (survive === undefined || !mustSurvive(instance) || !result.feasible || result.objective === null) return solved;
  const clash = hasAirOfStandby(instance) ? 'ownAir' : request.prices !== undefined ? 'money' : null;
  if (clash !== null) return warned(solved, leftOutBeside('survive', clash));
  if (request.interrupted()) return solved;
  const beginS = request.nowS();
  const { leastPower: _, ...asked } = request;
  const opened = modelInMemory(withSurvive(instance, 'none'), matrix);
  // A common set-point beside set-points of each CRAC's own would count as a cost of surviving.
  if (keepsCommonSetPoint(modelInMemory(instance, matrix).model) && !keepsCommonSetPoint(opened.model)) {
    return warned(
      solved,
      'What it costs to survive was not computed: with this many CRACs plans that survive keep one common set-point, others do not.',
    );
  }
  const free = await solveOpened({ ...asked, onProgress: () => undefined }, opened);
  const { objective, bound, gap, feasible } = free.record.result;
  if (objective === null || !feasible) return solved;
  // A plan that survives is one that need not: where the run without found less, that is what there is.
  const own = rewardBeforeLessPower(result, result.objective);
  const isMore = own > objective * (1 + SAME);
  const best = isMore ? own : objective;
  const lost = objective > own * (1 + SAME) ? objective - own : 0;
  const survival: SurvivalCost = {
    survive,
    withoutFailures: { objective: best, bound, gap: isMore ? null : gap },
    lost,
    lostShare: best > 0 ? lost / best : null,
  };
  const ownS = request.nowS() - beginS;
  const timeS = { ...result.timeS, survival: ownS, total: (result.timeS['total'] ?? 0) + ownS };
  return { ...solved, record: { ...record, result: { ...result, survival, timeS } } };
}

function warned(solved: Solved, warning: string): Solved {
  const { record } = solved;
  const warnings = [...record.result.warnings, warning];
  return { ...solved, record: { ...record, result: { ...record.result, warnings } } };
}

/**
 * Returns the reward of the plan that survives CRAC failures, reward/s, before some of it was given up to draw less
 * power. What was given up is no cost of surviving.
 */
function rewardBeforeLessPower({ leastPower }: Pick<RunResult, 'leastPower'>, objective: number): number {
  if (leastPower === undefined || !(leastPower.toleranceReward < 1)) return objective;
  return Math.max(objective, leastPower.rewardPerS / (1 - leastPower.toleranceReward));
}
