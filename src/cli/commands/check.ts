import type { PlanEvaluation } from '../../../models/problems/reward-rate/outcome.js';
import type { PlanConstraint } from '../../../models/problems/reward-rate/plan-constraint.js';
import type { RewardRatePlan } from '../../../models/problems/reward-rate/plan.js';
import { checkPlan } from '../../check/check-plan.js';
import { CheckerLimitError } from '../../check/limit-error.js';
import { parsePlan } from '../../check/parse-plan.js';
import type { Problem } from '../../instances/load.js';
import { readPlanText } from '../../instances/plan-text.js';
import { oneLine } from '../../reports/format.js';
import { ConstraintFault, constraintsOf, ownViolations } from '../../runs/constraints.js';
import { openFacility, type OpenedFacility } from '../../runs/open.js';
import { violationText } from '../../reports/wording.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';

export interface CheckOptions {
  readonly constraints?: string;
  readonly json: boolean;
}

/** `plenum check`: judges any plan, ours or not. Exit code 0 feasible, 3 not. */
export async function checkCommand(file: string, planFile: string, options: CheckOptions): Promise<number> {
  const own = await constraintsOf(options.constraints);
  if (!own.ok) return refuse(own.problems, options.json);
  const opened = openFacility(file);
  const text = readPlanText(planFile);
  const parsed = text.ok ? parsePlan(text.text, planFile) : text;
  // Of what family the plan should be is unknown without the instance.
  const faults = 'problems' in parsed ? parsed.problems.filter(({ path }) => opened.ok || path !== 'format') : [];
  const problems = [...(opened.ok ? [] : opened.problems), ...faults];
  if (!opened.ok || 'problems' in parsed) return refuse(problems, options.json);
  const { plan } = parsed;
  const foreign = otherInstance(plan, opened, planFile);
  if (foreign !== null) return refuse([foreign], options.json);

  const evaluation = evaluate(opened, plan, planFile, own.constraints);
  if ('problem' in evaluation) return refuse([evaluation.problem], options.json);
  const feasible = evaluation.violations.length === 0;
  if (options.json) printJson({ feasible, objective: evaluation.rewardPerS, violations: evaluation.violations });
  else printLines(verdict(planFile, opened, evaluation).join('\n'));
  if (plan.instance.sha256 !== opened.sha256)
    process.stderr.write(`Note: the plan was made for another version of the instance (its SHA-256 differs).\n`);
  return feasible ? EXIT.solved : EXIT.noFeasiblePlan;
}

/** Same name and other bytes is a what-if and gets a note; another name is another instance, even where the bytes are the same. */
function otherInstance(plan: RewardRatePlan, { instance }: OpenedFacility, planFile: string): Problem | null {
  if (plan.instance.name === instance.name) return null;
  return {
    file: planFile,
    path: 'instance.name',
    value: plan.instance.name,
    allowed: `a plan for ${JSON.stringify(instance.name)}`,
    remedy: 'The plan was made for another instance: name that one, or change the name in the plan to try it here.',
  };
}

function evaluate(
  { instance, matrix }: OpenedFacility,
  plan: RewardRatePlan,
  planFile: string,
  constraints: readonly PlanConstraint[],
): PlanEvaluation | { readonly problem: Problem } {
  try {
    const evaluation = checkPlan(instance, matrix, plan);
    const own = ownViolations(matrix, plan.assignments, constraints);
    return { ...evaluation, violations: [...evaluation.violations, ...own] };
  } catch (error) {
    if (error instanceof ConstraintFault) return { problem: error.problem };
    if (!(error instanceof CheckerLimitError)) throw error;
    const [value = '', ...remedy] = error.message.split('\n');
    const allowed = 'a plan that can be rated exactly';
    return { problem: { file: planFile, path: '', value, allowed, remedy: remedy.join(' ') } };
  }
}

function verdict(planFile: string, { instance }: OpenedFacility, evaluation: PlanEvaluation): string[] {
  const { power, violations } = evaluation;
  const hottestC = evaluation.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  const earns = `${evaluation.rewardPerS.toPrecision(8)} reward/s`;
  const beside = `averaged features ${evaluation.averagedRewardPerS.toPrecision(8)}, as if alone ${evaluation.naiveRewardPerS.toPrecision(8)}`;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} earns ${earns} on ${oneLine(instance.name)} (${beside}).`,
    `Power ${known(power.totalW / 1000)} of ${known(power.capW / 1000)} kW; hottest inlet ${known(hottestC)} C.`,
    ...violations.map((violation) => `  ${oneLine(violationText(violation))}`),
  ];
}

function known(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : 'unknown';
}
