import type { RobustEvaluation } from '../../../models/problems/robust/outcome.js';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { checkRobustPlan } from '../../check/robust/check-robust-plan.js';
import { parseRobustPlan } from '../../check/robust/parse-robust-plan.js';
import { loadRobustInstance } from '../../instances/robust/load.js';
import { oneLine } from '../../reports/format.js';
import {
  energyText,
  jointText,
  PHI_IS,
  PSI_IS,
  robustnessText,
  untilLastCoreText,
} from '../../reports/robust-summary.js';
import { violationText } from '../../reports/wording.js';
import { promiseCaution } from '../../runs/robust/caution.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';
import { planFor } from '../plan-words.js';

export interface CheckRobustOptions {
  /** Instead of the plan's own. */
  readonly goal?: RobustGoal;
  readonly json: boolean;
}

/** `plenum check` of a robust plan: judges any plan, ours or not. Exit code 0 feasible, 3 not. */
export function checkRobustCommand(file: string, planFile: string, { goal, json }: CheckRobustOptions): number {
  const loaded = loadRobustInstance(file);
  const parsed = planFor(planFile, loaded.ok ? loaded.instance.name : null, (text, isFitting) =>
    parseRobustPlan(text, planFile, loaded.ok && isFitting ? loaded : undefined),
  );
  const problems = [...(loaded.ok ? [] : loaded.problems), ...('problems' in parsed ? parsed.problems : [])];
  if (!loaded.ok || 'problems' in parsed) return refuse(problems, json);
  const { plan } = parsed;
  const evaluation = checkRobustPlan(loaded.instance, loaded.times, plan, goal ?? plan.goal);
  const feasible = evaluation.violations.length === 0;
  const warnings = [...loaded.warnings, ...parsed.warnings];
  const caution = promiseCaution(evaluation);
  if (json) printJson(answer(loaded.instance.name, evaluation, [...warnings, caution]));
  else printLines([...verdict(planFile, loaded.instance.name, evaluation), caution].join('\n'));
  for (const warning of warnings) process.stderr.write(`Note: ${oneLine(warning)}\n`);
  return feasible ? EXIT.solved : EXIT.noFeasiblePlan;
}

/** The checker's figures in the terms of `solve --json`; nodes are left to result.json. */
function answer(instance: string, evaluation: RobustEvaluation, warnings: readonly string[]): Record<string, unknown> {
  const { goal, psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyByPart, energyUntilLastCore, violations } =
    evaluation;
  return {
    instance,
    family: 'robust',
    problem: goal,
    feasible: violations.length === 0,
    objective: (goal === 'mo-ec' ? psi : phi).probability,
    objectiveUnit: 'probability',
    psi,
    phi,
    jointPsiLog10,
    energyMeanJ,
    energySdJ,
    energyByPart,
    energyUntilLastCore,
    violations,
    warnings,
  };
}

function verdict(planFile: string, name: string, evaluation: RobustEvaluation): string[] {
  const { goal, psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyUntilLastCore, violations } = evaluation;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'} for ${goal}: ${planFile} on ${oneLine(name)}.`,
    `All cores in time: ${jointText(jointPsiLog10)}.`,
    `Until the last core of every node is done: ${untilLastCoreText(energyUntilLastCore)}.`,
    `Psi ${robustnessText(psi)}, ${PSI_IS}.`,
    `phi ${robustnessText(phi)}, ${PHI_IS}.`,
    `Energy ${energyText(energyMeanJ)} expected by Eq. 9, standard deviation ${energyText(energySdJ)}.`,
    ...violations.map((violation) => `  ${oneLine(violationText(violation))}`),
  ];
}
