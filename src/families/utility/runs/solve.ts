import { currencyOf, S_PER_H } from '../../../../models/units.js';
import { evaluateSchedule } from '../../../../models/families/utility/evaluate.js';
import { utilityPlanOf } from '../../../../models/families/utility/plan-of.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import { rowPeaks } from '../../../../models/families/utility/row-peaks.js';
import type { Schedule } from '../../../../models/families/utility/schedule.js';
import type { UtilityPlan } from '../../../../models/families/utility/plan.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../../instances/fault.js';
import { type Driver, type DriverOptions, runDriver } from '../../../runs/control.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { checkSchedule } from '../check/check-schedule.js';
import { type Beside, besideFaults } from './beside.js';
import { type UtilityBound, utilityBound } from '../methods/bound/utility-bound.js';
import { outcomeOf, type SimulationOutcome, type SimulationRun } from '../methods/outcome.js';
import { clairvoyant, hasClairvoyant } from '../methods/clairvoyant/clairvoyant.js';
import type { Filter } from '../methods/policy.js';
import { CLAIRVOYANT, makePolicy } from '../methods/registry.js';
import { simulateInSteps, simulationRun } from '../methods/simulate.js';
import { choicesOn, type UtilityRequest, type UtilityChoices } from './choices.js';
import { chargedMeans } from './charged.js';
import { companyError } from './company-error.js';
import { knownOptimumWarnings } from './known-optimum.js';
import { notRun } from './not-run.js';
import { openUtility, openedWork } from './open.js';
import type { LoadedUtility } from '../instances/load.js';
import type { UtilityRunRecord } from './result.js';
import { planFigures } from './plan-figures.js';
import { utilityResultOf } from './result-of.js';
import { spentJ, usedUpS } from './used-up.js';

/**
 * Request to solve an instance: policy and options, seed, limits of the run, whether to compute a bound. The instance
 * itself is separate.
 */
export interface UtilityRunRequest extends DriverOptions {
  readonly asked: UtilityRequest;
  readonly seed: number;
  readonly withBound: boolean;
  /** Start of the hour that the report's Gantt chart shows, s. Default: the hour in which most tasks wait. */
  readonly ganttFromS?: number | undefined;
  /**
   * Days simulated by the templates family on the same room and tasks, for comparison. Null or absent if there are
   * none.
   */
  readonly beside?: Beside | null | undefined;
  /** The opened instance; if absent, the instance file is read. */
  readonly opened?: LoadedUtility | undefined;
}

export interface SolvedUtility {
  readonly opened: LoadedUtility;
  readonly plan: UtilityPlan | null;
  /** Schedule by indices into the model; null if the run found no plan. */
  readonly schedule: Schedule | null;
  readonly model: UtilityModel;
  readonly record: UtilityRunRecord;
}

export type SolveUtilityAnswer = { readonly ok: true; readonly solved: SolvedUtility } | Refused;

/**
 * Solves an instance file: loads it, simulates, checks the schedule and computes the bound; writes no files. A stopped
 * simulation gives no schedule (docs/decisions/utility-stopped-simulation.md).
 */
