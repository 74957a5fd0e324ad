import { knownOptimumWarnings } from '../../../../models/families/known-optimum.js';
import type { Month } from '../../../../models/families/jobs/month.js';
import type { MonthSchedule } from '../../../../models/families/jobs/month-schedule.js';
import type { JobsPlan } from '../../../../models/families/jobs/plan.js';
import { roomOverMonth } from '../../../../models/families/jobs/room-over-month.js';
import { jobsPlanOf, plannedRoom } from '../../../../models/families/jobs/plan-of.js';
import type { Refused } from '../../../instances/fault.js';
import { type Driver, type DriverOptions, runDriver, timeIsUp } from '../../../runs/control.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import type { Kept } from '../../../runs/kept.js';
import { checkMonth } from '../check/check-month.js';
import { type LoadedJobs, loadJobsInstance } from '../instances/load.js';
import { boundPoints } from '../methods/bound/bound-points.js';
import { proveFrontier } from '../methods/bound/prove-frontier.js';
import { proveMonth } from '../methods/bound/prove-months.js';
import { type MonthRun, monthRun } from '../methods/month/simulate-month.js';
import type { ProfileSet } from '../methods/profiles/build-profiles.js';
import { choicesOn, type JobsRequest, type JobsChoices } from './choices.js';
import { readProfiles, reuseWarnings } from './database/reuse.js';
import { needsProfiles, profilesFor, type ProfileSource, tablesOf } from './profiles.js';
import { planFigures } from './plan-figures.js';
import type { JobsRunRecord } from './result.js';
import { jobsResultOf, type ProvenBounds } from './result-of.js';

/** Settings of a run besides method and instance: seed of the profile search, whether to prove a bound, and limits. */
export interface JobsRunRequest extends DriverOptions {
  readonly seed: number;
  readonly withBound: boolean;
  /** Cache of files that earlier calls have read; without it every call reads them again. */
  readonly kept?: Kept;
  /** Gives the run its profiles; by default they are computed. */
  readonly profilesOf?: ProfileSource;
  /** Warnings on where the profiles come from. */
  readonly told?: readonly string[];
}

/** Opened month with a source of profiles shared by several runs. */
export interface JobsOfTrial extends LoadedJobs {
  readonly profilesOf?: ProfileSource;
}

export interface SolvedJobs {
  readonly opened: LoadedJobs;
  /** Plan of the month; null if the run was stopped before. */
  readonly plan: JobsPlan | null;
  readonly record: JobsRunRecord;
}

export type SolveJobsAnswer = { readonly ok: true; readonly solved: SolvedJobs } | Refused;

/** Loads an instance file and solves it as `solveMonth` does; writes no files. */
export async function solveJobsInstance(
  request: JobsRunRequest & { readonly asked: JobsRequest; readonly file: string; readonly opened?: JobsOfTrial },
): Promise<SolveJobsAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  const opened: JobsOfTrial | Refused = request.opened ?? loadJobsInstance(request.file);
  if (!opened.ok) return opened;
  clock('load');
  const chosen = choicesOn(opened.instance, request.asked);
  if (!chosen.ok) return { ok: false, faults: [chosen.fault] };
  const { profiles: file } = request.asked;
  const known = file === undefined ? null : await readProfiles(file, opened.month, request.kept);
  if (known === null) return { ok: true, solved: await solveMonth(opened, chosen.choices, request, timeS) };
  if (!known.ok) return known;
  // What is missing is made as the database would have it.
  const { seed, nodeLimit, goal } = known.effort;
  const reusing: JobsRunRequest = {
    ...request,
    seed,
    told: reuseWarnings(known, request.seed),
    profilesOf: (month, effort, driver, isTimeUp) =>
      profilesFor(month, goal === undefined ? effort : { ...effort, goal }, driver, isTimeUp, known.profiles),
  };
  return { ok: true, solved: await solveMonth(opened, { ...chosen.choices, nodeLimit }, reusing, timeS) };
}

/**
 * Solves an opened instance: computes profiles, simulates the month, checks the plan, proves bounds. All commands that
 * solve jobs use it. The bound always needs profiles. The time limit of the bound counts from the start of its own
 * computation.
 *
 * @param timeS durations of the phases before, s
 */
