import type { ArrivalTrace, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { jobsOfWindow, type TraceCounts, type UsedJob } from '../../../../instances/swf/window.js';
import { randomStream } from '../../../../random/stream.js';
import { weighted } from '../../../../random/weighted.js';
import { MAX_TASKS } from '../../../../../models/families/utility/definitions.js';
import type { TaskType } from '../types/task-type.js';
import { workByHourOfLog } from './expected-work.js';
import { plainTasks, type TaskList } from './task-list.js';

export type TraceTasks =
  | { readonly ok: true; readonly tasks: TaskList; readonly use: TraceCounts; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/** Reason for skipping a job of a trace: more cores than the instance's mostCores. */
const TOO_WIDE = 'more cores than mostCores';
/** Reason for skipping a job of a trace: no pool has enough cores. */
const FITS_NOWHERE = 'more cores than any pool that can run a task type has';

/**
 * Returns the tasks made from a trace, one for each job submitted within the period, and the numbers of jobs left out.
 * In `parallel` a task needs as many cores as its job has processors. The type of a task is drawn by weight among the
 * types that some pool can run with this number of cores.
 */
export function traceTasks(
  text: string,
  instance: UtilityInstance,
  arrivals: ArrivalTrace,
  types: readonly TaskType[],
): TraceTasks {
  const { environment, pools, period } = instance;
  const { startS, times, mostCores = Infinity } = arrivals;
  const taskPer = environment === 'parallel' ? 'processor' : 'job';
  const fits = fitsSomewhere(types, pools);
  const found = jobsOfWindow(
    text,
    { startS, durationS: period.durationS, taskPer, taskTimes: times },
    { empty: OTHER_WINDOW, useless: OTHER_WINDOW },
    (cores) => (cores > mostCores ? TOO_WIDE : fits(cores) ? null : FITS_NOWHERE),
  );
  if (!found.ok) return found;
  const { jobs, earlier, use } = found;
  if (use.jobsInWindow > MAX_TASKS) {
    const value = `${use.jobsInWindow} jobs in the period`;
    return { ok: false, faults: [{ path: '', value, allowed: `at most ${MAX_TASKS}`, remedy: 'Shorten the period.' }] };
  }
  const arrivalS = Float64Array.from(jobs, ({ submitS }) => submitS - startS);
  const tasks: TaskList = {
    ...plainTasks(arrivalS, drawTypes(jobs, instance, types)),
    name: (task) => `line-${jobs[task]!.line}`,
    place: (task) => `line ${jobs[task]!.line}`,
    cores: Int32Array.from(jobs, (job) => job.tasks),
    runS: times === 'trace' ? Float64Array.from(jobs, ({ runS }) => runS) : null,
    workByHour: workByHourOfLog(
      earlier().map(({ submitS, waitS, runS, tasks: cores }) =>
        times === 'trace' ? { submitS, waitS, runS, cores } : { submitS, waitS: 0, runS: 1, cores },
      ),
      startS,
      startS + period.measuredFromS,
    ),
  };
  return { ok: true, tasks, use, warnings: found.warnings.map((warning) => `arrivals: ${warning}`) };
}

/** Remedy in the fault about a time window of a trace that has no usable jobs. */
const OTHER_WINDOW = 'Choose another arrivals.startS (seconds of the trace), or another trace.';

/**
 * Returns a function that tells whether some pool can run some task type on a given number of cores. It caches results.
 */
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
  return Int32Array.from(used, ({ tasks: cores }) => {
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
