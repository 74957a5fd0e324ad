import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { rewardRateModel } from '../../../models/families/reward-rate/model.js';
import { asStated, isRobust } from '../../../models/families/reward-rate/worst-case.js';
import { CheckerLimitError } from '../../check/limit-error.js';
import { readPlanText } from '../../instances/plan-text.js';
import type { Fault, Refused } from '../../instances/fault.js';
import {
  type PreparedStudy,
  type SimulateOfFamily,
  type SimulationRequest,
  refusedFor,
  type StudyFound,
} from '../studies.js';
import { evaluatedIn } from './check/check-plan.js';
import { parsePlan } from './check/parse-plan.js';
import type { ValuesOf } from '../options.js';
import type { REWARD_RATE_OPTIONS } from './options.js';
import { simulationText } from './report/simulation-summary.js';
import { asPlanned } from './instances/as-planned.js';
import { type OpenedModel, openModel } from './runs/open.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';
import { openedOnAirOf } from './runs/standby-air.js';
import type { SimulatedPlan } from './studies/uncertainty/model.js';
import type { SimulationRecord } from './studies/uncertainty/record.js';
import { simulatePlans } from './studies/uncertainty/simulate.js';
import { simulatedPlan, simulatedWorkload } from './studies/uncertainty/simulated-plan.js';

export const simulateOfRewardRate: SimulateOfFamily = {
  files: { simulation: 'simulation.json', page: 'simulation.html' },
  prepare,
};

type SimulateWords = Required<Omit<Given, 'deadlines'>> & Pick<Given, 'deadlines'>;

type Given = ValuesOf<typeof REWARD_RATE_OPTIONS, 'simulate'>;

function prepare({ file, planFiles, names, words, seed, pause }: SimulationRequest): PreparedStudy | Refused {
  const opened = inStatedRoom(openModel(file));
  const read = planFiles.map((planFile) => readPlan(planFile, opened.ok ? opened.instance.name : null));
  const faults = [...(opened.ok ? [] : opened.faults), ...read.flatMap((one) => ('faults' in one ? one.faults : []))];
  if (!opened.ok || faults.length > 0) return { ok: false, faults };
  const plans = read.map((one, n) => simulated(opened, (one as Read).plan, planFiles[n]!, names[n]!));
  const refused = plans.flatMap((plan) => ('fault' in plan ? [plan.fault] : []));
  if (refused.length > 0) return refusedFor(...refused);
  const older = read.flatMap((one, n) =>
    (one as Read).plan.instance.sha256 === opened.sha256
      ? []
      : [`${planFiles[n]!} was made for another version of the instance (its SHA-256 differs).`],
  );
  const {
    samples,
    share,
    horizon,
    timeCov,
    arrivalCov,
    taskCov,
    deadlines = false,
    idleCores,
  } = words as SimulateWords;
  return {
    ok: true,
    instance: opened.instance.name,
    run: async () => {
      const record = await simulatePlans({
        instance: opened.instance.name,
        workload: simulatedWorkload(opened),
        plans: plans as SimulatedPlan[],
        uncertainty: {
          horizonS: horizon,
          timeFactorCov: timeCov,
          arrivalFactorCov: arrivalCov,
          taskTimeCov: taskCov,
          deadlines,
          idleCores,
        },
        samples,
        seed,
        share,
        pause,
      });
      return foundBy(record, [...opened.warnings, ...older]);
    },
  };
}

/** Returns the instance without its uncertainty set, because the simulation covers only variation within an epoch. */
function inStatedRoom(opened: OpenedModel | Refused): OpenedModel | Refused {
  if (!opened.ok || !isRobust(opened.instance)) return opened;
  const instance = asStated(opened.instance);
  return { ...opened, instance, model: rewardRateModel(instance, opened.matrix) };
}

function foundBy(found: SimulationRecord, warnings: readonly string[]): StudyFound {
  const { seed, termination, plans } = found;
  const details: Record<string, unknown> = { ...found };
  for (const said of ['instance', 'family', 'seed', 'termination']) Reflect.deleteProperty(details, said);
  const feasible = plans.every((plan) => plan.feasible);
  return {
    ended: feasible ? 'solved' : 'noFeasiblePlan',
    record: {
      method: null,
      seed,
      termination,
      feasible,
      objective: null,
      objectiveUnit: OBJECTIVE_UNIT,
      bound: null,
      boundScope: null,
      gap: null,
      gapReason: 'a simulation of given plans has no bound',
      warnings,
      timeS: {},
      details,
    },
    text: simulationText(found),
    texts: () => ({ page: async () => (await import('./report/html/simulation-page.js')).simulationPage(found) }),
  };
}

interface Read {
  readonly plan: RewardRatePlan;
}

/**
 * Reads a plan file and returns the plan, or its faults.
 *
 * @param instance name of the instance for which the plan must have been made; null if any is allowed
 */
function readPlan(file: string, instance: string | null): Read | { readonly faults: readonly Fault[] } {
  const text = readPlanText(file);
  const parsed = text.ok ? parsePlan(text.text, file) : text;
  if ('faults' in parsed) return parsed;
  const { plan } = parsed;
  if (instance === null || plan.instance.name === instance) return { plan };
  const remedy = 'Name the instance the plan was made for, or change the name in the plan to try it here.';
  const allowed = `a plan for ${JSON.stringify(instance)}`;
  return { faults: [{ file, path: 'instance.name', value: plan.instance.name, allowed, remedy }] };
}

/**
 * Evaluates a plan and returns it as the simulation needs it. A plan that cannot be run or evaluated is refused; one
 * that violates a limit is marked as infeasible.
 */
function simulated(
  opened: OpenedModel,
  plan: RewardRatePlan,
  file: string,
  name: string,
): SimulatedPlan | { readonly fault: Fault } {
  const planned = asPlanned(opened, plan, file);
  if (!planned.ok) return { fault: planned.faults[0]! };
  const onAir = openedOnAirOf({ ...opened, matrix: planned.matrix }, plan.standby ?? []);
  if (onAir === null) {
    const remedy = 'plenum check says why.';
    const value = 'nodes whose air cannot be computed';
    return { fault: { file, path: 'standby', value, allowed: 'a plan whose air can be computed', remedy } };
  }
  try {
    const evaluation = evaluatedIn({ ...onAir, instance: planned.instance }, plan);
    const fault = evaluation.violations.find(({ constraint }) =>
      ['plan', 'coreTime', 'nonFinite'].includes(constraint),
    );
    if (fault === undefined) return simulatedPlan(onAir, plan, evaluation, name);
    const remedy = 'plenum check lists everything that is wrong with it.';
    const value = `${fault.constraint}: ${fault.where}`;
    return { fault: { file, path: '', value, allowed: 'a plan that can be run', remedy } };
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    const [value = '', ...remedy] = error.message.split('\n');
    const allowed = 'a plan that can be rated exactly';
    return { fault: { file, path: '', value, allowed, remedy: remedy.join(' ') } };
  }
}