export async function solveMonth(
  opened: JobsOfTrial,
  choices: JobsChoices,
  request: JobsRunRequest,
  timeS: Record<string, number> = {},
): Promise<SolvedJobs> {
  const { seed, withBound, profilesOf = opened.profilesOf ?? profilesFor, told = [] } = request;
  const clock = phases(request.nowS, timeS);
  const driver = runDriver(request);
  const { instance, month, names, workload, sha256, warnings } = opened;
  const { method, policy, nodeLimit } = choices;
  const effort = { nodeLimit, seed };
  const made = needsProfiles(method) ? await profilesOf(month, effort, driver, timeIsUp(request)) : null;
  clock('profiles');
  const run = monthRun(month, tablesOf(method, month, made?.set ?? null), policy);
  const schedule = await monthInSteps(run, driver, method);
  clock('method');
  const room =
    opened.room === null || schedule === null
      ? null
      : roomOverMonth(opened.room.room, month, schedule, instance.period.durationS);
  const plan =
    schedule === null
      ? null
      : jobsPlanOf(month, names, schedule, {
          instance: { name: instance.name, sha256 },
          method,
          ...(policy.adaptation === null ? {} : { checkpointIntervalS: policy.adaptation.intervalS }),
          ...(room === null ? {} : { room: plannedRoom(room) }),
        });
  const verdict = plan === null ? null : checkMonth(instance, workload, plan, opened.room?.matrix ?? null);
  clock('check');
  // A limit that is met as the month ends cuts nothing short.
  const isCut = made?.isCut === true || schedule === null;
  const isInterrupted = driver.stopReason === 'interrupted';
  const boundRequest = { ...request, limits: { ...request.limits, workLimit: null } };
  const boundDriver = runDriver(boundRequest);
  const isBounded = withBound && !isInterrupted && schedule !== null;
  const profiles =
    made?.set ?? (isBounded ? (await profilesOf(month, effort, boundDriver, timeIsUp(boundRequest))).set : null);
  const bounds = isBounded && profiles !== null ? await boundsOf(month, profiles, boundDriver) : null;
  clock('bound');
  const { steps, trajectory } = driver;
  const stopReason = isCut || (withBound && isInterrupted) ? driver.stopReason : boundDriver.stopReason;
  const result = jobsResultOf({
    name: instance.name,
    month,
    choices,
    seed,
    verdict,
    room,
    bounds,
    profiles,
    steps,
    stopReason,
    isCut,
  });
  const against = {
    // The optimum may be of jobs that move.
    bound: bounds?.malleable.bound ?? null,
    earned: result.feasible ? result.objective : null,
  };
  const optimum = knownOptimumWarnings('knownOptimum.value', instance.knownOptimum?.value, against);
  const { rigid = null, malleable = null, frontier = null } = bounds ?? {};
  const record: JobsRunRecord = {
    result: {
      ...result,
      ...planFigures(plan, verdict),
      warnings: [...warnings, ...told, ...result.warnings, ...optimum],
      timeS: withTotal(timeS),
    },
    verdict,
    schedule,
    profiles,
    rigid,
    malleable,
    frontier,
    trajectory,
  };
  return { opened, plan, record };
}

/**
 * Number of event times of a month between two checks of the run's limits. Our choice: they take a few seconds, and a
 * month of 500 jobs has fewer (docs/decisions/jobs-solve.md).
 */
const MOMENTS_PER_STEP = 50_000;

/**
 * Simulates a month, checking the run's limits every MOMENTS_PER_STEP event times. Returns null if stopped, because the
 * value earned in a part of the month says little about the whole.
 */
async function monthInSteps(run: MonthRun, driver: Driver, phase: string): Promise<MonthSchedule | null> {
  while (run.advance(MOMENTS_PER_STEP)) {
    if (await driver.step({ phase, bound: null, incumbent: null })) return null;
  }
  const schedule = run.schedule();
  await driver.step({ phase, bound: null, incumbent: schedule.ledger.value });
  return schedule;
}

/** Proves the bounds at price of energy 0, and the bound on value by energy. */
async function boundsOf(month: Month, profiles: ProfileSet, driver: Driver): Promise<ProvenBounds> {
  const points = boundPoints(month, profiles);
  const bounds = await proveMonth(month, points, driver);
  if (driver.stopReason !== null) return { ...bounds, frontier: null };
  return { ...bounds, frontier: await proveFrontier(month, points, driver, bounds.malleable) };
}
