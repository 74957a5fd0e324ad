import { knownOptimumWarnings } from '../../../../models/problems/known-optimum.js';
import type { JobsPlan } from '../../../../models/problems/jobs/plan.js';
import { roomOverMonth } from '../../../../models/problems/jobs/room-over-month.js';
import { jobsPlanOf, plannedRoom } from '../../../../models/problems/jobs/plan-of.js';
import type { Refused } from '../../../instances/problem.js';
import { type DriverOptions, runDriver, timeIsUp } from '../../../runs/control.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { type LoadedJobs, loadJobsInstance } from '../instances/load.js';
import { simulateMonth } from '../methods/month/simulate-month.js';
import { choicesOn, type JobsAsked } from './choices.js';
import { readProfiles, reuseWarnings } from './database/reuse.js';
import { needsProfiles, profilesFor, tablesOf } from './profiles.js';
import type { JobsRunRecord } from './result.js';
import { jobsResultOf } from './result-of.js';

/** Request for the schedule of a month: method, seed of the profiles' search, bound and limits; the instance comes beside it. */
export interface JobsRunRequest extends DriverOptions {
  readonly asked: JobsAsked;
  readonly seed: number;
  readonly withBound: boolean;
}

export interface SolvedJobs {
  readonly opened: LoadedJobs;
  readonly plan: JobsPlan;
  readonly record: JobsRunRecord;
}

export type SolveJobsAnswer = { readonly ok: true; readonly solved: SolvedJobs } | Refused;

/** Solution of an instance file: load, profiles, month; the one path of every solve of jobs. Nothing is written. */
export async function solveJobsInstance(request: JobsRunRequest & { readonly file: string }): Promise<SolveJobsAnswer> {
  const { asked, seed, file } = request;
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  const [driver, isTimeUp] = [runDriver(request), timeIsUp(request)];
  const opened = loadJobsInstance(file);
  if (!opened.ok) return opened;
  clock('load');
  const { instance, month, names, sha256 } = opened;
  const chosen = choicesOn(instance, asked);
  if (!chosen.ok) return { ok: false, problems: [chosen.problem] };
  const { choices } = chosen;
  const { method, policy, nodeLimit } = choices;
  const known = asked.profiles === undefined ? null : await readProfiles(asked.profiles, month);
  if (known?.ok === false) return known;
  const effort = known?.effort ?? { nodeLimit, seed };
  const made = needsProfiles(method) ? await profilesFor(month, effort, driver, isTimeUp, known?.profiles) : null;
  const profiles = made?.set ?? null;
  clock('profiles');
  const schedule = simulateMonth(month, tablesOf(method, month, profiles), policy);
  await driver.step({ phase: method, bound: null, incumbent: schedule.ledger.value });
  clock('method');
  const room =
    opened.room === null ? null : roomOverMonth(opened.room.room, month, schedule, instance.period.durationS);
  const plan = jobsPlanOf(month, names, schedule, {
    ...{ instance: { name: instance.name, sha256 }, method },
    ...(policy.adaptation === null ? {} : { checkpointIntervalS: policy.adaptation.intervalS }),
    ...(room === null ? {} : { room: plannedRoom(room) }),
  });
  const { steps, trajectory } = driver;
  // A limit that is met as the month ends cuts nothing short.
  const stopReason = made?.isCut === true ? driver.stopReason : null;
  const result = jobsResultOf({
    ...{ name: instance.name, month, choices, seed: effort.seed, schedule, room, profiles, steps, stopReason },
  });
  const earned = result.feasible ? result.objective : null;
  const optimum = knownOptimumWarnings('knownOptimum.value', instance.knownOptimum?.value, { bound: null, earned });
  const warnings = [...opened.warnings, ...(known === null ? [] : reuseWarnings(known, seed))];
  const record: JobsRunRecord = {
    result: { ...result, warnings: [...warnings, ...result.warnings, ...optimum], timeS: withTotal(timeS) },
    ...{ schedule, profiles, rigid: null, malleable: null, frontier: null, trajectory },
  };
  return { ok: true, solved: { opened, plan, record } };
}
