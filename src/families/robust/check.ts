import type { RobustEvaluation } from '../../../models/families/robust/outcome.js';
import type { RobustPlan } from '../../../models/families/robust/plan.js';
import { checkRobustPlan } from './check/check-robust-plan.js';
import { parseRobustPlan } from './check/parse-robust-plan.js';
import { type LoadedRobust, loadRobustInstance } from './instances/load.js';
import { oneLine } from '../../reports/format.js';
import {
  energyText,
  jointText,
  PHI_IS,
  promiseTexts,
  PSI_IS,
  robustnessText,
  untilLastCoreText,
} from './report/wording.js';
import { violationLines } from '../../reports/wording.js';
import { promiseCaution } from './runs/caution.js';
import { measureOf, ratedBy } from './runs/rated.js';
import type { CheckOfFamily, Judged, Words } from '../family.js';
import type { ValuesOf } from '../options.js';
import type { ROBUST_OPTIONS } from './options.js';

export const checkOfRobust: CheckOfFamily<LoadedRobust, RobustPlan> = {
  open: (file) => loadRobustInstance(file),
  parse: parseRobustPlan,
  judge,
};

function judge({ instance, times }: LoadedRobust, plan: RobustPlan, planFile: string, words: Words): Judged {
  const { problem: goal = plan.goal, objective } = words as ValuesOf<typeof ROBUST_OPTIONS, 'check'>;
  const evaluation = checkRobustPlan(instance, times, plan, goal);
  const { psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyByPart, energyUntilLastCore, violations } = evaluation;
  const { promise } = evaluation;
  const caution = promiseCaution(evaluation);
  return {
    ok: true,
    objective: ratedBy(measureOf(goal, objective), evaluation).probability,
    objectiveUnit: 'probability',
    violations,
    warnings: [caution],
    details: {
      problem: evaluation.goal,
      psi,
      phi,
      jointPsiLog10,
      energyMeanJ,
      energySdJ,
      energyByPart,
      energyUntilLastCore,
      promise,
      completed: times.taskCount,
    },
    lines: lines(planFile, instance.name, evaluation),
  };
}

function lines(planFile: string, name: string, evaluation: RobustEvaluation): string[] {
  const { goal, psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyUntilLastCore, violations } = evaluation;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'} for ${goal}: ${planFile} on ${oneLine(name)}.`,
    `All cores in time: ${jointText(jointPsiLog10)}.`,
    `Until the last core of every node is done: ${untilLastCoreText(energyUntilLastCore)}.`,
    ...(evaluation.promise === null
      ? []
      : promiseTexts(evaluation.promise).map(({ label, text }) => `${label}: ${text}.`)),
    `Psi ${robustnessText(psi)}, ${PSI_IS}.`,
    `phi ${robustnessText(phi)}, ${PHI_IS}.`,
    `Energy ${energyText(energyMeanJ)} expected by Eq. 9, standard deviation ${energyText(energySdJ)}.`,
    ...violationLines(violations),
  ];
}
