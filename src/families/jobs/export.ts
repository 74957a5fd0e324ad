import type { JobsWorkload } from '../../../models/families/jobs/workload.js';
import type { Exported, ExportOfFamily } from '../export.js';
import type { Refused } from '../../instances/fault.js';
import { type CsvColumn, csvPieces } from '../../reports/csv.js';
import type { JOB_COLUMNS } from './instances/arrivals/columns.js';
import { type LoadedJobs, loadJobsInstance } from './instances/load.js';

/** Parts of jobs instances as CSV (docs/studies/exports.md). */
export const exportOfJobs: ExportOfFamily = {
  jobs: (file) => {
    const loaded = loadJobsInstance(file);
    if (!loaded.ok) return loaded;
    const { instance, workload } = loaded;
    const curved = jobWithPoints(workload);
    if (curved === null)
      return { ok: true, instance: instance.name, pieces: csvPieces(jobRows(loaded), JOB_COLUMN_LIST) };
    const value = `a curve of points, of job "${workload.name(curved)}"`;
    const remedy = 'A CSV file of jobs has no other curves: read the jobs where they are, in the instance.';
    const allowed = 'value curves with a soft deadline and an end';
    return { ok: false, faults: [{ file, path: 'arrivals', value, allowed, remedy }] };
  },
  types: (file) => exported(file, (loaded) => csvPieces(timeRows(loaded), TIME_COLUMNS)),
  edges: (file) => exported(file, (loaded) => csvPieces(edgeRows(loaded), EDGE_COLUMNS)),
};

function exported(file: string, pieces: (loaded: LoadedJobs) => Iterable<string>): Exported | Refused {
  const loaded = loadJobsInstance(file);
  return loaded.ok ? { ok: true, instance: loaded.instance.name, pieces: pieces(loaded) } : loaded;
}

/** Returns the first job with a curve of points of its own; null if there is none. */
function jobWithPoints({ jobs, typeOf, types, value }: JobsWorkload): number | null {
  for (let job = 0; job < jobs; job++) {
    const own = value(job);
    if (own.shape === 'points' && own !== types[typeOf[job]!]!.value) return job;
  }
  return null;
}

/** A job with its value curve; null for the curve that jobs of its type have. */
interface JobRow {
  readonly name: string;
  readonly type: string;
  readonly arrivalS: number;
  readonly pace: number;
  readonly curve: { readonly worth: number; readonly softS: number; readonly endS: number } | null;
}

/** Columns of the file of jobs: those that an instance's own CSV file of jobs may have. */
const JOB_VALUES: Readonly<Record<keyof typeof JOB_COLUMNS, CsvColumn<JobRow>['of']>> = {
  job: ({ name }) => name,
  jobType: ({ type }) => type,
  arrivalS: ({ arrivalS }) => arrivalS,
  pace: ({ pace }) => pace,
  worth: ({ curve }) => curve?.worth ?? null,
  softDeadlineS: ({ curve }) => curve?.softS ?? null,
  endS: ({ curve }) => curve?.endS ?? null,
};
/** Columns of the file of jobs, in the order in which they are written. */
const JOB_COLUMN_LIST: readonly CsvColumn<JobRow>[] = Object.entries(JOB_VALUES).map(([name, of]) => ({ name, of }));

function* jobRows({ workload, types: compiled }: LoadedJobs): Generator<JobRow> {
  const { jobs, name, types, typeOf, arrivalS, paceOf } = workload;
  for (let job = 0; job < jobs; job++) {
    const t = typeOf[job]!;
    const curve = deadlinesOf(workload.value(job), compiled[t]!);
    yield { name: name(job), type: types[t]!.name, arrivalS: arrivalS[job]!, pace: paceOf[job]!, curve };
  }
}

/** Returns a value curve with its ages in seconds; null for one of points, which only job types have here. */
function deadlinesOf(
  value: ReturnType<JobsWorkload['value']>,
  { leastTimeS, workCoreH }: LoadedJobs['types'][number],
): JobRow['curve'] {
  if (value.shape === 'points') return null;
  if (value.shape === 'drawn') {
    const softS = value.softDeadlineOverLeastTime * leastTimeS;
    return { worth: value.worthPerCoreHour * workCoreH, softS, endS: softS + value.fallOverLeastTime * leastTimeS };
  }
  const { worth, softDeadlineS = 0, softDeadlineOverLeastTime = 0, endS = 0, endOverLeastTime = 0 } = value;
  return {
    worth,
    softS: softDeadlineS + softDeadlineOverLeastTime * leastTimeS,
    endS: endS + endOverLeastTime * leastTimeS,
  };
}

/** A task of a job type on one core of a node type, at one level. */
interface TimeRow {
  readonly type: string;
  readonly task: string;
  readonly nodeType: string;
  readonly level: number;
  readonly timeS: number;
  readonly dynamicPowerW: number;
}

/** Columns of the file of job types: one row for each task, node type and level. */
const TIME_COLUMNS: readonly CsvColumn<TimeRow>[] = [
  { name: 'job_type', of: ({ type }) => type },
  { name: 'task', of: ({ task }) => task },
  { name: 'node_type', of: ({ nodeType }) => nodeType },
  { name: 'level', of: ({ level }) => level },
  { name: 'time_s', of: ({ timeS }) => timeS },
  { name: 'dynamic_power_w', of: ({ dynamicPowerW }) => dynamicPowerW },
];

function* timeRows({ month: { types, nodeTypes }, names }: LoadedJobs): Generator<TimeRow> {
  for (const [t, { name: type, graphs }] of types.entries()) {
    for (const [task, taskName] of names.tasks[t]!.entries()) {
      for (const [n, { levels, timeS }] of graphs.entries()) {
        const { name: nodeType, power } = nodeTypes[n]!;
        for (let level = 0; level < levels; level++) {
          const dynamicPowerW = power.dynamicPowerW[level]!;
          yield { type, task: taskName, nodeType, level, timeS: timeS[task * levels + level]!, dynamicPowerW };
        }
      }
    }
  }
}

/** An edge of a job type's graph. */
interface EdgeRow {
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
  readonly transferS: number;
}

/** Columns of the file of edges. */
const EDGE_COLUMNS: readonly CsvColumn<EdgeRow>[] = [
  { name: 'job_type', of: ({ type }) => type },
  { name: 'from', of: ({ from }) => from },
  { name: 'to', of: ({ to }) => to },
  { name: 'bytes', of: ({ bytes }) => bytes },
  { name: 'transfer_s', of: ({ transferS }) => transferS },
];

function* edgeRows({ workload, instance }: LoadedJobs): Generator<EdgeRow> {
  const { bytesPerS } = instance.platform;
  for (const { name: type, edges = [] } of workload.types) {
    for (const { from, to, bytes = 0 } of edges) yield { type, from, to, bytes, transferS: bytes / bytesPerS };
  }
}
