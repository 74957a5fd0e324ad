import { checkPlan } from '../../check/check-plan.js';
import { parsePlan } from '../../check/parse-plan.js';
import { influenceMatrixOf } from '../../instances/influence.js';
import { loadRewardRateInstance, readTextFile } from '../../instances/load.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';

/** `plenum check`: judges any plan, ours or not. Exit code 0 feasible, 3 not. */
export function checkCommand(file: string, planFile: string, options: { readonly json: boolean }): number {
  const loaded = loadRewardRateInstance(file);
  const text = readTextFile(planFile);
  const parsed = text.ok ? parsePlan(text.text, planFile) : { problems: [{ file: planFile, ...text.problem }] };
  const problems = [...(loaded.ok ? [] : loaded.problems), ...('problems' in parsed ? parsed.problems : [])];
  if (!loaded.ok || 'problems' in parsed) return refuse(problems, options.json);
  const influence = influenceMatrixOf(loaded.instance, loaded.directory);
  if (!influence.ok)
    return refuse(
      influence.problems.map((problem) => ({ ...problem, file })),
      options.json,
    );

  const { plan } = parsed;
  const evaluation = checkPlan(loaded.instance, influence.matrix, plan);
  const feasible = evaluation.violations.length === 0;
  const otherInstance = plan.instance.sha256 !== loaded.sha256;
  if (options.json) {
    printJson({ feasible, objective: evaluation.rewardPerS, violations: evaluation.violations });
  } else {
    const lines = [
      `${feasible ? 'Feasible' : 'NOT feasible'}: ${planFile} earns ${evaluation.rewardPerS.toPrecision(8)} reward/s on ${loaded.instance.name} (averaged features ${evaluation.averagedRewardPerS.toPrecision(8)}, as if alone ${evaluation.naiveRewardPerS.toPrecision(8)}).`,
      `Power ${(evaluation.power.totalW / 1000).toFixed(3)} of ${(evaluation.power.capW / 1000).toFixed(3)} kW; hottest inlet ${Math.max(...evaluation.zoneInletC).toFixed(3)} C.`,
      ...evaluation.violations.map(
        (violation) =>
          `  ${violation.constraint}${violation.where === '' ? '' : ` at ${violation.where}`}: ${violation.value} ${violation.unit} against ${violation.limit} (${violation.amount.toPrecision(4)} over)`,
      ),
    ];
    printLines(lines.join('\n'));
  }
  if (otherInstance)
    process.stderr.write(`Note: the plan was made for another version of the instance (its SHA-256 differs).\n`);
  return feasible ? EXIT.solved : EXIT.noFeasiblePlan;
}
