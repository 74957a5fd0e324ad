import type { PlanEvaluation } from '../../../models/problems/reward-rate/outcome.js';
import type { PlanConstraint } from '../../../models/problems/reward-rate/plan-constraint.js';
import type { RewardRatePlan } from '../../../models/problems/reward-rate/plan.js';
import { checkPlan } from './check/check-plan.js';
import { parsePlan } from './check/parse-plan.js';
import { oneLine } from '../../reports/format.js';
import { violationText } from '../../reports/wording.js';
import { ConstraintFault, constraintsOf, ownViolations } from './runs/constraints.js';
import { openFacility, type OpenedFacility } from './runs/open.js';
import { type Refused } from '../../instances/problem.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';
import type { Asking, CheckOfFamily, Judged, ParsedPlan } from '../family.js';

/** A facility with the limits of the user's own. */
interface Checked extends OpenedFacility {
  readonly constraints: readonly PlanConstraint[];
}

export const checkOfRewardRate: CheckOfFamily<Checked, RewardRatePlan> = {
  open,
  parse,
  judge,
};

async function open(file: string, { words, phase, shouldStop }: Asking): Promise<Checked | Refused> {
  const own = await constraintsOf((words as { readonly constraints?: string }).constraints);
  if (!own.ok) return own;
  const opened = openFacility(file, phase, shouldStop);
  return opened.ok ? { ...opened, constraints: own.constraints } : opened;
}

function parse(text: string, file: string, fits?: Checked): ParsedPlan<RewardRatePlan> {
  const parsed = parsePlan(text, file);
  if ('problems' in parsed) return parsed;
  const isOther = fits !== undefined && parsed.plan.instance.sha256 !== fits.sha256;
  const warnings = isOther ? ['the plan was made for another version of the instance (its SHA-256 differs).'] : [];
  return { plan: parsed.plan, warnings };
}

function judge({ instance, matrix, constraints }: Checked, plan: RewardRatePlan, planFile: string): Judged | Refused {
  let own: PlanEvaluation['violations'];
  const evaluation = checkPlan(instance, matrix, plan);
  try {
    own = ownViolations(matrix, plan.assignments, constraints);
  } catch (error) {
    if (error instanceof ConstraintFault) return { ok: false, problems: [error.problem] };
    throw error;
  }
  const violations = [...evaluation.violations, ...own];
  const { rewardPerS, averagedRewardPerS, naiveRewardPerS, power } = evaluation;
  return {
    ok: true,
    objective: rewardPerS,
    objectiveUnit: OBJECTIVE_UNIT,
    violations,
    warnings: [],
    details: { averagedRewardPerS, naiveRewardPerS, power },
    lines: lines(planFile, instance.name, { ...evaluation, violations }),
  };
}

function lines(planFile: string, name: string, evaluation: PlanEvaluation): string[] {
  const { power, violations } = evaluation;
  const hottestC = evaluation.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  const earns = `${evaluation.rewardPerS.toPrecision(8)} reward/s`;
  const beside = `averaged features ${evaluation.averagedRewardPerS.toPrecision(8)}, as if alone ${evaluation.naiveRewardPerS.toPrecision(8)}`;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} earns ${earns} on ${oneLine(name)} (${beside}).`,
    `Power ${known(power.totalW / 1000)} of ${known(power.capW / 1000)} kW; hottest inlet ${known(hottestC)} C.`,
    ...violations.map((violation) => `  ${oneLine(violationText(violation))}`),
  ];
}

function known(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : 'unknown';
}