export async function solveUtilityInstance(
  request: UtilityRunRequest & { readonly file: string; readonly trace?: string | undefined },
): Promise<SolveUtilityAnswer> {
  const { asked, seed, withBound, file, trace } = request;
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  const driver = runDriver(request);
  const opened = request.opened ?? openUtility(file, trace, clock);
  if (!opened.ok) return opened;
  const known = openedWork(opened, file);
  if (!known.ok) return known;
  const { model, workload } = known;
  const { ganttFromS } = request;
  if (ganttFromS !== undefined && ganttFromS >= model.endS) {
    const allowed = `less than ${model.endS / S_PER_H}: the simulation ends then`;
    const at = { file: COMMAND_LINE, path: '--gantt-from', value: ganttFromS / S_PER_H };
    return { ok: false, faults: [{ ...at, allowed, remedy: 'Take an earlier hour.' }] };
  }
  const { beside = null } = request;
  const otherDays = beside === null ? [] : besideFaults(beside, opened, known);
  if (otherDays.length > 0) return { ok: false, faults: otherDays };
  const chosen = choicesOn(opened.instance, model, asked);
  if (!chosen.ok) return { ok: false, faults: [chosen.fault] };
  const { choices } = chosen;
  const { instance, sha256, warnings } = opened;
  const phase = choices.method.name;
  const isClairvoyant = choices.method === CLAIRVOYANT;
  if (isClairvoyant && !hasClairvoyant(model)) return { ok: false, faults: [notCovered(instance.name)] };
  const simulated = isClairvoyant ? null : runOf(model, choices, seed);
  const outcome: (Pick<SimulationOutcome, 'schedule'> & Partial<SimulationOutcome>) | null =
    simulated === null ? await clairvoyant(model, seed, driver) : await simulateInSteps(simulated.run, driver, phase);
  // A search that is stopped has a schedule all the same.
  const isSearchCut = isClairvoyant && driver.stopReason !== null;
  clock('method');
  const made = { instance: { name: instance.name, sha256 }, method: phase };
  const planned = outcome === null ? null : await rated(model, outcome.schedule, made, driver);
  const plan = planned?.plan ?? null;
  const verdict = plan === null ? null : checkSchedule(instance, workload, plan, opened.room?.matrix);
  clock('check');
  const boundDriver = boundControl(request);
  const isBounded = withBound && planned !== null && !planned.isInterrupted;
  const bound: UtilityBound | null = isBounded ? await utilityBound(model, boundDriver) : null;
  clock('bound');
  const { steps, trajectory } = driver;
  // A limit that is met as the last event ends cuts nothing short.
  const isCut = planned === null || isSearchCut || (withBound && planned.isInterrupted);
  const stopReason = isCut ? driver.stopReason : boundDriver.stopReason;
  const work = outcome?.work ?? null;
  const branches = outcome === null ? null : (simulated?.filter.branches?.() ?? null);
  const peaks = outcome === null ? [] : rowPeaks(model, outcome.schedule);
  const stopped = { steps, stopReason };
  const series = outcome?.series ?? null;
  const drawnJ = verdict === null || verdict.energyJ.length === 0 ? null : spentJ(model, verdict);
  const company = outcome === null ? null : companyError(instance, model, outcome.schedule);
  const result = utilityResultOf({
    model,
    currency: currencyOf(instance),
    choices,
    seed,
    verdict,
    work,
    branches,
    bound,
    peaks,
    companyError: company,
    charged: series === null ? null : chargedMeans(model, series),
    notRun: outcome === null ? null : notRun(model, outcome.schedule, series).all,
    usedS: (share) => (series === null || drawnJ === null ? null : usedUpS(model, series, drawnJ, share)),
    driver: stopped,
  });
  const earned = result.feasible ? result.objective : null;
  const optimum = knownOptimumWarnings(instance, { bound: bound?.bound ?? null, earned });
  const record: UtilityRunRecord = {
    result: {
      ...result,
      ...planFigures(instance, verdict),
      warnings: [...warnings, ...result.warnings, ...optimum],
      timeS: withTotal(timeS),
    },
    verdict,
    series,
    bound,
    trajectory,
  };
  return { ok: true, solved: { opened, plan, schedule: outcome?.schedule ?? null, model, record } };
}

/**
 * Returns the fault for an instance that the method `clairvoyant` does not support. That method knows all arrivals in
 * advance.
 *
 * @param name name of the instance
 */
function notCovered(name: string): Fault {
  const allowed = 'for parallel tasks without a facility, a tariff or allowed cores';
  return {
    file: COMMAND_LINE,
    path: '--method',
    value: CLAIRVOYANT.name,
    allowed,
    remedy: `"${name}" has one: name a policy.`,
  };
}

/**
 * Evaluates a schedule, returns it as a plan and reports its utility to the driver as the last step of the run.
 * `isInterrupted` is true if the user stopped the run at this step; limits of the run have no effect on it.
 */
async function rated(
  model: UtilityModel,
  schedule: Schedule,
  made: Pick<UtilityPlan, 'instance' | 'method'>,
  driver: Driver,
): Promise<{ readonly plan: UtilityPlan; readonly isInterrupted: boolean }> {
  const evaluation = evaluateSchedule(model, schedule);
  await driver.step({ phase: made.method, bound: null, incumbent: evaluation.utility });
  return { plan: utilityPlanOf(model, schedule, evaluation, made), isInterrupted: driver.stopReason === 'interrupted' };
}

export function simulated(model: UtilityModel, choices: UtilityChoices, seed: number): SimulationOutcome {
  return outcomeOf(simulationOf(model, choices, seed));
}

/** Returns a simulation with the chosen policy that has not started. */
export function simulationOf(model: UtilityModel, choices: UtilityChoices, seed: number): SimulationRun {
  return runOf(model, choices, seed).run;
}

/** Returns a simulation with the chosen policy that has not started, together with its filter. */
function runOf(
  model: UtilityModel,
  choices: UtilityChoices,
  seed: number,
): { readonly run: SimulationRun; readonly filter: Filter } {
  const { method, leniency, preemption, reservations, binding, goalCounts, goalRate, easyScope } = choices;
  const policy = makePolicy(method, model, {
    seed,
    permanent: reservations === 'permanent',
    ...(goalCounts === undefined ? {} : { goalCounts }),
    ...(goalRate === undefined ? {} : { goalRate }),
    ...(easyScope === undefined ? {} : { easy: { scope: easyScope } }),
  });
  const filter = choices.filter.make(model, leniency ?? 1);
  const options = { preemption, ...(binding === undefined ? {} : { binding }) };
  return { run: simulationRun(model, policy, filter, options), filter };
}

/**
 * Returns the driver for computing the bound after the simulation. It has the full time limit again and no work limit.
 */
function boundControl(request: UtilityRunRequest): ReturnType<typeof runDriver> {
  return runDriver({ ...request, limits: { ...request.limits, workLimit: null } });
}
