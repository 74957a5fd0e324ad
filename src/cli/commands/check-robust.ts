import type { RobustEvaluation } from '../../../models/problems/robust/outcome.js';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { checkRobustPlan } from '../../check/robust/check-robust-plan.js';
import { parseRobustPlan } from '../../check/robust/parse-robust-plan.js';
import { readTextFile } from '../../instances/load.js';
import { loadRobustInstance } from '../../instances/robust/load.js';
import { oneLine } from '../../reports/format.js';
import { robustnessText } from '../../reports/robust-summary.js';
import { violationText } from '../../reports/wording.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';

export interface CheckRobustOptions {
  /** Instead of the plan's own. */
  readonly goal?: RobustGoal;
  readonly json: boolean;
}

/** `plenum check` of a robust plan: judges any plan, ours or not. Exit code 0 feasible, 3 not. */
export function checkRobustCommand(file: string, planFile: string, { goal, json }: CheckRobustOptions): number {
  const loaded = loadRobustInstance(file);
  const text = readTextFile(planFile);
  const parsed = text.ok
    ? parseRobustPlan(text.text, planFile, loaded.ok ? loaded : undefined)
    : { problems: [{ file: planFile, ...text.problem }] };
  const problems = [...(loaded.ok ? [] : loaded.problems), ...('problems' in parsed ? parsed.problems : [])];
  if (!loaded.ok || 'problems' in parsed) return refuse(problems, json);
  const { plan, warnings } = parsed;
  const evaluation = checkRobustPlan(loaded.instance, loaded.times, plan, goal ?? plan.goal);
  const feasible = evaluation.violations.length === 0;
  const { nodes, ...figures } = evaluation;
  void nodes;
  if (json) printJson({ feasible, ...figures, warnings });
  else printLines(verdict(planFile, loaded.instance.name, evaluation).join('\n'));
  for (const warning of warnings) process.stderr.write(`Note: ${warning}\n`);
  return feasible ? EXIT.solved : EXIT.noFeasiblePlan;
}

function verdict(planFile: string, name: string, evaluation: RobustEvaluation): string[] {
  const { goal, psi, phi, energyMeanJ, energySdJ, violations } = evaluation;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'} for ${goal}: ${planFile} on ${oneLine(name)}.`,
    `Psi ${robustnessText(psi)}, phi ${robustnessText(phi)}.`,
    `Energy ${(energyMeanJ / 1e6).toFixed(3)} MJ expected, standard deviation ${(energySdJ / 1e6).toFixed(3)} MJ.`,
    ...violations.map((violation) => `  ${oneLine(violationText(violation))}`),
  ];
}
