import { setsAnew } from '../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { CheckerLimitError } from '../../check/limit-error.js';
import { choiceFault } from '../../instances/choice-fault.js';
import type { Fault } from '../../instances/fault.js';
import type { LpEngine } from '../../solvers/linear/engine.js';
import type { Words } from '../family.js';
import { optionFault } from '../words.js';
import { evaluatedIn } from './check/check-plan.js';
import type { PlanExplanation } from './runs/explain/explanation.js';
import { hottestZone, inletExplanation } from './runs/explain/inlet.js';
import { worthOfLimits } from './runs/explain/limit-worth.js';
import { nextText, worthOfCap } from './runs/explain/next-kw.js';
import { isServed, serviceExplanation, type ServiceExplanation } from './runs/explain/service.js';
import type { Asking } from './runs/explain/goal.js';
import type { OpenedModel } from './runs/open.js';
import { solveOpened } from './runs/solve.js';
import { canBeRun } from './studies/rooms/planned-room.js';

/** Inlet (index of its zone) and task type (index) that `explain` is to explain; null if the user named none. */
export interface PlanWords {
  readonly zone: number | null;
  readonly task: number | null;
}

interface ExplainedPlan {
  readonly plan: PlanExplanation | null;
  readonly warning: string | null;
}

/** Reads the options `--inlet` and `--task`, which name the zone and the task type to explain. */
export function readPlanWords(
  { instance, matrix }: Pick<OpenedModel, 'instance' | 'matrix'>,
  plan: RewardRatePlan | null,
  words: Words,
): PlanWords | { readonly faults: readonly Fault[] } {
  const read = (option: string, word: unknown, names: readonly string[]): number | null | Fault => {
    if (word === undefined) return null;
    if (plan === null) return optionFault(option, word, 'only with a plan', 'Name a plan behind the instance.');
    const index = names.indexOf(word as string);
    return index >= 0 ? index : choiceFault(option, word as string, names);
  };
  const zones = matrix.zones.map(({ name }) => name);
  const zone = read('--inlet', words['inlet'], zones);
  const taskTypes = instance.workload.taskTypes.map(({ name }) => name);
  const task = read('--task', words['task'], taskTypes);
  const faults = [zone, task].filter((one) => typeof one === 'object' && one !== null);
  return faults.length > 0 ? { faults } : { zone: zone as number | null, task: task as number | null };
}

/** Returns the explanation of a plan, or null with a warning why it cannot be run or evaluated. */
export async function explainPlan(
  opened: OpenedModel,
  plan: RewardRatePlan,
  about: PlanWords,
  asking: Asking,
  engine: LpEngine,
): Promise<ExplainedPlan> {
  try {
    return await explainJudged(opened, plan, about, asking, engine);
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    return {
      plan: null,
      warning: `the plan was not explained, for it was not judged. ${error.message.replaceAll('\n', ' ')}`,
    };
  }
}

/**
 * Returns a sentence to be shown with the list of changes that would cool an inlet. It says that each change was tested
 * alone, with the rest of the plan unchanged. Null if the instance needs no such sentence.
 */
function movesCaveat(instance: OpenedModel['instance']): string | null {
  const parts = [
    ...(setsAnew(instance) ? ['the set-points that the plan has for failures stay'] : []),
    ...(instance.limits.distinctSettings === undefined ? [] : ['no other nodes change their settings along']),
  ];
  return parts.length === 0
    ? null
    : `Moves that cool the inlet are judged one by one: ${parts.join(', and ')}; with more changes others may do.`;
}

async function explainJudged(
  opened: OpenedModel,
  plan: RewardRatePlan,
  { zone, task }: PlanWords,
  asking: Asking,
  engine: LpEngine,
): Promise<ExplainedPlan> {
  const { instance } = opened;
  const evaluation = evaluatedIn(opened, plan);
  if (!canBeRun(evaluation.violations)) {
    return { plan: null, warning: 'the plan cannot be run as it is, so it was not explained: plenum check says why.' };
  }
  const room = { ...opened, plan, evaluation };
  const inlet = inletExplanation(room, zone ?? hottestZone(room));
  // All explanations of a plan start from this run of the default method.
  const base = await solveOpened(asking.request(), opened);
  const services: ServiceExplanation[] = [];
  for (const i of instance.workload.taskTypes.keys()) {
    if (i !== task && isServed(instance, i, evaluation.ratePerS[i]!)) continue;
    services.push(await serviceExplanation(opened, { evaluation, base, task: i, isTried: i === task }, asking));
  }
  const next = await worthOfCap(opened, base, asking);
  const limits = await worthOfLimits(opened, base, engine, next, asking);
  const { rewardPerS: objective, violations } = evaluation;
  const nextKilowatt = { ...next, message: nextText(next) };
  return {
    plan: { objective, feasible: violations.length === 0, inlet, services, nextKilowatt, limits },
    warning: movesCaveat(instance),
  };
}
