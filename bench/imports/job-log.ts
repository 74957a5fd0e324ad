import { MS_PER_S, S_PER_DAY } from '../../models/units.js';
import { randomStream } from '../../src/random/stream.js';
import { variates } from '../../src/random/variates.js';

/** Form of a job log. */
export type LogForm = 'text' | 'json';

/** What a generated log is known to hold. */
export interface LogTruth {
  readonly ran: number;
  readonly coreS: number;
}

/** A class of jobs: its share of the jobs, mean run time, its coefficient of variation, and cores. */
const CLASSES = [
  { account: 'physics', partition: 'batch', share: 0.5, meanS: 1800, cov: 1.5, cores: [1, 4, 12] },
  { account: 'biology', partition: 'batch', share: 0.3, meanS: 400, cov: 0.8, cores: [1, 2] },
  { account: 'climate', partition: 'wide', share: 0.15, meanS: 14_400, cov: 1, cores: [48, 96] },
  { account: 'vision', partition: 'gpu', share: 0.05, meanS: 7200, cov: 2, cores: [8] },
] as const;
/** Share of jobs that are cancelled before they start. */
const CANCELLED = 0.04;
/** Beginning of the generated logs, s since 1970: 1 January 2024. */
const FIRST_S = 1_704_067_200;
/** Mean time between submissions, s. */
const GAP_S = 25;
/** Number of nodes. */
const NODES = 400;
/** Number of jobs in one piece of text. */
const JOBS_PER_PIECE = 1000;
/** Columns of the text, as docs/imports/slurm-jobs.md asks for them, and some more, so that lines are as long as real ones. */
const HEADER =
  'JobIDRaw|JobID|Cluster|Partition|QOS|Account|User|Submit|Start|End|ElapsedRaw|State|NNodes|NCPUS|AllocTRES|ReqTRES|ReqMem|TimelimitRaw|NodeList|ConsumedEnergyRaw|TotalCPU|JobName\n';

/**
 * Yields the text of a job log in pieces.
 *
 * @returns what is in it
 */
export function* jobLog(jobs: number, form: LogForm, seed: number): Generator<string, LogTruth> {
  const stream = randomStream(seed, 'job log');
  const { factor } = variates(stream);
  let [ran, coreS, submitS] = [0, 0, FIRST_S];
  yield form === 'text' ? HEADER : '{"meta": {"plugin": {"type": "openapi"}}, "jobs": [\n';
  let piece: string[] = [];
  for (let n = 0; n < jobs; n += 1) {
    submitS += Math.round(stream.uniform(0, 2 * GAP_S));
    const at = classAt(stream.uniform());
    const one = CLASSES[at]!;
    const cores = one.cores[stream.integer(0, one.cores.length - 1)]!;
    const isCancelled = stream.uniform() < CANCELLED;
    const runTimeS = isCancelled ? 0 : Math.max(1, Math.round(one.meanS * factor(one.cov)));
    const startS = submitS + stream.integer(0, S_PER_DAY / 4);
    if (!isCancelled) {
      ran += 1;
      coreS += cores * runTimeS;
    }
    const { account, partition } = one;
    const user = stream.integer(1, 200);
    const job = { id: 5_000_000 + n, submitS, startS, runTimeS, cores, isCancelled, account, partition, user };
    piece.push(form === 'text' ? rowOf(job) : `${n === 0 ? '' : ',\n'}${JSON.stringify(elementOf(job))}`);
    if (piece.length < JOBS_PER_PIECE) continue;
    yield piece.join('');
    piece = [];
  }
  yield piece.join('') + (form === 'text' ? '' : '\n], "errors": []}\n');
  return { ran, coreS };
}

/** A generated job. */
interface Job {
  readonly id: number;
  readonly submitS: number;
  readonly startS: number;
  readonly runTimeS: number;
  readonly cores: number;
  readonly isCancelled: boolean;
  readonly account: string;
  readonly partition: string;
  readonly user: number;
}

function classAt(draw: number): number {
  let below = 0;
  const at = CLASSES.findIndex(({ share }) => draw < (below += share));
  return at < 0 ? CLASSES.length - 1 : at;
}

function hostsOf({ id, cores, isCancelled }: Job): string {
  const first = (id % (NODES - 4)) + 1;
  const name = (node: number): string => String(node).padStart(3, '0');
  if (isCancelled) return 'None assigned';
  return cores > 48 ? `node[${name(first)}-${name(first + 1)}]` : `node${name(first)}`;
}

function rowOf(job: Job): string {
  const { id, submitS, startS, runTimeS, cores, isCancelled, account, partition, user } = job;
  const nodes = cores > 48 ? 2 : 1;
  const tres = `cpu=${cores},mem=${4 * cores}G,node=${nodes}`;
  const state = isCancelled ? `CANCELLED by ${4000 + user}` : 'COMPLETED';
  const time = (s: number): string => new Date(s * MS_PER_S).toISOString().slice(0, 19);
  return `${id}|${id}|bench|${partition}|normal|${account}|user${user}|${time(submitS)}|${time(startS)}|${time(startS + runTimeS)}|${runTimeS}|${state}|${nodes}|${cores}|billing=${cores},${tres},energy=${17 * runTimeS}|billing=${cores},${tres}|${4 * cores}G|1440|${hostsOf(job)}|${17 * runTimeS}|00:10:00|job-${id.toString(36)}-0f3c2b7ad94e1c55a8d6\n`;
}

function elementOf(job: Job): unknown {
  const { id, submitS, startS, runTimeS, cores, isCancelled, account, partition, user } = job;
  const number = (value: number) => ({ set: true, infinite: false, number: value });
  const tres = [
    { type: 'cpu', name: '', id: 1, count: cores },
    { type: 'mem', name: '', id: 2, count: 4096 * cores },
    { type: 'node', name: '', id: 4, count: cores > 48 ? 2 : 1 },
    { type: 'billing', name: '', id: 5, count: cores },
  ];
  return {
    account,
    comment: { administrator: '', job: '', system: '' },
    allocation_nodes: cores > 48 ? 2 : 1,
    array: {
      job_id: 0,
      limits: { max: { running: { tasks: 0 } } },
      task_id: { set: false, infinite: false, number: 0 },
      task: '',
    },
    association: { account, cluster: 'bench', partition: '', user: `user${user}`, id: user },
    cluster: 'bench',
    derived_exit_code: { status: ['SUCCESS'], return_code: number(0), signal: { id: number(0), name: '' } },
    time: {
      elapsed: runTimeS,
      eligible: submitS,
      end: startS + runTimeS,
      start: startS,
      submission: submitS,
      suspended: 0,
      system: { seconds: 3, microseconds: 17 },
      limit: number(1440),
      total: { seconds: 600, microseconds: 0 },
      user: { seconds: 590, microseconds: 5 },
    },
    flags: ['CLEAR_SCHEDULING', 'STARTED_ON_BACKFILL'],
    het: { job_id: 0, job_offset: { set: false, infinite: false, number: 0 } },
    job_id: id,
    name: `job-${id.toString(36)}`,
    nodes: hostsOf(job),
    partition,
    priority: number(1000),
    qos: 'normal',
    required: { CPUs: cores, memory_per_node: number(4096 * cores) },
    state: { current: [isCancelled ? 'CANCELLED' : 'COMPLETED'], reason: 'None' },
    steps: [],
    tres: { allocated: tres, requested: tres },
    user: `user${user}`,
    working_directory: `/home/user${user}/work`,
  };
}
