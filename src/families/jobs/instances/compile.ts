import type { JobsInstance, JobTypeRow } from '../../../../models/families/jobs/instance.js';
import type { Month } from '../../../../models/families/jobs/month.js';
import type { DrawnCurve, JobsWorkload } from '../../../../models/families/jobs/workload.js';
import { jsonPath, type LocalFault, MAX_FAULTS } from '../../../instances/fault.js';
import { randomStream } from '../../../random/stream.js';
import type { JobList } from './arrivals/job-list.js';
import { compilePlatform } from './platform.js';
import { MAX_TIMES } from '../../../../models/families/jobs/value-curve.js';
import { compileJobType, type CompiledJobType } from './types/task-graphs.js';
import { ValueBuilder } from './values.js';

/** Names of jobs and tasks, which a compiled month knows only by index. */
export interface MonthNames {
  readonly job: (job: number) => string;
  /** Names of tasks, [job type][task], in the order of the task indices in the compiled graph. */
  readonly tasks: readonly (readonly string[])[];
}

export type CompiledMonth =
  | {
      readonly ok: true;
      readonly month: Month;
      readonly names: MonthNames;
      /** Job types and jobs before compilation, as the checker needs them. */
      readonly workload: JobsWorkload;
      /** Least response time (s) and work at the fastest level (core-hours) of each job type. */
      readonly types: readonly Pick<CompiledJobType, 'name' | 'leastTimeS' | 'workCoreH'>[];
    }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Compiles an instance whose job types and jobs are known. Values and paces that jobs do not state are drawn in order
 * of arrival. Each quantity has its own random stream, from which one number is drawn for every job, even if it is not
 * needed. So the data of one job do not affect those of other jobs.
 */
export function compileMonth(instance: JobsInstance, rows: readonly JobTypeRow[], list: JobList): CompiledMonth {
  const platform = compilePlatform(instance.platform);
  const tasks = rows.reduce((sum, row) => sum + row.tasks.length, 0);
  const levels = platform.nodeTypes.reduce((sum, { frequenciesGHz }) => sum + frequenciesGHz.length, 0);
  if (tasks * levels > MAX_TIMES) return { ok: false, faults: [tooManyTimes(tasks, levels)] };
  const types = rows.map((row) => compileJobType(row, platform));
  const faults = types.flatMap((type, t) => typeFaults(type, t));
  if (faults.length > 0) return { ok: false, faults };
  const values = new ValueBuilder();
  const draws = drawsOf(instance);
  const paceOf = new Float64Array(list.count);
  const drawn = new Map<number, DrawnCurve>();
  for (let job = 0; job < list.count; job++) {
    const t = list.type[job]!;
    const { leastTimeS, workCoreH } = types[t]!;
    const pace = draws.pace();
    const curve = draws.curve();
    paceOf[job] = Number.isNaN(list.pace[job]!) ? pace : list.pace[job]!;
    const own = list.value(job);
    const value = own ?? rows[t]!.value;
    if (value === undefined) {
      const softS = curve.softDeadlineOverLeastTime * leastTimeS;
      values.addFalling(curve.worthPerCoreHour * workCoreH, softS, softS + curve.fallOverLeastTime * leastTimeS);
      drawn.set(job, curve);
      continue;
    }
    const fault = values.add(value, leastTimeS);
    if (fault === null) continue;
    const ofType = jsonPath(['jobTypes', 'types', t, 'value', ...fault.at]);
    const path = own === undefined ? ofType : list.place(job, fault.at);
    if (!faults.some((one) => one.path === path)) faults.push({ path, ...fault.fault });
    if (faults.length > MAX_FAULTS) break;
  }
  if (faults.length > 0) return { ok: false, faults };
  const { checkS = 0, moveInNodeS = 0, moveToNodeS = 0, changeLevelS = 0 } = instance.overheads ?? {};
  return {
    ok: true,
    month: {
      nodeTypes: platform.nodeTypes.map(({ type }) => type),
      levelsOf: instance.platform.levelsOf ?? 'core',
      types: types.map(({ name, graphs }) => ({ name, graphs })),
      typeOf: list.type,
      arrivalS: list.arrivalS,
      values: values.built(),
      paceOf,
      overheads: { checkS, moveInNodeS, moveToNodeS, changeLevelS },
    },
    names: { job: list.name, tasks: types.map(({ tasks }) => tasks) },
    workload: {
      types: rows,
      jobs: list.count,
      name: list.name,
      typeOf: list.type,
      arrivalS: list.arrivalS,
      paceOf,
      value: (job) => drawn.get(job) ?? list.value(job) ?? rows[list.type[job]!]!.value!,
    },
    types: types.map(({ name, leastTimeS, workCoreH }) => ({ name, leastTimeS, workCoreH })),
  };
}

function tooManyTimes(tasks: number, levels: number): LocalFault {
  const value = `${tasks} tasks of all job types at ${levels} levels of all node types`;
  const remedy = 'Divide the instance, or leave levels out.';
  return { path: 'jobTypes', value, allowed: `at most ${MAX_TIMES} times`, remedy };
}

/**
 * Smallest least response time accepted for a job type, s. Our choice: far below any job, and far above the rounding
 * error of times within a month.
 */
const MIN_RESPONSE_S = 1e-6;

/**
 * Returns faults that can be found only from execution times: a job type that takes no time, or a level that is slower
 * than the one below it.
 */
function typeFaults({ name, graphs, leastTimeS, tasks }: CompiledJobType, t: number): LocalFault[] {
  const path = jsonPath(['jobTypes', 'types', t, 'tasks']);
  if (!(leastTimeS >= MIN_RESPONSE_S)) {
    const remedy = `A job of "${name}" would end as it begins: give one of its tasks a time, or leave the type out.`;
    const value = leastTimeS > 0 ? `a least response time of ${leastTimeS} s` : 'no task takes any time';
    return [{ path, value, allowed: `tasks that take at least ${MIN_RESPONSE_S} s together`, remedy }];
  }
  for (const { levels, timeS } of graphs) {
    for (const [n, task] of tasks.entries()) {
      for (let level = 1; level < levels; level++) {
        const [slow, fast] = [timeS[n * levels + level - 1]!, timeS[n * levels + level]!];
        if (fast <= slow) continue;
        const allowed = `at most ${slow} s, the time at the next lower frequency`;
        const remedy = `Task "${task}" of "${name}" is slower at a higher frequency: correct the times of its task type, or leave P-states out.`;
        return [{ path, value: `${fast} s`, allowed, remedy }];
      }
    }
  }
  return [];
}

interface Draws {
  readonly pace: () => number;
  readonly curve: () => DrawnCurve;
}

function drawsOf({ seed, pace: paces, value }: JobsInstance): Draws {
  const ofRange = (purpose: string, range = { least: 1, most: 1 }): (() => number) => {
    const stream = randomStream(seed, purpose);
    return () => stream.uniform(range.least, range.most);
  };
  const soft = ofRange('soft deadlines', value?.softDeadlineOverLeastTime);
  const fall = ofRange('ends', value?.fallOverLeastTime);
  const worth = ofRange('worths', value?.worthPerCoreHour);
  return {
    pace: ofRange('paces', paces),
    curve: () => ({
      shape: 'drawn',
      softDeadlineOverLeastTime: soft(),
      fallOverLeastTime: fall(),
      worthPerCoreHour: worth(),
    }),
  };
}
