import { withBaseline, withResult } from '../../runs/baseline.js';
import { normalCdf } from '../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../models/families/robust/plan.js';
import type { ConstraintHandling, Improvements } from './methods/outcome.js';
import type { RobustMethod } from './methods/registry.js';
import { comparedValues } from '../../reports/figures.js';
import { figures } from './figures.js';
import { finishLines } from './studies/compare/finish-lines.js';
import type { OpenedRobust } from './runs/open.js';
import { robustPlanCsv } from './report/plan-csv.js';
import { robustSummaryText } from './report/summary.js';
import type { Refused } from '../../instances/fault.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import { type SolvedRobust, solveRobustInstance } from './runs/solve.js';
import { type RobustFront, robustFront } from './studies/front/front.js';
import type { RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily } from '../family.js';
import type { ValuesOf } from '../options.js';
import type { ROBUST_OPTIONS } from './options.js';
import { readRobustSolveWords } from './solve-words.js';

/** Validated command-line options of `solve`. */
interface RobustSolveWords extends ValuesOf<typeof ROBUST_OPTIONS, 'solve'> {
  readonly method: RobustMethod;
  readonly goal: RobustGoal;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
}

export const solveOfRobust: SolveOfFamily<OpenedRobust> = {
  progressUnit: 'z',
  readWords: readRobustSolveWords,
  solve,
  unknownToSome: ['energyRobustness', 'makespanRobustness'],
};

async function solve({ file, words, ...asked }: SearchRequest<OpenedRobust>): Promise<SolvedByFamily | Refused> {
  const own = words as unknown as RobustSolveWords;
  const { method, goal, objective, handling, improvements, start: startFile, front: points, boundTimeLimit } = own;
  const { penaltyWeight, stallHops, generations, localSearch: localSearchIterations, persist } = own;
  const request = {
    ...asked,
    method,
    goal,
    objective,
    handling,
    improvements,
    tuning: { penaltyWeight, stallHops, generations, localSearchIterations, persist },
    ...(boundTimeLimit === undefined ? {} : { boundTimeLimitS: boundTimeLimit }),
  };
  const answer = await solveRobustInstance({ ...request, file, startFile });
  if (!answer.ok) return answer;
  const { solved } = answer;
  const front = points === undefined ? null : await robustFront(solved.opened, request, points);
  return {
    ok: true,
    result: solved.record.result,
    plan: solved.plan,
    trajectory: solved.record.trajectory.map(inProbability),
    compared: () => ({
      ...comparedValues(figures, solved.record),
      finishLines: solved.record.evaluation === null ? [] : finishLines(solved.record.evaluation),
    }),
    summary: (files) => robustSummaryText(withResult(solved, { files }).record),
    texts: (baseline = null) => textsOf(withBaseline(solved, baseline), front),
  };
}

/** Returns a point of the trajectory in which probabilities replace their standard normal quantiles. */
function inProbability(point: TrajectoryPoint): TrajectoryPoint {
  const { bound, incumbent } = point;
  return {
    ...point,
    bound: bound === null ? null : normalCdf(bound),
    incumbent: incumbent === null ? null : normalCdf(incumbent),
  };
}

async function textsOf(solved: SolvedRobust, front: RobustFront | null): Promise<RunTexts> {
  const { renderRobustReport } = await import('./report/html/report.js');
  const { plan, mapping, opened, record } = solved;
  const { instance, model } = opened;
  const { evaluation, trajectory } = record;
  return {
    plan: plan === null ? null : { json: `${JSON.stringify(plan)}\n`, csv: robustPlanCsv(model, mapping!) },
    page: (files) => renderRobustReport({ instance, record: withResult(solved, { files }).record, front }),
    report: { evaluation, trajectory, ...(front === null ? {} : { front }) },
  };
}
