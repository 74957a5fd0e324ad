import { evaluateSchedule } from '../../../../models/problems/utility/evaluate.js';
import { utilityPlanOf } from '../../../../models/problems/utility/plan-of.js';
import type { UtilityProblem } from '../../../../models/problems/utility/problem.js';
import type { Schedule } from '../../../../models/problems/utility/schedule.js';
import type { UtilityPlan } from '../../../../models/problems/utility/plan.js';
import type { Refused } from '../../../instances/problem.js';
import { type DriverOptions, runDriver } from '../../../runs/control.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { checkSchedule } from '../check/check-schedule.js';
import { type UtilityBound, utilityBound } from '../methods/bound/utility-bound.js';
import type { SimulationOutcome } from '../methods/outcome.js';
import { makePolicy } from '../methods/registry.js';
import { simulate } from '../methods/simulate.js';
import { choicesOn, type UtilityAsked, type UtilityChoices } from './choices.js';
import { type OpenedUtility, openUtility, problemOf } from './open.js';
import type { UtilityRunRecord } from './result.js';
import { utilityResultOf } from './result-of.js';

/** Request for a schedule: policy, seed, bound and limits; the instance comes beside it. */
export interface UtilityRunRequest extends DriverOptions {
  readonly asked: UtilityAsked;
  readonly seed: number;
  readonly withBound: boolean;
}

export interface SolvedUtility {
  readonly opened: OpenedUtility;
  readonly plan: UtilityPlan | null;
  /** Plan by indices. */
  readonly schedule: Schedule;
  readonly problem: UtilityProblem;
  readonly record: UtilityRunRecord;
}

export type SolveUtilityAnswer = { readonly ok: true; readonly solved: SolvedUtility } | Refused;

/** Solution of an instance file: load, simulation, check, bound; the one path of every utility solve. Nothing is written. */
export async function solveUtilityInstance(
  request: UtilityRunRequest & { readonly file: string; readonly trace?: string | undefined },
): Promise<SolveUtilityAnswer> {
  const { asked, seed, withBound, file, trace } = request;
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  const driver = runDriver(request);
  const opened = openUtility(file, trace, clock);
  if (!opened.ok) return opened;
  const known = problemOf(opened, file);
  if (!known.ok) return known;
  const { problem, workload } = known;
  const chosen = choicesOn(opened.instance, asked);
  if (!chosen.ok) return { ok: false, problems: [chosen.problem] };
  const { choices } = chosen;
  const { instance, sha256, warnings } = opened;
  const outcome = simulated(problem, choices, seed);
  const { schedule } = outcome;
  const evaluation = evaluateSchedule(problem, schedule);
  const plan = utilityPlanOf(problem, schedule, evaluation, {
    ...{ instance: { name: instance.name, sha256 }, method: choices.method.name },
  });
  await driver.step({ phase: choices.method.name, bound: null, incumbent: evaluation.utility });
  clock('method');
  const verdict = checkSchedule(instance, workload, plan);
  clock('check');
  const bound: UtilityBound | null =
    withBound && driver.stopReason !== 'interrupted' ? await utilityBound(problem, boundControl(request)) : null;
  clock('bound');
  const result = utilityResultOf({ problem, choices, seed, verdict, work: outcome.work, bound, driver });
  const record: UtilityRunRecord = {
    result: { ...result, warnings: [...warnings, ...result.warnings], timeS: withTotal(timeS) },
    ...{ verdict, series: outcome.series, bound, trajectory: driver.trajectory },
  };
  return { ok: true, solved: { opened, plan, schedule, problem, record } };
}

/** Simulation by the chosen policy. */
function simulated(problem: UtilityProblem, choices: UtilityChoices, seed: number): SimulationOutcome {
  const { method, filter, leniency, preemption, reservations, binding, goalCounts, easyScope, goal } = choices;
  const policy = makePolicy(method, problem, {
    ...{ seed, permanent: reservations === 'permanent' },
    ...(goalCounts === undefined ? {} : { goalCounts }),
    ...(easyScope === undefined ? {} : { easy: { scope: easyScope } }),
    ...(goal === undefined ? {} : { price: { goal } }),
  });
  return simulate(problem, policy, filter.make(problem, leniency ?? 1), {
    preemption,
    ...(binding === undefined ? {} : { binding }),
  });
}

/** Control of the bound that follows a simulation: work limits are of the policy alone. */
function boundControl(request: UtilityRunRequest): ReturnType<typeof runDriver> {
  return runDriver({ ...request, limits: { ...request.limits, workLimit: null } });
}
