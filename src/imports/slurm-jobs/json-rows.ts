import { jsonElements } from '../json-elements.js';
import { RefusedSource } from '../refused-source.js';
import { US_PER_S, S_PER_MIN } from '../../../models/units.js';
import { type JobRow, runTimesOf } from './job-row.js';
import type { LogFile, LogRead } from './text-rows.js';
import { measuredJ, stateOf } from './words.js';

/** An object of JSON. */
type Json = Readonly<Record<string, unknown>>;
/** Number of jobs after which the table is compressed as far as it has come. Our choice. */
const JOBS_BETWEEN = 500;
/** Words in place of the nodes of a job that has none. */
const NO_HOSTS: ReadonlySet<string> = new Set(['None assigned', '(null)', 'None', 'N/A']);

/**
 * Reads the output of `sacct --json`.
 *
 * @throws RefusedSource for JSON without jobs, or with those of another command
 */
export async function readJobJson({ source, log, quarantine }: LogFile): Promise<LogRead> {
  const { file } = source;
  let steps = 0;
  let jobs = 0;
  for await (const { line, value, text } of jsonElements(source, 'jobs')) {
    const job = objectOf(value);
    if (value === undefined || Object.keys(job).length === 0) {
      quarantine.add('job that is no JSON object', file, line, text);
      continue;
    }
    if (jobs === 0 && job.time === undefined) refuseCommand(file, line, job);
    jobs += 1;
    steps += listOf(job.steps).length;
    log.add(rowOf(job), { file, line }, text);
    if (jobs % JOBS_BETWEEN === 0) await log.table.settle();
  }
  return { steps, clockSkipped: 0 };
}

function rowOf(job: Json): JobRow {
  const time = objectOf(job.time);
  const array = objectOf(job.array);
  const het = objectOf(job.het);
  const association = objectOf(job.association);
  const arrayId = numberOf(array.job_id) ?? 0;
  const isWaitingArray = arrayId > 0 && numberOf(array.task_id) === null && textOf(array.task) !== '';
  const isTask = arrayId > 0 && (isWaitingArray || numberOf(array.task_id) !== null);
  const hetId = numberOf(het.job_id) ?? 0;
  const instants = (value: unknown): number[] => {
    const instantS = numberOf(value);
    return instantS === null || instantS <= 0 ? [] : [instantS];
  };
  const ends = instants(time.end);
  const starts = instants(time.start);
  const tres = listOf(objectOf(job.tres).allocated).map(objectOf);
  const list = textOf(job.nodes);
  const hasNoHosts = list === '' || NO_HOSTS.has(list);
  const cpus = countOf(tres, 'cpu') ?? numberOf(objectOf(job.required).CPUs) ?? 0;
  const times = runTimesOf(starts, ends, numberOf(time.elapsed));
  const nodes = numberOf(job.allocation_nodes) ?? countOf(tres, 'node') ?? 0;
  const total = objectOf(time.total);
  const cpuTimeS = (numberOf(total.seconds) ?? 0) + (numberOf(total.microseconds) ?? 0) / US_PER_S;
  const limitMin = numberOf(time.limit);
  const { current } = objectOf(job.state);
  return {
    cluster: textOf(job.cluster),
    id: String(numberOf(job.job_id) ?? ''),
    array: isTask ? String(arrayId) : '',
    isWaitingArray,
    hetJob: hetId > 0 ? String(hetId) : '',
    part: hetId > 0 ? (numberOf(het.job_offset) ?? 0) : 0,
    user: textOf(job.user) || textOf(association.user),
    account: textOf(job.account) || textOf(association.account),
    partition: textOf(job.partition) || textOf(association.partition),
    qos: textOf(job.qos),
    name: textOf(job.name),
    state: stateOf(textOf(Array.isArray(current) ? current[0] : current)),
    submitS: instants(time.submission)[0] ?? null,
    ...times,
    nodes: hasNoHosts && (times.runTimeS ?? 0) === 0 ? 0 : nodes,
    hosts: hasNoHosts ? '' : list,
    cpus,
    gpus: gpusOf(tres),
    limitS: limitMin === null ? null : limitMin * S_PER_MIN,
    cpuTimeS: Object.keys(total).length === 0 ? null : cpuTimeS,
    energyJ: measuredJ(countOf(tres, 'energy')) ?? stepEnergyJ(job),
  };
}

/** Returns the energy of the step with most of it, J: steps of one job measure the same nodes over again. */
function stepEnergyJ(job: Json): number | null {
  let most: number | null = null;
  for (const step of listOf(job.steps)) {
    const consumed = objectOf(objectOf(objectOf(step).tres).consumed);
    const energyJ = measuredJ(countOf(listOf(consumed.total).map(objectOf), 'energy'));
    if (energyJ !== null) most = Math.max(most ?? 0, energyJ);
  }
  return most;
}

/** Returns the count of a resource; null if it is not in the list. */
function countOf(tres: readonly Json[], type: string): number | null {
  const found = tres.find((one) => one.type === type);
  return found === undefined ? null : numberOf(found.count);
}

/** Returns the number of GPUs: that of all, or the sum over types. */
function gpusOf(tres: readonly Json[]): number {
  const named = tres.filter(({ type, name }) => type === 'gres' && /^gpu(?::|$)/.test(textOf(name)));
  const all = named.find(({ name }) => name === 'gpu');
  if (all !== undefined) return numberOf(all.count) ?? 0;
  return named.reduce((sum, { count }) => sum + (numberOf(count) ?? 0), 0);
}

/**
 * Returns a number in the forms of Slurm's versions: a number, its text, or `{set, infinite, number}`. Returns null for
 * one that is not set or has no limit.
 */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
  if (typeof value !== 'object' || value === null) return null;
  const { set, infinite, number } = value as Json;
  return set === false || infinite === true ? null : numberOf(number);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : NONE;
}

/** An object without anything. */
const NONE: Json = {};

function refuseCommand(file: string, line: number, job: Json): never {
  const value =
    job.job_state === undefined
      ? `jobs without times, with ${Object.keys(job).slice(0, 5).join(', ')}`
      : 'jobs of squeue --json or scontrol --json, which have no run times';
  const allowed = 'jobs of sacct --json';
  throw new RefusedSource(file, { path: `line ${line}`, value, allowed, remedy: 'Run sacct --json.' });
}
