import type { ArrivalTrace, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { SKIPPED, type SkipReason, tasksOf, type TraceJob, traceJobs } from '../../../../instances/swf/jobs.js';
import {
  emptyWindow,
  inSubmitOrder,
  leftOutWarnings,
  noneOfUse,
  type TraceCounts,
  windowOf,
} from '../../../../instances/swf/window.js';
import { randomStream } from '../../../../random/stream.js';
import { weighted } from '../../../../random/weighted.js';
import { MAX_TASKS } from '../../../../../models/families/utility/definitions.js';
import type { TaskType } from '../types/task-type.js';
import { plainTasks, type TaskList } from './task-list.js';

/** Maximum number of faulty jobs that are listed. */
const MAX_LISTED = 5;

export type TraceTasks =
  | { readonly ok: true; readonly tasks: TaskList; readonly use: TraceCounts; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Reason for skipping a job of a trace: more cores than the instance's mostCores. */
const TOO_WIDE = 'more cores than mostCores';
/** Reason for skipping a job of a trace: no pool has enough cores. */
const FITS_NOWHERE = 'more cores than any pool that can run a task type has';

/**
 * Returns one task per job submitted within the period; in `parallel` with the job's processors as cores. Its type is
 * drawn by share among those that fit into some pool. Jobs with too little data are left out and counted.
 */
export function traceTasks(
  text: string,
  instance: UtilityInstance,
  arrivals: ArrivalTrace,
  types: readonly TaskType[],
): TraceTasks {
  const read = traceJobs(text);
  if (!read.ok) return read;
  const { durationS } = instance.period;
  const { startS } = arrivals;
  const { timed, within } = windowOf(read.jobs, startS, durationS);
  if (within.length === 0) return { ok: false, faults: [emptyWindow(timed, startS, durationS, OTHER_WINDOW)] };
  if (within.length > MAX_TASKS) return { ok: false, faults: [tooMany(within.length)] };
  const chosen = choose(within, instance, arrivals, types);
  if ('faults' in chosen) return { ok: false, faults: chosen.faults };
  const { used, skipped } = chosen;
  const use: TraceCounts = {
    jobsInTrace: read.jobs.length,
    jobsWithoutSubmitTime: read.jobs.length - timed.length,
    jobsInWindow: within.length,
    jobsUsed: used.length,
    skipped: [...skipped].map(([reason, jobs]) => ({ reason, jobs })),
  };
  if (used.length === 0) return { ok: false, faults: [noneOfUse(use, OTHER_WINDOW)] };
  const sorted = inSubmitOrder(used);
  const arrivalS = Float64Array.from(sorted.jobs, ({ submitS }) => submitS - startS);
  const tasks: TaskList = {
    ...plainTasks(arrivalS, drawTypes(sorted.jobs, instance, types)),
    name: (task) => `line-${sorted.jobs[task]!.line}`,
    place: (task) => `line ${sorted.jobs[task]!.line}`,
    cores: Int32Array.from(sorted.jobs, ({ cores }) => cores),
    runS: arrivals.times === 'trace' ? Float64Array.from(sorted.jobs, ({ runS }) => runS) : null,
  };
  const warnings = [...leftOutWarnings(use), ...sorted.warnings].map((warning) => `arrivals: ${warning}`);
  return { ok: true, tasks, use, warnings };
}

/** Remedy for a time window without usable jobs. */
const OTHER_WINDOW = 'Choose another arrivals.startS (seconds of the trace), or another trace.';

interface UsedJob extends TraceJob {
  readonly cores: number;
}

function choose(
  within: readonly TraceJob[],
  { environment, pools }: UtilityInstance,
  { times, mostCores = Infinity }: ArrivalTrace,
  types: readonly TaskType[],
): { readonly used: UsedJob[]; readonly skipped: ReadonlyMap<string, number> } | { readonly faults: LocalFault[] } {
  const isParallel = environment === 'parallel';
  const rules = {
    taskPer: isParallel ? 'processor' : 'job',
    taskTimes: times,
    knowsRunTimes: within.some(({ runS }) => runS > 0),
  } as const;
  const used: UsedJob[] = [];
  const faults: LocalFault[] = [];
  const skipped = new Map<string, number>();
  const skip = (reason: string): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  const fits = fitsSomewhere(types, pools);
  for (const job of within) {
    const found = tasksOf(job, rules);
    if ('fault' in found) {
      if (faults.push(found.fault) === MAX_LISTED) break;
    } else if ('skipped' in found) skip(SKIPPED[found.skipped satisfies SkipReason]);
    else {
      const cores = isParallel ? found.tasks : 1;
      if (cores > mostCores) skip(TOO_WIDE);
      else if (!fits(cores)) skip(FITS_NOWHERE);
      else used.push({ ...job, cores });
    }
  }
  return faults.length > 0 ? { faults } : { used, skipped };
}

/** Returns a function that is true if some pool can run some type on that many cores; results are cached. */
function fitsSomewhere(types: readonly TaskType[], pools: UtilityInstance['pools']): (cores: number) => boolean {
  const known = new Map<number, boolean>();
  return (cores) => {
    const found = known.get(cores) ?? types.some((type) => type.share > 0 && canRun(type, pools, cores));
    known.set(cores, found);
    return found;
  };
}

function canRun(type: TaskType, pools: UtilityInstance['pools'], cores: number): boolean {
  return type.runs.some((runs, p) => {
    const { nodes, coresPerNode = 1 } = pools[p]!;
    const needed = Math.ceil(cores / coresPerNode);
    return runs !== null && needed >= runs.leastNodes && needed <= Math.min(runs.mostNodes, nodes);
  });
}

function drawTypes(used: readonly UsedJob[], { seed, pools }: UtilityInstance, types: readonly TaskType[]): Int32Array {
  const stream = randomStream(seed, 'type of job');
  const any = weighted(types.map(({ share }) => share));
  const able = new Map<number, (uniform: number) => number>();
  return Int32Array.from(used, ({ cores }) => {
    const uniform = stream.uniform();
    const drawn = any(uniform);
    if (canRun(types[drawn]!, pools, cores)) return drawn;
    let among = able.get(cores);
    if (among === undefined) {
      among = weighted(types.map((type) => (canRun(type, pools, cores) ? type.share : 0)));
      able.set(cores, among);
    }
    return among(stream.uniform());
  });
}

function tooMany(jobs: number): LocalFault {
  return {
    path: '',
    value: `${jobs} jobs in the period`,
    allowed: `at most ${MAX_TASKS}`,
    remedy: 'Shorten the period.',
  };
}
